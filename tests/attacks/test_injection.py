"""Text of a page, a server or a client that wants to be something else: a header, a line of a log, an object of a PDF,
a program of the typesetter, a file name."""

from __future__ import annotations

import io
import json
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from printworthy.base.guard import Policy
from printworthy.data.article import Article
from printworthy.data.blocks import Code, Figure, Formula, Heading, Link, Math, Paragraph, Text
from printworthy.errors import PrintworthyError, UsageError
from printworthy.fetching.client import fetch
from printworthy.fetching.limits import Limits
from printworthy.writers.markdown.escape import front_matter
from printworthy.writers.registry import write, writer_for_name

pytestmark = pytest.mark.processes

LOOPBACK = Policy(ports=None, networks=("127.0.0.0/8",))
LIMITS = Limits(seconds=20, retries=0)


# --- PDF --------------------------------------------------------------------------------------------------------------

PDF_TRICKS = [
    ") /OpenAction << /S /JavaScript /JS (app.alert(1)) >> (",
    "endstream endobj 99 0 obj << /S /Launch /F (calc) >> endobj",
    "\\) >> /AA << /O << /S /URI /URI (http://evil.example) >> >>",
    "<< /Type /EmbeddedFile >>",
    "%PDF-1.7 %%EOF",
]
TYPST_TRICKS = [
    '#read("/etc/passwd")',
    '#import "@preview/cetz:0.1.0"',
    '#eval("1+1")',
    '#include "/etc/hostname"',
    '#image("/etc/passwd")',
    '#link("javascript:alert(1)")[x]',
    "#{let f(x) = f(x + 1); f(0)}",
    "#panic()",
    "*bold* _x_ `y` $z$ = Head <label> @ref // c /* d */ \\ ~ #[x]",
    '"); read("/etc/passwd"); ("',
    "{{1+1}} ${1+1} \\input{/etc/passwd} \\write18{id}",
]


def full_of(text: str) -> Article:
    """An article that holds a text in every place that a typesetter reads."""
    inline = (Text(text), Link("https://example.com/" + text, (Text(text),)), Formula(text))
    blocks = (
        Heading(2, (Text(text),)),
        Paragraph(inline),
        Code(text, text),
        Math(text),
        Figure("https://e.example/x", alt=text),
    )
    return Article(
        title=text, authors=(text,), site=text, description=text, url="https://e.example/" + text, blocks=blocks
    )


@pytest.fixture(scope="module")
def press() -> Iterator[object]:
    from printworthy.writers.pdf.pdf_writer import PdfWriter

    with PdfWriter() as writer:
        yield writer


@pytest.mark.parametrize("text", [*PDF_TRICKS, *TYPST_TRICKS])
def test_text_stays_text_in_a_pdf(press, text: str) -> None:
    import pikepdf

    content = write(full_of(text), press)
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert "/OpenAction" not in pdf.Root
        assert "/AA" not in pdf.Root
        assert "/Names" not in pdf.Root or "/JavaScript" not in pdf.Root.Names
        for item in pdf.objects:
            if isinstance(item, pikepdf.Dictionary):
                assert "/JS" not in item
                assert str(item.get("/S", "")) not in ("/JavaScript", "/Launch", "/SubmitForm", "/ImportData", "/GoToR")
                assert "/EF" not in item
                if "/URI" in item and str(item.get("/S")) == "/URI":
                    assert str(item["/URI"]).startswith(("http://", "https://", "mailto:", "tel:"))
    assert b"root:x:0" not in content


# --- headers ----------------------------------------------------------------------------------------------------------


class Recorder:
    """A server that answers with given bytes and keeps what it was sent."""

    def __init__(self) -> None:
        self.answers: list[bytes] = []
        self.heard: list[bytes] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            with client:
                heard = b""
                while b"\r\n\r\n" not in heard and (more := client.recv(65536)):
                    heard += more
                self.heard.append(heard)
                if heard and self.answers:
                    client.sendall(self.answers.pop(0))

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(10)


@pytest.fixture
def server() -> Iterator[Recorder]:
    made = Recorder()
    yield made
    made.close()


def reply(*lines: str, body: str = "<p>x</p>") -> bytes:
    return "\r\n".join(["HTTP/1.1 200 OK", "Connection: close", *lines, "", body]).encode("latin-1")


SPLITTING = ["/x\r\nInjected: 1", "/x\nInjected: 1", "/x%0d%0aInjected: 1", "/x\r\n\r\nGET /y", "/x\u560a\u560dInjected: 1",  # noqa: E501
             "/x HTTP/1.1\r\nInjected: 1", "/\x00x", "/x#\r\nInjected: 1", "/x?a=\r\nInjected: 1"]  # fmt: skip


@pytest.mark.parametrize("path", SPLITTING)
def test_an_address_adds_no_header(server: Recorder, path: str) -> None:
    server.answers.append(reply("Content-Type: text/html"))
    with suppress(PrintworthyError):
        fetch(server.url + path, policy=LOOPBACK, limits=LIMITS)
    for heard in server.heard:
        lines = heard.split(b"\r\n")
        assert not any(line.lower().startswith(b"injected") for line in lines)
        assert heard.count(b"\r\n\r\n") <= 1
        assert b"\0" not in heard


