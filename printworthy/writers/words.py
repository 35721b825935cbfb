"""The few words that a writer adds itself, and dates for people, in the article's language."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
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


@dataclass(frozen=True, slots=True)
class PrintWords:
    """What stands on the title page, under pictures and at the foot. {x}, {y}, {n}, {day} are filled in."""

    contents: str = "Contents"
    page: str = "{x} / {y}"
    source: str = "Source:"
    published: str = "Published {day}"
    printed: str = "Printed {day}"
    picture: str = "Picture"
    no_picture: str = "Picture not available."
    rows_left: str = "… and {n} more rows in the source."
    failed: str = "Not in this issue"
    articles: str = "{n} articles"
    embeds: dict[str, str] = field(
        default_factory=lambda: {
            "video": "Video",
            "audio": "Audio",
            "post": "Post",
            "map": "Map",
            "document": "Document",
            "other": "Link",
        }
    )


def _of(row: str) -> PrintWords:
    """One language, its words with | between; the names of what paper cannot hold come last, with commas."""
    *words, embeds = row.split("|")
    kinds = ("video", "audio", "post", "map", "document", "other")
    names = [one.name for one in fields(PrintWords)][:-1]
    told = dict(zip(names, words, strict=True))
    return replace(PrintWords(embeds=dict(zip(kinds, embeds.split(","), strict=True))), **told)  # type: ignore[arg-type]


# ruff: noqa: E501 - a language is a line
# fmt: off
_PRINT_WORDS: Final[dict[str, str]] = {
    "ar": "المحتويات|{x} / {y}|المصدر:|نُشر في {day}|طُبع في {day}|صورة|الصورة غير متاحة.|… و{n} صفوف أخرى في المصدر.|ليس في هذا العدد|{n} مقالات|فيديو,صوت,منشور,خريطة,مستند,رابط",
    "de": "Inhalt|Seite {x} von {y}|Quelle:|Erschienen am {day}|Gedruckt am {day}|Bild|Bild nicht verfügbar.|… und {n} weitere Zeilen in der Quelle.|Nicht in dieser Ausgabe|{n} Artikel|Video,Audio,Beitrag,Karte,Dokument,Link",
    "en": "Contents|Page {x} of {y}|Source:|Published {day}|Printed {day}|Picture|Picture not available.|… and {n} more rows in the source.|Not in this issue|{n} articles|Video,Audio,Post,Map,Document,Link",
    "es": "Índice|Página {x} de {y}|Fuente:|Publicado el {day}|Impreso el {day}|Imagen|Imagen no disponible.|… y {n} filas más en la fuente.|Fuera de este número|{n} artículos|Vídeo,Audio,Publicación,Mapa,Documento,Enlace",
    "fr": "Sommaire|Page {x} sur {y}|Source :|Publié le {day}|Imprimé le {day}|Image|Image non disponible.|… et {n} lignes de plus dans la source.|Absent de ce numéro|{n} articles|Vidéo,Audio,Message,Carte,Document,Lien",
    "he": "תוכן העניינים|{x} / {y}|מקור:|פורסם {day}|הודפס {day}|תמונה|התמונה אינה זמינה.|… ועוד {n} שורות במקור.|לא בגיליון זה|{n} כתבות|וידאו,שמע,פוסט,מפה,מסמך,קישור",
    "hi": "विषय-सूची|पृष्ठ {x} / {y}|स्रोत:|प्रकाशित {day}|मुद्रित {day}|चित्र|चित्र उपलब्ध नहीं।|… और {n} पंक्तियाँ स्रोत में।|इस अंक में नहीं|{n} लेख|वीडियो,ऑडियो,पोस्ट,मानचित्र,दस्तावेज़,लिंक",
    "it": "Indice|Pagina {x} di {y}|Fonte:|Pubblicato il {day}|Stampato il {day}|Immagine|Immagine non disponibile.|… e altre {n} righe nella fonte.|Non in questo numero|{n} articoli|Video,Audio,Post,Mappa,Documento,Link",
    "ja": "目次|{x} / {y}|出典：|公開 {day}|印刷 {day}|画像|画像はありません。|…ほか{n}行は出典にあります。|この号にないもの|{n}本の記事|動画,音声,投稿,地図,文書,リンク",
    "ko": "차례|{x} / {y}|출처:|게시 {day}|인쇄 {day}|그림|그림을 볼 수 없습니다.|… 그 밖의 {n}행은 출처에 있습니다.|이번 호에 없는 글|기사 {n}편|동영상,오디오,게시물,지도,문서,링크",
    "nl": "Inhoud|Pagina {x} van {y}|Bron:|Verschenen op {day}|Afgedrukt op {day}|Afbeelding|Afbeelding niet beschikbaar.|… en nog {n} rijen in de bron.|Niet in dit nummer|{n} artikelen|Video,Audio,Bericht,Kaart,Document,Link",
    "pl": "Spis treści|Strona {x} z {y}|Źródło:|Opublikowano {day}|Wydrukowano {day}|Ilustracja|Ilustracja niedostępna.|… i {n} dalszych wierszy w źródle.|Poza tym numerem|Artykuły: {n}|Wideo,Audio,Wpis,Mapa,Dokument,Odsyłacz",
    "pt": "Índice|Página {x} de {y}|Fonte:|Publicado em {day}|Impresso em {day}|Imagem|Imagem indisponível.|… e mais {n} linhas na fonte.|Fora desta edição|{n} artigos|Vídeo,Áudio,Publicação,Mapa,Documento,Ligação",
    "ru": "Содержание|Страница {x} из {y}|Источник:|Опубликовано {day}|Напечатано {day}|Изображение|Изображение недоступно.|… и ещё {n} строк в источнике.|Не вошло в выпуск|Статей: {n}|Видео,Аудио,Запись,Карта,Документ,Ссылка",
    "sv": "Innehåll|Sida {x} av {y}|Källa:|Publicerad {day}|Utskriven {day}|Bild|Bilden är inte tillgänglig.|… och {n} rader till i källan.|Inte i detta nummer|{n} artiklar|Video,Ljud,Inlägg,Karta,Dokument,Länk",
    "th": "สารบัญ|หน้า {x} / {y}|ที่มา:|เผยแพร่ {day}|พิมพ์ {day}|ภาพ|ไม่มีภาพ|… และอีก {n} แถวในต้นฉบับ|ไม่อยู่ในฉบับนี้|{n} บทความ|วิดีโอ,เสียง,โพสต์,แผนที่,เอกสาร,ลิงก์",
    "tr": "İçindekiler|Sayfa {x} / {y}|Kaynak:|Yayın: {day}|Baskı: {day}|Resim|Resim yok.|… ve kaynakta {n} satır daha.|Bu sayıda olmayanlar|{n} yazı|Video,Ses,Gönderi,Harita,Belge,Bağlantı",
    "zh": "目录|第 {x} 页，共 {y} 页|来源：|发布于 {day}|打印于 {day}|图片|图片不可用。|……来源中还有 {n} 行。|未能收入本期|{n} 篇文章|视频,音频,帖子,地图,文档,链接",
}
# fmt: on


def print_words(language: str) -> PrintWords:
    """The words for a language tag; English for a language that is not in the table."""
    return _of(_PRINT_WORDS.get(language[:2].lower(), _PRINT_WORDS["en"]))
