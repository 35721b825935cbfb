"""What the service itself answers instead of a page: errors with their HTTP status and a code that stays.

The codes of all other errors stand in `problems.py`.
"""

from __future__ import annotations

from typing import ClassVar

from printworthy.errors import PrintworthyError, RenderError


class ServiceError(PrintworthyError):
    """An answer of the service; `retry` is after how many seconds another try may help (0: it will not)."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal"

    def __init__(self, message: str, retry: int = 0) -> None:
        super().__init__(message)
        self.retry = retry


class BusyError(ServiceError):
    """All workers are busy and the queue is full."""

    status = 429
    code = "busy"


class TooManyError(ServiceError):
    """The caller has used up its rate or its quota."""

    status = 429
    code = "rate-limit"


class QuotaError(TooManyError):
    """The caller has had its pages of the day."""

    code = "quota"


class LateError(ServiceError):
    """The call took longer than it may."""

    status = 503
    code = "deadline"


class ClosingError(ServiceError):
    """The service is about to end and takes no more work."""

    status = 503
    code = "closing"


class WrongTokenError(ServiceError):
    """No token, or one that nobody was given."""

    status = 401
    code = "token"


class ForeignError(ServiceError):
    """A call that another site's page makes the reader's browser send."""

    status = 403
    code = "origin"


class WrongHostError(ServiceError):
    """A call for another host name: a sign of DNS rebinding."""

    status = 421
    code = "host"


class TooLargeError(ServiceError):
    """The body of the call is larger than allowed."""

    status = 413
    code = "too-large"


class UnknownError(ServiceError):
    """There is nothing of that name."""

    status = 404
    code = "not-found"


class ConflictError(ServiceError):
    """Not in this state."""

    status = 409
    code = "conflict"


class UnacceptableError(ServiceError):
    """The caller accepts none of the formats."""

    status = 406
    code = "not-acceptable"


class NoBrowserError(ServiceError, RenderError):
    """A browser was asked for, and there is none here that works."""

    status = 501
    code = "no-browser"
