"""Faces of one size: a face for all sizes and weights goes in; files that hold the text's own size come out.

    python -m fitting.fonts [FOLDER]

Source Serif 4 has its letters in one file for all weights and for all sizes from 8 to 60 points. Whoever sets text with
it computes the width of each letter and the distance of each pair anew. Nearly all text is set in 11 points: for that
size the four faces are made once, here, with Latin letters only, and under a name of their own, as the licence asks.
What they lack is taken from the large face, and looks the same. The same input gives the same bytes.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otTables import ClassDef
from fontTools.varLib.instancer import instantiateVariableFont

FAMILY: Final = "Printworthy Text"
SIZE: Final = 11.0
_FOLDER: Final = Path(__file__).parent.parent / "printworthy" / "writers" / "pdf" / "faces"
_ROMAN: Final = "SourceSerif4[opsz,wght].ttf"
_ITALIC: Final = "SourceSerif4-Italic[opsz,wght].ttf"
_FACES: Final = (
    ("Regular", _ROMAN, 400.0),
    ("Italic", _ITALIC, 400.0),
    ("Bold", _ROMAN, 700.0),
    ("Bold Italic", _ITALIC, 700.0),
)
# Latin letters and the signs between them. No marks that combine: the rules for them would be tried on every letter.
_SIGNS: Final = (
    "U+0020-024F,U+02BB-02BD,U+02C6-02DD,U+1E00-1EFF,U+2000-206F,U+20A0-20BF,U+2116,U+2122,U+2190-2193,U+2212,U+221E,"
    "U+2248,U+2260,U+2264,U+2265"
)
_FEATURES: Final = ["kern", "liga", "locl", "lnum", "onum", "pnum", "tnum", "smcp", "c2sc", "subs", "sups"]
# The names of the makers and of the licence stay; the rest is new.
_NAMES: Final = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14]


def main(folder: Path = _FOLDER) -> None:
    """Make all of them."""
    spec = find_spec("fontpkg_source_serif_4")
    assert spec is not None, "install the extra pdf, which has the large face"
    assert spec.origin is not None
    ClassDef.preWrite = _as_array
    for style, name, weight in _FACES:
        face = made(Path(spec.origin).parent / "files" / name, style, weight)
        face.save(folder / f"{_file_name(style)}.ttf")


def made(source: Path, style: str, weight: float) -> TTFont:
    """One face of the text's size, with its signs only."""
    face = TTFont(source, recalcTimestamp=False)
    options = Options(layout_features=_FEATURES, hinting=False, name_IDs=_NAMES, notdef_outline=True)
    options.drop_tables += ["STAT"]
    cutter = Subsetter(options)
    cutter.populate(unicodes=parse_unicodes(_SIGNS))
    cutter.subset(face)
    face = instantiateVariableFont(face, {"opsz": SIZE, "wght": weight})
    _name(face, style)
    return face


def _name(face: TTFont, style: str) -> None:
    """Names that are ours: the licence reserves those of the large face."""
    file = _file_name(style)
    said = {1: FAMILY, 2: style, 3: file, 4: f"{FAMILY} {style}", 6: file}
    for record in face["name"].names:
        record.string = said.get(record.nameID, record.string)


def _file_name(style: str) -> str:
    return f"{FAMILY}-{style}".replace(" ", "")


def _as_array(classes: Any, face: TTFont) -> dict[str, Any]:  # noqa: ANN401 - the library's class has no types
    """The classes of letters as a plain array (ClassDef, format 1), in which one is found without a search."""
    found = {face.getGlyphID(name): number for name, number in classes.classDefs.items() if number}
    first, last = min(found, default=0), max(found, default=0)
    classes.Format = 1
    return {
        "StartGlyph": face.getGlyphName(first),
        "ClassValueArray": [found.get(glyph, 0) for glyph in range(first, last + 1)],
    }


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
