"""The page's kind, as features: does it look like something that somebody wrote on some day?"""

from __future__ import annotations

import re

from printworthy.base.tags import CODE
from printworthy.metadata.sources import Sources


def page_row(sources: Sources, title: int) -> dict[str, float]:
    """Features of the whole page: what its head, its address and its text say about its kind."""
    return _declared(sources) | _addressed(sources) | _shown(sources, title)


def _declared(sources: Sources) -> dict[str, float]:
    types = {name for thing in sources.things if not thing.role for name in thing.types}
    kind = sources.first("og:type").lower()
    return {
        "og_article": float("article" in kind or "blog" in kind),
        "og_website": float("website" in kind),
        "og_product": float("product" in kind),
        "og_none": float(not kind),
        "has_article": float(any(name.endswith(("Article", "Posting", "Report", "Recipe")) for name in types)),
        "has_post": float(any(name in ("DiscussionForumPosting", "QAPage", "Question") for name in types)),
        "has_product": float("Product" in types or "ProductGroup" in types),
        "has_page": float(any(name.endswith("Page") for name in types)),
        "has_collection": float("CollectionPage" in types or "ItemList" in types),
        "says_author": float(bool(sources.first("author", "article:author", "dc.creator", "twitter:creator"))),
        "says_reading": float("min" in sources.first("twitter:data2") or "min" in sources.first("twitter:data1")),
        "says_section": float(bool(sources.first("article:section", "article:tag", "news_keywords"))),
    }


def _addressed(sources: Sources) -> dict[str, float]:
    path = sources.path.strip("/").lower()
    slug = path.rpartition("/")[2]
    return {
        "depth": float(path.count("/") + 1 if path else 0),
        "slug_words": float(slug.count("-") + slug.count("_") + 1 if slug else 0),
        "path_article": float(bool(_ARTICLE.search(path))),
        "path_forum": float(bool(_FORUM.search(f"{sources.host}/{path}"))),
        "path_other": float(bool(_OTHER.search(path))),
        "path_docs": float(bool(_DOCS.search(f"{sources.host}/{path}"))),
        "path_number": float(bool(_NUMBER.search(slug))),
    }


def _shown(sources: Sources, title: int) -> dict[str, float]:
    columns = sources.columns
    texts = columns.text
    lengths = [len(text) for text in texts]
    total = sum(lengths) or 1
    long = [length for length in lengths if length >= 140]
    shown = texts[title] if 0 <= title < len(texts) else sources.title
    near = " \n".join(text[:80] for text in texts[max(0, title - 4):title + 12]).casefold()
    tags = columns.tag
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
        "near_read": float(bool(_READ.search(near))),
        "near_by": float(bool(_BY.search(near))),
        "prices": float(len(_PRICE.findall("\n".join([text for text in texts if len(text) < 20])))),
    }


_LI, _H1, _H2, _H3 = CODE["li"], CODE["h1"], CODE["h2"], CODE["h3"]
_ARTICLE = re.compile(
    r"(?:^|/)(?:blogs?|news|articles?|posts?|stor(?:y|ies)|magazin\w*|insights?|learn|guides?|20\d\d)(?:/|-)"
)
_FORUM = re.compile(
    r"\bforums?\b|community|\b(?:t|threads?|topics?|questions?|discussions?|viewtopic|showthread|comments)\b"
)
_OTHER = re.compile(
    r"(?:^|/)(?:products?|shop|store|collections?|categor(?:y|ies)|services?|solutions?|c|p|dp|tags?|about\w*|pricing|"
    r"features?|app|catalog|list|search|browse|features|platform)(?:/|$)"
)
_DOCS = re.compile(r"\b(?:docs?|documentation|wiki|reference|manual|api|developers?|tutorials?|learn|help|support)\b")
_NUMBER = re.compile(r"\d{4,}")
_READ = re.compile(r"\bmins?\b|minutes? read|min read|lesezeit|minuten|分钟|読了")
_BY = re.compile(
    r"(?:^|\n)(?:written |posted |published |reviewed |updated |words )?"
    r"(?:by|von|par|por|di|door|av|af|автор|作者|від|przez|text)[: ]"
)
_PRICE = re.compile(r"[$€£¥₹]\s?\d|\d\s?[€£]")
