import pytest

from printworthy.evaluate.corpora import Sample
from printworthy.evaluate.metrics import MEASURES, Tally, Truth
from printworthy.evaluate.peers import Tool
from printworthy.evaluate.runner import evaluate, guess, language_of


def test_every_tool_sees_every_page_in_turns(tmp_path):
    samples = []
    for number in range(3):
        path = tmp_path / f"{number}.html"
        path.write_bytes(f"<html lang=de>page {number}".encode())
        samples.append(Sample(str(number), path, Truth("page one"), f"https://example.com/{number}", "forum"))
    calls, told = [], []

    def tool(name):
        def extract(page, url):
            calls.append((name, page, url))
            return "page"

        return Tool(name, "1", extract)

    pages = evaluate(
        samples, [tool("a"), tool("b")], [MEASURES["word"]], lambda done, total: told.append((done, total))
    )
    assert [(name, url[-1]) for name, _, url in calls[2:]] == [
        ("a", "0"), ("b", "0"), ("b", "1"), ("a", "1"), ("a", "2"), ("b", "2")
    ]  # fmt: skip
    assert calls[2][1] == b"<html lang=de>page 0"
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert [(page.id, page.page_type, page.language) for page in pages] == [(str(n), "forum", "de") for n in range(3)]
    assert pages[0].tools["b"].tallies == {"word": Tally(1, 1, 1, 2)}
    assert all(page.tools["a"].seconds >= 0 for page in pages)


def test_a_tool_that_fails_has_given_nothing(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(b"page")

    def fail(page, url):
        raise ZeroDivisionError("oh")

    tools = [Tool("bad", "1", fail), Tool("good", "1", lambda page, url: "page")]
    [page] = evaluate([Sample("1", path, Truth("page"))], tools, [MEASURES["word"]], lambda done, total: None)
    assert page.tools["bad"].error == "ZeroDivisionError: oh"
    assert page.tools["bad"].tallies["word"] == Tally(0, 0, 0, 1)
    assert page.tools["good"].error == ""
    assert page.tools["good"].tallies["word"] == Tally(1, 1, 1, 1)


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
