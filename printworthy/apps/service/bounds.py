"""Bounds of a field in a call's body, for `Annotated`: they are checked, and they stand in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final


class Bounds:
    """Keywords of the validator's own schema, such as `max_length` for text and `ge` and `le` for numbers."""

    def __init__(self, **keywords: object) -> None:
        self._keywords = keywords

    def __get_pydantic_core_schema__(
        self, source: object, handler: Callable[[object], dict[str, Any]]
    ) -> dict[str, Any]:
        """The field's schema with the bounds."""
        return {**handler(source), **self._keywords}


class Described:
    """Keywords of the JSON schema that are shown only: a description, an example."""

    def __init__(self, text: str, **keywords: object) -> None:
        self._keywords = {"description": text, **keywords}

    def __get_pydantic_json_schema__(
        self, schema: object, handler: Callable[[object], dict[str, Any]]
    ) -> dict[str, Any]:
        """The field's JSON schema with the keywords."""
        return {**handler(schema), **self._keywords}


# No further fields than those that are known: a typing error is told, not ignored.
STRICT: Final[dict[str, object]] = {"extra": "forbid"}
