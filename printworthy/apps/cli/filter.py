"""`printworthy filter`: a page in, the same page without its clutter out, as HTML or as plain text."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printworthy.apps.cli.arguments import add_timeout
from printworthy.apps.cli.outputs import check_suffix
from printworthy.apps.cli.progress import Progress
from printworthy.apps.cli.sources import is_web, read_source
from printworthy.apps.cli.streams import write_stdout

if TYPE_CHECKING:
    from printworthy.filters.settings import Settings
    from printworthy.printing.filtering import Filtered

PROFILES: Final = ("off", "light", "reader", "text-only", "speech")
_HTML: Final = (".html", ".htm")
_TEXT: Final = (".txt", ".text")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb and its arguments."""
    parser = subparsers.add_parser("filter", help="take the clutter out of a page, keep its look", description=__doc__)
    parser.add_argument("source", metavar="SOURCE", help="a file, an http(s) address, or - for standard input")
    parser.add_argument("-o", "--output", metavar="OUT", default="-", help="a file, by suffix HTML or text (.txt)")
    parser.add_argument(
        "--profile", type=str.lower, choices=PROFILES,
        help="light (default) takes advertisements and banners and leaves menus; reader, text-only and speech "
        "take lists of links and scripts, too",
    )  # fmt: skip
    parser.add_argument("--settings", metavar="FILE", type=Path, help="a settings file (TOML)")
    parser.add_argument("--url", default="", help="the page's own address, to resolve its links and pictures")
    add_timeout(parser)
    parser.add_argument("--verbose", action="store_true", help="tell on stderr what was deleted")


def run(args: argparse.Namespace) -> int:
    """Read, filter, write."""
    from printworthy.printing.filtering import filter_in_full
    from printworthy.writers.save import check_target, save_bytes

    check_suffix(args.output, (*_HTML, *_TEXT))
    settings = _settings(args)
    target = check_target(args.output) if args.output != "-" else None
    html, url, charset = _page(args)
    filtered = filter_in_full(html, url, settings, charset)
    if args.verbose:
        _report(filtered)
    content = filtered.content.encode()
    if target is None:
        write_stdout(content)
    else:
        save_bytes(content, target)
    return 0


def _settings(args: argparse.Namespace) -> Settings:
    """The file's settings or the profile's; a name that ends in .txt asks for text."""
    from printworthy.filters.settings import find_profile
    from printworthy.filters.store import read_tables, settings_from
    from printworthy.printing.filtering import OTHERS, choose

    settings = choose(args.profile)
    if args.settings:
        tables = read_tables(args.settings)
        settings = settings_from({**tables, "profile": args.profile} if args.profile else tables, OTHERS)
    suffix = Path(args.output).suffix.lower()
    if suffix in _TEXT and settings.output.form != "text":
        return replace(settings, output=replace(settings.output, form="text"))
    if suffix in _HTML and settings.output.form == "text":
        usual = find_profile("text-only").output
        return replace(settings, output=replace(settings.output, form=usual.form))
    return settings


def _page(args: argparse.Namespace) -> tuple[bytes, str, str]:
    """The page, its address, and the charset that its server named."""
    if not is_web(args.source):
        source = read_source(args.source, args.url)
        return source.html, source.url, ""
    from printworthy.fetch.client import fetch
    from printworthy.fetch.limits import Limits

    with Progress() as tell:
        tell(f"fetching: {args.source}")
        page = fetch(args.source, limits=Limits(seconds=args.timeout))
    return page.content, page.url, page.charset


def _report(filtered: Filtered) -> None:
    told = ", ".join(f"{count} by {name}" for name, count in sorted(filtered.removed.items())) or "nothing"
    print(f"deleted: {told}", file=sys.stderr)
    if filtered.links:
        print(f"links listed at the end: {filtered.links}", file=sys.stderr)
    if filtered.portal:
        print("the page is a portal: its links were left alone", file=sys.stderr)
