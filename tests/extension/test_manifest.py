"""The manifest is one that Chromium and Firefox both take, and asks for as little as it can."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest

from printworthy.version import VERSION

ROOT = Path(__file__).resolve().parents[2] / "extension"
# What both browsers know in version 3; `minimum_chrome_version` is Chromium's, `browser_specific_settings` Firefox's.
KNOWN = {
    "manifest_version", "name", "version", "description", "minimum_chrome_version", "browser_specific_settings",
    "icons", "action", "background", "options_ui", "permissions", "optional_host_permissions",
    "content_security_policy", "commands",
}  # fmt: skip
BANNED = (
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|createContextualFragment|setHTML"
)
SPEAKING = r"\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|RTCPeerConnection|importScripts"
SOURCES = sorted(ROOT.rglob("*.js"))


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    return json.loads((ROOT / "manifest.json").read_text("utf-8"))


def test_what_both_browsers_ask_for(manifest: dict[str, Any]) -> None:
    assert manifest["manifest_version"] == 3
    assert set(manifest) == KNOWN
    assert manifest["version"] == VERSION
    assert re.fullmatch(r"\d{1,9}(\.\d{1,9}){0,3}", VERSION)
    assert len(manifest["name"]) <= 45
    assert len(manifest["description"]) <= 132


def test_the_background_is_a_worker_here_and_a_page_there(manifest: dict[str, Any]) -> None:
    background = manifest["background"]
    assert background == {"service_worker": "background.js", "scripts": ["background.js"], "type": "module"}
    # Both of them have taken both keys since 121.
    assert int(manifest["minimum_chrome_version"]) >= 121
    gecko = manifest["browser_specific_settings"]["gecko"]
    # 128 was the first with optional_host_permissions, 140 (on phones 142) with data_collection_permissions.
    assert float(gecko["strict_min_version"]) >= 140
    assert float(manifest["browser_specific_settings"]["gecko_android"]["strict_min_version"]) >= 142
    assert re.fullmatch(r"[\w.-]+@[\w.-]+", gecko["id"])
    assert gecko["data_collection_permissions"]["required"] == ["websiteContent"]


def test_permissions_are_few(manifest: dict[str, Any]) -> None:
    assert manifest["permissions"] == ["activeTab", "contextMenus", "scripting", "storage"]
    assert manifest["optional_host_permissions"] == ["http://*/*", "https://*/*"]


def test_own_pages_run_own_scripts_only(manifest: dict[str, Any]) -> None:
    told = manifest["content_security_policy"]["extension_pages"]
    policy = dict(part.strip().split(" ", 1) for part in told.split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-src"] == "blob:"
    assert "http" not in policy["img-src"] + policy["style-src"] + policy["font-src"]


def test_commands_follow_the_rules(manifest: dict[str, Any]) -> None:
    keys = [one["suggested_key"]["default"] for one in manifest["commands"].values() if "suggested_key" in one]
    assert len(keys) == len(set(keys)) <= 4  # Chromium's most
    assert all(re.fullmatch(r"(Ctrl|Alt|Command)\+Shift\+[A-Z0-9]", key) for key in keys)
    assert all(one["description"] for one in manifest["commands"].values())


def test_every_file_that_is_named_is_there(manifest: dict[str, Any]) -> None:
    action = manifest["action"]
    named = [*manifest["icons"].values(), *action["default_icon"].values(), action["default_popup"],
             manifest["options_ui"]["page"], *manifest["background"]["scripts"]]  # fmt: skip
    pages = sorted(ROOT.rglob("*.html"))
    for page in pages:
        parts = re.findall(r'(?:src|href)="([^"#]+)"', page.read_text("utf-8"))
        named += [(page.parent / part).resolve().relative_to(ROOT.resolve()).as_posix() for part in parts]
    for script in SOURCES:
        parts = re.findall(r'(?:from|import) "(\.[^"]+)"', script.read_text("utf-8"))
        named += [(script.parent / part).resolve().relative_to(ROOT.resolve()).as_posix() for part in parts]
    inject = (ROOT / "lib/inject.js").read_text("utf-8")
    injected = re.findall(r'"(\w+)"', "".join(re.findall(r"= \[(.*?)\];", inject, re.S)))
    named += [f"content/{name}.js" for name in injected]
    assert [name for name in named if not (ROOT / name).is_file()] == []
    content = {path.relative_to(ROOT).as_posix() for path in (ROOT / "content").iterdir()}
    assert content <= set(named), "a content script that nobody injects"


@pytest.mark.parametrize("size", [16, 32, 48, 128])
def test_icons_have_their_size(size: int) -> None:
    head = (ROOT / "icons" / f"{size}.png").read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == (size, size)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_text_becomes_markup_or_code(path: Path) -> None:
    code = re.sub(r"^\s*//.*$", "", path.read_text("utf-8"), flags=re.M)
    assert not re.findall(BANNED, code)
    speaks = re.findall(SPEAKING, code)
    assert speaks == (["fetch("] if path.name == "wire.js" else [])
    assert not re.findall(r"https?://(?!127\.0\.0\.1|www\.w3\.org/1999/xhtml)\w", code)
    assert len(path.read_text("utf-8").splitlines()) <= 300
    assert all(len(line) <= 120 for line in path.read_text("utf-8").splitlines())
