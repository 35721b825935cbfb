"""The tokens of HTML as one regular expression, after the tokenizer of the HTML standard (section 13.2.5).

All repetitions are possessive, so that matching is linear whatever the bytes.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

# A name may begin with "="; a quote opens a value only right after "=", and one that nothing closes runs to the end.
ATTRIBUTE: Final = (
    rb"[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+"
    rb"(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+"
    rb"(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^ \t\n\f\r>\"'][^ \t\n\f\r>]*+)?+)?+"
)
_INSIDE: Final = rb"(?:[ \t\n\f\r/]++|" + ATTRIBUTE + rb")*+"
_NAME: Final = rb"[a-zA-Z][^ \t\n\f\r/>]*+"

# Groups: `<` that is mere text, a start tag's name and what stands inside the tag, an end tag's name. None of them: a
# comment, a doctype, an instruction. A tag that the end of the page cuts off is matched up to that end.
TOKEN: Final = re.compile(
    rb"(?P<text>(?:<(?![a-zA-Z/!?]))++)"
    rb"|<(?:(?P<start>" + _NAME + rb")(?P<inside>" + _INSIDE + rb")(?:(?P<close>>)|\Z)"
    rb"|/(?P<end>" + _NAME + rb")" + _INSIDE + rb"(?:>|\Z)"
    rb"|!--(?:-?>|(?:[^-]++|-(?!-!?>))*+(?:--!?>|\Z))"
    rb"|[!?/][^>]*+(?:>|\Z))"
)
ATTRIBUTES: Final = re.compile(rb"[ \t\n\f\r/]*+" + ATTRIBUTE)

# Elements whose content is text: only their own end tag ends them.
RAW: Final = frozenset(b"script style textarea title xmp iframe noembed noframes".split())
RAW_END: Final = {name: re.compile(rb"</" + name + rb"(?=[ \t\n\f\r/>])", re.IGNORECASE) for name in RAW}
VOID: Final = frozenset(
    b"area base basefont bgsound br col embed hr image img input keygen link meta param source track wbr".split()
)
FORMATTING: Final = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())

# The rest of a tag, quickly: only what follows a "=" after a name is a value. Matches as `ATTRIBUTE` does.
_NAMES: Final = rb"[ \t\n\f\r/]*+=?+[^>=/]*+(?:/[ \t\n\f\r/]*+=?+[^>=/]*+)*+"
_VALUE: Final = rb"=[ \t\n\f\r]*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^ \t\n\f\r>\"'][^ \t\n\f\r>]*+)?+"
TAIL: Final = re.compile(rb"(?:" + _NAMES + _VALUE + rb")*+" + _NAMES + rb">")

# Tokens that are read alike whatever came before, and have few attributes. Left out, because the parser might read on
# otherwise than we do: a script that names scripts, and raw text with `<` inside `svg`, `math` and `select`.
_STOP: Final = rb"(?=[ \t\n\f\r/>])"
_FEW: Final = rb"(?:[ \t\n\f\r/]*+" + ATTRIBUTE + rb"){0,256}+[ \t\n\f\r/]*+>"
FEW_TAIL: Final = re.compile(_FEW)
_COMMENT: Final = rb"!--(?:-?>|(?:[^-]++|-(?!-!?>))*+--!?>)"
_RAW_NAME: Final = rb"(?i:style|textarea|title|xmp|iframe|noembed|noframes)"
_ORDINARY: Final = (
    rb"(?:/|(?!(?i:s(?:cript|tyle|vg|elect)|math|textarea|title|xmp|iframe|noembed|noframes|frameset)"
    + _STOP
    + rb"))"
    + _NAME
    + _FEW
)
_SCRIPT: Final = rb"(?i:script)" + _STOP + _FEW + rb"(?:[^<]++|<(?!/?(?i:script)" + _STOP + rb"))*+</(?i:script)" + _FEW
_PLAIN_RAW: Final = _RAW_NAME + _STOP + _FEW + rb"[^<]*+</" + _RAW_NAME + _FEW
_ANY_RAW: Final = rb"|".join(
    rb"(?i:"
    + name
    + rb")"
    + _STOP
    + _FEW
    + rb"(?:[^<]++|<(?!/(?i:"
    + name
    + rb")"
    + _STOP
    + rb"))*+</(?i:"
    + name
    + rb")"
    + _FEW
    for name in (b"style", b"textarea", b"title", b"iframe")
)
_UNIT: Final = (
    rb"(?i:svg|math|select)"
    + _STOP
    + _FEW
    + rb"(?:[^<]++|<(?!/(?i:svg|math|select)"
    + _STOP
    + rb")(?:"
    + _ORDINARY
    + rb"|"
    + _PLAIN_RAW
    + rb"|"
    + _COMMENT
    + rb"))*+</(?i:svg|math|select)"
    + _FEW
)


@cache
def harmless() -> re.Pattern[bytes]:
    """Up to a hundred tokens that are read alike whatever came before; compiled when it is first asked for."""
    return re.compile(
        rb"(?:[^<]++|<(?:"
        + _ORDINARY
        + rb"|"
        + _SCRIPT
        + rb"|"
        + _ANY_RAW
        + rb"|"
        + _UNIT
        + rb"|"
        + _COMMENT
        + rb"|(?![a-zA-Z/!?])|[!?](?!--|\[)[^>]*+>)){1,100}+"
    )
