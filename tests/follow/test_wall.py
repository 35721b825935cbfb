"""Lines that sell the rest of an article, where its text ends."""

from __future__ import annotations

import pytest

from printworthy.follow.wall import find_wall, tell_wall

TEXT = "The clock in the tower had stopped."


def found(line: str) -> str:
    return find_wall(["Of clocks", TEXT, line, "Imprint"], [True, True, False, False])


@pytest.mark.parametrize(
    "line",
    [
        "Subscribe now to read the rest of this story",
        "To continue reading, log in or register",
        "This post is for paying subscribers",
        "You’ve reached your limit of free articles",
        "Jetzt weiterlesen mit Courier+",
        "Dieser Artikel ist exklusiv für Abonnenten",
        "La suite est réservée aux abonnés",
        "Suscríbete para seguir leyendo",
        "Per continuare a leggere, abbonati",
        "登录后继续阅读",
        "この記事は有料会員限定です",
    ],
)
def test_walls(line: str) -> None:
    assert found(line) == line


@pytest.mark.parametrize(
    "line",
    [
        "Subscribe to our newsletter",
        "Already a subscriber? Log in",
        "Unlock the full potential of your clocks",
        "Ce service est réservé aux abonnés",
        "Exklusiv für Abonnenten",
        "Continue reading",
        "She went on, to continue reading by the lamp what nobody had read. " * 5,
    ],
)
def test_what_is_none(line: str) -> None:
    assert found(line) == ""


def test_a_long_line_is_told_in_short() -> None:
    wall = f"Subscribe to read more {'of all our stories about the clocks and towers ' * 3}".strip()
    told = tell_wall([TEXT, wall], [True, False])
    assert told.startswith("perhaps not the whole article, which ends with 'Subscribe to read more of all our stories")
    assert told.endswith(" …'")
    assert tell_wall([TEXT], [True]) == ""


def test_only_where_the_text_ends() -> None:
    wall = "Subscribe to read more"
    assert find_wall([wall, *[TEXT] * 5], [False, *[True] * 5]) == ""
    assert find_wall([TEXT, *["menu"] * 20, wall], [True, *[False] * 21]) == ""
    assert find_wall([wall], [False]) == ""
