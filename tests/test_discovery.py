"""The Discovery: the rulebook's printed numbers, and random games judged by a second scorer."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from importlib import resources
from random import Random
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from scorer import Illegal, Malformed, Refused, features, placements, score, validate
from scorer.board.region import Region
from scorer.game.building import build
from scorer.referee.questions import VALIDATE
from scorer.rulebook import rules_of
from scorer.rules.discovery.retrieving import RATES
from scorer.rules.drafts import Draft, Value
from scorer.rules.variants import find_ruleset
from scorer.tiles.ports import PORTS
from tests.boards import lay, stand
from tests.brute import discovery as brute
from tests.brute import grid
from tests.strategies import Game, crowded_positions, start

Json = dict[str, Any]

KINDS: list[Json] = json.loads(resources.files("scorer").joinpath("boxes", "discovery.json").read_text("utf-8"))[
    "kinds"
]
START = "D48:0"


def position(tiles: list[Json] | str, followers: str = "", players: str = "red yellow", **more: Any) -> Json:
    return {
        "variant": "discovery",
        "players": [{"name": name} for name in players.split()],
        "tiles": lay(tiles) if isinstance(tiles, str) else tiles,
        "meeples": stand(followers),
        **more,
    }


def excerpt(tiles: list[Json] | str, followers: str = "", **more: Any) -> Json:
    return position(tiles, followers, excerpt=True, **more)


def feature_at(request: Json, x: int, y: int, terrain: str) -> Json:
    """The only region of a terrain on a cell."""
    found: list[Json] = [
        feature
        for feature in features(request)["features"]
        if feature["type"] == terrain and [x, y] in feature["cells"]
    ]
    assert len(found) == 1
    return found[0]


def without_complete(retrieval: Json) -> Json:
    return {name: value for name, value in retrieval.items() if name != "complete"}


def problems_of(ask: Callable[[Json], Json], request: Json) -> list[tuple[str, str, str | None]]:
    """Code, pointer and rule of everything that is wrong."""
    with pytest.raises(Refused) as refusal:
        ask(request)
    return [(problem.code, problem.pointer, problem.rule) for problem in refusal.value.problems]


def judged(request: Json) -> list[Json]:
    problems: list[Json] = validate(request)["problems"]
    return problems


# The printed numbers

GRASS_4 = ". D64:180 / D08:90 D01:0 D13:270"
GRASS_10 = f"{GRASS_4} / . D04:0"
GRASS_2 = "D08:270 D13:270"
MOUNTAIN_4 = "D14:180 D39:90 D49:0 / D48:0 D49:90 D10:90"
MOUNTAIN_8 = "D10:90 D49:270 D48:180 D51:90 / D49:180 D39:270 D14:0"
MOUNTAIN_TWO_TILES = "D13:90 D54:90 D18:90 D49:270 / . D51:180 D14:0"
SEA_2 = "D49:90 / D13:270 D51:180"
SEA_7 = "D39:180 D51:0 D46:0 / . . D49:270"
SEA_1 = "D49:0 D39:90"
INNER_SEA = "D66:0"


@pytest.mark.parametrize(
    ("board", "follower", "points", "rule", "cities", "at_end", "sentence"),
    [
        (
            GRASS_4,
            "red 1,1 grass@N",
            4,
            "grass.unfinished",
            [],
            4,
            "Red takes the farmer on 1,1 back and scores 4 points for the unfinished grass: 4 tiles.",
        ),
        (
            GRASS_10,
            "red 1,1 grass@N",
            10,
            "grass.complete",
            [],
            5,
            "Red takes the farmer on 1,1 back and scores 10 points for the finished grass: 5 tiles x 2.",
        ),
        (
            GRASS_2,
            "red 1,0 grass@W",
            2,
            "grass.two-tiles",
            [],
            2,
            (
                "Red takes the farmer on 1,0 back and scores 2 points for the finished grass of two tiles: 2 "
                "tiles. A finished region of two tiles is the exception: it brings no more than an unfinished "
                "one."
            ),
        ),
        (
            MOUNTAIN_4,
            "red 1,0 mountain@E",
            4,
            "mountain.unfinished",
            [[0, 0], [0, 1], [1, 1], [2, 0]],
            4,
            "Red takes the shepherd on 1,0 back and scores 4 points for the unfinished mountains: 4 cities.",
        ),
        (
            MOUNTAIN_8,
            "red 1,1 mountain@N",
            8,
            "mountain.complete",
            [[0, 1], [1, 0], [2, 0], [2, 1]],
            4,
            "Red takes the shepherd on 1,1 back and scores 8 points for the finished mountains: 4 cities x 2.",
        ),
        (
            MOUNTAIN_TWO_TILES,
            "red 1,0 mountain@S",
            4,
            "mountain.two-tiles",
            [[1, 0], [2, 0], [2, 1], [3, 0]],
            4,
            (
                "Red takes the shepherd on 1,0 back and scores 4 points for the finished mountains of two tiles: "
                "4 cities. A finished region of two tiles is the exception: it brings no more than an unfinished "
                "one."
            ),
        ),
        (
            SEA_2,
            "red 0,1 sea@N",
            2,
            "sea.unfinished",
            [[0, 0], [1, 1]],
            2,
            "Red takes the sailor on 0,1 back and scores 2 points for the unfinished sea: 2 port cities.",
        ),
        (
            SEA_7,
            "red 2,1 sea@N",
            7,
            "sea.complete",
            [[1, 0], [2, 0], [2, 1]],
            3,
            "Red takes the sailor on 2,1 back and scores 7 points for the finished sea: 4 tiles + 3 port cities.",
        ),
        (
            SEA_1,
            "red 0,0 sea@E",
            1,
            "sea.two-tiles",
            [[0, 0]],
            1,
            (
                "Red takes the sailor on 0,0 back and scores 1 point for the finished sea of two tiles: 1 port "
                "city. A finished region of two tiles is the exception: it brings no more than an unfinished "
                "one."
            ),
        ),
        # A decision: a finished region of one tile counts as finished.
        (
            INNER_SEA,
            "red 0,0 sea",
            1,
            "sea.complete",
            [],
            0,
            "Red takes the sailor on 0,0 back and scores 1 point for the finished sea: 1 tile.",
        ),
        (
            "D50:0",
            "red 0,0 mountain",
            0,
            "mountain.unfinished",
            [],
            0,
            (
                "Red takes the shepherd on 0,0 back and scores nothing for the unfinished mountains: no city "
                "counts for it."
            ),
        ),
    ],
)
def test_a_follower_taken_back(
    board: str, follower: str, points: int, rule: str, cities: list[list[int]], at_end: int, sentence: str
) -> None:
    request = excerpt(board, follower)
    [meeple] = request["meeples"]
    answer = score({**request, "phase": "retrieve", "retrieve": meeple})
    [line] = answer["lines"]
    assert line["points"] == {"red": points}
    assert line["followers"] == {"red": 1}
    assert line["rule"] == rule
    assert line["text"] == sentence
    assert sum(item["points"] for item in line["items"]) == points
    counted = [item["cities"] for item in line["items"] if "cities" in item]
    assert [[city["x"], city["y"]] for found in counted for city in found] == cities
    assert answer["players"]["red"] == {"before": 0, "points": points, "after": points}
    assert [without_complete(retrieval) for retrieval in answer["retrievals"]] == [
        {**answer["returned"][0], "points": points}
    ]
    feature = feature_at(request, meeple["x"], meeple["y"], meeple["spot"].partition("@")[0])
    assert feature["id"] == line["feature"]
    assert feature["points"] == points
    assert feature["complete"] == line["complete"] == answer["retrievals"][0]["complete"]
    assert feature["majority"] == []
    assert [[city["x"], city["y"]] for city in feature.get("cities", [])] == cities
    assert score({**request, "phase": "final"})["players"]["red"]["points"] == at_end


@pytest.mark.parametrize("name", ["discovery", "overzee", "Neues-Land"])
def test_its_names(name: str) -> None:
    variant = find_ruleset(name)
    assert variant is not None
    assert (variant.id, variant.followers, variant.least_players, variant.most_players) == ("discovery", 4, 2, 5)


def test_every_rule_it_cites_stands_in_the_catalogue() -> None:
    """Those of the core are checked with the core."""
    states = {f"{terrain}.{state}" for terrain, rates in RATES.items() for state in rates}
    cited = states | {"region.final", "retrieve.own", "retrieve.none-interim", "hand.two-tiles", "tiles.removed"}
    assert cited <= rules_of(find_ruleset("discovery")).keys()


def test_grass_counts_no_cities() -> None:
    feature = feature_at(position("D18:180 / D48:0"), 0, 0, "grass")
    assert (feature["points"], feature["counts"]) == (2, {})
    assert "cities" not in feature


def test_mountains_show_their_cities_and_what_they_border_on() -> None:
    feature = feature_at(position("D18:180 / D48:0"), 0, 1, "mountain")
    assert feature["counts"] == {"cities": 2}
    assert feature["cities"] == [{"x": 0, "y": 0, "port": True}, {"x": 0, "y": 1, "port": True}]
    assert feature["touches"] == ["grass-1", "sea-2"]


def test_two_cities_of_one_tile_both_count() -> None:
    feature = feature_at(excerpt("D22:0"), 0, 0, "sea")
    assert feature["counts"] == {"ports": 2}
    assert feature["cities"] == [{"x": 0, "y": 0, "port": True}] * 2


INLAND: Json = {
    "kinds": [
        {
            "id": "inland",
            "count": 4,
            "segments": [
                {"type": "grass", "ports": ["NL", "N", "NR", "EL", "E", "ER"], "touches": [1]},
                {"type": "mountain", "ports": ["SL", "S", "SR", "WL", "W", "WR"], "touches": [0]},
            ],
            "cities": [{"on": [0, 1]}, {"on": [0]}],
        }
    ]
}


def test_a_city_counts_once_also_where_it_stands_in_the_mountains_and_in_grass_beside_them() -> None:
    feature = feature_at(excerpt("inland:0", tileset=INLAND), 0, 0, "mountain")
    assert feature["points"] == 2
    assert feature["cities"] == [{"x": 0, "y": 0, "port": False}] * 2


def test_finished_mountains_still_rise_with_new_cities_in_the_grass_beside_them() -> None:
    before = feature_at(excerpt(MOUNTAIN_8), 1, 1, "mountain")
    wider = excerpt([*lay(MOUNTAIN_8), *lay("D18:0", -1, 0)])
    after = feature_at(wider, 1, 1, "mountain")
    assert before["complete"]
    assert (before["points"], after["points"]) == (8, 10)


# Laying tiles


@pytest.mark.parametrize(
    ("tile", "laid", "legal"),
    [
        # "Het laagland wordt uitgebreid"
        ("D01", (0, -1, 0), True),
        # "Het gebergte wordt uitgebreid"
        ("D02", (-1, 0, 90), True),
        # "Aan één kant wordt de zee uitgebreid, aan de andere kant het gebergte."
        ("D32", (1, 0, 270), True),
        # "Zo mogen landtegels niet worden geplaatst"
        ("D32", (1, 0, 180), False),
        ("D13", (1, 0, 0), False),
        # "Het is niet toegestaan om tegels uitsluitend met de hoeken tegen elkaar te leggen."
        ("D01", (-1, -1, 0), False),
    ],
)
def test_laying_a_tile(tile: str, laid: tuple[int, int, int], *, legal: bool) -> None:
    x, y, rotation = laid
    board = [*lay(START), *lay("D03:0", 1, 1), *lay("D15:180", 0, 1)]
    found = placements(position(board, tile=tile))["placements"]
    assert ((x, y, rotation) in [(one["x"], one["y"], one["rotation"]) for one in found]) == legal
    new = {"x": x, "y": y, "tile": tile, "rotation": rotation}
    assert validate(position([*board, new]))["valid"] == legal


def test_a_mismatch_names_the_landscapes_and_the_rule() -> None:
    [problem] = judged(position("D48:0 D13:0"))
    assert (problem["code"], problem["rule"]) == ("edge-mismatch", "placement.match")
    assert problem["detail"] == "The west edge of the tile on 1,0 shows sea, but its neighbour on 0,0 shows mountain."


def spots_for(request: Json, x: int, y: int, rotation: int) -> list[str]:
    [spots] = [
        placement["spots"]
        for placement in placements(request)["placements"]
        if (placement["x"], placement["y"], placement["rotation"]) == (x, y, rotation)
    ]
    assert isinstance(spots, list)
    return spots


@pytest.mark.parametrize(
    ("followers", "tile", "laid", "spots"),
    [
        # "Rood kan zijn horige uitsluitend als zeeman inzetten. Op de verbonden bergdelen staat [...] al een herder."
        ("yellow 0,0 mountain@E", "D32", (1, 0, 270), ["sea@E"]),
        # It makes no difference that the shepherd is one's own.
        ("red 0,0 mountain@E", "D32", (1, 0, 270), ["sea@E"]),
        # "Rood kan zijn horige als herder of boer inzetten, maar niet als zeeman."
        ("yellow 0,0 sea@S", "D50", (0, 1, 180), ["grass@S", "mountain@E"]),
        ("", "D46", (-1, 0, 0), ["grass@N", "mountain@E", "sea@S"]),
    ],
)
def test_where_a_follower_may_stand(followers: str, tile: str, laid: tuple[int, int, int], spots: list[str]) -> None:
    assert spots_for(position(START, followers, tile=tile, player="red"), *laid) == spots


def test_nobody_stands_anywhere_without_a_follower_left() -> None:
    board = [*lay("D01:0 / D48:0 / D15:180"), *lay("D02:0", 1, 1)]
    four = "red 0,0 grass; red 0,1 mountain; red 0,2 sea; red 1,1 mountain"
    assert spots_for(position(board, four, tile="D34", player="red"), 1, 2, 0) == []
    problem, *_ = judged(position([*board, *lay("D34:0", 1, 2)], f"{four}; red 1,2 sea"))
    assert (problem["code"], problem["rule"]) == ("too-many-followers", "follower.supply")
    assert "owns only 4" in problem["detail"]


# Several followers in one region

TWO_SEAS = [*lay(START), *lay("D14:180", 0, 1), *lay("D46:0", -1, 0)]
JOINED_SEA = [*TWO_SEAS, *lay("D16:180", -1, 1)]
BOTH = "yellow 0,1 sea@N; red -1,0 sea@S"


def test_joined_seas_bring_both_sailors_the_same() -> None:
    apart = score(position(TWO_SEAS, BOTH, phase="retrieve"))["retrievals"]
    assert [retrieval["points"] for retrieval in apart] == [1, 2]
    answer = score(position(JOINED_SEA, BOTH, phase="retrieve"))
    assert answer["lines"] == answer["returned"] == []
    assert answer["retrievals"] == [
        {"player": "red", "x": -1, "y": 0, "spot": "sea@S", "points": 4, "complete": False},
        {"player": "yellow", "x": 0, "y": 1, "spot": "sea@N", "points": 4, "complete": False},
    ]
    feature = feature_at(position(JOINED_SEA, BOTH), 0, 1, "sea")
    assert (feature["points"], feature["majority"], len(feature["meeples"])) == (4, [], 2)


def test_each_of_ones_own_followers_scores_the_region_in_its_own_turn() -> None:
    request = position(JOINED_SEA, "red 0,1 sea@N; red -1,0 sea@S", phase="retrieve")
    for meeple in request["meeples"]:
        answer = score({**request, "retrieve": meeple})
        assert answer["players"]["red"]["points"] == 4
        assert answer["returned"] == [meeple]
        assert len(answer["retrievals"]) == 2


def test_any_port_of_the_segment_names_the_follower() -> None:
    request = position(JOINED_SEA, BOTH, phase="retrieve")
    for spot in ("sea", "sea@W", "sea@NL"):
        answer = score({**request, "retrieve": {"player": "yellow", "x": 0, "y": 1, "spot": spot}})
        assert answer["returned"] == [{"player": "yellow", "x": 0, "y": 1, "spot": "sea@N"}]


def test_an_emptied_region_may_be_taken_again() -> None:
    new = {"x": -1, "y": 1, "rotation": 180}
    asked = {"tile": "D16", "player": "red"}
    assert "sea@N" not in spots_for(position(TWO_SEAS, BOTH, **asked), **new)
    assert "sea@N" in spots_for(position(TWO_SEAS, "", **asked), **new)


# The end of the game


def test_at_the_end_every_follower_has_its_own_line() -> None:
    answer = score(position(JOINED_SEA, f"{BOTH}; red 0,0 grass", phase="final"))
    assert [(line["type"], line["points"], line["rule"]) for line in answer["lines"]] == [
        ("grass", {"red": 1}, "region.final"),
        ("sea", {"red": 4}, "region.final"),
        ("sea", {"yellow": 4}, "region.final"),
    ]
    assert (
        answer["lines"][2]["text"]
        == "Yellow scores 4 points for the unfinished sea, with the follower on 0,1: 4 port cities."
    )
    assert answer["players"]["red"]["points"] == 5
    assert answer["returned"] == []
    assert "retrievals" not in answer


@pytest.mark.parametrize(
    ("board", "follower", "sentence"),
    [
        (
            GRASS_10,
            "red 1,1 grass@N",
            (
                "Red scores 5 points for the finished grass, counted as unfinished at the end, with the follower "
                "on 1,1: 5 tiles."
            ),
        ),
        (
            SEA_1,
            "red 0,0 sea@E",
            (
                "Red scores 1 point for the finished sea of two tiles, counted as unfinished at the end, with "
                "the follower on 0,0: 1 port city."
            ),
        ),
        (
            INNER_SEA,
            "red 0,0 sea",
            (
                "Red scores nothing for the finished sea, counted as unfinished at the end, with the follower on "
                "0,0: no port city lies at it."
            ),
        ),
    ],
)
def test_at_the_end_a_finished_region_counts_as_unfinished(board: str, follower: str, sentence: str) -> None:
    [line] = score(excerpt(board, follower, phase="final"))["lines"]
    assert line["complete"]
    assert line["text"] == sentence


# Questions that are none


def test_there_is_no_interim_scoring() -> None:
    request = position(START, phase="interim")
    assert problems_of(score, request) == [("phase-unknown", "/phase", "retrieve.none-interim")]
    with pytest.raises(Malformed):
        score(request)


def test_a_phase_of_another_game_is_just_unknown() -> None:
    assert problems_of(score, position(START, phase="wheel")) == [("phase-unknown", "/phase", None)]


@pytest.mark.parametrize(
    ("named", "problem"),
    [
        ("green 0,0 sea", ("player-unknown", "/retrieve/player", "players.distinct")),
        ("red 5,5 sea", ("no-tile-there", "/retrieve", "retrieve.own")),
        ("red 0,0 grass", ("no-follower-there", "/retrieve", "retrieve.own")),
        ("red 0,0 cloister", ("no-follower-there", "/retrieve", "retrieve.own")),
        ("yellow 0,0 sea", ("follower-not-own", "/retrieve", "retrieve.own")),
    ],
)
def test_only_an_own_follower_that_is_there_can_be_taken_back(named: str, problem: tuple[str, str, str]) -> None:
    [retrieve] = stand(named)
    request = position(START, "red 0,0 sea@S", phase="retrieve", retrieve=retrieve)
    assert problems_of(score, request) == [problem]
    with pytest.raises(Illegal):
        score(request)


# Expert variants


@pytest.mark.parametrize(
    ("players", "removed"),
    [
        ("a b", ["D01"]),
        ("a b c", ["D01", "D04"]),
        ("a b c d", ["D04", "D04", "D04"]),
        ("a b c d e", ["D01"]),
        ("a b c d e", ["D01", "D02", "D03"]),
        ("a b", []),
    ],
)
def test_tiles_removed_for_equally_many_turns(players: str, removed: list[str]) -> None:
    assert judged(position(START, players=players, rules={"removed_tiles": removed})) == []


@pytest.mark.parametrize(
    ("players", "removed", "pointer", "code", "detail"),
    [
        ("a b", ["D01", "D02"], "", "rule-value", "2 players remove 1 tile before play, not 2."),
        ("a b c", ["D01"], "", "rule-value", "3 players remove 2 tiles before play, not 1."),
        (
            "a b c d e",
            ["D01", "D02"],
            "",
            "rule-value",
            "5 players remove 1 or 3 tiles before play, not 2.",
        ),
        (
            "a b",
            ["D48"],
            "/0",
            "rule-value",
            "D48 is the start tile: it lies on the table before play and cannot be removed.",
        ),
        ("a b", ["D67"], "/0", "tile-unknown", "No tile of this game is called “D67”; did you mean “D66”?"),
        ("a b c", ["D01", "D01"], "/1", "rule-value", "The game holds only 1 tile D01; 2 cannot be removed."),
    ],
)
def test_tiles_that_cannot_be_removed(players: str, removed: list[str], pointer: str, code: str, detail: str) -> None:
    [problem] = judged(position(START, players=players, rules={"removed_tiles": removed}))
    assert (problem["code"], problem["pointer"]) == (code, f"/rules/removed_tiles{pointer}")
    assert problem["detail"] == detail
    assert problem["rule"] == ("tiles.copies" if code == "tile-unknown" else "tiles.removed")


def test_an_unknown_removed_tile_like_no_other_lists_the_kinds() -> None:
    [problem] = judged(position(START, rules={"removed_tiles": ["forest"]}))
    assert problem["detail"].startswith("No tile of this game is called “forest”; there are D01, D02,")


def test_a_second_start_tile_may_be_removed() -> None:
    kind = next(kind for kind in KINDS if kind["id"] == "D48")
    two = {"kinds": [{**kind, "count": 2}]}
    assert judged(position(START, rules={"removed_tiles": ["D48"]}, tileset=two)) == []


def test_an_excerpt_need_not_show_all_players_nor_keep_to_the_copies() -> None:
    assert judged(excerpt("D01:0", players="a", rules={"removed_tiles": ["D01", "D01", "D02"]})) == []
    assert [problem["code"] for problem in judged(excerpt("D01:0", rules={"removed_tiles": ["D48", "D67"]}))] == [
        "rule-value",
        "tile-unknown",
    ]


def test_a_wrong_number_of_players_is_said_once() -> None:
    problems = judged(position(START, players="a b c d e f", rules={"removed_tiles": ["D01"]}))
    assert [problem["code"] for problem in problems] == ["player-count"]


@pytest.mark.parametrize("removed", ["D01", [1], ["D01"] * 4])
def test_removed_tiles_are_a_short_list(removed: object) -> None:
    [(code, pointer, rule)] = problems_of(validate, position(START, rules={"removed_tiles": removed}))
    assert (code, rule) == ("rule-value", "tiles.removed")
    assert pointer.startswith("/rules/removed_tiles")


def test_a_removed_tile_is_not_on_the_board() -> None:
    rules = {"removed_tiles": ["D01"]}
    [problem] = judged(position("D01:0 / D48:0", rules=rules))
    assert (problem["code"], problem["pointer"]) == ("too-many-copies", "/tiles/0/tile")
    more = {"removed_tiles": ["D01", "D01", "D01"]}
    assert "too-many-copies" in [problem["code"] for problem in judged(position("D01:0 / D48:0", rules=more))]


def test_a_removed_tile_is_in_no_hand() -> None:
    rules = {"removed_tiles": ["D01"]}
    assert problems_of(placements, position(START, rules=rules, tile="D01")) == [
        ("too-many-copies", "/tile", "tiles.removed")
    ]
    assert placements(position(START, rules=rules, tile="D02"))["placeable"]
    assert placements(excerpt(START, rules=rules, tile="D01"))["placeable"]


def test_copies_of_a_removed_tile_are_counted_on_the_board_and_in_the_hand() -> None:
    rules = {"removed_tiles": ["D09"], "hand_tiles": 2}
    assert placements(position(START, rules=rules, hand=["D09", "D01"]))["placeable"]
    assert problems_of(placements, position(START, rules=rules, hand=["D09", "D09"])) == [
        ("too-many-copies", "/hand/1", "tiles.removed")
    ]
    unknown = {"removed_tiles": ["D67"]}
    assert sorted(problems_of(placements, position(START, rules=unknown, tile="D67"))) == [
        ("tile-unknown", "/rules/removed_tiles/0", "tiles.copies"),
        ("tile-unknown", "/tile", "tiles.copies"),
    ]


HAND_OF_TWO = {"hand_tiles": 2}


def test_a_hand_of_two_tiles_may_lay_either() -> None:
    both = placements(position(START, rules=HAND_OF_TWO, hand=["D12", "D04"]))
    single = {
        tile: [{**placement, "tile": tile} for placement in placements(position(START, tile=tile))["placements"]]
        for tile in ("D12", "D04")
    }
    assert [one for one in both["placements"] if one["tile"] == "D12"] == single["D12"]
    assert [one for one in both["placements"] if one["tile"] == "D04"] == single["D04"]
    assert len(both["placements"]) == len(single["D12"]) + len(single["D04"])
    order = [(one["x"], one["y"], one["rotation"]) for one in both["placements"]]
    assert order == sorted(order)


def test_two_equal_tiles_in_hand_are_laid_alike_and_the_last_hand_is_one_tile() -> None:
    once = placements(position(START, rules=HAND_OF_TWO, hand=["D04"]))
    assert once["placeable"]
    assert placements(position(START, rules=HAND_OF_TWO, hand=["D04", "D04"])) == once


@pytest.mark.parametrize(
    ("rules", "asked", "problems"),
    [
        ({}, {}, [("field-missing", "", None)]),
        ({}, {"tile": "D01", "hand": ["D01"]}, [("field-unknown", "/hand", "hand.two-tiles")]),
        (HAND_OF_TWO, {}, [("field-missing", "", None)]),
        (
            HAND_OF_TWO,
            {"tile": "D01"},
            [("field-unknown", "/tile", "hand.two-tiles"), ("field-missing", "", None)],
        ),
        (HAND_OF_TWO, {"hand": []}, [("out-of-range", "/hand", "hand.two-tiles")]),
        (HAND_OF_TWO, {"hand": ["D01", "D02", "D03"]}, [("too-many-items", "/hand", None)]),
        (HAND_OF_TWO, {"hand": ["D01", "D99"]}, [("tile-unknown", "/hand/1", "tiles.copies")]),
        ({"hand_tiles": 3}, {"tile": "D01"}, [("rule-value", "/rules/hand_tiles", "hand.two-tiles")]),
    ],
)
def test_a_question_about_a_hand_keeps_to_the_rule_value(
    rules: Json, asked: Json, problems: list[tuple[str, str, str | None]]
) -> None:
    assert problems_of(placements, position(START, rules=rules, **asked)) == problems


def crowded(cities: int) -> Json:
    """Mountains with so many cities, on extra tiles beside each other."""
    kind = {
        "id": "crowded",
        "count": 100,
        "segments": [{"type": "mountain", "ports": list(PORTS)}],
        "cities": [{"on": [0]}] * 10,
    }
    tiles = [{"x": x, "y": 0, "tile": "crowded", "rotation": 0} for x in range(cities // 10)]
    return {**excerpt(tiles), "tileset": {"kinds": [kind]}}


def test_cities_are_listed_while_somebody_could_count_them() -> None:
    (listed,), (many,) = (features(crowded(cities))["features"] for cities in (100, 110))
    assert (len(listed["cities"]), listed["counts"], listed["points"]) == (100, {"cities": 100}, 100)
    assert ("cities" in many, many["counts"], many["points"]) == (False, {"cities": 110}, 110)


def test_a_ruling_leaves_nothing_behind() -> None:
    def values_after(times: int) -> int:
        for _ in range(times):
            score({**excerpt(lay(MOUNTAIN_8)), "meeples": stand("red 1,0 mountain@S"), "phase": "final"})
        gc.collect()
        return sum(isinstance(found, Value) for found in gc.get_objects())

    assert values_after(20) == values_after(1)


# Taking back after laying


def test_placements_tell_of_no_more_followers_than_a_person_could_want() -> None:
    crowd = [{"player": "red", "x": x, "y": 0, "spot": "grass"} for x in range(101)]
    request = excerpt(lay(" ".join(["D01:0"] * 200)), tile="D01", player="red")
    assert len(placements({**request, "meeples": crowd[:100]})["placements"][0]["retrievals"]) == 100
    with pytest.raises(Illegal) as refusal:
        placements({**request, "meeples": crowd})
    assert [(problem.code, problem.pointer) for problem in refusal.value.problems] == [
        ("too-many-followers", "/meeples")
    ]


def test_placements_tell_of_all_that_a_player_owns_however_large_the_board() -> None:
    tiles = [{"x": 2 * x, "y": 2 * y, "tile": "D01", "rotation": 0} for x in range(71) for y in range(71)]
    four = [{"player": "red", "x": 2 * x, "y": 0, "spot": "grass"} for x in range(4)]
    offered = placements({**excerpt(tiles, tile="D01", player="red"), "meeples": four})["placements"]
    assert {len(placement["retrievals"]) for placement in offered} == {4}


def test_placements_tell_what_the_range_brings_if_it_is_finished() -> None:
    board = [tile for tile in lay(MOUNTAIN_8) if (tile["x"], tile["y"]) != (3, 0)]
    request = excerpt(board, "red 1,1 mountain@N", tile="D51")
    finishing = {"x": 3, "y": 0, "rotation": 90}
    assert all(placement["retrievals"] == [] for placement in placements(request)["placements"])
    found = placements({**request, "player": "red"})["placements"]
    [retrievals] = [one["retrievals"] for one in found if {name: one[name] for name in finishing} == finishing]
    assert retrievals == [{"x": 1, "y": 1, "spot": "mountain@N", "points": 8, "complete": True}]
    # Elsewhere the tile adds its own city to the grass beside the range, or nothing.
    others = [one["retrievals"][0] for one in found if one["retrievals"] != retrievals]
    assert {(back["points"], back["complete"]) for back in others} == {(4, False), (5, False)}
    assert all(one["retrievals"] == [] for one in placements({**request, "player": "yellow"})["placements"])


@pytest.mark.parametrize(
    ("board", "follower", "tile", "laid", "points"),
    [
        # One tile joins the follower's sea with another.
        (TWO_SEAS, "red -1,0 sea@S", "D16", (-1, 1, 180), 4),
        # One tile meets the follower's grass over two edges: it is one tile more all the same.
        (lay("D01:0 D01:0 / . D01:0"), "red 0,0 grass", "D01", (0, 1, 0), 4),
        # Two grass regions of one tile become one through another tile: that tile still counts once.
        (lay("D20:90 D01:0 / . D01:0"), "red 1,0 grass", "D01", (0, 1, 0), 4),
    ],
)
def test_what_a_follower_brings_after_regions_are_joined(
    board: list[Json], follower: str, tile: str, laid: tuple[int, int, int], points: int
) -> None:
    found = placements(excerpt(board, follower, tile=tile, player="red"))["placements"]
    [retrievals] = [one["retrievals"] for one in found if (one["x"], one["y"], one["rotation"]) == laid]
    assert [retrieval["points"] for retrieval in retrievals] == [points]


# Random games


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game after some turns, in which followers were taken back too, and at least one tile is left.

    In close games tiles go where they have most neighbours, so that regions are finished and joined.
    """
    random = draw(st.randoms(use_true_random=False))
    game = start("discovery", {}, draw(st.integers(2, 5)), random)
    close = draw(st.booleans())
    for _ in range(draw(st.integers(0, 25))):
        play_turn(game, random, close=close)
    return game


