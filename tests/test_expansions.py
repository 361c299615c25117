"""Games with expansions: what holds for all of them, and what is refused."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import scorer
from scorer.notation import read, write
from scorer.rules.variants import EXPANSIONS, find_ruleset, find_variant, ruleset
from tests.brute import expansions as brute
from tests.oracle_games import games as oracle_games
from tests.strategies import crowded_positions, game_of, games

Json = dict[str, Any]

BOXES = Path(scorer.__file__).parent / "boxes"
IDS = [expansion.id for expansion in EXPANSIONS]
WHOLE = "+".join(["base", *IDS])
NO_GOODS = {"wine": 0, "grain": 0, "cloth": 0}

few = settings(max_examples=12, suppress_health_check=list(HealthCheck))


def box(name: str) -> Json:
    found: Json = json.loads((BOXES / f"{name}.json").read_text("utf-8"))
    return found


def brute_kinds(expansions: list[str]) -> list[Json]:
    """The tiles of a game, put together from the boxes' data alone."""
    files = {"river": "river", "inns-and-cathedrals": "inns", "traders-and-builders": "traders"}
    kinds = [
        kind for name in ["base", *(files[one] for one in expansions if one in files)] for kind in box(name)["kinds"]
    ]
    return brute.twins(kinds, box("abbot")["gardens"]) if "abbot" in expansions else kinds


KINDS = brute_kinds(IDS)


def points(answer: Json) -> dict[str, int]:
    return {name: player["points"] for name, player in answer["players"].items()}


def everybody(found: dict[str, int], answer: Json) -> dict[str, int]:
    return {name: found.get(name, 0) for name in answer["players"]}


# The boxes


def test_the_boxes_hold_what_the_second_scorer_reads() -> None:
    whole = find_ruleset("base", *IDS)
    assert whole is not None
    tile_set = whole.tile_set(whole.default_rules())
    assert {kind["id"]: kind["count"] for kind in KINDS} == {kind.id: kind.count for kind in tile_set.kinds.values()}
    symbols = {
        goods: sum(one["count"] * segment.get(goods, 0) for one in KINDS for segment in one["segments"])
        for goods in NO_GOODS
    }
    assert (
        symbols == {token.name: token.count for token in whole.tokens.values()} == {"wine": 9, "grain": 6, "cloth": 5}
    )
    assert sum(kind["count"] for kind in KINDS) == 72 + 12 + 18 + 24


# What holds for every random game


@pytest.mark.parametrize("farm_scoring", ["per-field-3", "per-field-3-once", "per-city-4"])
@few
@given(data=st.data(), small_city=st.sampled_from([2, 4]), pig_bonus=st.sampled_from([1, 1, 0, 2]))
def test_equals_the_second_scorer(farm_scoring: str, small_city: int, pig_bonus: int, data: st.DataObject) -> None:
    rules = {"small_city": small_city, "farm_scoring": farm_scoring, "pig_bonus": pig_bonus}
    drawn = data.draw(st.one_of(crowded_positions(WHOLE, rules, most=25), games(WHOLE, rules, most=30)))
    position = getattr(drawn, "position", drawn)
    tiles, meeples = position["tiles"], position["meeples"]
    interim = scorer.score({**position, "phase": "interim"})
    final = scorer.score({**position, "phase": "final"})
    goods = {player["name"]: player.get("goods", NO_GOODS) for player in position["players"]}
    assert points(interim) == everybody(brute.interim(KINDS, tiles, meeples, small_city), interim)
    theirs = brute.final(KINDS, tiles, meeples, small_city, farm_scoring, pig_bonus=pig_bonus, goods=goods)
    assert points(final) == everybody(theirs, final)
    ours = Counter((f["type"], f["complete"], json.dumps(f["cells"])) for f in scorer.features(position)["features"])
    seen = brute.features(KINDS, tiles)
    assert ours == Counter((f["type"], f["complete"], json.dumps(f["cells"])) for f in seen)
    for line in final["lines"]:
        for player, count in line["points"].items():
            mine = [item["points"] for item in line["items"] if item.get("player", player) == player]
            assert count in (0, sum(mine))


