"""Escaping for Markdown: text goes in; the same text comes out as CommonMark and its usual extensions read it.

A character is escaped only where it would mean something: "2 * 3", "snake_case" and "[sic]" stay as they are.
Section numbers are those of the CommonMark specification 0.31.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from printworthy.data.article import Article

# What can be mark-up inside a line. A character first, then by lookbehind what it needs around it: `re` then scans for
# the characters alone, which is what makes it fast.
_RULES: Final = (
    r"(?<=\\)(?=[!-/:-@\[-`{-~\n])",  # a backslash before punctuation or at the end (2.4)
    r"(?<=`)",  # code (6.1)
    r"(?<=\*)(?:(?<!\s\*)|(?!\s))",  # a star, unless it stands between spaces (6.2)
    r"(?<=_)(?:(?<![^\W_]_)|(?![^\W_]))",  # an underscore, unless it stands inside a word (6.2)
    r"(?<=<)(?=[A-Za-z/!?])",  # a tag or an address (6.5, 6.6)
    r"(?<=&)(?=#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]+;)",  # an entity (2.5)
    r"(?<=!)(?=\[\Z)",  # an exclamation mark before a link would make it a picture (6.4)
    r"(?<=\^)(?=\[)",  # a note in the line, in some dialects
)
_BRACKETS: Final = (
    r"(?<=\[)(?=\^)",  # a footnote
    r"(?<=\])(?=\()",  # a link (6.3): there are no reference definitions, so that nothing else makes one
)
_SPECIAL: Final = r"[\\`*_<&!^\[\]]"
_ANY: Final = re.compile(_SPECIAL)
_IN_TEXT: Final = re.compile(f"{_SPECIAL}(?:{'|'.join(_RULES + _BRACKETS)})")
_IN_LINK: Final = re.compile(rf"{_SPECIAL}(?:{'|'.join(_RULES)}|(?<=[\[\]]))")
_ACTIVE: Final = re.compile(r"[\\`*_<&\[\]~$]")

# What can be mark-up at the start of a line.
_SUSPECT: Final = frozenset("#>+-*=|:[0123456789")
_NUMBER: Final = re.compile(r"(\d{1,9})(?=[.)](?:[ \t]|$))")
_MARK: Final = re.compile(r"#{1,6}(?=[ \t]|$)|>|[-+*](?=[ \t]|$)|-{3,}[ \t]*$|\[[ xX]\](?=\s|$)")
_UNDERLINE: Final = re.compile(r"=+[ \t]*$|-+[ \t]*$")
_DELIMITERS: Final = re.compile(r"[|: \t]*-[|:\- \t]*$")
_REFERENCE: Final = re.compile(r"\[(?:[^\[\]\\]|\\.)+\]:", re.DOTALL)
_CLOSING: Final = re.compile(r"(?:^|(?<=[ \t]))#+$")

# A formula as most readers of Markdown see one: no space just inside the dollars. "$5 and $6" is none.
_FORMULA: Final = re.compile(r"\$\$|\$(?=\S)[^$]*(?<=\S)\$")
_TAG: Final = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY: Final = re.compile(r"&(?=#?[A-Za-z0-9]+;)")
_DATE: Final = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)")
# What YAML does not print as it is inside double quotes (YAML 1.2, 5.1 and 5.7).
_HIDDEN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff\"\\]")
Shape: TypeAlias = Literal["text", "code", "raw", "note", "break", "open", "close", "link", "end"]
# A piece of a line: its shape, and its text, mark-up, style or address. A bare tuple: every paragraph makes many.
Token: TypeAlias = tuple[Shape, str]

SPACE: Final = " \t\n"


def escape(text: str, before: str, after: str, in_link: bool = False) -> str:
    """The text, safe between its neighbours, of which one plain character each is given ("\\n" for a line's edge)."""
    rules = _IN_LINK if in_link else _IN_TEXT
    return rules.sub(_backslashed, f"{before}{text}{after}")[1:-1]


def _backslashed(found: re.Match[str]) -> str:
    return f"\\{found[0]}"


def may_need_escape(text: str) -> bool:
    """Is there anything in the text that `escape` looks at?"""
    return _ANY.search(text) is not None


def is_plain(text: str) -> bool:
    """Is there nothing in the text that could be mark-up inside a line?"""
    return not _ACTIVE.search(text)


def has_formula(text: str) -> bool:
    """Would dollars in the text be read as a formula?"""
    return "$" in text and _FORMULA.search(text) is not None


def escape_line_starts(text: str) -> str:
    """A paragraph's lines, so that none of them starts another block (4.1 to 5.2)."""
    if "\n" not in text:
        return _escape_start(text, first=True) if text and text[0] in _SUSPECT else text
    first, *rest = text.split("\n")
    start = f"\\{first}" if _REFERENCE.match(text) else _escape_start(first, first=True)
    return "\n".join([start, *(_escape_start(line, first=False) for line in rest)])


def _escape_start(line: str, first: bool) -> str:
    """One line, so that it continues a paragraph, or starts one if it is the first."""
    if not line or line[0] not in _SUSPECT:
        return line
    number = _NUMBER.match(line)
    if number:
        return f"{number[0]}\\{line[number.end() :]}"
    if _MARK.match(line) or (_REFERENCE.match(line) if first else _UNDERLINE.match(line)):
        return f"\\{line}"
    if not first and _DELIMITERS.match(line):
        return line.replace("-", "\\-", 1)  # the line below a table's head
    return line


def formula_source(latex: str) -> str:
    """A formula that shows the same, and holds no tag, link or picture for readers that know no formulas."""
    return _TAG.sub(r"\\lt ", latex).replace("](", "] (") if "<" in latex or "](" in latex else latex


def escape_heading_end(text: str) -> str:
    """A heading's text, so that number signs at its end are not read as decoration (4.2)."""
    return _CLOSING.sub(r"\\\g<0>", text)


def destination(address: str) -> str:
    """A link's address (6.3): bare where it can be, in angle brackets where its parentheses do not pair."""
    escaped = _ENTITY.sub(r"\\&", address.replace("\\", "\\\\").replace("<", "%3C").replace(">", "%3E"))
    return escaped if _pairs(escaped) else f"<{escaped}>"


def _pairs(address: str) -> bool:
    """Do the parentheses pair, not too deep for common parsers?"""
    if "(" not in address and ")" not in address:
        return True
    depth = 0
    for char in address:
        depth += (char == "(") - (char == ")")
        if not 0 <= depth <= 3:
            return False
    return depth == 0


def kind(char: str) -> str:
    """A character as emphasis sees it (6.2): " " white space, "." punctuation, "a" any other, "?" a matter of version.

    Symbols beyond ASCII count as punctuation since 0.31 only; what depends on them should not be written.
    """
    if char.isalnum():
        return "a"
    if char.isspace():
        return " "
    category = unicodedata.category(char)
    if category[0] == "P" or char.isascii():
        return "."
    return "?" if category[0] == "S" else "a"


def front_matter(article: Article) -> str:
    """Title, authors, date, address, site, language and lead picture, as far as they are known."""
    date = article.date if _DATE.fullmatch(article.date) else _quoted(article.date)
    fields = {
        "title": _quoted(article.title),
        "authors": f"[{', '.join(map(_quoted, article.authors))}]" if article.authors else "",
        "date": date if article.date else "",
        "url": _quoted(article.url),
        "site": _quoted(article.site),
        "language": _quoted(article.language),
        "lead_image": _quoted(article.lead_image.src) if article.lead_image else "",
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


def tidied(tokens: list[Token]) -> list[Token]:
    """Neighbouring texts merged, white space outside of marks and away from line ends."""
    tokens = _merged(tokens)
    if any(_is_loose(left, right) for left, right in pairwise(tokens)):
        tokens = _merged(_hoisted(_hoisted(tokens), backwards=True))
    return _trimmed(tokens)


def _merged(tokens: list[Token]) -> list[Token]:
    """Neighbouring texts (and codes) as one, empty tokens gone, white-space code as text."""
    merged: list[Token] = []
    last = ""
    blank_code = False
    for token in tokens:
        shape, value = token
        if shape in ("text", "code"):
            if value and shape == last:
                merged[-1] = (shape, merged[-1][1] + value)
            if not value or shape == last:
                continue
            blank_code = blank_code or (shape == "code" and value.isspace())
        elif shape == "raw" and not value:
            continue
        merged.append(token)
        last = shape
    if not blank_code:
        return merged
    # Code that was merged since may not be blank any more; what still is becomes text.
    texts: list[Token] = [
        ("text", token[1]) if token[0] == "code" and token[1].isspace() else token for token in merged
    ]
    return _merged(texts) if texts != merged else merged


def _is_loose(left: Token, right: Token) -> bool:
    """Is there white space just inside a mark or a link?"""
    if left[0] in ("open", "link"):
        return right[0] == "break" or (right[0] == "text" and right[1][0].isspace())
    if right[0] in ("close", "end"):
        return left[0] == "break" or (left[0] == "text" and left[1][-1].isspace())
    return False


def _hoisted(tokens: list[Token], backwards: bool = False) -> list[Token]:
    """Space right behind an opening mark goes before it; backwards: space right before a closing one goes behind."""
    marks = ("close", "end") if backwards else ("open", "link")
    result: list[Token] = []
    held: list[Token] = []  # opening marks whose first character is not yet known
    for token in reversed(tokens) if backwards else tokens:
        if token[0] in marks:
            held.append(token)
        elif held and token[0] == "break":
            result.append(token)
        elif held and token[0] == "text":
            text = token[1].rstrip() if backwards else token[1].lstrip()
            space = token[1][len(text) :] if backwards else token[1][: len(token[1]) - len(text)]
            result.extend([("text", space)] if space else [])
            if text:
                result.extend([*held, ("text", text)])
                held = []
        else:
            result.extend([*held, token])
            held = []
    result.extend(held)
    return result[::-1] if backwards else result


def _trimmed(tokens: list[Token]) -> list[Token]:
    """No white space at the ends of lines, no break before or after all text."""
    result: list[Token] = []
    fresh = True
    for place, token in enumerate(tokens):
        if token[0] == "text":
            text = token[1].lstrip(SPACE) if fresh else token[1]
            if place + 1 == len(tokens) or tokens[place + 1][0] == "break":
                text = text.rstrip(SPACE)
            if text:
                result.append(("text", text))
                fresh = False
        elif token[0] != "break":
            result.append(token)
            fresh = False
        elif result:
            result.append(token)
            fresh = True
    while result and result[-1][0] == "break":
        result.pop()
    return result
