"""The arguments that verbs share, and the `Options` that they make."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printworthy.options import ENTITIES, IMAGES, RENDER, Options

if TYPE_CHECKING:
    from printworthy.whole.plan import Plan

# The most parts that `follow.parts` knows of, here so that help comes without it.
MOST_PAGES: Final = 50
# The names in `methods.registry`, here so that help comes without it.
METHODS: Final = ("learned", "visual", "subtree", "filters", "nodes")

# Nothing more is followed after as long as this many slow addresses take.
_ADDRESSES: Final = 3
_MOST_SECONDS: Final = 3600


def add_source(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """Where the page comes from, or several of them."""
    page = "a file, an http(s) address, or - for standard input"
    if several:
        together = f"{page}; or a list of addresses, a feed. Several become an issue"
        parser.add_argument("sources", metavar="SOURCE", nargs="+", help=together)
    else:
        parser.add_argument("source", metavar="SOURCE", help=page)
    parser.add_argument("--url", default="", help="the page's own address, to resolve its links and pictures")
    web = parser.add_argument_group("for an http(s) address")
    web.add_argument("--no-print-link", dest="print_link", action="store_false", help="leave the print page alone")
    web.add_argument(
        "--pages", metavar="N", type=_pages, default=MOST_PAGES, help="at most N parts of an article (default: all)"
    )
    web.add_argument("--cookies", metavar="FILE", type=Path, help="a browser's cookies in Netscape's format")
    web.add_argument("--user-agent", metavar="TEXT", type=_header, help="what to be called by")
    add_timeout(web)
    web.add_argument("--no-cache", dest="cache", action="store_false", help="fetch anew, and keep no copy")


def add_timeout(parser: argparse._ActionsContainer) -> None:
    """How long a server may take."""
    parser.add_argument(
        "--timeout", metavar="SECONDS", type=_seconds, default=30.0,
        help="the most that one address may take, with redirects (default: 30)",
    )  # fmt: skip


def add_choices(parser: argparse.ArgumentParser) -> None:
    """How to extract, and how much to tell."""
    parser.add_argument("--force", action="store_true", help="go on even if the page seems to hold no article")
    parser.add_argument("--verbose", action="store_true", help="tell on stderr what was found and how long it took")
    keep = parser.add_argument_group("what to keep")
    keep.add_argument(
        "--images", type=str.lower, choices=IMAGES, default="relevant", help="which pictures (default: %(default)s)"
    )
    keep.add_argument(
        "--entities", type=str.lower, choices=ENTITIES, default="spelling",
        help="how names in captions are known; spacy is slower (default: %(default)s)",
    )  # fmt: skip
    keep.add_argument("--no-links", dest="links", action="store_false", help="keep the text of links only")
    keep.add_argument("--comments", action="store_true", help="also what readers wrote")
    how = parser.add_argument_group("how to find the article")
    add_method(how)
    how.add_argument("--model", metavar="FILE", help="a model of your own instead of the built-in one")


def add_method(parser: argparse._ActionsContainer) -> None:
    """How to find the article, and whether a browser looks at the page first."""
    parser.add_argument(
        "--method", default="learned", help=f"{', '.join(METHODS)} (default: %(default)s)"
    )
    parser.add_argument(
        "--render", type=str.lower, choices=RENDER, default="never",
        help="look at the page in a browser; auto: if little is found without (default: %(default)s)",
    )  # fmt: skip


def options_of(args: argparse.Namespace) -> Options:
    """The options that the arguments ask for."""
    return Options(
        method=args.method,
        render=args.render,
        images=args.images,
        entities=args.entities,
        links=args.links,
        comments=args.comments,
        model=args.model,
    )


def plan_of(args: argparse.Namespace) -> Plan:
    """How to read the address that the arguments name."""
    from printworthy.fetch.cache import default_folder
    from printworthy.fetch.limits import USER_AGENT, Limits, Visitor
    from printworthy.whole.plan import Plan

    visitor = Visitor(
        user_agent=args.user_agent or USER_AGENT,
        cookies=args.cookies,
        cache=default_folder() if args.cache else None,
    )
    return Plan(
        print_link=args.print_link,
        pages=args.pages,
        seconds=_ADDRESSES * args.timeout,
        options=options_of(args),
        limits=Limits(seconds=args.timeout),
        visitor=visitor,
    )


def _pages(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_PAGES:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of parts: give 1 to {MOST_PAGES}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is no time: give seconds, more than 0 and at most {_MOST_SECONDS}")
    return seconds


def _header(text: str) -> str:
    if not text.strip() or not text.isprintable() or not text.isascii():
        raise argparse.ArgumentTypeError("give a line of plain letters")
    return text.strip()
