"""`printworthy annotate`: the local server that takes annotations from the browser extension, and what became of them.

Without further options it serves. The options of the second group read or change the folder, and end.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from printworthy.apps.cli.outputs import check_folder
from printworthy.errors import UsageError
from printworthy.options import Options

# The names in `train.own.formats`, here so that help comes without it.
FORMATS: Final = ("webnews", "wcxb")
_NEXT: Final = "copy both into the browser extension's options, then choose 'Annotate this page' in a tab"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb and its arguments."""
    parser = subparsers.add_parser("annotate", help="take annotations from the browser extension", description=__doc__)
    parser.add_argument("--data", metavar="DIR", type=Path, required=True, help="where the annotations are kept")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: %(default)s)")
    parser.add_argument("--port", type=_port, default=8031, help="default: %(default)s; 0 takes a free one")
    parser.add_argument("--token", help="what clients must send (default: made once, kept in DIR/.token)")
    parser.add_argument("--model", metavar="FILE", help="a model of your own to pre-label with")
    instead = parser.add_argument_group("instead of serving").add_mutually_exclusive_group()
    instead.add_argument("--progress", action="store_true", help="tell how far the annotating is")
    instead.add_argument("--disagreements", action="store_true", help="tell where annotators differ")
    instead.add_argument("--check", action="store_true", help="align all annotations and tell what was not found")
    instead.add_argument("--next", metavar="N", nargs="?", const=5, type=_count, help="the N pages to annotate next")
    instead.add_argument("--add", metavar="PAGE", nargs="+", type=Path, help="put saved pages into the queue")
    instead.add_argument("--import", dest="source", metavar="DIR", type=Path, help="read annotations from a folder")
    instead.add_argument("--export", dest="target", metavar="DIR", type=Path, help="write annotations to a folder")
    parser.add_argument("--format", choices=FORMATS, default="webnews", help="of --import and --export (%(default)s)")
    parser.add_argument("--html", metavar="DIR", type=Path, help="where the pages of --import lie (webnews)")
    parser.add_argument("--url", default="", help="the address of the one page of --add")


def run(args: argparse.Namespace) -> int:
    """Do the one thing that was asked for, or serve."""
    for asked, act in _ACTS.items():
        if getattr(args, asked) not in (None, False):
            return act(args)
    return _serve(args)


def _serve(args: argparse.Namespace) -> int:
    from printworthy.apps.annotate.server import Start, serve

    check_folder(args.data, "choose another one with --data")

    def tell(address: str, token: str) -> None:
        told = f"annotations go to {args.data}\naddress: {address}\ntoken: {token}\n{_NEXT}"
        print(told, file=sys.stderr, flush=True)

    serve(Start(args.data, args.host, args.port, args.token, Options(model=args.model)), tell)
    return 0


def _progress(args: argparse.Namespace) -> int:
    from printworthy.apps.annotate.progress import progress

    found = progress(_existing(args.data))
    total = found["total"]
    print(f"{total['annotated']} pages annotated, {total['waiting']} waiting, {total['annotations']} annotations")
    for title in ("labels", "annotators"):
        print(f"{title}: " + (", ".join(f"{name} {count}" for name, count in found[title].items()) or "none"))
    for page in found["pages"]:
        print(f"{page['state']:21} {page['page']}  {page['url']}")
    return _damaged(found["damaged"])


def _disagreements(args: argparse.Namespace) -> int:
    from printworthy.apps.annotate.progress import disagreements

    found = disagreements(_existing(args.data))
    print(f"{found['compared']} pages by several annotators, agreement {found['agreement']:.3f}")
    for page in found["pages"]:
        print(f"\n{page['page']}  {page['url']}  agreement {page['agreement']:.3f}")
        for one in page["segments"]:
            said = ", ".join(f"{name}: {label or 'nothing'}" for name, label in one["labels"].items())
            print(f"  {said}\n    {one['xpath']}\n    {one['text'][:100]}")
    return _damaged(found["damaged"])


def _check(args: argparse.Namespace) -> int:
    from printworthy.train.own.check import check

    found = check(_existing(args.data))
    for line in found.lines:
        print(line)
    counts = ", ".join(f"{count} {way}" for way, count in found.counts.items())
    print(f"{found.pages} pages: {counts or 'no annotations'}")
    return _damaged(found.damaged)


def _next(args: argparse.Namespace) -> int:
    from printworthy.apps.annotate.queue import following

    found = following(_existing(args.data), Options(model=args.model), args.next)
    print(found["told"])
    for page in found["pages"]:
        print(f"\n{page['page']}  {page['url']}  doubt {page['doubt']:.3f}")
        for one in page["segments"]:
            print(f"  {one['probability']:.2f} {one['label']:8} {one['xpath']}\n    {one['text'][:100]}")
    return 0


def _add(args: argparse.Namespace) -> int:
    from printworthy.apps.annotate.queue import add_pages

    if args.url and len(args.add) > 1:
        raise UsageError("--url is the address of one page: add the pages one by one")
    check_folder(args.data, "choose another one with --data")
    for name in add_pages(args.data, args.add, args.url):
        print(f"waiting: {name}")
    return 0


def _import(args: argparse.Namespace) -> int:
    from printworthy.apps.annotate.transfer import import_folder

    check_folder(args.data, "choose another one with --data")
    for line in import_folder(args.data, args.source, args.format, args.html):
        print(line)
    return 0


def _export(args: argparse.Namespace) -> int:
    from printworthy.apps.annotate.transfer import export_folder

    check_folder(args.target, "choose another one with --export")
    for line in export_folder(_existing(args.data), args.target, args.format):
        print(line)
    return 0


def _damaged(lines: list[str]) -> int:
    """1 if something could not be read."""
    for line in lines:
        print(f"printworthy: {line}", file=sys.stderr)
    return 1 if lines else 0


def _existing(folder: Path) -> Path:
    if not (folder / "pages").is_dir() and not (folder / "queue").is_dir():
        raise UsageError(f"{folder} holds no annotations: start 'printworthy annotate --data {folder}' first")
    return folder


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give 0 to 65535")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of pages: give 1 or more")
    return int(text)


_ACTS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "progress": _progress, "disagreements": _disagreements, "check": _check, "next": _next, "add": _add,
    "source": _import, "target": _export,
}  # fmt: skip
