"""Access: who calls, and whether this call is let in. A request's head goes in, its `Caller` or an error comes out.

1. the host that is called must be one of ours (a foreign name that leads to loopback is DNS rebinding);
2. a call that another site's page makes the reader's browser send is refused, whatever it carries;
   the browser extension is let in if it knows a token;
3. off loopback a token is needed, unless the service is public.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from printworthy.apps.service.errors import ForeignError, WrongHostError, WrongTokenError
from printworthy.apps.service.http.formats import header
from printworthy.apps.service.settings import ServiceSettings, is_loopback
from printworthy.errors import UsageError

EXTENSIONS: Final = ("chrome-extension://", "moz-extension://")
_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
COUNTERS: Final = "/metrics"
# What anybody may ask, so that a balancer can: it tells nothing.
OPEN_PATHS: Final = frozenset({"/healthz", "/readyz"})
_TOLD_BY_PROXIES: Final = ("x-forwarded-for", "forwarded", "x-real-ip")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: a name for counting, and whether it knows a token. `extension` is its origin, if it is one."""

    name: str
    known: bool = False
    extension: str = ""


class Door:
    """Lets calls in."""

    def __init__(self, settings: ServiceSettings, own_token: str = "") -> None:
        self._settings = settings
        self._loopback = is_loopback(settings.host)
        tokens = (*settings.access.tokens, *filter(None, [own_token]))
        self._tokens = tuple(_digest(token) for token in tokens)

    def enter(self, scope: Scope) -> Caller:
        """The caller, or why it stays outside."""
        self._check_host(scope)
        given = self._token(scope)
        extension = _extension(scope)
        self._check_origin(scope, bool(given), extension)
        if not (given or self._is_open(scope) or scope["path"] in OPEN_PATHS or _is_page(scope)):
            raise WrongTokenError("this service is not open to everybody: send the header Authorization: Bearer TOKEN")
        client = scope.get("client") or ("unknown", 0)
        if scope["path"] == COUNTERS and not given and not (is_loopback(client[0]) and not _relayed(scope)):
            raise WrongTokenError("the counters are for the service's admin: ask on its machine, or with a token")
        return Caller(f"token:{given[:12]}" if given else f"address:{client[0]}", bool(given), extension)

    def is_preflight(self, scope: Scope) -> bool:
        """Whether a browser asks if an extension may call."""
        asks = scope["method"] == "OPTIONS" and header(scope, "access-control-request-method")
        return bool(asks) and bool(_extension(scope))

    def _is_open(self, scope: Scope) -> bool:
        """Whether no token is needed. A proxy on this machine makes strangers look local, and is not believed."""
        access = self._settings.access
        if access.public:
            return True
        return self._loopback and not access.tokens and not _relayed(scope)

    def _check_host(self, scope: Scope) -> None:
        host = _host(header(scope, "host"))
        hosts = self._settings.access.hosts
        if host in hosts or not hosts and not self._loopback or self._loopback and is_loopback(host):
            return
        raise WrongHostError("this service is not called by that name: use the address that it shows when it starts")

    def _check_origin(self, scope: Scope, known: bool, extension: str) -> None:
        origin = header(scope, "origin")
        if extension:
            if known or self.is_preflight(scope):
                return
            raise ForeignError("the extension has to send a token: give it the one that the service shows")
        own = not origin or self._is_own(origin, scope)
        site = header(scope, "sec-fetch-site")
        if scope["method"] not in _READING:
            if own and site in ("", "same-origin", "none"):
                return
        elif site in ("", "same-origin", "same-site", "none") and (own or scope["method"] != "OPTIONS"):
            return
        elif header(scope, "sec-fetch-mode") == "navigate" and header(scope, "sec-fetch-dest") == "document":
            return  # a reader follows a link, or uses the bookmarklet
        if origin in self._settings.access.origins:
            return
        raise ForeignError("another site's page made this call: use the service's own page, or name the site's origin")

    def _is_own(self, origin: str, scope: Scope) -> bool:
        """Whether an origin is the one under which the service is called."""
        try:
            return bool(origin) and urlsplit(origin).netloc.lower() == header(scope, "host").lower()
        except ValueError:
            return False

    def _token(self, scope: Scope) -> str:
        """The digest of the token that came along, if it is one of ours; all are compared, each in constant time."""
        kind, _, word = header(scope, "authorization").partition(" ")
        if not word:
            return ""
        came = _digest(word.strip())
        fits = [hmac.compare_digest(came, token) for token in self._tokens]
        if kind.lower() != "bearer" or not any(fits):
            instead = ", or leave it out" if self._is_open(scope) else ""
            raise WrongTokenError(f"that token is not known here: check it{instead}")
        return came


def _is_page(scope: Scope) -> bool:
    """Whether the service's own page or a file of it is asked for: they hold nothing, and the page asks for a token."""
    return scope["method"] in _READING and (scope["path"] == "/" or scope["path"].startswith(("/static/", "/s/")))


def _relayed(scope: Scope) -> bool:
    """Whether a proxy says that it asks for another."""
    return any(header(scope, name) for name in _TOLD_BY_PROXIES)


def _extension(scope: Scope) -> str:
    origin = header(scope, "origin")
    return origin if origin.startswith(EXTENSIONS) else ""


def _host(field: str) -> str:
    """The host of a `Host` header, without its port."""
    try:
        return (urlsplit(f"//{field}").hostname or "").lower()
    except ValueError:
        return ""


def _digest(word: str) -> str:
    return hashlib.sha256(word.encode("utf-8", "replace")).hexdigest()


def own_token(path: Path | None) -> str:
    """The service's own token: from its file, made at the first start and for its user only; "" without a file.

    The browser extension needs it even on this machine: other extensions and pages there must not call in its name.
    """
    if path is None:
        return ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileExistsError):
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_urlsafe(24) + "\n")
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be kept ({error}): choose another --folder, or say --no-folder") from None
