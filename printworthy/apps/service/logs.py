"""The log: one line of JSON a call on standard error. What a page says, and its address, is in none of them."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final

_NAME: Final = "printworthy.service"


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields: dict[str, Any] = getattr(record, "fields", {})
        return json.dumps({"time": moment, "level": record.levelname.lower(), "event": record.getMessage(), **fields})


def open_log(quiet: bool = False) -> None:
    """Write the log to standard error; quietly, failures only."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    log = logging.getLogger(_NAME)
    log.handlers[:] = [handler]
    log.propagate = False
    log.setLevel(logging.ERROR if quiet else logging.INFO)