@few
@given(data=st.data())
def test_placements_equal_the_second_scorer(data: st.DataObject) -> None:
    """Where a tile and every figure may go, and what goods a city brings."""
    game = data.draw(games(WHOLE, most=24))
    position, player = game.position, game.next_player
    tile = game.bag[-1]
    offered = scorer.placements({**position, "tile": tile, "player": player})["placements"]
    tiles, meeples = position["tiles"], position["meeples"]
    assert [(one["x"], one["y"], one["rotation"]) for one in offered] == brute.legal(KINDS, tiles, tile)
    for one in offered[:3]:
        placed = {"tile": tile, **{name: one[name] for name in ("x", "y", "rotation")}}
        followers = sum(one["player"] == player and "figure" not in one for one in meeples)
        if followers < 7:
            assert one["spots"] == brute.spots(KINDS, tiles, meeples, placed, player, "follower")
        for figure, spots in one["figures"].items():
            assert spots == brute.spots(KINDS, tiles, meeples, placed, player, figure)
        asked = {**position, "tiles": [*tiles, placed], "phase": "interim", "player": player}
        answer = scorer.score({**asked, "last": {"x": one["x"], "y": one["y"]}})
        held = {name["name"]: name.get("goods", NO_GOODS) for name in position["players"]}
        more = brute.goods_taken(KINDS, [*tiles, placed], (one["x"], one["y"]))
        assert answer["goods"][player] == {kind: held[player][kind] + more[kind] for kind in NO_GOODS}


@few
@given(data=st.data())
def test_order_place_and_notation_change_nothing(data: st.DataObject) -> None:
    """Expansions, tiles and figures in another order, the board elsewhere, or written in one line."""
    position = data.draw(games(WHOLE, most=25)).position
    before = scorer.score({**position, "phase": "final"})
    other = {
        **position,
        "expansions": data.draw(st.permutations(position["expansions"])),
        "tiles": data.draw(st.permutations(position["tiles"])),
        "meeples": data.draw(st.permutations(position["meeples"])),
    }
    assert scorer.score({**other, "phase": "final"}) == before
    assert scorer.features(other) == scorer.features(position)
    assert scorer.validate(other) == scorer.validate(position)
    moved = {
        name: [{**one, "x": one["x"] + 7, "y": one["y"] - 9} for one in position[name]] for name in ("tiles", "meeples")
    }
    after = scorer.score({**position, **moved, "phase": "final"})
    assert (after["players"], [line["rule"] for line in after["lines"]]) == (
        before["players"],
        [line["rule"] for line in before["lines"]],
    )
    again = read(write(position))
    assert again["expansions"] == position["expansions"]
    assert scorer.score({**again, "phase": "final"}) == before


def test_parts_in_any_order_are_the_same_game() -> None:
    variant = find_variant("base")
    assert variant is not None
    found = {ruleset(variant, order) for order in itertools.permutations(EXPANSIONS)}
    assert found == {find_ruleset("base-game", "kooplieden-en-bouwmeesters", "DE-ABT", "inns-and-cathedrals", "river")}


#: What an expansion adds to answers even where nothing of it is on the board.
ADDED = {"figures", "retrievals", "goods", "expansions", "scope"}


def without_added(answer: Any) -> Any:
    if isinstance(answer, dict):
        kept = {name: without_added(value) for name, value in answer.items() if name not in ADDED}
        if "counts" in kept:
            kept["counts"] = {
                name: count for name, count in kept["counts"].items() if count or name in ("pennants", "cities")
            }
        return kept
    return [without_added(one) for one in answer] if isinstance(answer, list) else answer


