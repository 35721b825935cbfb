"""What compares the dates of a page with each other."""

from __future__ import annotations

from printworthy.metadata.date_places import DateCandidate
from printworthy.metadata.dates import date_candidates
from printworthy.metadata.moments import Reading
from tests.metadata.pages import NOW, sources_of


def candidates(html: str) -> dict[str, DateCandidate]:
    """The candidates of a page whose first segment is its title, by day."""
    found = date_candidates(sources_of(f"<h1>River</h1>{html}"), 0, Reading("en", True, NOW))
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
