"""What the annotation server answers: stored once, conflicts told, bad input refused, strangers kept out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.annotate.conftest import PAGE, Server, mark, submission

pytestmark = pytest.mark.processes


def test_a_submission_is_stored_once(server: Server) -> None:
    sent = submission()
    first, again = (server.call("POST", "/v1/annotations", sent) for _ in range(2))
    assert (first.status, again.status) == (201, 200)
    assert first.body == again.body == {"page": first.body["page"], "stored": 1, "revision": 1}
    folder = server.folder / "pages" / first.body["page"]
    assert sorted(path.suffix for path in folder.iterdir()) == [".html", ".json"]
    stored = json.loads(next(folder.glob("*.json")).read_text("utf-8"))
    assert stored["annotations"][0]["text"] == "The bridge"
    assert (folder / stored["page"]).read_text("utf-8") == PAGE


def test_a_changed_page_keeps_what_it_replaces(server: Server) -> None:
    server.call("POST", "/v1/annotations", submission())
    changed = submission(base=1, annotations=[mark("body", "/html[1]/body[1]/article[1]/p[2]", "x")])
    answer = server.call("POST", "/v1/annotations", changed)
    assert (answer.status, answer.body["revision"]) == (201, 2)
    folder = server.folder / "pages" / answer.body["page"]
    assert [path.name.rpartition("-")[2] for path in (folder / "earlier").iterdir()] == ["1.json"]
    shown = server.call("GET", f"/v1/pages/{answer.body['page']}").body["annotators"]["Ada"]
    assert shown["revision"] == 2
    assert [one["label"] for one in shown["annotations"]] == ["body"]


def test_an_old_base_is_a_conflict_with_both_times(server: Server) -> None:
    server.call("POST", "/v1/annotations", submission())
    server.call("POST", "/v1/annotations", submission(time="2026-03-05T11:00:00Z", base=1))
    answer = server.call("POST", "/v1/annotations", submission(time="2026-03-05T12:00:00Z", base=1))
    assert (answer.status, answer.body["code"]) == (409, "conflict")
    assert answer.body["times"] == {"stored": "2026-03-05T11:00:00Z", "sent": "2026-03-05T12:00:00Z"}


def test_an_id_names_one_content(server: Server) -> None:
    sent = submission()
    server.call("POST", "/v1/annotations", sent)
    answer = server.call("POST", "/v1/annotations", sent | {"time": "2026-03-05T12:00:00Z"})
    assert (answer.status, answer.body["code"]) == (409, "conflict")


BAD = {
    "broken JSON": (b'{"version": 1,', 400, "JSON"),
    "no object": (b"[1]", 422, "JSON object"),
    "too deep": (b"[" * 100_000, 400, "JSON"),
    "version": (submission(version=2), 422, "version 2"),
    "no version": (submission(version=None), 422, "version None"),
    "unlabelled": (submission(annotations=[]), 422, "mark at least one"),
    "label": (submission(annotations=[mark("headline", "/html[1]", "x")]), 422, "choose one of title, date"),
    "path": (submission(annotations=[mark("title", "//h1[", "x")]), 422, "absolute path"),
    "offsets": (submission(annotations=[mark("title", "/html[1]", "x", start=5, end=1)]), 422, "0 <= start <= end"),
    "id": (submission(id="../../etc"), 422, "UUID"),
    "annotator": (submission(annotator=""), 422, "a name"),
    "url": (submission(url="javascript:alert(1)"), 422, "http(s) address"),
    "time": (submission(time="yesterday"), 422, "2026-01-31T12:00:00Z"),
    "no page": (submission(html=" "), 422, "send the whole page"),
    "base": (submission(base="1"), 422, "revision"),
}


def test_bad_input_is_told_and_nothing_is_stored(server: Server) -> None:
    for name, (body, status, told) in BAD.items():
        answer = server.call("POST", "/v1/annotations", body)
        assert answer.status == status, (name, answer)
        assert told in answer.body["detail"], name
        assert answer.headers["content-type"] == "application/problem+json", name
        assert set(answer.body) >= {"type", "title", "status", "detail", "code"}, name
    assert list((server.folder / "pages").iterdir()) == []


def test_a_page_of_100_mb_is_refused_unread(server: Server) -> None:
    answer = server.call("POST", "/v1/annotations", b"", Content_Length=str(100 * 1024 * 1024))
    assert (answer.status, answer.body["code"]) == (413, "too-large")
    assert "32 MB" in answer.body["detail"]


STRANGERS = {
    "another site": ({"Origin": "https://evil.example"}, 403),
    "no site": ({"Origin": "null"}, 403),
    "another port": ({"Origin": "http://127.0.0.1:1"}, 403),
    "nearly an extension": ({"Origin": "https://chrome-extension.example"}, 403),
    "no token": ({"Authorization": ""}, 401),
    "a wrong token": ({"Authorization": "Bearer guess"}, 401),
    "an extension without token": ({"Origin": "chrome-extension://abc", "Authorization": ""}, 401),
    "a preflight of a site": ({"Origin": "https://evil.example", "Authorization": ""}, 403),
}


def test_strangers_are_refused(server: Server) -> None:
    for name, (headers, status) in STRANGERS.items():
        method = "OPTIONS" if "preflight" in name else "POST"
        answer = server.call(method, "/v1/annotations", submission(), **headers)
        assert answer.status == status, name
        assert "https://evil.example" not in answer.headers.get("access-control-allow-origin", ""), name
    assert list((server.folder / "pages").iterdir()) == []


@pytest.mark.parametrize("origin", ["chrome-extension://abcdef", "moz-extension://12-34"])
def test_an_extension_may_ask(server: Server, origin: str) -> None:
    asked = server.call("OPTIONS", "/v1/annotations", Origin=origin, Authorization="")
    assert asked.status == 204
    assert asked.headers["access-control-allow-origin"] == origin
    sent = server.call("POST", "/v1/annotations", submission(), Origin=origin)
    assert sent.status == 201
    assert sent.headers["access-control-allow-origin"] == origin


def test_prelabels_have_paths_of_the_page_that_was_sent(server: Server) -> None:
    found = server.call("POST", "/v1/prelabel", {"url": "https://town.example/bridge", "html": PAGE}).body
    by_path = {one["xpath"]: one for one in found["segments"]}
    assert by_path["/html[1]/body[1]/article[1]/h1[1]"]["label"] == "title"
    assert by_path["/html[1]/body[1]/article[1]/p[2]"]["label"] == "body"
    assert by_path["/html[1]/body[1]/footer[1]"]["label"] == "junk"
    assert all(0 <= one["probability"] <= 1 for one in found["segments"])
    assert found["title"]["text"] == "The bridge"
    assert found["date"]["value"] == "2026-03-04"


def test_progress_counts(server: Server) -> None:
    server.call("POST", "/v1/annotations", submission())
    server.call("POST", "/v1/annotations", submission(annotator="Ben"))
    found = server.call("GET", "/v1/progress").body
    assert found["total"] == {"annotated": 1, "waiting": 0, "annotations": 2}
    assert found["labels"] == {"title": 2}
    assert found["annotators"] == {"Ada": 1, "Ben": 1}
    assert found["pages"][0]["state"] == "annotated by several"


def test_disagreements_name_the_segment(server: Server) -> None:
    path = "/html[1]/body[1]/article[1]/p[2]"
    text = "The old bridge was closed on Monday, because a crack had opened in its second arch."
    server.call("POST", "/v1/annotations", submission(annotations=[mark("body", path, text)]))
    server.call("POST", "/v1/annotations", submission(annotator="Ben", annotations=[mark("junk", path, text)]))
    found = server.call("GET", "/v1/disagreements").body
    assert (found["compared"], found["agreement"]) == (1, 0)
    assert found["pages"][0]["segments"] == [
        {"xpath": path, "frame": "", "shadow": "", "text": text, "labels": {"Ada": "body", "Ben": "junk"}}
    ]


def test_next_is_the_most_doubtful_page(server: Server) -> None:
    queue = server.folder / "queue"
    queue.mkdir()
    words = "Words that stand in a row and say nothing at all about it."
    (queue / "plain.html").write_text(PAGE, "utf-8")
    (queue / "odd.html").write_text(f"<body><div>{words}</div><div>{words} <a href=x>{words}</a></div>", "utf-8")
    found = server.call("GET", "/v1/next").body
    doubts = [abs(one["probability"] - 0.5) for one in found["page"]["segments"]]
    assert doubts == sorted(doubts)
    assert "2 pages wait" in found["told"]
    (queue / "plain.url").write_text("https://town.example/bridge\n", "utf-8")
    server.call("POST", "/v1/annotations", submission())
    assert server.call("GET", "/v1/next").body["page"]["page"] == "odd"


def test_the_token_is_kept_for_its_owner(server: Server) -> None:
    kept = server.folder / ".token"
    assert kept.read_text("utf-8").strip() == server.token
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_folder_is_served_once(server: Server) -> None:
    command = [sys.executable, "-m", "printworthy", "annotate", "--data", str(server.folder), "--port", "0"]
    second = subprocess.run(command, capture_output=True, text=True, check=False)
    assert second.returncode == 2
    assert "another 'printworthy annotate'" in second.stderr


def test_unknown_calls_are_told(server: Server) -> None:
    assert server.call("GET", "/v1/pages/none").body["code"] == "no-page"
    assert server.call("GET", "/v1/nothing").body["code"] == "no-such-call"
    assert server.call("DELETE", "/v1/annotations").status == 405


def test_a_damaged_file_is_told_and_not_overwritten(server: Server) -> None:
    page = server.call("POST", "/v1/annotations", submission()).body["page"]
    path: Path = next((server.folder / "pages" / page).glob("*.json"))
    path.write_text("{", "utf-8")
    answer = server.call("POST", "/v1/annotations", submission())
    assert answer.status == 422
    assert "take it back from git" in answer.body["detail"]
    assert path.read_text("utf-8") == "{"
    assert "repair it" in server.call("GET", "/v1/progress").body["damaged"][0]
