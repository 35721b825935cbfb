"""Results that are kept: a key made of content goes in, a finished document comes out, if it was made before."""

from __future__ import annotations

import hashlib
import pickle
from collections import OrderedDict

from printworthy.data.trace import Trace
from printworthy.options import Options
from printworthy.printing.messages import PackedArticle, Printed, PrintOrder


class ResultCache:
    """The documents that were asked for last, up to `most` bytes together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._known: OrderedDict[str, Printed] = OrderedDict()
        self.hits = self.misses = 0

    def get(self, key: str) -> Printed | None:
        """The document, or None."""
        found = self._known.get(key)
        if found is None:
            self.misses += 1
            return None
        self.hits += 1
        self._known.move_to_end(key)
        return found

    def put(self, key: str, made: Printed) -> None:
        """Keep a document; those that nobody asked for the longest go."""
        size = len(made.content)
        if size > self._most // 4 or key in self._known:
            return
        self._known[key] = made
        self._size += size
        while self._size > self._most:
            _, old = self._known.popitem(last=False)
            self._size -= len(old.content)


def page_key(html: bytes, url: str, options: Options, order: PrintOrder) -> str:
    """The same page with the same choices has the same key."""
    return _digest(pickle.dumps((html, url, options, order)))


def article_key(article: PackedArticle, order: PrintOrder) -> str:
    """The same article, pictures and choices have the same key, wherever they were read."""
    trace = article.trace if order.options.trace else Trace(notes=article.trace.notes)
    return _digest(pickle.dumps((article.changed(trace=trace), order)))


def etag(content: bytes) -> str:
    """A strong validator of a document."""
    return f'"{_digest(content)[:32]}"'


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
