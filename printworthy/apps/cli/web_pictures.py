"""Pictures of an article that came from the web: `Article` goes in; their bytes come out, and why others are missing.

A page names its pictures, and nobody vouches for those: they are fetched under the strict guard. But what lies on the
very server that a person typed may be fetched from there, even if it is on the own machine or network.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from printworthy.apps.cli.arguments import plan_of
from printworthy.apps.cli.progress import Progress
from printworthy.apps.cli.sources import is_web
from printworthy.base.guard import STRICT, WEB_PORTS, Policy, host_in
from printworthy.data.article import Article
from printworthy.data.resources import Resource
from printworthy.errors import FetchError, LimitError, PrintworthyError

_MOST_PICTURES: Final = 300
_MOST_BYTES: Final = 200 * 1024 * 1024


class Pictures(NamedTuple):
    """The pictures by address, and why the others are missing."""

    found: dict[str, Resource]
    missing: list[PrintworthyError]


def web_pictures(article: Article, args: argparse.Namespace, typed: str) -> Pictures:
    """The pictures of the article at the address `typed`, fetched several at a time."""
    from printworthy.fetch.client import fetch_all

    sources = list(dict.fromkeys(figure.src for figure in article.images if is_web(figure.src)))
    pictures = Pictures({}, [_too_many(src) for src in sources[_MOST_PICTURES:]])
    plan, left = plan_of(args), _MOST_BYTES
    with Progress() as tell:
        for policy, urls in _by_policy(sources[:_MOST_PICTURES], typed):
            tell(f"fetching pictures: {len(urls)}")
            for fetched in fetch_all(urls, policy, plan.limits, plan.visitor):
                page = fetched.page
                if page is None:
                    pictures.missing.append(fetched.error or FetchError(f"{fetched.url} did not come"))
                elif page.media_type.startswith("text/"):
                    pictures.missing.append(FetchError(f"{fetched.url} is no picture"))
                elif len(page.content) > left:
                    pictures.missing.append(_too_many(fetched.url))
                else:
                    left -= len(page.content)
                    pictures.found[fetched.url] = Resource(page.content, page.media_type)
    return pictures


def _by_policy(sources: list[str], typed: str) -> list[tuple[Policy, list[str]]]:
    """The addresses in two lists: those on the server that was typed, and the others."""
    server = server_of(typed)
    here = [src for src in sources if server_of(src) == server]
    others = [src for src in sources if server_of(src) != server]
    return [(policy, urls) for policy, urls in ((_trusting(typed), here), (STRICT, others)) if urls]


def _trusting(typed: str) -> Policy:
    """The policy for what lies on a server that a person typed: its port, and if it is their own, no other one."""
    named = replace(STRICT, named=True, credentials=True).naming(typed)
    port = frozenset({server_of(typed)[1]})
    return replace(named, ports=port if named.granted else port | WEB_PORTS)


def server_of(url: str) -> tuple[str, int]:
    """The host and port of an address; those of one that is none are empty."""
    try:
        parts = urlsplit(url)
        return host_in(url), parts.port or {"http": 80}.get(parts.scheme, 443)
    except ValueError:
        return "", 0


def _too_many(url: str) -> LimitError:
    return LimitError(f"{url} is one too many: all pictures together are too large")
