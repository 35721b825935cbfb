"""Code: `pre` and the elements that highlighters make → `Code` with exact white space and the language's name."""

from __future__ import annotations

import re
from typing import Final

from printworthy.base.tags import BLOCK, BREAK, CODE, CODE_AREA, SKIP, TEXT
from printworthy.build.scene import Scene
from printworthy.data.blocks import Code, Paragraph, Text
from printworthy.data.tree import Node

# Names after which makers of pages write a language, and those that they also use for other things.
_SURE: Final = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|mw-highlight-lang|src|brush|sourceCode)"
    r"(?:[-_]|:\s*|\s+)([a-z][\w+#.\-]*)",
    re.I,
)
_VAGUE: Final = re.compile(
    r"(?:^|\s)(?:(?:code|prism|syntax|highlight|hljs|type|code-snippet_|snippet|codehilite)[-_])?"
    r"([a-z][\w+#]*)(?:-(?:code|snippet|source|html))?(?=\s|$)",
    re.I,
)
_KNOWN: Final = frozenset(
    "abap actionscript ada agda apache apex arduino asciidoc asm assembly awk bash bat batch c c# c++ clojure "
    "cmake cmd cobol coffeescript console cpp crystal cs csharp css csv cuda d dart diff django docker dockerfile "
    "elisp elixir elm erlang excel fish fortran fsharp gdscript gherkin git glsl go golang gradle graphql groovy "
    "handlebars haskell hcl hlsl html http ini java javascript jinja js json json5 jsonc jsx julia kotlin latex "
    "less lisp lua makefile markdown markup matlab md mermaid mysql nasm nginx nim nix objc objectivec "
    "objective-c ocaml pascal perl php plsql postgresql powershell prolog protobuf ps1 puppet py python python3 r "
    "racket rb regex rs ruby rust sass scala scheme scss sh shell shellscript solidity sparql sql svelte swift "
    "tcl terraform tex text toml ts tsx typescript vb vba verilog vhdl vim vue wasm xml yaml yml zig zsh".split()
)
_NO_LANGUAGE: Final = frozenset(
    "none text plain plaintext txt default block wrapper container toolbar example source highlight notranslate frame "
    "snippet box area listing literal nohighlight no-highlight undefined auto view inline content code numbersource "
    "numberlines dark light unknown nolang".split()
)
_ATTRIBUTES: Final = (
    "data-lang", "data-language", "data-code-language", "data-enlighter-language", "lang-name", "language",
)  # fmt: skip
_GUTTER: Final = re.compile(
    r"(?:^|[\s_-])(?:linenos?|linenodiv|line-?numbers?|gutters?|gl|lnt|ln|blob-num|lineno|line-no|lntd-num|"
    r"crayon-nums?|hljs-ln-numbers|react-line-number|line-numbers-rows|hljs-ln-line-number|code-line-number)(?=\s|$)"
)
# A table's line numbers, or parts of a code block that are no code.
_TOOLS: Final = re.compile(
    r"(?:^|[\s_-])(?:copy|clipboard|toolbar|btn|copybtn|code-header|zeroclipboard-container)(?:$|[\s_-])|crayon-toolbar",
    re.I,
)
# What holds one line each.
_LINE: Final = re.compile(r"(?:^|\s)(?:line|token-line|view-line|code-line|cm-line|ec-line|CodeMirror-line)(?=\s|$)")
_LABEL: Final = re.compile(r"(?:^|[\s_-])(?:lang|language|code-lang)(?=[\s_-]|$)", re.I)
_BOX: Final = re.compile(r"(?:^|[\s_-])code-?_?(?:block|snippet|box|example|sample|listing)(?=\s|$)|language-", re.I)
_OWN_LINES: Final = re.compile(r"display:(?:block|grid|flex)|white-space:pre")
# Stands for the end of a line that the page may, or may not, also write down.
_END: Final = "\0"
_ENDS: Final = re.compile("\0(?:\n)?")
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
        _append(scene, Code(text, _language(scene, node, element)))
    scene.cursor = last
    return True


def _append(scene: Scene, code: Code) -> None:
    """Append code, once: a page may hold it twice, for two themes; and without a line that only names the language."""
    outline = scene.outline
    outline.flush()
    last = outline.out[-1] if outline.out else None
    if isinstance(last, Code) and last.text == code.text and "\n" in code.text:
        outline.out[-1] = last if last.language else code
        return
    if isinstance(last, Paragraph) and len(last.children) == 1 and isinstance(last.children[0], Text):
        name = last.children[0].text.strip().lower()
        if name in _KNOWN and code.language in ("", name):
            outline.out.pop()
            code = Code(code.text, name)
    outline.add(code)


def open_box(scene: Scene, node: Node, element: int) -> bool:
    """A box of code without `pre`: its class says so, and all of its text stands in one `code` element."""
    inner = node.css("code")
    if len(inner) != 1 or node.css_first("pre") is not None or "\n" not in inner[0].text().strip():
        return False
    if inner[0].text().strip() != node.text().strip():
        return False
    return open_code(scene, node, element)


