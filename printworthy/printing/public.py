"""The use case for ordinary code: an address in, its article out; an article in, a finished document out."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, TypeAlias, Unpack, overload

from printworthy.data.article import Article
from printworthy.errors import UsageError
from printworthy.fetching.client import Client, run
from printworthy.options import Changes, Options, with_changes
from printworthy.printing.browsing import own_browser
from printworthy.printing.messages import EMBEDDING, pictures_of
from printworthy.printing.pictures import fetch_pictures
from printworthy.printing.plan import DEFAULT, Plan, Tell
from printworthy.printing.reader import Reader
from printworthy.render.browser import Browser
from printworthy.writers.protocol import DEFAULTS, WriteOptions, Writer, with_choices
from printworthy.writers.registry import write as written
from printworthy.writers.registry import writer_for_name, writer_for_path
from printworthy.writers.save import check_target, save_bytes
from printworthy.writers.sheet import SheetFields

Text: TypeAlias = Literal["text", "markdown", "html", "json"]
_LOG: Final = logging.getLogger("printworthy")
_BINARY: Final = frozenset({"pdf", "epub"})


def read(
    url: str,
    options: Options | None = None,
    *,
    plan: Plan = DEFAULT,
    tell: Tell | None = None,
    browser: Browser | None = None,
    **changes: Unpack[Changes],
) -> Article:
    """The whole article at an address that a person named: fetched under the guard, its print page and parts followed.

    Options may be given as an `Options` or one by one, as for `extract`; `plan` says how far to follow and how long to
    wait, `tell` hears what is being done. Options that render use `browser`, or one that is started for this article.

        article = printworthy.read("https://example.org/story", images="none")
    """
    return run(lambda: read_async(url, options, plan=plan, tell=tell, browser=browser, **changes))


async def read_async(
    url: str,
    options: Options | None = None,
    *,
    plan: Plan = DEFAULT,
    tell: Tell | None = None,
    browser: Browser | None = None,
    **changes: Unpack[Changes],
) -> Article:
    """`read` for code in an event loop; the extraction runs in a thread beside it."""
    if not isinstance(url, str):
        raise UsageError(f"an address is a str, not {type(url).__name__}: give one such as https://example.org/story")
    plan = replace(plan, options=with_changes(options or plan.options, changes))
    async with (
        Client(plan.policy.naming(url), plan.limits, plan.visitor) as client,
        own_browser(client, plan.options, browser) as show,
    ):
        found = await Reader(client, plan, tell, show=show).read(url)
        assert isinstance(found, Article)
        return await asyncio.to_thread(found.detached)


class Writing(SheetFields, total=False):
    """How to write: the choices of a sheet, whether to fetch pictures, and how."""

    pictures: bool
    plan: Plan


@overload
def dumps(article: Article, format: Text, options: WriteOptions = DEFAULTS, **choices: Unpack[Writing]) -> str: ...
@overload
def dumps(
    article: Article, format: Literal["pdf", "epub"], options: WriteOptions = DEFAULTS, **choices: Unpack[Writing]
) -> bytes: ...
@overload
def dumps(
    article: Article, format: str, options: WriteOptions = DEFAULTS, **choices: Unpack[Writing]
) -> str | bytes: ...
def dumps(article: Article, format: str, options: WriteOptions = DEFAULTS, **choices: Unpack[Writing]) -> str | bytes:
    """The article in a format: `str` for text, markdown, html and json, `bytes` for pdf and epub.

    Takes what `write` takes.

        >>> dumps(Article(title="Of clocks", text="They tick."), "markdown")
        '# Of clocks\\n\\nThey tick.\\n'
    """
    writer = writer_for_name(format)
    content = _content(article, writer, options, choices)
    return content if writer.name in _BINARY else content.decode("utf-8")


def write(
    article: Article,
    path: str | Path,
    format: str | None = None,
    options: WriteOptions = DEFAULTS,
    **choices: Unpack[Writing],
) -> Path:
    """Write the article to `path`, in the format named or in the one its suffix names; returns the path.

    The file is written whole or not at all. PDF, EPUB and HTML carry their pictures: those on the web are fetched
    first, under the strict guard and within the plan's limits, unless `pictures` is False or the extra `fetch` is not
    installed. Choices are those of a printed sheet: `write(article, "story.pdf", style="newspaper", paper="letter")`;
    `images=False` leaves pictures out of every format.
    """
    writer = writer_for_name(format) if format else writer_for_path(path)
    target = check_target(path)
    save_bytes(_content(article, writer, options, choices), target)
    return Path(path)


def _content(article: Article, writer: Writer, options: WriteOptions, choices: Writing) -> bytes:
    """The document; its pictures are fetched first, unless the choices say otherwise."""
    plan, pictures = choices.pop("plan", DEFAULT), choices.pop("pictures", True)
    options = with_choices(options, choices)
    if pictures and writer.name in EMBEDDING and options.sheet.images:
        options = _with_pictures(article, options, plan)
    return written(article, writer, options)


def _with_pictures(article: Article, options: WriteOptions, plan: Plan) -> WriteOptions:
    """The options with the pictures on the web that are not there yet."""
    wanted = [src for src in pictures_of(article) if src not in options.resources]
    if not wanted or find_spec("aiohttp") is None:
        return options
    found = run(lambda: fetch_pictures(wanted, plan))
    if found.missing:
        _LOG.warning("%d of %d pictures left out: %s", len(found.missing), len(wanted), found.missing[0])
    return replace(options, resources={**options.resources, **found.found})
