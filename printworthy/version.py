"""The version, in one place: the build, the command and the package read it here."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
