"""`printworthy proxy`: filters pages for everyone behind it, or serves filtered pages at `/read/<address>`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from printworthy.apps.cli.outputs import check_folder
from printworthy.errors import UsageError


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb and its arguments."""
    parser = subparsers.add_parser("proxy", help="filter pages for everyone behind a proxy", description=__doc__)
    parser.add_argument(
        "--listen", metavar="HOST:PORT", type=_address, default=("127.0.0.1", 8080), help="default: 127.0.0.1:8080"
    )
    parser.add_argument("--settings", metavar="FILE", type=Path, help="a settings file, which the settings page writes")
    parser.add_argument("--folder", metavar="DIR", type=Path, help="where the certificate authority is kept")
    parser.add_argument("--gateway", action="store_true", help="serve /read/<address> instead of being a proxy")
    parser.add_argument("--allow-private", action="store_true", help="let clients reach this machine's own network")
    parser.add_argument("--users", metavar="NAME:PASSWORD", default="", help="who may use it; @FILE is htpasswd's")
    parser.add_argument(
        "--keepers", metavar="NAME[,NAME]", type=_names, default=(), help="users who may change the settings for all"
    )
    parser.add_argument("--trusted", metavar="FILE", type=Path, help="further certificate authorities of servers (PEM)")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from printworthy.apps.proxy.authority import default_folder
    from printworthy.apps.proxy.server import Start, serve, told

    if not (args.users or _is_loopback(args.listen[0])):
        raise UsageError(
            f"--listen {args.listen[0]} lets everybody in who can reach it: say who may, with --users NAME:PASSWORD"
        )
    check_folder(args.folder or default_folder(), "choose another one with --folder")
    start = Start(
        listen=args.listen,
        settings=args.settings,
        folder=args.folder,
        gateway=args.gateway,
        allow_private=args.allow_private,
        users=args.users,
        keepers=args.keepers,
        trusted=args.trusted,
    )
    serve(start, lambda running: print(told(running, args.gateway), file=sys.stderr, flush=True))
    return 0


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 <= int(port) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no address to listen on: give HOST:PORT, such as 127.0.0.1:8080")
    return host.strip("[]"), int(port)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _is_loopback(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")
