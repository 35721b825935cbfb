"""Trees in the format of 2016 and in WCXB's layout: imported, exported, identical; marks of our own can be exported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from printworthy.apps.annotate.store import Store
from printworthy.apps.annotate.transfer import export_folder, import_folder
from printworthy.data.annotation import Annotation, Submission, parse_submission
from printworthy.errors import InputError, UsageError
from printworthy.train.own.labels import check
from tests.apps.annotate.conftest import PAGE, mark, submission

BODY = "/html[1]/body[1]/article[1]"
CLOSED = "The old bridge was closed on Monday, because a crack had opened in its second arch."
# By field and id: the text, and the nodes; None for a missing file.
PAIRS = list[list[str]]
TREE: dict[tuple[str, str], tuple[str, PAIRS | None]] = {
    ("Title", "790140"): (" The bridge", [[f"{BODY}/h1[1]/text()[1]", "The bridge"]]),
    ("Publish_date", "790140"): (" 4 March", [[f"{BODY}/p[1]/time[1]/text()[1]", "4 March 2026"]]),
    ("Body", "790140"): (
        " bridge was closed on Monday, because a crack had opened in its second arch.\n\nEngineers will look",
        [
            [f"{BODY}/p[2]/text()[1]",
             "The old bridge was closed on Monday, because a crack had opened in its second arch."],
            [f"{BODY}/text()[3]", "\n"],
            ["/html[1]/body[1]/script[1]/text()[1]", "var x;"],
            [f"{BODY}/p[3]/text()[1]",
             "Engineers will look at it in the coming weeks, said the mayor, and nobody knows the costs yet."],
        ],
    ),
    ("Title", "THUrJhw"): ("no space first, \u00fcn\u00ef and an end\n", [["/html[1]/body[1]/h1[1]/text()[1]", "x"]]),
    ("Publish_date", "THUrJhw"): ("", []),
    ("Body", "52181"): (" text without nodes", None),
    ("Title", "6717"): ("", []),
}  # fmt: skip
TABLE = (
    "790140,http://cache.example/2015-11-18_790140.html,http://town.example/bridge,with,commas\n"
    "ID,URL,LABEL\n"
    "6717,http://cache.example/g1.html,http://six.example/\n"
    "6717,http://cache.example/g2.html,http://seven.example/\n"
    "99,http://cache.example/f9.html,http://nobody.example/annotated\n"
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree as the format's description tells it, with all its oddities."""
    root = tmp_path / "webnews" / "data"
    for (field, name), (text, nodes) in TREE.items():
        folder = root / "FullDataset" / field
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.groundtruth").write_bytes(text.encode())
        if nodes is not None:
            content = json.dumps(nodes, separators=(",", ":"), ensure_ascii=False) if nodes else ""
            (folder / f"{name}.WithNode.groundtruth").write_bytes(content.encode())
    (root / "train").mkdir()
    (root / "train" / "field.csv").write_text(TABLE, "utf-8")
    return tmp_path / "webnews"


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_tree_of_2016_comes_out_as_it_went_in(tree: Path, tmp_path: Path) -> None:
    told = list(import_folder(tmp_path / "own", tree, "webnews"))
    assert told[0] == "4 pages read, 4 of them new"
    assert "--html" in told[1]
    assert list(export_folder(tmp_path / "own", tmp_path / "out", "webnews"))[-1].startswith("4 pages written")
    assert files(tmp_path / "out") == files(tree / "data")


def test_backups_of_editors_are_left_out(tree: Path, tmp_path: Path) -> None:
    before = files(tree / "data")
    (tree / "data" / "FullDataset" / "Title" / "790140.groundtruth~").write_text("old", "utf-8")
    list(import_folder(tmp_path / "own", tree, "webnews"))
    list(export_folder(tmp_path / "own", tmp_path / "out", "webnews"))
    assert files(tmp_path / "out") == before


def test_importing_twice_stores_once(tree: Path, tmp_path: Path) -> None:
    list(import_folder(tmp_path / "own", tree, "webnews"))
    before = files(tmp_path / "own")
    assert next(iter(import_folder(tmp_path / "own", tree, "webnews"))) == "4 pages read, 0 of them new"
    assert files(tmp_path / "own") == before


