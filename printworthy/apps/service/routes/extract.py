"""`POST /v1/extract`: a page, or several, in; the article as data or text out."""

import json
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from printworthy.apps.service.documents import DocumentService, Read
from printworthy.apps.service.http.answers import document_response, documented
from printworthy.apps.service.http.bodies import ExtractBody, QueryAddress, SchemaNotes, TextFormat
from printworthy.apps.service.http.formats import ALSO_HTML, negotiated
from printworthy.apps.service.http.problems import problem_of
from printworthy.apps.service.http.rates import count_pages
from printworthy.errors import UsageError
from printworthy.printing.messages import PrintOrder

FORMATS: Final = ("json", "markdown", "text", "html")
router = APIRouter(tags=["pages"])


@router.post(
    "/v1/extract",
    response_class=Response,
    responses=documented(FORMATS, "The article, or for several pages the list of their results.", 400, 406, 413),
    openapi_extra=ALSO_HTML,
)
async def extract(
    body: ExtractBody,
    request: Request,
    url: Annotated[QueryAddress, Query()] = "",
    format: Annotated[TextFormat | None, Query(), SchemaNotes("The format, if the body names none.")] = None,
) -> Response:
    """The article of a page as JSON, Markdown, text or HTML. Several pages give a JSON list of results."""
    state = request.app.state
    sources = body.sources(state.settings.several, url)
    kind = body.format or format or negotiated(request.headers.get("accept", ""), FORMATS)
    count_pages(request, len(sources))
    order = PrintOrder(kind, body.write_options(), body.options.force)
    if not body.pages:
        made = await state.documents.document(sources[0], body.options, order)
        return document_response(request, made.content, kind, made.title)
    if kind != "json":
        raise UsageError(f"the articles of several pages come as json, not as {kind}: ask for json")
    documents: DocumentService = state.documents
    read = await documents.articles(sources, body.options, order.options.trace)
    results = b",\n".join([await _result(state, one, order) for one in read])
    return document_response(request, b'{"results": [\n%b]}\n' % results, "json", "articles")


async def _result(state: Any, read: Read, order: PrintOrder) -> bytes:  # noqa: ANN401 - the app's state
    """One of several as JSON: an article, as a worker wrote it, or a problem."""
    url = json.dumps(read.source.url).encode()
    if read.article is None:
        assert read.error is not None
        return b'{"url": %b, "problem": %b}' % (url, json.dumps(problem_of(read.error).document()).encode())
    made = await state.documents.write(read.article, order)
    return b'{"url": %b, "article": %b}' % (url, made.content)
