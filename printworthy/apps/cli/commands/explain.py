"""`printworthy explain`: a page in, one page out that shows what was kept and dropped, by which step, and why."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass

from printworthy.apps.cli.arguments import PageArguments
from printworthy.apps.cli.outputs import check_suffix, own_name
from printworthy.apps.cli.saved_page import SavedPage, local_pictures, read_source
from printworthy.apps.cli.terminal import Progress, write_stdout
from printworthy.apps.explain.gather import Explanation, gather
from printworthy.apps.explain.page import explain_page
from printworthy.base.urls import is_web
from printworthy.data.article import Resource
from printworthy.fetching.client import fetch
from printworthy.writers.save import check_target, save_bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainArguments:
    """What was asked for."""

    source: str
    output: str
    page: PageArguments


def run(arguments: ExplainArguments) -> int:
    """Read, gather, write."""
    check_suffix(arguments.output, (".html", ".htm"))
    path = _path(arguments.output)
    target = check_target(path) if path else None
    source = _source(arguments.source, arguments.page)
    with Progress() as tell:
        tell(f"reading {arguments.source}")
        explanation = gather(source.html, source.url, arguments.page.options)
        content = explain_page(explanation, _pictures(explanation, source))
    if target is None:
        write_stdout(content)
        return 0
    save_bytes(content, target)
    if arguments.page.verbose or path != arguments.output:
        sys.stderr.write(f"wrote {path}: {len(explanation.accounts)} methods, {len(content):,} bytes\n")
    return 0


def _path(output: str) -> str:
    """The file to write, or "" for standard output; nobody reads a page of HTML on a terminal."""
    if output != "-":
        return output
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return own_name("explain", ".html") if terminal else ""


def _source(name: str, page: PageArguments) -> SavedPage:
    """The one page that SOURCE names; a page of the web is fetched as it is, without its print page and its parts."""
    if not is_web(name):
        return read_source(name, page.url)
    plan = page.plan()
    with Progress() as tell:
        tell(f"fetching: {name}")
        fetched = fetch(name, policy=plan.policy, limits=plan.limits, visitor=plan.visitor)
    return SavedPage(fetched.html, fetched.url, None)


def _pictures(explanation: Explanation, source: SavedPage) -> Mapping[str, Resource]:
    """The pictures of the article that lie beside a saved page."""
    found: dict[str, Resource] = {}
    for account in explanation.accounts:
        if not account.error:
            found |= local_pictures(account.article, source.url, source.folder)
    return found