@pytest.mark.parametrize("variant", ["base", "base-2003", "base-2000"])
@few
@given(data=st.data())
def test_an_expansion_that_the_board_does_not_use_changes_no_ruling(variant: str, data: st.DataObject) -> None:
    game = data.draw(games(variant, most=30))
    added = data.draw(st.lists(st.sampled_from(IDS), min_size=1, unique=True))
    # The River has another start, and with the Abbot some tiles are there once less: a cut-out asks for neither.
    position = {**game.position, "excerpt": bool({"river", "abbot"} & {*added})}
    questions: list[tuple[Any, Json]] = [
        (scorer.features, {}),
        (scorer.validate, {}),
        (scorer.score, {"phase": "interim"}),
        (scorer.score, {"phase": "final"}),
        *[(scorer.placements, {"tile": tile, "player": game.next_player}) for tile in game.bag[-1:]],
    ]
    for ask, fields in questions:
        alone = ask({**position, **fields})
        assert without_added(ask({**position, "expansions": added, **fields})) == without_added(alone)


@pytest.mark.parametrize("expansion", IDS)
def test_a_bigger_game_judges_a_smaller_ones_board_alike(expansion: str) -> None:
    """With no tile of an expansion on the board it changes nothing, whatever others are there."""
    for game in itertools.islice(oracle_games("expansions").values(), 0, None, 16):
        if expansion in game["expansions"] or expansion == "river":
            continue
        tiles = [{"x": 0, "y": 0, "tile": "R01" if "river" in game["expansions"] else "D", "rotation": 0}]
        tiles += [{name: turn["move"][name] for name in ("x", "y", "tile", "rotation")} for turn in game["turns"]]
        position = {
            "variant": game["variant"],
            "expansions": game["expansions"],
            "rules": game["rules"],
            "players": [{"name": name} for name in game["players"]],
            "tiles": tiles,
            "meeples": [],
        }
        more = {**position, "expansions": [*game["expansions"], expansion], "excerpt": True}
        assert without_added(scorer.features(more)) == without_added(scorer.features({**position, "excerpt": True}))


# A game by single moves


@pytest.mark.parametrize(
    ("seed", "rules"), [(7, {}), (1, {"builder_turn": "must"}), (12, {"farm_scoring": "per-city-4"})]
)
def test_a_game_by_single_moves_equals_its_replay(seed: int, rules: Json) -> None:
    """All that a turn may be, with all expansions: figures, the abbot taken back, double turns, tiles put away."""
    random = Random(seed)
    position: Json = {
        "variant": "base",
        "expansions": IDS,
        "rules": rules,
        "players": [{"name": "red"}, {"name": "blue"}, {"name": "green"}],
        "tiles": [{"x": 0, "y": 0, "tile": "R01", "rotation": 0}],
        "meeples": [],
        "turn": {"player": "red", "part": 1},
        "discarded": [],
    }
    found = game_of(position)
    copies = Counter(found.copies(found.tile_set(found.default_rules()), found.default_rules()))
    copies["R01"] -= 1
    bag = list(copies.elements())
    random.shuffle(bag)
    bag.sort(key=lambda tile: ("R03" <= tile <= "R10", tile == "R02"))
    moves, answers, done = [], [], Counter[str]()
    for _ in range(60):
        tile, player = bag.pop(), position["turn"]["player"]
        offered = scorer.placements({**position, "tile": tile, "player": player})["placements"]
        move: Json = {"player": player, "discard": tile}
        if offered:
            # Where something is built on, so that features are finished and builders get their turns.
            choice = max(
                random.sample(offered, min(8, len(offered))), key=lambda one: len(one["figures"].get("builder", ()))
            )
            move = {"player": player, "tile": tile, **{name: choice[name] for name in ("x", "y", "rotation")}}
            wishes = [{"spot": spot} for spot in choice["spots"]]
            wishes += [{"spot": s, "figure": name} for name, spots in choice["figures"].items() for s in spots] * 3
            wishes += [
                {"retrieve": {name: one[name] for name in ("x", "y", "spot")}} for one in choice["retrievals"]
            ] * 3
            if wishes and random.random() < 0.8:
                wish = random.choice(wishes)
                done[wish.get("figure", "retrieve" if "retrieve" in wish else "follower")] += 1
                move |= wish
        answer = scorer.move({**position, "move": move})
        assert answer["legal"], (move, answer["problems"])
        done["again"] += answer["again"]
        moves.append(move)
        answers.append(answer)
        position = answer["position"]
    heading = {"variant": "base", "expansions": IDS, "rules": rules, "players": ["red", "blue", "green"]}
    replay = scorer.replay({**heading, "moves": moves})
    assert replay["legal"]
    assert all(done[name] for name in ("follower", "big", "abbot", "builder", "pig", "retrieve", "again"))
    for turn, answer in zip(replay["turns"], answers, strict=True):
        for name in ("lines", "returned", "supply", "figures", "again"):
            assert turn[name] == answer[name]
        assert turn["scores"] == {name: player["after"] for name, player in answer["players"].items()}
        held = {player["name"]: player.get("goods", NO_GOODS) for player in answer["position"]["players"]}
        assert {**dict.fromkeys(held, NO_GOODS), **turn["goods"]} == held
    assert scorer.validate(position)["valid"]


