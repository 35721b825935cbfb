"""What the script of the page needs to know: `Explanation` → plain values for JSON; each text is told once."""

from __future__ import annotations

import json
from typing import Any

from printworthy.apps.explain.gather import Account, Explanation
from printworthy.apps.explain.original import level, path
from printworthy.apps.explain.strongest import Look, Reason


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
