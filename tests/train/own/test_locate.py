"""Annotations find their text nodes by path, by text, by likeness; what is ambiguous or lost is told, not guessed."""

from __future__ import annotations

import pytest

from printworthy.data.annotation import Annotation
from printworthy.parse.xpath import node_paths
from printworthy.train.own.locate import Placed, place
from printworthy.train.own.scopes import Scopes, squeeze

PAGE = """<!doctype html><html><head><title>t</title></head><body>
<script>var a = "The ferry leaves at dawn";</script>
<div><p>The ferry <b>leaves</b> at dawn</p><p>It carries goats,<br>and one clock.</p></div>
<ul><li>More</li><li>More</li></ul>
<table><tr><td>Harbour<td>Depth</table>
<p dir="rtl">הגשר הישן נסגר ביום שני</p>
<p>A naïve 😀 smile</p>
<iframe srcdoc="&lt;p&gt;Inside the frame&lt;/p&gt;
&lt;iframe srcdoc='&amp;lt;p&amp;gt;Frame in frame&amp;lt;/p&amp;gt;'&gt;"></iframe>
<tide-box><template shadowrootmode="open"><p>Tides of today</p>
<x-in><template shadowrootmode="open"><b>Deep tides</b></template></x-in></template></tide-box>
</body></html>"""
BODY = "/html[1]/body[1]"
FRAME = f"{BODY}/iframe[1]"
HOST = f"{BODY}/tide-box[1]"


def whole(xpath: str, text: str, **more: str) -> Annotation:
    return Annotation("body", xpath, text, text, 0, len(text.encode("utf-16-le")) // 2, **more)


def found(annotation: Annotation) -> tuple[str, list[str]]:
    placed = place(annotation, Scopes(PAGE.encode()))
    paths = node_paths(placed.scope.tree.root) if placed.scope else {}
    return placed.way, [paths[node.mem_id] for node in placed.nodes]


DIV = f"{BODY}/div[1]"
BY_PATH = {
    "an element": (whole(f"{DIV}/p[1]", "The ferry leaves at dawn"),
                   [f"{DIV}/p[1]/text()[1]", f"{DIV}/p[1]/b[1]/text()[1]", f"{DIV}/p[1]/text()[2]"]),
    "a text node": (whole(f"{DIV}/p[1]/b[1]/text()[1]", "leaves"), [f"{DIV}/p[1]/b[1]/text()[1]"]),
    "a part of an element": (Annotation("body", f"{DIV}/p[1]", "The ferry leaves at dawn", "ferry leaves", 4, 16),
                             [f"{DIV}/p[1]/text()[1]", f"{DIV}/p[1]/b[1]/text()[1]"]),
    "one of two lines": (Annotation("body", f"{DIV}/p[2]", "It carries goats,and one clock.", "and one clock.", 17, 31),
                         [f"{DIV}/p[2]/text()[2]"]),
    "one of two copies": (whole(f"{BODY}/ul[1]/li[2]", "More"), [f"{BODY}/ul[1]/li[2]/text()[1]"]),
    "a cell": (whole(f"{BODY}/table[1]/tbody[1]/tr[1]/td[2]", "Depth"),
               [f"{BODY}/table[1]/tbody[1]/tr[1]/td[2]/text()[1]"]),
    "right to left": (Annotation("body", f"{BODY}/p[1]", "הגשר הישן נסגר ביום שני", "הישן", 5, 9),
                      [f"{BODY}/p[1]/text()[1]"]),
    "after a wide sign": (Annotation("body", f"{BODY}/p[2]", "A naïve 😀 smile", "smile", 11, 16),
                          [f"{BODY}/p[2]/text()[1]"]),
    "a frame": (whole(f"{BODY}/p[1]", "Inside the frame", frame=FRAME), [f"{BODY}/p[1]/text()[1]"]),
    "a frame in a frame": (whole(f"{BODY}/p[1]", "Frame in frame", frame=f"{FRAME} >> {FRAME}"),
                           [f"{BODY}/p[1]/text()[1]"]),
    "a shadow root": (whole("/p[1]", "Tides of today", shadow=HOST), [f"{BODY}/p[1]/text()[1]"]),
    "a shadow root in one": (whole("/b[1]/text()[1]", "Deep tides", shadow=f"{HOST} >> /x-in[1]"),
                             [f"{BODY}/b[1]/text()[1]"]),
    "beyond its node": (Annotation("body", f"{DIV}/p[1]/text()[1]", "The ferry ", "The ferry leaves", 0, 16),
                        [f"{DIV}/p[1]/text()[1]", f"{DIV}/p[1]/b[1]/text()[1]"]),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_PATH)
def test_by_path(name: str) -> None:
    annotation, nodes = BY_PATH[name]
    assert found(annotation) == ("path", nodes)


def test_by_text_when_the_path_is_wrong() -> None:
    moved = whole(f"{DIV}/div[3]/p[1]", "THE FERRY  leaves at\u00a0dawn")
    assert found(moved) == ("text", BY_PATH["an element"][1])


def test_by_likeness_when_the_text_is_a_little_different() -> None:
    typed = whole(f"{BODY}/p[9]", "It carries goat, and one clocks.")
    assert found(typed) == ("fuzzy", [f"{DIV}/p[2]/text()[1]", f"{DIV}/p[2]/text()[2]"])


NOT_FOUND = {
    "copies without path": (whole(f"{BODY}/ol[1]/li[1]", "More"), "ambiguous", "2 nodes"),
    "not there": (whole(f"{BODY}/p[7]", "Nothing like this was ever on it"), "lost", "neither this text"),
    "too short to be like": (whole(f"{BODY}/p[7]", "Mole"), "lost", "not on the page"),
    "no such frame": (whole(f"{BODY}/p[1]", "Inside", frame=f"{BODY}/iframe[7]"), "lost", "no such frame"),
    "no such host": (whole("/p[1]", "Tides", shadow=f"{DIV}"), "lost", "no such frame or shadow root"),
}


@pytest.mark.parametrize("name", NOT_FOUND)
def test_not_found(name: str) -> None:
    annotation, way, told = NOT_FOUND[name]
    placed: Placed = place(annotation, Scopes(PAGE.encode()))
    assert (placed.way, placed.nodes, placed.found) == (way, [], False)
    assert told in placed.why


BLANK = [whole(f"{BODY}/text()[1]", "\n"), whole(f"{BODY}/script[1]/text()[1]", "var a")]


@pytest.mark.parametrize("annotation", BLANK)
def test_blank_ones_mean_nothing(annotation: Annotation) -> None:
    assert found(annotation) == ("blank", [])


def test_every_node_of_a_page_is_found_again() -> None:
    scope = Scopes(PAGE.encode()).top
    paths = node_paths(scope.tree.root)
    for node in scope.nodes:
        path = paths[node.mem_id]
        assert found(whole(path, node.text_content or "")) == ("path", [path])


def test_letters_keep_their_number() -> None:
    assert len(squeeze("İstanbul ẞ")) == len("İstanbulẞ")


def test_the_documents_inside_are_named_as_annotations_name_them() -> None:
    scopes = Scopes(PAGE.encode())
    inner = {scope.where: scope.columns.text for scope in scopes.inner()}
    assert inner == {
        (FRAME, ""): ["Inside the frame"],
        (f"{FRAME} >> {FRAME}", ""): ["Frame in frame"],
        ("", HOST): ["Tides of today"],
        ("", f"{HOST} >> /x-in[1]"): ["Deep tides"],
    }