# The bag, the abbot and goods


RIVER_TILES = ["R03", "R03", "R04", "R04g", "R05", "R06", "R07", "R08", "R09", "R10"]


@pytest.mark.parametrize(
    ("start_tile", "gone", "may_come", "rule"),
    [
        ("in-bag", RIVER_TILES[1:], {"R03": 1}, "river.order"),
        ("in-bag", RIVER_TILES, {"R02": 1}, "river.order"),
        ("with-river", RIVER_TILES[1:], {"R03": 1, "D": 1}, "river.order"),
        ("with-river", RIVER_TILES, {"D": 1}, "river.start-tile"),
        ("with-river", [*RIVER_TILES, "D"], {"R02": 1}, "river.order"),
        ("after-river", RIVER_TILES, {"R02": 1}, "river.order"),
        ("after-river", [*RIVER_TILES, "R02"], {"D": 1}, "river.start-tile"),
    ],
)
def test_what_may_be_drawn_while_the_river_grows(start_tile: str, gone: list[str], may_come: Json, rule: str) -> None:
    """All river tiles first, the lake last of them; the former start tile where the players chose."""
    position = asked(rules={"river_start_tile": start_tile}, discarded=gone)
    answer = scorer.move({**position, "move": {"player": "red", "tile": "E", "x": 0, "y": 1, "rotation": 0}})
    assert [(problem["code"], problem["rule"]) for problem in answer["problems"]] == [("bag-order", rule)]
    assert answer["legal_instead"]["tiles"] == may_come
    assert ("former start tile" in answer["summary"]) == (rule == "river.start-tile")


def test_after_the_river_everything_may_come() -> None:
    for rules, gone in (
        ({}, [*RIVER_TILES, "R02"]),
        ({"river_start_tile": "after-river"}, [*RIVER_TILES, "R02", "D"]),
        ({"river_start_tile": "removed"}, [*RIVER_TILES, "R02"]),
    ):
        position = asked(rules=rules, discarded=gone)
        move = {"player": "red", "tile": "E", "x": 0, "y": 1, "rotation": 180}
        assert scorer.move({**position, "move": move})["legal"]


