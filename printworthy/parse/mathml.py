r"""MathML → LaTeX: the source if the page carries it, else the common elements converted one by one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from printworthy.data.tree import Node

_DEEPEST: Final = 60
_TEX: Final = re.compile(r"(?:^|[/-])(?:la)?tex$", re.I)

# LaTeXML writes nothing but TeX in `alttext`; others write words for screen readers.
_FORMULA: Final = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]{1,2}(?![A-Za-z])|[\d\s^_{}=+\-*/()\[\]<>,.;:!|'&])+")
_LATEXML: Final = re.compile(r"(?:^|\s)(?:ltx_Math|tml-\w+|tex)(?=\s|$)")

_SIGNS: Final = {
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon", "ϵ": r"\epsilon",
    "ζ": r"\zeta", "η": r"\eta", "θ": r"\theta", "ϑ": r"\vartheta", "ι": r"\iota", "κ": r"\kappa", "λ": r"\lambda",
    "μ": r"\mu", "ν": r"\nu", "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "ς": r"\varsigma",
    "τ": r"\tau", "υ": r"\upsilon", "φ": r"\varphi", "ϕ": r"\phi", "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega",
    "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda", "Ξ": r"\Xi", "Π": r"\Pi", "Σ": r"\Sigma",
    "Φ": r"\Phi", "Ψ": r"\Psi", "Ω": r"\Omega", "ℝ": r"\mathbb{R}", "ℕ": r"\mathbb{N}", "ℤ": r"\mathbb{Z}",
    "ℚ": r"\mathbb{Q}", "ℂ": r"\mathbb{C}", "ℏ": r"\hbar", "ℓ": r"\ell", "∑": r"\sum", "∏": r"\prod",
    "∫": r"\int", "∬": r"\iint", "∮": r"\oint", "∂": r"\partial", "∇": r"\nabla", "∞": r"\infty", "√": r"\surd",
    "±": r"\pm", "∓": r"\mp", "×": r"\times", "÷": r"\div", "·": r"\cdot", "⋅": r"\cdot", "∗": "*", "∘": r"\circ",
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx", "≡": r"\equiv", "∼": r"\sim", "≃": r"\simeq",
    "∝": r"\propto", "≪": r"\ll", "≫": r"\gg", "∈": r"\in", "∉": r"\notin", "∋": r"\ni", "⊂": r"\subset",
    "⊆": r"\subseteq", "⊃": r"\supset", "⊇": r"\supseteq", "∪": r"\cup", "∩": r"\cap", "∅": r"\emptyset",
    "∖": r"\setminus", "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg", "∀": r"\forall", "∃": r"\exists",
    "→": r"\to", "←": r"\leftarrow", "↔": r"\leftrightarrow", "⇒": r"\Rightarrow", "⇐": r"\Leftarrow",
    "⇔": r"\Leftrightarrow", "↦": r"\mapsto", "⟶": r"\longrightarrow", "…": r"\ldots", "⋯": r"\cdots",
    "⋮": r"\vdots", "⋱": r"\ddots", "⟨": r"\langle", "⟩": r"\rangle", "⌊": r"\lfloor", "⌋": r"\rfloor",
    "⌈": r"\lceil", "⌉": r"\rceil", "‖": r"\|", "∥": r"\parallel", "⊥": r"\perp", "∠": r"\angle", "°": r"^{\circ}",
    "′": "'", "″": "''", "−": "-", "⊕": r"\oplus", "⊗": r"\otimes", "†": r"\dagger", "{": r"\{", "}": r"\}",
    "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$", "_": r"\_", "\xa0": "~", "\u2061": "", "\u2062": "",
    "\u2063": "", "\u2064": "", "\u200b": "",
}  # fmt: skip
_ACCENTS: Final = {
    "^": "hat", "ˆ": "hat", "˜": "tilde", "~": "tilde", "¯": "bar", "‾": "overline", "―": "overline", "_": "bar",
    "→": "vec", "⃗": "vec", "˙": "dot", "¨": "ddot", "⏞": "overbrace", "ˇ": "check", "˘": "breve",
}  # fmt: skip
_VARIANTS: Final = {
    "bold": "mathbf", "double-struck": "mathbb", "script": "mathcal", "fraktur": "mathfrak", "sans-serif": "mathsf",
    "monospace": "mathtt", "normal": "mathrm", "bold-italic": "boldsymbol",
}  # fmt: skip
_FUNCTIONS: Final = frozenset(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim sup inf max min det dim ker gcd arg "
    "deg Pr liminf limsup".split()
)
_LARGE: Final = frozenset("∑ ∏ ∫ ∬ ∮ ⋃ ⋂".split())
_FENCES: Final = frozenset("( ) [ ] | { } ⟨ ⟩ ⌊ ⌋ ⌈ ⌉ ‖".split())

_MATRICES: Final = {
    ("(", ")"): "pmatrix", ("[", "]"): "bmatrix", ("|", "|"): "vmatrix", ("‖", "‖"): "Vmatrix", ("{", ""): "cases",
    ("{", "}"): "Bmatrix",
}  # fmt: skip
_SWALLOWED: Final = "\0"


def latex_of(math: Node) -> str:
    """The LaTeX of a `math` element: its annotation, its `alttext`, or the elements converted."""
    for note in math.css("annotation"):
        if _TEX.search(note.attributes.get("encoding") or ""):
            return note.text().strip()
    attributes = math.attributes
    alt = (attributes.get("alttext") or attributes.get("data-latex") or "").strip()
    if "\\" in alt or alt and (_LATEXML.search(attributes.get("class") or "") or _FORMULA.fullmatch(alt)):
        return alt
    return _row(_children(math), 0)


def _children(node: Node) -> list[Node]:
    """The child elements."""
    found: list[Node] = []
    child = node.child
    while child is not None:
        if not (child.tag or "-").startswith(("-", "!", "#")):
            found.append(child)
        child = child.next
    return found


def _row(nodes: list[Node], depth: int) -> str:
    """Neighbours; a command that ends in a letter needs a space before the next one."""
    found = ""
    fences = _fences(nodes) if len(nodes) > 1 else {}
    for at, node in enumerate(nodes):
        piece = fences.get(at) or _convert(node, depth)
        if piece is _SWALLOWED:
            continue
        if at in fences:
            piece = _table(node, _children(node), depth + 1, piece)
        if found and piece and piece[0].isalpha() and re.search(r"\\[A-Za-z]+$", found):
            found += " "
        found += piece
    return found


def _fences(nodes: list[Node]) -> dict[int, str]:
    """Tables between fences, with the names of such matrices; the fences themselves are swallowed."""
    found: dict[int, str] = {}
    tags = [(node.tag or "").rpartition(":")[2] for node in nodes]
    for at, tag in enumerate(tags):
        if tag != "mtable" or at == 0 or tags[at - 1] != "mo":
            continue
        begin = nodes[at - 1].text().strip()
        closed = at + 1 < len(nodes) and tags[at + 1] == "mo"
        name = _MATRICES.get((begin, nodes[at + 1].text().strip() if closed else ""))
        if name:
            found |= {at - 1: _SWALLOWED, at: name}
            if closed:
                found[at + 1] = _SWALLOWED
    return found


def _convert(node: Node, depth: int) -> str:
    """One element."""
    tag = (node.tag or "").rpartition(":")[2]
    if depth > _DEEPEST:
        return " ".join(node.text().split())
    if tag in ("mi", "mn", "mo", "mtext", "ms"):
        return _token(node, tag)
    children = _children(node)
    if tag == "semantics":
        return _row(children[:1], depth + 1)
    if tag in ("annotation", "annotation-xml", "mphantom", "none", "mprescripts"):
        return ""
    if tag == "mspace":
        return r"\quad " if (node.attributes.get("width") or "").startswith(("1em", "2em")) else r"\ "
    maker = _MAKERS.get(tag)
    if maker is not None:
        return maker(node, children, depth + 1)
    return _row(children, depth + 1)


def _token(node: Node, tag: str) -> str:
    """A name, number, sign or words."""
    text = " ".join(node.text().split())
    if tag in ("mtext", "ms"):
        return rf"\text{{{text}}}" if text else r"\ "
    signs = "".join(_SIGNS.get(char, char) + (" " if _is_word(_SIGNS.get(char, "")) else "") for char in text)
    signs = signs if len(text) > 1 else signs.rstrip(" ")
    if tag == "mi" and len(text) > 1 and text.isalpha() and text.isascii():
        return rf"\{text}" if text in _FUNCTIONS else rf"\mathrm{{{text}}}"
    if tag == "mo" and text in _FUNCTIONS:
        return rf"\{text}"
    variant = node.attributes.get("mathvariant") if tag == "mi" else None
    if variant in _VARIANTS and (variant != "normal" or text.isalpha() and text.isascii()):
        return rf"\{_VARIANTS[variant]}{{{signs}}}"
    return signs


def _is_word(command: str) -> bool:
    return len(command) > 1 and command[-1].isalpha()


def _one(children: list[Node], at: int, depth: int) -> str:
    """The child at a place, in braces."""
    return f"{{{_convert(children[at], depth) if at < len(children) else ''}}}"


def _base(children: list[Node], depth: int) -> str:
    """What a script is attached to; more than one sign is held together."""
    text = _convert(children[0], depth) if children else ""
    return text if len(text) == 1 or re.fullmatch(r"\\[A-Za-z]+|\\math\w+\{\w+\}|", text) else f"{{{text}}}"


def _sub(node: Node, children: list[Node], depth: int) -> str:
    return f"{_base(children, depth)}_{_one(children, 1, depth)}"


def _sup(node: Node, children: list[Node], depth: int) -> str:
    power = _one(children, 1, depth)
    if set(power) == {"{", "'", "}"}:
        return f"{_base(children, depth)}{power[1:-1]}"
    return f"{_base(children, depth)}^{power}"


def _subsup(node: Node, children: list[Node], depth: int) -> str:
    return f"{_base(children, depth)}_{_one(children, 1, depth)}^{_one(children, 2, depth)}"


def _over(node: Node, children: list[Node], depth: int) -> str:
    accent = _ACCENTS.get("".join(children[1].text().split())) if len(children) > 1 else None
    if accent:
        return rf"\{accent}{_one(children, 0, depth)}"
    if _is_large(children):
        return _sup(node, children, depth)
    return rf"\overset{_one(children, 1, depth)}{_one(children, 0, depth)}"


def _under(node: Node, children: list[Node], depth: int) -> str:
    mark = "".join(children[1].text().split()) if len(children) > 1 else ""
    if mark in ("_", "‾", "¯", "⏟"):
        return rf"\{'underbrace' if mark == '⏟' else 'underline'}{_one(children, 0, depth)}"
    if _is_large(children):
        return _sub(node, children, depth)
    return rf"\underset{_one(children, 1, depth)}{_one(children, 0, depth)}"


def _underover(node: Node, children: list[Node], depth: int) -> str:
    return _subsup(node, children, depth)


def _is_large(children: list[Node]) -> bool:
    """Sums, integrals and functions carry their limits as scripts."""
    base = "".join(children[0].text().split()) if children else ""
    return base in _LARGE or base in _FUNCTIONS


def _frac(node: Node, children: list[Node], depth: int) -> str:
    if (node.attributes.get("linethickness") or "").rstrip("ptxem") == "0":
        return rf"\binom{_one(children, 0, depth)}{_one(children, 1, depth)}"
    return rf"\frac{_one(children, 0, depth)}{_one(children, 1, depth)}"


def _sqrt(node: Node, children: list[Node], depth: int) -> str:
    return rf"\sqrt{{{_row(children, depth)}}}"


def _root(node: Node, children: list[Node], depth: int) -> str:
    return rf"\sqrt[{_one(children, 1, depth)[1:-1]}]{_one(children, 0, depth)}"


def _fenced(node: Node, children: list[Node], depth: int) -> str:
    attributes = node.attributes
    begin, end = attributes.get("open", "("), attributes.get("close", ")")
    inner = ",".join(_convert(child, depth) for child in children)
    return rf"\left{_fence(begin)}{inner}\right{_fence(end)}"


def _fence(sign: str | None) -> str:
    if not sign or sign not in _FENCES:
        return "."
    command = _SIGNS.get(sign, sign)
    return f"{command} " if _is_word(command) else command


def _table(node: Node, children: list[Node], depth: int, name: str = "matrix") -> str:
    rows = [_table_row(row, _children(row), depth) for row in children]
    return rf"\begin{{{name}}}" + r" \\ ".join(rows) + rf"\end{{{name}}}"


def _table_row(row: Node, cells: list[Node], depth: int) -> str:
    """The cells of a row; the first one of `mlabeledtr` is the number of its equation."""
    number = ""
    if (row.tag or "").endswith("mlabeledtr") and cells:
        number = rf" \tag{{{cells[0].text().strip().strip('()')}}}"
        cells = cells[1:]
    return " & ".join(_row([cell], depth) for cell in cells) + number


def _multiscripts(node: Node, children: list[Node], depth: int) -> str:
    """`base sub sup … mprescripts sub sup …`."""
    tags = [child.tag for child in children]
    cut = tags.index("mprescripts") if "mprescripts" in tags else len(children)
    before, after = children[cut + 1 :], children[1:cut]
    return f"{_scripts(before, depth, '{}')}{_base(children, depth)}{_scripts(after, depth, '')}"


def _scripts(children: list[Node], depth: int, base: str) -> str:
    found = base if children else ""
    for at in range(0, len(children), 2):
        for sign, child in zip("_^", children[at : at + 2], strict=False):
            text = _convert(child, depth)
            found += f"{sign}{{{text}}}" if text else ""
    return found


_MAKERS: Final[dict[str, Callable[[Node, list[Node], int], str]]] = {
    "msub": _sub, "msup": _sup, "msubsup": _subsup, "mover": _over, "munder": _under, "munderover": _underover,
    "mfrac": _frac, "msqrt": _sqrt, "mroot": _root, "mfenced": _fenced, "mtable": _table,
    "mmultiscripts": _multiscripts,
}  # fmt: skip
