"""“Was that allowed?”: what was really done, why not, what a position carries from move to move."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import scorer
from scorer.rulebook import rules_of
from scorer.rules.variants import RULESETS, find_ruleset
from tests.replay_games import played

Json = dict[str, Any]
VARIANTS = [ruleset.id for ruleset in RULESETS]


def asked(line: str, **fields: Any) -> Json:
    answer: Json = scorer.move({**scorer.notation.read(line), **fields})
    return answer


def refusals(answer: Json) -> list[tuple[str, str, str]]:
    assert not answer["legal"]
    return [(problem["code"], problem["pointer"], problem["rule"]) for problem in answer["problems"]]


# What was really done

LAID = "base/red,blue/D@0,0/>red:U@1,0"


def with_placed(*placed: Json) -> Json:
    asked_about = scorer.notation.read(LAID)
    answer: Json = scorer.move({**asked_about, "move": {**asked_about["move"], "placed": list(placed)}})
    return answer


OLDER = {"x": 0, "y": 0, "spot": "city"}
RIGHT = {"x": 1, "y": 0, "spot": "road"}
ELSEWHERE = {**RIGHT, "from": "elsewhere"}


@pytest.mark.parametrize(
    ("placed", "expected"),
    [
        ([OLDER], [("not-last-tile", "/move/placed/0", "follower.last-tile")]),
        ([RIGHT, {**RIGHT, "spot": "field@N"}], [("one-action-only", "/move/placed/1", "follower.one")]),
        ([ELSEWHERE], [("not-from-supply", "/move/placed/0/from", "follower.supply")]),
        (
            [RIGHT, {**OLDER, "from": "elsewhere"}],
            [
                ("one-action-only", "/move/placed/1", "follower.one"),
                ("not-last-tile", "/move/placed/1", "follower.last-tile"),
                ("not-from-supply", "/move/placed/1/from", "follower.supply"),
            ],
        ),
        ([{**RIGHT, "spot": "city"}], [("spot-unknown", "/move/placed/0/spot", "follower.spot")]),
        ([{**RIGHT, "figure": "big"}], [("figure-unknown", "/move/placed/0/figure", "follower.supply")]),
    ],
)
def test_what_was_really_placed_is_refused_by_its_own_rule(placed: list[Json], expected: list[Any]) -> None:
    answer = with_placed(*placed)
    assert refusals(answer) == expected
    assert answer["legal_instead"] == {"spots": ["field@N", "field@S", "road@E"]}
    assert all(problem["where"] for problem in answer["problems"] if problem["code"] != "figure-unknown")


def test_what_was_rightly_placed_is_as_if_only_its_spot_were_told() -> None:
    assert with_placed(RIGHT) == scorer.move(f"{LAID}=road")
    assert with_placed() == scorer.move(LAID)
    assert with_placed({**RIGHT, "from": "supply", "figure": "follower"})["legal"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_in_every_game_the_rule_is_one_of_its_own(variant: str) -> None:
    game = played(variant, Random(2), players=2).request()
    position = scorer.replay({**game, "moves": game["moves"][:4]})["position"]
    laid = next(move for move in game["moves"][4:] if "tile" in move)
    move = {name: laid[name] for name in ("player", "tile", "x", "y", "rotation", "wheel") if name in laid}
    older = position["tiles"][-1]
    where = {"x": older["x"], "y": older["y"], "spot": "?"}
    here = {"x": move["x"], "y": move["y"], "spot": "?", "from": "elsewhere"}
    ruleset = find_ruleset(variant)
    assert ruleset is not None
    known = set(rules_of(ruleset))
    for placed in ([where], [here], [here, where]):
        position_now = {key: value for key, value in position.items() if key != "turn"}
        answer = scorer.move({**position_now, "move": {**move, "placed": placed}})
        assert {rule for _, _, rule in refusals(answer)} <= known
        assert answer["position"] == position_now | {"rules": answer["position"]["rules"]}


# Why not


def test_every_neighbour_that_does_not_match_is_named_with_its_edge() -> None:
    answer = asked("base/red,blue/D@0,0;V@1,0;E@0,-1,180/>red:C@1,-1")
    assert {problem["code"] for problem in answer["problems"]} == {"edge-mismatch"}
    assert [problem["where"]["edges"][0]["side"] for problem in answer["problems"]] == ["W", "S"]
    assert [problem["where"]["cells"] for problem in answer["problems"]] == [
        [[1, -1], [0, -1]],
        [[1, -1], [1, 0]],
    ]
    assert (
        answer["legal_instead"]["placements"]
        == scorer.placements("base/red,blue/D@0,0;V@1,0;E@0,-1,180/tile:C,player:red")["placements"]
    )


def test_the_way_to_the_follower_that_is_there_already() -> None:
    answer = asked("base/red,blue/D@0,0=red.road;U@1,0;U@2,0;V@3,0;V@3,1,90/>blue:U@2,1=road")
    (problem,) = answer["problems"]
    assert problem["code"] == "spot-taken"
    assert problem["where"]["cells"] == [[2, 1], [3, 1], [3, 0], [2, 0], [1, 0], [0, 0]]
    assert problem["where"]["meeples"] == [{"player": "red", "x": 0, "y": 0, "spot": "road@E"}]


def is_step(variant: str, cell: list[int], other: list[int]) -> bool:
    """Whether two cells lie side by side, or on the wheel's start board, whose features are printed as a whole."""
    both = [*cell, *other]
    on_start_board = variant == "wheel-of-fortune" and all(0 <= one <= 3 for one in both)
    return on_start_board or abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant != "castle"])
