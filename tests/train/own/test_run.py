"""Training on one's own pages: the gain on unseen pages, the report, the same bytes after a kill, and bad input."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from printworthy.apps.annotate.store import Store
from printworthy.apps.annotate.transfer import import_folder
from printworthy.apps.cli.main import main
from printworthy.data.annotation import Annotation, Submission
from printworthy.errors import UsageError
from printworthy.evaluate.metrics import word_f1
from printworthy.methods.learned import select
from printworthy.model.store import load_model, model_bytes
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.reading.extract import extract
from printworthy.segment.walk import segment
from printworthy.train import crossfit
from printworthy.train.boost import Recipe
from printworthy.train.own.checkpoints import Checkpoints
from printworthy.train.own.compare import SHIPPED, STACKED
from printworthy.train.own.pages import balanced, read_own
from printworthy.train.own.run import Trained, TrainingPlan, fit_scratch, train
from printworthy.train.own.stack import Stack
from tests.family import page

Model = tuple[Path, Trained, list[str]]


def quiet(*_: object) -> None: ...


def test_unseen_pages_of_the_family_gain_much(model: Model) -> None:
    gained = []
    for number in range(500, 506):
        html, label = page(number)
        truth = label["ground_truth"]["main_content"]
        before, after = (extract(html, options=Options(model=path)).text for path in (None, model[0]))
        gained.append(word_f1(after, truth).f1 - word_f1(before, truth).f1)
        assert word_f1(after, truth).f1 > 0.97
    assert min(gained) > 0.05


def test_other_sites_stay_as_they_are(model: Model) -> None:
    html = (Path(__file__).parents[3] / "samples" / "tower-clock.html").read_bytes()
    texts = [extract(html, options=Options(model=path)).text for path in (None, model[0])]
    assert word_f1(*texts).f1 > 0.9


def test_the_scores_name_all_methods(model: Model) -> None:
    scores = {one.name: one for one in model[1].scores}
    assert list(scores) == ["logistic regression", "random forest", "boosted trees", "CRF", SHIPPED, STACKED]
    assert scores[STACKED].words > scores[SHIPPED].words + 0.2
    assert model[1].gain == pytest.approx(scores[STACKED].words - scores[SHIPPED].words)
    assert set(scores["CRF"].nodes) == {"title", "content"}  # the family has no dates
    assert set(scores[SHIPPED].nodes) == {"content"}


def test_progress_is_told(model: Model) -> None:
    assert [model[2][0], model[2][-1]] == ["read 1/10", "fit 1/1"]
    assert "compare 20/20" in model[2]


def test_the_report_has_its_plots(model: Model) -> None:
    folder = model[0].with_name("own-report")
    names = {"precision-recall.png", "calibration.png", "learning-curve.png", "feature-importance.png"}
    assert {path.name for path in folder.iterdir()} == {*names, "report.html", "card.json"}
    assert all((folder / name).read_bytes().startswith(b"\x89PNG") for name in names)
    html = (folder / "report.html").read_text("utf-8")
    assert html.count("data:image/png;base64,") == 4
    assert "0.697, 0.365" in html
    assert "folds are by page" in html


def test_the_card_is_in_the_model(model: Model) -> None:
    card = load_model(model[0]).card
    assert card == json.loads((model[0].with_name("own-report") / "card.json").read_text("utf-8"))
    assert card["pages"] == {"own": 10}
    assert card["stacked_on"] == load_model().card["digest"]


def test_an_own_model_survives_its_file(model: Model) -> None:
    assert model_bytes(load_model(model[0])) == model[0].read_bytes()


def test_the_built_in_model_has_no_own_part() -> None:
    assert load_model().own is None


@pytest.mark.processes
def test_killed_and_resumed_gives_the_same_bytes(model: Model, family: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.npz"
    command = [sys.executable, "-m", "printworthy", "train", str(family), "-o", str(path)]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    for line in running.stderr:
        if line.startswith("compare 12/20"):
            break
    running.kill()
    running.communicate()
    assert not path.exists()
    done = train(TrainingPlan(family, path, resume=True), quiet)
    assert done.kept >= 12
    assert path.read_bytes() == model[0].read_bytes()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["own-report", "own.npz"]


def test_only_the_same_training_is_resumed(family: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing to resume"):
        train(TrainingPlan(family, tmp_path / "own.npz", resume=True), quiet)
    Checkpoints(tmp_path / "own.npz", "another digest", resume=False)
    with pytest.raises(UsageError, match="changed since"):
        train(TrainingPlan(family, tmp_path / "own.npz", resume=True), quiet)


def test_a_damaged_step_is_made_again(tmp_path: Path) -> None:
    work = Checkpoints(tmp_path / "own.npz", "digest", resume=False)
    work.step("one", lambda: {"a": np.arange(3)})
    (work.folder / "one.npz").write_bytes(b"damaged")
    again = Checkpoints(tmp_path / "own.npz", "digest", resume=True)
    assert again.step("one", lambda: {"a": np.arange(4)})["a"].tolist() == [0, 1, 2, 3]
    assert again.kept == 0


def test_annotations_teach_like_texts(family: Path, tmp_path: Path) -> None:
    list(import_folder(tmp_path / "own", family, "wcxb"))
    annotated, texts = read_own(tmp_path / "own"), read_own(family)
    by_url = {one.page.sample.url: one for one in texts.pages}
    assert len(annotated.pages) == len(texts.pages)
    for one in annotated.pages:
        np.testing.assert_array_equal(one.page.label, by_url[one.page.sample.url].page.label)
        np.testing.assert_array_equal(one.nodes.label, by_url[one.page.sample.url].nodes.label)


@pytest.mark.processes
def test_from_scratch(family: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for stage in ("FIRST", "SECOND"):
        monkeypatch.setattr(crossfit, stage, Recipe(trees=15, depth=4, rate=0.3))
    pages = [one.page for one in read_own(family).pages]
    made = fit_scratch(pages, load_model())
    assert len(made["likely"]) == sum(len(one.label) for one in pages)
    label = np.concatenate([one.label for one in pages])
    assert made["likely"][label > 0].mean() > made["likely"][label == 0].mean() + 0.5


def test_folds_keep_sites_together() -> None:
    names = ["a"] * 7 + ["b"] * 3 + ["c", "d", "e", "f"]
    folds = balanced(names)
    assert len(set(folds)) == 5
    assert all(len({fold for name, fold in zip(names, folds, strict=True) if name == one}) == 1 for one in names)


def broken(folder: Path) -> None:
    (folder / "ground-truth" / "0000.json").write_text('{"url": ', "utf-8")


def few(folder: Path) -> None:
    for path in sorted((folder / "ground-truth").iterdir())[4:]:
        path.unlink()


def one_class(folder: Path) -> None:
    for path in (folder / "html").iterdir():
        label = json.loads((folder / "ground-truth" / f"{path.stem}.json").read_text("utf-8"))
        path.write_text(f"<body><p>{label['ground_truth']['main_content']}</p></body>", "utf-8")


def unlabelled(folder: Path) -> None:
    for path in (folder / "ground-truth").iterdir():
        label = json.loads(path.read_text("utf-8"))
        label["ground_truth"]["main_content"] = ""
        path.write_text(json.dumps(label), "utf-8")


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "broken JSON": (broken, r"0000\.json cannot be read as JSON.*repair it or leave it out"),
    "few pages": (few, "4 labelled pages, which is too few: annotate 5 or more"),
    "one class": (one_class, "has article text only.*mark body on pages that also have menus"),
    "no labels": (unlabelled, "holds no pages"),
    "no layout": (lambda folder: shutil.rmtree(folder / "ground-truth"), "has none of the layouts"),
    "no folder": (shutil.rmtree, "is no folder"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_folders(family: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    shutil.copytree(family, tmp_path / "data")
    spoil, told = BAD[name]
    spoil(tmp_path / "data")
    code = main(["train", str(tmp_path / "data"), "-o", str(tmp_path / "own.npz")])
    assert code in (2, 4)
    assert re.search(told, capsys.readouterr().err, re.S)
    assert not list(tmp_path.glob("own*"))


TEXT = "The ferry leaves at dawn and comes back when the last of the lamps is lit."
HTML = f"<html><body><nav>Home Sport Talk</nav><h1>Ferry</h1><p>{TEXT}</p><footer>All rights reserved</footer></body>"


def annotated(folder: Path, pages: int) -> Store:
    store = Store(folder)
    for number in range(pages):
        marks = (Annotation("body", "/html[1]/body[1]/p[1]", TEXT, TEXT, 0, len(TEXT)),)
        said = Submission(f"id-{number:06}", "a", f"https://f{number}.example/", "2026-01-01T00:00:00Z", marks)
        store.save(said, HTML.encode())
    return store


def test_what_cannot_be_used_is_told_and_the_rest_is_learned(tmp_path: Path) -> None:
    store = annotated(tmp_path, 5)
    text = "Not on the page at all, whatever you do"
    lost = (Annotation("body", "/html[1]/p[7]", text, text, 0, len(text)),)
    store.save(Submission("id-lost-1", "a", "https://lost.example/", "2026-01-01T00:00:00Z", lost), HTML.encode())
    junk = (Annotation("junk", "/html[1]/body[1]/nav[1]", "Home Sport Talk", "Home Sport Talk", 0, 15),)
    store.save(Submission("id-junk-1", "a", "https://junk.example/", "2026-01-01T00:00:00Z", junk), HTML.encode())
    store.save(Submission("id-none-1", "a", "https://none.example/", "2026-01-01T00:00:00Z", junk), b"")
    other = next((tmp_path / "pages").glob("f0.example*/a.json"))
    other.write_text(other.read_text("utf-8").replace('"version": 1', '"version": 9'), "utf-8")
    huge = next((tmp_path / "pages").glob("f1.example*/page-*.html"))
    with huge.open("r+b") as file:
        file.truncate(100 * 1024 * 1024)
    with pytest.raises(UsageError) as raised:
        read_own(tmp_path)
    for told in (
        "3 labelled pages", "version 9 is not known", "larger than 32 MB", "no body is marked", "its page is missing",
        "lost: lost.example",
    ):  # fmt: skip
        assert told in str(raised.value), told


def test_titles_and_captions_are_not_learned_from(tmp_path: Path) -> None:
    store = annotated(tmp_path, 4)
    marks = (
        Annotation("title", "/html[1]/body[1]/h1[1]", "Ferry", "Ferry", 0, 5),
        Annotation("body", "/html[1]/body[1]/p[1]", TEXT, TEXT, 0, len(TEXT)),
    )
    store.save(Submission("id-title-1", "a", "https://t.example/", "2026-01-01T00:00:00Z", marks), HTML.encode())
    page_of = {one.page.sample.url: one for one in read_own(tmp_path).pages}
    assert (page_of["https://t.example/"].page.weight > 0).tolist() == [True, False, True, True]
    assert (page_of["https://f1.example/"].page.weight > 0).all()


def test_extraction_judges_as_training_does(model: Model, family: Path) -> None:
    """Both see the same features, or the correction would be nonsense."""
    whole = load_model(model[0])
    pages = [one.page for one in read_own(family).pages[:2]]
    stack = Stack(pages, load_model())
    for number, one in enumerate(pages):
        tree = parse(one.sample.path.read_bytes())
        chosen = select(tree, segment(tree), whole)
        np.testing.assert_allclose(chosen.probabilities, stack.judge(whole.own, number), atol=1e-6)