def play_turn(game: Game, random: Random, *, close: bool) -> None:
    """Lays a tile, if it fits, and then places a follower, takes one back or passes."""
    tile, player, before = game.bag.pop(), game.next_player, game.position
    offered = placements({**before, "tile": tile, "player": player})["placements"]
    if close and offered:
        most = max(neighbours(before, placement) for placement in offered)
        offered = [placement for placement in offered if neighbours(before, placement) == most]
    if not offered:
        return
    chosen = random.choice(offered)
    laid = {"x": chosen["x"], "y": chosen["y"], "tile": tile, "rotation": chosen["rotation"]}
    places = [{"player": player, "x": laid["x"], "y": laid["y"], "spot": spot} for spot in chosen["spots"]]
    taken = [{"player": player, **{key: back[key] for key in ("x", "y", "spot")}} for back in chosen["retrievals"]]
    action = random.choice([None, *places, *taken])
    meeples = [meeple for meeple in before["meeples"] if meeple != action]
    if action in places:
        meeples.append(action)
    game.position = {**before, "tiles": [*before["tiles"], laid], "meeples": meeples}
    game.moves.append(laid)


def neighbours(request: Json, placement: Json) -> int:
    cells = grid.tile_cells(request["tiles"])
    return sum(cell in cells for cell in grid.neighbours((placement["x"], placement["y"])))


