"""Dates counted back from today."""

from __future__ import annotations

import datetime

import pytest

from printworthy.metadata.relative import read_relative

NOW = datetime.date(2026, 1, 15)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2 days ago", 2),
        ("3 hours ago", 0),
        ("5 min ago", 0),
        ("vor 3 Tagen", 3),
        ("il y a 2 jours", 2),
        ("hace 4 días", 4),
        ("há 2 dias", 2),
        ("3 giorni fa", 3),
        ("2 dagen geleden", 2),
        ("2 дня назад", 2),
        ("3天前", 3),
        ("3日前", 3),
        ("2일 전", 2),
        ("Yesterday", 1),
        ("gestern", 1),
        ("Today", 0),
        ("今天", 0),
    ],
)
def test_counted_back(text: str, days: int) -> None:
    assert read_relative(text, NOW) == NOW - datetime.timedelta(days=days)


@pytest.mark.parametrize(
    "text", ["10 hours ago", "3 weeks ago", "2 years ago", "45 days ago", "5 min read", "Todays offers", "ago", ""]
)
def test_too_vague(text: str) -> None:
    assert read_relative(text, NOW) is None
