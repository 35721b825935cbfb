"""Gather what there is to explain: a page → its segments, and what every method made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from printworthy.apps.explain.strongest import Look, two_looks
from printworthy.data.article import Article
from printworthy.data.columns import Columns
from printworthy.data.trace import Verdict
from printworthy.errors import InputError, PrintworthyError
from printworthy.methods.registry import METHODS
from printworthy.model.store import load_model
from printworthy.options import Options
from printworthy.reading.extract import PageArticle, read_page, warm
from printworthy.reading.reading import Reading


@dataclass(frozen=True, slots=True)
class Account:
    """What one method made of the page: its article, and a verdict for each segment; or why it made nothing."""

    method: str
    article: Article
    verdicts: Sequence[Verdict]
    error: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page, its segments, and the accounts of all methods; the first one was asked for."""

    url: str
    columns: Columns
    accounts: tuple[Account, ...]
    looks: tuple[Look, Look] | None

    @property
    def chosen(self) -> Account:
        """The account that was asked for."""
        return self.accounts[0]


def gather(html: str | bytes, url: str, options: Options) -> Explanation:
    """Read the page with the method that was asked for, then with all others; it is parsed, and shown, once."""
    warm(options)  # what is loaded for the first page is not this page's time
    reading = read_page(html, url, options)
    if not reading.columns.text:
        raise InputError("this page holds no text: there is nothing to explain; give the page as a browser saves it")
    # A model of one's own is that of the method that was asked for.
    others = [replace(options, method=name, model=None) for name in METHODS if name != options.method]
    accounts = (_account(reading), *(_try(reading, other) for other in others))
    return Explanation(url, reading.columns, accounts, _looks(reading, options))


def _looks(reading: Reading, options: Options) -> tuple[Look, Look]:
    """The features of the learned method, which is among the accounts whatever was asked for."""
    own = options.model if options.method == "learned" else None
    return two_looks(reading.tree, reading.columns, load_model(own))


def _try(reading: Reading, options: Options) -> Account:
    """A method that cannot be had here (an extra is missing, the browser fails) says so, and the others go on."""
    try:
        return _account(reading.by(options))
    except (PrintworthyError, ImportError) as error:
        nothing = [Verdict(text, kept=False, probability=0.0, step="", reason="") for text in reading.columns.text]
        return Account(options.method, Article(), nothing, str(error))


def _account(reading: Reading) -> Account:
    article = PageArticle.of(reading)
    made = (article.confidence, article.title, article.blocks)  # asked for now: their times are in the trace
    del made
    return Account(reading.options.method, article, article.trace.segments)
