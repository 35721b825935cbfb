"""Who reads what strangers wrote can do little else: no network, little memory, folders that are removed."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from printworthy.apps.batch.readers.items import ItemPosition, Raw
from printworthy.apps.batch.sandbox import Sandbox
from printworthy.apps.batch.settings import BatchSettings
from printworthy.apps.proxy.filter_worker import FilterJob
from printworthy.apps.proxy.pool import FilterPool
from printworthy.apps.service.settings import WorkLimits
from printworthy.apps.service.workers import Workers
from printworthy.data.article import Article
from printworthy.data.blocks import Paragraph, Text
from printworthy.errors import WriteError
from printworthy.filters.settings import Settings
from printworthy.render.chromium import RENDER_LIMITS, switches
from printworthy.writers.pdf.pdf_writer import PdfWriter
from printworthy.writers.pdf.typesetter_client import TypesetterLimits

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits are read from Linux's /proc"),
]
ARTICLE = Article(title="T", blocks=(Paragraph((Text("Words."),)),))


def limits(process: int) -> dict[str, str]:
    """The soft limits of a process, by name."""
    lines = Path(f"/proc/{process}/limits").read_text("ascii").splitlines()[1:]
    return {line[:26].strip(): line[26:].split()[0] for line in lines}


def children() -> set[int]:
    """The processes that this one has started and that run."""
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid() and fields[0] != "Z":
                found.add(int(folder.name))
    return found


def secrets_of(process: int) -> list[str]:
    """What a process was given of the environment that is nobody's business."""
    given = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    return [one.decode() for one in given if one.startswith(b"SOMEBODYS_KEY=")]


def has_left_network(process: int) -> bool:
    """Whether the process is in a network of its own; where the system lets nobody leave, that counts as well."""
    probe = "import ctypes; l = ctypes.CDLL(None); print(l.unshare(1 << 30) and l.unshare(5 << 28))"
    refused = subprocess.run([sys.executable, "-c", probe], capture_output=True, check=True).stdout.strip() != b"0"
    return refused or Path(f"/proc/{process}/ns/net").readlink() != Path("/proc/self/ns/net").readlink()


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMEBODYS_KEY", "swordfish")


# --- the proxy's workers ----------------------------------------------------------------------------------------------


def connect() -> str:
    """In a worker: reach for the network in every way."""
    said = []
    for reach in (
        lambda: socket.create_connection(("127.0.0.1", 9), 1),
        lambda: socket.getaddrinfo("example.com", 80),
        lambda: socket.create_server(("127.0.0.1", 0)),
        lambda: subprocess.run(["true"], check=False),
        lambda: os.system("true"),
    ):
        try:
            reach()
            said.append("done")
        except OSError as error:
            said.append("refused" if isinstance(error, PermissionError) or "bind" in str(error) else str(error))
    return " ".join(said)


def devour() -> str:
    """In a worker: hold three gigabytes."""
    try:
        return str(len(bytearray(3 << 30)))
    except MemoryError:
        return "refused"


def remember() -> str:
    """In a worker: what the environment tells that is none of its business."""
    return os.environ.get("SOMEBODYS_KEY", "")


def test_a_worker_of_the_proxy_reaches_nothing() -> None:
    async def use(pool: FilterPool) -> None:
        await pool.warm()
        for work, told in ((connect, "refused refused refused refused refused"), (devour, "refused"), (remember, "")):
            assert await pool._pool.run(work) == told
        (worker,) = pool._pool.pids
        assert limits(worker)["Max core file size"] == "0"
        assert int(limits(worker)["Max address space"]) < 8 << 30
        done = await pool.run(FilterJob(b"<p>A page like any other.</p>", "https://e.example/", Settings()), 60)
        assert b"A page like any other" in done.content
        await pool.close()

    asyncio.run(use(FilterPool(1)))


# --- the typesetter ---------------------------------------------------------------------------------------------------


def test_the_typesetter_is_limited_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = children()
    with PdfWriter(TypesetterLimits(seconds=30, megabytes=1500)) as writer:
        assert writer.write(ARTICLE).startswith(b"%PDF")
        (process,) = children() - before
        assert 1500 << 20 < int(limits(process)["Max address space"]) < 1700 << 20
        assert limits(process)["Max core file size"] == "0"
        assert limits(process)["Max cpu time"].isdecimal()
        environment = Path(f"/proc/{process}/environ").read_bytes()
        assert re.search(rb"HTTPS_PROXY=http://127\.0\.0\.1:9", environment)
        assert not secrets_of(process)
        assert has_left_network(process)
        (folder,) = tmp_path.iterdir()  # it stays for the next document, with nothing of this one
        assert {path.name for path in folder.iterdir()} == {"main.typ", "printworthy.typ", "template", "ahead"}
        assert {path.name for path in folder.rglob("*") if path.is_file() and path.suffix != ".typ"} == set()
    assert not list(tmp_path.iterdir())
    assert children() <= before


