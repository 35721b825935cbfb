"""`printworthy annotate` without serving: progress, disagreements, check, next, the queue, other formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from printworthy.apps.annotate.store import Store
from printworthy.data.annotation import parse_submission
from tests.apps.annotate.conftest import PAGE, mark, submission
from tests.apps.cli.conftest import Run
from tests.family import write_family

TEXT = "The old bridge was closed on Monday, because a crack had opened in its second arch."
PATH = "/html[1]/body[1]/article[1]/p[2]"


@pytest.fixture
def data(tmp_path: Path) -> str:
    store = Store(tmp_path / "data")
    for annotator, label in (("Ada", "body"), ("Ben", "junk")):
        sent = submission(annotator=annotator, annotations=[mark(label, PATH, TEXT)])
        store.save(parse_submission(sent), PAGE.encode())
    return str(tmp_path / "data")


def test_progress(run: Run, data: str) -> None:
    done = run("annotate", "--data", data, "--progress")
    assert done.code == 0
    assert done.out.decode().splitlines()[:3] == [
        "1 pages annotated, 0 waiting, 2 annotations", "labels: body 1, junk 1", "annotators: Ada 1, Ben 1",
    ]  # fmt: skip


def test_disagreements(run: Run, data: str) -> None:
    out = run("annotate", "--data", data, "--disagreements").out.decode()
    assert "1 pages by several annotators, agreement 0.000" in out
    assert f"Ada: body, Ben: junk\n    {PATH}\n    {TEXT[:80]}" in out


def test_check_names_what_is_lost(run: Run, data: str) -> None:
    lost = submission(annotator="Cem", annotations=[mark("body", "/html[1]/p[9]", "This is nowhere to be found on it")])
    Store(Path(data)).save(parse_submission(lost), PAGE.encode())
    out = run("annotate", "--data", data, "--check").out.decode()
    assert "lost: town.example-bridge" in out
    assert "Cem, body at /html[1]/p[9]" in out
    assert out.endswith("1 pages: 1 lost, 2 path\n")


def test_the_queue_and_what_is_next(run: Run, data: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved.html"
    saved.write_text(PAGE, "utf-8")
    assert run("annotate", "--data", data, "--add", str(saved), "--url", "https://new.example/1").code == 0
    out = run("annotate", "--data", data, "--next").out.decode()
    assert out.startswith("1 page waits; the most doubtful first")
    assert "https://new.example/1" in out
    assert "/html[1]/body[1]/" in out


def test_what_is_no_page_is_not_queued(run: Run, data: str, tmp_path: Path) -> None:
    (tmp_path / "saved.html").write_text(PAGE, "utf-8")
    (tmp_path / "boat.jpg").write_bytes(b"\xff\xd8\xff\xe0 a picture")
    code, out, err = run("annotate", "--data", data, "--add", str(tmp_path / "saved.html"), str(tmp_path / "boat.jpg"))
    assert (code, out) == (4, b"")
    assert f"{tmp_path / 'boat.jpg'}: this is no HTML but a JPEG picture: " in err
    assert "0 waiting" in run("annotate", "--data", data, "--progress").out.decode()


def test_nothing_waits(run: Run, data: str) -> None:
    assert "--add PAGE" in run("annotate", "--data", data, "--next", "2").out.decode()


def test_import_and_export(run: Run, tmp_path: Path) -> None:
    write_family(tmp_path / "family", 2)
    own, out = str(tmp_path / "own"), tmp_path / "out"
    done = run("annotate", "--data", own, "--import", str(tmp_path / "family"), "--format", "wcxb")
    assert done.out == b"2 pages read, 2 of them new\n"
    assert run("annotate", "--data", own, "--export", str(out), "--format", "wcxb").code == 0
    for path in (tmp_path / "family").rglob("*.*"):
        assert (out / path.relative_to(tmp_path / "family")).read_bytes() == path.read_bytes()


def test_a_damaged_file_makes_the_exit_code_1(run: Run, data: str) -> None:
    next(Path(data).glob("pages/*/*.json")).write_text("{", "utf-8")
    done = run("annotate", "--data", data, "--progress")
    assert done.code == 1
    assert "repair it or take it back from git" in done.err


WRONG = {
    "an empty folder": (("--progress",), "holds no annotations: start 'printworthy annotate"),
    "a short token": (("--token", "short"), "8 or more letters"),
    "a page that is none": (("--add", "no-such-page.html"), "is no file"),
    "one address for two pages": (("--add", "a", "b", "--url", "https://a.example/"), "one by one"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_calls(run: Run, tmp_path: Path, name: str) -> None:
    arguments, told = WRONG[name]
    done = run("annotate", "--data", str(tmp_path / "data"), *arguments)
    assert done.code in (2, 4)
    assert told in done.err
