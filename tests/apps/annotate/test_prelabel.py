"""Pre-labels: paths that lead to the very text, also in frames and shadow roots, and beside line breaks."""

from __future__ import annotations

from html import escape

from printworthy.apps.annotate.prelabel import prelabel
from printworthy.data.annotation import Annotation
from printworthy.train.own.locate import place
from printworthy.train.own.scopes import Scopes
from tests.apps.annotate.conftest import PAGE

FRAMED = (
    f'<html><body><p>Outside<br>of it <i>all</i></p><iframe srcdoc="{escape(PAGE)}"></iframe>'
    '<x-box><template shadowrootmode="open"><p>In the shadow</p></template></x-box></body></html>'
)


def test_every_text_is_found_where_its_path_says() -> None:
    scopes = Scopes(FRAMED.encode())
    found = prelabel(FRAMED)["segments"]
    for one in found:
        inside = {"frame": one.get("frame", ""), "shadow": one.get("shadow", "")}
        for path in one["nodes"]:
            node = scopes.get(**inside).find(path)
            assert node is not None
            text = node.text_content
            assert place(Annotation("body", path, text, text, 0, len(text), **inside), scopes).way == "path"
    assert [one["xpath"] for one in found[:2]] == ["/html[1]/body[1]/p[1]/text()[1]", "/html[1]/body[1]/p[1]/text()[2]"]


def test_frames_are_judged_as_pages() -> None:
    found = prelabel(FRAMED)["segments"]
    framed = {one["text"]: one["label"] for one in found if one.get("frame")}
    assert framed["Home Sport"] == "junk"
    assert {one["shadow"] for one in found if one.get("shadow")} == {"/html[1]/body[1]/x-box[1]"}
    assert [one["xpath"] for one in found if one.get("shadow")] == ["/p[1]"]


def test_a_page_without_text_has_no_labels() -> None:
    assert prelabel("<html><body></body></html>")["segments"] == []
