"""Relative dates: "3 hours ago", "vor 2 Tagen", "hace 3 días" beside the title, counted back from today."""

from __future__ import annotations

import datetime
import re


def read_relative(text: str, now: datetime.date) -> datetime.date | None:
    """The day that a short text names in relation to `now`, or nothing; months and years are too vague for a day."""
    if len(text) > 60:
        return None
    folded = text.casefold()
    if match := _AGO.search(folded):
        number = int(match["before"] or match["after"] or match["mid"])
        unit = next(name for name in _UNITS if match[name] or match[f"{name}2"] or match[f"{name}3"])
        days = {"minute": 0, "hour": 0 if number < 12 else 1, "day": number, "week": 7 * number}[unit]
        # Half a day back may be either day: no answer is better than a wrong one.
        if unit == "hour" and number >= 6 or unit == "week" or days > 31:
            return None
        return now - datetime.timedelta(days=days)
    if _YESTERDAY.search(folded):
        return now - datetime.timedelta(days=1)
    return now if _TODAY.search(folded) else None


_UNITS = {
    "minute": (
        r"min(?:s|ute[sn]?|utos?|uti|uut|uta|ut(?:er)?)?|мин(?:ут\w*)?|分钟|分鐘|分|분|dakika|minut\w*|phút|menit"
    ),
    "hour": (
        r"h(?:rs?|ours?|oras?)?|st(?:unden?|d)|heures?|or[ae]|u(?:ur|ren)|tim(?:mar|er)|час\w*|小时|小時|時間|시간|"
        r"saat|godzin\w*|hodin\w*|giờ|jam"
    ),
    "day": (
        r"d(?:ays?|ías?|ias?)?|tage?n?|jours?|giorni?o?|dag(?:en|ar|er)?|дн\w*|день|天|日|일|gün|dni|dn[yíů]|ngày|hari"
    ),
    "week": r"w(?:eeks?)?|wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken)|недел\w*|周|週|주|hafta|tygodni\w*",
}


def _unit(suffix: str) -> str:
    return "(?:" + "|".join(f"(?P<{name}{suffix}>{forms})" for name, forms in _UNITS.items()) + ")"


_AGO = re.compile(
    rf"(?P<before>\d{{1,3}})\s?{_unit('')}\s?"
    r"(?:ago|geleden|fa|atrás|sedan|siden|назад|тому|前|전|önce|temu|trước|lalu|sitten)"
    rf"|(?:\bvor|il y a|\bhace|\bhá|\bfør|\bför|\bpřed|\bacum)\s(?P<after>\d{{1,3}})\s?{_unit('2')}\b"
    rf"|^(?P<mid>\d{{1,3}})\s?{_unit('3')} (?:read )?ago$"
)
_YESTERDAY = re.compile(
    r"^(?:posted |published |updated )?(?:yesterday|gestern|hier|ayer|ontem|ieri|gisteren|igår|i går|вчера|昨天|昨日|"
    r"어제|dün|wczoraj|včera)\b"
)
_TODAY = re.compile(
    r"^(?:posted |published |updated )?(?:today|just now|heute|aujourd['’]hui|hoy|hoje|oggi|vandaag|idag|i dag|сегодня|"
    r"今天|本日|오늘|bugün|dzisiaj|dziś|dnes)\b"
)
