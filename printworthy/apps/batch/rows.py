"""A page → the columns that its article fills, or the filter that it did not pass. Runs inside the sandbox."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import process_time
from typing import Any, Final

from printworthy.apps.batch.minhash import HASH, SIGNATURE, signature, text_hash
from printworthy.apps.batch.output.columns import KEYS, chosen
from printworthy.apps.batch.readers.items import Raw
from printworthy.apps.batch.settings import BatchSettings, Filters, covers
from printworthy.base.encoding import to_utf8
from printworthy.data.article import Article
from printworthy.data.blocks import Figure
from printworthy.options import Options
from printworthy.reading.extract import extract
from printworthy.writers.body import plain
from printworthy.writers.json.json_writer import to_json
from printworthy.writers.markdown.markdown_writer import MarkdownWriter


def make_row(page: Raw, settings: BatchSettings) -> dict[str, Any] | str:
    """The columns of a page's article; or, as text, which filter left it out."""
    start = process_time()
    html = to_utf8(page.html, page.charset) if page.charset else page.html
    article = extract(html, page.url, Options(method=settings.method, model=settings.model or None))
    if reason := _left_out(article, settings.filters):
        return reason
    row: dict[str, Any] = {"url": page.url or article.url}
    for name in chosen(settings.columns):
        if name not in KEYS and name != "timings":
            row[name] = _MAKERS[name](article)
    times, written = article.trace.timings, process_time()
    times["write"] = max(0.0, written - start - sum(times.values()))
    row[HASH] = text_hash(article.text)
    row[SIGNATURE] = signature(article.text) if settings.near else b""
    times["compare"] = process_time() - written
    row["timings"] = [(name, 1000 * seconds) for name, seconds in times.items()]
    return row


def _left_out(article: Article, filters: Filters) -> str:
    """The filter that an article does not pass, the cheapest one first; empty if it passes all."""
    size = len(article.text)
    if size < filters.min_chars:
        return "too short"
    if filters.max_chars and size > filters.max_chars:
        return "too long"
    if filters.min_confidence and article.confidence < filters.min_confidence:
        return "low confidence"
    if filters.page_types and article.page_type not in filters.page_types:
        return f"page type {article.page_type}"
    if filters.languages and not _speaks(article.language, filters.languages):
        return f"language {article.language.partition('-')[0] or 'unknown'}"
    return ""


def _speaks(language: str, wanted: tuple[str, ...]) -> bool:
    """Is a language among those wanted?"""
    return any(covers(one, language) for one in wanted)


def _picture(figure: Figure) -> dict[str, Any]:
    return {
        "src": figure.src,
        "alt": figure.alt,
        "caption": plain(figure.caption),
        "credit": figure.credit,
        "width": figure.width,
        "height": figure.height,
        "lead": figure.lead,
        "relevance": figure.relevance,
    }


_MAKERS: Final[dict[str, Callable[[Article], Any]]] = {
    "title": lambda article: article.title,
    "authors": lambda article: list(article.authors),
    "date": lambda article: article.date,
    "language": lambda article: article.language,
    "site": lambda article: article.site,
    "page_type": lambda article: article.page_type,
    "confidence": lambda article: article.confidence,
    "text": lambda article: article.text,
    "markdown": lambda article: MarkdownWriter().write(article).decode("utf-8", "replace"),
    "blocks": lambda article: json.dumps(to_json(article)["blocks"], ensure_ascii=False, separators=(",", ":")),
    "pictures": lambda article: [_picture(figure) for figure in article.images],
}
