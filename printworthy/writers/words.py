"""The few words that a writer adds itself, and dates for people, in the article's language."""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class Words(NamedTuple):
    """Names of the sections after the text, and of the way back from a note."""

    notes: str
    comments: str
    back: str


_ENGLISH: Final = Words("Notes", "Comments", "Back to the text")
_WORDS: Final[dict[str, Words]] = {
    "ar": Words("ملاحظات", "تعليقات", "العودة إلى النص"),
    "de": Words("Anmerkungen", "Kommentare", "Zurück zum Text"),
    "es": Words("Notas", "Comentarios", "Volver al texto"),
    "fr": Words("Notes", "Commentaires", "Retour au texte"),
    "it": Words("Note", "Commenti", "Torna al testo"),
    "ja": Words("注", "コメント", "本文に戻る"),
    "ko": Words("주석", "댓글", "본문으로 돌아가기"),
    "nl": Words("Noten", "Reacties", "Terug naar de tekst"),
    "pl": Words("Przypisy", "Komentarze", "Wróć do tekstu"),
    "pt": Words("Notas", "Comentários", "Voltar ao texto"),
    "ru": Words("Примечания", "Комментарии", "Вернуться к тексту"),
    "sv": Words("Noter", "Kommentarer", "Tillbaka till texten"),
    "tr": Words("Notlar", "Yorumlar", "Metne dön"),
    "zh": Words("注释", "评论", "返回正文"),
}
_MONTHS: Final[dict[str, str]] = {
    "ar": "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "he": "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
    "hi": "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "th": "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
    "tr": "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
}
_PATTERNS: Final[dict[str, str]] = {
    "he": "{day} ב{month} {year}",
    "de": "{day}. {month} {year}",
    "es": "{day} de {month} de {year}",
    "ja": "{year}年{number}月{day}日",
    "ko": "{year}년 {number}월 {day}일",
    "pt": "{day} de {month} de {year}",
    "zh": "{year}年{number}月{day}日",
}
_DATE: Final = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\d-])")
_MOMENT: Final = re.compile(r"\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?)?)?")


def words(language: str) -> Words:
    """The words for a language tag ("de", "pt-BR"); English for a language that is not in the table."""
    return _WORDS.get(language[:2].lower(), _ENGLISH)


def spoken_date(date: str, language: str) -> str:
    """An ISO date as people of that language write it; any other text stays as it is."""
    found = _DATE.match(date)
    if found is None:
        return date
    key = language[:2].lower() or "en"
    months = _MONTHS.get(key, "").split()
    if not months and key not in _PATTERNS:
        return found[0]
    year, number, day = (int(part) for part in found.groups())
    month = months[number - 1] if months else ""
    return _PATTERNS.get(key, "{day} {month} {year}").format(year=year, month=month, number=number, day=day)


def machine_date(date: str) -> str:
    """The date if a `datetime` attribute may hold it, else an empty string."""
    return date if _MOMENT.fullmatch(date) else ""