def test_the_way_leads_from_the_tile_to_the_follower(variant: str) -> None:
    game = played(variant, Random(5), players=2).request()
    position = scorer.replay({**game, "moves": []})["position"]
    found = 0
    for move in game["moves"][:25]:
        ruleset = find_ruleset(variant)
        assert ruleset is not None
        if "tile" in move:
            names = ruleset.tile_set(ruleset.default_rules()).oriented[move["tile"]][move["rotation"]].names
            bare = {key: value for key, value in move.items() if key not in ("spot", "retrieve", "crown")}
            for spot in names:
                answer = scorer.move({**position, "move": {**bare, "spot": spot}})
                for problem in answer["problems"]:
                    if problem["code"] == "spot-taken":
                        cells, (first, *_) = problem["where"]["cells"], problem["where"]["meeples"]
                        assert cells[0] == [move["x"], move["y"]]
                        assert cells[-1] == [first["x"], first["y"]]
                        assert all(is_step(variant, *step) for step in pairwise(cells))
                        assert spot not in answer["legal_instead"]["spots"]
                        found += 1
        position = scorer.move({**position, "move": move})["position"]
    assert found


@pytest.mark.parametrize("excerpt", ["", "/excerpt:!t"])
def test_a_board_that_is_not_between_two_turns_is_refused(excerpt: str) -> None:
    line = "base/red,blue/D@0,0;E@0,-1,180=red.city@S/>blue:U@1,0"
    with pytest.raises(scorer.Illegal) as refused:
        scorer.move(line + excerpt)
    (problem,) = refused.value.problems
    assert (problem.code, problem.rule) == ("not-scored-yet", "follower.return")
    assert problem.where is not None
    assert problem.where.to_json()["meeples"] == [{"player": "red", "x": 0, "y": -1, "spot": "city@S"}]


# What a position carries

BUILDERS = (
    "base+traders-and-builders{rules}/red,blue,green/D@0,0=red.road@W;U@1,0=red.builder.road;B@0,1/"
    ">{player}:{move}/turn:(player:{on_turn},part:{part})"
)


def with_builder(player: str, move: str, on_turn: str = "red", part: int = 1, rules: str = "") -> Json:
    return asked(BUILDERS.format(player=player, move=move, on_turn=on_turn, part=part, rules=rules))


def test_a_double_turn_has_two_parts_and_no_third() -> None:
    first = with_builder("red", "U@2,0")
    assert (first["again"], first["next"], first["position"]["turn"]) == (True, "red", {"player": "red", "part": 2})
    second = with_builder("red", "U@2,0", part=2)
    assert (second["again"], second["next"]) == (False, "blue")
    assert second["position"]["turn"] == {"player": "blue", "part": 1}


