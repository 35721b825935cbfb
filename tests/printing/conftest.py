"""The server of the fetch tests; the engine is the real one."""

from __future__ import annotations

from tests.fetching.conftest import Site, site

__all__ = ["Site", "site"]
