"""Sources that are lists: SOURCE as typed goes in; the pages that it stands for come out, and the lists that failed."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from printworthy.apps.cli.arguments import plan_of
from printworthy.base.feeds import Entry, newest, read_list
from printworthy.base.guard import STRICT, check_url
from printworthy.data.issue import Failure
from printworthy.errors import InputError, PrintworthyError

_SUFFIXES: Final = (".txt", ".opml", ".xml", ".rss", ".atom", ".rdf")
_ENDS: Final = ("/feed", "/rss", "/atom", ".rss", ".atom", ".xml", ".opml")
_MOST_FEEDS: Final = 200


class Reading:
    """Gathers the pages of all sources: pages as they are, lists by their newest entries."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self.pages: list[str] = []
        self.failures: list[Failure] = []
        self.has_list = False

    def add(self, source: str) -> None:
        """A page, or all that a list names."""
        if not (self._args.list or looks_like_list(source)):
            self.pages.append(source)
            return
        self.has_list = True
        try:
            self._entries(self._read(source), trusted=not _is_web(source))
        except PrintworthyError as error:
            self.failures.append(Failure(source, str(error)))

    def _entries(self, entries: list[Entry], *, trusted: bool) -> None:
        """Take the pages of a list, and of the lists in it. What a list from the web names, no person has named."""
        wanted = [entry for entry in entries if not entry.feed]
        for page in newest(wanted, self._args.newest, self._args.since or ""):
            if page.url not in self.pages and (trusted or self._may_be_reached(page.url)):
                self.pages.append(page.url)
        for feed in [entry for entry in entries if entry.feed][:_MOST_FEEDS]:
            if not (trusted or self._may_be_reached(feed.url)):
                continue
            try:
                inner = self._read(feed.url)
                self._entries([entry for entry in inner if not entry.feed], trusted=False)
            except PrintworthyError as error:
                self.failures.append(Failure(feed.url, str(error)))

    def _may_be_reached(self, url: str) -> bool:
        """Whether the strict guard lets an address pass; one that it refuses is named among the failures."""
        try:
            check_url(url, STRICT)
        except PrintworthyError as error:
            self.failures.append(Failure(url, str(error)))
            return False
        return True

    def _read(self, source: str) -> list[Entry]:
        content, address = self._content(source)
        entries = read_list(content, address)
        if entries is None:
            raise InputError(f"{source} is no list of addresses: give a text file, or an RSS, Atom or OPML file")
        return entries

    def _content(self, source: str) -> tuple[bytes, str]:
        if not _is_web(source):
            try:
                return Path(source).read_bytes(), ""
            except OSError as error:
                raise InputError(f"cannot read {source} ({error.strerror}): check the name") from None
        from printworthy.fetch.client import fetch

        plan = plan_of(self._args)
        page = fetch(source, policy=plan.policy, limits=plan.limits, visitor=plan.visitor)
        return page.content, page.url


def looks_like_list(source: str) -> bool:
    """By its name alone: a page that is fetched for this would be fetched twice."""
    if _is_web(source):
        return urlsplit(source).path.rstrip("/").lower().endswith(_ENDS)
    return Path(source).suffix.lower() in _SUFFIXES


def _is_web(source: str) -> bool:
    return source.lower().startswith(("http://", "https://"))
