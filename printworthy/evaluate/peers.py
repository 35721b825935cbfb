"""Peers: a name → a callable that takes a page's bytes and address and returns its text.

Each peer is called as its own documentation recommends for the main text, without comments, on the same bytes; it is
imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from printworthy.data.looks import Renderer
from printworthy.errors import UsageError
from printworthy.options import Options
from printworthy.reading.extract import extract
from printworthy.version import VERSION

Extractor: TypeAlias = Callable[[bytes, str], str]


@dataclass(frozen=True, slots=True)
class Peer:
    """Another extractor: the package that brings it, and how to get hold of it."""

    name: str
    package: str
    load: Callable[[], Extractor]

    @property
    def version(self) -> str:
        """The installed version of its package, or nothing."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version(self.package)
        except PackageNotFoundError:
            return ""


@dataclass(frozen=True, slots=True)
class Tool:
    """An extractor that is ready to be called."""

    name: str
    version: str
    extract: Extractor


def find_peers(names: str) -> list[Peer]:
    """The peers of a list with commas, each once; `none` and nothing give none."""
    wanted = dict.fromkeys(name.strip().lower() for name in names.split(","))
    found = [_ALIASES.get(name, name) for name in wanted if name not in {"", "none"}]
    if unknown := [name for name in found if name not in PEERS]:
        raise UsageError(f"no extractor is called {', '.join(unknown)}: choose among {', '.join(PEERS)}")
    return [PEERS[name] for name in dict.fromkeys(found)]


def load_peers(peers: list[Peer]) -> tuple[list[Tool], list[Peer]]:
    """Those that are installed, ready and warm; and those that are not."""
    tools, missing = [], []
    for peer in peers:
        try:
            extractor = peer.load()
        except ImportError:
            missing.append(peer)
        else:
            tools.append(Tool(peer.name, peer.version, extractor))
    return tools, missing


def ours(options: Options, renderer: Renderer | None = None) -> Tool:
    """Printworthy itself, with these options; `renderer` is a warm browser, if they ask for one."""
    name = "printworthy" if options.method == Options().method else f"printworthy-{options.method}"
    return Tool(name, VERSION, lambda page, url: extract(page, url, options, renderer).text)


def _trafilatura(**settings: Any) -> Callable[[], Extractor]:  # noqa: ANN401 - trafilatura's own keywords
    def load() -> Extractor:
        from trafilatura import extract

        return lambda page, _url: extract(page, include_comments=False, **settings) or ""

    return load


def _resiliparse() -> Extractor:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    def extract(page: bytes, _url: str) -> str:
        tree = HTMLTree.parse_from_bytes(page, detect_encoding(page))
        # Bullets and texts of pictures are not in any truth: without them it scores better.
        return str(extract_plain_text(tree, main_content=True, alt_texts=False, list_bullets=False))

    return extract


def _readability() -> Extractor:
    from lxml.html import document_fromstring
    from readability import Document

    def extract(page: bytes, _url: str) -> str:
        summary = document_fromstring(Document(_decoded(page)).summary(html_partial=True) or "<p></p>")
        for element in summary.iter(*_LINES):
            element.tail = f"\n{element.tail or ''}"
        return str(summary.text_content())

    return extract


def _decoded(page: bytes) -> str | bytes:
    """Text where the page is plain UTF-8: a tool that guesses encodings slowly is not to be measured by that."""
    try:
        return page.decode("utf-8")
    except UnicodeDecodeError:
        return page


def _rs_trafilatura() -> Extractor:
    from rs_trafilatura import extract_bytes

    return lambda page, url: extract_bytes(page, url=url or None, include_comments=False).main_content or ""


def _justext() -> Extractor:
    from justext import get_stoplists, justext
    from justext.utils import get_stoplist

    # Its stop words are by language, and the language of a page is not known: all of them together.
    stops = frozenset().union(*(get_stoplist(name) for name in get_stoplists()))

    def extract(page: bytes, _url: str) -> str:
        return "\n".join(paragraph.text for paragraph in justext(page, stops) if not paragraph.is_boilerplate)

    return extract


def _newspaper() -> Extractor:
    from newspaper import Article

    def extract(page: bytes, url: str) -> str:
        article = Article(url or "https://example.com/", fetch_images=False)
        article.download(input_html=page)
        article.parse()
        return str(article.text)

    return extract


def _goose() -> Extractor:
    from goose3 import Goose

    goose = Goose({"enable_image_fetching": False})
    return lambda page, _url: goose.extract(raw_html=page).cleaned_text or ""


def _boilerpy() -> Extractor:
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor(raise_on_failure=False)
    return lambda page, _url: extractor.get_content(page.decode("utf-8", "replace")) or ""


def _turbohtml() -> Extractor:
    from turbohtml import parse

    return lambda page, _url: parse(page).article().text or ""


_LINES: Final = (
    "p",
    "div",
    "br",
    "li",
    "tr",
    "td",
    "th",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "pre",
    "blockquote",
    "dd",
)
PEERS: Final[dict[str, Peer]] = {
    peer.name: peer
    for peer in (
        Peer("trafilatura", "trafilatura", _trafilatura()),
        Peer("trafilatura-precision", "trafilatura", _trafilatura(favor_precision=True)),
        Peer("trafilatura-recall", "trafilatura", _trafilatura(favor_recall=True)),
        Peer("trafilatura-fast", "trafilatura", _trafilatura(fast=True)),
        Peer("resiliparse", "resiliparse", _resiliparse),
        Peer("readability", "readability-lxml", _readability),
        Peer("rs-trafilatura", "rs-trafilatura", _rs_trafilatura),
        Peer("justext", "justext", _justext),
        Peer("newspaper4k", "newspaper4k", _newspaper),
        Peer("goose3", "goose3", _goose),
        Peer("boilerpy3", "boilerpy3", _boilerpy),
        Peer("turbohtml", "turbohtml", _turbohtml),
    )
}
_ALIASES: Final = {"readability-lxml": "readability", "newspaper": "newspaper4k", "boilerpipe": "boilerpy3"}
