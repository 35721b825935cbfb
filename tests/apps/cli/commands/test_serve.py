"""`printworthy serve`: its arguments. That it serves is seen in tests/apps/service/test_faults.py."""

from __future__ import annotations

import argparse
import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from printworthy.apps.cli.command_line import read_arguments
from printworthy.apps.cli.commands import serve
from printworthy.apps.cli.main import main
from printworthy.apps.cli.verbs import add_serve
from printworthy.apps.service.settings import ServiceSettings
from printworthy.base.guard import STRICT
from printworthy.errors import UsageError


@pytest.fixture(autouse=True)
def log() -> Iterator[None]:
    """The service's log as it was: the command writes it to a standard error that ends with the test."""
    service = logging.getLogger("printworthy.service")
    before = service.handlers[:], service.propagate, service.level
    yield
    service.handlers[:], service.propagate = before[:2]
    service.setLevel(before[2])


def settings(*arguments: str) -> ServiceSettings:
    parser = argparse.ArgumentParser()
    add_serve(parser)
    return serve.settings_of(read_arguments(serve.ServeArguments, parser.parse_args(arguments)))


def test_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    found = settings()
    assert (found.host, found.port, found.policy) == ("127.0.0.1", 8000, STRICT)
    assert found.jobs.folder == tmp_path / "printworthy" / "service" / "jobs"
    assert found.token == tmp_path / "printworthy" / "service" / "token"
    nothing = settings("--no-folder")
    assert (nothing.jobs.folder, nothing.cache, nothing.token) == (None, None, None)


def test_tokens_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text("# who may\n\ncorrect-horse-battery\n")
    found = settings("--host", "0.0.0.0", "--token-file", str(path), "--name", "Print.example.org", "--quota", "9")
    assert found.access.tokens == ("correct-horse-battery",)
    assert found.access.hosts == ("print.example.org",)
    assert found.access.quota == 9
    path.write_text("# nobody\n")
    with pytest.raises(UsageError, match="holds no token"):
        settings("--token-file", str(path))
    with pytest.raises(UsageError, match="cannot be read"):
        settings("--token-file", str(tmp_path / "missing"))


def test_off_loopback_it_asks_for_a_decision(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--host", "0.0.0.0", "--no-folder"]) == UsageError.exit_code
    assert "--public" in capsys.readouterr().err
    assert settings("--host", "0.0.0.0", "--public", "--no-folder").access.public


@pytest.mark.parametrize(
    "arguments",
    [["--port", "x"], ["--port", "70000"], ["--rate", "-1"], ["--rate", "nan"], ["--queue", "-1"], ["--seconds", "x"]],
)
def test_numbers_that_are_none(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        settings(*arguments)


@pytest.mark.parametrize("arguments", [["--workers", "0"], ["--megabytes", "1"], ["--page-seconds", "0"]])
def test_limits_that_allow_nothing(arguments: list[str]) -> None:
    with pytest.raises(UsageError):
        settings(*arguments)


@pytest.mark.processes
def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--no-folder"]) == UsageError.exit_code
    assert "choose another --port" in capsys.readouterr().err
