from __future__ import annotations

import pytest

from printworthy.apps.batch.settings import check_language, covers
from printworthy.errors import UsageError


@pytest.mark.parametrize("tag", ["en", "pt-BR", "ZH-cn", "zh-Hans", "zh-Hant-TW", "es-419", "gsw", "de-CH-1996"])
def test_tags(tag: str) -> None:
    check_language(tag)


@pytest.mark.parametrize(
    ("tag", "advice"),
    [
        ("english", "did you mean en?"),
        ("Deutsch", "did you mean de?"),
        ("cn", "did you mean zh?"),
        ("xx", "give tags like en or pt-BR"),
        ("klingon", "give tags like en or pt-BR"),
        ("en_US", "give tags like en or pt-BR"),
    ],
)
def test_what_is_no_tag(tag: str, advice: str) -> None:
    with pytest.raises(UsageError) as raised:
        check_language(tag)
    assert str(raised.value) == f"{tag!r} is no language: {advice}"


@pytest.mark.parametrize(
    ("wanted", "language", "yes"),
    [
        ("zh-CN", "zh", True),
        ("zh-CN", "zh-cn", True),
        ("zh-CN", "zh-Hans-CN", True),
        ("zh-CN", "zh-Hans", True),
        ("zh-CN", "zh-TW", False),
        ("zh-Hans", "zh-Hant-TW", False),
        ("pt", "pt-BR", True),
        ("pt-BR", "pt-PT", False),
        ("en", "de", False),
        ("en", "", False),
        ("es", "est", False),
    ],
)
def test_what_a_tag_covers(wanted: str, language: str, yes: bool) -> None:
    assert covers(wanted, language) is yes
