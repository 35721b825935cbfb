from printworthy.evaluate.corpora import Sample
from printworthy.evaluate.metrics import MEASURES, Tally, Truth
from printworthy.evaluate.peers import Tool
from printworthy.evaluate.runner import evaluate


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
