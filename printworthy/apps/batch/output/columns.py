"""The columns of the output: their names, their types and what they say; the schema in docs/batch.md is this table."""

from __future__ import annotations

from typing import Final, NamedTuple

from printworthy.errors import UsageError


class Column(NamedTuple):
    """A column of the output; `key` ones are always there."""

    name: str
    type: str
    says: str
    key: bool = False


COLUMNS: Final = (
    Column("id", "string", "16 hex digits, made of `source` and `position`: the row's key", True),
    Column("source", "string", "the input, as it was named", True),
    Column("position", "int64", "where in the source: a byte, a row, or a place in the list", True),
    Column("record", "string", "the source's own name for it: WARC-Record-ID, file name", True),
    Column("url", "string", "the page's address", True),
    Column("fetched", "string", "when the page was fetched, as the archive says (WARC-Date); else null", True),
    Column("status", "int16", "the HTTP status, 200 where there was none", True),
    Column("bytes", "int64", "size of the HTML", True),
    Column("title", "string", "the article's title"),
    Column("authors", "list<string>", "who wrote it"),
    Column("date", "string", "the day of publication, ISO 8601"),
    Column("language", "string", "a language tag like pt-BR"),
    Column("site", "string", "the site's name"),
    Column("page_type", "string", "article, forum, product, collection, listing, documentation, service or none"),
    Column("confidence", "float", "0 to 1: the expected quality; near 0, the page has no article"),
    Column("text", "string", "paragraphs with blank lines between"),
    Column("markdown", "string", "the article in Markdown"),
    Column("blocks", "string", "the document as JSON, see json.md"),
    Column("pictures", "list<picture>", "src, alt, caption, credit, width, height, lead, relevance"),
    Column("timings", "map<string, float>", "CPU milliseconds by step"),
    Column("duplicate", "string", "exact or near: the text stood in the run before; else null", True),
    Column("duplicate_of", "string", "the `id` of the first row with that text", True),
    Column("error", "string", "what kind of error kept the page away; else null", True),
    Column("message", "string", "what exactly, and what to do", True),
)
NAMES: Final = tuple(column.name for column in COLUMNS)
KEYS: Final = frozenset(column.name for column in COLUMNS if column.key)
PICTURE: Final = {
    "src": "string", "alt": "string", "caption": "string", "credit": "string", "width": "int32", "height": "int32",
    "lead": "bool_", "relevance": "float32",
}  # fmt: skip


def chosen(names: tuple[str, ...]) -> tuple[str, ...]:
    """The columns that are written, in their order: the keys, and those asked for; all if none is."""
    if unknown := sorted(set(names) - set(NAMES)):
        raise UsageError(f"there is no column {', '.join(unknown)}: choose among {', '.join(NAMES)}")
    return tuple(name for name in NAMES if not names or name in KEYS or name in names)
