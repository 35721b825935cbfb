"""Printworthy: a web page in, its article out, as a page worth printing.

    import printworthy

    article = printworthy.extract(html, url)              # a page at hand: str or bytes; nothing is fetched
    article = printworthy.read("https://example.org/a")   # an address: fetched, its print page and parts followed
    article.title, article.authors, article.date, article.text, article.blocks, article.images, article.confidence
    printworthy.write(article, "story.pdf", style="large")    # pdf, epub, html, md, txt, json: by the suffix
    printworthy.dumps(article, "markdown")                # the same in memory: str, or bytes for pdf and epub

Also here: `find_print_link` (the address of a page's print version), `filter_page` (a page without its clutter),
`fetch` (one page, under the guard), `Options` (how to extract) and `errors`. Each public name is imported when it is
first used, so that `import printworthy` stays quick.
"""

from __future__ import annotations

import os as _os
from typing import TYPE_CHECKING

from printworthy.version import VERSION as __version__

if TYPE_CHECKING:
    from printworthy import errors
    from printworthy.data.article import Article
    from printworthy.fetching.client import fetch, fetch_async
    from printworthy.options import Options
    from printworthy.printing.filtering import filter_page
    from printworthy.printing.public import dumps, read, read_async, write
    from printworthy.reading.extract import extract, find_print_link

__all__ = [
    "Article", "Options", "__version__", "dumps", "errors", "extract", "fetch", "fetch_async", "filter_page",
    "find_print_link", "read", "read_async", "write",
]  # fmt: skip
_WHERE = {
    "printworthy.data.article": ("Article",),
    "printworthy.fetching.client": ("fetch", "fetch_async"),
    "printworthy.options": ("Options",),
    "printworthy.printing.filtering": ("filter_page",),
    "printworthy.printing.public": ("dumps", "read", "read_async", "write"),
    "printworthy.reading.extract": ("extract", "find_print_link"),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    from importlib import import_module

    if name == "errors":
        return import_module("printworthy.errors")
    for module, names in _WHERE.items():
        if name in names:
            globals()[name] = getattr(import_module(module), name)
            return globals()[name]
    raise AttributeError(f"module 'printworthy' has no attribute {name!r}: it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return list(__all__)


# numpy starts a thread a processor as it is imported, and each of them turns round and round for 2^26 cycles before it
# sleeps, for nothing: that shows in the time of the first page. 2^20 are enough for one that has work.
_os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "20")
