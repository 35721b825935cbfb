"""The page's kind, as features: does it look like something that somebody wrote on some day?"""

from __future__ import annotations

import re
from typing import Final

from printworthy.base.languages import either, words
from printworthy.base.tags import CODE
from printworthy.metadata.sources import Sources
from printworthy.metadata.wording import holds


def page_row(sources: Sources, title: int) -> dict[str, float]:
    """Features of the whole page: what its head, its address and its text say about its kind."""
    return _declared(sources) | _addressed(sources) | _shown(sources, title)


def _declared(sources: Sources) -> dict[str, float]:
    types = {name for thing in sources.things if not thing.role for name in thing.types}
    kind = sources.first("og:type").lower()
    keys = sources.columns.key
    body = f" {keys[0].lower()} " if keys else ""
    row = {
        "og_article": float("article" in kind or "blog" in kind),
        "og_website": float("website" in kind),
        "og_product": float("product" in kind),
        "og_none": float(not kind),
        "has_article": float(any(name.endswith(("Article", "Posting", "Report", "Recipe")) for name in types)),
        "has_post": float(not types.isdisjoint(("DiscussionForumPosting", "QAPage", "Question"))),
        "has_product": float(not types.isdisjoint(("Product", "ProductGroup"))),
        "has_page": float(any(name.endswith("Page") for name in types)),
        "has_collection": float(not types.isdisjoint(("CollectionPage", "ItemList"))),
        "says_author": float(bool(sources.first("author", "article:author", "dc.creator", "twitter:creator"))),
        "says_reading": float("min" in sources.first("twitter:data2") or "min" in sources.first("twitter:data1")),
        "says_section": float(bool(sources.first("article:section", "article:tag", "news_keywords"))),
    }
    return row | {name: 1.0 for name, marks in _BODIES if holds(body, marks)}


def _addressed(sources: Sources) -> dict[str, float]:
    path = sources.path.strip("/").lower()
    slug = path.rpartition("/")[2]
    whole = f"{sources.host}/{path}"
    return {
        "depth": float(path.count("/") + 1 if path else 0),
        "slug_words": float(slug.count("-") + slug.count("_") + 1 if slug else 0),
        "path_article": float(_ARTICLE.search(path) is not None),
        "path_forum": float(_FORUM.search(whole) is not None),
        "path_other": float(_OTHER.search(path) is not None),
        "path_docs": float(_DOCS.search(whole) is not None),
        "path_number": float(_NUMBER.search(slug) is not None),
    }


def _shown(sources: Sources, title: int) -> dict[str, float]:
    columns = sources.columns
    texts, tags = columns.text, bytes(columns.tag)
    lengths = list(map(len, texts))
    total = sum(lengths) or 1
    long = [length for length in lengths if length >= _LONG]
    shown = texts[title] if 0 <= title < len(texts) else sources.title
    near = "\n" + " \n".join([text[:80] for text in texts[max(0, title - 4) : title + 12]]).lower()
    return {
        "segments": float(len(texts)),
        "long_share": sum(long) / total,
        "long_count": float(len(long)),
        "link_share": sum(columns.link_chars) / total,
        "item_share": tags.count(_LI) / max(1, len(tags)),
        "subheads": float(tags.count(_H2) + tags.count(_H3)),
        "h1s": float(tags.count(_H1)),
        "title_words": float(len(shown.split())),
        "title_place": title / max(1, len(texts)),
        "title_asks": float("?" in shown),
        "title_number": float(any(map(str.isdigit, shown))),
        "near_read": float(holds(near, _READING) and _READ.search(near) is not None),
        "near_by": float(_BY.search(near) is not None),
        "prices": float(_prices(texts, sources.scan.raw)),
    }


def _prices(texts: list[str], raw: bytes) -> int:
    """How many signs of money stand in short texts; `raw` is all texts, and most pages have none."""
    if not any(map(raw.__contains__, _MONEY)):
        return 0
    short = "".join([text for text in texts if len(text) < _PRICE])
    return short.count("$") + short.count("€") + short.count("£")


_LONG: Final = 140
_PRICE: Final = 20
_LI, _H1, _H2, _H3 = (bytes((CODE[name],)) for name in ("li", "h1", "h2", "h3"))
# What content systems write into the class of the body.
_BODIES: Final = (
    (
        "body_post",
        ("single-post", "postid-", "blog-post", "post-template", "article", "node-type-blog", "node-type-news"),
    ),
    ("body_page", ("page-id-", "page-template", "node-type-page", "basicpage", "landing")),
    ("body_home", (" home ", "front", "is-home", "index")),
    ("body_shop", ("product", "shop", "store", "collection", "cart")),
    ("body_list", ("archive", "category", " blog ", "taxonomy", "listing", "search", "section")),
    ("body_forum", ("forum", "topic", "thread", "question", "discuss", "crawler")),
    ("body_wiki", ("mediawiki", "docs", "wiki", "documentation")),
)
_ARTICLE: Final = re.compile(
    r"(?:^|/)(?:blogs?|news|articles?|posts?|stor(?:y|ies)|magazin\w*|insights?|learn|guides?|20\d\d)(?:/|-)"
)
_FORUM: Final = re.compile(
    r"\bforums?\b|community|\b(?:t|threads?|topics?|questions?|discussions?|viewtopic|showthread|comments)\b"
)
_OTHER: Final = re.compile(
    r"(?:^|/)(?:products?|shop|store|collections?|categor(?:y|ies)|services?|solutions?|c|p|dp|tags?|about\w*|pricing|"
    r"features?|app|catalog|list|search|browse|features|platform)(?:/|$)"
)
_DOCS: Final = re.compile(
    r"\b(?:docs?|documentation|wiki|reference|manual|api|developers?|tutorials?|learn|help|support)\b"
)
_NUMBER: Final = re.compile(r"\d{4,}")
# The last bytes of the signs of money.
_MONEY: Final = tuple([sign.encode()[-1:] for sign in "$€£"])
_READING: Final = words("reading_time_parts")
_READ: Final = re.compile(either("reading_time"))
_BY: Final = re.compile(rf"\n(?:(?:{either('by_near_verbs')}) )?(?:{either('by_near')})[: ]")
