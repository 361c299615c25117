"""The reference data: complete, true to the library, and kept by clients."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from api.examples import examples
from api.reference import references
from scorer.limits import DEFAULT_LIMITS
from scorer.rulebook import languages, rulebooks, rules_of
from scorer.rules.variants import RULESETS
from scorer.shapes import Reading
from scorer.tiles.kinds import read_kinds
from tests.api.boards import has_shape, two_tiles

NAMES = {name: variant for variant in RULESETS for name in (variant.id, *variant.aliases)}
KEPT = [
    "/v1/variants",
    "/v1/variants/base",
    "/v1/variants/castle/tiles",
    "/v1/variants/wheel-of-fortune/rules",
    "/v1/variants/base/tiles/D.svg",
    "/v1/examples",
    "/v1/examples/city-8-pennant",
    "/v1/examples/city-8-pennant.svg",
    "/openapi.yaml",
    "/healthz",
    "/readyz",
    "/version",
    "/docs",
]


@pytest.mark.parametrize("path", KEPT)
def test_a_client_keeps_what_still_holds(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    assert first.status_code == 200
    etag = first.headers["ETag"]
    for held in (etag, f'"old", {etag}', "*"):
        again = client.get(path, headers={"If-None-Match": held})
        assert again.status_code == 304
        assert again.data == b""
        assert again.headers["ETag"] == etag
    changed = client.get(path, headers={"If-None-Match": '"another"'})
    assert (changed.status_code, changed.data) == (200, first.data)


@pytest.mark.parametrize("reference", references(DEFAULT_LIMITS), ids=lambda reference: reference.id)
def test_answers_conform_to_their_schema(client: FlaskClient, reference: Any) -> None:
    places = {"variant": [variant.id for variant in RULESETS], "example": list(examples())}
    name = next(iter(reference.names), None)
    for value in places.get(name, [""]):
        response = client.get(reference.path.replace(f"{{{name}}}", value))
        assert response.status_code == 200
        assert response.text.endswith("\n")
        assert has_shape(response.json, reference.answer)


def test_every_variant_is_listed(client: FlaskClient) -> None:
    listed = client.get("/v1/variants").json["variants"]
    assert [(v["id"], v["aliases"]) for v in listed] == [(v.id, list(v.aliases)) for v in RULESETS]
    for variant in listed:
        assert client.get(variant["href"]).json["title"] == variant["title"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("path", ["", "/tiles", "/rules"])
def test_a_variant_answers_to_each_of_its_names(client: FlaskClient, name: str, path: str) -> None:
    answer = client.get(f"/v1/variants/{name}{path}").json
    assert answer.get("id", answer.get("variant")) == NAMES[name].id
    assert answer == client.get(f"/v1/variants/{NAMES[name].id}{path}").json


@pytest.mark.parametrize("variant", RULESETS, ids=lambda variant: variant.id)
def test_each_rule_value_with_all_that_it_takes_to_use_it(client: FlaskClient, variant: Any) -> None:
    answer = client.get(f"/v1/variants/{variant.id}").json
    assert [value["name"] for value in answer["rules"]] == [value.name for value in variant.values]
    for value in answer["rules"]:
        assert value["default"] == variant.default_rules()[value["name"]]
        assert value["rule"] in rules_of(variant)
        assert value["passage"]["rulebook"] in rulebooks()
        assert len(value["meaning"]) > 20
        # Every value that it lists is taken, and one that it does not list is refused.
        question = {**two_tiles(variant=variant.id, meeples=[], tiles=[]), "excerpt": True}
        assert value["allowed"]
        for allowed in value["allowed"]:
            chosen = [allowed] if value["schema"]["type"] == "array" else allowed
            answer = client.post("/v1/validate", json={**question, "rules": {value["name"]: chosen}})
            assert answer.json["problems"] == []
        refused = client.post("/v1/validate", json={**question, "rules": {value["name"]: "nonsense"}})
        assert refused.json["errors"][0]["code"] == "rule-value"


def test_the_rule_values_of_the_contract(client: FlaskClient) -> None:
    base = {value["name"]: value for value in client.get("/v1/variants/base").json["rules"]}
    assert (base["small_city"]["default"], base["small_city"]["allowed"]) == (4, [2, 4])
    assert base["farm_scoring"]["default"] == "per-field-3"
    assert base["farm_scoring"]["allowed"] == ["per-field-3", "per-field-3-once", "per-city-4", "none"]
    castle = {value["name"]: value["default"] for value in client.get("/v1/variants/castle").json["rules"]}
    assert castle == {
        "tower_closed_by_wall": True,
        "wall_tile_4_fountain": False,
        "keep_needs_own_completion": True,
        "start_space_path_must_match": False,
    }


@pytest.mark.parametrize("variant", RULESETS, ids=lambda variant: variant.id)
def test_tiles_are_told_in_the_form_that_a_tileset_takes(client: FlaskClient, variant: Any) -> None:
    kinds = client.get(f"/v1/variants/{variant.id}/tiles").json["kinds"]
    reading = Reading()
    again = read_kinds(kinds, variant.landscape, "", reading)
    assert [variant.landscape.kind_json(kind) for kind in again] == kinds
    assert reading.problems == []
    question = {**two_tiles(variant=variant.id, meeples=[], tiles=[]), "excerpt": True}
    response = client.post("/v1/validate", json={**question, "tileset": {"kinds": kinds}})
    assert (response.status_code, response.json["valid"]) == (200, True)


def test_what_lies_on_the_table_before_the_first_move(client: FlaskClient) -> None:
    base = client.get("/v1/variants/base/tiles").json
    assert base["start_tile"] == "D"
    assert "start_pieces" not in base
    wheel = client.get("/v1/variants/wheel-of-fortune/tiles").json
    assert {(piece["x"], piece["y"]) for piece in wheel["start_pieces"]} == {(x, y) for x in range(4) for y in range(4)}
    castle = client.get("/v1/variants/castle/tiles").json
    assert len(castle["wall"]["cells"]) == 76
    assert "6/7" in {piece["label"] for piece in castle["start_pieces"]}


@pytest.mark.parametrize("variant", RULESETS, ids=lambda variant: variant.id)
def test_rules_in_every_language_with_the_own_rulebook_first(client: FlaskClient, variant: Any) -> None:
    answer = client.get(f"/v1/variants/{variant.id}/rules").json
    assert {rule["id"] for rule in answer["rules"]} == set(rules_of(variant))
    books = {book["id"] for book in answer["rulebooks"]}
    for rule in answer["rules"]:
        assert [name for name in rule if name in languages()] == list(languages())
        for passage in rule["passages"]:
            assert ("translation" in passage) == ("language" in passage) == (passage["quote"] is not None)
        cited = [passage["rulebook"] for passage in rule["passages"]]
        assert set(cited) <= books
        if variant.rulebook in cited:
            assert cited[0] == variant.rulebook


def test_every_example_is_listed_and_can_be_opened(client: FlaskClient) -> None:
    listed = client.get("/v1/examples").json["examples"]
    assert [example["id"] for example in listed] == list(examples())
    assert len(listed) > 150
    one = client.get(listed[0]["href"]).json
    assert client.post(f"/v1/{one['call']}", json=one["request"]).status_code == 200
    assert client.get(one["picture"]).content_type == "image/svg+xml"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/v1/variants/kastel", "There is no variant “kastel”; there are base-2000,"),
        ("/v1/variants/kastel/tiles", "There is no variant “kastel”"),
        ("/v1/variants/kastel/rules", "There is no variant “kastel”"),
        ("/v1/variants/kastel/tiles/D.svg", "There is no variant “kastel”"),
        ("/v1/variants/base/tiles/Dx.svg", "No tile of this game is called “Dx”; did you mean “D”?"),
        ("/v1/variants/base/tiles/%20.svg", "No tile of this game is called “ ”; there are A, B, C"),
        ("/v1/examples/city-8-penant", "There is no example “city-8-penant”; did you mean “city-8-pennant”?"),
        ("/v1/examples/§", "There is no example “§”; /v1/examples lists them."),
        ("/v1/examples/city-8-penant.svg", "There is no example “city-8-penant”"),
    ],
)
def test_an_unknown_name_gets_404_with_what_there_is(client: FlaskClient, path: str, said: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response.json["type"] == "/problems#not-found"
    assert response.json["detail"].startswith(said)


def test_which_program_answers(client: FlaskClient) -> None:
    answer = client.get("/version").json
    assert (answer["name"], answer["contract"]) == ("carcassonne-referee", 1)
