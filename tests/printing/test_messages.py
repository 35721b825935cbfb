"""What travels between processes: parcels open to the same article, and pages without one are refused."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import Comment, Figure, Paragraph, Text
from printworthy.data.trace import PictureVerdict, Trace
from printworthy.errors import NoArticleError
from printworthy.printing.messages import MOST_PICTURES, PackedArticle, PrintOrder, check_worth, opened, pictures_of
from printworthy.reading.extract import extract
from printworthy.writers.protocol import DEFAULTS

URL = "https://upland.example/2026/04/tower-clock.html"
WORDS = Paragraph((Text("Words"),))


def article(*blocks: Paragraph | Figure, confidence: float = 0.9, **others: Any) -> Article:
    return Article(title="A story", text="Words", blocks=blocks, confidence=confidence, **others)


def test_order_has_defaults() -> None:
    assert PrintOrder("pdf") == PrintOrder("pdf", DEFAULTS, force=False)


@pytest.fixture(scope="module")
def whole(sample: Path) -> Article:
    return extract(sample.read_bytes(), URL, comments=True)


def test_a_parcel_opens_to_the_same_article(whole: Article) -> None:
    parcel = pickle.loads(pickle.dumps(PackedArticle.of(whole)))
    assert whole.blocks
    assert parcel.open() == whole.detached()


def test_what_a_door_reads_stands_open(whole: Article) -> None:
    parcel = PackedArticle.of(whole)
    for name in ("title", "text", "url", "page_type", "confidence"):
        assert getattr(parcel, name) == getattr(whole, name)
    assert parcel.trace.notes == whole.trace.notes
    assert (parcel.article.blocks, parcel.article.comments) == ((), ())
    assert type(parcel.article) is Article  # it holds no page


def test_comments_travel() -> None:
    comments = (Comment((WORDS,), "Ada"),)
    assert PackedArticle.of(article(WORDS, comments=comments)).open().comments == comments


def test_verdicts_travel_if_asked_for(whole: Article) -> None:
    without, with_them = (pickle.loads(pickle.dumps(PackedArticle.of(whole, verdicts))) for verdicts in (False, True))
    assert (without.trace.segments, without.trace.pictures) == ([], ())
    assert without.trace.timings == whole.trace.timings
    assert with_them.trace.segments == whole.trace.segments
    assert with_them.trace.pictures == tuple(whole.trace.pictures)


def test_the_pictures_of_a_trace_travel_with_the_verdicts() -> None:
    seen = PictureVerdict("https://a.example/1.png", kept=True, relevance=1.0, reason="")
    assert PackedArticle.of(article(trace=Trace(pictures=[seen])), verdicts=True).trace.pictures == (seen,)


def test_changed_parcels_keep_what_is_closed() -> None:
    changed = PackedArticle.of(article(WORDS)).changed(title="Another")
    assert (changed.title, changed.open().title, changed.open().blocks) == ("Another", "Another", (WORDS,))


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ((), ()),
        (("https://a.example/1.png", "http://a.example/2.png"), ("https://a.example/1.png", "http://a.example/2.png")),
        (("HTTPS://a.example/1.png",), ("HTTPS://a.example/1.png",)),
        (("https://a.example/1.png", "https://a.example/1.png"), ("https://a.example/1.png",)),
        (("data:image/png;base64,AA", "file:///etc/passwd", "1.png", "ftp://a.example/1.png"), ()),
    ],
)
def test_pictures_on_the_web(sources: tuple[str, ...], found: tuple[str, ...]) -> None:
    made = article(*map(Figure, sources))
    assert pictures_of(made) == found
    assert pictures_of(PackedArticle.of(made)) == found


def test_a_parcel_names_so_many_pictures_and_no_more() -> None:
    made = article(*(Figure(f"https://a.example/{number}.png") for number in range(MOST_PICTURES + 1)))
    assert pictures_of(PackedArticle.of(made)) == pictures_of(made)[:MOST_PICTURES]
    assert len(pictures_of(made)) == MOST_PICTURES + 1


@pytest.mark.parametrize(
    ("confidence", "force", "refused"),
    [(0.3, False, False), (0.29, False, True), (0.0, False, True), (0.0, True, False), (1.0, False, False)],
)
def test_worth(confidence: float, force: bool, refused: bool) -> None:
    made = article(confidence=confidence)
    for held in (made, PackedArticle.of(made)):
        if refused:
            with pytest.raises(NoArticleError):
                check_worth(held, force)
        else:
            check_worth(held, force)


@pytest.mark.parametrize(
    ("kind", "advice", "told"),
    [
        ("none", "", "no article (confidence 0.10): give the address of the article itself, or say force"),
        ("listing", "", "no article (confidence 0.10, page type 'listing'): give the address"),
        ("none", "use --force", "no article (confidence 0.10): use --force"),
    ],
)
def test_what_is_told_of_a_page_without_an_article(kind: str, advice: str, told: str) -> None:
    with pytest.raises(NoArticleError) as caught:
        check_worth(article(confidence=0.1, page_type=kind), force=False, advice=advice)
    assert told in str(caught.value)


def test_opened() -> None:
    one = article(WORDS)
    parcel = PackedArticle.of(one)
    assert opened(["a", 1, None, parcel, [parcel, "b", [parcel]]]) == ["a", 1, None, one, [one, "b", [one]]]
    assert opened((parcel,)) == [one]
