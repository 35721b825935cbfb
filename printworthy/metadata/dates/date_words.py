"""Words and patterns that tell what a date is the date of: in meta names, classes, addresses, scripts and sentences."""

from __future__ import annotations

import re
from typing import Final

META_PUBLISHED: Final = re.compile(
    r"publi[sc]|pub_?-?date|pubtime|parsely-pub|issued|article:post|release_?date|original|first|gentime|posted|"
    r"apub:time|^ptime|citation_online|sailthru\.date|article:creat"
)
META_MODIFIED: Final = re.compile(r"modif|updat|lastmod|last-mod|revis|moddate")
META_DATE: Final = re.compile(r"date|time(?!out|zone)|created|uploaded|regdate")
META_NEVER: Final = re.compile(
    r"expir|valid|refresh|reading|read_|duration|unavailable|copyright|birth|event|start|end_|publisher|format"
)
DAY_FIRST: Final = (".uk", ".au", ".ie", ".nz", ".in", ".za", ".sg", ".my", ".eu", ".ng", ".ke", ".pk")
PROPERTIES: Final = (
    ("datePublished", "published"), ("dateCreated", "created"), ("uploadDate", "created"), ("dateModified", "modified")
)
SUBORDINATE: Final = frozenset(
    "comment suggestedAnswer acceptedAnswer review reviews itemListElement isPartOf video hasVariant image audio "
    "associatedMedia citation offers breadcrumb".split()
)
STATED: Final = frozenset(
    "ld_published_article ld_published_page ld_published_post meta_published meta_date item_published time_published "
    "url".split()
)
# Begins with one class of characters, for which the engine searches fast.
ANY_DATE: Final = re.compile(r"\d(?:\d{3}|\d?[./]\s?\d\d?[./]\s?\d\d)")
# What stands right before a day in the life of a person: of a member of a forum, or of whom the page speaks.
PERSONAL: Final = re.compile(
    r"(?:(?:joined|join date|registered|founded|born|birthdate|birthday|registriert|beigetreten|geboren|gegründet|"
    r"inscrite?|inscription|registrado|registrato|iscritto|geregistreerd|зарегистрирован|регистрация|注册时间|加入时间|"
    r"登録日)(?:\s?[:：]|\s(?:on|since|am|seit|le|depuis|el|il|op|sinds)\s)|(?:member since|mitglied seit|dabei seit|"
    r"membre depuis|lid sinds))[^\n]{0,16}$",
    re.IGNORECASE,
)
# One of these stands in everything that `PERSONAL` finds; those of our alphabet stand apart.
PERSONAL_PARTS: Final = tuple(
    "join regist found born birth beigetreten geboren inscri iscritto member mitglied dabei membre lid".split()
)
PERSONAL_OTHERS: Final = tuple("gegründet зарегистрирован регистрация 注册时间 加入时间 登録日".split())
# How a long line begins that tells when something was posted: "This entry was posted on ... and is filed under ...".
SIGNED: Final = re.compile(
    r"(?:this|diese[rs]?|der|cet(?:te)?|ce|est[ea]|quest[oa]|dit|deze?|den(?:ne|na)?|ten|эта|этот)\s(?:blog\s?)?"
    r"(?:entry|post|article|story|page|artikel|beitrag|eintrag|text|billet|entrada|artículo|artigo|articolo|bericht|"
    r"inlägg|innlegg|wpis|запись|статья)\s|(?:posted|published|written|created|veröffentlicht|erstellt|publié|publicado|"
    r"pubblicato|geplaatst|опубликовано)\s",
    re.IGNORECASE,
)
# The middle of a date of numbers.
PAIRED: Final = re.compile(r"[/-]\d\d?[/-]\d")
DOT_PAIRED: Final = re.compile(r"\.\d\d?\.20")
# Dates whose two first numbers can be read in one order only.
SLASHED: Final = re.compile(
    r"(?<![\d/])(?:(?=(?:1[3-9]|2\d|3[01])/)(\d\d)/\d\d?|(\d\d?)/(?=(?:1[3-9]|2\d|3[01])/)\d\d)"
    r"/(?:19|20)?\d\d(?![\d/])"
)
DOTTED: Final = re.compile(
    r"(?<![\d.])(?:(?=(?:1[3-9]|2\d|3[01])\.)(\d\d)\.\d\d?|(\d\d?)\.(?=(?:1[3-9]|2\d|3[01])\.)\d\d)\.20\d\d(?![\d.])"
)
# Dates whose two first numbers may be a day and a month in either order.
AMBIGUOUS: Final = re.compile(r"(?<![\d/-])(0?[1-9]|1[0-2])[/-](0?[1-9]|1[0-2])[/-]((?:19|20)\d\d)(?![\d/-])")
SCRIPT_DATE: Final = re.compile(r"20\d\d-[01]\d-[0-3]\d")
# The name before a value and its quote, read backwards, because it is where it ends that is known.
SCRIPT_KEY_REVERSED: Final = re.compile(r"\n?[\"']\\{0,3}\s{0,3}[:=]\s{0,3}[\"']?\\{0,3}(\w{3,24})")
SCRIPT_PUBLISHED: Final = re.compile(r"publish|publication|pubdate|pub_date|created|postdate|post_date", re.IGNORECASE)
SCRIPT_MODIFIED: Final = re.compile(r"modified|updated", re.IGNORECASE)
PATH: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[/_.-]?([01]?\d)[/_.-]?([0-3]\d|(?<=[/_.-])\d)(?!\d)")
PATH_WORDED: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[/_.-]([A-Za-z]{3,9})[/_.-]([0-3]?\d)(?!\d)")
PATH_DAY_FIRST: Final = re.compile(r"(?<![\d-])([0-3]?\d)[_.-]([01]?\d)[_.-]((?:19|20)\d\d)(?![\d-])")
MONTH_PATH: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[/_-]?([01]\d)(?=[/_-]|\d\d\D)")
CLASS_DATE: Final = tuple("date time publish posted meta byline stamp datum fecha info".split())
CLASS_OTHER: Final = tuple(
    "comment related teaser card recent sidebar widget footer event popular latest list more reply tweet instagram "
    "embed quote".split()
)
# Parts of words, which are looked for in a text that begins with a NUL; those of our alphabet stand apart, because
# most texts can have no others.
CUES: Final = (
    (
        "cue_published",
        tuple(
            "publi|posted|erstellt|erschienen|created|released|added|first|on:|pubblicato|geplaatst|gepubliceerd|"
            "geschrieben|opublik|dodan|mis en ligne|le:|by |von |\0on |verfasst|eingestellt|julkais|objavlj|"
            "written".split("|")
        ),
        tuple(
            "posté|veröff|написан|опубл|дата|发布|发表|时间|公開|投稿|등록|입력|vydán|yayın|đăng|közzé|δημοσ|פורסם|"
            "نشر".split("|")
        ),
    ),
    (
        "cue_modified",
        tuple(
            "updat|modif|edited|aktualis|stand:|stand |revis|review|actualiz|atualiz|aggiorn|bijgewerkt|aktualiz|"
            "zaktual|last |bearbeitet|uppdater|opdater|oppdater|ajourn|diperbarui|diubah".split("|")
        ),
        tuple(
            "geändert|mise à jour|mis à jour|обновл|更新|수정|güncel|cập nhật|änder|ändra|päivit|frissít|módos|ενημ|"
            "עודכן|تحديث|изменен|изменён|оновл|最終|変更".split("|")
        ),
    ),
    ("cue_copyright", tuple("copyright|(c)|rights reserved|rechte vorbehalten|seit |since |est.".split("|")), ("©",)),
    ("cue_joined", tuple("join member registered founded beigetreten registriert mitglied since seit".split()), ()),
    (
        "cue_first",
        tuple("origin|first p|initial|erstmals|d'abord|oryginal".split("|")),
        tuple("ursprüngl изначально 初出".split()),
    ),
    (
        "cue_event",
        tuple(
            "until|through|deadline|expire|start|end|event|webinar|bis |valid|effective|accessed|retrieved".split("|")
        ),
        (),
    ),
)
