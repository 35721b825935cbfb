"""The store: turns, tries, and what is left after a crash."""

from __future__ import annotations

import time
from pathlib import Path

from printworthy.apps.service.http.bodies import Choices, JobBody, SheetBody, Source
from printworthy.apps.service.jobs.data import Job, PageOf, ResultFolder, body_of, text_of
from printworthy.apps.service.jobs.job_store import JobStore
from printworthy.data.article import Resource


def job(number: str, created: float = 0.0) -> Job:
    return Job(number, "", created, "waiting", "{}", time.time() + 60)


def test_jobs_take_turns(tmp_path: Path) -> None:
    store = JobStore(tmp_path)
    store.add(job("a", 1.0), None, [(f"a{n}", None) for n in range(3)])
    store.add(job("b", 2.0), None, [("b0", "<p>")])
    taken: set[tuple[str, int]] = set()
    order = []
    while (task := store.next_page(taken)) is not None:
        taken.add((task.job, task.place))
        order.append(task.url)
    assert order == ["a0", "b0", "a1", "a2"]
    store.close()


def test_what_is_left_after_a_crash(tmp_path: Path) -> None:
    store = JobStore(tmp_path)
    store.add(job("a"), None, [("one", "<p>1"), ("two", "<p>2")])
    first = store.next_page(set())
    assert first is not None
    store.finish_page("a", PageOf(first.place, first.url, "done", "One"))
    second = store.next_page(set())
    store.close()  # and nothing was told about the second

    again = JobStore(tmp_path)
    assert again.unfinished() == ["a"]
    kept = again.job("a")
    assert kept is not None
    assert (kept.state, kept.total, kept.done, kept.failed) == ("running", 2, 1, 0)
    task = again.next_page(set())
    assert task is not None
    assert second is not None
    assert (task.url, task.html, task.tries) == ("two", "<p>2", second.tries + 1)
    again.give_back("a", task.place)
    retried = again.next_page(set())
    assert retried is not None
    assert retried.tries == task.tries
    again.close()


def test_an_end_is_final(tmp_path: Path) -> None:
    store = JobStore(tmp_path)
    store.add(job("a"), None, [("one", None)])
    store.finish("a", "cancelled", time.time() - 1)
    store.finish("a", "done", time.time() + 60, result="late.pdf")
    kept = store.job("a")
    assert kept is not None
    assert (kept.state, kept.result) == ("cancelled", "")
    assert store.next_page(set()) is None
    assert store.expired(time.time()) == ["a"]
    store.forget("a")
    assert store.job("a") is None
    assert store.pages("a") == []
    store.close()


def test_the_folder_is_private(tmp_path: Path) -> None:
    store = JobStore(tmp_path / "new")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert store._base.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    store.close()


def test_choices_come_back_as_they_were() -> None:
    body = JobBody(
        pages=[Source(url="x")], format="epub", bundle="zip", title="T",
        options=Choices(images="all", parts=3), sheet=SheetBody(paper="a5", columns=2),
    )  # fmt: skip
    kept = body_of(text_of(body))
    assert kept.pages == []
    assert (kept.format, kept.bundle, kept.title, kept.options) == ("epub", "zip", "T", body.options)
    assert kept.sheet.printed is not None
    assert kept.sheet.paper == "a5"


def test_the_shelf(tmp_path: Path) -> None:
    shelf = ResultFolder(tmp_path / "shelf")
    article = b'{"schema": "printworthy/article", "version": 1, "title": "One", "text": "", "blocks": []}'
    pictures = {"http://a/\n1": Resource(b"\n\x00one", "image/png"), "http://a/2": Resource(b"two", "image/gif")}
    shelf.put(0, article, pictures)
    assert shelf.pictures(0) == pictures
    shelf.clear()
    assert not shelf.folder.exists()
