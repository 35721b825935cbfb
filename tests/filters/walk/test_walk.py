"""The walk of the filters: what it counts, what it shows to whom, and what it does not enter.

Covers: printworthy.filters.walk.layout, printworthy.filters.walk.plan.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from printworthy.base.links import Resolver
from printworthy.data.tree import Node, Tree
from printworthy.filters.walk.layout import Element, Layout
from printworthy.filters.walk.plan import ANY, BANNER, BLOCK, CELL, CLAIM, DROP, KEEP, Attributes, Context, WalkPlan
from printworthy.filters.walk.walk import dense_surplus, edit_alone, walk
from printworthy.parse.lexbor import find, parse

URL = "https://paper.example/"
LONG = "A sentence with rather more than forty letters in it, all told."


def context_of(tree: Tree, **more: Any) -> Context:
    return Context(tree.root, URL, "paper.example", Resolver(URL, ""), find, **more)


def laid_out(html: str, plan: WalkPlan | None = None, *, texts: bool = False, spared: bool = False) -> Layout:
    tree = parse(f"<body>{html}</body>".encode())
    return walk(tree, plan or WalkPlan(), context_of(tree, spared=spared), texts)


def page(html: str, plan: WalkPlan | None = None, **how: bool) -> Element:
    """The page's own element."""
    return laid_out(html, plan, **how).elements[0]


def says(verdict: int) -> Callable[[Node, Attributes, Context], int]:
    return lambda _node, _attributes, _context: verdict


@pytest.mark.parametrize(
    ("html", "letters", "linked", "links"),
    [
        ("", 0, 0, 0),
        ("<p>ab cd</p>\n\t<p> e\nf\tg </p>", 7, 0, 0),
        ("<p>ab <a href=/x>cd</a> e</p>", 3, 2, 1),
        ("<a href=/x></a><a href=/y> </a><a href=/z>z</a>", 0, 1, 1),
        ("<a href=/x><img src=x></a>", 0, 0, 0),
        ("<a href=/x><b>bold</b> words</a>", 0, 9, 1),
        ("<!-- a comment --><script>code</script><style>s</style>", 0, 0, 0),
        ("<textarea>t</textarea><svg><text>t</text></svg>", 0, 0, 0),
        ("<p>字字</p>", 2 + 3, 0, 0),
    ],
)
def test_letters(html: str, letters: int, linked: int, links: int) -> None:
    found = page(html)
    assert (found.letters, found.linked, found.links) == (letters, linked, links)


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ("<p>A short one.</p>", 0),
        (f"<p>{LONG}</p>", len(LONG.replace(" ", ""))),
        (f"<a href=/x>{LONG}</a>", 0),
        (f"<p>{LONG[:30]}<!-- no gap -->{LONG[30:]}</p>", 0),  # two texts, each of them too short
        (f"<p>{LONG[:30]}<b></b>{LONG[30:]}</p>", 0),
    ],
)
def test_sentences(html: str, told: int) -> None:
    assert page(html).told == told


def test_texts_that_only_a_deleted_element_parts_are_one() -> None:
    plan = WalkPlan()
    plan.drop("tags", "script")
    assert page(f"<p>{LONG[:30]}<script></script>{LONG[30:]}</p>", plan).told > 40


def test_prose_in_links() -> None:
    assert page(f"<a href=/x>{LONG}</a><a href=/y>Short</a>", WalkPlan(prose=20)).prose == len(LONG.replace(" ", ""))
    assert page(f"<a href=/x>{LONG}</a>").prose == 0


@pytest.mark.parametrize(
    ("tag", "substance", "seen"),
    [("img", frozenset({"img"}), 1), ("video", frozenset({"video"}), 1), ("img", frozenset[str](), 0)],
)
def test_substance(tag: str, substance: frozenset[str], seen: int) -> None:
    assert page(f"<{tag}></{tag}>", WalkPlan(substance=substance)).substance == seen


def test_links_of_pictures_count_if_asked_for() -> None:
    html, substance = "<a href=/x><img src=x></a><a href=/y></a>", frozenset({"img"})
    assert page(html, WalkPlan(substance=substance, picture_links=True)).links == 1
    assert page(html, WalkPlan(substance=substance)).links == 0


@pytest.mark.parametrize(
    ("html", "fields"),
    [
        ("<input>", 1),
        ("<input type=email><select></select>", 2),
        ("<textarea></textarea>", 4),
        ("<input type=PASSWORD>", 4),
        ("<input type=hidden><input type=submit><button>b</button>", 0),
    ],
)
def test_fields(html: str, fields: int) -> None:
    assert page(html).fields == fields


