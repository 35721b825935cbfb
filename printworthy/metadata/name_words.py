"""Patterns of names: what stands before, between and after them in bylines, and what is no name."""

from __future__ import annotations

import re

BY = re.compile(
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
HEAD = re.compile(r"[^\s:：/|]+")
BY_FIRST = frozenset(
    "written posted published words story reported text authored created submitted medically article asked "
    "started post updated edited ein geschrieben verfasst veröffentlicht texte rédigé publié écrit proposé "
    "escrito publicado scritto pubblicato geschreven geplaatst skrevet skriven redacción thread original by "
    "von par por di da door av af a oleh bởi przez od от від автор текст autor autorin autorka autore autores "
    "autoras auteur auteurs author authors writer testo tekst foto író írta szerző yazan yazar penulis "
    "kirjoittaja skribent forfatter författare journalist redakteur redakteurin redaktion tác 작성자 글 作者 "
    "记者 記者 撰文 文 编辑 بقلم الكاتب نویسنده מאת द्वारा लेखक লেখক โดย από του της про".split()
)
NOISY = re.compile(r"[(\[@\u200b\u200e\u200f\ufeff]|http")
_NAME_WORD = r"[^\W\d_][^\W\d_'’.-]*+(?:['’.-]{1,2}+[^\W\d_]*+)*+"
PERSONAL = re.compile(rf"{_NAME_WORD}(?: {_NAME_WORD}){{1,3}}")
TRADE = re.compile(
    r"\b(?:the|your|our|my|in|to|on|for|of|with|and|how|all|get|sign|log|read|view|learn|more|contact|about|free|new|"
    r"best|top|home|blog|news|team|staff|service|services|guide|online|company|group|inc|llc|ltd|gmbh|agency|media|"
    r"magazine|daily|times|post|journal|press|review|reviews|privacy|policy|terms|search|table|contents|updated|"
    r"published|share|back|next|case|study|studies|data|software|marketing|business|digital|technology|health|travel|"
    r"food|design|garden|shop|store|products?|account|cart|support|resources|community|forum|user|welcome|planet|world|"
    r"studio|labs?|network|academy|university|institute|college|school|foundation|center|centre|club|systems|"
    r"solutions|consulting)\b",
    re.IGNORECASE,
)
NOISE = re.compile(
    r"\([^()]{0,80}\)|\[[^\[\]]{0,80}\]|[\u200b\u200e\u200f\ufeff]|https?://\S+|\S+@\S+\.\S+|(?<!\w)@\w+"
)
TAIL = re.compile(
    r"\s*(?:[|•●·‧—–»›]|\s-\s|//|\bon (?=[A-Z][a-z]{2,8} [A-Z\d])|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"\bon behalf|\b(?:mon|tue|wed|thu|fri|sat|sun) |\b(?:updated|published|posted|last|reviewed|fact|edited|medically|"
    r"min read|read more|follow|view|see all|share|for the|aktualisiert|stand|veröffentlicht)\b|\d{1,2}[./]\d{1,2}[./]|"
    r"\b\d{1,2}(?:st|nd|rd|th)?,? \w+ (?:19|20)\d\d|"
    r"(?<=\s)(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\w*\.? \d)",
    re.IGNORECASE,
)
SPLIT = re.compile(
    r"\s*[,;、，；/]\s*(?:(?:and|und|et|&)\s+)?|\s+(?:and|und|&|with|及|和|oraz|või|och|og|sowie|et)\s+|\s*&\s*",
    re.IGNORECASE,
)
AND = re.compile(r"\s+(?:y|e|i|en|ja|és|si|și|ve|dan|и|та|a|και|و)\s+")
EDGES = re.compile(r"^[\s\"'“”‘’.,:;–—*#>|-]+|[\s\"“”.,:;–—*#>|-]+$|['’]s?\s+(?:avatar|profile)$")
LETTER = re.compile(r"[^\W\d_]{1}")
NEVER = re.compile(
    r"www\.|\.(?:com|org|net|html?)\b|[@<>{}=\\?!]|(?:19|20)\d\d\b|\d\d:\d\d|©|^\d+\b|\b(?:copyright|comments?|minutes?|"
    r"hours?|days?|ago|read|subscribe|newsletter|share|home|menu|login|click|photo|image|courtesy|getty|shutterstock|"
    r"unknown|by|print|subject|offline|profile|author|autor|written|sign|save|name|facebook|twitter|linkedin|instagram|"
    r"reddit|medium|posts?|articles?|topic|register|guest|anonymous|none|null|undefined|n/a|admin|administrator|"
    r"webmaster|root|user|takeaways?|bio|modal|lorem|ipsum|tiktok|youtube|pinterest|mastodon|bluesky|whatsapp|podcasts?|"
    r"log ?in|select page|call us|contact us|try it|get started|main content|navigation|cookies?|summary|overview)\b",
    re.IGNORECASE,
)
ROLE = re.compile(
    r"\b(?:(?:staff|senior|chief|deputy|managing|associate|contributing|executive|assistant|guest|freelance|political|"
    r"sports?|business|health|science|tech(?:nology)?|news|web|digital|content|copy|lead|special)\s+)*(?:writers?|"
    r"reporters?|editors?|correspondents?|contributors?|journalists?|columnists?|producers?|founder|co-founder|ceo|cto|"
    r"director|manager|analyst|professor|dietitian|specialist|strategist|author|officer|experts?|reviewers?|educators?|"
    r"attorney|president|consultant|engineer|redakteur(?:in)?|journaliste|redactora?|giornalista|bureau)\b",
    re.IGNORECASE,
)
CREDENTIAL = re.compile(
    r"(?:M\.?D\.?|Ph\.?\s?D\.?|R\.?D\.?N?\.?|MS|MPH|CFP®?|CPA|CFA|RN|BSN|MSN|JD|Esq|MBA|LDN|CPT|DO|DDS|DVM|CSCS|MA|BA|"
    r"BSc|MSc|Jr|Sr|I{2,3}|[A-Z]{2,5}(?:-[A-Z]{1,3})?)\.?"
)
MONTH_DAY = re.compile(
    r"(?:\d{1,2}\.? )?[^\W\d_]{3,10}\.?(?: \d{1,2})|(?:mon|tue|wed|thu|fri|sat|sun)(?:day)?|"
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?",
    re.IGNORECASE,
)
# What is left over at the end of a name: a footnote's number, or the word before a date or a sentence.
REST = re.compile(r"(?:\s+(?:on|in|at|for|says?|said|wrote|writes|is|am|um|le|el)|(?<=\w\w)\s+\d{1,2})$", re.IGNORECASE)
AGENCIES = frozenset(
    "reuters|thomson reuters|ap|associated press|the associated press|ap news|afp|agence france-presse|dpa|"
    "dpa international|ansa|efe|agencia efe|europa press|xinhua|新华社|tass|тасс|риа новости|ria novosti|interfax|"
    "интерфакс|upi|pti|ians|ani|kyodo|共同通信|時事通信|yonhap|연합뉴스|뉴시스|bloomberg|bloomberg news|apa|sda|"
    "keystone-sda|belga|anp|ntb|tt|tt nyhetsbyrån|ritzau|stt|pap|ctk|čtk|tasr|sita|mti|agerpres|hina|tanjug|bta|aa|"
    "anadolu agency|dha|iha|lusa|aap|australian associated press|"
    "the canadian press|canadian press|pa|pa media|press association|sid|"
    "kna|epd|ots|pr newswire|business wire|globenewswire|中新社|中央社|antara|bernama|vna|ttxvn|wam|mena|irna|"
    "isna".split("|")
)
PERSONAL_AGENCIES = frozenset("ani hina sita mena lusa aa pa tt sid wam apa pap mti bta irna isna antara".split())
