from __future__ import annotations

from printworthy.options import Options
from printworthy.reading.extract import extract

PAGE = """<title>Of clocks</title><body><nav><a href=/1>News</a><a href=/2>Sport</a><a href=/3>Weather</a></nav>
<h1>Of clocks</h1><p>They tick all day long, in the tower and in the hall, and nobody hears them any more.</p>
<form><input><button>Search</button></form><div class=advertisement>Buy a watch</div>
<p>Until one stops.</p></body>"""


def test_what_the_chain_leaves_is_the_article() -> None:
    article = extract(PAGE, "", Options(method="filters"))
    assert article.text == (
        "Of clocks\n\nThey tick all day long, in the tower and in the hall, and nobody hears them any more.\n\n"
        "Until one stops."
    )
    assert article.title == "Of clocks"
    dropped = {one.text for one in article.trace.segments if not one.kept}
    assert {"News Sport Weather", "Search", "Buy a watch"} >= dropped
    assert "Buy a watch" in dropped
