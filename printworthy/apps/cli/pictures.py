"""Pictures of an article: `Article` goes in; their bytes come out, and why others are missing.

Those of a saved page lie beside it. Those of a page from the web are fetched: a page names them, and nobody vouches for
those, so that they are fetched under the strict guard. But what lies on the very server that a person typed may be
fetched from there, even if it is on the own machine or network.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from mimetypes import guess_type
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from printworthy.apps.cli.sources import is_web
from printworthy.apps.cli.terminal import Progress
from printworthy.base.guard import STRICT, WEB_PORTS, Policy, host_in
from printworthy.data.article import Article
from printworthy.data.resources import Resource
from printworthy.errors import FetchError, LimitError, PrintworthyError
from printworthy.fetch.client import fetch_all
from printworthy.whole.plan import Plan

_LARGEST: Final = 32 * 1024 * 1024
_MOST_PICTURES: Final = 300
_MOST_BYTES: Final = 200 * 1024 * 1024


class Pictures(NamedTuple):
    """The pictures by address, and why the others are missing."""

    found: dict[str, Resource]
    missing: list[PrintworthyError]


def local_pictures(article: Article, url: str, folder: Path | None) -> dict[str, Resource]:
    """The article's pictures that lie beside the page, by address; pictures elsewhere stay addresses."""
    if folder is None:
        return {}
    sources = {figure.src for figure in article.images}
    base = urljoin(url, ".") if url else ""
    found = ((src, _picture(src, base, folder.resolve())) for src in sources)
    return {src: picture for src, picture in found if picture is not None}


def web_pictures(article: Article, plan: Plan, typed: str) -> Pictures:
    """The pictures of the article at the address `typed`, fetched several at a time."""
    sources = list(dict.fromkeys(figure.src for figure in article.images if is_web(figure.src)))
    pictures = Pictures({}, [_too_many(src) for src in sources[_MOST_PICTURES:]])
    left = _MOST_BYTES
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


def tell_pictures(missing: Sequence[PrintworthyError], *, verbose: bool = False) -> None:
    """How many pictures were left out, and why; the first one stands for all, unless all are wanted."""
    if not missing:
        return
    count = "1 picture" if len(missing) == 1 else f"{len(missing)} pictures"
    more = " (--verbose tells of each)" if len(missing) > 1 and not verbose else ""
    print(f"{count} left out: {missing[0]}{more}", file=sys.stderr)
    for error in missing[1:] if verbose else ():
        print(f"also left out: {error}", file=sys.stderr)


def tell_pictures_elsewhere(article: Article, found: Mapping[str, Resource], source: str) -> None:
    """Pictures that do not lie beside a saved page, which paper and books will lack."""
    sources = {figure.src for figure in article.images if not figure.src.startswith("data:")}
    count = len(sources - found.keys())
    if count:
        pictures = "1 picture" if count == 1 else f"{count} pictures"
        page = "the saved page" if source == "-" else source
        print(f"{pictures} left out: not beside {page}; print its address to have them", file=sys.stderr)


def server_of(url: str) -> tuple[str, int]:
    """The host and port of an address; those of one that is none are empty."""
    try:
        parts = urlsplit(url)
        return host_in(url), parts.port or {"http": 80}.get(parts.scheme, 443)
    except ValueError:
        return "", 0


def _picture(src: str, base: str, folder: Path) -> Resource | None:
    """The file in the folder that `src` means, if it is a picture; a page may not reach out of its own folder."""
    if not src.startswith(base):
        return None
    relative = unquote(urlsplit(src[len(base) :]).path)
    media_type = guess_type(relative)[0] or ""
    try:
        path = (folder / relative).resolve()
        inside = path.is_relative_to(folder) and path.is_file() and path.stat().st_size <= _LARGEST
        return Resource(path.read_bytes(), media_type) if inside and media_type.startswith("image/") else None
    except (OSError, ValueError):
        return None


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


def _too_many(url: str) -> LimitError:
    return LimitError(f"{url} is one too many: all pictures together are too large")
