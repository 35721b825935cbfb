"""What readers and customers say below a text is not the text, unless the page is a forum or sells nothing."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.parse.lexbor import parse
from printworthy.refine.comments import comments
from printworthy.segment.walk import segment

PROSE = "".join(
    f"<p>In the year {year} the river rose again and took a field with it.</p>" for year in range(1820, 1830)
)
SAID = "I would buy this boat again at once, it never leaked."


def dropped(html: str) -> list[str]:
    columns = segment(parse(f"<body>{html}</body>".encode()))
    words = np.array([len(text.split()) for text in columns.text])
    mask = comments(columns, words, np.ones(len(words), bool))
    return [text for text, found in zip(columns.text, mask.tolist(), strict=True) if found]


@pytest.mark.parametrize("name", ["comments", "comment-list", "postComments", "wp-comment"])
def test_comments_below_the_text(name: str) -> None:
    assert dropped(f'{PROSE}<div class="{name}"><p>{SAID}</p></div>') == [SAID]


@pytest.mark.parametrize("heading", ["Comments", "3 Comments", "Kommentare (12)", "Readers' comments:", "评论"])
def test_comments_under_a_heading(heading: str) -> None:
    assert dropped(f"{PROSE}<h3>{heading}</h3><div><p>{SAID}</p></div>") == [heading, SAID]


@pytest.mark.parametrize(
    "page",
    [
        f"<h3>Comments</h3><p>{SAID}</p>{PROSE}",
        f"{PROSE}<h3>Comments of the mayor</h3><p>{SAID}</p>",
        f"{PROSE}<p>Comments</p><p>{SAID}</p>",
        f'<div class="comments"><p>{SAID}</p></div>{PROSE}',
        f'<div class="thread">{PROSE}<div class="comments"><p>{SAID}</p></div></div>',
        f'<p>Who knows this boat?</p><div class="comment">{PROSE}</div><div class="comment">{PROSE}</div>',
        f'{PROSE}<div id="how-to-answer-comments-of-readers"><p>{SAID}</p></div>',
        f'{PROSE}<div class="commentary"><p>{SAID}</p></div>',
        f'{PROSE}<h2 class="comments">Comments of the mayor</h2>',
    ],
)
def test_what_only_sounds_like_comments(page: str) -> None:
    assert dropped(page) == []


@pytest.mark.parametrize(
    "button",
    ["Add to cart", "ADD TO BAG – $20", "In den Warenkorb", "Ajouter au panier", "Añadir al carrito", "Buy now",
     "Aggiungi al carrello", "Dodaj do koszyka", "Добавить в корзину", "カートに入れる", "加入购物车"],
)  # fmt: skip
def test_reviews_in_a_shop(button: str) -> None:
    assert dropped(f'<button>{button}</button>{PROSE}<div class="product-reviews"><p>{SAID}</p></div>') == [SAID]


@pytest.mark.parametrize("line", ["", "They add to cart and wagon whatever the river leaves.", "Read now"])
def test_reviews_where_nothing_is_sold(line: str) -> None:
    assert dropped(f'<p>{line}</p>{PROSE}<div class="review"><p>{SAID}</p></div>') == []


def test_a_review_that_is_the_page_stays() -> None:
    assert dropped(f'<button>Add to cart</button><div class="review">{PROSE}</div><p>{SAID}</p>') == []
