"""Count the pages of a call against its caller's quota."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.requests import Request


def count_pages(request: Request, pages: int) -> None:
    """So many pages are asked for; `QuotaError` if that is too much for a day."""
    request.app.state.rates.count_pages(request.state.caller.name, pages)
