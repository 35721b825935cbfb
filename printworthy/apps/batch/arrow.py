"""The way to pyarrow, which ships no types: its modules, and the error that says how to get it."""

from __future__ import annotations

from typing import Any

from printworthy.errors import MissingExtraError


def arrow() -> Any:  # noqa: ANN401 - the library has no types
    """pyarrow."""
    try:
        import pyarrow  # type: ignore[import-untyped]
    except ImportError:
        raise MissingExtraError("batch", "working through archives") from None
    return pyarrow


def parquet() -> Any:  # noqa: ANN401 - the library has no types
    """pyarrow.parquet."""
    try:
        import pyarrow.parquet  # type: ignore[import-untyped]
    except ImportError:
        raise MissingExtraError("batch", "working through archives") from None
    return pyarrow.parquet
