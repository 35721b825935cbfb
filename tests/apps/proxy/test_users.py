"""Who may use the proxy, and who may change its settings for all."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from printworthy.apps.proxy.users import Admins

HOME = "http://printworthy.proxy/"
TOLD = "they are changed on the machine that the proxy runs on"
ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}


def ask(proxy: Any, who: str, method: str = "GET", elsewhere: bool = True, **form: str) -> tuple[int, str]:
    """The settings page for a user, who sits at another machine or at the proxy's own."""
    known = base64.b64encode(f"{who}:secret".encode()).decode()
    headers = {"Proxy-Authorization": f"Basic {known}", **(ELSEWHERE if elsewhere else {})}

    async def call() -> tuple[int, str]:
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, HOME, proxy=proxy.url, headers=headers, data=form or None) as reply,
        ):
            return reply.status, await reply.text()

    return asyncio.run(call())


def token_in(page: str) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page)
    return found[1] if found else ""


@pytest.fixture(scope="module")
def school(make_proxy: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A proxy with an admin, ada, and a pupil, bob."""
    file = tmp_path_factory.mktemp("users") / "users.htpasswd"
    secret = base64.b64encode(hashlib.sha1(b"secret").digest()).decode()  # as `htpasswd -s` writes it
    file.write_text(f"ada:{{SHA}}{secret}\nbob:{{SHA}}{secret}\n", "utf-8")
    return make_proxy("", "--users", f"@{file}", "--admins", "ada")


@pytest.mark.processes
def test_who_is_no_admin_sees_the_settings_and_changes_nothing(school: Any) -> None:
    status, page = ask(school, "bob")
    assert status == 200
    assert f"{TOLD}, or by ada." in page
    assert '<fieldset class="all" disabled>' in page
    assert not token_in(page)
    assert "<button" not in page
    token = token_in(ask(school, "ada")[1])
    status, page = ask(school, "bob", "POST", profile="off", token=token)
    assert status == 403
    assert f"{TOLD}, or by ada." in page
    assert 'value="light" checked>' in ask(school, "bob")[1]


@pytest.mark.processes
@pytest.mark.parametrize(("who", "elsewhere"), [("ada", True), ("bob", False)])
def test_admins_and_who_sits_at_the_machine_may_change_them(school: Any, who: str, elsewhere: bool) -> None:
    for profile in ("reader", "light"):
        token = token_in(ask(school, who, elsewhere=elsewhere)[1])
        status, page = ask(school, who, "POST", elsewhere, profile=profile, token=token)
        assert status == 200
        assert f'value="{profile}" checked>' in page


def flow(host: str, port: int = 50_000) -> Any:
    connection = SimpleNamespace(peername=(host, port))
    return SimpleNamespace(metadata={}, client_conn=connection, request=SimpleNamespace(headers={}))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1"])
def test_the_machine_itself_by_any_of_its_names(host: str) -> None:
    assert Admins().may_change(flow(host))


@pytest.mark.parametrize("host", ["192.168.0.7", "10.0.0.1", "fe80::1", "::ffff:10.0.0.1", "203.0.113.9"])
def test_another_machine(host: str) -> None:
    assert not Admins().may_change(flow(host))


def test_the_proxy_that_asks_itself_for_a_stranger_is_not_the_machine_itself() -> None:
    admins = Admins()
    data: Any = SimpleNamespace(server=SimpleNamespace(sockname=("127.0.0.1", 40_000)))
    admins.server_connected(data)
    assert not admins.may_change(flow("127.0.0.1", 40_000))
    assert admins.may_change(flow("127.0.0.1", 40_001))
    admins.server_disconnected(data)
    assert admins.may_change(flow("127.0.0.1", 40_000))


@pytest.mark.processes
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--users", "anna"], "give NAME:PASSWORD"),
        (["--users", "any"], "give NAME:PASSWORD"),
        (["--users", "anna:a:b"], "give NAME:PASSWORD"),
        (["--users", "@nope"], "@FILE made by htpasswd"),
        (["--users", "@README"], "@FILE made by htpasswd"),
        (["--users", "ldapanna:secret"], "choose another name"),
        (["--admins", "anna"], "with --users"),
        (["--users", "anna:secret", "--admins", "anna, bob"], "'bob', who is no user"),
    ],
)
def test_users_that_nobody_could_be_are_refused_in_one_line(tmp_path: Path, arguments: list[str], told: str) -> None:
    (tmp_path / "README").write_text("no colon here\n", "utf-8")
    command = [sys.executable, "-m", "printworthy", "proxy", "--listen", "127.0.0.1:0", "--folder", "ca", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert told in done.stderr
    assert "secret" not in done.stderr
