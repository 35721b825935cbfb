r"""LaTeX formulas read: the source of a formula goes in; a tree of small objects comes out, or None if it is beyond us.

Nodes have a type `t`: row, sign, number, text, space, op, frac, binom, root, attach, accent, variant, fence, matrix.
Writers set the tree with the means of their format, so that no formula of a page is ever run as a program.
"""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from printworthy.writers import latex_symbols as signs

Tree: TypeAlias = dict[str, Any]

_TOKEN: Final = re.compile(r"\\[a-zA-Z]+\*?|\\.|\d+(?:[.,]\d+)*|\s+|.", re.S)
_LONGEST: Final = 4000
_DEEPEST: Final = 40
_DELIMITERS: Final = {"(": "(", ")": ")", "[": "[", "]": "]", "|": "|", "/": "/", ".": "", "<": "⟨", ">": "⟩"}


class _UnknownError(Exception):
    """A command that this reader does not know."""


def parse_latex(latex: str) -> Tree | None:
    """The formula as a tree; None for what cannot be read, so that its source is shown instead."""
    source = _bare(latex)
    if not source or len(source) > _LONGEST:
        return None
    reader = _TokenReader(_TOKEN.findall(source))
    try:
        tree = reader.rows()
    except (_UnknownError, IndexError):
        return None
    return tree if not reader.left() else None


