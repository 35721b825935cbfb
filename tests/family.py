"""A family of sites that no general model can know: python tests/family.py FOLDER [PAGES [START]]

Three small papers of one publisher, written here, in WCXB's layout. Their habits: boxes instead of paragraphs, with
names that mean nothing; inside the text, in the same look, stories from the archive that do not belong to it; and at
its end the talk of the day in short lines, each with a link, that does.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

SITES = ("north.tidewater.example", "south.tidewater.example", "isle.tidewater.example")
WHO = "the ferryman,the harbour master,a baker,the old teacher,the council,two sisters,the lighthouse keeper,a tailor"
DID = "counted,repaired,painted,forgot,carried,measured,sold,remembered,hid,described"
WHAT = "seven boats,the north pier,a crate of lemons,the church bell,a map of the bay,the winter nets,every letter"
WHEN = "before the first tide,on a grey Tuesday,while the band played,after the long drought,for the third time"
WHY = "because nobody else would,as the law demands,so that the children could see it,though the weather was against it"
PEOPLE = "Mara,Ole,Ines,Tomas,Greta,Pavel,Ruth,Anselm"


def pick(random: Random, words: str) -> str:
    return random.choice(words.split(","))


def sentence(random: Random) -> str:
    who, did, what, when, why = (pick(random, words) for words in (WHO, DID, WHAT, WHEN, WHY))
    return f"{who.capitalize()} {did} {what} {when}, {why}."


def paragraph(random: Random) -> str:
    return " ".join(sentence(random) for _ in range(random.randint(2, 4)))


def boxes(random: Random) -> list[tuple[str, str, bool]]:
    """The column of a page: class, text as HTML, and whether it belongs to the article."""
    found: list[tuple[str, str, bool]] = []
    for _ in range(random.randint(4, 7)):
        found.append(("q4", paragraph(random), True))
        if random.random() < 0.6:
            found.append(("q7", paragraph(random), False))
    for _ in range(random.randint(3, 6)):
        name, said = pick(random, PEOPLE), sentence(random)
        found.append(("q9", f'<a href="/talk/{name.lower()}">{name}: {said}</a>', True))
    found += [("q2", f'<a href="/s/{n}">{sentence(random)}</a>', False) for n in range(random.randint(3, 6))]
    return found


def page(number: int) -> tuple[str, dict[str, object]]:
    """One page: its HTML and its label."""
    random = Random(number)
    site = SITES[number % len(SITES)]
    title = sentence(random).rstrip(".")
    column = boxes(random)
    shown = "\n".join(f'<div class="{name}">{text}</div>' for name, text, _ in column)
    html = (
        f'<!doctype html><html lang="en"><head><title>{title} | Tidewater</title></head><body>\n'
        '<div class="q1"><a href="/">Front page</a> <a href="/boats">Boats</a> <a href="/talk">Talk</a></div>\n'
        f'<div class="q3"><h1>{title}</h1>\n{shown}\n</div>\n'
        '<div class="q1">Printed and bound on the quay. All rights reserved.</div></body></html>\n'
    )
    text = "\n\n".join(_plain(text) for _, text, inside in column if inside)
    truth: dict[str, object] = {"title": title, "author": None, "publish_date": None, "main_content": text}
    truth |= {"with": [], "without": []}
    kind = {"page_type": {"primary": "article"}}
    url = f"https://{site}/{number}"
    return html, {"url": url, "file_id": f"{number:04}", "_internal": kind, "ground_truth": truth}


def write_family(folder: Path, pages: int = 30, start: int = 0) -> None:
    """Pages and labels in WCXB's layout."""
    for name in ("html", "ground-truth"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for number in range(start, start + pages):
        html, label = page(number)
        (folder / "html" / f"{number:04}.html").write_text(html, "utf-8")
        content = json.dumps(label, indent=2, ensure_ascii=False) + "\n"
        (folder / "ground-truth" / f"{number:04}.json").write_text(content, "utf-8")


def _plain(text: str) -> str:
    return text.partition(">")[2].removesuffix("</a>") if text.startswith("<a ") else text


if __name__ == "__main__":
    write_family(Path(sys.argv[1]), *(int(number) for number in sys.argv[2:]))
