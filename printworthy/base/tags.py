"""What each HTML tag means for the flow of text: does it break the line, hold a container, or hide its content?"""

from __future__ import annotations

import re
from typing import Final

# Kinds of tag, as the walk over the tree sees them.
INLINE: Final = 0
BLOCK: Final = 1
SKIP: Final = 2
BREAK: Final = 3
TEXT: Final = 4
LINK: Final = 5
STRONG: Final = 6
IMAGE: Final = 7
PHRASE: Final = 8
ICON: Final = 9  # `i`, which fonts of icons borrow
READING: Final = 10  # `rt`, which stands above other characters

BLOCKS: Final = (
    "body div p li ul ol h1 h2 h3 h4 h5 h6 td th tr table tbody thead tfoot section article main header footer nav "
    "aside form blockquote pre figure figcaption dl dt dd address details summary fieldset legend button center menu "
    "noscript hgroup caption dialog search slot frameset noframes dir listing xmp video audio other"
).split()
CODE: Final = {name: code for code, name in enumerate(BLOCKS)}
OTHER: Final = CODE["other"]

KINDS: Final[dict[str, int]] = (
    dict.fromkeys(BLOCKS, BLOCK)
    | dict.fromkeys(["br", "hr"], BREAK)
    | dict.fromkeys(["a"], LINK)
    | dict.fromkeys(["b", "strong"], STRONG)
    | dict.fromkeys(["img", "picture", "amp-img"], IMAGE)
    | dict.fromkeys(
        "script style svg iframe object embed template canvas select option optgroup datalist textarea input map param "
        "source track meta link base head title annotation annotation-xml frame progress meter rp area col colgroup "
        "applet".split(),
        SKIP,
    )
    | dict.fromkeys("span abbr acronym time label font bdi bdo data output cite".split(), INLINE)
    | dict.fromkeys(
        "em u s small big sub sup code kbd samp var tt q mark del ins dfn ruby rb rtc wbr nobr strike math mi "
        "mo mn ms mtext mrow mfrac msup msub msubsup msqrt mroot "
        "munder mover munderover mtable mtr mtd mspace mstyle mpadded mphantom mfenced menclose merror semantics "
        "mmultiscripts mprescripts none maction".split(),
        PHRASE,
    )
    | {"i": ICON, "rt": READING, "-text": TEXT, "-comment": SKIP, "!doctype": SKIP, "#cdata-section": SKIP}
)

# Flags of an element, handed down to what stands inside it.
HIDDEN: Final = 1 << 0
NOSCRIPT: Final = 1 << 1
HEADER: Final = 1 << 2
FOOTER: Final = 1 << 3
NAV: Final = 1 << 4
ASIDE: Final = 1 << 5
MAIN: Final = 1 << 6
ARTICLE: Final = 1 << 7
FORM: Final = 1 << 8
LIST: Final = 1 << 9
TABLE: Final = 1 << 10
FIGURE: Final = 1 << 11
QUOTE: Final = 1 << 12
PRE: Final = 1 << 13
BODY_PROP: Final = 1 << 14
DIALOG: Final = 1 << 15
HEADING: Final = 1 << 16
BUTTON: Final = 1 << 17
DETAILS: Final = 1 << 18
GRID: Final = 1 << 19

TAG_FLAGS: Final[dict[str, int]] = {
    "noscript": NOSCRIPT,
    "header": HEADER,
    "footer": FOOTER,
    "nav": NAV,
    "menu": NAV,
    "aside": ASIDE,
    "main": MAIN,
    "article": ARTICLE,
    "form": FORM,
    "ul": LIST,
    "ol": LIST,
    "dl": LIST,
    "table": TABLE,
    "figure": FIGURE,
    "blockquote": QUOTE,
    "pre": PRE,
    "listing": PRE,
    "xmp": PRE,
    "dialog": DIALOG,
    "button": BUTTON,
    "details": DETAILS,
    "h1": HEADING,
    "h2": HEADING,
    "h3": HEADING,
    "h4": HEADING,
    "h5": HEADING,
    "h6": HEADING,
}
ROLE_FLAGS: Final[dict[str, int]] = {
    "navigation": NAV,
    "menu": NAV,
    "menubar": NAV,
    "banner": HEADER,
    "contentinfo": FOOTER,
    "complementary": ASIDE,
    "main": MAIN,
    "article": ARTICLE,
    "dialog": DIALOG,
    "alertdialog": DIALOG,
    "search": FORM,
    "form": FORM,
    "heading": HEADING,
    "button": BUTTON,
    "table": GRID,
    "grid": GRID,
    "treegrid": GRID,
}
# Classes of elements in which highlighters and editors set lines of code, with or without `pre`.
CODE_AREA: Final = re.compile(
    r"(?:^|\s)(?:syntaxhighlighter|crayon-syntax|crayon-table|highlighttable|rouge-table|lntable|hljs-ln|"
    r"js-file-line-container|blob-wrapper|CodeMirror|cm-editor|monaco-editor|code-block-table|codehilitetable)(?=\s|$)"
)
# Classes of boxes that are notes, tips and warnings of a text, and nothing else.
CALLOUT_AREA: Final = re.compile(
    r"(?:^|\s)(?:admonition(?:block)?|markdown-alert|notecard|custom-block|starlight-aside|hint-container|"
    r"confluence-information-macro|theme-admonition|callout callout-(?:note|tip|warning|important|caution))(?=\s|$)"
)
CODE_FLAGS: Final = tuple(TAG_FLAGS.get(name, 0) for name in BLOCKS)
