"""The service's own token: made at its first start, kept in a file that only its user can read.

The browser extension needs it even on this machine, because other extensions and pages there must not call in its name.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from printworthy.errors import UsageError


def own_token(path: Path | None) -> str:
    """The token in the file, made if there is none; "" without a file."""
    if path is None:
        return ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileExistsError):
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_urlsafe(24) + "\n")
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be kept ({error}): choose another --folder, or say --no-folder") from None