@given(games().map(lambda game: game.position) | crowded_positions("discovery", most=25))
@settings(max_examples=60)
def test_every_region_and_every_follower_as_the_second_scorer_counts_them(board: Json) -> None:
    meeples = sorted(board["meeples"], key=lambda meeple: (meeple["x"], meeple["y"]))
    assert {problem["code"] for problem in validate(board)["problems"]} <= {"follower-not-free"}
    theirs = brute.regions(KINDS, board["tiles"])
    expected = [
        {
            "type": region["type"],
            "complete": region["complete"],
            "tiles": len(region["cells"]),
            "cells": region["cells"],
            "open_ports": region["open_ports"],
            "counts": counts_of(region),
            "cities": sorted(region["cities"] + region["ports"]),
            "points": brute.value(region),
            "meeples": sorted(
                (meeple["player"], meeple["x"], meeple["y"])
                for meeple in meeples
                if grid.stands_in(region, meeple["x"], meeple["y"], meeple["spot"])
            ),
        }
        for region in theirs
    ]
    found = [
        {
            "type": feature["type"],
            "complete": feature["complete"],
            "tiles": feature["tiles"],
            "cells": feature["cells"],
            "open_ports": sorted((port["x"], port["y"], port["port"]) for port in feature["open_ports"]),
            "counts": feature["counts"],
            "cities": sorted([city["x"], city["y"]] for city in feature.get("cities", [])),
            "points": feature["points"],
            "meeples": sorted((meeple["player"], meeple["x"], meeple["y"]) for meeple in feature["meeples"]),
        }
        for feature in features(board)["features"]
    ]
    assert sorted(found, key=repr) == sorted(expected, key=repr)
    for region in expected:
        event("finished" if region["complete"] else "unfinished")

    homes = [
        next(region for region in theirs if grid.stands_in(region, meeple["x"], meeple["y"], meeple["spot"]))
        for meeple in meeples
    ]
    worths = [brute.value(home) for home in homes]
    answer = score({**board, "phase": "retrieve"})
    assert [without_complete(retrieval) for retrieval in answer["retrievals"]] == [
        {**meeple, "points": worth} for meeple, worth in zip(meeples, worths, strict=True)
    ]
    for meeple, worth in zip(meeples, worths, strict=True):
        taken = score({**board, "phase": "retrieve", "retrieve": meeple})
        assert [line["points"] for line in taken["lines"]] == [{meeple["player"]: worth}]
        assert taken["returned"] == [meeple]

    ends = {player["name"]: 0 for player in board["players"]}
    for meeple, home in zip(meeples, homes, strict=True):
        ends[meeple["player"]] += brute.value(home, at_end=True)
    final = score({**board, "phase": "final"})
    assert {player: entry["points"] for player, entry in final["players"].items()} == ends
    assert len(final["lines"]) == len(meeples)


