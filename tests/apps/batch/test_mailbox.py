from __future__ import annotations

import os

import pytest

from printworthy.apps.batch.mailbox import Mailbox, make_memory
from printworthy.apps.batch.settings import MB, Caps, Settings


@pytest.fixture
def sides():
    """Both ends of a mailbox for pages of up to 1 MB."""
    memory = make_memory(Settings(caps=Caps(html_mb=1)))
    here, there = Mailbox(memory), Mailbox(memory)
    os.close(memory)
    yield here, there
    here.close()
    there.close()


@pytest.mark.parametrize(
    "html", [b"<p>bytes", b"", b"x" * MB, "<p>text", "", "\U0001f6a2" * MB, "half a pair \ud83d of surrogates"]
)
def test_there_and_out_again(sides: tuple[Mailbox, Mailbox], html: bytes | str) -> None:
    here, there = sides
    here.put(b"y" * 100)
    assert there.get(*here.put(html)) == html
