"""The OpenAPI document, and schemathesis over it: no 5xx, and no answer that the document does not describe."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from printworthy.apps.service.settings import Jobs, ServiceSettings, WorkLimits
from printworthy.base.guard import Policy
from tests.apps.service.conftest import UNCOUNTED, Running, follow_job

pytestmark = pytest.mark.processes

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that fetches nothing, whatever it is asked, and shows nothing in a browser."""
    policy = Policy(only=frozenset({"nowhere.example"}))
    jobs = Jobs(folder=tmp_path_factory.mktemp("jobs"), waiting=10_000)
    running = Running(
        ServiceSettings(
            port=0, policy=policy, access=UNCOUNTED, jobs=jobs, work=WorkLimits(workers=1, queue=1000, browsers=0)
        )
    )
    yield running
    running.close()


@pytest.fixture(scope="module")
def document(closed: Running) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{closed.url}/openapi.json")


OPERATIONS = """
POST /v1/extract    POST /v1/print    GET /v1/print    POST /v1/filter    GET /v1/explain
POST /v1/jobs    GET /v1/jobs/{number}    GET /v1/jobs/{number}/events    GET /v1/jobs/{number}/result
DELETE /v1/jobs/{number}    GET /healthz    GET /readyz    GET /metrics
""".split()
PAIRS = list(zip(OPERATIONS[::2], OPERATIONS[1::2], strict=True))


# Of these, nothing that is sent can be wrong.
PLAIN = {"/healthz", "/readyz", "/metrics"}
CASES = [
    pytest.param(method, path, mode, id=f"{method} {path} {mode.value}")
    for method, path in PAIRS
    for mode in GenerationMode
    if not (mode.is_negative and (path in PLAIN or "{number}" in path))
]


@pytest.mark.parametrize(("method", "path", "mode"), CASES)
def test_calls_follow_the_document(
    closed: Running, document: schemathesis.BaseSchema, method: str, path: str, mode: GenerationMode
) -> None:
    operation = document[path][method]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
    def run(case: schemathesis.Case) -> None:
        case.call_and_validate(base_url=closed.url, checks=CHECKS)

    run()


def test_every_call_is_tried(closed: Running) -> None:
    paths = closed.client.get("/openapi.json").json()["paths"]
    assert sorted(PAIRS) == sorted((method.upper(), path) for path, calls in paths.items() for method in calls)


def test_the_document_is_whole(closed: Running) -> None:
    found = closed.client.get("/openapi.json").json()
    for path, calls in found["paths"].items():
        for method, call in calls.items():
            assert call.get("description"), f"{method} {path} says nothing"
            assert {"422", "429", "503"} <= set(call["responses"]), f"{method} {path}"
            for parameter in call.get("parameters", []):
                assert parameter["schema"].get("description") or parameter.get("description"), parameter["name"]


BODIES = ["ExtractBody", "PrintBody", "FilterBody", "JobBody"]


@pytest.mark.parametrize("name", BODIES)
def test_bodies_have_examples_and_descriptions(closed: Running, name: str) -> None:
    schemas = closed.client.get("/openapi.json").json()["components"]["schemas"]
    assert schemas[name]["examples"]
    assert schemas[name]["additionalProperties"] is False
    for field, told in schemas[name]["properties"].items():
        assert told.get("description") or "$ref" in told or "allOf" in told, field


CALLS = {"ExtractBody": "/v1/extract", "PrintBody": "/v1/print", "FilterBody": "/v1/filter"}


@pytest.mark.parametrize("name", CALLS)
def test_examples_work(closed: Running, name: str) -> None:
    schemas = closed.client.get("/openapi.json").json()["components"]["schemas"]
    for example in schemas[name]["examples"]:
        answer = closed.client.post(CALLS[name], json=example)
        assert answer.status_code == 200, answer.text


def test_the_jobs_example_is_accepted(closed: Running) -> None:
    (example,) = closed.client.get("/openapi.json").json()["components"]["schemas"]["JobBody"]["examples"]
    accepted = closed.client.post("/v1/jobs", json=example)
    assert accepted.status_code == 202
    follow_job(closed.client, accepted.headers["location"])