def test_three_start_tiles_are_left_where_one_is_removed() -> None:
    tiles = [tile(0, 0, "R01"), *[tile(x, -1, "D") for x in (-1, 0, 1, 2)]]
    answer = scorer.validate(asked(tiles=tiles, rules={"river_start_tile": "removed"}))
    assert [(problem["code"], problem["rule"]) for problem in answer["problems"]] == [
        ("too-many-copies", "river.start-tile")
    ]


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ({"x": 0, "y": 0, "spot": "garden"}, "follower-not-own"),
        ({"x": 1, "y": -1, "spot": "cloister"}, "figure-forbidden"),
        ({"x": 9, "y": 9, "spot": "garden"}, "no-tile-there"),
        ({"x": 0, "y": -1, "spot": "city"}, "no-follower-there"),
    ],
)
def test_only_the_own_abbot_is_taken_back(named: Json, code: str) -> None:
    tiles = [tile(0, 0, "Eg"), tile(0, -1, "E", 180), tile(1, -1, "B")]
    meeples = [stands("blue", 0, 0, "garden", "abbot"), {"player": "red", "x": 1, "y": -1, "spot": "cloister"}]
    position = asked(expansions=["abbot"], tiles=tiles, meeples=meeples, excerpt=True)
    move = {"player": "red", "tile": "B", "x": 1, "y": 0, "rotation": 0, "retrieve": named}
    answer = scorer.move({**position, "move": move})
    assert [problem["code"] for problem in answer["problems"]] == [code]
    assert answer["legal_instead"] == {
        "spots": ["cloister", "field@N"],
        "figures": {"abbot": ["cloister"]},
        "retrievals": [],
    }
    offered = scorer.placements({**position, "tile": "B"})["placements"]
    assert all("retrievals" not in one for one in offered)


def test_without_the_layer_nobody_takes_goods_and_that_is_said() -> None:
    tiles = [tile(0, 0, "E", 90), tile(1, 0, "T07"), tile(2, 0, "E", 270)]
    position = asked(expansions=["traders-and-builders"], tiles=tiles, excerpt=True, phase="interim")
    answer = scorer.score(position)
    assert answer["goods"] == {"red": NO_GOODS, "blue": NO_GOODS}
    assert [(one["code"], one["rule"]) for one in answer["assumed"]] == [("layer-untold", "goods.take")]
    told = scorer.score({**position, "player": "red", "last": {"x": 2, "y": 0}, "carry_out": True})
    assert told["assumed"] == []
    assert told["position"]["players"][0]["goods"] == {"wine": 1, "grain": 0, "cloth": 0}


# What is refused


def asked(**fields: Any) -> Json:
    return {
        "variant": "base",
        "expansions": IDS,
        "players": [{"name": "red"}, {"name": "blue"}],
        "tiles": [{"x": 0, "y": 0, "tile": "R01", "rotation": 0}],
        "meeples": [],
        **fields,
    }


def tile(x: int, y: int, kind: str, rotation: int = 0) -> Json:
    return {"x": x, "y": y, "tile": kind, "rotation": rotation}


def stands(player: str, x: int, y: int, spot: str, figure: str) -> Json:
    return {"player": player, "x": x, "y": y, "spot": spot, "figure": figure}