def add_lines(scene: Scene, node: Node) -> bool:
    """A `code` element that a paragraph begins with and that shows several lines is a block of code."""
    attributes = node.attributes
    if node.css_first("br") is None:
        style = (attributes.get("style") or "").replace(" ", "")
        named = _OWN_LINES.search(style) or _SURE.search(attributes.get("class") or "")
        if not named or "\n" not in node.text().strip():
            return False
    if not scene.chosen_inside(node):
        return False
    text = _source(scene, node, whole=False)
    if "\n" not in text:
        return False
    _append(scene, Code(text, _named(attributes)))
    return True


def is_code_box(key: str) -> bool:
    """Do class and id say that an element may hold code and nothing else?"""
    return _BOX.search(key) is not None


def is_code_area(key: str) -> bool:
    """Do class and id say that a highlighter's lines stand in an element?"""
    return CODE_AREA.search(key) is not None


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
    stack: list[tuple[Node, int]] = []
    node = top.child
    while node is not None or stack:
        if node is None:
            node, begun = stack.pop()
            if begun > 0:
                _finish_line(parts, begun - 1)
            elif begun < 0:
                _end_line(parts)
            node = node.next
            continue
        kind = scene.kind(node)
        if kind == TEXT:
            text = node.text_content or ""
            if text.isspace():
                if not (parts and parts[-1] == _END and "\n" in text) or text == "\n":
                    parts.append(text)
            elif whole or node.mem_id in scene.texts:
                parts.append(text)
        elif kind == BREAK:
            parts.append("\n")
        elif kind != SKIP and not _is_left_out(node):
            block = kind in (BLOCK, -1) and node.tag not in ("td", "th")
            if block:
                _end_line(parts)
            stack.append((node, len(parts) + 1 if _is_line(node) else -1 if block else 0))
            node = node.child
            continue
        node = node.next
    return _trimmed(_ENDS.sub("\n", "".join(parts)))


def _is_line(node: Node) -> bool:
    """Does an element hold one line of code?"""
    attributes = node.attributes
    if node.tag == "tr" or "data-line" in attributes:
        return True
    name, style = attributes.get("class"), attributes.get("style")
    if name and _LINE.search(name):
        return True
    return node.tag == "span" and bool(style) and "display:block" in style.replace(" ", "")  # type: ignore[union-attr]


def _finish_line(parts: list[str], begun: int) -> None:
    """End the line of an element whose text began at a place of the parts."""
    if len(parts) > begun and not any(map(str.strip, parts[begun:])):
        del parts[begun:]
    if len(parts) == begun or not (parts[-1] == _END or parts[-1].endswith("\n")):
        parts.append(_END)


def _end_line(parts: list[str]) -> None:
    """Begin a new line unless one has just begun."""
    if parts and parts[-1] != _END and not parts[-1].endswith("\n"):
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
    """The language that the block, the `code` in it, elements around it or a label over it names."""
    inner = node.css("code,pre,[data-lang],[data-language]")[:4]
    near = [one.attributes for one in (*inner, node)]
    columns = scene.columns
    up = columns.parent[element]
    for _ in range(3):
        if up <= 0 or columns.last[up] - columns.first[up] > columns.last[element] - columns.first[element] + 2:
            break
        near.append(columns.node[up].attributes)
        up = columns.parent[up]
    for named in (_named, _perhaps_named):
        for attributes in near:
            if found := named(attributes):
                return found
    return _labelled(node)


def _labelled(node: Node) -> str:
    """The language that a label inside a block, or right before it, says."""
    before: Node | None = node.prev
    while before is not None and before.tag in ("-text", "-comment") and not (before.text_content or "").strip():
        before = before.prev
    labels = [one for one in node.css("span[class],div[class]")[:6] if _LABEL.search(one.attributes.get("class") or "")]
    for one in (*labels, before):
        name = one.text().strip().lower() if one is not None and one.tag in ("div", "span", "figcaption") else ""
        if name in _KNOWN and name not in _NO_LANGUAGE:
            return name
    return ""


def _named(attributes: dict[str, str | None]) -> str:
    """The language that an element's attributes say for sure."""
    for name in _ATTRIBUTES:
        value = attributes.get(name)
        if value and value.lower() not in _NO_LANGUAGE and " " not in value.strip():
            return value.strip().lower()[:30]
    classes = f"{attributes.get('class') or ''} {attributes.get('data-syntaxhighlighter-params') or ''}"
    for match in _SURE.finditer(classes):
        name = match[1].lower().rstrip(".-")
        if name not in _NO_LANGUAGE and not name.startswith("line"):
            return name
    return ""


def _perhaps_named(attributes: dict[str, str | None]) -> str:
    """The language that an element's class or `lang` names, if it is a known one."""
    classes = (attributes.get("class") or "").lower()
    names = [match[1] for match in _VAGUE.finditer(classes)] if classes else []
    return next((name for name in (*names, attributes.get("lang") or "") if name in _KNOWN - _NO_LANGUAGE), "")
