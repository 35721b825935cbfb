"""The arguments about a printed page, and the `Sheet` that they make."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from printworthy.writers.sheet import LINKS, PAPERS, STANDARDS, Sheet

# The names of the files in writers/pdf/styles; here so that help comes without them.
STYLES: Final = ("classic", "newspaper", "large", "compact")
_SMALLEST, _LARGEST = 4, 72
# Which formats have a use for an option; an EPUB's reader sets its pages, and so does a browser but for large letters.
_FOR: Final = {
    **dict.fromkeys(("--style", "--font-size"), ("PDF", "HTML")),
    "--grey": ("PDF", "EPUB"),
    **dict.fromkeys(("--paper", "--columns", "--margin", "--links", "--qr", "--pdf-standard", "--fonts"), ("PDF",)),
}
_ISSUE: Final = ("--title", "--newest", "--since")


def add_sheet(parser: argparse.ArgumentParser) -> None:
    """How the page is set."""
    group = parser.add_argument_group("for PDF")
    group.add_argument(
        "--style", type=_style, default="classic",
        help=f"{', '.join(STYLES)}, or a .typ file of your own; large is for HTML, too (default: %(default)s)",
    )  # fmt: skip
    group.add_argument(
        "--paper", default="a4", help=f"{', '.join(PAPERS)}, or millimetres such as 120x180 (default: %(default)s)"
    )
    group.add_argument("--columns", metavar="N", type=_columns, default=0, help="1 to 4 (default: the style's)")
    group.add_argument(
        "--font-size", metavar="PT", type=_points, default=0, help="in points, also for HTML (default: the style's)"
    )
    group.add_argument("--margin", metavar="MM", type=_margin, default=-1, help="in millimetres (default: the style's)")
    group.add_argument(
        "--links", dest="link_style", type=str.lower, choices=LINKS, default="auto",
        help="addresses as numbered notes, inline, or none; auto: notes, unless there are too many",
    )  # fmt: skip
    group.add_argument("--grey", action="store_true", help="pictures and code without colour (also for EPUB)")
    group.add_argument("--qr", action="store_true", help="a QR code of the source at the end")
    group.add_argument("--pdf-standard", type=str.lower, choices=STANDARDS, default="", help="a strict kind of PDF")
    group.add_argument(
        "--fonts", metavar="DIR", type=_folder, action="append", default=[], help="fonts for a style of your own"
    )


def sheet_of(args: argparse.Namespace) -> Sheet:
    """The sheet that the arguments ask for, printed today."""
    return Sheet(
        style=args.style,
        paper=args.paper,
        columns=args.columns,
        size=args.font_size,
        margin=args.margin,
        links=args.link_style,
        images=args.images != "none",
        grey=args.grey,
        qr=args.qr,
        standard=args.pdf_standard,
        fonts=tuple(args.fonts),
        printed=today(),
    )


def unused(args: argparse.Namespace, paths: Sequence[str], *, issue: bool) -> str:
    """What to tell about options that were typed and change none of the files; "" if there are none."""
    kinds = {_kind(path) for path in paths}
    wasted = [
        f"{flag} (for {' and '.join(formats)})"
        for flag, formats in (_FOR | {"--style": _FOR["--style"] if args.style == "large" else ("PDF",)}).items()
        if kinds.isdisjoint(formats) and _was_typed(flag, args.typed)
    ]
    wasted += [f"{flag} (for an issue)" for flag in _ISSUE if not issue and _was_typed(flag, args.typed)]
    return f"not used: {', '.join(wasted)}" if wasted else ""


def _kind(path: str) -> str:
    suffix = Path(path).suffix.lower().removeprefix(".")
    return {"htm": "HTML"}.get(suffix, suffix.upper())


def _was_typed(flag: str, typed: Sequence[str]) -> bool:
    return any(len(word) > 2 and flag.startswith(word) for word in typed)


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


def today() -> str:
    """The day, where the user is."""
    return datetime.now(UTC).astimezone().date().isoformat()


def day(text: str) -> str:
    """An argument that is a day, or "" (argparse asks about its own default too)."""
    try:
        return text and date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day: give one as 2026-04-18") from None