def test_a_failed_document_leaves_no_folder_and_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = children()
    with pytest.raises(WriteError):
        PdfWriter(TypesetterLimits(seconds=30, megabytes=1)).write(ARTICLE)
    assert not list(tmp_path.iterdir())
    assert children() <= before


# In a process that is killed while its typesetter works.
TYPESET = """
import sys
from printworthy.data.article import Article
from printworthy.data.blocks import Paragraph, Text
from printworthy.writers.pdf.typesetter_client import TypesetterClient
from printworthy.writers.pdf.pdf_writer import PdfWriter
def stop(*_):
    print("working", flush=True)
    sys.stdin.read()
TypesetterClient.typeset = stop
PdfWriter().write(Article(title="T", blocks=(Paragraph((Text("Words."),)),)))
"""


def test_a_new_typesetter_sweeps_what_a_killed_one_left(root: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", TYPESET]
    with subprocess.Popen(command, cwd=root, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as killed:
        assert killed.stdout is not None
        assert killed.stdout.readline() == b"working\n"
        (left,) = tmp_path.iterdir()
        os.utime(left, (0, 0))
        PdfWriter().write(ARTICLE)
        assert left.exists(), "its owner lives"
        killed.kill()
        killed.wait()
        assert (left / "main.typ").exists()
    os.utime(left, (0, 0))
    PdfWriter().write(ARTICLE)
    assert not list(tmp_path.iterdir())


# --- the service's workers --------------------------------------------------------------------------------------------


def leave_and_wait() -> None:
    """In a worker: leave a file where temporary ones go, and never come back."""
    with tempfile.NamedTemporaryFile(delete=False) as file:
        file.write(b"left")
    threading.Event().wait()


def test_a_worker_of_the_service_reaches_nothing_and_leaves_nothing(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def files() -> list[Path]:
        return list(tmp_path.glob("*/*"))

    async def use() -> None:
        workers = Workers(WorkLimits(workers=1))
        await workers.start()
        try:
            assert await workers.run(connect) == "refused refused refused done done"  # it starts its typesetter
            assert await workers.run(devour) == "refused"
            (pid,) = workers.pids
            assert not secrets_of(pid)
            assert has_left_network(pid)
            call = asyncio.ensure_future(workers.run(leave_and_wait))
            async with asyncio.timeout(60):
                while not files():  # noqa: ASYNC110 - what is waited for has no event
                    await asyncio.sleep(0.01)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
        finally:
            await workers.close()

    asyncio.run(use())
    assert not list(tmp_path.iterdir())


# --- batch, browser ---------------------------------------------------------------------------------------------------


def reach(page: Raw, _settings: BatchSettings) -> str:
    """In a sandbox: what becomes of a page that reaches for the network; the first is there to get warm."""
    return connect() if page.html == "<p>A page" else ""


def test_a_cell_of_a_batch_is_limited_and_ends() -> None:

    sandbox = Sandbox(BatchSettings(maker="tests.attacks.test_privilege:reach"))
    try:
        assert sandbox.extract(Raw(ItemPosition(0), "", "<p>A page")) == "refused refused refused refused refused"
        pid = sandbox.pid
        assert limits(pid)["Max address space"].isdecimal()
        assert limits(pid)["Max core file size"] == "0"
        assert not secrets_of(pid)
        assert has_left_network(pid)
    finally:
        sandbox.close()
    assert not Path(f"/proc/{pid}").exists()


def test_the_browser_has_no_network_of_its_own() -> None:
    told = switches(RENDER_LIMITS)
    assert "--host-resolver-rules=MAP * ~NOTFOUND" in told
    assert not [one for one in told if "remote-debugging-address" in one or "disable-web-security" in one]


# --- the pure core ----------------------------------------------------------------------------------------------------

PURE = """
import sys
from printworthy.base.confine import confine
from printworthy.reading.extract import extract
from printworthy.writers.registry import names, write, writer_for_name
from printworthy.follow.parts import find_links
from printworthy.parse.lexbor import parse_page
from printworthy.printing.filtering import filter_page
import subprocess
confine(4096)
opened = []
def watch(event, args):
    if event == "open" and str(args[1]) not in ("r", "rb", "None"):
        opened.append(args)
sys.addaudithook(watch)
page = open("samples/tower-clock.html", "rb").read()
article = extract(page, "https://e.example/")
for name in names():
    if name != "pdf":
        write(article, writer_for_name(name))
filter_page(page, "https://e.example/", "reader")
find_links(parse_page(page), "https://e.example/")
print(len(article.text), opened)
"""


def test_extracting_and_writing_need_no_network_no_program_and_write_no_file(root: Path) -> None:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PURE], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    size, _, opened = done.stdout.partition(" ")
    assert int(size) > 1000
    assert opened.strip() == "[]"