def test_the_first_heading_is_known() -> None:
    assert page("<div><h1>t</h1></div>").headline
    assert not page("<h2>t</h2>").headline


def test_labels() -> None:
    plan = WalkPlan(labels=frozenset({"advertisement"}))
    assert page("<p> ADVERTISEMENT </p><p>No advertisement</p><a href=/x>Advertisement</a>", plan).label == 13
    assert page("<p>Advertisement</p>", plan, spared=True).label == 0


def test_elements_with_a_role_have_their_own_sums() -> None:
    plan = WalkPlan()
    plan.role(CELL, "td")
    plan.role(BLOCK, "div")
    layout = laid_out("<p>ab</p><div>cde<table><tr><td>fghi</td></tr></table><i>j</i></div>k", plan)
    whole, div, cell = layout.elements
    assert (whole.letters, div.letters, cell.letters) == (3, 4, 4)
    assert (whole.above, div.above, cell.above) == (None, whole, div)
    assert (whole.role, div.role, cell.role) == (0, BLOCK, CELL)


def test_dropped_tags_are_noted_and_not_entered() -> None:
    plan = WalkPlan()
    plan.drop("tags", "form", "script")
    layout = laid_out("<form><p>ab</p><script></script></form><script></script><p>c</p>", plan)
    assert [node.tag for node in layout.drops] == ["form", "script"]
    assert layout.droppers == ["tags", "tags"]
    assert [node.tag for node in layout.lost] == ["form"]  # there are no links in scripts
    assert (layout.elements[0].letters, layout.elements[0].dropped) == (1, 2)


@pytest.mark.parametrize(
    ("verdict", "letters", "dropped", "substance", "headline"),
    [(KEEP, 3, 0, 0, False), (DROP, 1, 1, 0, False), (CLAIM, 1, 0, 1, True)],
)
def test_verdicts_of_tests(verdict: int, letters: int, dropped: int, substance: int, headline: bool) -> None:
    plan = WalkPlan()
    plan.test("mine", says(verdict), "div", "data-x")
    found = page("<div data-x=1>ab</div><p data-x=1></p><div>c</div>", plan)
    assert (found.letters, found.dropped, found.substance, found.headline) == (letters, dropped, substance, headline)


@pytest.mark.parametrize(("name", "lost"), [("mine", ["div"]), ("ads", []), ("banners", [])])
def test_links_in_advertisements_are_not_worth_keeping(name: str, lost: list[str]) -> None:
    plan = WalkPlan()
    plan.test(name, says(DROP), ANY, "data-x")
    layout = laid_out("<div data-x=1><a href=/x>x</a></div><img data-x=1>", plan)
    assert layout.droppers == [name, name]
    assert [node.tag for node in layout.lost] == lost


def test_a_test_may_give_a_role() -> None:
    plan = WalkPlan()
    plan.test("one", says(BANNER), ANY, "role")
    plan.test("two", says(CELL), ANY, "hidden")
    (_, found) = laid_out("<span role=dialog hidden>ab</span>", plan).elements
    assert (found.role, found.letters) == (BANNER | CELL, 2)


def test_the_first_test_that_deletes_is_the_last_that_is_asked() -> None:
    plan = WalkPlan()
    plan.test("first", says(DROP), "div", "data-x")
    plan.test("second", lambda *_: pytest.fail("asked"), "div", "data-x")
    assert laid_out("<div data-x=1></div>", plan).droppers == ["first"]


@pytest.mark.parametrize(
    ("html", "drops"),
    [
        ("<div class='ad wide'>a</div>", 1),
        ("<div id='ad wide'>a</div>", 1),
        ("<div class=wide id='ad wide'>a</div>", 1),
        ("<div class=wide>a</div>", 0),
        ("<div title='ad wide'>a</div>", 0),
    ],
)
def test_names(html: str, drops: int) -> None:
    plan = WalkPlan()
    asked: list[tuple[str, str]] = []

    def ask(sign: str, names: str) -> bool:
        asked.append((sign, names))
        return "ad" in names.split()

    plan.name("ads", ask, lambda _node, _sign, _names, _context: DROP)
    assert len(laid_out(html * 3, plan).drops) == 3 * drops
    assert len(asked) == len(set(asked))  # once for each spelling


def test_names_that_are_not_confirmed_stay() -> None:
    plan = WalkPlan()
    plan.name("ads", lambda _sign, _names: True, lambda _node, _sign, _names, _context: KEEP)
    layout = laid_out("<div class=ad>a</div>", plan)
    assert (layout.drops, layout.elements[0].letters) == ([], 1)


