"""No request costs more than it may: lists have limits, problems and names are counted out, and the costliest known of
each call stay within multiples of a plain one."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest
from flask.testing import FlaskClient

from api import create_app
from api.calls import CALLS, forms
from api.pictures import form_of as render_form_of
from api.png import Drawer
from api.problems import Refusal
from api.settings import Settings
from bench.costliest import KNOWN, MOST_BYTES, as_body, ask
from bench.hostile import START, WRONG, Recipe
from scorer import TooCostly
from scorer.limits import MOST_NAMES, MOST_PROBLEMS
from scorer.texts import texts

PLAIN = {
    "variant": "base",
    "players": [{"name": "red"}, {"name": "blue"}],
    "tiles": [{"x": x, "y": 0, "tile": "U", "rotation": 90} for x in range(72)],
    "excerpt": True,
}
#: How many times as long as the features of 72 tiles the costliest request may take: two seconds against two
#: milliseconds, and again as much for a machine that has other work too.
MOST_TIMES = 2_000


# Lists and tables


def unlimited(schema: Any, place: str = "") -> Iterator[str]:
    """The lists and tables of a schema that may have any length."""
    if isinstance(schema, list):
        for number, one in enumerate(schema):
            yield from unlimited(one, f"{place}/{number}")
    elif isinstance(schema, dict):
        if schema.get("type") == "array" and "maxItems" not in schema:
            yield place
        if isinstance(schema.get("additionalProperties"), dict) and "maxProperties" not in schema:
            yield place
        for name, content in schema.items():
            yield from unlimited(content, f"{place}/{name}")


@pytest.mark.parametrize("call", [*(call.name for call in CALLS), "render"])
def test_every_list_and_table_of_a_request_has_a_limit(call: str) -> None:
    form_of = next((one.question.form_of for one in CALLS if one.name == call), render_form_of)
    limits = Settings().limits
    for found in forms(form_of).values():
        for form in found:
            schemas = {name: shape.schema(limits) for name, shape in form.fields.items()}
            assert list(unlimited(schemas)) == []


# What is said of them


def test_at_most_so_many_problems_are_listed_then_how_many_more(client: FlaskClient) -> None:
    wrong = {**PLAIN, "tiles": [{**START, "x": x, "tile": "?"} for x in range(300)]}
    found = client.post("/v1/validate", json=wrong).json
    assert len(found["problems"]) == MOST_PROBLEMS
    assert found["more"] == 200
    refused = client.post("/v1/features", json=wrong).json
    assert (len(refused["errors"]), refused["more"]) == (MOST_PROBLEMS, 200)
    assert refused["detail"] == "The position has 300 problems."
    assert "more" not in client.post("/v1/features", json={**PLAIN, "tiles": [{**START, "tile": "?"}]}).json


def test_a_sentence_names_only_so_many() -> None:
    words = [f"w{number}" for number in range(50)]
    assert texts().enumerate(words[:MOST_NAMES]).endswith("w18 and w19")
    assert texts().enumerate(words).endswith("w18, w19 and 30 more")


def test_a_name_of_a_table_is_a_name(client: FlaskClient) -> None:
    refused = client.post("/v1/score", json={**PLAIN, "phase": "final", "claim": {"x" * 100: 1}}).json
    assert [(one["code"], one["pointer"]) for one in refused["errors"]] == [("out-of-range", f"/claim/{'x' * 60}")]


def test_nearest_names_are_looked_for_only_so_often(monkeypatch: pytest.MonkeyPatch, client: FlaskClient) -> None:
    looked: list[str] = []
    monkeypatch.setattr("scorer.problems.nearest", lambda word, _: looked.append(word))
    monkeypatch.setattr("scorer.game.reading.nearest", lambda word, _: looked.append(word))
    tiles = [{**START, f"f{number}": 1} for number in range(200)]
    unknown = {f"g{number}": 1 for number in range(200)}
    client.post("/v1/validate", json={**PLAIN, "tiles": tiles, "rules": unknown, **unknown})
    assert 0 < len(looked) < 100


# The costliest


def measured(client: FlaskClient, call: str, asked: dict[str, Any]) -> Any:
    return ask(client, call, as_body(asked))


def test_the_costliest_requests_known_stay_within_their_bounds(client: FlaskClient) -> None:
    plain = median(measured(client, "features", PLAIN).seconds for _ in range(9))
    questions = [(recipe.call, str(recipe), recipe.request) for recipe in KNOWN if recipe.worst]
    questions += [(call, name, make) for name, (call, make) in WRONG.items()]
    assert {call for call, _, _ in questions} == {*(call.name for call in CALLS), "render"}
    for call, name, make in questions:
        cost = measured(client, call, make())
        assert cost.status in (200, 422), name
        assert cost.answer < MOST_BYTES, (call, name)
        assert cost.seconds < MOST_TIMES * plain, (call, name)


@pytest.mark.parametrize(
    ("recipe", "limit"),
    [
        (Recipe("features", kind="stripes"), "at most 250000 are judged here"),
        (Recipe("score", kind="fed", followers=1_000, twist="per-city-4"), "at most 400000 are listed here"),
        (Recipe("score", "discovery", "plain", followers=1_000), "at most 400000 are listed here"),
        (Recipe("placements", laid="chessboard"), "more than 20000 ways to lay tile k0"),
        (Recipe("bag", laid="line", kinds=100, twist="countless"), "at most 20000 are looked at here"),
        (Recipe("render", laid="chessboard", twist="ghost"), "more than 20000 ways to lay tile k0"),
    ],
    ids=str,
)
def test_what_would_cost_too_much_is_refused_before_it_is_done(client: FlaskClient, recipe: Recipe, limit: str) -> None:
    response = client.post(f"/v1/{recipe.call}", json=recipe.request())
    assert response.status_code == 422
    assert response.json["type"] == "/problems#too-costly"
    assert [error["code"] for error in response.json["errors"]] == ["too-costly"]
    assert limit in response.json["errors"][0]["detail"]
    assert limit in response.json["detail"]


def test_two_applications_do_not_share_their_limits() -> None:
    small = create_app(Settings(tiles=10, longest_name=20, parts=100, figures=1)).test_client()
    large = create_app(Settings()).test_client()
    made_up = Recipe("features", kind="stripes", tiles=5, players=0).request()
    long_name = {**PLAIN, "tiles": [START], "players": [{"name": "x" * 30}]}
    for asked, code in [(PLAIN, "too-many-items"), (long_name, "out-of-range"), (made_up, "too-costly")]:
        for _ in range(2):
            assert large.post("/v1/features", json=asked).status_code == 200
            refused = small.post("/v1/features", json=asked)
            assert refused.status_code == 422
            assert refused.json["errors"][0]["code"] == code


def test_a_discovery_placement_with_followers_to_take_back_costs_what_the_board_costs(client: FlaskClient) -> None:
    """The work grows with the board, not with the board times the followers."""

    def taken(tiles: int) -> float:
        recipe = Recipe("placements", "discovery", "plain", tiles, followers=4, twist="all of one player")
        asked = recipe.request()
        return min(measured(client, "placements", asked).seconds for _ in range(2))

    assert taken(4_000) < 60 * taken(400)


def test_a_batch_takes_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch, client: FlaskClient) -> None:
    clock = iter(range(100))
    monkeypatch.setattr("api.batch.time.process_time", lambda: next(clock))
    line = as_body({"call": "features", "request": PLAIN, "id": 7})
    body = b"\n".join([line, line, line, b"{"])
    response = client.post("/v1/batch", data=body, content_type="application/x-ndjson")
    found = [json.loads(answer) for answer in response.text.splitlines()]
    assert [(one["id"], one["status"]) for one in found] == [(7, 200), (7, 200), (7, 422), (None, 422)]
    error = found[2]["problem"]["errors"][0]
    assert error["code"] == "too-costly"
    assert error["detail"] == "The lines of a batch may take 2 seconds of computing in all, which are over."


# Pictures


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


def test_a_png_that_takes_too_much_is_refused() -> None:
    with pytest.raises(TooCostly, match="1 MB of memory"):
        Drawer(memory=1 << 20).draw(SVG, 10)


def test_a_png_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.png.DRAW", "import time\ntime.sleep(60)")
    monkeypatch.setattr("api.png.LONGEST", 0.2)
    started = time.monotonic()
    with pytest.raises(TooCostly):
        Drawer().draw(SVG, 10)
    assert time.monotonic() - started < 30


def test_only_a_few_pngs_are_drawn_at_a_time() -> None:
    drawer = Drawer(patience=0.01)
    assert drawer.turns.acquire()
    assert drawer.draw(SVG, 10).startswith(b"\x89PNG")
    assert drawer.turns.acquire()
    with pytest.raises(Refusal) as busy:
        drawer.draw(SVG, 10)
    assert (busy.value.kind.status, busy.value.headers) == (503, {"Retry-After": "1"})
    drawer.turns.release()
    assert drawer.draw(SVG, 10).startswith(b"\x89PNG")
