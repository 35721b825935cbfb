from __future__ import annotations

import pytest

GONE = ""
CASES = [
    ({"tables": True}, "<table><tbody><tr><td> </td></tr></tbody></table>", GONE),
    ({"tables": True}, "<table><tbody><tr><td>ab</td></tr></tbody></table>", GONE),
    ({"tables": True}, "<table><tbody><tr><td>abc</td></tr></tbody></table>", None),
    ({"tables": True, "characters": 4}, "<table><tbody><tr><td>abc</td></tr></tbody></table>", GONE),
    ({"tables": True}, "<table><tbody><tr><td><img></td></tr></tbody></table>", None),
    ({"tables": True, "substance": ["video"]}, "<table><tbody><tr><td><img></td></tr></tbody></table>", GONE),
    ({"tables": True}, '<table><tbody><tr><td><a href="/x">abc</a></td></tr></tbody></table>', None),
    ({"tables": True}, "<table><tbody><tr><td><table><tbody></tbody></table></td></tr></tbody></table>", GONE),
    # Blocks that were empty from the start draw lines, and wait for scripts.
    ({"blocks": True}, '<div class="clear"></div>', None),
    ({"blocks": True}, '<div id="root"></div>', None),
    ({"blocks": True}, "<div><p><script>x()</script></p></div>", GONE),
    ({"blocks": True}, "<ul><li><script>x()</script></li><li>a</li></ul>", "<ul><li>a</li></ul>"),
    ({"blocks": True}, "<div><script>x()</script><img></div>", "<div><img></div>"),
]


@pytest.mark.parametrize(("settings", "before", "after"), CASES)
def test_cases(chain, settings: dict[str, object], before: str, after: str | None) -> None:
    assert chain(before, empty=settings, tags={"scripts": True}) == (before if after is None else after)
