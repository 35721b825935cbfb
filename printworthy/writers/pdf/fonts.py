"""Where the faces are: nothing goes in, the folders that the typesetter searches come out."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

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


def font_folders(own: tuple[str, ...] = ()) -> list[str]:
    """The user's own folders, those of the packages, and the system's for CJK and emoji."""
    packaged = [folder for folder in map(_packaged, PACKAGES) if folder]
    return [*own, *packaged, *(folder for folder in SYSTEM if Path(folder).is_dir())]


def has_cjk() -> bool:
    """Are the large faces where we look for them? If not, the typesetter searches all of the system's."""
    return any(Path(folder).is_dir() for folder in SYSTEM)


def _packaged(name: str) -> str:
    spec = find_spec(name)
    return str(Path(spec.origin).parent / "files") if spec and spec.origin else ""
