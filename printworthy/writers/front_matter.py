"""Front matter: what is known about an `Article` goes in, a block of YAML comes out."""

from __future__ import annotations

import re
from typing import Final

from printworthy.data.article import Article

_DATE: Final = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)")
# What YAML does not print as it is inside double quotes (YAML 1.2, 5.1 and 5.7).
_HIDDEN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff\"\\]")


def front_matter(article: Article) -> str:
    """Title, authors, date, address, site and language, as far as they are known."""
    date = article.date if _DATE.fullmatch(article.date) else _quoted(article.date)
    fields = {
        "title": _quoted(article.title),
        "authors": f"[{', '.join(map(_quoted, article.authors))}]" if article.authors else "",
        "date": date if article.date else "",
        "url": _quoted(article.url),
        "site": _quoted(article.site),
        "language": _quoted(article.language),
    }
    lines = [f"{name}: {value}" for name, value in fields.items() if value and value != '""']
    return "\n".join(["---", *lines, "---"])


def _quoted(text: str) -> str:
    """The text as a double-quoted scalar."""
    return f'"{_HIDDEN.sub(_escaped, text)}"'


def _escaped(found: re.Match[str]) -> str:
    char = found[0]
    if char in '"\\':
        return f"\\{char}"
    return f"\\x{ord(char):02x}" if ord(char) < 256 else f"\\u{ord(char):04x}"
