"""Code: `pre` and the elements that highlighters make → `Code` with exact white space and the language's name."""

from __future__ import annotations

import re
from typing import Final

from printworthy.base.tags import BLOCK, BREAK, CODE, SKIP, TEXT
from printworthy.build.scene import Scene
from printworthy.data.blocks import Code
from printworthy.data.tree import Node

# Where highlighters write the language, from the surest to the vaguest.
_LANGUAGE: Final = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|mw-highlight-lang|src|sourceCode|brush:?|code|prism)"
    r"[-:_ ]\s*([\w+#.\-]+)",
    re.I,
)
_SPHINX: Final = re.compile(r"(?:^|\s)highlight-([\w+#.]+)")
_BARE: Final = re.compile(
    r"(?:^|\s)(bash|shell|sh|console|c|cpp|csharp|css|dart|diff|docker|elixir|go|graphql|haskell|html|http|ini|java|"
    r"javascript|js|json|jsx|kotlin|latex|lua|makefile|markdown|matlab|nginx|objectivec|perl|php|powershell|python|py|"
    r"r|ruby|rust|scala|scss|sql|swift|toml|ts|tsx|typescript|vb|xml|yaml|yml)(?=\s|$)",
    re.I,
)
_HIGHLIGHTER: Final = re.compile(r"(?:^|\s)(?:hljs|highlight|syntaxhighlighter|sourceCode|prettyprint|chroma)(?=\s|$)")
_NO_LANGUAGE: Final = frozenset(
    "none text plain plaintext txt default block wrapper container toolbar example source highlight notranslate frame "
    "snippet box area listing literal nohighlight no-highlight undefined auto view inline content".split()
)
_GUTTER: Final = re.compile(
    r"(?:^|[\s_-])(?:linenos?|linenodiv|line-?numbers?|gutter|gl|lnt|ln|blob-num|lineno|line-no|"
    r"crayon-nums?|hljs-ln-numbers|react-line-number|line-numbers-rows|hljs-ln-line-number|code-line-number)(?=\s|$)"
)
# A table's line numbers, or parts of a code block that are no code.
_TOOLS: Final = re.compile(r"(?:^|[\s_-])(?:copy|clipboard|toolbar|btn|copybtn|code-header)(?:$|[\s_-])", re.I)
_CODE_AREA: Final = re.compile(
    r"(?:^|\s)(?:syntaxhighlighter|crayon-syntax|highlighttable|rouge-table|lntable|hljs-ln|js-file-line-container|"
    r"blob-wrapper|CodeMirror|code-block-table|codehilitetable)(?=\s|$)"
)
_TD: Final = CODE["td"]
_BEFORE: Final = re.compile(r"\A\n+")
_NUMBERS: Final = re.compile(r"[\s\d]*")


def open_code(scene: Scene, node: Node, element: int) -> bool:
    """`pre`, or an element that a highlighter made, as a whole."""
    columns = scene.columns
    first, last = columns.first[element], columns.last[element]
    chosen = sum(len(columns.text[at]) for at in range(first, last) if scene.prefix[at + 1] > scene.prefix[at])
    whole = 2 * chosen >= sum(map(len, columns.text[first:last]))
    text = _source(scene, node, whole)
    if text:
        scene.outline.add(Code(text, _language(scene, node, element)))
    scene.cursor = last
    return True


def add_lines(scene: Scene, node: Node) -> bool:
    """An inline `code` element that a paragraph begins with and that holds several lines is a block of code."""
    if node.css_first("br") is None or not scene.chosen_inside(node):
        return False
    text = _source(scene, node, whole=False)
    if "\n" not in text:
        return False
    scene.outline.add(Code(text, _named(node.attributes)))
    return True


def is_code_area(key: str) -> bool:
    """Do class and id say that a highlighter's lines stand in an element?"""
    return _CODE_AREA.search(key) is not None


def is_code_table(scene: Scene, element: int) -> bool:
    """Do a highlighter's lines of code stand in a table, rather than data?"""
    columns = scene.columns
    if is_code_area(columns.key[element]):
        return True
    near = range(element + 1, min(len(columns.tag), element + 8))
    return any(columns.parent[at] >= element and columns.tag[at] == _TD and _is_gutter(columns.key[at]) for at in near)


def _is_gutter(key: str) -> bool:
    return bool(key) and _GUTTER.search(key) is not None


def _source(scene: Scene, top: Node, whole: bool) -> str:
    """The characters of a code block: blocks and line breaks end lines, line numbers and buttons are left out."""
    parts: list[str] = []
    stack: list[tuple[Node, bool]] = []
    node = top.child
    while node is not None or stack:
        if node is None:
            node, ends = stack.pop()
            if ends:
                _end_line(parts)
            node = node.next
            continue
        kind = scene.kind(node)
        if kind == TEXT:
            if whole or node.mem_id in scene.texts or (node.text_content or "").isspace():
                parts.append(node.text_content or "")
        elif kind == BREAK:
            parts.append("\n")
        elif kind != SKIP and not _is_left_out(node):
            block = kind in (BLOCK, -1) and node.tag not in ("td", "th")
            if block:
                _end_line(parts)
            stack.append((node, block))
            node = node.child
            continue
        node = node.next
    return _trimmed("".join(parts))


def _end_line(parts: list[str]) -> None:
    """Begin a new line unless one has just begun."""
    if parts and not parts[-1].endswith("\n"):
        parts.append("\n")


def _is_left_out(node: Node) -> bool:
    """Line numbers, copy buttons and what highlighters show beside the code."""
    attributes = node.attributes
    if node.tag == "button":
        return True
    name = attributes.get("class") or ""
    if not name:
        return False
    return (
        _GUTTER.search(name) is not None
        and _NUMBERS.fullmatch(node.text()) is not None
        or (_TOOLS.search(name) is not None and node.tag not in ("code", "pre"))
    )


def _trimmed(text: str) -> str:
    """Without empty lines around, and with plain spaces."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ").replace("\u200b", "")
    return _BEFORE.sub("", "\n".join([line.rstrip() for line in text.split("\n")])).rstrip()


def _language(scene: Scene, node: Node, element: int) -> str:
    """The language that the block, the `code` in it, or one of three elements around it names."""
    inner = node.css_first("code")
    for one in (inner, node):
        if one is not None and (found := _named(one.attributes)):
            return found
    columns = scene.columns
    up = columns.parent[element]
    for _ in range(3):
        if up <= 0 or columns.last[up] - columns.first[up] > columns.last[element] - columns.first[element] + 2:
            break
        if found := _named(columns.node[up].attributes):
            return found
        up = columns.parent[up]
    return ""


def _named(attributes: dict[str, str | None]) -> str:
    """The language that an element's attributes name."""
    for name in ("data-lang", "data-language", "data-code-language", "data-enlighter-language", "lang-name"):
        value = attributes.get(name)
        if value and value.lower() not in _NO_LANGUAGE:
            return value.strip().lower()[:30]
    classes = f"{attributes.get('class') or ''} {attributes.get('data-syntaxhighlighter-params') or ''}"
    for pattern in (_LANGUAGE, _SPHINX):
        for match in pattern.finditer(classes):
            if match[1].lower() not in _NO_LANGUAGE and not match[1].lower().startswith("line"):
                return match[1].lower()
    if _HIGHLIGHTER.search(classes):
        match_ = _BARE.search(classes)
        return match_[1].lower() if match_ else ""
    return ""
