import pytest

from printworthy.errors import UsageError
from printworthy.evaluate.peers import PEERS, Peer, find_peers, load_peers

PARAGRAPH = (
    "<p>The old harbour was calm that morning, and the ships of the line, which had been at sea for most of the "
)
PARAGRAPH += "year, were at last in the bay, with the men on the decks and the wind in the sails, and nobody "
PARAGRAPH += "knew what was to come.</p>"
PAGE = f"<html><head><title>Harbour</title></head><body><nav><a href='/'>Home</a></nav><article>{PARAGRAPH}"
PAGE += f"{PARAGRAPH.replace('calm', 'full')}{PARAGRAPH.replace('calm', 'grey')}</article></body></html>"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("trafilatura,resiliparse", ["trafilatura", "resiliparse"]),
        (" Resiliparse , readability-lxml,readability,", ["resiliparse", "readability"]),
        ("none", []),
        ("", []),
    ],
)
def test_peers_are_found_by_name(names, expected):
    assert [peer.name for peer in find_peers(names)] == expected


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(UsageError, match=r"gutenberg.*resiliparse"):
        find_peers("trafilatura,gutenberg")


def test_what_is_not_installed_is_told_apart():
    def absent():
        raise ImportError("no such module")

    lost, here = (
        Peer("lost", "no-such-package", absent),
        Peer("here", "no-such-package", lambda: lambda page, url: "text"),
    )
    tools, missing = load_peers([lost, here])
    assert missing == [lost]
    assert [(tool.name, tool.version, tool.extract(b"", "")) for tool in tools] == [("here", "", "text")]


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.filterwarnings("ignore")
def test_an_installed_peer_returns_the_text(name):
    tools, missing = load_peers([PEERS[name]])
    if missing:
        pytest.skip(f"{missing[0].package} is not installed")
    text = " ".join(tools[0].extract(PAGE.encode(), "https://example.com/a").split())
    assert "The old harbour was calm that morning, and the ships" in text
    assert tools[0].version
