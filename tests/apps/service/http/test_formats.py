"""Which format an `Accept` header asks for, and what a file is called."""

from __future__ import annotations

import pytest

from printworthy.apps.service.errors import UnacceptableError
from printworthy.apps.service.http.formats import file_name, negotiated

OFFERED = ("pdf", "epub", "html", "markdown", "text", "json")
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accept", "format"),
    [
        ("", "pdf"),
        ("*/*", "pdf"),
        ("application/json", "json"),
        ("APPLICATION/JSON; charset=utf-8", "json"),
        (BROWSER, "html"),
        ("text/*", "html"),
        ("text/*, text/html;q=0", "markdown"),
        ("text/html;q=0.5, application/epub+zip;q=0.6", "epub"),
        ("*/*;q=0.1, text/plain;q=0.2", "text"),
        ("image/png, */*;q=0.1", "pdf"),
        ("text/html;q=nonsense", "html"),
        (",,,", "pdf"),
    ],
)
def test_negotiated(accept: str, format: str) -> None:
    assert negotiated(accept, OFFERED) == format


@pytest.mark.parametrize("accept", ["image/png", "text/html;q=0", "nonsense", "*/*;q=0"])
def test_nothing_of_that_kind(accept: str) -> None:
    with pytest.raises(UnacceptableError, match="ask for one of application/pdf"):
        negotiated(accept, OFFERED)


@pytest.mark.parametrize(
    ("title", "plain", "full"),
    [
        ("The lamps", "The-lamps.pdf", "The-lamps.pdf"),
        ("Über Öl", "Ueber-Oel.pdf", "%C3%9Cber-%C3%96l.pdf"),
        ("Straße, café – Łódź", "Strasse-cafe-Lodz.pdf", "Stra%C3%9Fe-caf%C3%A9-%C5%81%C3%B3d%C5%BA.pdf"),
        ("灯 and 灯", "and.pdf", "%E7%81%AF-and-%E7%81%AF.pdf"),
        ("灯", "article.pdf", "%E7%81%AF.pdf"),
        ("a/b\\c:d", "a-b-c-d.pdf", "a-b-c-d.pdf"),
    ],
)
def test_file_names(title: str, plain: str, full: str) -> None:
    assert file_name(title, "pdf") == f"filename=\"{plain}\"; filename*=UTF-8''{full}"
