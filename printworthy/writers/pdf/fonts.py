"""Where the faces are: nothing goes in, the folders that the typesetter searches come out."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

# The text in its usual size: made by fitting/fonts.py of a font for all sizes, which takes longer to set.
TEXT: Final = Path(__file__).with_name("faces")
# Packages of the extra `pdf`, each with the font files of one family.
PACKAGES: Final = (
    "fontpkg_source_serif_4",
    "fontpkg_source_sans_3",
    "fontpkg_source_code_pro",
    "fontpkg_noto_serif",
    "fontpkg_amiri",
    "fontpkg_frank_ruhl_libre",
    "fontpkg_noto_sans_devanagari",
    "fontpkg_noto_sans_thai",
    "fontpkg_noto_sans_tamil",
)
# Faces for Chinese, Japanese and Korean, and emoji, are too large for a package; distributions put them here.
SYSTEM: Final = (
    "/usr/share/fonts/opentype/noto",
    "/usr/share/fonts/noto-cjk",
    "/usr/share/fonts/google-noto-cjk",
    "/usr/share/fonts/truetype/noto",
    "/usr/share/fonts/noto",
)
_EMOJI: Final = "NotoColorEmoji.ttf"


def font_folders(own: tuple[str, ...] = ()) -> list[str]:
    """The user's own folders, ours, those of the packages, and the system's for CJK; none of coloured pictures."""
    packaged = [folder for folder in map(_packaged, PACKAGES) if folder]
    system = (path for folder in SYSTEM if Path(folder).is_dir() for path in _uncoloured(Path(folder)))
    return [*own, str(TEXT), *packaged, *map(str, system)]


def emoji_font() -> str:
    """The system's face of coloured emoji, or "" if it has none where we look."""
    found = (Path(folder) / _EMOJI for folder in SYSTEM)
    return next((str(path) for path in found if path.is_file()), "")


def has_cjk() -> bool:
    """Are the large faces where we look for them? If not, the typesetter searches all of the system's."""
    return any(Path(folder).is_dir() for folder in SYSTEM)


def _packaged(name: str) -> str:
    spec = find_spec(name)
    return str(Path(spec.origin).parent / "files") if spec and spec.origin else ""


def _uncoloured(folder: Path) -> list[Path]:
    """The folder, or its files where coloured emoji are among them: the typesetter would make Type 3 fonts of those."""
    if not (folder / _EMOJI).is_file():
        return [folder]
    return sorted(path for path in folder.iterdir() if path.name != _EMOJI)
