"""The specification: committed as it is made, valid, and true in every example."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from api.problems import ILLEGAL, KINDS
from scorer.problems import CODES
from tests.api.specification import COMMITTED, alone, resolved, specification, text


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in specification()["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


OPERATIONS = list(operations())
IDS = [operation["operationId"] for _, _, operation in OPERATIONS]


def test_the_committed_file_is_what_the_schemas_say() -> None:
    assert COMMITTED.read_text("utf-8") == text(), "run `python -m api.spec` and commit openapi.yaml"


def test_the_service_gives_the_same(client: FlaskClient) -> None:
    response = client.get("/openapi.yaml")
    assert response.content_type == "application/yaml"
    assert response.text == text()


def test_it_is_valid_openapi() -> None:
    OpenAPIV31SpecValidator(specification()).validate()


def test_every_route_is_described(client: FlaskClient) -> None:
    pages = {"static", "start", "docs", "problem_kinds"}
    routes = {
        (rule.rule.replace("<", "{").replace(">", "}"), method.lower())
        for rule in client.application.url_map.iter_rules()
        if rule.endpoint not in pages and not rule.endpoint.startswith("table")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {(path, method) for path, method, _ in OPERATIONS}


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS, ids=IDS)
def test_every_operation_and_every_answer_has_a_description_and_an_example(
    path: str, method: str, operation: dict[str, Any]
) -> None:
    assert path
    assert len(operation["summary"]) > 5
    assert len(operation["description"]) > 20
    for parameter in operation["parameters"]:
        assert resolved(parameter)["description"]
        assert "example" in resolved(parameter)
    if method == "post":
        (content,) = operation["requestBody"]["content"].values()
        assert content["examples"]
    statuses = set(operation["responses"])
    assert {"200", "406", "500"} <= statuses
    if method == "post":
        assert {"400", "413", "415"} <= statuses
        # A line of a batch that is no legal question is answered within the answer.
        assert ("422" in statuses) is (operation["operationId"] != "batch")
    for response in map(resolved, operation["responses"].values()):
        assert response["description"]
        for media_type, content in response.get("content", {}).items():
            assert content.get("examples") or not media_type.endswith(("/json", "+json")) or path == "/openapi.json"


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS, ids=IDS)
def test_examples_conform_to_their_schemas_and_are_answered_so(
    client: FlaskClient, path: str, method: str, operation: dict[str, Any]
) -> None:
    for response in map(resolved, operation["responses"].values()):
        for content in response.get("content", {}).values():
            for example in content.get("examples", {}).values():
                Draft202012Validator(alone(content["schema"])).validate(example["value"])
    if method != "post":
        return
    ((media_type, asked),) = operation["requestBody"]["content"].items()
    answered = operation["responses"]["200"]["content"]
    for name, example in asked["examples"].items():
        Draft202012Validator(alone(asked["schema"])).validate(example["value"])
        body = example["value"] if media_type == "application/x-ndjson" else json.dumps(example["value"])
        response = client.post(path, data=body, content_type=media_type)
        assert response.status_code == 200
        shown = answered.get("application/json", {}).get("examples", {})
        if name in shown:
            assert response.json == shown[name]["value"]


def test_every_variant_has_an_example_of_each_question_that_its_rulebook_works_out() -> None:
    for call in ("score", "placements"):
        asked = specification()["paths"][f"/v1/{call}"]["post"]["requestBody"]
        examples = asked["content"]["application/json"]["examples"]
        assert {"base", "base-2000", "wheel-of-fortune", "discovery", "castle"} <= set(examples)


def test_every_kind_of_problem_has_an_example() -> None:
    responses = specification()["components"]["responses"]
    for kind in KINDS:
        content = responses[f"Problem{kind.status}"]["content"]["application/problem+json"]
        example = content["examples"][kind.id]["value"]
        assert (example["type"], example["status"], example["title"]) == (kind.uri, kind.status, kind.title)
        if kind is ILLEGAL:
            assert example["errors"][0]["rule"] == "placement.match"


def test_every_code_is_documented() -> None:
    described = specification()["components"]["schemas"]["ProblemCode"]["description"]
    for code, meaning in CODES.items():
        assert f"`{code}`: {meaning}" in described
