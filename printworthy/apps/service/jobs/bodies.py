"""What was asked for with a job, as it is kept: `JobBody` without its pages ↔ JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import UTC, date, datetime
from typing import Any

from printworthy.apps.service.bodies import Choices, JobBody, SheetBody


def text_of(body: JobBody) -> str:
    """The choices of a job as JSON; the day of printing is that on which it was accepted."""
    sheet = replace(body.sheet, printed=body.sheet.printed or datetime.now(UTC).date())
    return json.dumps({**asdict(replace(body, pages=[], sheet=sheet)), "pages": []}, default=str)


def body_of(text: str) -> JobBody:
    """The choices that were kept."""
    found: dict[str, Any] = json.loads(text)
    options, sheet = found["options"], found["sheet"]
    options["today"] = _day(options["today"])
    sheet["printed"] = _day(sheet["printed"])
    return JobBody(**{**found, "options": Choices(**options), "sheet": SheetBody(**sheet)})


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
