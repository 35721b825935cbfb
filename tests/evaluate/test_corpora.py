import gzip
import json

import pytest

from printworthy.errors import InputError, UsageError
from printworthy.evaluate.corpora import LAYOUTS, detect, read_samples, with_truth
from printworthy.evaluate.metrics import MEASURES, Truth


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())


def wcxb(folder):
    label = {
        "url": "https://example.com/1",
        "_internal": {"page_type": {"primary": "forum"}},
        "ground_truth": {"main_content": "The sea.", "with": ["sea"], "without": ["Menu", " ", None]},
    }
    write(folder / "html/0001.html", b"<p>one")
    write(folder / "ground-truth/0001.json", label)
    write(folder / "html/0002.html.gz", gzip.compress(b"<p>two"))
    write(folder / "ground-truth/0002.json", {"ground_truth": {"main_content": "Two", "with": None}})
    write(folder / "html/0003.html", b"<p>empty")
    write(folder / "ground-truth/0003.json", {"url": None, "ground_truth": {"main_content": " \n", "with": ["x"]}})
    write(folder / "ground-truth/0004.json", {"ground_truth": {"main_content": "its page is lost"}})
    return folder


def articles(folder):
    write(folder / "html/b.html.gz", gzip.compress(b"<p>two"))
    write(folder / "html/a.html", b"<p>one")
    write(folder / "ground-truth.json", {"b": {"articleBody": "Two"}, "a": {"articleBody": "One", "url": "http://a.b"},
                                         "c": {"articleBody": "lost"}})  # fmt: skip
    return folder


def snippets(folder):
    write(folder / "pages/deep/one.html", b"<p>one")
    write(folder / "pages/copy/one.html", b"<p>one")
    write(folder / "snippets.json", {"http://a.b": {"file": "cache/one.html", "with": ["One"], "without": ["Menu"]},
                                     "http://a.c": {"file": "lost.html", "with": ["x"], "without": []}})  # fmt: skip
    return folder / "snippets.json"


def texts(folder):
    write(folder / "html/x.html", b"<p>one")
    write(folder / "text/x.txt", "\ufeff船".encode())
    return folder


CASES = {
    "wcxb": (wcxb, [
        ("0001", "https://example.com/1", "forum", Truth("The sea.", ("sea",), ("Menu",)), b"<p>one"),
        ("0002", "", "", Truth("Two"), b"<p>two"),
    ]),
    "articles": (articles, [
        ("a", "http://a.b", "article", Truth("One"), b"<p>one"),
        ("b", "", "article", Truth("Two"), b"<p>two"),
    ]),
    "snippets": (snippets, [("one.html", "http://a.b", "", Truth("", ("One",), ("Menu",)), b"<p>one")]),
    "texts": (texts, [("x", "", "", Truth("船"), b"<p>one")]),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts_are_found_and_read(name, tmp_path):
    make, expected = CASES[name]
    data = make(tmp_path)
    layout = detect(data)
    assert layout.name == name
    samples = read_samples(data, layout)
    assert [(one.id, one.url, one.page_type, one.truth, one.read()) for one in samples] == expected


def test_a_layout_has_a_measure_that_exists():
    assert {layout.measure for layout in LAYOUTS.values()} <= set(MEASURES)


def test_pages_may_lie_elsewhere(tmp_path):
    data = snippets(tmp_path)
    write(tmp_path / "elsewhere/one.html", b"<p>other")
    assert read_samples(data, LAYOUTS["snippets"], tmp_path / "elsewhere")[0].read() == b"<p>other"


def test_different_pages_of_one_name_are_refused(tmp_path):
    data = snippets(tmp_path)
    write(tmp_path / "pages/third/one.html", b"<p>another")
    with pytest.raises(UsageError, match="--pages"):
        read_samples(data, LAYOUTS["snippets"])


@pytest.mark.parametrize(
    ("files", "error", "says"),
    [
        ({}, UsageError, "docs/evaluate"),
        ({"ground-truth.json": b"{"}, InputError, "JSON"),
        ({"ground-truth.json": b"[]"}, InputError, "JSON object"),
        ({"ground-truth.json": b"{}"}, InputError, "holds no pages"),
    ],
)
def test_what_is_no_corpus_is_named(tmp_path, files, error, says):
    for name, content in files.items():
        write(tmp_path / name, content)
    with pytest.raises(error, match=says):
        read_samples(tmp_path, detect(tmp_path))


def test_a_path_that_does_not_exist_is_named(tmp_path):
    with pytest.raises(UsageError, match="does not exist"):
        detect(tmp_path / "nowhere")


def test_pages_without_what_is_counted_are_left_out(tmp_path):
    samples = read_samples(wcxb(tmp_path), LAYOUTS["wcxb"])
    assert [one.id for one in with_truth(samples, MEASURES["word"])] == ["0001", "0002"]
    assert [one.id for one in with_truth(samples, MEASURES["snippet"])] == ["0001"]


def test_a_measure_that_nothing_can_be_counted_in_is_refused(tmp_path):
    with pytest.raises(UsageError, match="--measure"):
        with_truth(read_samples(texts(tmp_path), LAYOUTS["texts"]), MEASURES["snippet"])
