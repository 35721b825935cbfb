"""Sources that are lists: SOURCE as typed goes in; the pages that it stands for come out, and what was left out."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from printworthy.apps.cli.saved_page import meant_address, no_file
from printworthy.apps.cli.terminal import Progress
from printworthy.base.feeds import Entry, list_title, newest, read_list
from printworthy.base.guard import STRICT, check_url, server_of
from printworthy.base.urls import is_web, told
from printworthy.data.article import Failure
from printworthy.errors import FetchError, InputError, NoArticleError, PrintworthyError
from printworthy.printing.plan import Plan

_SUFFIXES: Final = (".txt", ".opml", ".xml", ".rss", ".atom", ".rdf")
_ENDS: Final = ("/feed", "/rss", "/atom", ".rss", ".atom", ".xml", ".opml")
_MOST_FEEDS: Final = 200
# What pages can lack; any other error would be the same for every page.
_KINDS: Final = {kind.exit_code: kind for kind in (NoArticleError, InputError, FetchError)}


class LeftOut(NamedTuple):
    """A source as it was named, and what was wrong with it."""

    source: str
    error: PrintworthyError

    @property
    def failure(self) -> Failure:
        """The source and the reason, which does not name the source again."""
        source, reason = told(self.source), str(self.error)
        return Failure(source, reason.removeprefix(f"{source} ").removeprefix(f"{source}, "))


class SourceList:
    """Gathers the pages of all sources: pages as they are, lists by their newest entries.

    newest: the most entries of a list, 0 for all. since: only entries since this day. lists: every source is a list.
    """

    def __init__(self, plan: Plan, *, newest: int = 0, since: str = "", lists: bool = False) -> None:
        self._plan, self._newest, self._since, self._lists = plan, newest, since, lists
        self.pages: list[str] = []
        self.left_out: list[LeftOut] = []
        self._titles: list[str] = []

    def add(self, source: str) -> None:
        """A page, or all that a list names."""
        if not (self._lists or looks_like_list(source)):
            self.pages.append(source)
            return
        try:
            content, address = self._content(source)
            self._titles.append(list_title(content))
            self._entries(_parsed(content, address, source), source if is_web(source) else "")
        except PrintworthyError as error:
            self.left_out.append(LeftOut(source, error))

    @property
    def title(self) -> str:
        """What all of it is called: as the list, if there is but one and it has a name; else ""."""
        return self._titles[0] if len(self._titles) == 1 else ""

    def _entries(self, entries: list[Entry], listed: str) -> None:
        """Take the pages of a list, and of the lists in it. What a list at an address names, no person has named."""
        wanted = [entry for entry in entries if not entry.feed]
        chosen = newest(wanted, self._newest, self._since)
        if not listed and len(chosen) < len(wanted) and not any(entry.date for entry in wanted):
            print(
                f"the first {len(chosen)} of {len(wanted)} entries: --newest {len(wanted)} takes all", file=sys.stderr
            )
        for page in chosen:
            if page.url not in self.pages and self._may_be_reached(page.url, listed):
                self.pages.append(page.url)
        for feed in [entry for entry in entries if entry.feed][:_MOST_FEEDS]:
            if not self._may_be_reached(feed.url, listed):
                continue
            try:
                inner = _parsed(*self._content(feed.url), feed.url)
                self._entries([entry for entry in inner if not entry.feed], feed.url)
            except PrintworthyError as error:
                self.left_out.append(LeftOut(feed.url, error))

    def _may_be_reached(self, url: str, listed: str) -> bool:
        """Whether an address is on its list's own server, or the strict guard lets it pass; else it is left out.

        A list without an address is a person's own file, which may name anything.
        """
        if not listed or server_of(url) == server_of(listed):
            return True
        try:
            check_url(url, STRICT)
        except PrintworthyError as error:
            self.left_out.append(LeftOut(url, error))
            return False
        return True

    def _content(self, source: str) -> tuple[bytes, str]:
        if not is_web(source):
            try:
                return Path(source).read_bytes(), ""
            except FileNotFoundError:
                raise no_file(source) from None
            except OSError as error:
                raise InputError(f"cannot read {source} ({error.strerror}): check the name") from None
        from printworthy.fetching.client import fetch  # 40 ms that files do not need

        plan = self._plan
        with Progress() as tell:
            tell(f"fetching: {source}")
            page = fetch(source, policy=plan.policy, limits=plan.limits, visitor=plan.visitor)
        return page.content, page.url


def looks_like_list(source: str) -> bool:
    """By its name alone: a page that is fetched for this would be fetched twice."""
    if is_web(source):
        return urlsplit(source).path.rstrip("/").lower().endswith(_ENDS)
    return Path(source).suffix.lower() in _SUFFIXES


def nothing_left(left_out: Sequence[LeftOut]) -> PrintworthyError:
    """The error if no source gave an article: of their kind, if they are of one."""
    if not left_out:
        return InputError("the lists name no page to print: look at what --since leaves of them")
    codes = {one.error.exit_code for one in left_out}
    code = codes.pop() if len(codes) == 1 else 0
    if code and code not in _KINDS:
        return left_out[0].error
    return _KINDS.get(code, PrintworthyError)("none of the sources gave an article: check them one by one")


def _parsed(content: bytes, address: str, source: str) -> list[Entry]:
    """The entries of a list that was read."""
    entries = read_list(content, address)
    if entries is None and not is_web(source):
        entries = _with_files(content, Path(source))
    if entries is None:
        raise InputError(f"{source} is no list of addresses: give a text file, or an RSS, Atom or OPML file")
    return entries


def _with_files(content: bytes, source: Path) -> list[Entry] | None:
    """The entries of a text file that names saved pages, too; None if it is no text."""
    if b"\0" in content or content.lstrip().startswith(b"<"):
        return None
    try:
        return list(_lines(content.decode("utf-8-sig"), source)) or None
    except UnicodeDecodeError:
        return None


def _lines(text: str, source: Path) -> Iterator[Entry]:
    """An address or a file a line; files are looked for beside the list. A line that is neither is an error."""
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith("#"):
            continue
        if is_web(line):
            address, _, title = line.partition(" ")
            yield Entry(address, title.strip())
        elif _is_file(source.parent / line):
            yield Entry(str(source.parent / line))
        else:
            meant = meant_address(line)
            advice = f"if you mean the address, write {meant}" if meant else "mend the line, or begin it with #"
            raise InputError(f"{source}, line {number}: {line[:80]!r} is neither an address nor a file; {advice}")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
