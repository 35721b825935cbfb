"""Pages in any charset, said or unsaid or lied about, come out as the same text in UTF-8."""

from __future__ import annotations

import codecs

import pytest

from printworthy.base.encoding import codec_of, declared, detect, to_utf8
from printworthy.errors import InputError

TEXTS = {
    "ru": (
        "cp1251 koi8-r",
        "Вчера вечером в городе прошёл сильный дождь, и многие улицы оказались под водой. Жители говорят.",
    ),
    "uk": (
        "cp1251",
        "Учора ввечері в місті пройшов сильний дощ, і багато вулиць опинилися під водою. Мешканці кажуть.",
    ),
    "el": ("cp1253", "Χθες το βράδυ έβρεξε δυνατά στην πόλη και πολλοί δρόμοι πλημμύρισαν. Οι κάτοικοι λένε."),
    "he": ("cp1255", "אתמול בערב ירד גשם חזק בעיר ורחובות רבים הוצפו. התושבים אומרים שלא זכור להם דבר כזה."),
    "ar": ("cp1256", "هطلت أمس أمطار غزيرة على المدينة وغمرت المياه شوارع كثيرة. ويقول السكان إنهم لا يتذكرون."),
    "th": ("cp874", "เมื่อวานนี้ฝนตกหนักในเมืองและถนนหลายสายถูกน้ำท่วม ชาวบ้านบอกว่าไม่เคยเห็นแบบนี้มาก่อน"),
    "pl": (
        "cp1250",
        "Wczoraj wieczorem w mieście spadł ulewny deszcz i wiele ulic znalazło się pod wodą. Mieszkańcy mówią.",
    ),
    "cs": (
        "cp1250",
        "Včera večer ve městě silně pršelo a mnoho ulic se ocitlo pod vodou. Obyvatelé říkají, že něco takového.",
    ),
    "hu": (
        "cp1250",
        "Tegnap este erős eső esett a városban, és sok utca víz alá került. A lakók szerint őrült idő volt.",
    ),
    "tr": (
        "cp1254",
        "Dün akşam şehirde şiddetli yağmur yağdı ve birçok sokak sular altında kaldı. Sakinler böyle bir şeyi.",
    ),
    "lv": (
        "cp1257",
        "Vakar pilsētā stipri lija, un daudzas ielas applūda. Iedzīvotāji saka, ka kaut kas tāds sen nav bijis.",
    ),
    "fr": (
        "cp1252",
        "Hier soir, une forte pluie est tombée sur la ville et de nombreuses rues ont été inondées, à l’évidence.",
    ),
    "de": (
        "cp1252",
        "Gestern Abend fiel in der Stadt starker Regen, und viele Straßen standen unter Wasser. Völlig ungewöhnlich.",
    ),
    "zh": (
        "gb18030",
        "昨天晚上城里下了大雨，许多街道被水淹没。居民们说，他们从来没有见过这样的情况，市政府正在组织救援。",
    ),
    "zh-TW": (
        "big5hkscs",
        "昨天晚上城裡下了大雨，許多街道被水淹沒。居民們說，他們從來沒有見過這樣的情況，市政府正在組織救援。",
    ),
    "ja": (
        "cp932 euc_jp",
        "昨夜、市内では激しい雨が降り、多くの通りが水につかった。住民はこのようなことは久しぶりだと話している。",
    ),
    "ko": ("cp949", "어제 저녁 도시에 강한 비가 내려 많은 거리가 물에 잠겼다. 주민들은 이런 일은 오랜만이라고 말했다."),
}
CASES = [(language, codec, text) for language, (names, text) in TEXTS.items() for codec in names.split()]


@pytest.mark.parametrize(("language", "codec", "text"), CASES, ids=[f"{case[0]}-{case[1]}" for case in CASES])
def test_text_survives_unsaid_and_said(language: str, codec: str, text: str) -> None:
    page = f"<html lang={language}><p>{text}</p>".encode(codec)
    expected = page.decode(codec).encode()
    assert to_utf8(page) == expected, detect(page)
    assert to_utf8(page, codec if codec_of(codec) else "") == expected


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("ISO-8859-1", "cp1252"),
        ("latin1", "cp1252"),
        ("gb2312", "gb18030"),
        (" GBK ", "gb18030"),
        ("Shift_JIS", "cp932"),
        ("euc-kr", "cp949"),
        ("big5", "big5hkscs"),
        ('"utf-8"', "utf-8"),
        ("rot13", ""),
        ("base64", ""),
        ("idna", ""),
        ("", ""),
    ],
)
def test_labels_are_those_of_the_standard(label: str, codec: str) -> None:
    assert codec_of(label) == codec


