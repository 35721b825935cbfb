"""Block lists: our own, the user's files and hosts, and the hosts that are allowed whatever the lists say."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from printworthy.errors import InputError
from printworthy.filters.blocking.block_lists import BlockLists, load_lists

PAGE = "https://paper.example/"


def blocked(lists: BlockLists, host: str, kind: str = "image") -> bool:
    return lists.blocks(f"https://{host}/x.gif", host, PAGE, kind)


def test_hosts_of_the_user() -> None:
    lists = load_lists(False, (), ("ads.example",), ("good.ads.example",), "auto")
    assert lists.engine is None  # sets are enough
    assert [blocked(lists, host) for host in ("ads.example", "x.ads.example", "paper.example")] == [True, True, False]
    assert not blocked(lists, "good.ads.example")
    assert not blocked(lists, "x.good.ads.example")


def test_our_own_list() -> None:
    assert blocked(load_lists(True, (), (), (), "auto"), "ad.doubleclick.net")
    assert not blocked(load_lists(False, (), (), (), "auto"), "ad.doubleclick.net")


def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("||one.example^\n")
    first = load_lists(False, (str(path),), (), (), "sets")
    assert load_lists(False, (str(path),), (), (), "sets") is first
    path.write_text("||two.example^\n")
    os.utime(path, ns=(1, 1))
    second = load_lists(False, (str(path),), (), (), "sets")
    assert [blocked(first, "one.example"), blocked(second, "one.example")] == [True, False]
    assert blocked(second, "two.example")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be read .*: check ads\.lists"):
        load_lists(False, (str(tmp_path / "none.txt"),), (), (), "sets")


def test_the_engine_knows_rules_about_paths(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("/banners/*$image\n")
    lists = load_lists(False, (str(path),), (), (), "adblock")
    address, host = "https://paper.example/banners/1.gif", "paper.example"
    assert lists.engine is not None
    assert lists.blocks(address, host, PAGE, "image")
    assert not lists.blocks(address, host, PAGE, "script")
    assert not lists.blocks(address, host, PAGE, "")  # a link
    assert not load_lists(False, (str(path),), (), (), "sets").blocks(address, host, PAGE, "image")
