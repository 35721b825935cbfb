"""Footnotes are linked both ways, lose their arrows, and stand at the end."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import Heading, Note, NoteRef, Paragraph, Style, Text
from tests.building import blocks


def note(ident, label, text):
    return Note(ident, label, (Paragraph((Text(text),)),))


CASES = [
    ("markdown", ('<p>Text<sup id="fnref:1"><a href="#fn:1" class="footnote-ref">1</a></sup> more</p>'
     '<div class="footnotes"><hr><ol><li id="fn:1"><p>The note.&nbsp;<a href="#fnref:1" class="footnote-backref">↩︎</a></p></li></ol></div>')),  # noqa: E501
    ("wiki", ('<p>Text<sup class="reference"><a href="#cite_note-7"><span>[</span>1<span>]</span></a></sup> more</p>'
     '<ol class="references"><li id="cite_note-7"><span class="mw-cite-backlink"><b><a href="#cite_ref-7">^</a></b></span> '  # noqa: E501
     '<span class="reference-text">The note.</span></li></ol>')),
    ("newsletter", ('<p>Text<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a> more</p>'
     '<div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a>'
     '<div class="footnote-content"><p>The note.</p></div></div>')),
    ("word", '<p>Text<a href="#_ftn1" name="_ftnref1">[1]</a> more</p><p><a href="#_ftnref1" name="_ftn1">[1]</a> The note.</p>'),  # noqa: E501
    ("roles", ('<p>Text<a href="#n" role="doc-noteref">1</a> more</p>'
     '<aside id="n" role="doc-endnote">The note. <a href="#r" role="doc-backlink">zurück</a></aside>')),
    ("number in the text", '<p>Text<sup><a href="#fn1">1</a></sup> more</p><p id="fn1">1. The note.</p>'),
    ("whole address", '<p>Text<sup><a href="https://example.org/news/story.html#fn1">1</a></sup> more</p><p id="fn1">The note.</p>'),  # noqa: E501
    ("terms", ('<p>Text<a class="footnote-reference" href="#id2">[1]</a> more</p>'
     '<dl class="footnote"><dt id="id2"><a class="fn-backref" href="#id1">1</a></dt><dd>The note.</dd></dl>')),
]  # fmt: skip


@pytest.mark.parametrize("html", [case[1] for case in CASES], ids=[case[0] for case in CASES])
def test_note(html):
    found = [block for block in blocks(html) if not (isinstance(block, Paragraph) and block.children == (Text("1"),))]
    assert found == [Paragraph((Text("Text"), NoteRef("1"), Text(" more"))), note("1", "1", "The note.")]


def test_notes_called_twice_and_in_their_order():
    html = (
        '<p>a<sup><a href="#n2">*</a></sup> b<sup><a href="#n1">†</a></sup> c<sup><a href="#n2">*</a></sup></p>'
        "<h2>Anmerkungen</h2><ol><li id=n1>first</li><li id=n2>second</li></ol><p>end</p>"
    )
    assert blocks(html) == (
        Paragraph((Text("a"), NoteRef("1"), Text(" b"), NoteRef("2"), Text(" c"), NoteRef("1"))),
        Heading(2, (Text("Anmerkungen"),)),
        Paragraph((Text("end"),)),
        note("2", "†", "first"),
        note("1", "*", "second"),
    )


CALLED = [
    '<p>Text<sup><a href="#fn1">1</a></sup></p><p id="fn1">DROPPED</p>',
    '<p>Text<a role="doc-noteref" href="#fn1">1</a></p><nav>DROPPED</nav><ol><li id="fn1">DROPPED</li></ol>',
]


@pytest.mark.parametrize("html", CALLED)
def test_a_note_that_kept_text_calls_is_kept_too(html):
    assert blocks(html) == (Paragraph((Text("Text"), NoteRef("1"))), note("1", "1", "DROPPED"))


PLAIN = [
    '<p>Text<sup><a href="#gone">1</a></sup></p>',
    '<p id="fn1">DROPPED</p><p>Text<sup><a href="#fn1">1</a></sup></p>',
]


@pytest.mark.parametrize("html", PLAIN)
def test_call_without_a_note_stays_text(html):
    (paragraph,) = blocks(html)
    first, raised = paragraph.children
    assert first == Text("Text")
    assert isinstance(raised, Style)
    assert raised.kind == "superscript"


def test_table_of_contents_is_no_note():
    html = '<ul><li><a href="#part">1</a></li></ul><h2 id="part">Part</h2><p>text</p>'
    assert not any(isinstance(block, Note) for block in blocks(html))