def test_the_second_part_may_be_waived_where_the_rules_let_it() -> None:
    assert with_builder("blue", "B@0,2", part=2)["legal"]
    assert with_builder("blue", "B@0,2", part=2)["next"] == "green"
    assert refusals(with_builder("green", "B@0,2", part=2))[0][0] == "wrong-turn"
    must = with_builder("blue", "B@0,2", part=2, rules="(builder_turn:must)")
    assert refusals(must)[0][0] == "wrong-turn"
    assert must["legal_instead"] == {"player": "red"}


def test_without_a_turn_anybody_may_move() -> None:
    for player in ("red", "blue"):
        answer = asked(f"base/red,blue/D@0,0/>{player}:U@1,0")
        assert answer["legal"]
        assert answer["position"]["turn"] == {"player": "blue" if player == "red" else "red", "part": 1}
    wrong = asked("base/red,blue/D@0,0/>red:U@1,0/turn:(player:blue)")
    assert refusals(wrong) == [("wrong-turn", "/move/player", wrong["problems"][0]["rule"])]
    assert wrong["position"]["turn"] == {"player": "blue", "part": 1}


def test_what_was_put_away_is_gone() -> None:
    drawn_out = asked("base/red,blue/D@0,0/>red:X@1,0/discarded:!(X)")
    assert refusals(drawn_out)[0][0] == "tile-not-in-bag"
    assert "X" not in drawn_out["legal_instead"]["tiles"]
    river = "base+river/red,blue/R01@0,0/>red:D@0,1"
    assert refusals(asked(river))[0][0] == "bag-order"
    left = scorer.bag("base+river/red,blue/R01@0,0")["left"]
    gone = [kind for kind, count in left.items() for _ in range(count) if kind.startswith("R") and kind != "R"]
    assert len(gone) == 11
    assert asked(river.replace("D@0,1", "D@0,-1"), discarded=gone)["legal"]
    left = scorer.bag("base/red,blue/D@0,0")["left"]
    every = [kind for kind, count in left.items() for _ in range(count)]
    over = asked("base/red,blue/D@0,0/>red:X@1,0", discarded=every)
    assert refusals(over)[0][0] == "game-over"
    assert over["next"] is None


@pytest.mark.parametrize(
    ("line", "pointer"),
    [
        ("base/red,blue/D@0,0/discarded:!(X,X)", "/discarded/1"),
        ("base/red,blue/D@0,0;W@1,0,90/discarded:!(W,W,W,W)", "/discarded/3"),
    ],
)
def test_no_more_can_have_been_put_away_than_there_are(line: str, pointer: str) -> None:
    assert [(problem["code"], problem["pointer"]) for problem in scorer.validate(line)["problems"]] == [
        ("too-many-copies", pointer)
    ]
    assert scorer.validate(f"{line},excerpt:!t")["problems"] == []


def test_a_tile_that_fits_nowhere_is_put_away_and_the_same_player_goes_on() -> None:
    answer = asked("base/red,blue/D@0,0;E@0,-1,180/>red:!C")
    assert answer["position"]["discarded"] == ["C"]
    assert (answer["again"], answer["next"]) == (True, "red")
    needless = asked("base/red,blue/D@0,0/>red:!U")
    assert refusals(needless) == [("discard-needless", "/move/discard", "placement.unplaceable")]
    assert needless["legal_instead"]["placements"]


def test_a_hand_of_two_stays_before_the_player() -> None:
    rules = {"hand_tiles": 2}
    game = played("discovery", Random(1), players=2).request()
    position = scorer.replay({**game, "rules": rules, "moves": []})["position"]
    move = next(move for move in game["moves"] if "tile" in move)
    others = [kind for kind in scorer.bag(position)["left"] if kind != move["tile"]]
    answer = scorer.move({**position, "move": {**move, "hand": [move["tile"], others[0]]}})
    assert answer["legal"]
    assert answer["position"]["players"][0]["hand"] == [others[0]]
    other = {"player": answer["next"], "tile": others[0], "x": 9, "y": 9, "rotation": 0}
    taken = scorer.move({**answer["position"], "move": other})
    assert taken["problems"][0]["code"] in ("tile-not-in-bag", "not-connected")


