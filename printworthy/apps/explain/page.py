"""The page that explains an extraction: `Explanation` → one self-contained HTML file.

Its only script is ours, and its policy allows that script and our style by their hashes and nothing else: whatever
might slip through from the page that is explained could neither run nor load anything.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from printworthy.apps.explain.fragments import article_html, metadata_table, overview, pictures_table, summary
from printworthy.apps.explain.gather import Account, Explanation, gather
from printworthy.apps.explain.original import level, original, path
from printworthy.apps.explain.strongest import Look, Reason
from printworthy.data.article import Resource
from printworthy.options import Options
from printworthy.writers.addresses import safe_link
from printworthy.writers.body import tidy


def explain_page(explanation: Explanation, resources: Mapping[str, Resource]) -> bytes:
    """The explanation as a UTF-8 page; `resources` are pictures at hand."""
    title = escape(tidy(explanation.chosen.article.title).strip()) or "A page without a title"
    page = (
        f'<!doctype html>\n<html lang="en">\n<head>\n{_head(title)}\n</head>\n<body>\n'
        f"{_top(explanation, title)}\n<main>\n{_panes(explanation, resources)}\n{_INSPECTOR}\n</main>\n"
        f'<script type="application/json" id="facts">{facts_json(explanation)}</script>\n'
        f"<script>{_file('page.js')}</script>\n</body>\n</html>\n"
    )
    return page.encode("utf-8", "replace")


def explain_html(html: bytes, url: str, options: Options) -> bytes:
    """Why each part of a page was kept or dropped, as one page, for a worker."""
    return explain_page(gather(html, url, options), {})


def _head(title: str) -> str:
    style, script = _file("page.css"), _file("page.js")
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return "\n".join([
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>Why: {title}</title>",
        f"<style>{style}</style>",
    ])  # fmt: skip


def _top(explanation: Explanation, title: str) -> str:
    address = safe_link(explanation.url)
    shown = escape(address.partition("://")[2].removeprefix("www.")[:90])
    source = f'<a href="{escape(address)}" rel="noreferrer noopener">{shown}</a>' if shown else "a saved page"
    choices = "".join(map(_choice, explanation.accounts))
    summaries = "".join(
        f'<div data-method="{escape(account.method)}"{_hidden(number)}>{summary(account)}</div>'
        for number, account in enumerate(explanation.accounts)
    )
    return (
        f'<header class="top"><p class="source">{source}</p><h1>{title}</h1>'
        f'<fieldset class="methods"><legend>Method</legend>{choices}</fieldset>'
        f'<div class="summaries">{summaries}</div>{overview(explanation.chosen.verdicts)}{_LEGEND}'
        f"{_folded('What is known about the article', metadata_table(explanation.chosen.article.metadata))}"
        f"{_folded('Its pictures', pictures_table(explanation.chosen.article.trace.pictures))}</header>"
    )


def _folded(title: str, table: str) -> str:
    return f'<details><summary>{title}</summary><div class="known" tabindex="0">{table}</div></details>'


def _choice(account: Account) -> str:
    name = escape(account.method)
    failed = ' class="failed"' if account.error else ""
    return f'<label{failed}><input type="radio" name="method" value="{name}"><span>{name}</span></label>'


def _panes(explanation: Explanation, resources: Mapping[str, Resource]) -> str:
    article = explanation.chosen.article
    language = escape(article.language)
    lang = f' lang="{language}"' if language else ""
    way = f'{lang} dir="{article.direction}"'
    extracted = "".join(
        f'<div data-method="{escape(account.method)}"{_hidden(number)}>{article_html(account, resources)}</div>'
        for number, account in enumerate(explanation.accounts)
    )
    return (
        '<div class="tabs" role="group" aria-label="What to show">'
        '<button type="button" data-show="article" aria-pressed="true">Article</button>'
        '<button type="button" data-show="original" aria-pressed="false">Original</button></div>'
        '<div class="pane article"><h2 id="h-article">The article</h2>'
        f'<div class="sheet" tabindex="0" role="region" aria-labelledby="h-article"{way}>{extracted}</div></div>'
        '<div class="pane original"><h2 id="h-original">The original</h2>'
        f'<div class="sheet" role="region" aria-labelledby="h-original"{way}>'
        f"{original(explanation.columns, explanation.chosen.verdicts)}</div></div>"
    )


def _hidden(number: int) -> str:
    return " hidden" if number else ""


@cache
def _file(name: str) -> str:
    return (files("printworthy.apps.explain") / name).read_text("utf-8")


def _digest(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


_LEGEND = (
    '<p class="legend"><span>unlikely</span><span class="scale" aria-hidden="true">'
    + "".join(f'<i data-p="{tenth}"></i>' for tenth in range(11))
    + '</span><span>likely</span><span class="key"><i aria-hidden="true"></i>kept</span>'
    '<span class="hint">Point at a segment, or use the arrow keys, to see why.</span></p>'
)
_INSPECTOR = (
    '<div class="inspector"><h2 id="h-why">Why</h2><button type="button" class="close" aria-label="Close">×</button>'
    '<div class="inner" aria-live="polite" tabindex="0" role="region" aria-labelledby="h-why">'
    '<p class="none">Point at a segment of the original, or walk over it with the arrow keys: here stands which step '
    "decided about it, how likely it is to belong to the article, and what speaks for and against it.</p></div></div>"
)


def facts_json(explanation: Explanation) -> str:
    """The facts as JSON that may stand inside a script element: no `<` in it can end that element."""
    facts = {
        "segments": [
            {"path": path(explanation.columns, number), "words": len(text.split())}
            for number, text in enumerate(explanation.columns.text)
        ],
        "methods": [_method(account) for account in explanation.accounts],
        **_features(explanation.looks),
    }
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _method(account: Account) -> dict[str, Any]:
    whys = list(dict.fromkeys((one.step, one.reason) for one in account.verdicts))
    place = {why: number for number, why in enumerate(whys)}
    return {
        "name": account.method,
        "error": bool(account.error),
        "whys": whys,
        "verdicts": [
            [int(one.kept), round(one.probability, 3), level(one.probability), place[one.step, one.reason]]
            for one in account.verdicts
        ],
    }


def _features(looks: tuple[Look, Look] | None) -> dict[str, Any]:
    """The two looks of the learned method; the words of features stand in one list."""
    if looks is None:
        return {"words": [], "looks": []}
    words: dict[str, int] = {}
    told = [
        [[round(float(p), 3), [_reason(one, words) for one in reasons]]
         for p, reasons in zip(look.probability.tolist(), look.strongest, strict=True)]
        for look in looks
    ]  # fmt: skip
    return {"words": list(words), "looks": told}


def _reason(reason: Reason, words: dict[str, int]) -> list[float]:
    return [words.setdefault(reason.words, len(words)), round(reason.value, 2), round(reason.added, 2)]