RIVER = [tile(0, 0, "R01"), tile(1, 0, "R03"), tile(2, 0, "R03")]
REFUSED: list[tuple[str, str, Json]] = [
    ("figure-unknown", "/meeples/0/figure", {"tiles": RIVER, "meeples": [stands("red", 1, 0, "field@N", "knight")]}),
    (
        "figure-unknown",
        "/players/0/figures/knight",
        {"players": [{"name": "red", "figures": {"knight": 1}}, {"name": "b"}]},
    ),
    ("figure-forbidden", "/meeples/0", {"tiles": RIVER, "meeples": [stands("red", 1, 0, "field@N", "abbot")]}),
    ("figure-forbidden", "/meeples/0", {"tiles": RIVER, "meeples": [stands("red", 1, 0, "field@N", "builder")]}),
    ("figure-forbidden", "/meeples/0", {"tiles": RIVER, "meeples": [stands("red", 1, 0, "field@N", "pig")]}),
    ("spot-forbidden", "/meeples/0", {"tiles": RIVER, "meeples": [stands("red", 1, 0, "river", "big")]}),
    (
        "too-many-followers",
        "/players/0",
        {"tiles": RIVER, "meeples": [stands("red", 1, 0, "field@N", "big"), stands("red", 2, 0, "field@S", "big")]},
    ),
    (
        "figure-mismatch",
        "/players/0",
        {
            "tiles": RIVER,
            "meeples": [stands("red", 1, 0, "field@N", "big")],
            "players": [{"name": "red", "figures": {"big": 1}}, {"name": "blue"}],
        },
    ),
    (
        "goods-too-many",
        "/players",
        {"players": [{"name": "red", "goods": {"cloth": 3}}, {"name": "b", "goods": {"cloth": 3}}]},
    ),
    ("river-broken", "/tiles/1", {"tiles": [RIVER[0], tile(0, 1, "R03")]}),
    ("river-turn", "/tiles/2", {"tiles": [RIVER[0], tile(1, 0, "R04"), tile(1, 1, "R04g", 90)]}),
    ("start-missing", "/tiles", {"tiles": [tile(0, 0, "D")]}),
    ("edge-mismatch", "/tiles/1", {"tiles": [RIVER[0], tile(1, 0, "B")]}),
    ("too-many-copies", "/tiles/2/tile", {"tiles": [RIVER[0], tile(1, 0, "R04"), tile(1, 1, "R04", 180)]}),
    ("player-count", "/players", {"players": [{"name": f"p{number}"} for number in range(7)]}),
    ("player-count", "/players", {"expansions": ["river"], "players": [{"name": f"p{number}"} for number in range(6)]}),
    (
        "tile-has-follower",
        "/meeples/1",
        {"tiles": RIVER, "meeples": [stands("red", 1, 0, "field@N", s) for s in ("big", "pig")]},
    ),
]


@pytest.mark.parametrize(("code", "pointer", "fields"), REFUSED)
def test_what_validate_refuses(code: str, pointer: str, fields: Json) -> None:
    answer = scorer.validate(asked(**fields))
    assert not answer["valid"]
    assert (code, pointer) in [(problem["code"], problem["pointer"]) for problem in answer["problems"]]
    assert all(problem.get("rule") for problem in answer["problems"] if problem["code"] == code)


def test_figures_and_goods_that_agree_are_taken() -> None:
    players = [
        {"name": "red", "figures": {"big": 0, "abbot": 1, "builder": 1, "pig": 0}, "goods": {"wine": 5, "grain": 6}},
        *[{"name": name} for name in ("blue", "green", "yellow", "black", "pink")],
    ]
    meeples = [stands("red", 1, 0, "field@N", "big"), stands("red", 2, 0, "field@N", "pig")]
    answer = scorer.validate(asked(tiles=RIVER, players=players, meeples=meeples))
    assert (answer["valid"], answer["problems"]) == (True, [])


@pytest.mark.parametrize(
    ("fields", "code", "said"),
    [
        ({"expansions": ["volcano"]}, "expansion-unknown", "There is no expansion “volcano”; there are river, abbot,"),
        ({"variant": "castle"}, "expansion-not-with", "river does not go with castle; it goes with base, base-2003"),
        ({"expansions": ["abbot"], "rules": {"river_turns": "free"}}, "rule-unknown", "base has no rule value"),
        ({"rules": {"river_turns": "zigzag"}}, "rule-value", ""),
        ({"rules": {"pig_bonus": -1}}, "rule-value", ""),
        (
            {"expansions": ["river"], "players": [{"name": "red", "goods": {}}]},
            "field-unknown",
            "There is no field “goods”",
        ),
        ({"expansions": "river"}, "wrong-type", ""),
    ],
)
def test_requests_that_are_no_question(fields: Json, code: str, said: str) -> None:
    with pytest.raises(scorer.Malformed) as refused:
        scorer.validate(asked(**fields))
    problems = [problem for problem in refused.value.problems if problem.code == code]
    assert problems
    assert any(str(scorer.texts.texts().say(problem.message)).startswith(said) for problem in problems)
