"""`POST /v1/filter`: a page in, the same page without its clutter out. `GET /v1/explain`: why each part was kept."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from printworthy.apps.service.http.answers import EXPLANATION, document_response, problems
from printworthy.apps.service.http.bodies import FilterBody, Method, SchemaNotes
from printworthy.apps.service.http.formats import negotiated
from printworthy.apps.service.http.rates import count_pages
from printworthy.options import Options
from printworthy.printing.executors import Step

_TOLD = {
    "type": "object",
    "required": ["content", "form", "removed", "links", "portal"],
    "properties": {
        "content": {"type": "string", "description": "The filtered page, or its text."},
        "form": {"type": "string", "enum": ["page", "text", "article"]},
        "removed": {"type": "object", "additionalProperties": {"type": "integer"}},
        "links": {"type": "integer", "description": "How many deleted links are listed at the end."},
        "portal": {"type": "boolean", "description": "The page is nothing but links, and keeps them."},
    },
}
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The filtered page: as it is, or as JSON with what was done.",
        "content": {
            "application/json": {"schema": _TOLD},
            "text/html": {"schema": {"type": "string"}},
            "text/plain": {"schema": {"type": "string"}},
        },
    },
    **problems(400, 406, 413),
}
router = APIRouter(tags=["pages"])
_FILTER = Step("filter_facts", "printworthy.printing.filtering")


@router.post("/v1/filter", response_class=Response, responses=_ANSWERS)
async def filter_posted(body: FilterBody, request: Request) -> Response:
    """A page without its clutter. JSON, unless Accept asks for the page itself (HTML, or text)."""
    source = body.source()
    wanted = negotiated(request.headers.get("accept", ""), ("json", "html", "text"))
    count_pages(request, 1)
    content, url, charset = (source.html or "").encode("utf-8", "replace"), source.url, "utf-8"
    if source.html is None:
        page = await request.app.state.reader.get(source.url)
        content, url, charset = page.content, page.url, page.charset
    settings = {"profile": body.profile, **body.settings}
    found = await request.app.state.workers.run(_FILTER, content, url, settings, charset)
    if wanted == "json":
        return document_response(request, json.dumps(found).encode(), "json", "filtered")
    form = "text" if found["form"] == "text" else "html"
    return document_response(request, found["content"].encode("utf-8", "replace"), form, "filtered")


_EXPLAINED: dict[int | str, dict[str, Any]] = {
    200: {"description": "The explanation.", "content": {"text/html": {"schema": {"type": "string"}}}},
    **problems(),
}
_EXPLAIN = Step("explain_html", "printworthy.apps.explain.page")


@router.get("/v1/explain", response_class=Response, responses=_EXPLAINED)
async def explain_named(
    request: Request,
    url: Annotated[str, Query(min_length=1, max_length=4096), SchemaNotes("The page's address.")],
    method: Annotated[Method, Query(), SchemaNotes("The method that is shown first.")] = "learned",
) -> Response:
    """Why each part of the page at an address was kept or dropped."""
    count_pages(request, 1)
    page = await request.app.state.reader.get(url)
    options = Options(method=method, model=request.app.state.settings.model)
    found: bytes = await request.app.state.workers.run(_EXPLAIN, page.html, page.url, options)
    response = document_response(request, found, "html", "explanation")
    response.headers["Content-Security-Policy"] = EXPLANATION
    return response
