"""Parts of the page that explains: accounts and metadata → pieces of HTML. Everything is escaped or cleaned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from html import escape
from typing import Final

from printworthy.apps.explain.gather import Account
from printworthy.apps.explain.original import level
from printworthy.data.article import Article, Field, Metadata, Resource
from printworthy.data.blocks import Block, Heading
from printworthy.data.trace import PictureVerdict, Verdict
from printworthy.writers.addresses import safe_link
from printworthy.writers.body import body, tidy
from printworthy.writers.html.blocks import HtmlBlocks, HtmlContext
from printworthy.writers.html.sanitise import clean
from printworthy.writers.notes import collect

_PICTURE: Final = re.compile(r'<img src="(?!data:)[^"]*" alt="([^"]*)"[^>]*>')
_NOTE_ID: Final = re.compile(r' id="note-\d+"')
# The page's own headings are of the first and second level.
_ABOVE: Final = 2
_BAR_HEIGHT: Final = 40
_ABOUT: Final = {
    "learned": "Two looks by boosted trees, then the set of segments with the highest expected F1.",
    "visual": "Font size, colour and links of what stands between line breaks; the best run of it (Luo et al. 2009).",
    "subtree": "The first large subtree of paragraphs (Joshi and Liu 2009).",
    "filters": "What is left when a chain of filters has gone over the page (Gupta et al. 2003).",
    "nodes": "Text nodes classified as title, date, content or boilerplate (Rangarajan 2016).",
}


def article_html(account: Account, resources: Mapping[str, Resource]) -> str:
    """The article as it was extracted; pictures that are not at hand are named, not loaded."""
    if account.error:
        return f'<p class="none">This method could not run: {escape(tidy(account.error))}</p>'
    blocks = tuple(_outlined(body(account.article)))
    if not blocks:
        return '<p class="none">This method kept nothing.</p>'
    notes = collect(blocks)
    page = HtmlBlocks(HtmlContext(notes, linked_notes=False, resources=resources))
    text = page.render(blocks) + _NOTE_ID.sub("", page.notes("back"))
    return clean(_PICTURE.sub(_named, text))


def summary(account: Account) -> str:
    """The figures of one account, and how long each step took."""
    article = account.article
    if account.error:
        return f'<p class="about">{escape(_ABOUT.get(account.method, ""))}</p>'
    kept = sum(one.kept for one in account.verdicts)
    words = len(article.text.split())
    figures = [
        (f"{article.confidence:.0%}", "confidence"),
        (escape(article.page_type), "page type"),
        (f"{kept:,}<small> of {len(account.verdicts):,}</small>", "segments kept"),
        (f"{words:,}", "words"),
        (f"{1000 * sum(article.trace.timings.values()):.1f}<small> ms</small>", "CPU time"),
    ]
    cells = "".join(f"<div><dt>{label}</dt><dd>{value}</dd></div>" for value, label in figures)
    notes = "".join(f'<p class="about">{escape(tidy(note))}</p>' for note in article.trace.notes)
    about = f'<p class="about">{escape(_ABOUT.get(account.method, ""))}</p>'
    return f'<dl class="figures">{cells}</dl>{about}{notes}{_unseen(article)}{_timings(article)}'


def _unseen(article: Article) -> str:
    """What the page hides from its readers, and how."""
    rows = article.trace.unseen
    if not rows:
        return ""
    shown = rows[:_MOST_UNSEEN]
    items = "".join(f"<li><q>{escape(_shortened(one.text))}</q> {escape(one.reason)}</li>" for one in shown)
    return f"<details><summary>Never seen by readers: {len(rows):,}</summary><ul>{items}</ul></details>"


def _shortened(text: str) -> str:
    return tidy(text if len(text) <= _LONGEST_UNSEEN else f"{text[:_LONGEST_UNSEEN]}…")


_MOST_UNSEEN: Final = 200
_LONGEST_UNSEEN: Final = 300


def overview(verdicts: Sequence[Verdict]) -> str:
    """The whole page as a strip of bars, a bar a segment, as wide as it is long; hidden from readers of the text."""
    widths = [max(1, min(60, len(one.text) // 12)) for one in verdicts]
    bars, left = [], 0
    for number, (one, width) in enumerate(zip(verdicts, widths, strict=True)):
        bars.append(
            f'<rect x="{left}" y="0" width="{width}" height="{_BAR_HEIGHT}" data-n="{number}" '
            f'data-p="{level(one.probability)}" data-k="{int(one.kept)}"/>'
        )
        left += width
    return (
        f'<svg class="strip" viewBox="0 0 {left} {_BAR_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">'
        f"{''.join(bars)}</svg>"
    )


def metadata_table(metadata: Metadata) -> str:
    """What is known about the article: value, where it was read, and how sure that is."""
    rows = "".join(_metadata_rows(metadata))
    head = '<tr><th scope="col">Field</th><th scope="col">Value</th><th scope="col">Read from</th>'
    return f'<table>{head}<th scope="col">Sure</th></tr>{rows}</table>' if rows else "<p>Nothing is known.</p>"


def pictures_table(pictures: Sequence[PictureVerdict]) -> str:
    """What became of each picture near the article, and why; their addresses are told, not loaded."""
    rows = "".join(
        f'<tr><th scope="row">{"kept" if one.kept else "dropped"}</th><td>{_linked(one.src)}</td>'
        f"<td>{escape(tidy(one.reason))}</td><td>{_meter(one.relevance)}</td></tr>"
        for one in pictures
    )
    head = '<tr><th scope="col">Verdict</th><th scope="col">Picture</th><th scope="col">Why</th>'
    return f'<table>{head}<th scope="col">Relevance</th></tr>{rows}</table>' if rows else "<p>There are none.</p>"


def _metadata_rows(metadata: Metadata) -> Iterator[str]:
    for one in fields(metadata):
        value = getattr(metadata, one.name)
        if isinstance(value, Field) and value:
            shown = ", ".join(value.value) if isinstance(value.value, tuple) else str(value.value)
            yield (
                f'<tr><th scope="row">{escape(one.name.replace("_", " "))}</th><td>{_linked(shown)}</td>'
                f"<td>{escape(tidy(value.source))}</td><td>{_meter(value.confidence)}</td></tr>"
            )


def _linked(text: str) -> str:
    address = safe_link(text) if text.startswith(("http://", "https://")) else ""
    shown = escape(tidy(text))
    return f'<a href="{escape(address)}" rel="noreferrer noopener">{shown}</a>' if address else shown


def _meter(value: float) -> str:
    return f'<span class="meter" data-p="{level(value)}"></span>{value:.0%}'


def _timings(article: Article) -> str:
    """The steps as one bar, as long as they took, with their names and milliseconds below."""
    timings = {step: 1000 * seconds for step, seconds in article.trace.timings.items()}
    whole = sum(timings.values()) or 1.0
    left, bars, names = 0.0, [], []
    for number, (step, took) in enumerate(timings.items()):
        bars.append(f'<rect class="c{number % 7}" x="{left:.2f}" y="0" width="{100 * took / whole:.2f}" height="4"/>')
        names.append(f'<li class="c{number % 7}">{escape(step)} <b>{took:.1f}</b></li>')
        left += 100 * took / whole
    strip = f'<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">{"".join(bars)}</svg>'
    return f'<div class="timings">{strip}<ul aria-label="milliseconds by step">{"".join(names)}</ul></div>'


def _outlined(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """The blocks with their headings below those of the page, and none more than a level below the one before."""
    top = min((block.level for block in blocks if isinstance(block, Heading)), default=1)
    last = _ABOVE
    for block in blocks:
        if isinstance(block, Heading):
            last = min(_ABOVE + 1 + block.level - top, last + 1, 6)
            yield replace(block, level=last)
        else:
            yield block


def _named(found: re.Match[str]) -> str:
    return f'<span class="picture">{found[1] or "a picture"}</span>'
