from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from printworthy.errors import InputError, UsageError
from printworthy.filters.link_lists import LinkLists
from printworthy.filters.settings import PROFILES
from printworthy.filters.settings_file import load, save

FILE = """# our office
profile = "reader"   # we read a lot

[link_lists]
ratio = 0.8          # our wiki is full of links
containers = ["td", "nav"]
"""


def test_load(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(FILE, "utf-8")
    settings = load(path)
    assert settings.profile == "reader"
    assert settings.link_lists == LinkLists(enabled=True, ratio=0.8, containers=("td", "nav"))
    assert settings.ads == PROFILES["reader"].ads


def test_comments_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(FILE, "utf-8")
    settings = load(path)
    changed = settings.changed({"link_lists": {"ratio": 0.7}, "tags": {"images": True}})
    save(path, changed)
    text = path.read_text("utf-8")
    assert "# our office\n" in text
    assert "ratio = 0.7          # our wiki is full of links" in text
    assert "[tags]\nimages = true # delete pictures\n" in text
    assert "[ads]" not in text
    assert load(path) == changed
    assert [one.name for one in tmp_path.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_saved_is_loaded(tmp_path: Path, profile: str) -> None:
    path = tmp_path / "new" / "settings.toml"
    settings = PROFILES[profile].changed({"selectors": {"remove": ["#a"]}, "empty": {"characters": 9}})
    save(path, settings)
    assert load(path) == settings


WRONG = [
    ("profile = 3", "profile is 3: give the name of a profile"),
    ('profile = "fast"', "there is no profile 'fast': choose one of off, light, reader, text-only, speech"),
    ("[link_list]\nratio = 1", "'link_list' is no part of a settings file: choose one of profile, tags, "),
    ("[link_lists]\nratios = 1", "link_lists.ratios is no setting: choose one of enabled, ratio, "),
    ("[link_lists]\nratio = -1", "link_lists.ratio is -1.0: give a number from 0 to 1e+06"),
    ('[link_lists]\nratio = "1"', "link_lists.ratio is '1': give a number from 0 to 1e+06"),
    ("[link_lists]\nlinks = 1.5", "link_lists.links is 1.5: give a whole number from 1 to 1e+06"),
    ("[link_lists]\nlinks = true", "link_lists.links is True: give a whole number"),
    ("[tags]\nimages = 1", "tags.images is 1: choose true or false"),
    ("[tags]\nimages = [", "is no TOML"),
    ("tags = 1", "tags is 1: write it as a table, [tags]"),
    ("[ads]\nlists = [1]", r"ads.lists is [1]: give a list of texts"),
    ('[ads]\nlists = "a"', "ads.lists is 'a': give a list of texts"),
    ('[ads]\nengine = "x"', "ads.engine is 'x': choose one of auto, sets, adblock"),
    ('[texts]\nfilters = ["x"]', "texts.filters is 'x': choose one of unseen"),
    ("[retained]\ntitle = 1", "retained.title is 1: give a text"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_every_value_is_checked(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError) as caught:
        load(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_values_are_checked_by_method_call_too() -> None:
    with pytest.raises(UsageError, match=r"link_lists\.ratio is -1: give a number"):
        LinkLists(ratio=-1)
    with pytest.raises(UsageError, match="choose true or false"):
        replace(PROFILES["light"].tags, images=None)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no settings file"):
        load(tmp_path / "nowhere.toml")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot be read"):
        load(tmp_path / "binary")