def test_what_was_chosen_before_is_not_asked_again() -> None:
    plan = WalkPlan()
    plan.test("late", lambda *_: pytest.fail("asked"), "div", "data-x")
    tree = parse(b"<body><div data-x=1>a</div><p>b</p>")
    node = tree.root.css_first("div")
    assert node is not None
    layout = walk(tree, plan, context_of(tree, chosen={node.mem_id: (DROP, "selectors")}))
    assert (layout.droppers, layout.elements[0].letters) == (["selectors"], 1)


def test_edits_come_before_tests() -> None:
    plan = WalkPlan()
    order: list[str] = []

    def test(_node: Node, _attributes: Attributes, _context: Context) -> int:
        order.append("test")
        return KEEP

    plan.test("mine", test, "div", "data-x")
    plan.edit(lambda *_: order.append("edit"), ANY, "data-x")
    laid_out("<div data-x=1></div>", plan)
    assert order == ["edit", "test"]


def test_text_filters_change_the_page() -> None:
    tree = parse("<body><p>ab\u200bcd</p><p>ef</p>".encode())
    layout = walk(tree, WalkPlan(texts=[lambda text: text.replace("\u200b", "")]), context_of(tree))
    assert layout.elements[0].letters == 6
    assert tree.root.text() == "abcdef"


def test_text_nodes_if_asked_for() -> None:
    plan = WalkPlan()
    plan.role(BLOCK, "div")
    layout = laid_out("<p>ab</p> <div>cd</div>", plan, texts=True)
    assert [(node.text_content, element.role) for node, element in layout.texts] == [("ab", 0), ("cd", BLOCK)]
    assert laid_out("<p>ab</p>").texts == []


def test_links_that_are_left_empty() -> None:
    plan = WalkPlan(substance=frozenset({"img"}))
    plan.test("mine", says(DROP), "img", "data-x")
    html = "<a id=1><img data-x=1></a><a id=2><img data-x=1>words</a><a id=3><img><img data-x=1></a><a id=4></a>"
    assert [node.attributes["id"] for node, _ in laid_out(html, plan).hollow] == ["1"]


def test_links_to_unwrap_and_to_retain() -> None:
    html = "<div><h2>More</h2><a href=/x>x</a><a>y</a></div><a href=/z>z</a>"
    assert len(laid_out(html, WalkPlan(unwrap_links=True)).anchors) == 3
    plan = WalkPlan(retain_links=True)
    plan.role(BLOCK, "div")
    layout = laid_out(html, plan)
    whole, div = layout.elements
    assert layout.hrefs == ["/x", "", "/z"]
    assert (div.first, div.last) == (0, 2)
    assert div.heading is not None
    assert div.heading.tag == "h2"
    assert whole.heading is div.heading
    assert laid_out(html).links == []


def test_deep_pages() -> None:
    depth = 5_000
    plan = WalkPlan()
    plan.role(BLOCK, "div")
    layout = laid_out("<div>" * depth + "x", plan)
    assert len(layout.elements) == depth + 1
    assert layout.elements[-1].letters == 1


def test_edits_alone() -> None:
    plan = WalkPlan()
    seen: list[str | None] = []
    plan.edit(lambda _node, attributes, _context: seen.append(attributes["data-x"]), "div a", "data-x data-y")
    tree = parse(
        b"<body><div data-x=1 data-y=1><p data-x=2><a data-x=3></a></p></div><svg><a data-x=4></a></svg><div></div>"
    )
    layout = edit_alone(tree, plan, context_of(tree))
    assert seen == ["1", "1", "3"]  # once for each attribute, and nothing inside pictures
    assert len(layout.elements) == 1


@pytest.mark.parametrize(
    ("text", "surplus"),
    [
        ("plain", 0),
        ("Ærø", 0),
        ("Привет", 0),
        ("字", 1),
        ("字字", 3),
        ("かな字", 4),
        ("a字b字c", 3),
        ("\ufb01", 0),
        ("", 0),
    ],
)
def test_scripts_that_say_more_with_a_letter(text: str, surplus: int) -> None:
    assert dense_surplus(text) == surplus


@pytest.mark.parametrize(("verdict", "one"), [(DROP, True), (CLAIM, False)])
def test_texts_around_what_was_chosen_before(verdict: int, one: bool) -> None:
    tree = parse(f"<body><p>{LONG[:30]}<i>x</i>{LONG[30:]}</p>".encode())
    node = tree.root.css_first("i")
    assert node is not None
    layout = walk(tree, WalkPlan(), context_of(tree, chosen={node.mem_id: (verdict, "selectors")}))
    assert (layout.elements[0].told > 40) is one
