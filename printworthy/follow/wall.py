"""Walls: the texts of a page and which of them were kept → the line below the article that sells its rest, or "".

A page that shows the beginning to everyone asks where it stops: subscribe, log in or pay to read on. Only lines that
stand right where the text ends are believed; the same words in a menu or far down speak of the site.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from printworthy.data.article import Article

_LONGEST: Final = 300
_BEFORE, _AFTER = 2, 8
_PHRASES: Final = (
    r"\bsubscri(?:be|ption)\b.{0,40}\bto (?:read|continue|keep|unlock|view|access|see) ",
    r"\bto (?:continue|keep) reading\b|\b(?:continue|keep) reading (?:with|by|for|this)\b",
    r"\bto read the (?:full|whole|rest)\b|\bunlock (?:this|the (?:full|rest of the)) (?:article|story|post)\b",
    r"\b(?:article|story|content|post) is (?:only |exclusively )?(?:for|available to|reserved for|exclusive to)"
    r" .{0,20}(?:subscriber|member)",
    r"\byou(?:'ve|’ve| have) (?:reached|read|used) .{0,40}\b(?:free|limit|articles?|stories)\b",
    r"\bweiterlesen mit\b|\bweiterzulesen\b|\babonnieren und weiterlesen\b|\bjetzt weiterlesen\b",
    r"(?:artikel|inhalt|beitrag|text)\b.{0,20} (?:nur|exklusiv) für (?:abonnent|mitglied)",
    r"\bmit .{0,20}(?:abo|plus)\b.{0,20}\bweiterlesen\b",
    r"\b(?:article|suite|contenu|lecture)\b.{0,20} réservée?s? (?:à nos|aux) abonné",
    r"\bpour lire la suite\b|\babonnez-vous pour\b|\breste .{0,10}% de (?:cet|l)",
    r"\b(?:contenido|artículo|nota)\b.{0,40} (?:exclusiv\w+|s[oó]lo) para suscriptor",
    r"\bpara (?:seguir|continuar) leyendo\b|\bsuscríbe(?:te|se) para\b",
    r"\briservat\w (?:agli|ai) abbonati|\bper continuare a leggere\b|\babbonati per (?:leggere|continuare)\b",
    r"\balleen voor abonnees|\bom verder te lezen\b",
    r"\bexclusivo para assinantes|\bassine para (?:ler|continuar)\b|\bpara continuar (?:a ler|lendo)\b",
    r"\bdla (?:prenumerator|subskrybent)|\baby czytać dalej\b",
    r"\bför att läsa (?:vidare|hela)\b|\b(?:endast|bara) för prenumeranter",
    r"\bkun for abonnenter|\bfor å lese videre\b",
    r"только для подписчиков|чтобы (?:продолжить чтение|читать дальше)",
    r"(?:订阅|登录|登錄|付费|会员|购买|訂閱).{0,12}(?:阅读全文|继续阅读|查看全文|閱讀全文|繼續閱讀)|试读结束",
    r"この記事は(?:有料|会員)|続きを(?:読む|ご覧になる)には|구독.{0,12}(?:계속|전용)",
)
_WALL: Final = re.compile("|".join(_PHRASES))


WALLED: Final = "perhaps not the whole article"
# So much of the line is told.
_TOLD: Final = 80


def tell_wall(texts: Sequence[str], kept: Sequence[bool]) -> str:
    """What to say of an article of which the page shows the beginning, and sells the rest; "" if it is whole."""
    wall = find_wall(texts, kept)
    short = wall if len(wall) <= _TOLD else f"{wall[:_TOLD].rpartition(' ')[0]} …"
    return f"{WALLED}, which ends with {short!r}" if wall else ""


def note_wall(article: Article) -> None:
    """Note in the article's trace that its page shows the beginning and sells the rest."""
    if told := tell_wall(article.trace.texts, article.trace.kept):
        article.trace.notes.append(told)


def find_wall(texts: Sequence[str], kept: Sequence[bool]) -> str:
    """The line that asks for a login or money where the kept text ends."""
    places = [place for place, one in enumerate(kept) if one]
    if not places:
        return ""
    for text in texts[max(0, places[-1] - _BEFORE) : places[-1] + _AFTER]:
        if len(text) <= _LONGEST and _WALL.search(text.casefold()):
            return " ".join(text.split())
    return ""
