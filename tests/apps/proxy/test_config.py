"""The settings of the proxy, as a file and as a form.

Covers: printworthy.apps.proxy.forms.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from printworthy.apps.proxy.config import Config, PageLimits, config_from, load_config, save_config
from printworthy.apps.proxy.forms import config_of, form
from printworthy.errors import UsageError
from printworthy.filters.settings import PROFILES

SITES = {"sites": {"paper.example": "reader", "bank.example": "pass", "quiet.paper.example": "never"}}


@pytest.mark.parametrize(
    ("host", "rule"),
    [
        ("paper.example", "reader"),
        ("www.Paper.example", "reader"),
        ("quiet.paper.example", "never"),
        ("bank.example", "pass"),
        ("other.example", "always"),
        ("notpaper.example", "always"),
    ],
)
def test_the_nearest_rule_counts(host: str, rule: str) -> None:
    config = config_from(SITES)
    assert config.rule(host) == rule
    settings = config.settings_for(host)
    assert (settings is None) == (rule in ("never", "pass"))
    if settings is not None:
        assert settings.profile == ("light" if rule == "always" else rule)


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"sites": {"a.example": "often"}}, "sites.'a.example' is 'often': choose one of always, never, pass, off"),
        ({"sites": 1}, r"sites is 1: write it as a table, \[sites\]"),
        ({"proxy": {"seconds": 0}}, "proxy.seconds is 0.0: give a number from 0.05 to 60"),
        ({"prox": {}}, "'prox' is no part of a settings file"),
    ],
)
def test_wrong_values_are_told(tables: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        config_from(tables)


def test_what_is_saved_is_loaded_and_comments_stay(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text('# ours\n[sites]\n"old.example" = "never" # noisy\n"a.example" = "pass"\n', "utf-8")
    config = Config(PROFILES["reader"], PageLimits(seconds=3.0), {"a.example": "never", "b.example": "light"})
    save_config(path, config)
    assert load_config(path) == config
    assert path.read_text("utf-8").startswith("# ours\n")


def test_a_form_says_what_is_set() -> None:
    config = config_from(SITES | {"link_lists": {"ratio": 0.25}})
    made = form(config, "t<")
    assert 'value="t&lt;"' in made
    assert 'name="link_lists.ratio" aria-describedby="link_lists-ratio-help" value="0.25"' in made
    assert "paper.example reader" in made
    assert all(f'value="{name}"' in made and f"<b>{name}</b> " in made for name in PROFILES)
    assert "<span></span>" not in made, "a profile is not explained"


def test_a_filled_in_form_is_read() -> None:
    before = config_from({})
    values = {
        f"{name}.{one.name}": _shown(getattr(group, one.name))
        for name, group in {**before.settings.groups(), "proxy": before.limits}.items()
        for one in group.options()
        if getattr(group, one.name) is not False
    }
    values |= {"profile": "light", "tags.images": "on", "link_lists.ratio": "0.7", "sites": "a.example never\n"}
    after = config_of(values, before)
    assert after.settings == before.settings.changed({"tags": {"images": True}, "link_lists": {"ratio": 0.7}})
    assert after.sites == {"a.example": "never"}
    assert config_of({"profile": "speech"}, before).settings == PROFILES["speech"]
    with pytest.raises(UsageError, match=r"link_lists\.ratio is 'x': give a number"):
        config_of(values | {"link_lists.ratio": "x"}, before)


def _shown(value: object) -> str:
    return "\n".join(value) if isinstance(value, tuple) else str(value)