def _bare(latex: str) -> str:
    r"""The formula without the signs that fence it: $$, \( \), \[ \], and the wrapper of MediaWiki."""
    source = re.sub(r"(?<!\\)%[^\n]*", "", latex).strip()
    for start, end in (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"), ("{\\displaystyle", "}")):
        if source.startswith(start) and source.endswith(end) and len(source) >= len(start) + len(end):
            source = source[len(start) : -len(end)].strip()
    return source


class _TokenReader:
    """Reads tokens one after the other."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def left(self) -> bool:
        """Is anything unread?"""
        return self._at < len(self._tokens)

    def rows(self) -> Tree:
        """The whole formula; one of several lines without an environment becomes lines."""
        lines = self._cells(stop="")
        if len(lines) == 1 and len(lines[0]) == 1:
            return {"t": "row", "c": lines[0][0]}
        return {"t": "matrix", "env": "lines", "delim": "", "rows": lines}

    def _peek(self) -> str:
        return self._tokens[self._at] if self.left() else ""

    def _take(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def _skip_spaces(self) -> None:
        while self.left() and self._peek().isspace():
            self._at += 1

    def _until(self, *stops: str) -> list[Tree]:
        """Nodes up to one of the tokens, which stays unread."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _UnknownError
        nodes: list[Tree] = []
        while self.left() and self._peek() not in stops:
            self._item(nodes)
        self._depth -= 1
        return nodes

    def _item(self, nodes: list[Tree]) -> None:
        part = self._take()
        if part.isspace():
            return
        if part in ("^", "_"):
            self._attach(nodes, part)
        elif part == "'":
            self._prime(nodes)
        elif part in ("\\limits", "\\nolimits") and nodes:
            nodes[-1] = _attached(nodes[-1]) | {"limits": part == "\\limits"}
        else:
            nodes.extend(self._atom(part))

    def _attach(self, nodes: list[Tree], mark: str) -> None:
        """A sub- or superscript of the node before, or of nothing."""
        base = _attached(nodes.pop() if nodes else {"t": "row", "c": []})
        part = "t-part" if mark == "^" else "b-part"
        nodes.append(base | {part: [*base[part], *self._argument()]})

    def _prime(self, nodes: list[Tree]) -> None:
        base = _attached(nodes.pop() if nodes else {"t": "row", "c": []})
        nodes.append(base | {"t-part": [*base["t-part"], {"t": "sign", "v": "′"}]})

    def _argument(self) -> list[Tree]:
        """What a command takes: a group in braces, or the next atom."""
        self._skip_spaces()
        part = self._take()
        return self._group() if part == "{" else self._atom(part)

    def _group(self) -> list[Tree]:
        nodes = self._until("}")
        self._expect("}")
        return nodes

    def _expect(self, part: str) -> None:
        if self._take() != part:
            raise _UnknownError

    def _raw_group(self) -> str:
        """The characters of a group, for \\text and names of environments."""
        self._skip_spaces()
        self._expect("{")
        text, depth = "", 1
        while depth:
            part = self._take()
            depth += (part == "{") - (part == "}")
            text += part if depth else ""
        return text

    def _atom(self, part: str) -> list[Tree]:
        if part == "{":
            return [{"t": "row", "c": self._group()}]
        if part in ("}", "&", "^", "_", "$", "#", "\\\\"):
            raise _UnknownError
        if part == "~":
            return [{"t": "space", "v": 0.25}]
        if not part.startswith("\\"):
            kind = "number" if part[0].isdigit() else "sign"
            return [{"t": kind, "v": {"-": "−", "*": "∗"}.get(part, part)}]
        if part in signs.ESCAPED:
            return [{"t": "sign", "v": signs.ESCAPED[part]}]
        return self._command(part[1:])

    def _command(self, name: str) -> list[Tree]:
        name = signs.SAME.get(name, name)
        if name in signs.SIGNS or name in signs.LARGE:
            return [{"t": "sign", "v": signs.SIGNS.get(name) or signs.LARGE[name]}]
        if name in signs.FUNCTIONS:
            shown = {"argmax": "arg max", "argmin": "arg min", "limsup": "lim sup", "liminf": "lim inf"}.get(name, name)
            return [{"t": "op", "v": shown, "limits": name in signs.WITH_LIMITS}]
        if name in signs.SPACES:
            return [{"t": "space", "v": signs.SPACES[name]}]
        if name in signs.IDLE:
            return []
        if name in signs.TEXTS:
            return [{"t": "text", "v": self._raw_group()}]
        if name in signs.ACCENTS:
            return [{"t": "accent", "v": name, "c": self._argument()}]
        if name in signs.VARIANTS:
            return [{"t": "variant", "v": name, "c": self._argument()}]
        return self._structure(name)

    def _structure(self, name: str) -> list[Tree]:  # noqa: PLR0911
        if name in ("frac", "dfrac", "tfrac", "cfrac"):
            return [{"t": "frac", "n": self._argument(), "d": self._argument()}]
        if name in ("binom", "dbinom", "tbinom"):
            return [{"t": "binom", "n": self._argument(), "d": self._argument()}]
        if name == "sqrt":
            return [{"t": "root", "i": self._option(), "c": self._argument()}]
        if name in ("operatorname", "operatorname*", "mathop"):
            return [{"t": "op", "v": self._raw_group(), "limits": name.endswith("*")}]
        if name == "left":
            return [self._fence()]
        if name == "begin":
            return [self._environment()]
        if name == "tag":
            return [{"t": "space", "v": 2.0}, {"t": "text", "v": f"({self._raw_group()})"}]
        if name in ("label", "color"):
            self._raw_group()
            return []
        if name in ("stackrel", "overset", "underset"):
            over, base = self._argument(), self._argument()
            part = "b-part" if name == "underset" else "t-part"
            return [_attached({"t": "row", "c": base}) | {part: over, "limits": True}]
        if name == "not":
            return [{"t": "sign", "v": f"{one['v']}\u0338"} for one in self._argument() if one["t"] == "sign"]
        if name in ("pmod", "bmod"):
            inner = [{"t": "op", "v": "mod", "limits": False}]
            return inner if name == "bmod" else [{"t": "fence", "l": "(", "r": ")", "c": [*inner, *self._argument()]}]
        raise _UnknownError

    def _option(self) -> list[Tree]:
        self._skip_spaces()
        if self._peek() != "[":
            return []
        self._take()
        nodes = self._until("]")
        self._expect("]")
        return nodes

    def _delimiter(self) -> str:
        self._skip_spaces()
        part = self._take()
        if part in _DELIMITERS:
            return _DELIMITERS[part]
        found = signs.ESCAPED.get(part) or signs.SIGNS.get(part[1:])
        if not found:
            raise _UnknownError
        return found

    def _fence(self) -> Tree:
        left = self._delimiter()
        nodes = self._until("\\right")
        self._expect("\\right")
        return {"t": "fence", "l": left, "r": self._delimiter(), "c": nodes}

    def _environment(self) -> Tree:
        name = self._raw_group()
        if name in ("array", "alignedat", "alignat"):
            self._option()
            self._raw_group()
        known = name in signs.MATRICES or name in signs.ALIGNED or name in ("cases", "dcases")
        if not known:
            raise _UnknownError
        rows = self._cells(stop="\\end")
        self._expect("\\end")
        if self._raw_group() != name:
            raise _UnknownError
        env = "lines" if name in signs.ALIGNED else "cases" if name.endswith("cases") else "matrix"
        return {"t": "matrix", "env": env, "delim": signs.MATRICES.get(name, ""), "rows": rows}

    def _cells(self, stop: str) -> list[list[list[Tree]]]:
        """Rows of cells, as far as the end of the environment."""
        rows: list[list[list[Tree]]] = [[]]
        while True:
            rows[-1].append(self._until("&", "\\\\", "\\hline", *([stop] if stop else [])))
            part = self._peek()
            if part == "\\hline":
                self._take()
                rows[-1].pop()
            elif part == "&":
                self._take()
            elif part == "\\\\":
                self._take()
                rows.append([])
            else:
                break
        return [row for row in rows if any(row)] or [[[]]]


def _attached(node: Tree) -> Tree:
    """The node as one that can carry scripts."""
    if node["t"] == "attach":
        return node
    return {"t": "attach", "base": node, "t-part": [], "b-part": [], "limits": None}
