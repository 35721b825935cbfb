"""The chain as a whole: any switches leave a page that parsers read as it was written, and twice is as good as once.

Covers: printworthy.filters.addresses, printworthy.filters.walk.verdicts.
"""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from printworthy.base.encoding import to_utf8
from printworthy.errors import InputError
from printworthy.filters.filtered_output import serialise
from printworthy.filters.settings import OFF, PROFILES, Settings
from printworthy.parse.lexbor import parse
from printworthy.parse.tame import tame
from printworthy.printing.filtering import filter_in_full, filter_page
from tests.html_strategies import near_html

URL = "https://paper.example/a/b"
LINK = '<a href="/{0}">link {0}</a>'
LINKS = " ".join(LINK.format(number) for number in range(60))

switches = st.sets(
    st.sampled_from(
        [(name, one.name) for name, group in OFF.groups().items() for one in fields(group) if one.default is False]
        + [("portals", "enabled"), ("output", "absolute")]
    )
)
words = st.sampled_from(["", "a", "two words", "a sentence with a few words more than that", "字", " "])
names = st.sampled_from(
    [
        "",
        ' class="advertisement"',
        ' class="cookie-banner"',
        ' id="x"',
        ' style="position:fixed;width:1px"',
        " hidden",
        ' role="dialog"',
        ' id="newsletter-form"',
        ' class="comments"',
        ' onclick="x()"',
        ' bgcolor="red"',
        ' width="5"',
    ]
)
leaves = st.one_of(
    words,
    st.sampled_from(
        [
            '<a href="/x">link</a>',
            '<a href="/y"><img src="/i.png"></a>',
            '<img src="//doubleclick.net/x">',
            "<br>",
            '<input name="a">',
            '<input type="password">',
            "<textarea>a</textarea>",
            "<button>b</button>",
            "<script>x</script>",
            "<h1>t</h1>",
            "<iframe></iframe>",
            '<video src="/v"></video>',
            "<!--c-->",
            "<select><option>o</option></select>",
        ]
    ),
)
tags = st.sampled_from("div section ul nav aside noscript blockquote figure".split())
blocks = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds("<{0}{1}>{2}</{0}>".format, tags, names, st.lists(inner, max_size=4).map("".join)),
        st.builds("<table{}><tbody><tr><td>{}</td><td>{}</td></tr></tbody></table>".format, names, inner, inner),
    ),
    max_leaves=25,
)
pages = st.lists(blocks, max_size=6).map(lambda parts: f"<!DOCTYPE html><title>t</title><body>{''.join(parts)}</body>")


def chosen(on: set[tuple[str, str]]) -> Settings:
    """All switches off but these."""
    tables: dict[str, dict[str, object]] = {"portals": {"enabled": False}, "output": {"absolute": False}}
    for group, name in on:
        tables.setdefault(group, {})[name] = True
    return OFF.changed(tables)


def reparsed(html: str) -> str:
    return serialise(parse(tame(to_utf8(html))))


@given(pages, switches)
def test_any_switches_leave_valid_html_and_twice_is_once(page: str, on: set[tuple[str, str]]) -> None:
    settings = chosen(on)
    assume(reparsed(reparsed(page)) == reparsed(page))
    once = filter_page(page, URL, settings)
    assert reparsed(once) == once
    assert once.startswith("<!DOCTYPE html><html")
    assert once.endswith("</body></html>")
    assert filter_page(once, URL, settings) == once


@given(near_html, st.sampled_from([one for one in PROFILES.values() if one.output.form != "article"]))
def test_any_input_gives_a_page(html: str, settings: Settings) -> None:
    try:
        filtered = filter_in_full(html, URL, settings)
    except InputError:
        return
    assert isinstance(filtered.content, str)


@pytest.mark.parametrize("profile", ["light", "text-only"])
@pytest.mark.parametrize("name", ["news-en", "portal-en", "forum-en", "product-en", "news-ja"])
def test_our_pages_twice(root, profile: str, name: str) -> None:
    page = (root / "tests" / "pages" / name / "page.html").read_bytes()
    once = filter_page(page, URL, profile)
    assert filter_page(once, URL, profile) == once


def test_switches_off_leave_the_page_alone(root) -> None:
    page = (root / "samples" / "tower-clock.html").read_bytes()
    off = OFF.changed({"output": {"absolute": False}})
    assert filter_page(page, URL, off) == reparsed(page.decode())


def test_a_portal_keeps_its_links() -> None:
    portal = f"<body><ul><li>{LINKS}</li></ul></body>"
    settings = OFF.changed({"link_lists": {"enabled": True}, "empty": {"blocks": True}})
    found = filter_in_full(portal, URL, settings)
    assert found.portal
    assert found.content.count("<a ") == 60
    story = f"<body><ul><li>{LINKS}</li></ul><p>{'word ' * 200}</p></body>"
    assert filter_in_full(story, URL, settings).content.count("<a ") == 0
    shop = f"<body><ul><li>{LINKS}</li></ul><p>{'<b>word</b> ' * 200}</p></body>"
    assert filter_in_full(shop, URL, settings).content.count("<a ") == 60
    not_heeded = settings.changed({"portals": {"enabled": False}})
    assert filter_in_full(portal, URL, not_heeded).content.count("<a ") == 0


