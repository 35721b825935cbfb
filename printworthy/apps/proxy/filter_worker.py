"""The work of one page, as a worker does it: `FilterJob` → `FilteredPage`. Plain values, so that they can travel."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from urllib.parse import quote

from printworthy.base.urls import is_web
from printworthy.data.tree import Tree
from printworthy.errors import PrintworthyError
from printworthy.filters.filtered_output import append
from printworthy.filters.settings import Settings
from printworthy.printing.filtering import filter_in_full


@dataclass(frozen=True, slots=True)
class FilterJob:
    """A page to filter.

    charset: what its server said of it.
    marker:  what to put at its end.
    gateway: if not empty, what links to other pages begin with, so that readers stay inside.
    """

    content: bytes = field(repr=False)
    url: str
    settings: Settings
    charset: str = ""
    marker: str = ""
    gateway: str = ""

    def __reduce__(self) -> tuple[Callable[..., FilterJob], tuple[bytes | str, ...]]:
        """Settings have many values, and are the same for most pages: they are packed and unpacked once."""
        return _received, (self.content, self.url, _packed(self.settings), self.charset, self.marker, self.gateway)


@dataclass(frozen=True, slots=True)
class FilteredPage:
    """A filtered page in UTF-8; `refused` says why there is none."""

    content: bytes = field(default=b"", repr=False)
    form: str = "page"
    removed: Counter[str] = field(default_factory=Counter)
    refused: str = ""


@lru_cache(maxsize=32)
def _packed(settings: Settings) -> bytes:
    return pickle.dumps(settings)


@lru_cache(maxsize=32)
def _unpacked(packed: bytes) -> Settings:
    found = pickle.loads(packed)  # noqa: S301 - from the proxy to its own workers
    assert isinstance(found, Settings)
    return found


def _received(content: bytes, url: str, packed: bytes, *rest: str) -> FilterJob:
    return FilterJob(content, url, _unpacked(packed), *rest)


def work(job: FilterJob) -> FilteredPage:
    """Filter one page; what cannot be filtered is told, not raised."""
    finish = partial(_finish, marker=job.marker, gateway=job.gateway)
    try:
        found = filter_in_full(job.content, job.url, job.settings, job.charset, finish)
    except (PrintworthyError, RecursionError, MemoryError) as error:
        return FilteredPage(refused=str(error) or type(error).__name__)
    return FilteredPage(found.content.encode("utf-8", "replace"), found.form, found.removed)


def _finish(tree: Tree, marker: str, gateway: str) -> None:
    """The last touches before a page is written."""
    if gateway:
        stay_inside(tree, gateway)
    append(tree, marker)


def stay_inside(tree: Tree, prefix: str) -> None:
    """Lead links to web pages through the gateway; what is fetched into the page comes from where it is."""
    for node in tree.root.css("a[href], area[href]"):
        address = node.attributes.get("href") or ""
        if is_web(address) and not address.startswith(prefix):
            node.attrs["href"] = prefix + quote(address, safe=":/?&=%#+,;@!$'()*~-._")
            if "target" in node.attributes:
                del node.attrs["target"]
