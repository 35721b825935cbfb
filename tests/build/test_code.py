"""Code keeps its white space and its language, whatever highlighter made it."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import Code, Paragraph, Style, Text
from tests.building import blocks

SOURCE = "def f(x):\n    return x + 1"
LINES = SOURCE.split("\n")

CASES = [
    ("plain", f"<pre>{SOURCE}\n</pre>", ""),
    ("prism", (f'<pre class="language-python line-numbers"><code class="language-python">{SOURCE}'
              '<span aria-hidden="true" class="line-numbers-rows"><span></span></span></code></pre>'), "python"),
    ("highlight.js", f'<pre><code class="hljs python">{SOURCE}</code></pre>', "python"),
    ("lang-", f'<pre class="lang-py s-code-block"><code>{SOURCE}</code></pre>', "py"),
    ("github", f'<div class="highlight highlight-source-python"><pre>{SOURCE}</pre></div>', "python"),
    ("rouge", (f'<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code>{SOURCE}'  # noqa: E501
              "</code></pre></div></div>"), "ruby"),
    ("sphinx", f'<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>{SOURCE}</pre></div></div>',  # noqa: E501
     "python3"),
    ("wiki", f'<div class="mw-highlight mw-highlight-lang-python mw-content-ltr"><pre>{SOURCE}</pre></div>', "python"),
    ("brush", f'<pre class="brush: java; gutter: false">{SOURCE}</pre>', "java"),
    ("data-lang", f'<pre><code data-lang="go">{SOURCE}</code></pre>', "go"),
    ("shiki", '<pre class="shiki" data-language="py"><code>' + "\n".join(f'<span class="line">{x}</span>' for x in LINES)  # noqa: E501
              + "</code></pre>", "py"),
    ("breaks", f"<pre>{LINES[0]}<br>{LINES[1]}</pre>", ""),
    ("divs", "<pre><code>" + "".join(f"<div>{x}</div>" for x in LINES) + "</code></pre>", ""),
    ("chroma", '<pre class="chroma"><code class="language-py">'
               + "".join(f'<span class="line"><span class="ln">{n}</span><span class="cl">{x}\n</span></span>'
                         for n, x in enumerate(LINES, 1)) + "</code></pre>", "py"),
    ("copy button", f'<pre><code>{SOURCE}</code><button class="copy">Copy</button></pre>', ""),
    ("syntaxhighlighter",
     '<div class="syntaxhighlighter python"><table><tr><td class="gutter"><div class="line">1</div><div class="line">2</div></td>'  # noqa: E501
     '<td class="code"><div class="container">' + "".join(f'<div class="line">{x.replace("    ", "&nbsp;   ")}</div>' for x in LINES)  # noqa: E501
     + "</div></td></tr></table></div>", "python"),
    ("code with breaks", f"<p><code>{LINES[0]}<br>&nbsp;&nbsp;&nbsp;&nbsp;{LINES[1].strip()}</code></p>", ""),
]  # fmt: skip


@pytest.mark.parametrize(("html", "language"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_code(html, language):
    assert blocks(html) == (Code(SOURCE, language),)


def test_code_in_a_sentence_is_inline():
    assert blocks("<p>call <code>f()</code></p>") == (Paragraph((Text("call "), Style("code", (Text("f()"),)))),)


def test_mostly_dropped_pre_shows_only_what_was_kept():
    html = "<pre>DROPPED and a long line of other things that nobody wants to read<br>kept</pre>"
    assert blocks(html) == (Code("kept"),)
