"""The security boundary of HTML output: HTML goes in; only what stands in the lists below comes out."""

from __future__ import annotations

from typing import Final

import nh3

from printworthy.writers.addresses import safe_link, safe_picture

# fmt: off
TAGS: Final = frozenset({
    "a", "article", "aside", "blockquote", "br", "caption", "code", "dd", "del", "div", "dl", "dt", "em", "figcaption",
    "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "img", "kbd", "li", "main", "mark",
    "ol", "p", "pre", "q", "s", "section", "small", "span", "strong", "sub", "sup", "table", "tbody", "td", "th",
    "thead", "time", "tr", "u", "ul",
    "math", "mfrac", "mi", "mn", "mo", "mover", "mroot", "mrow", "mspace", "msqrt", "msub", "msubsup", "msup", "mtable",
    "mtd", "mtext", "mtr", "munder", "munderover",
})
# fmt: on
ATTRIBUTES: Final[dict[str, frozenset[str]]] = {
    "*": frozenset({"aria-label", "class", "dir", "lang"}),
    "a": frozenset({"href", "id", "role"}),
    "aside": frozenset({"data-callout", "role"}),
    "blockquote": frozenset({"cite"}),
    "code": frozenset({"role"}),
    "div": frozenset({"role", "tabindex"}),
    "img": frozenset({"alt", "height", "loading", "src", "width"}),
    "li": frozenset({"id"}),
    "math": frozenset({"alttext", "display"}),
    "mfrac": frozenset({"linethickness"}),
    "mi": frozenset({"mathvariant"}),
    "mo": frozenset({"stretchy"}),
    "mover": frozenset({"accent"}),
    "mspace": frozenset({"width"}),
    "mtable": frozenset({"displaystyle"}),
    "ol": frozenset({"start"}),
    "pre": frozenset({"tabindex"}),
    "section": frozenset({"role"}),
    "td": frozenset({"colspan", "rowspan"}),
    "th": frozenset({"colspan", "rowspan", "scope"}),
    "time": frozenset({"datetime"}),
}
# "data" is for pictures only; the filter below holds it to them.
SCHEMES: Final = frozenset({"data", "http", "https", "mailto", "tel"})


def clean(html: str) -> str:
    """The HTML without anything that is not allowed, as a well-formed fragment."""
    return _CLEANER.clean(html)


def _filter(tag: str, name: str, value: str) -> str | None:
    """An attribute's value if it may stay."""
    if name == "src":
        return safe_picture(value) or None
    if name in ("href", "cite"):
        return value if tag == "a" and value.startswith("#") else safe_link(value) or None
    return value


_CLEANER: Final = nh3.Cleaner(
    tags=set(TAGS),
    clean_content_tags={"script", "style"},
    attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
    attribute_filter=_filter,
    link_rel=None,
    url_schemes=set(SCHEMES),
)
