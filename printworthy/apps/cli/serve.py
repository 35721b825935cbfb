"""`printworthy serve`: the web printing service, with its page at `/` and its calls under `/v1`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from printworthy.apps.cli.outputs import check_folder
from printworthy.base.memory import undisturbed
from printworthy.errors import UsageError

if TYPE_CHECKING:
    from printworthy.apps.service.settings import Settings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb and its arguments."""
    parser = subparsers.add_parser("serve", help="print pages for others, over HTTP", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: %(default)s)")
    parser.add_argument("--port", metavar="N", type=_port, default=8000, help="default: %(default)s; 0: a free one")
    parser.add_argument("--quiet", action="store_true", help="log failures only")
    parser.add_argument("--model", metavar="FILE", type=Path, help="a model of your own instead of the built-in one")
    _add_access(parser)
    _add_work(parser)
    _add_cluster(parser)


def _add_access(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("who may call")
    group.add_argument("--token-file", metavar="FILE", type=Path, help="tokens, one a line; # begins a comment")
    group.add_argument("--public", action="store_true", help="let everybody in, wherever they are")
    group.add_argument("--name", metavar="HOST", action="append", default=[], help="a name that it is called by")
    group.add_argument("--origin", metavar="URL", action="append", default=[], help="a site whose scripts may call")
    group.add_argument("--proxy", metavar="IP", action="append", default=[], help="a reverse proxy that is believed")
    group.add_argument("--rate", metavar="N", type=_number, default=10.0, help="calls a second and caller; 0: any")
    group.add_argument("--burst", metavar="N", type=_count, default=40, help="calls at once (default: %(default)s)")
    group.add_argument("--quota", metavar="N", type=_count, default=0, help="pages a day and caller; 0: any")


def _add_work(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what it may cost")
    group.add_argument("--workers", metavar="N", type=_count, help="processes (default: one a processor)")
    group.add_argument("--queue", metavar="N", type=_count, default=32, help="calls that may wait (default: 32)")
    group.add_argument("--seconds", metavar="S", type=_number, default=60.0, help="a call may take (default: 60)")
    group.add_argument("--page-seconds", metavar="S", type=_number, default=20.0, help="a page may take (default: 20)")
    group.add_argument("--megabytes", metavar="N", type=_count, default=1024, help="a worker may hold (default: 1024)")
    group.add_argument("--browsers", metavar="N", type=_count, default=1, help="warm browsers (default: 1)")
    group.add_argument("--folder", metavar="DIR", type=Path, help="where jobs and fetched pages are kept")
    group.add_argument("--no-folder", action="store_true", help="keep nothing on disk, and take no jobs")


def _add_cluster(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("many machines")
    told = "do the work on Ray: on the cluster at an address (or auto), or on one that is started here"
    group.add_argument("--cluster", metavar="ADDRESS", nargs="?", const="own", help=told)
    told = "how many of a kind, always and under load (default: 1, or 2 on several machines; one a core)"
    group.add_argument("--replicas", metavar="LEAST:MOST", type=_span, default=(0, 0), help=told)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    with undisturbed():
        from printworthy.apps.service.server import open_log, serve

    settings = settings_of(args)
    if settings.token is not None:
        check_folder(settings.token.parent, "choose another one with --folder, or --no-folder to keep nothing")
    if settings.model is not None:  # workers load it; a file that is none is told now, not by every call
        from printworthy.model.store import load_model

        load_model(settings.model)
    open_log(args.quiet)

    def ready(address: str) -> None:
        print(_told(address, settings), file=sys.stderr, flush=True)

    if args.cluster:
        from printworthy.apps.service.cluster.serve import serve_cluster

        serve_cluster(settings, args.cluster, args.replicas, ready)
    else:
        serve(settings, ready)
    return 0


def _told(address: str, settings: Settings) -> str:
    """What stands on the screen when calls are taken."""
    token = f"; the browser extension's token is in {settings.token}" if settings.token else ""
    return f"printworthy serves at {address}{token}"


def settings_of(args: argparse.Namespace) -> Settings:
    """The settings that the arguments ask for."""
    from printworthy.apps.service.settings import Access, Jobs, Settings, Work, default_folder

    folder = None if args.no_folder else args.folder or default_folder()
    workers = {"workers": args.workers} if args.workers is not None else {}
    return Settings(
        host=args.host,
        port=args.port,
        seconds=args.seconds,
        work=Work(
            queue=args.queue,
            seconds=args.page_seconds,
            megabytes=args.megabytes,
            browsers=args.browsers,
            **workers,
        ),
        access=Access(
            tokens=_tokens(args.token_file),
            public=args.public,
            hosts=tuple(name.lower() for name in args.name),
            origins=tuple(args.origin),
            proxies=tuple(args.proxy),
            rate=args.rate,
            burst=args.burst,
            quota=args.quota,
        ),
        jobs=Jobs(folder=folder / "jobs" if folder else None),
        cache=folder / "pages" if folder else None,
        model=args.model,
        token=folder / "token" if folder else None,
    )


def _tokens(path: Path | None) -> tuple[str, ...]:
    """The tokens of a file; they are no argument, because arguments can be read by everybody on the machine."""
    if path is None:
        return ()
    try:
        lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read ({error}): check its name and its permissions") from None
    found = tuple(line for line in lines if line and not line.startswith("#"))
    if not found:
        raise UsageError(f"{path} holds no token: write one a line")
    return found


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give 0 to 65535")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number: give 0 or more")
    return int(text)


def _span(text: str) -> tuple[int, int]:
    least, _, most = text.partition(":")
    found = (_count(least), _count(most or least))
    if not 1 <= found[0] <= found[1]:
        raise argparse.ArgumentTypeError(f"{text!r} is no range: give such as 2:8")
    return found


def _number(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number: give 0 or more")
    return found
