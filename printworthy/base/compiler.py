"""What modules that are compiled say to the compiler. To Python it means nothing, and needs no library."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_):  # noqa: ANN003, ANN201 - the compiler's library has its types
        """Leave a class as it is."""
        return lambda one: one
