"""Pictures of a page that was saved with its files: `Article` and a folder go in, the pictures' bytes come out."""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urljoin, urlsplit

from printworthy.data.article import Article
from printworthy.data.resources import Resource

_LARGEST: Final = 32 * 1024 * 1024


def local_pictures(article: Article, url: str, folder: Path | None) -> dict[str, Resource]:
    """The article's pictures that lie beside the page, by address; pictures elsewhere stay addresses."""
    if folder is None:
        return {}
    sources = {figure.src for figure in article.images}
    base = urljoin(url, ".") if url else ""
    found = ((src, _picture(src, base, folder.resolve())) for src in sources)
    return {src: picture for src, picture in found if picture is not None}


def _picture(src: str, base: str, folder: Path) -> Resource | None:
    """The file in the folder that `src` means, if it is a picture; a page may not reach out of its own folder."""
    if not src.startswith(base):
        return None
    relative = unquote(urlsplit(src[len(base) :]).path)
    media_type = guess_type(relative)[0] or ""
    try:
        path = (folder / relative).resolve()
        inside = path.is_relative_to(folder) and path.is_file() and path.stat().st_size <= _LARGEST
        return Resource(path.read_bytes(), media_type) if inside and media_type.startswith("image/") else None
    except (OSError, ValueError):
        return None
