"""`printworthy serve`: the web printing service, with its page at `/` and its calls under `/v1`."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from printworthy.apps.cli.outputs import check_folder
from printworthy.apps.service.settings import Access, Jobs, ServiceSettings, WorkLimits, default_folder
from printworthy.base.memory import undisturbed
from printworthy.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeArguments:
    """What was asked for."""

    host: str
    port: int
    quiet: bool
    model: Path | None
    token_file: Path | None
    access: Access
    workers: int | None
    queue: int
    seconds: float
    page_seconds: float
    megabytes: int
    browsers: int
    folder: Path | None
    no_folder: bool
    cluster: str | None
    replicas: tuple[int, int]


def run(arguments: ServeArguments) -> int:
    """Serve until interrupted."""
    with undisturbed():
        from printworthy.apps.service.server import open_log, serve  # loaded without looking for what is over

    settings = settings_of(arguments)
    if settings.token is not None:
        check_folder(settings.token.parent, "choose another one with --folder, or --no-folder to keep nothing")
    if settings.model is not None:  # workers load it; a file that is none is told now, not by every call
        from printworthy.model.store import load_model  # numpy, which this process does not need

        load_model(settings.model)
    open_log(arguments.quiet)

    def ready(address: str) -> None:
        print(_told(address, settings), file=sys.stderr, flush=True)

    if arguments.cluster:
        from printworthy.apps.service.cluster.serve import serve_cluster  # it needs the extra

        serve_cluster(settings, arguments.cluster, arguments.replicas, ready)
    else:
        serve(settings, ready)
    return 0


def _told(address: str, settings: ServiceSettings) -> str:
    """What stands on the screen when calls are taken."""
    token = f"; the browser extension's token is in {settings.token}" if settings.token else ""
    return f"printworthy serves at {address}{token}"


def settings_of(arguments: ServeArguments) -> ServiceSettings:
    """The settings that the arguments ask for."""
    folder = None if arguments.no_folder else arguments.folder or default_folder()
    workers = {"workers": arguments.workers} if arguments.workers is not None else {}
    return ServiceSettings(
        host=arguments.host,
        port=arguments.port,
        seconds=arguments.seconds,
        work=WorkLimits(
            queue=arguments.queue,
            seconds=arguments.page_seconds,
            megabytes=arguments.megabytes,
            browsers=arguments.browsers,
            **workers,
        ),
        access=replace(arguments.access, tokens=_tokens(arguments.token_file)),
        jobs=Jobs(folder=folder / "jobs" if folder else None),
        cache=folder / "pages" if folder else None,
        model=arguments.model,
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
