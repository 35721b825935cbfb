"""The order of the flow, from a page to its article: parse, segment, select; then illustrate, describe and build.

Pure: no network and no state. The same page with the same options gives the same article, whatever came before. The
text is made at once; what costs more is promised, and made when somebody asks for it.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any

from printworthy.base.encoding import to_utf8
from printworthy.build.text import join_text
from printworthy.data.article import Article, Figure
from printworthy.data.columns import Columns
from printworthy.data.selection import Selection
from printworthy.data.trace import Trace
from printworthy.data.tree import Tree
from printworthy.methods.registry import find_method
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.parse.tame import tame
from printworthy.segment.walk import segment


def extract(html: str | bytes, url: str = "", options: Options | None = None) -> Article:
    """The article of a page. `url` is the page's address, against which its links and pictures are made absolute."""
    options = options or Options()
    trace = Trace()
    with _timed(trace, "parse"):
        tree = parse(tame(to_utf8(html)))
    with _timed(trace, "segment"):
        columns = segment(tree)
    with _timed(trace, "select"):
        selection = find_method(options.method)(tree, columns, options)
        text = join_text(columns, selection.kept)
    trace.texts, trace.kept = columns.text, selection.kept
    trace.probabilities, trace.why = selection.probabilities, selection.why
    return Article.promised({"text": text, "trace": trace}, _later(tree, columns, selection, url, options, trace))


def _later(
    tree: Tree, columns: Columns, selection: Selection, url: str, options: Options, trace: Trace
) -> dict[tuple[str, ...], Callable[[], dict[str, Any]]]:
    """The steps that only some callers need, by the fields that they make; their rooms are opened only then, too."""

    def verdict() -> dict[str, Any]:
        with _timed(trace, "verdict"):
            return dict(zip(_VERDICT, selection.verdict(), strict=True))

    def metadata() -> dict[str, Any]:
        from printworthy.metadata.describe import describe

        with _timed(trace, "describe"):
            known = describe(tree, columns, selection.kept, url, options.today or _today())
        return {
            "title": known.title.value,
            "authors": known.authors.value,
            "date": known.published.value[:10],
            "language": known.language.value,
            "site": known.site.value,
            "url": url or known.canonical.value,
            "description": known.description.value,
            "direction": known.direction,
            "metadata": known,
        }

    def document() -> dict[str, Any]:
        from printworthy.build.base import BuildBase
        from printworthy.build.document import build

        with _timed(trace, "illustrate"):
            figures = _figures(tree, columns, selection, url, options)
        with _timed(trace, "build"):
            made = build(tree, columns, selection.kept, BuildBase(url, figures, options.links, options.comments))
        return {"blocks": made.blocks, "comments": made.comments}

    return {_VERDICT: verdict, _METADATA: metadata, ("blocks", "comments"): document}


def _figures(tree: Tree, columns: Columns, selection: Selection, url: str, options: Options) -> dict[int, Figure]:
    if options.images == "none":
        return {}
    from printworthy.images.figures import find_figures
    from printworthy.images.judge import judge, judge_all

    return find_figures(tree, columns, selection.kept, url, judge if options.images == "relevant" else judge_all)


def _today() -> datetime.date:
    """Today, in the zone that is ahead of all others: an article of this day is nowhere in the future."""
    return datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=14))).date()


@contextmanager
def _timed(trace: Trace, step: str) -> Iterator[None]:
    """Note the CPU seconds of a step."""
    start = process_time()
    yield
    trace.timings[step] = process_time() - start


_VERDICT = ("confidence", "page_type")
_METADATA = ("title", "authors", "date", "language", "site", "url", "description", "direction", "metadata")