def test_nodes_are_found_and_cut_selections_stay_cut(tree: Path, tmp_path: Path) -> None:
    pages = tmp_path / "html"
    pages.mkdir()
    (pages / "2015-11-18_790140.html").write_text(PAGE, "utf-8")
    list(import_folder(tmp_path / "own", tree, "webnews", pages))
    found = check(tmp_path / "own")
    assert (found.counts, found.lines) == ({"blank": 2, "path": 4}, [])
    stored = next((tmp_path / "own").glob("pages/town.example*/*.json"))
    marks = json.loads(stored.read_text("utf-8"))["annotations"]
    assert [(one["label"], one["selected"]) for one in marks][1] == ("date", "4 March")
    assert marks[2]["selected"].startswith("bridge was closed")
    assert marks[2]["text"][marks[2]["start"] :] == marks[2]["selected"]
    assert marks[-1]["selected"] == "Engineers will look"


def test_own_marks_are_exported(tmp_path: Path) -> None:
    store = Store(tmp_path / "own")
    marks = [
        mark("title", f"{BODY}/h1[1]", "The bridge"),
        mark("body", f"{BODY}/p[2]", CLOSED),
    ]
    store.save(parse_submission(submission(annotations=marks)), PAGE.encode())
    list(export_folder(tmp_path / "own", tmp_path / "webnews", "webnews"))
    made = files(tmp_path / "webnews")
    (title,) = [content for name, content in made.items() if "Title" in name and "WithNode" in name]
    assert json.loads(title) == [[f"{BODY}/h1[1]/text()[1]", "The bridge"]]
    assert sorted(content for name, content in made.items() if "Publish_date" in name) == [b"", b""]
    assert made["train/field.csv"].endswith(b",https://town.example/bridge,https://town.example/bridge\n")
    list(export_folder(tmp_path / "own", tmp_path / "wcxb", "wcxb"))
    (label,) = [json.loads(content) for name, content in files(tmp_path / "wcxb").items() if name.endswith(".json")]
    assert label["ground_truth"]["title"] == "The bridge"
    assert label["ground_truth"]["main_content"] == marks[1]["text"]


@pytest.mark.parametrize("end", ["\n", ""])
def test_wcxb_comes_out_as_it_went_in(tmp_path: Path, end: str) -> None:
    source = tmp_path / "wcxb"
    (source / "html").mkdir(parents=True)
    (source / "ground-truth").mkdir()
    (source / "html" / "0001.html").write_text(PAGE, "utf-8")
    truth = {"title": "The bridge", "main_content": CLOSED}
    label = {"url": "https://town.example/bridge", "extra": {"ünï": [1]}, "ground_truth": truth}
    content = json.dumps(label, indent=2, ensure_ascii=False) + end
    (source / "ground-truth" / "0001.json").write_bytes(content.encode())
    list(import_folder(tmp_path / "own", source, "wcxb"))
    found = check(tmp_path / "own")
    assert (found.counts, found.lines) == ({"path": 2}, [])
    list(export_folder(tmp_path / "own", tmp_path / "out", "wcxb"))
    assert files(tmp_path / "out") == files(source)


def test_bad_trees_are_told(tree: Path, tmp_path: Path) -> None:
    (tree / "data" / "FullDataset" / "Title" / "790140.WithNode.groundtruth").write_text('[["/html[1]"]]', "utf-8")
    with pytest.raises(InputError, match=r"no list of \[xpath, text\] pairs"):
        list(import_folder(tmp_path / "own", tree, "webnews"))
    with pytest.raises(InputError, match="holds no FullDataset"):
        list(import_folder(tmp_path / "own", tmp_path / "none", "webnews"))
    with pytest.raises(InputError, match="WCXB's layout"):
        list(import_folder(tmp_path / "own", tmp_path, "wcxb"))


def test_export_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "own" / "pages").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("x", "utf-8")
    with pytest.raises(UsageError, match="is not empty"):
        list(export_folder(tmp_path / "own", tmp_path / "out", "wcxb"))


def test_marks_without_page_are_told(tmp_path: Path) -> None:
    store = Store(tmp_path / "own")
    marks = (Annotation("title", "/html[1]", "x", "x", 0, 1),)
    store.save(Submission("12345678", "a", "https://a.example/", "2026-01-01T00:00:00Z", marks), b"")
    assert "--html" in check(tmp_path / "own").damaged[0]
