"""What somebody said of a page: submissions as the browser extension sends them, and as they lie on disk.

A submission is all that one annotator marked on one page. `parse_submission` checks every field, because the sender may
be any program: JSON in, a `Submission` out, or an `InputError` that names the field and what belongs there.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from printworthy.errors import InputError

VERSION: Final = 1
LABELS: Final = ("title", "date", "author", "body", "caption", "comment", "junk")
# How frames within frames, and hosts within hosts, are joined.
NESTED: Final = " >> "


@dataclass(frozen=True, slots=True)
class Annotation:
    """A marked text: its node by path and by text, and the selection in it, in UTF-16 units as browsers count.

    `frame` and `shadow` are the paths of the frame elements and of the shadow hosts around it; empty for none.
    """

    label: str
    xpath: str
    text: str
    selected: str
    start: int
    end: int
    frame: str = ""
    shadow: str = ""


@dataclass(frozen=True, slots=True)
class Submission:
    """One annotator's marks on one page. `id` is the client's own, the same when it sends the same thing again."""

    id: str
    annotator: str
    url: str
    time: str
    annotations: tuple[Annotation, ...]

    @property
    def digest(self) -> str:
        """The same for the same content."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode("utf-8", "replace")).hexdigest()


def parse_submission(content: object, least: int = 1) -> Submission:
    """The submission, if every field is there and makes sense; `least` is how many annotations it must have."""
    if not isinstance(content, Mapping):
        raise InputError("a submission is a JSON object: send {version, id, annotator, url, time, html, annotations}")
    check_version(content.get("version"))
    marks = content.get("annotations")
    if not isinstance(marks, list) or len(marks) < least:
        raise InputError("the page is unlabelled: mark at least one text (junk, if it holds no article) and send again")
    if len(marks) > _MOST_MARKS:
        raise InputError(f"{len(marks)} annotations on one page: mark blocks rather than words, at most {_MOST_MARKS}")
    return Submission(
        id=_string(content, "id", _ID, "8 to 64 letters, digits and dashes, such as a UUID"),
        annotator=_string(content, "annotator", _NAME, "a name of 1 to 64 characters"),
        url=_string(content, "url", _URL, "the page's http(s) address, or empty"),
        time=_string(content, "time", _TIME, "a time such as 2026-01-31T12:00:00Z"),
        annotations=tuple(_annotation(mark, number) for number, mark in enumerate(marks)),
    )


def check_version(version: object) -> None:
    """Refuse what another version of the format wrote."""
    if version != VERSION or isinstance(version, bool):
        raise InputError(f"format version {version!r} is not known, only {VERSION}: update the older of both programs")


def _annotation(mark: object, number: int) -> Annotation:
    if not isinstance(mark, Mapping):
        raise InputError(f"annotation {number} is no object: send {{label, xpath, text, selected, start, end}}")
    where = f"annotation {number}: "
    label = mark.get("label")
    if label not in LABELS:
        raise InputError(f"{where}label is {label!r}: choose one of {', '.join(LABELS)}")
    start, end = mark.get("start"), mark.get("end")
    if type(start) is not int or type(end) is not int or not 0 <= start <= end:
        raise InputError(f"{where}start and end are {start!r} and {end!r}: give offsets with 0 <= start <= end")
    return Annotation(
        label=label,
        xpath=_string(mark, "xpath", _XPATH, "an absolute path such as /html[1]/body[1]/p[2]", where),
        text=_string(mark, "text", None, "the node's text", where),
        selected=_string(mark, "selected", None, "the selected text", where),
        start=start,
        end=end,
        frame=_string({"frame": "", **mark}, "frame", _NESTED, "paths joined by ' >> ', or empty", where),
        shadow=_string({"shadow": "", **mark}, "shadow", _NESTED, "paths joined by ' >> ', or empty", where),
    )


def _string(content: Mapping[str, Any], name: str, shape: re.Pattern[str] | None, wanted: str, where: str = "") -> str:
    value = content.get(name)
    if not isinstance(value, str) or (shape is not None and not shape.fullmatch(value)):
        shown = repr(value)
        raise InputError(f"{where}{name} is {shown[:80]}{'…' if len(shown) > 80 else ''}: give {wanted}")
    return value.encode("utf-8", "replace").decode() if not value.isascii() else value


_MOST_MARKS: Final = 20_000
_ID: Final = re.compile(r"[A-Za-z0-9-]{8,64}")
_NAME: Final = re.compile(r"[^\s\x00-\x1f\x7f](?:[^\x00-\x1f\x7f]{0,62}[^\s\x00-\x1f\x7f])?")
_URL: Final = re.compile(r"|(?:https?|file)://[^\s\x00-\x1f]{0,4000}", re.IGNORECASE)
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)")
_STEP: Final = r"/(?:[A-Za-z][\w:.-]*|\*|text\(\)|\*\[(?:local-)?name\(\)='[\w:.-]+'\])(?:\[[1-9]\d{0,8}\])?"
_XPATH: Final = re.compile(rf"(?:{_STEP}){{1,2000}}")
_NESTED: Final = re.compile(rf"|(?:{_STEP}){{1,2000}}(?: >> (?:{_STEP}){{1,2000}})*")
