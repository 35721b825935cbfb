import pytest

from printworthy.evaluate import metrics
from printworthy.evaluate.metrics import Score, Tally, Truth

SEA = "The sea was calm. The ship came home."


def rounded(score: Score) -> tuple[float, float, float]:
    return round(score.precision, 3), round(score.recall, 3), round(score.f1, 3)


def score_of(name: str, pages: list[tuple[str, Truth]]) -> Score:
    measure = metrics.MEASURES[name]
    return measure.combine([measure.tally(text, truth) for text, truth in pages])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Sea, 2nd part!", ["the", "sea", "2nd", "part"]),
        ("don't under_score", ["don", "t", "under_score"]),
        ("中文网页", ["中文网页"]),
        ("", []),
    ],
)
def test_words_are_runs_of_letters_and_digits(text, expected):
    assert metrics.words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The 中文 page", ["the", "中", "文", "page"]),
        ("ひらカナ漢字", list("ひらカナ漢字")),
        ("iPhone15中", ["iphone15", "中"]),
        ("한국어 신문", ["한국어", "신문"]),
        ("กขค", ["ก", "ข", "ค"]),
        ("naïve Straße", ["naïve", "straße"]),
        ("，。！", []),
    ],
)
def test_script_words_are_characters_where_there_are_no_spaces(text, expected):
    assert metrics.script_words(text) == expected


@pytest.mark.parametrize(
    ("text", "truth", "expected"),
    [
        (SEA, SEA, (1, 1, 1)),
        ("home came ship THE calm was sea the", SEA, (1, 1, 1)),
        ("the ship", SEA, (1, 0.25, 0.4)),
        ("the the the the", SEA, (0.5, 0.25, 0.333)),
        (f"{SEA} {SEA}", SEA, (0.5, 1, 0.667)),
        ("nothing alike", SEA, (0, 0, 0)),
        ("", SEA, (0, 0, 0)),
        (SEA, "", (0, 0, 0)),
        ("", "", (1, 1, 1)),
        ("!", "…", (1, 1, 1)),
    ],
)
def test_word_f1(text, truth, expected):
    assert rounded(metrics.word_f1(text, truth)) == expected


def test_word_f1_by_characters():
    assert rounded(metrics.word_f1("天地", "天地人", metrics.words)) == (0, 0, 0)
    assert rounded(metrics.word_f1("天地", "天地人", metrics.script_words)) == (1, 0.667, 0.8)


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ([("a b c d e", "a b c d e")], (1, 1, 1)),
        ([("a b c d", "a b c d e")], (1, 0.5, 0.667)),
        ([("a b c d e f", "a b c d e")], (0.667, 1, 0.8)),
        # The order of words counts, and so does their case.
        ([("e d c b a", "a b c d e")], (0, 0, 0)),
        ([("A b c d", "a b c d")], (0, 0, 0)),
        # A text that is shorter than four words is one run.
        ([("a b", "a b")], (1, 1, 1)),
        ([("a b", "a b c")], (0, 0, 0)),
        # As often as it occurs.
        ([("a a a a a", "a a a a")], (0.5, 1, 0.667)),
        # A page that gave nothing has no precision, but its recall is 0; F1 is that of the means.
        ([("a b c d", "a b c d"), ("", "a b c d")], (1, 0.5, 0.667)),
        ([("a b c d", "a b c d"), ("x y z w", "")], (0.5, 1, 0.667)),
        ([("a b c d e", "a b c d e"), ("a b c d x y z", "a b c d")], (0.625, 1, 0.769)),
    ],
)
def test_shingle_f1(pages, expected):
    assert rounded(score_of("shingle", [(text, Truth(text=truth)) for text, truth in pages])) == expected


@pytest.mark.parametrize(
    ("text", "present", "absent", "expected"),
    [
        (SEA, ["sea was calm", "came home"], ["Subscribe"], (1, 1, 1)),
        (SEA, ["sea was calm", "storm"], ["Subscribe"], (1, 0.5, 0.667)),
        (f"{SEA} Subscribe", ["sea was calm"], ["Subscribe"], (0.5, 1, 0.667)),
        ("The sea\n was  calm", ["sea was\tcalm"], [], (1, 1, 1)),
        ("the SEA", ["The sea"], ["the sea"], (0, 0, 0)),
        ("", ["sea"], ["Subscribe"], (0, 0, 0)),
    ],
)
def test_snippet_f1_of_a_page(text, present, absent, expected):
    assert rounded(score_of("snippet", [(text, Truth(present=tuple(present), absent=tuple(absent)))])) == expected


def test_snippet_f1_pools_the_snippets_of_all_pages():
    pages = [("a b c", Truth(present=("a", "b", "c"))), ("x", Truth(present=("y",), absent=("x",)))]
    assert rounded(score_of("snippet", pages)) == (0.75, 0.75, 0.75)


@pytest.mark.parametrize(
    ("text", "truth", "expected"),
    [
        ("One two.\n\nThree four.", "One two.\nThree four.", (1, 1, 1)),
        ("One two.\nMenu\nThree four.", "One two.\nThree four.", (0.667, 1, 0.8)),
        ("One two.", "One two.\nThree four.", (1, 0.5, 0.667)),
        # Lines may be broken otherwise.
        ("One two. Three four.", "One two.\nThree four.", (1, 1, 1)),
        ("One\ntwo", "One two", (1, 1, 1)),
        # Whole words only, also at the ends.
        ("men", "menu", (0, 0, 0)),
        ("ten", "often\ntend", (0, 0, 0)),
        ("—\n\n*", "One", (0, 0, 0)),
    ],
)
def test_segment_f1(text, truth, expected):
    assert rounded(score_of("segment", [(text, Truth(text=truth))])) == expected


ONE, HALF = Tally(4, 4, 4, 4), Tally(1, 2, 1, 1)


@pytest.mark.parametrize(
    ("combine", "tallies", "expected"),
    [
        (metrics.mean_of_pages, [ONE, HALF], (0.75, 1, 0.833)),
        (metrics.f1_of_means, [ONE, HALF], (0.75, 1, 0.857)),
        (metrics.pooled, [ONE, HALF], (0.833, 1, 0.909)),
        (metrics.mean_of_pages, [], (0, 0, 0)),
        (metrics.f1_of_means, [], (0, 0, 0)),
        (metrics.mean_of_pages, [ONE, Tally(0, 0, 0, 4)], (0.5, 0.5, 0.5)),
        (metrics.f1_of_means, [ONE, Tally(0, 0, 0, 4)], (1, 0.5, 0.667)),
    ],
)
def test_pages_are_combined(combine, tallies, expected):
    assert rounded(combine(tallies)) == expected


def test_every_measure_counts_a_perfect_page_as_perfect():
    truth = Truth(text=SEA, present=("sea was calm",), absent=("Subscribe",))
    for measure in metrics.MEASURES.values():
        assert rounded(measure.combine([measure.tally(SEA, truth)])) == (1, 1, 1), measure.name
        assert rounded(measure.combine([measure.tally("", truth)]))[1:] == (0, 0), measure.name