def counts_of(region: Json) -> dict[str, int]:
    match region["type"]:
        case "mountain":
            return {"cities": len(region["cities"])}
        case "sea":
            return {"ports": len(region["ports"])}
        case _:
            return {}


def after(game: Game, placement: Json) -> Json:
    """The game's position with its next tile laid."""
    laid = {"x": placement["x"], "y": placement["y"], "tile": game.bag[-1], "rotation": placement["rotation"]}
    return {**game.position, "tiles": [*game.position["tiles"], laid]}


@given(games())
@settings(max_examples=40)
def test_placements_spots_and_retrievals_as_the_second_scorer_finds_them(game: Game) -> None:
    tiles, meeples, tile, player = game.position["tiles"], game.position["meeples"], game.bag[-1], game.next_player
    question = {**game.position, "tile": tile}
    found = placements(question)["placements"]
    assert [(one["x"], one["y"], one["rotation"]) for one in found] == brute.legal(KINDS, tiles, tile)
    for one in found:
        assert one["spots"] == brute.spots(KINDS, tiles, meeples, tile, one["x"], one["y"], one["rotation"])

    supply = 4 - sum(meeple["player"] == player for meeple in meeples)
    own = placements({**question, "player": player})["placements"]
    assert [one["spots"] for one in own] == [one["spots"] if supply else [] for one in found]
    for one in own:
        retrievals = score({**after(game, one), "phase": "retrieve"})["retrievals"]
        assert [{"player": player, **back} for back in one["retrievals"]] == [
            back for back in retrievals if back["player"] == player
        ]


