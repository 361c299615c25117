"""The Castle against a second scorer that shares no code with it, on random games and crowded boards."""

import json
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

import scorer
from scorer.rules.variants import find_ruleset
from tests.brute import castle as brute
from tests.brute import grid
from tests.strategies import crowded_positions, games

VARIANT = find_ruleset("castle")
KINDS = [VARIANT.landscape.kind_json(kind) for kind in VARIANT.tile_set(VARIANT.default_rules()).kinds.values()]
TOWERS = [12, 16, 20, 26, 32, 38, 42, 56, 64, 66, 82, 88, 90]
PLAYERS = ("white", "black")

modest = settings(max_examples=25, suppress_health_check=list(HealthCheck))
switch = st.booleans()


def points(position, phase):
    answer = scorer.score({**position, "phase": phase})
    return {name: player["points"] for name, player in answer["players"].items()}


def filled(scored):
    return {player: scored.get(player, 0) for player in PLAYERS}


def as_shown(region):
    """A region of the second scorer as `features` would show it."""
    counts = {"path": {"fountains": region["fountains"]}, "court": {"markets": region["markets"]}}
    if region["type"] == "court":
        worth = brute.court_points(region)
    else:
        worth = brute.value(region) if region["complete"] else 0
    return {
        "type": region["type"],
        "complete": region["complete"],
        "tiles": region["tiles"],
        "cells": region["cells"],
        "start_spaces": sorted(region["start_spaces"]),
        "open_ports": sorted(map(list, region["open_ports"])),
        "counts": counts.get(region["type"], {}),
        "points": worth,
    }


def as_asked(feature):
    """A feature of the answer, without what the second scorer does not know."""
    shown = {name: feature[name] for name in ("type", "complete", "tiles", "cells", "counts", "points")}
    ports = sorted([port["x"], port["y"], port["port"]] for port in feature["open_ports"])
    return {**shown, "start_spaces": sorted(feature.get("start_spaces", [])), "open_ports": ports}


def bag(things):
    return Counter(json.dumps(thing, sort_keys=True) for thing in things)


@modest
@given(data=st.data(), closed=switch)
def test_features_and_points_equal_the_second_scorer(data, closed):
    rules = {"tower_closed_by_wall": closed}
    position = data.draw(crowded_positions("castle", rules, most=60))
    board = (KINDS, brute.WALL, position["tiles"])
    regions = brute.regions(*board, tower_closed_by_wall=closed)
    assert bag(map(as_asked, scorer.features(position)["features"])) == bag(map(as_shown, regions))
    interim = filled(brute.interim(*board, position["meeples"], tower_closed_by_wall=closed))
    courts = filled(brute.courts(*board, position["meeples"]))
    assert points(position, "interim") == interim
    assert points(position, "final") == {player: interim[player] + courts[player] for player in PLAYERS}


@modest
@given(data=st.data())
def test_who_goes_home_equals_the_second_scorer(data):
    position = data.draw(crowded_positions("castle", most=60))
    finished = [region for region in brute.regions(KINDS, brute.WALL, position["tiles"]) if region["complete"]]
    home = [
        follower
        for follower in position["meeples"]
        if any(grid.stands_in(region, follower["x"], follower["y"], follower["spot"]) for region in finished)
    ]
    answer = scorer.score({**position, "phase": "interim"})
    assert bag(answer["returned"]) == bag(home)
    assert len(answer["lines"]) == sum(bool(grid.followers_in(region, position["meeples"])) for region in finished)


@modest
@given(data=st.data(), must_match=switch)
def test_placements_and_spots_equal_the_second_scorer(data, must_match):
    game = data.draw(games("castle", {"start_space_path_must_match": must_match}, most=30))
    assume(game.bag)
    tile, position = game.bag[-1], game.position
    answer = scorer.placements({**position, "tile": tile})
    offered = {(one["x"], one["y"], one["rotation"]): one["spots"] for one in answer["placements"]}
    board = (KINDS, brute.WALL, position["tiles"])
    assert list(offered) == brute.legal(*board, tile, start_space_path_must_match=must_match)
    for place in data.draw(st.lists(st.sampled_from(sorted(offered)), max_size=4)) if offered else ():
        assert sorted(offered[place]) == brute.spots(*board, position["meeples"], tile, *place)


@modest
@given(data=st.data())
def test_the_empty_area_equals_the_second_scorer(data):
    position = data.draw(crowded_positions("castle", most=60))
    answer = scorer.score({**position, "meeples": [], "castle": {"keeps": {"white": 1}}, "phase": "final"})
    [line] = answer["lines"]
    area = brute.largest_empty_area(brute.WALL, position["tiles"])
    assert (line["points"], len(line["cells"])) == ({"white": area}, area)
    empty = brute.wall_cells(brute.WALL) - grid.tile_cells(position["tiles"])
    assert {tuple(cell) for cell in line["cells"]} in grid.connected_cells(empty)


