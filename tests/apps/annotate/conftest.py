"""A running annotation server in a process of its own, and a client that speaks to it."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

PAGE = """<!doctype html><html lang="en"><head><title>The bridge | Town Paper</title></head><body>
<nav><a href="/">Home</a> <a href="/sport">Sport</a></nav>
<article><h1>The bridge</h1><p class="by">By Ada Wilson, <time datetime="2026-03-04">4 March 2026</time></p>
<p>The old bridge was closed on Monday, because a crack had opened in its second arch.</p>
<p>Engineers will look at it in the coming weeks, said the mayor, and nobody knows the costs yet.</p></article>
<footer>Subscribe to our newsletter for more</footer></body></html>"""


class Answer(NamedTuple):
    status: int
    body: Any
    headers: dict[str, str]


class Server:
    """The command, its address and its token."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        command = [sys.executable, "-m", "printworthy", "annotate", "--data", str(folder), "--port", str(port)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        told = [self.process.stderr.readline() for _ in range(4)]
        assert told[2].startswith("token: "), told
        assert told[3].startswith("copy both into"), told
        self.port = int(told[1].rpartition(":")[2])
        self.token = told[2].split()[1]

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def stop(self) -> int:
        self.process.terminate()
        self.process.communicate()
        return self.process.returncode

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        fields = {"Authorization": f"Bearer {self.token}", **{k.replace("_", "-"): v for k, v in headers.items()}}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, content, {name: value for name, value in fields.items() if value})
            answer = connection.getresponse()
            text = answer.read()
            return Answer(answer.status, json.loads(text) if text else None, dict(answer.getheaders()))
        finally:
            connection.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "data")
    yield running
    running.stop()


def mark(label: str, xpath: str, text: str, **more: Any) -> dict[str, Any]:
    """An annotation of a whole node."""
    whole = {"selected": text, "start": 0, "end": len(text.encode("utf-16-le")) // 2}
    return {"label": label, "xpath": xpath, "text": text, **whole, **more}


def submission(**changes: Any) -> dict[str, Any]:
    """A submission that is right, with some changes."""
    return {
        "version": 1,
        "id": str(uuid4()),
        "annotator": "Ada",
        "url": "https://town.example/bridge",
        "time": "2026-03-05T10:00:00Z",
        "html": PAGE,
        "annotations": [mark("title", "/html[1]/body[1]/article[1]/h1[1]", "The bridge")],
        **changes,
    }
