"""A site's content security policy → the same policy, which also allows the style of the proxy's marker.

Nothing else is loosened. A hash is added only where inline styles are not allowed anyway: beside `'unsafe-inline'` a
hash would switch that off and break the page.
"""

from __future__ import annotations

from typing import Final

_FALLBACKS: Final = ("style-src-elem", "style-src", "default-src")


def allow_style(policy: str, style_hash: str) -> str:
    """A header's value, which may hold several policies, with the hash where it is needed."""
    return ",".join(_allowed(one, style_hash) for one in policy.split(","))


def _allowed(policy: str, style_hash: str) -> str:
    directives = [part.split() for part in policy.split(";") if part.strip()]
    by_name = {part[0].lower(): part for part in reversed(directives)}
    name = next((name for name in _FALLBACKS if name in by_name), "")
    sources = by_name.get(name, ["", "'unsafe-inline'"])[1:]
    strict = any(source.lower().startswith(("'nonce-", "'sha256-", "'sha384-", "'sha512-")) for source in sources)
    if not strict and any(source.lower() == "'unsafe-inline'" for source in sources):
        return policy
    kept = [source for source in sources if source.lower() != "'none'"]
    allowed = "style-src-elem " + " ".join([*kept, style_hash])
    rest = [" ".join(part) for part in directives if part[0].lower() != "style-src-elem"]
    return "; ".join([*rest, allowed])
