"""A Firefox without a window, and the protocol that drives it: Marionette, JSON messages over TCP on loopback."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

FIREFOX = shutil.which("firefox-esr")
PATIENCE = 60.0  # seconds
# A free port is taken; whatever is not on loopback goes to a port where nobody listens.
PREFERENCES: dict[str, object] = {
    "marionette.port": 0, "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9,
}  # fmt: skip
Found = TypeVar("Found")


def wait(look: Callable[[], Found], what: str) -> Found:
    """Look again and again until something is found."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


class Marionette:
    """A session with a Firefox. Scripts run with the browser's own rights, in the page or in its window."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=2 * PATIENCE)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._read()  # it greets first
        self.send("WebDriver:NewSession")

    def send(self, command: str, **parameters: object) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(f"{len(message)}:".encode() + message)
        _, _, error, result = self._read()
        if error:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def _read(self) -> Any:
        length = b""
        while (sign := self._file.read(1)) != b":":
            if not sign:
                raise ConnectionError("the browser is gone")
            length += sign
        return json.loads(self._file.read(int(length)))

    def script(self, code: str, *args: object) -> Any:
        return self.send("WebDriver:ExecuteScript", script=code, args=args, sandbox="system")

    @contextmanager
    def window(self) -> Iterator[None]:
        """Within this block scripts and keys are for the browser's window, not for the page in it."""
        self.send("Marionette:SetContext", value="chrome")
        yield
        self.send("Marionette:SetContext", value="content")

    def mouse(self, *steps: dict[str, object]) -> None:
        hand = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.send("WebDriver:PerformActions", actions=[hand])

    def keys(self, *keys: str) -> None:
        """Press keys together."""
        steps = [{"type": "keyDown", "value": key} for key in keys]
        steps += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.send("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": steps}])

    def close(self) -> None:
        self._file.close()
        self._socket.close()


@contextmanager
def firefox(profile: Path) -> Iterator[Marionette]:
    """A Firefox with a new profile, for as long as the block lasts."""
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines))
    command = [str(FIREFOX), "-headless", "-marionette", "--remote-allow-system-access", "--profile", str(profile)]
    command += ["--width", "1200", "--height", "1100"]
    home = {**os.environ, "HOME": str(profile)}
    process = subprocess.Popen(command, env=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    chosen = profile / "MarionetteActivePort"
    try:
        session = Marionette(int(wait(lambda: chosen.exists() and chosen.read_text(), "Firefox")))
        yield session
        session.send("Marionette:Quit", flags=["eForceQuit"])
        session.close()
        process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()
