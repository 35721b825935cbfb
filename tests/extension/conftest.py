"""One Chromium with the extension for all tests of a module, a site, and the servers that it talks to."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.extension.kit import Hand, Recorder

pytest.importorskip("playwright.sync_api")
HAS_CHROMIUM = Path("/usr/lib/chromium/chromium").exists() or shutil.which("chromium") is not None


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """Not for longer than a module: the browser's driver does not bear another one beside it."""
    from tests.extension.kit import launched

    if not HAS_CHROMIUM:
        pytest.skip("Chromium is not installed")
    with launched(tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    from tests.extension.kit import Recorder, serving

    made = Recorder()
    with serving(made.handler()) as port:
        made.address = f"http://127.0.0.1:{port}"
        yield made


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the real annotation server stores what it gets."""
    return tmp_path_factory.mktemp("annotations")


@pytest.fixture(name="annotations", scope="session")
def annotation_server(folder: Path) -> Iterator[str]:
    """The real annotation server, on a port of its own."""
    uvicorn = pytest.importorskip("uvicorn")
    pytest.importorskip("fastapi")
    from printworthy.apps.annotate.app import AnnotateSettings, create_app
    from printworthy.apps.annotate.store import Store
    from tests.extension.kit import TOKEN

    app = create_app(AnnotateSettings(Store(folder), TOKEN))
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    listener.close()
