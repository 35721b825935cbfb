"""Pictures of an article that came from the web: `Article` goes in, the bytes of its pictures come out."""

from __future__ import annotations

import argparse
from typing import Final

from printworthy.apps.cli.arguments import plan_of
from printworthy.data.article import Article
from printworthy.data.resources import Resource

_MOST_PICTURES: Final = 300
_MOST_BYTES: Final = 200 * 1024 * 1024


def web_pictures(article: Article, args: argparse.Namespace) -> dict[str, Resource]:
    """The pictures by address, fetched several at a time under the guard; what does not come is left out."""
    from printworthy.base.guard import STRICT
    from printworthy.fetch.client import fetch_all

    sources = list(dict.fromkeys(figure.src for figure in article.images if _is_web(figure.src)))[:_MOST_PICTURES]
    if not sources or args.images == "none":
        return {}
    plan = plan_of(args)
    found: dict[str, Resource] = {}
    left = _MOST_BYTES
    # A page names its pictures, and its own address too: nobody vouches for either.
    for fetched in fetch_all(sources, STRICT, plan.limits, plan.visitor):
        if fetched.page is not None and len(fetched.page.content) <= left:
            left -= len(fetched.page.content)
            found[fetched.url] = Resource(fetched.page.content, fetched.page.media_type)
    return found


def _is_web(address: str) -> bool:
    return address.lower().startswith(("http://", "https://"))
