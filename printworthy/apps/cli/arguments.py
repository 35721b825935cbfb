"""The arguments that verbs share, as typed values, and the `Plan` and `Sheet` that they ask for.

Each field has the name that the argument has in `argument_groups.py`; `command_line.read_arguments` fills them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from printworthy.fetching.limits import USER_AGENT, Limits, Visitor, cache_folder
from printworthy.options import Options
from printworthy.printing.plan import Plan
from printworthy.writers.sheet import LinkStyle, Sheet, Standard

# Nothing more is followed after as long as this many slow addresses take.
_ADDRESSES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PageArguments:
    """How a page is read: `url` is the address of a saved one; what follows `options` is for those of the web."""

    url: str
    force: bool
    verbose: bool
    options: Options
    print_link: bool
    pages: int
    cookies: Path | None
    user_agent: str | None
    timeout: float
    cache: bool

    def plan(self) -> Plan:
        """How to read an address."""
        return Plan(
            print_link=self.print_link,
            pages=self.pages,
            seconds=_ADDRESSES * self.timeout,
            pictures=_ADDRESSES * self.timeout,
            options=self.options,
            limits=Limits(seconds=self.timeout),
            visitor=Visitor(
                user_agent=self.user_agent or USER_AGENT,
                cookies=self.cookies,
                cache=cache_folder() if self.cache else None,
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetArguments:
    """How a page is printed."""

    style: str
    paper: str
    columns: int
    font_size: float
    margin: float
    link_style: LinkStyle
    grey: bool
    qr: bool
    pdf_standard: Standard
    fonts: tuple[str, ...]
    fit: str

    def sheet(self, *, images: bool) -> Sheet:
        """The sheet that was asked for, printed today."""
        return Sheet(
            style=self.style,
            paper=self.paper,
            columns=self.columns,
            size=self.font_size,
            margin=self.margin,
            links=self.link_style,
            images=images,
            grey=self.grey,
            qr=self.qr,
            standard=self.pdf_standard,
            fonts=self.fonts,
            printed=today(),
            fit=self.fit == "on",
        )


def today() -> str:
    """The day, where the user is."""
    return datetime.now(UTC).astimezone().date().isoformat()
