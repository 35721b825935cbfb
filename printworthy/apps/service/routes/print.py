"""`POST /v1/print` and `GET /v1/print`: a page, or several, in; a document worth printing out."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from printworthy.apps.service.documents import DocumentService
from printworthy.apps.service.http.answers import document_response, documented
from printworthy.apps.service.http.bodies import (
    AnyFormat,
    Choices,
    PrintBody,
    QueryAddress,
    SchemaBounds,
    SchemaNotes,
    SheetBody,
    Source,
    StyleName,
)
from printworthy.apps.service.http.formats import ALSO_HTML, negotiated
from printworthy.apps.service.http.rates import count_pages
from printworthy.errors import UsageError
from printworthy.options import Images, Render
from printworthy.printing.messages import PrintOrder
from printworthy.writers.protocol import WriteOptions

FORMATS: Final = ("pdf", "epub", "html", "markdown", "text", "json")
BOUND: Final = ("pdf", "epub")
router = APIRouter(tags=["pages"])
_ANSWERS: Final = documented(FORMATS, "The document.", 400, 406, 413)


@router.post("/v1/print", response_class=Response, responses=_ANSWERS, openapi_extra=ALSO_HTML)
async def print_posted(
    body: PrintBody,
    request: Request,
    url: Annotated[QueryAddress, Query()] = "",
    format: Annotated[AnyFormat | None, Query(), SchemaNotes("The format, if the body names none.")] = None,
) -> Response:
    """A page as PDF, EPUB, HTML, Markdown, text or JSON. Several pages become one issue, as PDF or EPUB."""
    documents: DocumentService = request.app.state.documents
    sources = body.sources(request.app.state.settings.several, url)
    offered = BOUND if body.pages else FORMATS
    kind = body.format or format or negotiated(request.headers.get("accept", ""), offered)
    if kind not in offered:
        raise UsageError(f"several articles are bound as pdf or epub, not as {kind}: ask for one of these")
    order = PrintOrder(kind, body.write_options(), body.options.force)
    count_pages(request, len(sources))
    if body.pages:
        done = await documents.issue(body.title, await documents.articles(sources, body.options), order)
    else:
        done = await documents.document(sources[0], body.options, order)
    return document_response(request, done.content, kind, done.title)


@router.get("/v1/print", response_class=Response, responses=_ANSWERS)
async def print_named(  # noqa: PLR0913, PLR0917 - the parameters of a query
    request: Request,
    url: Annotated[str, Query(min_length=1, max_length=4096), SchemaNotes("The page's address.")],
    format: Annotated[AnyFormat | None, Query(), SchemaNotes("The format; PDF if none is asked for.")] = None,
    style: Annotated[StyleName, Query(), SchemaNotes("The style.")] = "classic",
    paper: Annotated[str, SchemaBounds(max_length=20), Query(), SchemaNotes("A paper's name, or 120x180.")] = "a4",
    images: Annotated[Images, Query(), SchemaNotes("Which pictures.")] = "relevant",
    render: Annotated[Render, Query(), SchemaNotes("Whether a browser shows the page first.")] = "never",
) -> Response:
    """The page at an address, for bookmarklets and links: PDF, unless `format` asks for another."""
    documents: DocumentService = request.app.state.documents
    choices = Choices(images=images, render=render)
    sheet = SheetBody(style=style, paper=paper).sheet(images)
    order = PrintOrder(format or "pdf", WriteOptions(sheet=sheet))
    count_pages(request, 1)
    done = await documents.document(Source(url=url), choices, order)
    return document_response(request, done.content, order.format, done.title)
