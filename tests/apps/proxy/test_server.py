"""A proxy that cannot start says why in one line."""

from __future__ import annotations

import errno
from types import SimpleNamespace

import pytest

from printworthy.apps.proxy.server import _raise_failures
from printworthy.errors import UsageError


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(errno.EADDRINUSE, "proxy failed to listen on [...] with [Errno 98] error"), "Address already in use"),
        (RuntimeError("no such mode"), "no such mode"),
    ],
)
def test_a_place_that_is_taken(error: Exception, reason: str) -> None:
    server = SimpleNamespace(servers=[SimpleNamespace(last_exception=error)])
    with pytest.raises(UsageError) as raised:
        _raise_failures(server)
    assert str(raised.value) == f"the proxy cannot listen there ({reason}): choose another --listen"
