"""`GET /v1/explain`: an address in; one page out that shows what was kept and dropped there, by which step, and why."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from printworthy.apps.service.http.answers import EXPLANATION, document_response, problems
from printworthy.apps.service.http.bodies import Method, SchemaNotes
from printworthy.apps.service.http.rates import count_pages
from printworthy.options import Options
from printworthy.printing.executors import Step

_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The explanation.", "content": {"text/html": {"schema": {"type": "string"}}}},
    **problems(),
}
router = APIRouter(tags=["pages"])
_EXPLAIN = Step("explain_html", "printworthy.apps.explain.page")


@router.get("/v1/explain", response_class=Response, responses=_ANSWERS)
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
