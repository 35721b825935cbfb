"""The arguments that verbs share, as declared for `argparse`, and the kinds of values that arguments have.

Help is made from this file and `verbs.py`, so that neither needs the engine.
"""

from __future__ import annotations

import argparse
import os
import re
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from printworthy.options import ENTITIES, IMAGES, RENDER, UNSEEN
from printworthy.writers.sheet import LINKS, PAPERS, STANDARDS, local_paper

# The most parts that `follow.parts` knows of.
MOST_PAGES: Final = 50
# The names in `methods.registry`, and of the files in writers/pdf/styles.
METHODS: Final = ("learned", "visual", "subtree", "filters", "nodes")
STYLES: Final = ("classic", "newspaper", "large", "compact")
_MOST_SECONDS: Final = 3600
_SMALLEST, _LARGEST = 4, 72


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
    keep.add_argument(
        "--hidden", type=str.lower, choices=UNSEEN, default="drop",
        help="text that the page hides from its readers: drop it, or judge it like any other (default: %(default)s)",
    )  # fmt: skip
    keep.add_argument("--no-links", dest="links", action="store_false", help="keep the text of links only")
    keep.add_argument("--comments", action="store_true", help="also what readers wrote")
    how = parser.add_argument_group("how to find the article")
    add_method(how)
    how.add_argument("--model", metavar="FILE", help="a model of your own instead of the built-in one")


def add_method(parser: argparse._ActionsContainer) -> None:
    """How to find the article, and whether a browser looks at the page first."""
    parser.add_argument("--method", default="learned", help=f"{', '.join(METHODS)} (default: %(default)s)")
    parser.add_argument(
        "--render", type=str.lower, choices=RENDER, default="never",
        help="look at the page in a browser; auto: if little is found without (default: %(default)s)",
    )  # fmt: skip


def add_sheet(parser: argparse.ArgumentParser) -> None:
    """How the page is set."""
    group = parser.add_argument_group("for PDF")
    group.add_argument(
        "--style", type=_style, default="classic",
        help=f"{', '.join(STYLES)}, or a .typ file of your own; large is for HTML, too (default: %(default)s)",
    )  # fmt: skip
    group.add_argument(
        "--paper", default=local_paper(os.environ),
        help=f"{', '.join(PAPERS)}, or millimetres such as 120x180 (default: your country's, %(default)s)",
    )  # fmt: skip
    group.add_argument("--columns", metavar="N", type=_columns, default=0, help="1 to 4 (default: the style's)")
    group.add_argument(
        "--font-size", metavar="PT", type=_points, default=0, help="in points, also for HTML (default: the style's)"
    )
    group.add_argument("--margin", metavar="MM", type=_margin, default=-1, help="in millimetres (default: the style's)")
    group.add_argument(
        "--links", dest="link_style", type=str.lower, choices=LINKS, default="auto",
        help="addresses as numbered notes, inline, or none; auto: notes, unless there are too many",
    )  # fmt: skip
    group.add_argument(
        "--fit", type=str.lower, choices=("on", "off"), default="on",
        help="set lines a little tighter where this saves a last page of a few lines (default: %(default)s)",
    )  # fmt: skip
    group.add_argument("--grey", action="store_true", help="pictures and code without colour (also for EPUB)")
    group.add_argument("--qr", action="store_true", help="a QR code of the source at the end")
    group.add_argument("--pdf-standard", type=str.lower, choices=STANDARDS, default="", help="a strict kind of PDF")
    group.add_argument(
        "--fonts", metavar="DIR", type=_folder, action="append", default=[], help="fonts for a style of your own"
    )


def port(text: str) -> int:
    """A port, or 0."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give 0 to 65535")
    return int(text)


def address(text: str) -> tuple[str, int]:
    """A host and a port."""
    host, _, number = text.rpartition(":")
    if not host or not number.isdecimal() or not 0 <= int(number) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no address to listen on: give HOST:PORT, such as 127.0.0.1:8080")
    return host.strip("[]"), int(number)


def names(text: str) -> tuple[str, ...]:
    """Words with commas between."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def count(text: str) -> int:
    """A whole number."""
    if not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number: give 0 or more")
    return int(text)


def page_count(text: str) -> int:
    """A number of pages."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of pages: give 1 or more")
    return int(text)


def article_count(text: str) -> int:
    """A number of articles in an issue."""
    if not text.isdecimal() or not 1 <= int(text) <= 500:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of articles: give 1 to 500")
    return int(text)


def span(text: str) -> tuple[int, int]:
    """The least and the most."""
    least, _, most = text.partition(":")
    found = (count(least), count(most or least))
    if not 1 <= found[0] <= found[1]:
        raise argparse.ArgumentTypeError(f"{text!r} is no range: give such as 2:8")
    return found


def number(text: str) -> float:
    """A number that is not below zero."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number: give 0 or more")
    return found


def day(text: str) -> str:
    """An argument that is a day, or "" (argparse asks about its own default too)."""
    try:
        return text and date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day: give one as 2026-04-18") from None


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


def _style(text: str) -> str:
    """A style by its name, however it is written, or a file."""
    if text.lower() in STYLES:
        return text.lower()
    if text.lower().endswith(".typ"):
        if not Path(text).is_file():
            raise argparse.ArgumentTypeError(f"there is no file {text}: check the name")
        return text
    near = get_close_matches(text.lower(), STYLES, 1)
    advice = f"did you mean {near[0]}?" if near else f"choose {', '.join(STYLES)}, or a .typ file of your own"
    raise argparse.ArgumentTypeError(f"there is no style {text!r}: {advice}")


def _folder(text: str) -> str:
    if not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text}: check the name")
    return text


def _columns(text: str) -> int:
    if text not in ("1", "2", "3", "4"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of columns: give 1 to 4")
    return int(text)


def _points(text: str) -> float:
    size = _length(text, "pt")
    if size is None or not _SMALLEST <= size <= _LARGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is no size of letters: give {_SMALLEST} to {_LARGEST} points")
    return size


def _margin(text: str) -> float:
    width = _length(text, "mm")
    if width is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no margin: give millimetres, such as 20")
    return width


def _length(text: str, unit: str) -> float | None:
    """A number, with or without its unit; None if it is none, or below zero."""
    found = re.fullmatch(rf"\s*(\d{{1,4}}(?:[.,]\d{{1,3}})?)\s*(?:{unit})?\s*", text, re.I | re.A)
    return float(found[1].replace(",", ".")) if found else None
