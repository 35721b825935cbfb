import pytest

from printworthy.evaluate.language import guess, language_of


@pytest.mark.parametrize(
    ("html", "text", "expected"),
    [
        (b'<!doctype html><html class="x" lang="de-AT"><p>', "the sea and the ship", "de"),
        (b"<HTML LANG=fr>", "", "fr"),
        (b"<html xml:lang='pt' lang='en_US'>", "", "en"),
        (b"<html><div lang='de'>", "The sea was calm and the ship of the line was in the bay.", "en"),
        (b"<html lang=''>", "Das ist der Hafen und die See ist ruhig.", "de"),
        (b"", "", "?"),
    ],
)
def test_language_is_declared_or_guessed(html, text, expected):
    assert language_of(html, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("海上的船在港口里，天气很好。", "zh"),
        ("船は港にあります。天気がいいです。", "ja"),
        ("배가 항구에 있습니다.", "ko"),
        ("Корабль стоит в порту.", "ru"),
        ("السفينة في الميناء", "ar"),
        ("Le navire est dans le port et la mer est calme pour les marins.", "fr"),
        ("El barco que está en el puerto y los marineros de la ciudad.", "es"),
        ("Statek jest w porcie i nie ma się do kogo zwrócić.", "pl"),
        ("12 345", "?"),
    ],
)
def test_guess(text, expected):
    assert guess(text) == expected
