"""The methods by name."""

from __future__ import annotations

import pytest

from printworthy.apps.cli.argument_groups import METHODS as TOLD
from printworthy.errors import UsageError
from printworthy.methods.registry import METHODS, find_method
from printworthy.options import Options
from printworthy.reading.extract import extract


def test_help_names_them_all() -> None:
    assert tuple(METHODS) == TOLD


def test_unknown() -> None:
    with pytest.raises(UsageError, match="visual"):
        find_method("magic")


@pytest.mark.parametrize("name", [name for name in METHODS if name != "learned"])
def test_each_takes_any_page(name: str) -> None:
    for html in ("<p>", "<p>Hello, world.</p>", "<title>x</title>"):
        article = extract(html, options=Options(method=name))
        assert 0 <= article.confidence <= 1
        assert len(article.trace.segments) == len(article.trace.kept)
