"""The word that lets somebody in: made at the first start, kept with the annotations, for their owner's eyes only."""

from __future__ import annotations

import secrets
from pathlib import Path

from printworthy.apps.annotate.files import make_folder, write_durably
from printworthy.errors import UsageError


def find_token(folder: Path, given: str | None = None) -> str:
    """The token to ask for: the one given, the one kept, or a new one, which is kept."""
    if given is not None:
        if len(given) < 8 or not given.isascii() or not given.isprintable() or " " in given:
            raise UsageError("--token takes 8 or more letters, digits and signs without spaces")
        return given
    path = folder / ".token"
    if path.is_file():
        kept = path.read_text("utf-8").strip()
        if kept:
            return kept
    make_folder(folder.absolute())
    token = secrets.token_urlsafe(24)
    write_durably(path, f"{token}\n".encode(), mode=0o600)
    return token
