from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from printworthy.errors import UsageError
from printworthy.options import Options


def test_defaults() -> None:
    options = Options()
    assert (options.method, options.images, options.links, options.comments) == ("learned", "relevant", True, False)
    assert options.model is None


@pytest.mark.parametrize(
    "good",
    [{"method": "visual"}, {"images": "none", "links": False}, {"model": "own.model"}, {"model": Path("own.model")}],
)
def test_good(good: dict[str, Any]) -> None:
    options = Options(**good)
    assert {name: getattr(options, name) for name in good} == good


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ({"method": ""}, "method's name"),
        ({"method": "no such"}, "method's name"),
        ({"method": None}, "method's name"),
        ({"images": "some"}, "relevant, all, none"),
        ({"images": True}, "relevant, all, none"),
        ({"links": "yes"}, "True or False"),
        ({"comments": 1}, "True or False"),
        ({"model": ""}, "path of a model file"),
        ({"model": 7}, "path of a model file"),
    ],
)
def test_bad(bad: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        Options(**bad)


def test_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Options().links = False  # type: ignore[misc]