# Markers, wall tiles and keeps


@modest
@given(data=st.data(), white=st.integers(0, 250), black=st.integers(0, 250), layer=st.sampled_from((None, *PLAYERS)))
def test_the_markers_go_as_far_as_the_points(data, white, black, layer):
    position = data.draw(crowded_positions("castle", most=40))
    position["players"] = [{"name": "white", "score": white}, {"name": "black", "score": black}]
    on_wall = data.draw(st.lists(st.sampled_from(TOWERS), unique=True))
    position["castle"] = {"wall_tiles": {"on_wall": on_wall}}
    question = {**position, "phase": "interim", **({} if layer is None else {"player": layer})}
    answer = scorer.score(question)
    space = {"white": white % 100, "black": black % 100}
    left = set(on_wall)
    for step in answer["castle"]["track"]:
        assert step["from"] == space[step["player"]]
        space[step["player"]] = step["to"]
        there = [tower for tower in left if step["to"] in (tower, tower + 1)]
        assert step["wall_tile"] == (there[0] if there else None)
        left -= set(there)
    assert space == {name: player["after"] % 100 for name, player in answer["players"].items()}
    scorers = [player for line in answer["lines"] for player, scored in line["points"].items() if scored]
    assert [step["player"] for step in answer["castle"]["track"]] == scorers
    if layer is not None:
        # All that the layer scores comes before what the other scores.
        assert scorers == sorted(scorers, key=lambda player: player != layer)


@pytest.mark.parametrize("own_completion", [True, False])
@settings(modest, max_examples=40)
@given(data=st.data(), layer=st.sampled_from((None, *PLAYERS)))
def test_whether_the_order_matters_equals_trying_all_orders(own_completion, data, layer):
    position = data.draw(crowded_positions("castle", {"keep_needs_own_completion": own_completion}, most=45))
    assume(position["tiles"])
    last = {name: position["tiles"][-1][name] for name in ("x", "y")}
    position["meeples"] = few_scorings(position, most=4)
    position["players"] = [{"name": name, "score": data.draw(st.integers(8, 14))} for name in PLAYERS]
    position["castle"] = {"keeps": data.draw(st.sampled_from([{}, {"white": 1}, {"black": 2}]))}
    question = {**position, "phase": "interim", "last": last}
    if layer is not None:
        question["player"] = layer
    named = [named_by(region) for region in judged(position, last)]
    assume(len(named) <= 4)
    judgements = [castle_in(question, order) for order in permutations(named)]
    outcomes = {outcome(castle) for castle in judgements if castle is not None}
    asked = scorer.score(question)
    assert asked["castle"]["order_matters"] == (len(outcomes) > 1)
    scorers = {player for line in asked["lines"] for player, scored in line["points"].items() if scored}
    assert None not in judgements or len(scorers) == 2
    event(f"{len(named)} features, matters: {len(outcomes) > 1}")


def castle_in(question, order):
    """What becomes of keeps and markers in this order; None where the rules forbid it."""
    try:
        return scorer.score({**question, "order": list(order)})["castle"]
    except scorer.Illegal as refusal:
        if {problem.code for problem in refusal.problems} != {"order-forbidden"}:
            raise
        return None


def outcome(castle):
    taken = sorted((step["player"], step["wall_tile"]) for step in castle["track"] if step["wall_tile"] is not None)
    return json.dumps([taken, sorted(castle["keeps"].items())])


def few_scorings(position, most):
    """The followers of the first few finished features, and of everything unfinished."""
    finished = [region for region in brute.regions(KINDS, brute.WALL, position["tiles"]) if region["complete"]]
    too_many = [region for region in finished if grid.followers_in(region, position["meeples"])][most:]
    return [
        follower
        for follower in position["meeples"]
        if not any(grid.stands_in(region, follower["x"], follower["y"], follower["spot"]) for region in too_many)
    ]


def judged(position, last):
    """What is finished in this turn: features with followers, and houses that end on the last tile or against it."""
    cell = (last["x"], last["y"])
    found = []
    for region in brute.regions(KINDS, brute.WALL, position["tiles"]):
        near = {grid.cell_of(place) for place in places(region)}
        near |= {grid.cell_of(grid.across(place)) for place in places(region)}
        finished_here = region["type"] == "house" and cell in near
        if region["complete"] and (grid.followers_in(region, position["meeples"]) or finished_here):
            found.append(region)
    return found


def places(region):
    return [(x, y, port) for x, y, _, port in region["spots"] if port is not None]


def named_by(region):
    x, y, terrain, port = min(region["spots"])
    return {"x": x, "y": y, "spot": f"{terrain}@{port}"}
