"""The style of the HTML page: phone and desk, light and dark, screen and paper; no font or picture is fetched."""

from __future__ import annotations

from typing import Final

from printworthy.writers.sheet import Sheet

# Points of the text in the printed style for tired eyes.
_LARGE: Final = 18

STYLE: Final = """
:root {
  color-scheme: light dark;
  --paper: #fdfcfa; --ink: #23211e; --soft: #6a655d; --line: #ddd8cf; --tint: #f4f1eb;
  --link: #1a5a8a; --mark: #fbeb9d;
  --serif: Charter, "Bitstream Charter", "Source Serif 4", "Sitka Text", Cambria, Georgia, "Noto Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #181715; --ink: #dedad3; --soft: #a09a90; --line: #3a3733; --tint: #22201d;
    --link: #8cbfe8; --mark: #5c4d12;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; padding: clamp(1.5rem, 5vw, 4.5rem) clamp(1.15rem, 5vw, 2rem) 5rem;
  background: var(--paper); color: var(--ink);
  font: clamp(1.0625rem, 0.98rem + 0.4vw, 1.25rem)/1.62 var(--serif);
  overflow-wrap: break-word; text-rendering: optimizeLegibility; font-kerning: normal;
}
main > article { max-width: 36em; margin: 0 auto; }
:lang(zh), :lang(ja), :lang(ko) { line-height: 1.8; }
p, ul, ol, dl, blockquote, pre, figure, .table, .math, .gallery { margin: 0 0 1.15em; }
a { color: var(--link); text-decoration: underline; text-decoration-thickness: 0.06em; text-underline-offset: 0.16em; }
a:hover { text-decoration-thickness: 0.12em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 2px; }
h1, h2, h3, h4, h5, h6 { margin: 1.9em 0 0.55em; line-height: 1.25; font-weight: 700; text-wrap: balance; }
h1 {
  margin: 0 0 0.45em; font-size: clamp(1.75rem, 1.3rem + 2.2vw, 2.6rem); line-height: 1.14; letter-spacing: -0.012em;
}
h2 { font-size: 1.36em; }
h3 { font-size: 1.14em; }
h4, h5, h6 { font-size: 1em; }
h5, h6 { color: var(--soft); }
h2 + h3, h3 + h4 { margin-top: 0.8em; }
article > header { margin-bottom: 2.2em; padding-bottom: 1.2em; border-bottom: 1px solid var(--line); }
.source, .byline, figcaption, caption, .notes, .embed { font-family: var(--sans); font-size: 0.8em; line-height: 1.5; }
.source { margin: 0 0 1em; font-weight: 600; letter-spacing: 0.02em; }
.source a { color: var(--soft); text-decoration: none; }
.source a:hover { text-decoration: underline; }
.byline { margin: 0; color: var(--soft); }
.authors { color: var(--ink); font-weight: 600; }
ul, ol { padding-inline-start: 1.5em; }
li { margin: 0.3em 0; }
li > ul, li > ol { margin: 0.3em 0 0; }
li::marker { color: var(--soft); font-variant-numeric: tabular-nums; }
dt { font-weight: 700; }
dd { margin: 0 0 0.7em; margin-inline-start: 1.5em; }
blockquote {
  margin-inline: 0; padding-inline-start: 1.15em; border-inline-start: 3px solid var(--line); font-style: italic;
}
blockquote em { font-style: normal; }
.speaker { margin-top: -0.4em; font: 0.8em/1.5 var(--sans); color: var(--soft); break-before: avoid; }
blockquote > :last-child, li > p:last-child, td > :last-child, dd > :last-child { margin-bottom: 0; }
hr { width: 6em; margin: 2.4em auto; border: 0; border-top: 1px solid var(--line); }
figure { margin-block: 1.8em; margin-inline: 0; }
img {
  display: block; max-width: 100%; width: auto; height: auto; max-height: 90vh; border-radius: 3px;
  background: var(--tint);
}
figcaption { margin-top: 0.7em; color: var(--soft); }
.credit::before { content: "— "; }
.missing { margin: 0; color: var(--soft); font: 0.8em/1.5 var(--sans); }
.gallery { display: grid; grid-template-columns: repeat(auto-fit, minmax(14em, 1fr)); gap: 1.2em; margin-block: 1.8em; }
.gallery figure { margin: 0; }
.gallery img { width: 100%; }
.table { overflow-x: auto; margin-block: 1.6em; }
table { min-width: 100%; border-collapse: collapse; font: 0.8em/1.45 var(--sans); font-variant-numeric: tabular-nums; }
table .table { margin: 0; }
caption { padding-bottom: 0.6em; font-size: 1em; font-weight: 600; text-align: start; }
th, td { padding: 0.5em 0.9em 0.5em 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
[dir="rtl"] th, [dir="rtl"] td { padding: 0.5em 0 0.5em 0.9em; }
thead th { border-bottom: 2px solid var(--soft); vertical-align: bottom; }
th { font-weight: 600; }
code, kbd, pre { font-family: var(--mono); font-size: 0.86em; }
code { padding: 0.12em 0.32em; border-radius: 3px; background: var(--tint); }
pre {
  padding: 1em 1.15em; overflow-x: auto; border: 1px solid var(--line); border-radius: 5px; background: var(--tint);
  font-size: 0.8em; line-height: 1.55; tab-size: 4; direction: ltr; text-align: left;
}
pre code { padding: 0; background: none; font-size: 1em; }
kbd {
  padding: 0.1em 0.4em; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px;
  background: var(--tint);
}
.math { direction: ltr; }
div.math { overflow-x: auto; text-align: center; white-space: pre-line; }
div.math code, code.math { background: none; padding: 0; }
math { font-family: math, "STIX Two Math", "Cambria Math", "Latin Modern Math", "Noto Sans Math", serif; }
mtable.cases mtd, mtable.lines mtd { text-align: start; }
mtable.lines mtd:nth-child(odd) { text-align: end; }
mark { padding: 0 0.15em; border-radius: 2px; background: var(--mark); color: inherit; }
sup, sub { font-size: 0.72em; line-height: 0; }
sup a { padding: 0 0.12em; text-decoration: none; font-family: var(--sans); }
.embed {
  margin-block: 1.8em; padding: 0.85em 1.1em; border: 1px solid var(--line); border-radius: 5px;
  background: var(--tint);
}
.embed figcaption { margin-top: 0.35em; font-size: 1em; }
.embed::before { content: "↗"; margin-inline-end: 0.6em; color: var(--soft); }
.embed.video::before, .embed.audio::before { content: "▶\\fe0e"; }
.notes, .comments { margin-top: 3.2em; padding-top: 1.2em; border-top: 1px solid var(--line); }
.notes h2, .comments h2 { margin: 0 0 0.9em; font: 600 0.95rem/1.4 var(--sans); color: var(--soft); }
.notes ul { padding: 0; list-style: none; }
:target { background: var(--mark); border-radius: 3px; }
.comment { padding: 0 0 0.2em; font-size: 0.92em; }
.comment + .comment { padding-top: 1em; border-top: 1px solid var(--line); }
.comment .byline { margin-bottom: 0.35em; font-size: 0.85em; }
.comment .byline strong { color: var(--ink); }
@page { margin: 2cm 2.2cm; }
@media print {
  :root {
    --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --tint: #f6f6f6; --link: #000; --mark: #eee;
  }
  body { padding: 0; font-size: 11pt; line-height: 1.45; }
  main > article { max-width: none; }
  p, li, dd, blockquote { orphans: 3; widows: 3; hyphens: auto; }
  h1, h2, h3, h4, h5, h6, dt { break-after: avoid; }
  figure, pre, tr, .embed, .comment header { break-inside: avoid; }
  thead { display: table-header-group; }
  img { max-height: 20cm; }
  pre { white-space: pre-wrap; }
  .table, div.math { overflow: visible; }
  a[role="doc-backlink"] { display: none; }
}
"""


def style_of(sheet: Sheet) -> str:
    """The style with letters of the size that a sheet asks for; whatever else it says is for paper."""
    size = sheet.size or (_LARGE if sheet.style == "large" else 0)
    return f"{STYLE}body {{ font-size: {size:g}pt; }}\nh1 {{ font-size: 1.8em; }}\n" if size else STYLE
