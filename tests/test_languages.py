"""The languages' files: their form, what each language lacks, and that a new language is one file."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from printworthy.base.languages import FOLDER, languages

# Groups of single values; the others are lists of words or patterns.
TEXTS = {"name", "script", "common_words", "letters", "small_words", "date"}
TABLES = {"sections", "paper", "thread"}
OTHERS = {"rank": int, "unspaced": bool}
CODES = sorted(languages())
# What every language should have; `MISSING` says which do not, and only shrinks.
WANTED = (
    "months", "date", "sections", "paper", "print", "by", "read_also", "advertisement", "comments", "paywall", "login",
    "error_page", "consent", "picture", "today", "table_of_contents",
)  # fmt: skip
MISSING = {
    "af": "all but months",
    "am": "all but months",
    "ar": "read_also advertisement comments paywall login error_page consent today table_of_contents",
    "az": "all but months print",
    "be": "all but months",
    "bg": "all but months print",
    "bn": "all but months print by",
    "bs": "all but months",
    "ca": "all but months print picture",
    "cs": "date sections paper read_also paywall login error_page consent picture table_of_contents",
    "cy": "all but months",
    "da": "date sections paper paywall login error_page consent",
    "et": "all but months print",
    "eu": "all but months print",
    "fa": "all but months print by",
    "fi": "date sections paper comments paywall login error_page consent today table_of_contents",
    "ga": "all but months",
    "gl": "all but months print",
    "gu": "all but months",
    "hr": "all but months print by",
    "hu": "all but months print by",
    "hy": "all but months print",
    "is": "all but months print",
    "ja": "months consent",
    "ka": "all but months print",
    "kk": "all but months print",
    "km": "all but months",
    "kn": "all but months",
    "ko": "months consent",
    "ky": "all but months",
    "lo": "all but months",
    "lt": "all but months print",
    "lv": "all but months print",
    "mk": "all but months print",
    "ml": "all but months",
    "mn": "all but months",
    "mr": "all but months",
    "ms": "all but months print by",
    "mt": "all but months",
    "my": "all but months",
    "ne": "all but months",
    "no": "date sections paper login error_page consent",
    "pa": "all but months",
    "pl": "consent",
    "pt": "consent",
    "ro": "all but months print",
    "ru": "consent",
    "si": "all but months",
    "sk": "date sections paper read_also comments paywall login error_page consent picture table_of_contents",
    "sl": "all but months print",
    "sq": "all but months print",
    "sr": "all but months print",
    "sw": "all but months",
    "ta": "all but months print",
    "te": "all but months",
    "th": "all but months date paper print by",
    "tl": "all but months",
    "uk": "all but months print by comments",
    "ur": "all but months print",
    "uz": "all but months",
    "zh": "consent",
}


def missing(groups: Mapping[str, Any]) -> str:
    lacking = [group for group in WANTED if group not in groups]
    told = " ".join(lacking)
    if len(told) <= 100:
        return told
    return " ".join(["all but", *(group for group in WANTED if group in groups)])


@pytest.mark.parametrize("code", CODES)
def test_what_is_missing(code: str) -> None:
    """A gap that is filled is taken out of the table; a new one fails."""
    assert missing(languages()[code]) == MISSING.get(code, "")


@pytest.mark.parametrize("code", CODES)
def test_form(code: str) -> None:
    text = (FOLDER / f"{code}.json").read_text("utf-8")
    assert unicodedata.is_normalized("NFC", text)
    pairs = json.loads(text, object_pairs_hook=list)
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), "a group stands twice"
    for group, value in languages()[code].items():
        if not group.startswith("_"):
            assert isinstance(value, kind_of(group)), group
            if isinstance(value, list):
                check_list(group, value)


def kind_of(group: str) -> type:
    return str if group in TEXTS else dict if group in TABLES else OTHERS.get(group, list)


def check_list(group: str, entries: list[str]) -> None:
    assert entries, f"{group} is empty: leave it out"
    assert all(entries), group
    assert len(entries) == len(set(entries)), f"{group} holds something twice"
    if group == "months":
        assert len(entries) == 12
    for entry in entries:
        if group not in PLAIN:
            re.compile(entry)


# These are taken as they are, not as patterns.
PLAIN = {
    "months", "print_this", "print", "next_part", "whole_article", "cue_published", "cue_modified", "cue_copyright",
    "cue_joined", "cue_first", "cue_event",
}  # fmt: skip


def test_groups_are_used() -> None:
    """Every group in a file is asked for somewhere, and every language has a name."""
    package = "\n".join(path.read_text("utf-8") for path in FOLDER.parent.rglob("*.py"))
    known = set(re.findall(r"[\"'](\w+)[\"']", package))
    for code, groups in languages().items():
        assert groups["name"]
        unknown = {group for group in groups if not group.startswith("_")} - known - {"name"}
        assert not unknown, f"{code}: nobody reads {unknown}"


def test_months_are_dates() -> None:
    """Who can write a date has the months for it, or writes them as numbers."""
    for code, groups in languages().items():
        assert "{month}" not in groups.get("date", "") or "months" in groups, code


def test_early_looks_are_complete() -> None:
    """What is looked for before a pattern is tried stands in the same file."""
    for code, groups in languages().items():
        assert ("subscribe_to_read" in groups) <= ("subscribe_parts" in groups), code
        assert ("reading_time" in groups) <= ("reading_time_parts" in groups), code


ESPERANTO = {
    "name": "Esperanto",
    "common_words": "la kaj de en estas ne por kun ke al sed ankaŭ pri kiu tiu ĉi sur ĝi li ŝi ili oni",
    "months": "januaro februaro marto aprilo majo junio julio aŭgusto septembro oktobro novembro decembro".split(),
    "date": "la {day}-a de {month} {year}",
    "by": ["de", "verkis"],
    "by_alone": ["verkis"],
    "read_also": ["legu ankaŭ"],
    "advertisement": ["reklamanonco"],
    "comments": ["komentoj"],
}
PAGE = """<!doctype html><html lang="eo"><head><title>La nova ponto super la rivero</title></head><body>
<nav><a href="/">Hejmo</a></nav><article><h1>La nova ponto super la rivero</h1>
<p class="byline">Verkis Anna Kowalska</p><p class="date">3 aŭgusto 2021</p>
<p>La urbo malfermis hodiaŭ novan ponton super la rivero, kaj multaj homoj venis por vidi ĝin kun siaj infanoj.</p>
<p>Reklamanonco</p>
<p>La laboroj daŭris tri jarojn, ĉar la grundo estas mola, kaj la inĝenieroj devis meti kolonojn tre profunden.</p>
<p><a href="/alia">Legu ankaŭ: La malnova ponto fermiĝas en la venonta jaro</a></p>
<p>La urbestro diris, ke la ponto estas grava por la loĝantoj, kiuj ĝis nun devis uzi la pramon ĉiutage.</p>
</article></body></html>"""
SCRIPT = """
import json, sys
from pathlib import Path
from printworthy.base import languages
languages.FOLDER = Path(sys.argv[1])
import printworthy
from printworthy.writers.words import spoken_date
article = printworthy.extract(sys.stdin.read(), "https://example.org/ponto")
told = [article.text, list(article.authors), article.date, spoken_date("2021-08-03", "eo")]
sys.stdout.write(json.dumps(told))
"""


def read_page(folder: Path) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder)], input=PAGE, capture_output=True, encoding="utf-8", check=True
    )
    found: list[Any] = json.loads(done.stdout)
    return found


@pytest.mark.processes
def test_a_new_language_is_one_file(tmp_path: Path) -> None:
    assert "eo" not in languages()
    text, _, date, _ = read_page(FOLDER)
    assert "Reklamanonco" in text
    assert not date
    folder = Path(shutil.copytree(FOLDER, tmp_path / "languages"))
    (folder / "eo.json").write_text(json.dumps(ESPERANTO), "utf-8")
    text, authors, date, spoken = read_page(folder)
    assert "grundo estas mola" in text
    assert "Legu ankaŭ" not in text
    assert "Reklamanonco" not in text
    assert authors == ["Anna Kowalska"]
    assert date == "2021-08-03"
    assert spoken == "la 3-a de aŭgusto 2021"


def letters(value: Any) -> set[str]:
    """The words of at least four letters in anything that a file holds."""
    if isinstance(value, str):
        return {word.casefold() for word in re.findall(r"[^\W\d_]{4,}", value)}
    entries = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return set().union(*map(letters, entries))


def constants(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The texts that a module's own statements hold, each statement's together, without its docstring."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            texts = [
                one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
            yield node.lineno, " ".join(texts)


def test_words_stand_in_the_files() -> None:
    """No table or pattern in Python holds words of four languages beside English, each of which no other has."""
    spoken = {code: letters({**groups, "name": ""}) for code, groups in languages().items()}
    uses = Counter(word for known in spoken.values() for word in known)
    own = {code: {word for word in known if uses[word] == 1} for code, known in spoken.items() if code != "en"}
    places: dict[str, dict[str, list[str]]] = {}
    for path in sorted(FOLDER.parent.rglob("*.py")):
        for line, text in constants(ast.parse(path.read_text("utf-8"))):
            found = {code: sorted(held) for code, known in own.items() if (held := known & letters(text))}
            if len(found) >= 4:
                places[f"{path}:{line}"] = found
    assert not places, f"move words of languages to {FOLDER}: {places}"
