"""Whoever enters a door without its libraries hears which extra to install."""

from __future__ import annotations

import sys

import pytest

from printworthy.base.extras import need
from printworthy.errors import MissingExtraError


@pytest.mark.parametrize("libraries", [(), ("json",), ("json", "wave")])
def test_what_is_there_is_not_loaded(libraries: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "wave", raising=False)
    need("pdf", "PDF", *libraries)
    assert "wave" not in sys.modules


@pytest.mark.parametrize("libraries", [("no_such_library",), ("json", "no_such_library")])
def test_what_is_missing_is_told(libraries: tuple[str, ...]) -> None:
    with pytest.raises(MissingExtraError, match=r"^PDF needs the extra 'pdf': "):
        need("pdf", "PDF", *libraries)
