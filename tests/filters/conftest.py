"""The chain on a piece of HTML: body in, body out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from printworthy.filters.settings import OFF
from printworthy.printing.filtering import filter_in_full

URL = "https://paper.example/news/story.html"
START = '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>'
Chain = Callable[..., str]


@pytest.fixture
def chain() -> Chain:
    """What is inside the body after a chain with these groups of settings, and nothing else switched on."""

    def call(html: str, url: str = URL, **tables: Any) -> str:
        settings = OFF.changed({"output": {"absolute": False}, **tables})
        whole = filter_in_full(f"{START}{html}</body></html>", url, settings).content
        return whole.removeprefix(START).removesuffix("</body></html>")

    return call