def test_text_that_comes_together_makes_no_other_page_of_it() -> None:
    teaser = '<p>A short teaser of thirty letters x<img src="/i.png"> and yet another of the same kind</p>'
    page = f"<body><h1>News</h1>{teaser * 20}<ul><li>{LINKS}</li></ul></body>"
    once = filter_page(page, URL, "text-only")
    assert "<img" not in once
    assert filter_page(once, URL, "text-only") == once


def test_of_a_portal_the_other_filters_still_judge() -> None:
    portal = f'<body><div><ul><li>{LINKS}</li></ul><div class="cookie-banner">Cookies</div></div><div></div></body>'
    switches = {"link_lists": {"enabled": True}, "empty": {"blocks": True}, "banners": {"cookies": True}}
    found = filter_in_full(portal, URL, OFF.changed(switches))
    assert found.portal
    assert found.removed == {"banners": 1}
    assert found.content.count("<a ") == 60


def test_what_the_user_names() -> None:
    page = f'<body><div id="a">a</div><div id="b"><ul><li>{LINKS}</li></ul></div><p>c</p></body>'
    settings = OFF.changed(
        {
            "link_lists": {"enabled": True},
            "portals": {"enabled": False},
            "selectors": {"remove": ["#a", "p"], "keep": ["#b"]},
        }
    )
    after = filter_page(page, URL, settings)
    assert "<p>" not in after
    assert 'id="a"' not in after
    assert after.count("<a ") == 60


def test_addresses_become_absolute() -> None:
    page = (
        '<head><base href="/base/"><style>a{background:url(b.png)}</style></head>'
        "<body style=\"background:url('c.png')\">"
        '<a href="d">d</a><a href="#e">e</a><img src="/f.png" srcset="g.png 1x, //h.example/h.png 2x">'
        '<form action="?q"></form><a href="mailto:x@example.org">m</a></body>'
    )
    after = filter_page(page, "https://paper.example/a/b", "off")
    for expected in (
        "a{background:url(https://paper.example/base/b.png)}",
        "url('https://paper.example/base/c.png')",
        '<a href="https://paper.example/base/d">',
        '<a href="#e">',
        'src="https://paper.example/f.png"',
        'srcset="https://paper.example/base/g.png 1x, https://h.example/h.png 2x"',
        '<a href="mailto:x@example.org">',
    ):
        assert expected in after


def test_what_is_not_asked_for_is_not_touched() -> None:
    """The document type, on which browsers' way of drawing depends, and white space."""
    kind = '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">'
    page = f"<!-- first -->{kind}<html><head></head><body>\n <pre>a\n  b</pre>\n</body></html>"
    assert filter_page(page, "", "light") == page


def test_profiles_and_files_and_mappings_mean_the_same(tmp_path) -> None:
    page = f"<body><ul><li>{LINKS}</li></ul><p>{'word ' * 200}</p></body>"
    file = tmp_path / "settings.toml"
    file.write_text('profile = "text-only"\n', "utf-8")
    made = [filter_page(page, URL, one) for one in ("text-only", file, {"profile": "text-only"}, PROFILES["text-only"])]
    assert len(set(made)) == 1


def test_the_text_is_fit_for_a_voice() -> None:
    page = (
        "<body><nav><a href=/1>a</a><a href=/2>b</a><a href=/3>c</a></nav><h1>Of  clocks</h1>"
        "<p>They\n tick\u00ading.</p>"
        "<ul><li>one<li>two!</ul><table><tr><th>a<th>b<tr><td>1<td>2</table><p hidden>no</p></body>"
    )
    speech = replace(PROFILES["speech"], portals=replace(OFF.portals, enabled=False))
    assert filter_page(page, "", speech) == "Of clocks.\nThey ticking.\none.\ntwo!\na, b.\n1, 2.\n"


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("Of clocks", "Of clocks."),
        ("钟楼", "钟楼。"),
        ("网友评论(3)", "网友评论(3)。"),
        ("時計の話", "時計の話。"),
        ("何時？", "何時？"),
        ("घड़ियाँ", "घड़ियाँ।"),
        ("الساعات", "الساعات."),
        ("گھڑیوں کے بارے میں", "گھڑیوں کے بارے میں۔"),
        ("Rev. 2026", "Rev. 2026."),
    ],
)
def test_a_pause_is_written_as_the_script_writes_it(heading: str, said: str) -> None:
    assert filter_page(f"<h2>{heading}</h2>", "", "speech") == f"{said}\n"


def test_a_voice_does_not_read_closed_dialogs() -> None:
    page = "<h1>Of clocks</h1><dialog>Log in</dialog><p>They tick.</p><dialog open>Which one?</dialog>"
    assert filter_page(page, "", "speech") == "Of clocks.\nThey tick.\nWhich one?\n"


def test_a_voice_leaves_the_comments_out() -> None:
    comments = '<section id="comments"><h2>2 comments</h2><p>So do mine.</p></section>'
    page = f"<h1>Of clocks</h1><p>They tick.</p>{comments}"
    assert filter_page(page, "", "speech") == "Of clocks.\nThey tick.\n"
    assert "So do mine." in filter_page(page, "", "text-only")
