"""Sources that gave no article: what is told of each, on stderr and on the last page, and the exit code of them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from printworthy.base.urls import told
from printworthy.data.issue import Failure
from printworthy.errors import FetchError, InputError, NoArticleError, PrintworthyError

# What pages can lack; any other error would be the same for every page.
_KINDS: Final = {kind.exit_code: kind for kind in (NoArticleError, InputError, FetchError)}


class LeftOut(NamedTuple):
    """A source as it was named, and what was wrong with it."""

    source: str
    error: PrintworthyError

    @property
    def failure(self) -> Failure:
        """The source and the reason, which does not name the source again."""
        source, reason = told(self.source), str(self.error)
        return Failure(source, reason.removeprefix(f"{source} ").removeprefix(f"{source}, "))


def nothing_left(left_out: Sequence[LeftOut]) -> PrintworthyError:
    """The error if no source gave an article: of their kind, if they are of one."""
    if not left_out:
        return InputError("the lists name no page to print: look at what --since leaves of them")
    codes = {one.error.exit_code for one in left_out}
    code = codes.pop() if len(codes) == 1 else 0
    if code and code not in _KINDS:
        return left_out[0].error
    return _KINDS.get(code, PrintworthyError)("none of the sources gave an article: check them one by one")
