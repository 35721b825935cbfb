"""The error tree: what can go wrong, what to do next, and the exit code that the command gives.

    PrintworthyError            1   anything below; catch this one to catch all
    ├── UsageError              2   an option or argument that makes no sense          (also a ValueError)
    ├── NoArticleError          3   the page holds no article worth printing
    ├── InputError              4   the page cannot be read, decoded or parsed
    │   └── LimitError          4   it is larger, deeper or slower to read than the limits allow
    ├── MissingExtraError       5   the feature needs an extra that is not installed   (also an ImportError)
    ├── FetchError              6   the page or a picture could not be fetched
    │   ├── RefusedError        6   the guard refused its address
    │   └── LateFetchError      6   it did not come in time
    ├── ModelError              7   the model file is missing, damaged or of another version
    ├── RenderError             8   the browser failed
    ├── WriteError              9   the output cannot be written
    └── LeftOutError           10   all was written but some sources, which gave no article

Every message ends with what to do next.
"""

from __future__ import annotations

from typing import ClassVar


def how_to_install(extra: str) -> str:
    """What to do for an extra that is missing. No index has the package: its folder is where all of it comes from."""
    return f"pip install '.[{extra}]' in the folder of Printworthy's source, or make install there"


class PrintworthyError(Exception):
    """Anything that Printworthy reports on purpose; `str(error)` is one line for people."""

    exit_code: ClassVar[int] = 1


class UsageError(PrintworthyError, ValueError):
    """An option or argument that makes no sense; say which values do."""

    exit_code: ClassVar[int] = 2


class NoArticleError(PrintworthyError):
    """The page holds no article worth printing: a login form, a portal of links, an error page."""

    exit_code: ClassVar[int] = 3


class InputError(PrintworthyError):
    """The page cannot be read, decoded or parsed."""

    exit_code: ClassVar[int] = 4


class LimitError(InputError):
    """The page is larger, deeper or slower than the limits allow."""


class MissingExtraError(PrintworthyError, ImportError):
    """A feature needs an optional extra that is not installed."""

    exit_code: ClassVar[int] = 5

    def __init__(self, extra: str, feature: str = "") -> None:
        self.extra = extra
        self.feature = feature
        needs = f"{feature} needs" if feature else "this needs"
        super().__init__(f"{needs} the extra '{extra}': {how_to_install(extra)}")

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str]]:
        # An exception is rebuilt from its args, which hold the message here; workers send errors over pipes.
        return type(self), (self.extra, self.feature)


class FetchError(PrintworthyError):
    """The page or a picture could not be fetched."""

    exit_code: ClassVar[int] = 6


class RefusedError(FetchError):
    """The guard refused an address: not public, not http(s), or not allowed."""


class LateFetchError(FetchError):
    """The page or a picture did not come in time."""


class ModelError(PrintworthyError):
    """The model file is missing, damaged or of another version."""

    exit_code: ClassVar[int] = 7


class RenderError(PrintworthyError):
    """The browser could not be started, or failed on the page."""

    exit_code: ClassVar[int] = 8


class WriteError(PrintworthyError):
    """The output cannot be written."""

    exit_code: ClassVar[int] = 9


class LeftOutError(PrintworthyError):
    """Several sources were printed together, and some of them gave no article; the others are written."""

    exit_code: ClassVar[int] = 10
