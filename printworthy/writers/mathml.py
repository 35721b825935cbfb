"""Formulas as MathML: the LaTeX of a formula goes in; MathML that browsers and reading apps set comes out.

Only elements and attributes of MathML Core are used, because that is what browsers know. Letters of another cut (bold,
script, double-struck) are characters of their own there.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final, NamedTuple

from printworthy.writers import latex_symbols as signs
from printworthy.writers.body import tidy
from printworthy.writers.latex import Tree, parse_latex

_INTEGRALS: Final = frozenset("∫∬∭∮")
_LARGE: Final = frozenset(signs.LARGE.values()) - _INTEGRALS
_ACCENTS: Final = {
    "hat": "^", "widehat": "^", "tilde": "~", "widetilde": "~", "bar": "¯", "vec": "→", "dot": "˙", "ddot": "¨",
    "check": "ˇ", "breve": "˘", "acute": "´", "grave": "`", "mathring": "˚",
}  # fmt: skip
_OVER: Final = {"overline": "‾", "overbrace": "⏞"}
_UNDER: Final = {"underline": "_", "underbrace": "⏟"}
# LaTeX's brackets grow only where they are told to.
_BRACKETS: Final = frozenset("()[]{}|‖⟨⟩⌊⌋⌈⌉/")
_CLOSING: Final = {"(": ")", "[": "]", "{": "}", "|": "|", "‖": "‖", "": ""}


def mathml(latex: str, block: bool = False) -> str:
    """The formula as a `math` element; "" for one that cannot be read, so that its source is shown instead."""
    tree = parse_latex(latex)
    if tree is None:
        return ""
    display = "block" if block else "inline"
    return f'<math display="{display}" alttext="{escape(tidy(latex).strip())}">{_node(tree)}</math>'


def _row(nodes: list[Tree]) -> str:
    """Several nodes as one."""
    return _node(nodes[0]) if len(nodes) == 1 else f"<mrow>{''.join(map(_node, nodes))}</mrow>"


def _node(node: Tree) -> str:
    return _BY_TYPE[node["t"]](node)


def _binom(node: Tree) -> str:
    inner = f'<mfrac linethickness="0">{_row(node["n"])}{_row(node["d"])}</mfrac>'
    return f"<mrow>{_fence('(')}{inner}{_fence(')')}</mrow>"


def _sign(sign: str) -> str:
    """A letter is a name, anything else an operator."""
    if sign[:1].isalpha():
        return f"<mi>{escape(sign)}</mi>"
    fixed = ' stretchy="false"' if sign in _BRACKETS else ""
    return f"<mo{fixed}>{escape(sign)}</mo>"


def _spaced(text: str) -> str:
    """The text with spaces at its ends that stay."""
    inner = text.strip(" ")
    start = "\u00a0" if text.startswith(" ") else ""
    return f"{start}{inner}\u00a0" if text.endswith(" ") and inner else f"{start}{inner}"


def _fence(sign: str) -> str:
    return f'<mo stretchy="true">{escape(sign)}</mo>' if sign else ""


def _root(node: Tree) -> str:
    inner = _row(node["c"])
    return f"<mroot>{inner}{_row(node['i'])}</mroot>" if node["i"] else f"<msqrt>{inner}</msqrt>"


def _attach(node: Tree) -> str:
    """Scripts beside their base, or below and above it where that is the custom."""
    base = node["base"]
    below, above = node["b-part"], node["t-part"]
    stacked = node["limits"] if node["limits"] is not None else _stacks(base)
    names = ("munder", "mover", "munderover") if stacked else ("msub", "msup", "msubsup")
    if below and above:
        return f"<{names[2]}>{_node(base)}{_row(below)}{_row(above)}</{names[2]}>"
    if below or above:
        name = names[0] if below else names[1]
        return f"<{name}>{_node(base)}{_row(below or above)}</{name}>"
    return _node(base)


def _stacks(base: Tree) -> bool:
    """Does this one carry its scripts below and above?"""
    braced = base["t"] == "variant" and base["v"] in ("overbrace", "underbrace")
    return braced or (base["t"] == "sign" and base["v"] in _LARGE) or (base["t"] == "op" and bool(base["limits"]))


def _variant(node: Tree) -> str:
    name, inner = node["v"], node["c"]
    if name in _OVER:
        return f'<mover>{_row(inner)}<mo stretchy="true">{_OVER[name]}</mo></mover>'
    if name in _UNDER:
        return f'<munder>{_row(inner)}<mo stretchy="true">{_UNDER[name]}</mo></munder>'
    if name == "mathrm":
        letters = "".join(one["v"] for one in inner if one["t"] in ("sign", "number"))
        if letters and len(letters) == len(inner):
            return f'<mi mathvariant="normal">{escape(letters)}</mi>'
        return _row(inner)
    return _row([_cut(one, name) for one in inner])


def _cut(node: Tree, name: str) -> Tree:
    """The node with its letters in another cut."""
    if node["t"] in ("sign", "number"):
        return {**node, "v": "".join(cut(letter, name) for letter in node["v"])}
    if node["t"] == "row":
        return {**node, "c": [_cut(one, name) for one in node["c"]]}
    return {**node, "base": _cut(node["base"], name)} if node["t"] == "attach" else node


def _matrix(node: Tree) -> str:
    rows = "".join(f"<mtr>{''.join(f'<mtd>{_row(cell)}</mtd>' for cell in row)}</mtr>" for row in node["rows"])
    large = ' displaystyle="true"' if node["env"] == "lines" else ""
    table = f'<mtable class="{node["env"]}"{large}>{rows}</mtable>'
    if node["env"] == "cases":
        return f"<mrow>{_fence('{')}{table}</mrow>"
    left = node["delim"]
    return f"<mrow>{_fence(left)}{table}{_fence(_CLOSING[left])}</mrow>" if left else table


_BY_TYPE: Final[dict[str, Callable[[Tree], str]]] = {
    "row": lambda node: _row(node["c"]),
    "sign": lambda node: _sign(node["v"]),
    "number": lambda node: f"<mn>{escape(node['v'])}</mn>",
    "text": lambda node: f"<mtext>{escape(_spaced(tidy(node['v'])))}</mtext>",
    "space": lambda node: f'<mspace width="{node["v"]:g}em"></mspace>',
    "op": lambda node: f'<mi mathvariant="normal">{escape(tidy(node["v"]))}</mi>',
    "frac": lambda node: f"<mfrac>{_row(node['n'])}{_row(node['d'])}</mfrac>",
    "binom": _binom,
    "root": _root,
    "attach": _attach,
    "accent": lambda node: f'<mover accent="true">{_row(node["c"])}<mo>{_ACCENTS[node["v"]]}</mo></mover>',
    "variant": _variant,
    "fence": lambda node: f"<mrow>{_fence(node['l'])}{_row(node['c'])}{_fence(node['r'])}</mrow>",
    "matrix": _matrix,
}


class _Cut(NamedTuple):
    """Where the letters begin (0: there are none): A, a, 0, and the Greek Α and α."""

    upper: int
    lower: int
    digit: int = 0
    greek_upper: int = 0
    greek_lower: int = 0


_CUTS: Final = {
    "mathbf": _Cut(0x1D400, 0x1D41A, 0x1D7CE, 0x1D6A8, 0x1D6C2),
    "boldsymbol": _Cut(0x1D468, 0x1D482, 0x1D7CE, 0x1D71C, 0x1D736),
    "mathcal": _Cut(0x1D49C, 0x1D4B6),
    "mathscr": _Cut(0x1D49C, 0x1D4B6),
    "mathfrak": _Cut(0x1D504, 0x1D51E),
    "mathbb": _Cut(0x1D538, 0x1D552, 0x1D7D8),
    "mathsf": _Cut(0x1D5A0, 0x1D5BA, 0x1D7E2),
    "mathtt": _Cut(0x1D670, 0x1D68A, 0x1D7F6),
}
# Letters that had a place of their own before the others got theirs.
_OLDER: Final = {
    "mathcal": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "mathscr": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "mathfrak": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
    "mathbb": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
}


def cut(letter: str, name: str) -> str:
    """The letter in this cut, or the letter itself if there is none."""
    older = _OLDER.get(name, {}).get(letter)
    found = _CUTS.get(name)
    if older or not found:
        return older or letter
    starts = zip("Aa0Αα", found, (26, 26, 10, 25, 25), strict=True)
    for first, start, count in starts:
        place = ord(letter) - ord(first)
        if start and 0 <= place < count:
            return chr(start + place)
    return letter