@given(games())
@settings(max_examples=40)
def test_laying_a_tile_never_lowers_what_a_follower_brings(game: Game) -> None:
    """No tile takes value away, neither from what a follower brings when it is taken back nor from what it brings at
    the end of the game.

    Neither the exception for two tiles nor finishing a sea is a reason to fall. A region that a tile joins was
    unfinished, and keeps all its tiles and all the cities that it counts. Finishing it with two tiles leaves it worth
    what it would be unfinished; finishing it with more doubles grass and mountains and adds a sea's tiles. So grass
    always rises. Mountains and seas stay as they are exactly where no city comes in and they are not finished, or with
    two tiles only, or are mountains without any city.

    A region that the tile does not join keeps its value; but mountains, even finished ones, rise with each city that
    comes into the grass beside them.

    Only the end of the game takes value away: then a region is worth no more than unfinished.
    """
    before = regions_by_segment(game.position)
    for placement in placements({**game.position, "tile": game.bag[-1]})["placements"]:
        now = regions_by_segment(after(game, placement))
        for segment, (old_region, old) in before.items():
            region, new = now[segment]
            more_cities = cities_of(new) - cities_of(old)
            joined = new.tiles > old.tiles
            if joined:
                assert not old.value.complete
                finished_large = new.value.complete and new.tiles > 2
                stays = region.type != "grass" and not more_cities
                stays &= not finished_large or (region.type == "mountain" and not cities_of(new))
            else:
                assert (new.value.complete, new.tiles) == (old.value.complete, old.tiles)
                assert region.type == "mountain" or not more_cities
                stays = not more_cities
            assert more_cities >= 0
            assert new.value.points == old.value.points if stays else new.value.points > old.value.points
            assert as_unfinished(region, new) >= as_unfinished(old_region, old)
            assert new.value.points >= as_unfinished(region, new)
            if not new.value.complete or new.tiles == 2:
                assert new.value.points == as_unfinished(region, new)
            event(f"{region.type}: {'joined' if joined else 'apart'}, {'stays' if stays else 'rises'}")


def regions_by_segment(request: Json) -> dict[tuple[int, int], tuple[Region, Draft]]:
    """For each segment on the board, by cell and number, its region and what that is worth."""
    game = build(VALIDATE.read(request))
    board = game.board
    found = {}
    for region in board.features():
        worth = game.worth(region)
        for node in region.nodes():
            tile = board.tile_of(node)
            found[board.keys[tile], node - board.first[tile]] = region, worth
    return found


def cities_of(worth: Draft) -> int:
    return sum(worth.counts.values())


def as_unfinished(region: Region, worth: Draft) -> int:
    """What a follower brings at the end of the game."""
    return worth.tiles if region.type == "grass" else cities_of(worth)
