"""Duplicates: equal pages, and pages that are nearly so.

Covers: printworthy.apps.batch.minhash.
"""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from printworthy.apps.batch.duplicates import find_duplicates
from printworthy.apps.batch.minhash import BANDS, HASH, SIGNATURE, SIZE, bands, signature, text_hash
from printworthy.apps.batch.output.parts import _signature
from printworthy.base.words import jaccard

CHANCE = random.Random(3)
WORDS = [f"w{number}" for number in range(4000)]
LONG = CHANCE.choices(WORDS, k=600)


def changed(words: list[str], share: float) -> str:
    """The text with that share of its words replaced."""
    return " ".join(CHANCE.choice(WORDS) if CHANCE.random() < share else word for word in words)


def alike(one: str, other: str) -> float:
    first, second = (np.frombuffer(signature(text), "<u4") for text in (one, other))
    return float((first == second).mean())


@pytest.mark.parametrize("share", [0.0, 0.01, 0.05, 0.3])
def test_signatures_agree_as_the_texts_do(share: float) -> None:
    other = changed(LONG, share)
    assert alike(" ".join(LONG), other) == pytest.approx(jaccard(" ".join(LONG), other, 5), abs=0.12)


def test_same_text_same_signature() -> None:
    assert signature("A b c. " * 20) == signature("a B  c.\n" * 20)
    assert signature("“Don’t” wait – she said … " * 6) == signature('"don\'t" Wait - She said... ' * 6)
    assert signature("Tide table 1881 of the harbour " * 6) != signature("Tide table 1882 of the harbour " * 6)
    assert signature("too few words") == b""
    assert len(signature("十五個字以上的中文文章沒有空格也能比較相似的程度如何呢")) == 4 * SIZE
    assert text_hash(" a\n b") == text_hash("a b") != text_hash("a c")
    assert text_hash("  ") == bytes(16)


THAI = "เรือข้ามฟากรอจนกว่าหมอกจะจางลงแล้วจึงออกจากท่าเรือในตอนเช้า"
CHINESE = "渡輪一直等到霧散了才離開碼頭然後船長吹響了汽笛乘客們都站在甲板上看著遠處的燈塔"


@pytest.mark.parametrize("text", [THAI, CHINESE])
def test_scripts_without_spaces(text: str) -> None:
    assert alike(text, text[:-2]) > 0.7
    assert alike(text, text[::-1]) < 0.3


def test_bands() -> None:
    rows = np.arange(2 * SIZE, dtype=np.uint32).reshape(2, SIZE)
    rows[1, : SIZE // BANDS] = rows[0, : SIZE // BANDS]
    keys = bands(rows)
    assert (keys[0] == keys[1]).tolist() == [True] + [False] * (BANDS - 1)


def write(path: Path, texts: list[str], first: int) -> Path:
    rows = [
        {"id": f"{first + number:016x}", HASH: text_hash(text), SIGNATURE: signature(text)} if text != "error"
        else {"id": f"{first + number:016x}"}
        for number, text in enumerate(texts)
    ]  # fmt: skip
    path.write_bytes(b"".join(map(_signature, rows)))
    return path


def test_marks(tmp_path: Path) -> None:
    near = changed(LONG, 0.01)
    nearer = changed(near.split(), 0.01)
    other = [" ".join(CHANCE.choices(WORDS, k=300)) for _ in range(40)]
    one = write(tmp_path / "1", [other[0], " ".join(LONG), "error", "", "short", *other[1:30]], 100)
    two = write(tmp_path / "2", [near, "error", "", other[0], "short", *other[30:]], 200)
    empty = write(tmp_path / "3", [], 300)
    four = write(tmp_path / "4", [nearer, " ".join(LONG), near], 400)
    found = find_duplicates([one, two, empty, four], 0.8, tmp_path)
    names = [[(row, f"{text.split()[0]} {int(text.split()[1], 16)}") for row, text in marks] for marks in found]
    assert names == [
        [],
        [(0, "near 101"), (3, "exact 100"), (4, "exact 104")],
        [],
        [(0, "near 101"), (1, "exact 101"), (2, "exact 200")],
    ]


def test_exact_only(tmp_path: Path) -> None:
    one = write(tmp_path / "1", [" ".join(LONG), changed(LONG, 0.01), " ".join(LONG)], 1)
    assert find_duplicates([one], 0, tmp_path) == [[(2, "exact 0000000000000001")]]
    assert find_duplicates([], 0.8, tmp_path) == []