@pytest.mark.parametrize(
    ("head", "codec"),
    [
        (b'<meta charset="gb2312">', "gb18030"),
        (b"<META http-equiv=Content-Type content='text/html; charset=Shift_JIS'>", "cp932"),
        (b'<?xml version="1.0" encoding="iso-8859-1"?>', "cp1252"),
        (b'<meta charset="utf-16">', "utf-8"),
        (b"<meta charset=nonsense>", ""),
        (b" " * 5000 + b"<meta charset=gbk>", ""),
    ],
)
def test_declarations(head: bytes, codec: str) -> None:
    assert declared(head + b"<p>x") == codec


@pytest.mark.parametrize(
    ("codec", "mark"),
    [
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-32-le", codecs.BOM_UTF32_LE),
        ("utf-32-be", codecs.BOM_UTF32_BE),
        ("utf-16-le", b""),
        ("utf-16-be", b""),
    ],
)
def test_marks_win_over_what_is_said(codec: str, mark: bytes) -> None:
    page = "<html><p>A long enough page: déjà vu, 昨天</p></html>"
    assert to_utf8(mark + page.encode(codec), "windows-1251") == page.encode()


def test_valid_utf8_wins_over_a_lying_declaration_and_is_not_copied() -> None:
    page = '<meta charset="iso-8859-1"><p>déjà vu'.encode()
    assert to_utf8(page, "windows-1252") is page


def test_a_few_bad_bytes_leave_utf8_alone() -> None:
    page = ("<meta charset=utf-8><p>" + "Straße und Größe. " * 50).encode()
    assert to_utf8(page + b"\xe9 end").decode().startswith("<meta charset=utf-8><p>Straße und Größe.")


def test_declared_utf8_that_is_not_is_detected() -> None:
    text = TEXTS["ru"][1]
    assert text in to_utf8(f"<meta charset=utf-8><p>{text}".encode("cp1251"), "utf-8").decode()


def test_latin1_said_of_chinese_is_not_believed() -> None:
    text = TEXTS["zh"][1]
    assert text in to_utf8(f"<p>{text}".encode("gb18030"), "iso-8859-1").decode()


def test_surrogates_are_joined_or_replaced() -> None:
    assert to_utf8("<p>\ud83d\ude00 \ud83d x") == "<p>\U0001f600 \ufffd x".encode()
    assert to_utf8("\ufeff<p>x") == b"<p>x"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"%PDF-1.7\n%\xe2", "PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"GIF89a\1\0", "GIF"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "WebP"),
        (b"PK\x03\x04\x14\0", "zip"),
        (b"\x1f\x8b\x08\0\0\0", "gzip"),
        (b"wOF2\0\1", "font"),
        (b"\0\0\0\x20ftypisom", "MP4"),
        (b"\x7fELF\2\1\1", "program"),
        (bytes(range(256)) * 4 + b"\0" * 200, "binary"),
        (b"", "empty"),
        (b" \n\t ", "empty"),
    ],
)
def test_what_is_no_page_is_named(data: bytes, name: str) -> None:
    with pytest.raises(InputError, match=name):
        to_utf8(data)


def test_letters_put_into_utf8_twice_are_mended() -> None:
    text = "<p>Käse für „größere“ Leute, l’été</p>"
    twice = "".join(
        chr(byte) if byte in b"\x81\x8d\x8f\x90\x9d" else bytes([byte]).decode("cp1252") for byte in text.encode()
    )
    assert to_utf8(twice.encode()).decode() == text
    assert to_utf8("<p>SÃO PAULO, Ã©</p>".encode()).decode() == "<p>SÃO PAULO, Ã©</p>"  # once may be meant
