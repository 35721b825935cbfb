"""The text is the kept segments and white space, and nothing else."""

from __future__ import annotations

import pytest

from tests.building import document

CASES = [
    ("<p>a</p><p>b</p>", "a\n\nb"),
    ("<p>a<br>b<br>c</p><p>d</p>", "a\nb\nc\n\nd"),
    ("<p>x</p><ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul><p>y</p>", "x\n\na\nb\nc\nd\n\ny"),
    ("<ol><li><p>a</p></li><li><p>b</p></li></ol>", "a\nb"),
    ("<ul><li>a</li></ul><ul><li>b</li></ul>", "a\n\nb"),
    ("<dl><dt>a</dt><dd>b</dd></dl>", "a\nb"),
    ("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>", "1\t2\n3\t4"),
    ("<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>", "a\n\nb\n\nc"),
    ("<pre>a\n  b<br>c</pre><pre>d</pre>", "a\n  b\nc\n\nd"),
    ("<p>a DROPPED</p><p>b</p>", "b"),
    ("<p>a</p><p>Wir DROPPED</p><p>日本語</p>", "a\n\n日本語"),
    ("<p>Sei <mjx-container><math><mi>x</mi></math></mjx-container> gut</p>", "Sei x gut"),
    ("", ""),
]  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_text(html, expected):
    assert document(html).text == expected
