"""Words, sentences, scripts and directions in scripts with and without spaces."""

from __future__ import annotations

import pytest

from printworthy.base.words import count_sentences, count_words, direction_of, reading_minutes, script_of, words

CASES = [
    ("Don't stop the well-known test.", 5, 1, "Latin", "ltr"),
    ("Mr. Smith paid 3.5 euros. Was it much? No!", 9, 3, "Latin", "ltr"),
    ("昨天城里下了大雨。居民说！", 11, 2, "Han", "ltr"),
    ("昨夜、市内では激しい雨。", 10, 1, "Kana", "ltr"),
    ("어제 저녁 도시에 비가 내려", 5, 1, "Hangul", "ltr"),
    ("เมื่อวานนี้ฝนตกหนักในเมือง", 6, 1, "Thai", "ltr"),
    ("नमस्ते दुनिया। कैसे हो?", 4, 2, "Devanagari", "ltr"),
    ("هطلت أمس أمطار غزيرة", 4, 1, "Arabic", "rtl"),
    ("שלום עולם", 2, 1, "Hebrew", "rtl"),
    ("Москва — город.", 2, 1, "Cyrillic", "ltr"),
    ("", 0, 0, "", "ltr"),
    (" … ", 0, 1, "", "ltr"),
]


@pytest.mark.parametrize(("text", "count", "sentences", "script", "direction"), CASES)
def test_counts(text: str, count: int, sentences: int, script: str, direction: str) -> None:
    assert (count_words(text), count_sentences(text)) == (count, sentences), words(text)
    assert (script_of(text), direction_of(text)) == (script, direction)


def test_words_keep_the_letters_of_an_unspaced_run() -> None:
    run = "เมื่อวานนี้ฝนตกหนัก"
    assert "".join(words(run)) == run


def test_reading_time_grows_with_the_text() -> None:
    assert reading_minutes("word " * 230) == pytest.approx(1)
    assert reading_minutes("字" * 260) == pytest.approx(1)
