"""`printworthy filter`: a page in, the same page without its clutter out, as HTML or as plain text."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from printworthy.apps.cli.outputs import check_suffix
from printworthy.apps.cli.saved_page import read_source
from printworthy.apps.cli.terminal import Progress, write_stdout
from printworthy.base.urls import is_web
from printworthy.fetching.limits import Limits
from printworthy.filters.settings import Settings, find_profile
from printworthy.filters.settings_file import read_tables, settings_from
from printworthy.printing.filtering import OTHERS, Filtered, choose, filter_in_full
from printworthy.writers.save import check_target, save_bytes

_HTML: Final = (".html", ".htm")
_TEXT: Final = (".txt", ".text")


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterArguments:
    """What was asked for."""

    source: str
    output: str
    profile: str | None
    settings: Path | None
    url: str
    timeout: float
    verbose: bool


def run(arguments: FilterArguments) -> int:
    """Read, filter, write."""
    check_suffix(arguments.output, (*_HTML, *_TEXT))
    settings = _settings(arguments)
    target = check_target(arguments.output) if arguments.output != "-" else None
    html, url, charset = _page(arguments)
    filtered = filter_in_full(html, url, settings, charset)
    if arguments.verbose:
        _report(filtered)
    content = filtered.content.encode()
    if target is None:
        write_stdout(content)
    else:
        save_bytes(content, target)
    return 0


def _settings(arguments: FilterArguments) -> Settings:
    """The file's settings or the profile's; a name that ends in .txt asks for text."""
    settings = choose(arguments.profile)
    if arguments.settings:
        tables = read_tables(arguments.settings)
        settings = settings_from({**tables, "profile": arguments.profile} if arguments.profile else tables, OTHERS)
    suffix = Path(arguments.output).suffix.lower()
    if suffix in _TEXT and settings.output.form != "text":
        return replace(settings, output=replace(settings.output, form="text"))
    if suffix in _HTML and settings.output.form == "text":
        usual = find_profile("text-only").output
        return replace(settings, output=replace(settings.output, form=usual.form))
    return settings


def _page(arguments: FilterArguments) -> tuple[bytes, str, str]:
    """The page, its address, and the charset that its server named."""
    if not is_web(arguments.source):
        source = read_source(arguments.source, arguments.url)
        return source.html, source.url, ""
    from printworthy.fetching.client import fetch  # 40 ms that a saved page does not need

    with Progress() as tell:
        tell(f"fetching: {arguments.source}")
        page = fetch(arguments.source, limits=Limits(seconds=arguments.timeout))
    return page.content, page.url, page.charset


def _report(filtered: Filtered) -> None:
    told = ", ".join(f"{count} by {name}" for name, count in sorted(filtered.removed.items())) or "nothing"
    print(f"deleted: {told}", file=sys.stderr)
    if filtered.links:
        print(f"links listed at the end: {filtered.links}", file=sys.stderr)
    if filtered.portal:
        print("the page is a portal: its links were left alone", file=sys.stderr)
