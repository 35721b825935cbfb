"""Dates as people and machines write them."""

from __future__ import annotations

import datetime

import pytest

from printworthy.metadata.dates.date_formats import DateConvention, months, read_stamp, read_text

NOW = datetime.date(2026, 1, 15)

WRITTEN = [
    ("en", "March 5th, 2024", "2024-03-05"),
    ("en", "Published on Mar. 5, 2024", "2024-03-05"),
    ("en", "5th of March, 2024", "2024-03-05"),
    ("en", "3/5/2024", "2024-03-05"),
    ("en", "25/3/2024", "2024-03-25"),
    ("en", "12-Mar-2024", "2024-03-12"),
    ("en", "04-ago-2021 5:11:10", "2021-08-04"),
    ("en", "2024-03-05 10:11", "2024-03-05"),
    ("de", "Am 5. März 2024 um 3 Uhr", "2024-03-05"),
    ("de", "5. Jänner 2024", "2024-01-05"),
    ("de", "05.03.2024", "2024-03-05"),
    ("de", "05.03.24", "2024-03-05"),
    ("fr", "1er janvier 2024", "2024-01-01"),
    ("es", "5 de marzo de 2024", "2024-03-05"),
    ("es", "enero 5, 2024", "2024-01-05"),
    ("pt", "5 de março de 2024", "2024-03-05"),
    ("ca", "5 d’abril de 2024", "2024-04-05"),
    ("sv", "den 5 mars 2024", "2024-03-05"),
    ("fi", "5. maaliskuuta 2024", "2024-03-05"),
    ("hu", "2024. március 5.", "2024-03-05"),
    ("lt", "2024 m. kovo 5 d.", "2024-03-05"),
    ("ru", "5 марта 2024 г.", "2024-03-05"),
    ("el", "5 Μαρτίου 2024", "2024-03-05"),
    ("hr", "5. listopada 2023.", "2023-10-05"),
    ("pl", "5 listopada 2023", "2023-11-05"),
    ("zh", "2024年3月5日", "2024-03-05"),
    ("ja", "2024/03/05(火)", "2024-03-05"),
    ("ko", "2024년 3월 5일", "2024-03-05"),
    ("ko", "2024. 3. 5.", "2024-03-05"),
    ("vi", "5 tháng 3, 2024", "2024-03-05"),
    ("hi", "5 मार्च 2024", "2024-03-05"),
    ("he", "5 במרץ 2024", "2024-03-05"),
    ("ar", "5 كانون الثاني 2024", "2024-01-05"),
    ("th", "5 มีนาคม 2567", "2024-03-05"),
    ("fa", "۱۴۰۲/۱۲/۱۵", "2024-03-05"),
]


@pytest.mark.parametrize(("language", "text", "day"), WRITTEN)
def test_written_dates(language: str, text: str, day: str) -> None:
    found = [moment.iso for _, moment in read_text(text, DateConvention(language, language == "en", NOW))]
    assert found == [day]


@pytest.mark.parametrize(
    "text",
    [
        "Copyright 2024",
        "32 May 2024",
        "2024-13-45",
        "0000-00-00",
        "9999-01-01",
        "5 March 2031",
        "1970-01-01",
        "30 February 2024",
        "call 555 2019 now",
        "version 10.2024",
        "$2024",
        "",
    ],
)
def test_no_date(text: str) -> None:
    assert list(read_text(text, DateConvention("en", True, NOW))) == []


STAMPS = [
    ("2024-03-05T10:00:00+0200", "2024-03-05T10:00:00+02:00"),
    ("2024-03-05T10:00:00.000Z", "2024-03-05T10:00:00Z"),
    ("2024-3-5 9:05", "2024-03-05T09:05:00"),
    ("20240305", "2024-03-05"),
    ("1709632800", "2024-03-05T10:00:00Z"),
    ("1709632800000", "2024-03-05T10:00:00Z"),
    ("Tue, 05 Mar 2024 10:00:00 GMT", "2024-03-05"),
    ("2024-03-05T99:99:99Z", "2024-03-05"),
    ("0", None),
    ("0000-00-00T00:00:00", None),
    ("1970-01-01T00:00:00Z", None),
    ("9999-12-31", None),
    ("99999999999999", None),
    ("soon", None),
]


@pytest.mark.parametrize(("text", "iso"), STAMPS)
def test_stamps(text: str, iso: str | None) -> None:
    moment = read_stamp(text, DateConvention("en", True, NOW))
    assert (moment.iso if moment else None) == iso


def test_tomorrow_is_allowed_for_zones_ahead_but_no_later_day() -> None:
    how = DateConvention("en", True, NOW)
    assert read_stamp("2026-01-16", how) is not None
    assert read_stamp("2026-01-17", how) is None


def test_months_of_many_languages() -> None:
    table = months()
    assert len(table.languages) >= 40
    assert table.number("listopad") == 0
    assert table.number("listopad", "cs") == 11