def test_a_redirect_adds_no_header(server: Recorder) -> None:
    head = f"HTTP/1.1 302 Found\r\nConnection: close\r\nLocation: {server.url}/x%0d%0aInjected:%201\r\nContent-Length: 0\r\n\r\n"  # noqa: E501
    server.answers += [head.encode(), reply("Content-Type: text/html")]
    fetch(server.url + "/start", policy=LOOPBACK, limits=LIMITS)
    assert not any(b"\r\nInjected" in heard for heard in server.heard)


STRANGE_REPLIES = {
    "folded header": reply("X-A: 1\r\n  2", "Content-Type: text/html"),
    "two lengths": reply("Content-Length: 8", "Content-Length: 9"),
    "length beyond all numbers": reply("Content-Length: " + "9" * 5000),
    "length and chunks": reply("Content-Length: 3", "Transfer-Encoding: chunked", body="8\r\n<p>x</p>\r\n0\r\n\r\n"),
    "a header of a megabyte": reply("X-A: " + "x" * 1_000_000),
    "a hundred thousand headers": reply(*(f"X-{n}: x" for n in range(30_000))),
    "no status": b"200 OK\r\n\r\n<p>x</p>",
    "a status of words": b"HTTP/1.1 two OK\r\n\r\n<p>x</p>",
    "HTTP/0.9": b"<p>x</p>",
    "zero bytes": reply("X-A: \0x\0", "Content-Type: text/html"),
    "escapes in the status": b"HTTP/1.1 500 \x1b[31mred\x1b]0;title\x07\r\nContent-Length: 0\r\n\r\n",
    "escapes in the address": b"HTTP/1.1 302 x\r\nLocation: http://127.0.0.1:1/\x1b[31m\r\nContent-Length: 0\r\n\r\n",
    "charset of lines": reply('Content-Type: text/html; charset="utf-8\x0b\x85Injected: 1"'),
    "chunks without an end": reply("Transfer-Encoding: chunked", body="ffffffffffffffff\r\nx"),
    "a cookie for everybody": reply("Set-Cookie: a=b; Domain=com", "Content-Type: text/html"),
}


@pytest.mark.parametrize("name", STRANGE_REPLIES)
def test_strange_replies_are_pages_or_our_errors(server: Recorder, name: str) -> None:
    server.answers.append(STRANGE_REPLIES[name])
    told, size = "", 0
    try:
        size = len(fetch(server.url + "/", policy=LOOPBACK, limits=LIMITS).content)
    except PrintworthyError as error:
        told = str(error)
    assert all(sign.isprintable() for sign in told), "a terminal would obey"
    assert len(told) < 1000
    assert size < 100_000


# --- logs and other lines ---------------------------------------------------------------------------------------------


def test_an_error_is_one_line(server: Recorder) -> None:
    for address in (
        "http://x\n127.0.0.1 GET /admin",
        "ftp://x\r\nERROR: y",
        "http://[\x1b[2J",
        "http://a b/\x07",
        "x" * 9000,
    ):
        with pytest.raises(PrintworthyError) as caught:
            fetch(address, policy=LOOPBACK, limits=LIMITS)
        told = str(caught.value)
        assert all(sign.isprintable() for sign in told), told
        assert len(told) < 1000, "a long address fills no log"


def test_front_matter_is_read_as_written() -> None:
    import yaml

    evil = 'x"\n---\n# y\n- !!python/object/apply:os.system ["id"]\n: {a: b}\u2028\x85\x00'
    article = Article(title=evil, authors=(evil, "a: b"), site="&x *y", url="https://e.example/#: x", language="en")
    text = front_matter(article)
    assert text.count("---") >= 2
    known = yaml.safe_load(text.strip().removeprefix("---").rpartition("---")[0])
    assert isinstance(known, dict)
    assert set(known) <= {"title", "authors", "date", "url", "site", "language", "description"}


SECRETS = ("hunter2", "tok3n-of-mine", "s3ss10n")


def test_secrets_are_not_told(server: Recorder, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What is in an address before the host, or in a file of cookies, shows in no message and no log."""
    caplog.set_level(logging.DEBUG)
    where = server.url.removeprefix("http://")
    told = []
    for address in (f"http://user:hunter2@{where}/", f"http://hunter2:x@{where}/nothing"):
        server.answers.append(b"HTTP/1.1 401 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        try:
            fetch(address, policy=LOOPBACK, limits=LIMITS)
        except PrintworthyError as error:
            told.append(str(error))
    told.append(caplog.text)
    assert not any(secret in line for line in told for secret in SECRETS), told


def test_words_of_a_page_are_no_lines_of_a_table(tmp_path: Path) -> None:
    """JSON lines stay one a line, whatever a title holds."""
    article = Article(title='a\n{"x": 1}\u2028\x85', text="x", blocks=(Paragraph((Text("x\r\ny"),)),))
    assert json.loads(write(article, writer_for_name("json")))["title"] == article.title
    with pytest.raises(UsageError):
        writer_for_name("../../x")
