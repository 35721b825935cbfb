"""One warm browser for all the pages of a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from printworthy.data.looks import Renderer
from printworthy.options import Options


@contextmanager
def warm_browser(options: Options) -> Iterator[Renderer | None]:
    """What shows pages, if the options ask for it; the browser itself starts with the first page."""
    if options.render == "never":
        yield None
        return
    from printworthy.render.browser import Browser

    with Browser() as browser:
        yield browser.render
