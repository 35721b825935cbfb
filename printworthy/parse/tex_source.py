r"""Where an element carries a formula's source: attributes and picture addresses → LaTeX, without its delimiters."""

from __future__ import annotations

import json
import re
from typing import Final
from urllib.parse import unquote, unquote_plus

Attributes = dict[str, str | None]

_NAMES: Final = (
    "data-tex", "data-latex", "data-math", "data-formula", "data-katex", "data-equation-content", "data-equation",
    "data-expr", "data-asciimath",
)  # fmt: skip
# These hold nothing but TeX; the others may be switches.
_SURE: Final = frozenset(("data-tex", "data-latex", "data-katex", "data-equation-content"))
CARRIERS: Final = ",".join((*(f"[{name}]" for name in _NAMES), ".latex-rendered"))
_LONGEST: Final = 20_000
_FLAG: Final = re.compile(r"(?:true|false|yes|no|on|off|inline|block|display|enabled?|\d+)?", re.I)
_TEX: Final = re.compile(r"[\\^_{}=+<>|]|[^\W\d_][ \t]*[-*/(]|^\s*+\S{1,3}\s*+$")
_PICTURE_NAME: Final = re.compile(
    r"mwe-math-fallback|(?:^|[\s_-])(?:latex|tex|math|equation|eqn|eeimg|quicklatex|mathjax|formula)(?:$|[\s_-])", re.I
)
# Services that draw a formula: what stands in the address before its source.
_LONGEST_ADDRESS: Final = 3_000
_SERVICES: Final = re.compile(
    r"(?:/latex\.php|/equation|/render/math|/chart(?=\?.*cht=tx)|math\.vercel\.app/?)\?(?:[^#]*?&)?"
    r"(?P<form>latex|tex|math|chl|from)=(?P<value>[^#&]*)"
    r"|(?:codecogs\.com/(?:[\w-]+/)*[\w-]+\.(?:latex|image|download)|/mathtex\.cgi|/mimetex(?:\.cgi)?|/cgi-bin/mathtex)"
    r"\?(?P<whole>[^#]*)|upmath\.me/(?:svg|png)/(?P<path>[^#?]*)",
    re.I,
)
_DRAWN_AT: Final = re.compile(
    r"codecogs\.com/|/latex\.php|/math/render/|/cgi-bin/mathtex|/mimetex|/teximg|quicklatex", re.I
)
_SETTINGS: Final = re.compile(
    r"\s*+(?:\\(?:inline|dpi\{\d+\}|bg_\w+|fn_\w+|large|small|tiny|huge|LARGE|Large|Huge|displaystyle(?![a-z])))\s*+"
)
_PREFIX: Final = re.compile(r"^(?:latex|tex)\s*:\s*", re.I)
_STYLED: Final = re.compile(r"^\{\s*+\\(displaystyle|textstyle|scriptstyle)(?![a-zA-Z])(.*)\}$", re.S)
_DELIMITERS: Final = (("\\[", "\\]", True), ("$$", "$$", True), ("\\(", "\\)", False), ("$", "$", False))
_SHOWN: Final = re.compile(r"\\begin\{(?:equation|align|gather|multline|eqnarray|displaymath|alignat|flalign)\*?\}")


def bare(latex: str, display: bool = False) -> tuple[str, bool]:
    """The source without delimiters and without the style that wikis put around it; and whether it is displayed."""
    latex = latex.strip()
    for begin, end, shown in _DELIMITERS:
        if latex.startswith(begin) and latex.endswith(end) and len(latex) > len(begin + end):
            latex, display = latex[len(begin) : -len(end)].strip(), display or shown
            break
    styled = _STYLED.match(latex)
    if styled:
        latex = styled[2].strip()
    return latex, display or _SHOWN.match(latex) is not None


def looks_like_tex(text: str) -> bool:
    """Could this be the source of a formula rather than words?"""
    return len(text) <= _LONGEST and _TEX.search(text) is not None


def carried(attributes: Attributes) -> str:
    """The source that an element carries in an attribute of its own, or ""."""
    for name in _NAMES:
        value = (attributes.get(name) or "").strip()
        if value and looks_like_tex(value) and (name in _SURE or not _FLAG.fullmatch(value)):
            return _PREFIX.sub("", value)
    return _persistent(attributes.get("data-attrs") or "")


def _persistent(data: str) -> str:
    """The expression in the settings of a newsletter's formula."""
    if "persistentExpression" not in data or len(data) > _LONGEST:
        return ""
    try:
        found = json.loads(data)
    except ValueError:
        return ""
    value = found.get("persistentExpression") if isinstance(found, dict) else None
    return value.strip() if isinstance(value, str) else ""


def pictured(attributes: Attributes) -> str:
    """The source of a formula that is shown as a picture: its alternative text, its title or its address; or ""."""
    name, src = attributes.get("class") or "", attributes.get("src") or attributes.get("data-src") or ""
    known = "mwe-math-fallback" in name or _DRAWN_AT.search(src) is not None
    service = _SERVICES.search(src[:_LONGEST_ADDRESS]) if "?" in src or "upmath" in src else None
    if not known and not service and not _PICTURE_NAME.search(name) and "eeimg" not in attributes:
        return ""
    for value in (carried(attributes), attributes.get("alt") or "", attributes.get("title") or ""):
        text = _PREFIX.sub("", value.strip())
        if text and looks_like_tex(text) and not text.startswith(("http:", "https:")) and "QuickLaTeX" not in text:
            return text
    return _addressed(service) if service else ""


def _addressed(found: re.Match[str]) -> str:
    """The source in the address of a picture; settings of the service are not part of it."""
    if found["form"]:
        text = unquote_plus(found["value"])
    else:
        text = unquote(found["whole"] or found["path"] or "")
        text = text.replace("&space;", " ").replace("&plus;", "+").replace("&amp;", "&")
    at = 0
    while (setting := _SETTINGS.match(text, at)) is not None and setting.end() > at:
        at = setting.end()
    return text[at:].strip()
