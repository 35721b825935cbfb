"""Executors: where the steps of printing are done. `await executor.run(STEP, …)` gives what the step returns.

Steps are called by their names. A server's own process, which only hands them on, never loads the engine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Protocol


@dataclass(frozen=True, slots=True)
class Step:
    """A function of a module, by its name; it is imported where it is called."""

    name: str
    module: str = "printworthy.printing.steps"

    def __call__(self, *given: Any) -> Any:  # noqa: ANN401 - the function's
        """What the function returns."""
        return getattr(import_module(self.module), self.name)(*given)


class Executor(Protocol):
    """Where steps are done; articles may be packed in between."""

    async def run(self, step: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401 - the step's
        """What the step returns."""
        ...


class ThreadExecutor:
    """A thread of this process, beside its event loop."""

    async def run(self, step: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401 - the step's
        """What the step returns."""
        return await asyncio.to_thread(step, *given)


WARM: Final = Step("warm")
VISIT: Final = Step("visit_page")
EXTRACT: Final = Step("extract_page")
PRINT: Final = Step("print_page")
BEGIN: Final = Step("begin_print")
WRITE: Final = Step("write_article")
WRITE_ISSUE: Final = Step("write_issue")
IN_WORKER: Final = Step("in_worker")
SAME_ARTICLE: Final = Step("same_article", "printworthy.follow.samearticle")
NEXT_PART: Final = Step("next_part", "printworthy.follow.samearticle")
BEST_OF: Final = Step("best_of", "printworthy.follow.merge")
STITCH: Final = Step("stitch", "printworthy.follow.merge")
