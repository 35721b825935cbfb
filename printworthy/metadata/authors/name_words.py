"""Patterns of names: what stands before, between and after them in bylines, and what is no name."""

from __future__ import annotations

import re
from typing import Final

BY: Final = re.compile(
    r"^(?:(?:written|posted|published|words|story|reported|text|authored|created|submitted|medically|article|asked|"
    r"started|post|updated|edited|ein beitrag|ein artikel|geschrieben|verfasst|veröffentlicht|texte|rédigé|publié|"
    r"écrit|proposé|escrito|publicado|scritto|pubblicato|geschreven|geplaatst|skrevet|skriven|redacción|thread starter|"
    r"original poster)\s+)?"
    r"(?:by|von|par|por|di|da|door|av|af|a cura di|oleh|bởi|przez|od|от|від|автор|текст|autor(?:in|ka|e|es|as)?|"
    r"auteurs?|autores?|authors?|author name|writer|text|texte|testo|tekst|foto|író|írta|szerző|yazan|yazar|penulis|"
    r"kirjoittaja|skribent|forfatter|författare|journalist|redakteur(?:in)?|redaktion|"
    r"tác giả|작성자|글|作者|记者|記者|撰文|文|"
    r"编辑|بقلم|الكاتب|نویسنده|מאת|द्वारा|लेखक|লেখক|โดย|από|του|της|про)(?:\s*[:：/|]\s*|\s+)",
    re.IGNORECASE,
)
# The first words of what `BY` matches: most lines are told apart by theirs.
HEAD: Final = re.compile(r"[^\s:：/|]+")
BY_FIRST: Final = frozenset(
    "written posted published words story reported text authored created submitted medically article asked "
    "started post updated edited ein geschrieben verfasst veröffentlicht texte rédigé publié écrit proposé "
    "escrito publicado scritto pubblicato geschreven geplaatst skrevet skriven redacción thread original by "
    "von par por di da door av af a oleh bởi przez od от від автор текст autor autorin autorka autore autores "
    "autoras auteur auteurs author authors writer testo tekst foto író írta szerző yazan yazar penulis "
    "kirjoittaja skribent forfatter författare journalist redakteur redakteurin redaktion tác 작성자 글 作者 "
    "记者 記者 撰文 文 编辑 بقلم الكاتب نویسنده מאת द्वारा लेखक লেখক โดย από του της про".split()
)
# The first two letters of these words, or the only one.
BY_STARTS: Final = frozenset([word[:2] for word in BY_FIRST])
WORD: Final = re.compile(r"\w+")
NOISY: Final = re.compile(r"[(\[@\u200b\u200e\u200f\ufeff]|http")
_NAME_WORD: Final = r"[^\W\d_][^\W\d_'’.-]*+(?:['’.-]{1,2}+[^\W\d_]*+)*+"
PERSONAL: Final = re.compile(rf"{_NAME_WORD}(?: {_NAME_WORD}){{1,3}}")
# Words of trade and of pages, which no person's name holds.
TRADE: Final = frozenset(
    "the your our my in to on for of with and how all get sign log read view learn more contact about free new best "
    "top home blog news team staff service services guide online company group inc llc ltd gmbh agency media "
    "magazine daily times post journal press review reviews privacy policy terms search table contents updated "
    "published share back next case study studies data software marketing business digital technology health travel "
    "food design garden shop store product products account cart support resources community forum user welcome "
    "planet world studio lab labs network academy university institute college school foundation center centre club "
    "systems solutions consulting".split()
)
NOISE: Final = re.compile(
    r"\([^()]{0,80}\)|\[[^\[\]]{0,80}\]|[\u200b\u200e\u200f\ufeff]|https?://\S+|\S+@\S+\.\S+|(?<!\w)@\w+"
)
# Words after which no name follows, each alone; `TAIL` has those of several words and the dates, too.
_LATER: Final = (
    "updated published posted last reviewed fact edited medically follow view share aktualisiert stand "
    "veröffentlicht".split()
)
TAIL: Final = re.compile(
    r"\s*(?:[|•●·‧—–»›]|\s-\s|//|\bon (?=[A-Z][a-z]{2,8} [A-Z\d])|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    rf"\bon behalf|\b(?:mon|tue|wed|thu|fri|sat|sun) |\b(?:{'|'.join(_LATER)}|"
    r"min read|read more|see all|for the)\b|\d{1,2}[./]\d{1,2}[./]|"
    r"(?:\b(?:am|den|le|el|il|em|op|dne|the) )?\b\d{1,2}(?:st|nd|rd|th|\.|er|º)?,? (?:de )?\w+ (?:de )?(?:19|20)\d\d|"
    r"(?:19|20)\d\d ?[年년]|"
    r"(?<=\s)(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\w*\.? \d)",
    re.IGNORECASE,
)
# One of these marks or words stands in every text that `TAIL` cuts.
TAIL_MARK: Final = re.compile(r"[|•●·‧—–»›/\d-]")
TAIL_WORDS: Final = frozenset((*_LATER, *"on mon tue wed thu fri sat sun min read see for".split()))
SPLIT: Final = re.compile(
    r"\s*[,;、，；/]\s*(?:(?:and|und|et|&)\s+)?|\s+(?:and|und|&|with|及|和|oraz|või|och|og|sowie|et)\s+|\s*&\s*",
    re.IGNORECASE,
)
# One of these marks or words stands in every text that `SPLIT` cuts.
SPLIT_MARK: Final = re.compile(r"[,;、，；/&]")
SPLIT_WORDS: Final = frozenset("and und with 及 和 oraz või och og sowie et".split())
AND: Final = re.compile(r"\s+(?:y|e|i|en|ja|és|si|și|ve|dan|и|та|a|και|و)\s+")
# What is cut off on the left and on the right of a name, and what links to a person's page say after it.
LEFT, RIGHT = " \"'“”‘’.,:;–—*#>|-", ' "“”.,:;–—*#>|-'
LINKED: Final = re.compile(r"['’]s?\s+(?:avatar|profile)$")
LETTER: Final = re.compile(r"[^\W\d_]{1}")
# What no name holds: some marks and phrases, and these words.
NEVER: Final = re.compile(
    r"www\.|\.(?:com|org|net|html?)\b|[@<>{}=\\?!]|(?:19|20)\d\d\b|\d\d:\d\d|©|^\d+\b|"
    r"\b(?:n/a|log in|select page|call us|contact us|try it|get started|main content)\b",
    re.IGNORECASE,
)
# One of these marks or words stands in everything that `NEVER` finds.
NEVER_MARK: Final = re.compile(r"[.@<>{}=\\?!\d©/]")
NEVER_FIRST: Final = frozenset("log select call contact try get main".split())
NEVER_WORDS: Final = frozenset(
    "copyright comment comments minute minutes hour hours day days ago read subscribe newsletter share home menu login "
    "click photo image courtesy getty shutterstock unknown by print subject offline profile author autor written sign "
    "save name facebook twitter linkedin instagram reddit medium post posts article articles topic register guest "
    "anonymous none null undefined admin administrator webmaster root user takeaway takeaways bio modal lorem ipsum "
    "tiktok youtube pinterest mastodon bluesky whatsapp podcast podcasts navigation cookie cookies summary "
    "overview".split()
)
_ROLES: Final = (
    "writer writers reporter reporters editor editors correspondent correspondents contributor contributors journalist "
    "journalists columnist columnists producer producers founder co-founder ceo cto director manager analyst professor "
    "dietitian specialist strategist author officer expert experts reviewer reviewers educator educators attorney "
    "president consultant engineer redakteur redakteurin journaliste redactor redactora giornalista bureau".split()
)
# A role holds one of these words; and `ROLE` is a text that is nothing but a role.
ROLE_WORDS: Final = frozenset(_ROLES)
ROLE: Final = re.compile(
    r"(?:(?:staff|senior|chief|deputy|managing|associate|contributing|executive|assistant|guest|freelance|political|"
    r"sports?|business|health|science|tech(?:nology)?|news|web|digital|content|copy|lead|special)\s+)*"
    rf"(?:{'|'.join(_ROLES)})",
    re.IGNORECASE,
)
CREDENTIAL: Final = re.compile(
    r"(?:M\.?D\.?|Ph\.?\s?D\.?|R\.?D\.?N?\.?|MS|MPH|CFP®?|CPA|CFA|RN|BSN|MSN|JD|Esq|MBA|LDN|CPT|DO|DDS|DVM|CSCS|MA|BA|"
    r"BSc|MSc|Jr|Sr|I{2,3}|[A-Z]{2,5}(?:-[A-Z]{1,3})?)\.?"
)
# A day of a month, and the words that are a day or a month.
MONTH_DAY: Final = re.compile(r"(?:\d{1,2}\.? )?[^\W\d_]{3,10}\.?(?: \d{1,2})")
DAY_WORDS: Final = frozenset(
    "mon monday tue tuesday wed wednesday thu thursday fri friday sat saturday sun sunday jan january feb february mar "
    "march apr april jun june jul july aug august sep sept september oct october nov november dec december".split()
)
# What is left over at the end of a name: a footnote's number, or the word before a date or a sentence. Said is a name.
_LEFT_OVER: Final = "on in at for say says said wrote writes is am um le el".split()
REST: Final = re.compile(
    rf"(?:\s+(?!(?-i:Said|SAID)$)(?:{'|'.join(_LEFT_OVER)})|(?<=\w\w)\s+\d{{1,2}})$", re.IGNORECASE
)
REST_WORDS: Final = frozenset(_LEFT_OVER)
AGENCIES: Final = frozenset(
    "reuters|thomson reuters|ap|associated press|the associated press|ap news|afp|agence france-presse|dpa|"
    "dpa international|ansa|efe|agencia efe|europa press|xinhua|新华社|tass|тасс|риа новости|ria novosti|interfax|"
    "интерфакс|upi|pti|ians|ani|kyodo|共同通信|時事通信|yonhap|연합뉴스|뉴시스|bloomberg|bloomberg news|apa|sda|"
    "keystone-sda|belga|anp|ntb|tt|tt nyhetsbyrån|ritzau|stt|pap|ctk|čtk|tasr|sita|mti|agerpres|hina|tanjug|bta|aa|"
    "anadolu agency|dha|iha|lusa|aap|australian associated press|"
    "the canadian press|canadian press|pa|pa media|press association|sid|"
    "kna|epd|ots|pr newswire|business wire|globenewswire|中新社|中央社|antara|bernama|vna|ttxvn|wam|mena|irna|"
    "isna".split("|")
)
PERSONAL_AGENCIES: Final = frozenset(
    "ani hina sita mena lusa aa pa tt sid wam apa pap mti bta irna isna antara".split()
)
