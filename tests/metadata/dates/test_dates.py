"""What compares the dates of a page with each other."""

from __future__ import annotations

import datetime

import pytest

from printworthy.metadata.dates.date_formats import DateConvention, Moment
from printworthy.metadata.dates.date_places import DateCandidate, FoundDates
from printworthy.metadata.dates.dates import add_shown, date_candidates
from printworthy.metadata.scan import scan
from tests.metadata.pages import NOW, sources_of

LONG = "It rained for a long time, and nobody knew when it would end. " * 5


def candidates(html: str) -> dict[str, DateCandidate]:
    """The candidates of a page whose first segment is its title, by day."""
    found = date_candidates(sources_of(f"<h1>River</h1>{html}"), 0, DateConvention("en", True, NOW))
    return {one.day.isoformat(): one for one in found}


def test_a_day_with_a_later_change_beside_it() -> None:
    found = candidates("<p>5 March 2024</p><p>Updated 7 May 2024</p>" + "<p>x</p>" * 5 + "<p>1 March 2024</p>")
    assert found["2024-03-05"].row["before_change"] == found["2024-05-07"].row["after_first"] == 1
    assert "before_change" not in found["2024-05-07"].row
    assert "before_change" not in found["2024-03-01"].row


def test_days_in_elements_that_look_alike() -> None:
    found = candidates("<p>5 March 2024</p><div class=item>6 March 2024</div><div class=item>7 March 2024</div>")
    assert [one.row["alike"] for one in found.values()] == [1, 2, 2]


def test_days_of_what_is_quoted_are_none() -> None:
    quoted = "<p>4 May 2023</p><p><time datetime=2023-05-05>5 May</time></p>"
    assert list(candidates(f"<p>5 March 2024</p><blockquote>{quoted}</blockquote>")) == ["2024-03-05"]
    assert len(candidates(f"<p>5 March 2024</p><div>{quoted}</div>")) == 3


def shown(texts: list[str], title: int = 0, language: str = "en", stated: str = "") -> dict[str, tuple[int, int]]:
    """The days that texts show, each with its nearest segment and how near that is."""
    found = FoundDates(DateConvention(language, language == "en", NOW), title)
    if stated:
        found.add(Moment(datetime.date.fromisoformat(stated)), "meta_published")
    add_shown(found, texts, scan(texts).dated())
    return {day.isoformat(): (one.segment, one.nearness) for day, one in found.days.items() if one.mentions}


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("By Ada Bell | 5 March 2024", "en", "2024-03-05"),
        ("05.03.24", "de", "2024-03-05"),
        ("05 | 03 | 2024", "de", "2024-03-05"),
        ("５ / 2024年３月５日", "ja", "2024-03-05"),
        ("۱۴۰۲/۱۲/۱۵", "fa", "2024-03-05"),
        ("٥ مارس ٢٠٢٤", "ar", "2024-03-05"),
        ("5 มีนาคม ๒๕๖๗", "th", "2024-03-05"),
        ("5 मार्च २०२४", "hi", "2024-03-05"),
    ],
)
def test_digits_of_many_scripts(text: str, language: str, day: str) -> None:
    assert shown(["River", "é", text], language=language) == {day: (2, 2)}


def test_the_place_nearest_to_the_title_counts() -> None:
    assert shown(["5 March 2024", "", "River", "x", "5 March 2024"], title=2) == {"2024-03-05": (4, 2)}
    assert shown(["5 March 2024", "River"], title=1) == {"2024-03-05": (0, 4)}


def test_long_texts_count_beside_the_title_only() -> None:
    dated = f"Rivertown, 5 March 2024 — {LONG}"
    assert shown(["River", dated]) == {"2024-03-05": (1, 1)}
    assert shown(["River", *["x"] * 20, dated]) == {}
    assert shown(["River", f"{LONG} 5 March 2024"]) == {}


@pytest.mark.parametrize(
    ("texts", "stated", "day"),
    [
        (["3/4/2024", "25/4/2024"], "", "2024-04-03"),
        (["3/4/2024", "4/25/2024"], "", "2024-03-04"),
        (["3/4/2024"], "", "2024-03-04"),
        (["3/4/2024"], "2024-04-03", "2024-04-03"),
        (["3/4/2024"], "2024-03-04", "2024-03-04"),
        (["3/4/2024"], "2023-01-01", "2024-03-04"),
    ],
)
def test_order_of_day_and_month(texts: list[str], stated: str, day: str) -> None:
    assert day in shown(["River", *texts], stated=stated)


@pytest.mark.parametrize("text", ["4.4 stars out of 1935 reviews", "2nd gen 2024", "12 Pro 2022", "5 days ago, 2020"])
def test_months_of_other_languages_that_are_english_words(text: str) -> None:
    assert shown(["River", text]) == {}


def test_such_months_count_in_their_language() -> None:
    assert shown(["Rio", "4 out 2024"], language="pt") == {"2024-10-04": (1, 1)}


@pytest.mark.parametrize("text", ["", "12", "version 3.5", "call 555 2019 now", "1,234.56", "10.2024", "/2024/", "\0"])
def test_numbers_that_are_no_dates(text: str) -> None:
    assert shown(["River", text]) == {}


def test_no_text_at_all() -> None:
    assert shown([], title=-1) == {}


def test_archives_before_the_title_hide_no_date_beside_it() -> None:
    months = [f"March {year}" for year in range(1950, 2026)]
    days = [f"{day} March 1999" for day in range(1, 29)] * 2
    assert shown([*months, *days, "River", "5 March 2024"], title=132)["2024-03-05"] == (133, 1)


@pytest.mark.parametrize(
    "line",
    [
        "This entry was posted on Tuesday, March 5th, 2024 at 4:05 pm and is filed under Water. ",
        "Dieser Beitrag wurde am 5. März 2024 um 14:48 von Ada geschrieben. ",
        "Cet article a été publié le 5 mars 2024 par Ada. ",
    ],
)
def test_long_lines_that_tell_when_they_were_posted_count_anywhere(line: str) -> None:
    assert list(shown(["River", *["x"] * 20, line + LONG])) == ["2024-03-05"]


def test_words_between_two_dates_belong_to_the_second() -> None:
    texts = ["River", "5 March 2024, updated 7 March 2024 by Ada"]
    found = FoundDates(DateConvention("en", True, NOW), 0)
    add_shown(found, texts, scan(texts).dated())
    beside = {one.day.day: one.mentions[0][0] for one in found.days.values()}
    assert "updated" in beside[7]
    assert "by Ada" in beside[7]
    assert "updated" not in beside[5]


@pytest.mark.parametrize(
    ("other", "day"), [("11.24.2023", "2023-09-10"), ("24.11.2023", "2023-10-09"), ("11.11.2023", "2023-10-09")]
)
def test_dots_after_the_month_where_another_date_has_them_so(other: str, day: str) -> None:
    assert day in shown(["River", "09.10.2023", other])


@pytest.mark.parametrize("text", ["Joined: Dec 11, 2021", "Registriert: 11.12.2021, 05:56", "Member since 11 Dec 2021"])
def test_days_on_which_people_joined_are_none_of_the_article(text: str) -> None:
    assert shown(["River", text]) == {}
    assert len(shown(["River", f"{text} and last seen on 5 March 2024"])) == 1


def test_many_dates_are_bounded() -> None:
    texts = [f"{day} March {year}" for year in range(1990, 2020) for day in range(1, 29)]
    assert len(shown(texts)) <= 60
