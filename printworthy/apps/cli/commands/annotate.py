"""`printworthy annotate`: the local server that takes annotations from the browser extension, and what became of them.

Without further options it serves. The options of the second group read or change the folder, and end.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from printworthy.apps.annotate.progress import disagreements, progress
from printworthy.apps.annotate.queue import add_pages, following
from printworthy.apps.annotate.server import AnnotateStart, serve
from printworthy.apps.annotate.transfer import export_folder, import_folder
from printworthy.apps.cli.outputs import check_folder
from printworthy.errors import UsageError

_ANOTHER: Final = "choose another one with --data"
_NEXT: Final = "copy both into the browser extension's options, then choose 'Annotate this page' in a tab"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotateArguments:
    """What was asked for."""

    start: AnnotateStart
    progress: bool
    disagreements: bool
    check: bool
    next: int | None
    add: tuple[Path, ...] | None
    source: Path | None
    target: Path | None
    format: str
    html: Path | None
    url: str


def run(arguments: AnnotateArguments) -> int:
    """Do the one thing that was asked for, or serve."""
    start = arguments.start
    code = 0
    if arguments.progress:
        code = _progress(start.folder)
    elif arguments.disagreements:
        code = _disagreements(start.folder)
    elif arguments.check:
        code = _check(start.folder)
    elif arguments.next is not None:
        _next(start, arguments.next)
    elif arguments.add is not None:
        _add(start.folder, arguments.add, arguments.url)
    elif arguments.source is not None:
        check_folder(start.folder, _ANOTHER)
        _print_lines(import_folder(start.folder, arguments.source, arguments.format, arguments.html))
    elif arguments.target is not None:
        check_folder(arguments.target, "choose another one with --export")
        _print_lines(export_folder(_existing(start.folder), arguments.target, arguments.format))
    else:
        _serve(start)
    return code


def _serve(start: AnnotateStart) -> None:
    check_folder(start.folder, _ANOTHER)

    def tell(address: str, token: str) -> None:
        told = f"annotations go to {start.folder}\naddress: {address}\ntoken: {token}\n{_NEXT}"
        print(told, file=sys.stderr, flush=True)

    serve(start, tell)


def _progress(folder: Path) -> int:
    found = progress(_existing(folder))
    total = found["total"]
    print(f"{total['annotated']} pages annotated, {total['waiting']} waiting, {total['annotations']} annotations")
    for title in ("labels", "annotators"):
        print(f"{title}: " + (", ".join(f"{name} {count}" for name, count in found[title].items()) or "none"))
    for page in found["pages"]:
        print(f"{page['state']:21} {page['page']}  {page['url']}")
    return _damaged(found["damaged"])


def _disagreements(folder: Path) -> int:
    found = disagreements(_existing(folder))
    print(f"{found['compared']} pages by several annotators, agreement {found['agreement']:.3f}")
    for page in found["pages"]:
        print(f"\n{page['page']}  {page['url']}  agreement {page['agreement']:.3f}")
        for one in page["segments"]:
            said = ", ".join(f"{name}: {label or 'nothing'}" for name, label in one["labels"].items())
            print(f"  {said}\n    {one['xpath']}\n    {one['text'][:100]}")
    return _damaged(found["damaged"])


def _check(folder: Path) -> int:
    from printworthy.train.own.labels import check  # the workshop, which the other acts do not need

    found = check(_existing(folder))
    for line in found.lines:
        print(line)
    counts = ", ".join(f"{count} {way}" for way, count in found.counts.items())
    print(f"{found.pages} pages: {counts or 'no annotations'}")
    return _damaged(found.damaged)


def _next(start: AnnotateStart, count: int) -> None:
    found = following(_existing(start.folder), start.options, count)
    print(found["told"])
    for page in found["pages"]:
        print(f"\n{page['page']}  {page['url']}  doubt {page['doubt']:.3f}")
        for one in page["segments"]:
            print(f"  {one['probability']:.2f} {one['label']:8} {one['xpath']}\n    {one['text'][:100]}")


def _add(folder: Path, pages: Sequence[Path], url: str) -> None:
    if url and len(pages) > 1:
        raise UsageError("--url is the address of one page: add the pages one by one")
    check_folder(folder, _ANOTHER)
    for name in add_pages(folder, pages, url):
        print(f"waiting: {name}")


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _damaged(lines: list[str]) -> int:
    """1 if something could not be read."""
    for line in lines:
        print(f"printworthy: {line}", file=sys.stderr)
    return 1 if lines else 0


def _existing(folder: Path) -> Path:
    if not (folder / "pages").is_dir() and not (folder / "queue").is_dir():
        raise UsageError(f"{folder} holds no annotations: start 'printworthy annotate --data {folder}' first")
    return folder