def test_whose_turn_it_is_told_to_be_need_not_be_the_first_of_the_players() -> None:
    answer = scorer.move("base/red,blue/D@0,0/>red:U@1,0/turn:(player:blue,part:1)")
    assert refusals(answer) == [("wrong-turn", "/move/player", "turn.order")]
    assert answer["problems"][0]["detail"] == "It is blue’s turn, not red’s."


def test_a_known_hand_of_two_holds_the_tile_that_is_laid() -> None:
    known = "discovery(hand_tiles:2)/red(hand:!({})),blue/D48@0,0/>red:D06@0,-1/turn:(player:red,part:1)"
    assert scorer.move(known.format("D04,D06"))["position"]["players"][0]["hand"] == ["D04"]
    # A hand of one has been filled up since.
    assert scorer.move(known.format("D04"))["legal"] is True
    other = scorer.move(known.format("D04,D05"))
    assert refusals(other) == [("hand-mismatch", "/move/tile", "hand.two-tiles")]
    assert other["problems"][0]["detail"] == "Tile D06 is not in the hand, which is D04 and D05."
    assert {placement["tile"] for placement in other["legal_instead"]["placements"]} == {"D04", "D05"}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.no_cover
def test_wall_tiles_that_are_not_told_stay_unknown_until_they_are_used(seed: int) -> None:
    game = played("castle", Random(seed)).request()
    whole = scorer.replay(game)
    position = scorer.replay({**game, "moves": []})["position"]
    unknown = 0
    for move, turn in zip(game["moves"], whole["turns"], strict=True):
        silent = {key: value for key, value in move.items() if key != "took"}
        answer = scorer.move({**position, "move": silent})
        assert answer["legal"], answer["problems"]
        assert {name: total["after"] for name, total in answer["players"].items()} == turn["scores"]
        position = answer["position"]
        held = position["castle"]["wall_tiles"]["held"]
        unknown += sum(tiles.count("unknown") for tiles in held.values())
        assert {player: len(tiles) for player, tiles in held.items() if tiles} == {
            player: len(tiles) for player, tiles in turn["castle"]["wall_tiles"]["held"].items() if tiles
        }
    assert unknown or not any("took" in move for move in game["moves"])


# A scoring, carried out


def test_a_scoring_that_is_carried_out_leaves_the_board_as_the_next_move_finds_it() -> None:
    line = "base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S/phase:interim"
    answer = scorer.score({**scorer.notation.read(line), "carry_out": True})
    position = answer["position"]
    assert [player["score"] for player in position["players"]] == [16, 7]
    assert position["meeples"] == []
    move = {"player": "blue", "tile": "U", "x": 1, "y": 0, "rotation": 0}
    assert scorer.move({**position, "move": move})["legal"]
    assert "position" not in scorer.score(line)


def phases(variant: str, position: Json) -> list[Json]:
    """What can be asked about a position between two turns, with everything that the question needs."""
    found: list[Json] = [{"phase": "final"}]
    if variant == "wheel-of-fortune":
        found += [{"phase": "wheel", "drawn": 1, "player": position["players"][0]["name"]}]
    if variant == "discovery":
        found += [{"phase": "retrieve", "retrieve": meeple} for meeple in position["meeples"][:1]]
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_a_scoring_leaves_is_a_board_again(variant: str) -> None:
    game = played(variant, Random(4), players=2).request()
    position = scorer.replay({**game, "moves": game["moves"][:30]})["position"]
    for told in phases(variant, position):
        answer = scorer.score({**position, **told, "carry_out": True})
        after = answer["position"]
        assert [problem["code"] for problem in scorer.validate(after)["problems"]] == []
        totals = {name: total["after"] for name, total in answer["players"].items()}
        assert {player["name"]: player["score"] for player in after["players"]} == totals
        home = [(one["player"], one["x"], one["y"]) for one in answer["returned"] if "x" in one]
        standing = [(one["player"], one["x"], one["y"]) for one in position["meeples"]]
        left = [(one["player"], one["x"], one["y"]) for one in after["meeples"]]
        assert sorted([*left, *home]) == sorted(standing) if told["phase"] != "final" else left == []
        for name in ("wheel", "castle"):
            if name in answer:
                assert {key: after[name][key] for key in ("pig", "keeps") if key in after[name]} == {
                    key: answer[name][key] for key in ("pig", "keeps") if key in answer[name]
                }
