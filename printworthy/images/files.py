"""Files: an address → what it tells of the picture: which file it is, in whatever size, its words and its size."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

_LONGEST: Final = 2000
# A name of so many characters or digits is that of one picture, in whatever folders a service puts its sizes.
_TELLING: Final = 16
_NUMBERED: Final = 7
_SCHEME: Final = 8
_EMBEDDED: Final = re.compile(r"https?(?::|%3a)(?:/|%2f){1,2}", re.I)
_URL_QUERY: Final = re.compile(r"[?&](?:url|src|image|img|u)=((?:https?(?::|%3A)|%2F|/)[^&]+)", re.I)
_ENDING: Final = re.compile(r"\.(jpe?g|png|gif|webp|avif|svg|bmp|tiff?|jfif|heic)(?=$|[?#/@!:&])", re.I)
_DOUBLE: Final = re.compile(r"\.(?:jpe?g|png|gif|webp|tiff?)$")
_SIZES: Final = re.compile(
    r"[-_.@]\d{2,4}x\d{0,4}(?:_crop\w*)?(?=$|[._@-])|[-_]\d{2,4}w(?=$|[._-])|@[1-4]x|-scaled(?=$|\.)|"
    r"(?<=\d)_(?:[smlobntqz]|l2|xxl|xxs|xss)(?=$|[.-])|-p-\d{3,4}(?=$|\.)|"
    r"[-_](?:small|medium|large|grande|thumb|thumbnail|xl|lg|md|sm|xs)(?=$|\.)",
    re.I,
)
_FOLDERS: Final = re.compile(
    r"/(?:[a-z]{1,7}[_:=-][^/,]*+,[^/]*+|[whcfq][_=]\d[^/]*+|(?:fit-in/)?\d{2,4}x\d{0,4}|(?:width|height|w|h|size)/\d{2,4}|"
    r"default-\d\w*+|thumbnail|thumbs?|size/w\d+|styles/[^/]+/public|rs:[^/]+|sh:[^/]+|smart|filters:[^/]+)(?=/)",
    re.I,
)
_PAIR: Final = re.compile(r"(?<![\da-zA-Z(:])(\d{2,4})[xX×](\d{2,4})(?!\d)")
_WIDTH: Final = re.compile(
    r"(?:[?&/,;:_-]|%2C)(?:w|width|wid|maxwidth|mw|imwidth)[=_/:-]?(\d{2,4})(?![\d.])|[-_/?=](\d{3,4})w(?![a-zA-Z\d])"
)
_HEIGHT: Final = re.compile(r"(?:[?&/,;_-]|%2C)(?:h|height|hei)[=_/](\d{2,4})(?![\d.])")
_SQUARE: Final = re.compile(r"[?&](?:s|size)=(\d{2,4})(?!\d)")
_PARTS: Final = re.compile(r"[^\W\d_]+")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def inner_address(address: str) -> str:
    """The address of the original that a resizing service was given, or the address itself."""
    address = address[:_LONGEST]
    if "=" in address and (match := _URL_QUERY.search(address)):
        return unquote(match[1])
    if address.find("http", _SCHEME) < 0:
        return address
    found = None
    for match in _EMBEDDED.finditer(address, _SCHEME):
        found = match
    return unquote(address[found.start() :]) if found else address


def file_key(address: str) -> str:
    """What all sizes and formats of one picture have in common; other pictures have another."""
    return inner_key(inner_address(address))


def inner_key(address: str) -> str:
    """As `file_key`, of an address that is no resizing service's."""
    path, _, query = address.partition("#")[0].partition("?")
    path = (path.partition("://")[2].partition("/")[2] or path).lstrip("/")
    endings = list(_ENDING.finditer(path))
    ending = endings[-1] if endings else None
    plain = (path[: ending.start()] if ending else path).lower()
    folders, _, name = plain.rpartition("/")
    name = _SIZES.sub("", _DOUBLE.sub("", name))
    if ending and len(name) >= _TELLING or sum(map(str.isdigit, name)) >= _NUMBERED:
        return name
    # A short name is that of many files; without one, the query says which picture it is.
    plain = _FOLDERS.sub("", f"/{folders}/{name}/")
    return plain if ending or not query or len(name) >= _NUMBERED else f"{plain}?{query.lower()}"


def file_words(address: str) -> list[str]:
    """The words of a file's name, in lower case; the address is no resizing service's."""
    name = address.partition("?")[0].rstrip("/").rpartition("/")[2][-200:]
    return _PARTS.findall(_CAMEL.sub(" ", unquote(name) if "%" in name else name).lower())


def size_in(address: str) -> tuple[int, int]:
    """Width and height as an address tells them, 0 where it does not."""
    address = address[:_LONGEST]
    if match := _PAIR.search(address):
        return int(match[1]), int(match[2])
    if square := _SQUARE.search(address):
        return int(square[1]), int(square[1])
    width, height = _WIDTH.search(address), _HEIGHT.search(address)
    return int(width[1] or width[2]) if width else 0, int(height[1]) if height else 0


def ending_of(address: str) -> str:
    """The file's ending in lower case without its point, or ""."""
    match = _ENDING.search(address[:_LONGEST])
    return match[1].lower() if match else ""
