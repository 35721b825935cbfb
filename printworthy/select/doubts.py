"""Doubts: what a page says of itself → how much of the confidence is left.

An error page, a login, a wall of consent, a check for robots or a page that asks for scripts may look like a short
article. It is told by its words, if there are few others. A portal is told by its links, if it has hardly other words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_ERROR: Final = re.compile(
    r"\b(?:404|(?:page|site|story|article|content)(?: was| is)? not found|not found|page (?:does not|doesn['’]t) exist"
    r"|error (?:4|5)\d\d|access denied|403 forbidden|forbidden|just a moment|attention required|are you a robot"
    r"|verify you are human|security check|service unavailable|bad gateway"
    r"|(?:seite|artikel|inhalt)(?: wurde| konnte)? nicht gefunden|page (?:introuvable|non trouvée)"
    r"|página no encontrada|pagina non trovata|página não encontrada|nie znaleziono|страница не найдена)\b"
    r"|页面不存在|找不到(?:网页|页面)|ページが見つかりません|페이지를 찾을 수 없",
    re.IGNORECASE,
)
_CONSENT: Final = re.compile(
    r"\b(?:cookies?|consent\w*|einwillig\w+|zustimm\w+|datenschutz\w*|tracking|personalisiert\w*|personali[sz]ed"
    r"|partners?|privacy|pur-abo|werbung|advertising|consentement|consentimiento|consenso|gdpr|dsgvo|vendors?"
    r"|akzeptier\w+|accept)\b",
    re.IGNORECASE,
)
_LOGIN: Final = re.compile(
    r"\s*(?:(?:please )?(?:log|sign)[ -]?in\b(?! the)|member login|customer login"
    r"|(?:bitte )?(?:anmelden|einloggen|anmeldung)\b"
    r"|connexion\b|se connecter|iniciar sesión|inicio de sesión|accedi\b|fazer login|zaloguj|inloggen\b|logga in\b"
    r"|вход\b|войти\b|登[录錄]|ログイン|로그인)",
    re.IGNORECASE,
)
_SCRIPTS: Final = re.compile(
    r"\b(?:enable|activate|turn on|requires?|needs?|without|aktivieren sie|activez|active|habilita|attiva|włącz)\W+"
    r"(?:your )?java ?script\b|\bjava ?script\W+(?:is |ist |est |está |è )?"
    r"(?:disabled|required|not enabled|turned off|aktivieren|deaktiviert|désactivé|deshabilitado|disabilitato)\b",
    re.IGNORECASE,
)
_SENTENCES: Final = 60  # words of a page that says little more than that
_FEW_WORDS: Final = 250
_DENSE: Final = 0.08
LEFT: Final = 0.2
_LINKED: Final = 0.8  # the part of a portal's words that are links
_LEFT_OF_PORTALS: Final = 0.5


def doubt(heads: Sequence[str], text: str, linked: float = 0.0) -> float:
    """The share of the confidence that is left, for the page's title and headline, and the chosen text.

    `linked` is the part of that text that is links.
    """
    words = len(text.split())
    if not words:
        return 0.0
    if linked > _LINKED:
        return _LEFT_OF_PORTALS
    if words > _FEW_WORDS:
        return 1.0
    if any(_ERROR.search(head) or _LOGIN.match(head) for head in heads):
        return LEFT
    if words <= _SENTENCES and _SCRIPTS.search(text):
        return LEFT
    return LEFT if words and len(_CONSENT.findall(text)) > _DENSE * words else 1.0
