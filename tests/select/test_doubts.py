"""Error pages, logins and walls of consent lose their confidence; articles about them do not."""

from __future__ import annotations

import pytest

import printworthy
from printworthy.select.doubts import LEFT, doubt

STORY = "The ferry came at nine, as it had done since the war, and the men on the pier took the ropes. "


@pytest.mark.parametrize(
    "head",
    ["Page not found", "404 | The Courier", "Seite nicht gefunden", "Just a moment...", "页面不存在", "Access Denied"],
)
def test_error_pages(head: str) -> None:
    assert doubt((head, ""), STORY) == LEFT
    assert doubt(("The ferry", head), STORY) == LEFT
    assert doubt((head, ""), STORY * 20) == 1, "an article about it is longer"


@pytest.mark.parametrize("head", ["Log in | The Courier", "Please sign in", "Anmelden", "Iniciar sesión", "登录"])
def test_logins(head: str) -> None:
    assert doubt((head, ""), STORY) == LEFT
    assert doubt(("Sign in the sky", "The login that failed"), STORY) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Harbour App\n\nYou need to enable JavaScript to run this app.",
        "This site requires JavaScript.",
        "JavaScript is disabled in your browser.",
        "Bitte JavaScript aktivieren, um die Seite zu sehen.",
    ],
)
def test_pages_that_ask_for_scripts(text: str) -> None:
    assert doubt(("Harbour App", ""), text) == LEFT
    assert doubt(("Harbour App", ""), text + STORY * 3) == 1, "an article about it is longer"


def test_no_text_is_no_article() -> None:
    assert doubt(("The ferry",), " ") == 0


def test_walls_of_consent() -> None:
    wall = (
        "We and our 187 partners use cookies for personalised advertising. Accept, or manage your consent and privacy."
    )
    assert doubt(("The ferry",), wall) == LEFT
    assert doubt(("The ferry",), STORY + "She accepted a cookie.") == 1


def test_a_saved_error_page_is_no_article() -> None:
    said = "We are terribly sorry, but the page that you were looking for has moved, or was never here at all. "
    page = f"<title>Page not found</title><main><article><h1>Oh no!</h1><p>{said * 2}</p><p>{said}</p></article></main>"
    assert printworthy.extract(page).page_type == "none"


def test_a_text_of_links_is_doubtful() -> None:
    assert doubt(("The Harbour Courier",), STORY * 9, linked=0.95) == 0.5
    assert doubt(("The Harbour Courier",), STORY * 9, linked=0.5) == 1
