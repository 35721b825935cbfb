"""The arguments about a printed page, and the `Sheet` that they make."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime
from typing import Final

from printworthy.writers.sheet import LINKS, PAPERS, STANDARDS, Sheet

# The names of the files in writers/pdf/styles; here so that help comes without them.
STYLES: Final = ("classic", "newspaper", "large", "compact")


def add_sheet(parser: argparse.ArgumentParser) -> None:
    """How the page is set."""
    group = parser.add_argument_group("for PDF")
    group.add_argument(
        "--style", default="classic", help=f"{', '.join(STYLES)}, or a .typ file of your own (default: %(default)s)"
    )
    group.add_argument(
        "--paper", default="a4", help=f"{', '.join(PAPERS)}, or millimetres such as 120x180 (default: %(default)s)"
    )
    group.add_argument("--columns", metavar="N", type=int, default=0, help="1 to 4 (default: the style's)")
    group.add_argument("--font-size", metavar="PT", type=float, default=0, help="in points (default: the style's)")
    group.add_argument("--margin", metavar="MM", type=float, default=-1, help="in millimetres (default: the style's)")
    group.add_argument(
        "--links", dest="link_style", choices=LINKS, default="auto",
        help="addresses as numbered notes, inline, or none; auto: notes, unless there are too many",
    )  # fmt: skip
    group.add_argument("--grey", action="store_true", help="pictures and code without colour (also for EPUB)")
    group.add_argument("--qr", action="store_true", help="a QR code of the source at the end")
    group.add_argument("--pdf-standard", choices=STANDARDS, default="", help="a strict kind of PDF, where possible")
    group.add_argument("--fonts", metavar="DIR", action="append", default=[], help="fonts for a style of your own")


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


def today() -> str:
    """The day, where the user is."""
    return datetime.now(UTC).astimezone().date().isoformat()


def day(text: str) -> str:
    """An argument that is a day, or "" (argparse asks about its own default too)."""
    try:
        return text and date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day: give one as 2026-04-18") from None
