"""What single games add to a move: the wheel's symbols and crowns, followers taken back, hands, wall tiles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import scorer
from scorer.rulebook import rules_of
from scorer.rules.variants import find_ruleset
from scorer.rules.wheel import CROWN_SPACES
from tests.replay_games import Json

WHEEL = "wheel-of-fortune"


def replayed(variant: str, *moves: Json, **more: Any) -> Json:
    players = ["white", "black"] if variant == "castle" else ["red", "blue"]
    return scorer.replay({"variant": variant, "players": players, "moves": list(moves), **more})


def laid(player: str, tile: str, x: int, y: int, rotation: int = 0, **more: Any) -> Json:
    return {"player": player, "tile": tile, "x": x, "y": y, "rotation": rotation, **more}


def refusal(answer: Json) -> tuple[str, str, str, str]:
    """Why the last move was refused; there is one reason."""
    assert answer["legal"] is False
    (problem,) = answer["turns"][-1]["problems"]
    here = f"/moves/{len(answer['turns']) - 1}"
    assert problem["pointer"].startswith(here)
    assert problem["rule"] in rules_of(find_ruleset(answer["variant"]))
    assert instead(answer)
    return problem["code"], problem["pointer"].removeprefix(here), problem["rule"], problem["detail"]


def instead(answer: Json) -> Json:
    found: Json = answer["turns"][-1]["legal_instead"]
    return found


# The wheel


def road(player: str, number: int, wheel: int, **more: Any) -> Json:
    """The next tile of a road that goes on from the west side of the start board."""
    return laid(player, "U", -number, 1, wheel=wheel, **more)


def test_a_drawn_symbol_acts_before_the_tile_is_laid() -> None:
    answer = replayed(WHEEL, road("red", 1, 3, crown="plague"), road("blue", 2, 2, spot="road"))
    assert answer["legal"], answer["problems"]
    storm, plague = answer["turns"]
    assert [line["text"] for line in storm["lines"]] == [
        "Red scores 7 points for the storm: 7 followers in supply.",
        "Blue scores 7 points for the storm: 7 followers in supply.",
    ]
    assert storm["wheel"] == {"pig": "storm", "crowns": [{"player": "red", "segment": "plague"}]}
    assert storm["supply"] == {"red": 6, "blue": 7}
    crown = plague["lines"][-1]["text"]
    assert crown == "Red scores 6 points for standing alone on the crown spaces of the plague segment: 1 follower x 6."
    assert plague["wheel"] == {"pig": "plague", "crowns": []}
    assert plague["returned"] == [{"player": "red", "segment": "plague"}]
    assert plague["scores"] == {"red": 13, "blue": 7}
    assert answer["position"]["wheel"] == plague["wheel"]
    assert [tile["wheel"] for tile in answer["position"]["tiles"]] == [3, 2]


def test_a_symbol_acts_also_on_a_tile_that_fits_nowhere() -> None:
    kinds = [{"id": "ISLE", "count": 1, "segments": [{"type": "city", "ports": list(PORTS)}]}]
    answer = replayed(WHEEL, {"player": "red", "discard": "ISLE", "wheel": 1}, tileset={"kinds": kinds})
    # City lies beside the start board, so it must be laid there; nothing of the turn remains.
    assert refusal(answer)[0] == "discard-needless"
    assert answer["position"]["wheel"]["pig"] == "fortuna"
    kinds[0]["segments"][0]["type"] = "road"
    kinds[0]["segments"] = [
        {"type": "road", "ports": ["N", "E", "S", "W"]},
        {"type": "city", "ports": ["NL", "EL", "SL", "WL"]},
        {"type": "field", "ports": ["NR", "ER", "SR", "WR"]},
    ]
    answer = replayed(WHEEL, {"player": "red", "discard": "ISLE", "wheel": 3}, tileset={"kinds": kinds})
    assert answer["legal"], answer["problems"]
    assert answer["scores"] == {"red": 7, "blue": 7}
    assert answer["turns"][0]["wheel"]["pig"] == "storm"
    assert answer["on_turn"] == "red"


PORTS = ("NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR")


def test_a_symbol_must_be_printed_on_a_copy_that_is_left() -> None:
    answer = replayed(WHEEL, laid("red", "U", -1, 1))
    said = "Every tile U carries a symbol; name the one that it carries as “wheel”."
    assert refusal(answer) == ("tile-not-in-bag", "/wheel", "wheel.symbols", said)
    assert instead(answer) == {"symbols": {"1": 3, "2": 3, "3": 2}}
    answer = replayed(WHEEL, road("red", 1, 3), road("blue", 2, 3, plague=[]), road("red", 3, 3))
    said = "No tile U with symbol 3 is left."
    assert refusal(answer) == ("tile-not-in-bag", "/wheel", "wheel.symbols", said)
    assert instead(answer) == {"symbols": {"1": 3, "2": 3}}


def test_a_symbol_may_be_on_any_tile_of_which_none_is_told() -> None:
    """Unless a game has led to the position: then whose turn it is is told, and every symbol with it."""
    position = {
        "variant": WHEEL,
        "players": [{"name": "red"}, {"name": "blue"}],
        "tiles": [{"tile": "V", "x": -1, "y": 1, "rotation": 180}],
        "move": laid("red", "V", -1, 0),
    }
    assert scorer.move(position)["legal"]
    (problem,) = scorer.move({**position, "turn": {"player": "red"}})["problems"]
    assert problem["detail"] == "No tile V without a symbol is left; name the symbol that it carries as “wheel”."


PLAGUE = [road("red", 1, 3, spot="road"), road("blue", 2, 1, spot="field@N"), road("red", 3, 1)]
THIEF = {"player": "red", "x": -1, "y": 1, "spot": "road@E"}
FARMER = {"player": "blue", "x": -2, "y": 1, "spot": "field@N"}


def plague(*chosen: Json) -> Json:
    first, second, third = PLAGUE
    return replayed(WHEEL, first, second, {**third, "plague": list(chosen)} if chosen else third)


def test_the_plague_takes_a_follower_of_everybody() -> None:
    answer = plague(FARMER, THIEF)
    assert answer["legal"], answer["problems"]
    assert answer["turns"][-1]["returned"] == [THIEF, FARMER]
    assert answer["position"]["meeples"] == []


def test_nobody_escapes_the_plague() -> None:
    answer = plague()
    said = "The pig reaches the plague: red and blue must take back a follower each."
    assert refusal(answer) == ("plague-missing", "/plague", "wheel.plague", said)
    assert instead(answer) == {"plague_choices": {"red": [THIEF], "blue": [FARMER]}}
    answer = plague(THIEF)
    said = "The pig reaches the plague: blue must take back a follower."
    assert refusal(answer) == ("plague-missing", "/plague", "wheel.plague", said)
    assert instead(answer) == {"plague_choices": {"blue": [FARMER]}}
    answer = plague({**FARMER, "player": "red"}, FARMER)
    said = "The follower on -2,1 (the field to the north) belongs to blue, not to red."
    assert refusal(answer) == ("follower-not-own", "/plague/0", "wheel.plague", said)


def test_there_is_no_plague_where_the_pig_does_not_go() -> None:
    answer = replayed(WHEEL, road("red", 1, 1, plague=[THIEF]))
    said = "The pig reaches the taxes segment, not the plague, so nobody takes back a follower."
    assert refusal(answer) == ("plague-not-reached", "/plague", "wheel.pig", said)
    assert instead(answer) == {"plague_choices": {}, "placements": legal_placements("U")}
    answer = replayed(WHEEL, laid("red", "B", -1, 0, plague=[THIEF]))
    said = "The drawn tile carries no symbol, so nobody takes back a follower."
    assert refusal(answer) == ("plague-not-reached", "/plague", "wheel.pig", said)
    assert instead(answer) == {"plague_choices": {}, "placements": legal_placements("B")}


def legal_placements(tile: str) -> list[Json]:
    """Where a tile may go before the first move."""
    players = [{"name": "red"}, {"name": "blue"}]
    found: list[Json] = scorer.placements({"variant": WHEEL, "players": players, "tile": tile})["placements"]
    return found


def test_a_crown_space_holds_one_follower() -> None:
    answer = replayed(WHEEL, road("red", 1, 3, crown="famine"), road("blue", 2, 1, crown="famine"))
    said = "No crown space of the famine segment is free: taken by red."
    assert refusal(answer) == ("crown-occupied", "/crown", "crown.place", said)
    free = {"fortuna": 1, "taxes": 2, "famine": 0, "storm": 2, "inquisition": 1, "plague": 2}
    assert instead(answer) == {"spots": ["field@N", "field@S", "road@E"], "crowns": free}


def test_a_follower_goes_to_the_tile_or_to_a_crown_space() -> None:
    answer = replayed(WHEEL, road("red", 1, 3, crown="famine", spot="road"))
    said = "A player places one follower a turn: on the tile, or on a crown space instead."
    assert refusal(answer) == ("one-action-only", "/crown", "crown.place", said)
    assert instead(answer) == {"spots": ["field@N", "field@S", "road@E"], "crowns": CROWN_SPACES}


def test_whoever_has_no_follower_left_takes_no_crown_space() -> None:
    said = "Red has no follower left to place: all 7 are out."
    assert refusal(seven_crowns()) == ("no-follower-left", "/crown", "follower.supply", said)
    answer = seven_crowns(spot="field")
    assert refusal(answer)[0] == "one-action-only"
    assert instead(answer)["spots"] == []


def seven_crowns(**more: Any) -> Json:
    """Red sets all his followers on crown spaces, and one more; no tile carries a symbol."""
    segments = ["taxes", "taxes", "famine", "storm", "storm", "inquisition", "plague", "plague"]
    position: Json = {"variant": WHEEL, "players": [{"name": "red"}, {"name": "blue"}], "tiles": []}
    moves: list[Json] = []
    for tile in ["B"] * 4 + ["E"] * 4 + ["W"] * 4 + ["A"] * 2 + ["H"] * 2:
        place = scorer.placements({**position, "tile": tile})["placements"][0]
        cell = {"tile": tile, **{key: place[key] for key in ("x", "y", "rotation")}}
        position["tiles"].append(cell)
        player = ("red", "blue")[len(moves) % 2]
        moves.append({"player": player, **cell, **({"crown": segments.pop(0)} if player == "red" else {})})
    last = next(move for move in reversed(moves) if move["player"] == "red")
    last.update(more)
    return replayed(WHEEL, *moves)


@pytest.mark.parametrize("field", ["crown", "plague"])
def test_without_its_actions_the_wheel_is_a_start_board(field: str) -> None:
    rules = {"wheel_actions": False}
    answer = replayed(WHEEL, road("red", 1, 3, **{field: {"crown": "storm", "plague": [THIEF]}[field]}), rules=rules)
    said = "With “wheel_actions”: false there is no pig, no action and no crown space."
    assert refusal(answer) == ("wheel-off", f"/{field}", "wheel.actions-off", said)
    legal = {
        "crown": {"spots": ["field@N", "field@S", "road@E"]},
        "plague": {"plague_choices": {}, "placements": legal_placements("U")},
    }
    assert instead(answer) == legal[field]
    answer = replayed(WHEEL, road("red", 1, 3), rules=rules)
    assert answer["legal"]
    assert answer["scores"] == {"red": 0, "blue": 0}
    assert "wheel" not in answer["turns"][0]


# The Discovery

SHEPHERD = laid("red", "D04", 1, 0, spot="mountain@E")
PASS = laid("blue", "D04", -1, 0)


def test_a_follower_is_taken_back_and_scored() -> None:
    back = laid("red", "D05", 2, 0, retrieve={"x": 1, "y": 0, "spot": "mountain"})
    answer = replayed("discovery", SHEPHERD, PASS, back)
    assert answer["legal"], answer["problems"]
    (line,) = answer["turns"][-1]["lines"]
    assert line["text"] == "Red takes the shepherd on 1,0 back and scores 1 point for the unfinished mountains: 1 city."
    assert answer["turns"][-1]["supply"] == {"red": 4, "blue": 4}
    assert answer["scores"] == {"red": 1, "blue": 0}


def test_only_a_follower_of_ones_own_is_taken_back() -> None:
    back = laid("blue", "D04", -1, 0, retrieve={"x": 1, "y": 0, "spot": "mountain@E"})
    answer = replayed("discovery", SHEPHERD, back)
    said = "The follower on 1,0 (the mountains to the east) belongs to red, not to blue."
    assert refusal(answer) == ("follower-not-own", "/retrieve", "retrieve.own", said)
    # Another follower may be placed instead.
    assert instead(answer) == {"spots": ["grass@N"], "retrievals": []}
    back = laid("red", "D05", 2, 0, retrieve={"x": 5, "y": 5, "spot": "sea"})
    answer = replayed("discovery", SHEPHERD, PASS, back)
    said = "There is no tile on 5,5."
    assert refusal(answer) == ("no-tile-there", "/retrieve", "retrieve.own", said)
    shown = {"player": "red", "x": 1, "y": 0, "spot": "mountain@E", "points": 1, "complete": False}
    assert instead(answer) == {"spots": ["grass@N"], "retrievals": [shown]}


def test_a_turn_places_a_follower_or_takes_one_back() -> None:
    back = laid("red", "D05", 2, 0, spot="grass@N", retrieve={"x": 1, "y": 0, "spot": "mountain@E"})
    answer = replayed("discovery", SHEPHERD, PASS, back)
    said = "In a turn a player places a follower, or takes one back, not both."
    assert refusal(answer) == ("one-action-only", "/retrieve", "turn.order", said)
    shown = {"player": "red", "x": 1, "y": 0, "spot": "mountain@E", "points": 1, "complete": False}
    assert instead(answer) == {"spots": ["grass@N"], "retrievals": [shown]}


def hands(*hands: list[str], rules: Json | None = None) -> Json:
    """Red and blue in turn, with these hands."""
    moves = [SHEPHERD, PASS, laid("red", "D05", 2, 0)]
    told = [{**move, "hand": hand} if hand else move for move, hand in zip(moves, hands, strict=False)]
    return replayed("discovery", *told, rules={"hand_tiles": 2} if rules is None else rules)


def test_a_hand_of_two_tiles_is_followed() -> None:
    assert hands(["D04", "D05"], ["D04", "D01"], ["D05", "D02"])["legal"]
    assert hands([], ["D04", "D01"], [])["legal"]
    answer = hands(["D02", "D05"])
    said = "Tile D04 is not in the hand, which is D02 and D05."
    assert refusal(answer) == ("hand-mismatch", "/hand", "hand.two-tiles", said)
    assert instead(answer)["hand"] == ["D02", "D05"]
    assert {placement["tile"] for placement in instead(answer)["placements"]} == {"D02", "D05"}
    answer = replayed("discovery", {**SHEPHERD, "hand": []}, rules={"hand_tiles": 2})
    said = "A hand holds two tiles, or one at the end of the game."
    assert refusal(answer) == ("hand-mismatch", "/hand", "hand.two-tiles", said)
    assert "D04" in instead(answer)["tiles"]
    answer = hands(["D04", "D01"], ["D04", "D02"], ["D05", "D03"])
    said = "The hand lacks D01, which was kept from an earlier turn."
    assert refusal(answer) == ("hand-mismatch", "/hand", "hand.two-tiles", said)
    assert instead(answer) == {"hand": ["D01"]}
    answer = hands(["D04", "D01"], ["D04", "D01"])
    said = "Not enough tiles are left for this hand: of D01 there are too few."
    assert refusal(answer) == ("tile-not-in-bag", "/hand", "tiles.copies", said)
    assert "D01" not in instead(answer)["tiles"]
    answer = hands(["D04"])
    said = "A hand holds two tiles while there are any to draw."
    assert refusal(answer) == ("hand-mismatch", "/hand", "hand.two-tiles", said)
    assert instead(answer)["hand"] == ["D04"]
    assert "D01" in instead(answer)["tiles"]
    answer = hands(["D04", "D01"], rules={})
    said = "A hand of two tiles is asked with “rules”: “hand_tiles”: 2."
    assert refusal(answer) == ("field-unknown", "/hand", "hand.two-tiles", said)


def two_open(*moves: Json) -> Json:
    """Red and blue have told their hands in their first moves: red keeps D01, blue D02."""
    told = [{**SHEPHERD, "hand": ["D04", "D01"]}, {**PASS, "hand": ["D04", "D02"]}]
    return replayed("discovery", *told, *moves, rules={"hand_tiles": 2})


def test_a_tile_that_lies_open_before_another_cannot_be_laid() -> None:
    answer = two_open(laid("red", "D02", 2, 0))
    said = "Tile D02 lies open before blue; no other is left."
    assert refusal(answer) == ("tile-not-in-bag", "/tile", "hand.two-tiles", said)
    assert {"D01", "D03"} <= instead(answer)["tiles"].keys()
    assert "D02" not in instead(answer)["tiles"]
    answer = two_open({"player": "red", "discard": "D02", "hand": ["D02", "D01"]})
    assert refusal(answer) == ("tile-not-in-bag", "/discard", "hand.two-tiles", said)


def test_what_was_kept_is_remembered_over_moves_that_tell_no_hand() -> None:
    drawn = laid("red", "D05", 2, 0)
    answer = two_open(drawn, laid("blue", "D01", 0, 1))
    said = "Tile D01 lies open before red; no other is left."
    assert refusal(answer) == ("tile-not-in-bag", "/tile", "hand.two-tiles", said)
    kept = next(place for place in places(answer, "D02") if place["x"] < 0)
    next_hand = {**laid("red", "D03", 3, 0), "hand": ["D03", "D06"]}
    answer = two_open(drawn, laid("blue", "D02", kept["x"], kept["y"], kept["rotation"]), next_hand)
    said = "The hand lacks D01, which was kept from an earlier turn."
    assert refusal(answer) == ("hand-mismatch", "/hand", "hand.two-tiles", said)


def places(answer: Json, tile: str) -> list[Json]:
    """Where a tile may go on the board that a game has led to."""
    found: list[Json] = scorer.placements({**answer["position"], "hand": [tile]})["placements"]
    return found


def test_a_removed_tile_cannot_be_drawn() -> None:
    answer = replayed("discovery", laid("red", "D02", 1, 0), rules={"removed_tiles": ["D02"]})
    said = "Tile D02 was removed before play; no other is left."
    assert refusal(answer) == ("tile-not-in-bag", "/tile", "tiles.removed", said)


# The Castle

#: A whole game: black takes the wall tile of 12 in move 40, white that of 20 in move 41, black that of 16 in move 45.
CASTLE: Json = json.loads((Path(__file__).parent / "games" / "castle.json").read_text("utf-8"))


def castle(changes: dict[int, Json], most: int = 60, **more: Any) -> Json:
    """The game up to a move, with some fields of single moves changed, or left out where they are None."""
    moves = [dict(move) for move in CASTLE["moves"][:most]]
    for number, change in changes.items():
        moves[number - 1] |= change
        for field in [name for name, value in change.items() if value is None]:
            del moves[number - 1][field]
    return replayed("castle", *moves, **more)


def took(tower: int, wall_tile: int) -> Json:
    return {"took": [{"tower": tower, "wall_tile": wall_tile}]}


def test_wall_tiles_are_taken_by_landing_on_a_corner_tower() -> None:
    answer = castle({})
    assert answer["legal"], answer["problems"]
    before, after = answer["turns"][38]["castle"], answer["turns"][39]["castle"]
    assert (before["wall_tiles"]["on_wall"][0], before["wall_tiles"]["held"]) == (12, {})
    assert (after["wall_tiles"]["on_wall"][0], after["wall_tiles"]["held"]) == (16, {"black": [4]})
    assert [(step["player"], step["wall_tile"]) for step in after["track"]] == [("black", 12)]
    assert set(after) == {"keeps", "track", "order_matters", "wall_tiles"}
    held = answer["position"]["castle"]["wall_tiles"]["held"]
    assert held == {"white": [7], "black": [4, 9]}


def test_a_wall_tile_that_was_taken_must_be_told() -> None:
    answer = castle({40: {"took": None}})
    said = "Black lands on the corner tower 12/13 and takes its wall tile; name it in “took”."
    assert refusal(answer) == ("wall-tile-untold", "/took", "track.tower", said)
    assert instead(answer) == {"towers": [12], "wall_tiles": list(range(1, 10))}


def test_a_wall_tile_that_nobody_landed_on_is_not_taken() -> None:
    answer = castle({40: took(16, 4)})
    said = "No marker takes a wall tile from the corner tower 16/17 in this turn."
    assert refusal(answer) == ("wall-tile-not-taken", "/took/0", "track.tower", said)
    assert instead(answer) == {"towers": [12], "wall_tiles": list(range(1, 10))}
    answer = castle({40: {"took": [*took(12, 4)["took"], *took(12, 5)["took"]]}})
    said = "The corner tower 12/13 is named twice; it has one wall tile."
    assert refusal(answer) == ("tower-twice", "/took/1", "wall-tiles.count", said)


def test_there_are_two_wall_tiles_of_a_kind() -> None:
    answer = castle({40: took(12, 7), 45: took(16, 7)})
    said = "There are only 2 wall tiles 7, and they were taken before."
    assert refusal(answer) == ("too-many-wall-tiles", "/took/0", "wall-tiles.count", said)
    assert instead(answer) == {"towers": [16], "wall_tiles": [1, 2, 3, 4, 5, 6, 8, 9]}


def test_a_wall_tile_is_used_from_the_next_turn_on() -> None:
    answer = castle({40: {**took(12, 1), "use": [{"wall_tile": 1}]}})
    said = "Black takes wall tile 1 only in this turn; it can be used from the next turn on."
    assert refusal(answer) == ("wall-tile-not-now", "/use/0", "wall-tile.use", said)
    assert instead(answer)["use"] == []


def test_wall_tile_1_gives_another_turn_at_once() -> None:
    changes = {40: took(12, 1), 42: {"use": [{"wall_tile": 1}]}}
    answer = castle(changes, most=42)
    assert answer["legal"], answer["problems"]
    assert (answer["turns"][-1]["player"], answer["on_turn"]) == ("black", "black")
    assert answer["position"]["castle"]["wall_tiles"]["held"] == {"white": [7]}
    assert refusal(castle(changes, most=43))[0] == "wrong-turn"
    twice = {**changes, 42: {"use": [{"wall_tile": 1}, {"wall_tile": 1}]}}
    said = "Black holds no wall tile 1."
    assert refusal(castle(twice, most=42)) == ("wall-tile-not-held", "/use/1", "wall-tile.use", said)


def test_a_second_wall_tile_1_waits_for_the_other_turn() -> None:
    changes = {40: took(12, 1), 45: took(16, 1), 46: {"use": [{"wall_tile": 1}, {"wall_tile": 1}]}}
    said = "Wall tile 1 gives one more turn at once; a second one can be used in that turn."
    answer = castle(changes, most=46)
    assert refusal(answer) == ("wall-tile-twice", "/use/1", "wall-tile.1", said)
    assert instead(answer)["use"] == [{"wall_tile": 1}]


def test_a_wall_tile_is_used_in_ones_own_turn() -> None:
    changes = {40: took(12, 1), 41: {"use": [{"player": "black", "wall_tile": 1}]}}
    said = "Wall tile 1 can be used only in one’s own turn, and this is the turn of white."
    assert refusal(castle(changes, most=41)) == ("wall-tile-not-now", "/use/0", "wall-tile.use", said)
    changes = {40: took(12, 9), 42: {"use": [{"wall_tile": 9}]}}
    said = "Wall tile 9 can be used only at the end of the game."
    assert refusal(castle(changes, most=42)) == ("wall-tile-not-now", "/use/0", "wall-tile.9", said)


def test_a_wall_tile_needs_to_know_for_what() -> None:
    with pytest.raises(scorer.Malformed) as refusal:
        castle({40: took(12, 2), 42: {"use": [{"wall_tile": 2, "y": 3}]}}, most=42)
    problems = [(p.code, p.pointer, p.message.parameters["field"]) for p in refusal.value.problems]
    assert problems == [("field-missing", "/moves/41/use/0", name) for name in ("x", "spot")]
    with pytest.raises(scorer.Malformed) as refusal:
        castle({}, end=True, use=[{"player": "black", "wall_tile": 4}])
    assert {problem.pointer for problem in refusal.value.problems} == {"/use/0"}


def test_the_order_of_scoring_can_be_told() -> None:
    move = CASTLE["moves"][39]
    order = [{"x": move["x"], "y": move["y"], "spot": "court"}]
    code, pointer, rule, _ = refusal(castle({40: {"order": order}}))
    assert (code, pointer, rule) in {
        ("not-scored", "/order/0", "score.order"),
        ("spot-unknown", "/order/0/spot", "score.order"),
    }
    scored = [{"x": 6, "y": 9, "spot": "house@ER"}, {"x": 7, "y": 10, "spot": "house@ER"}]
    assert instead(castle({40: {"order": order}})) == {"use": [], "order": scored}
    assert castle({40: {"order": scored}}, most=40)["legal"]


def test_wall_tiles_can_be_named_at_the_end() -> None:
    answer = castle({}, end=True)
    assert answer["legal"], answer["problems"]
    five = [line for line in answer["final"]["lines"] if line["type"] == "wall-tile-9"]
    assert [line["points"] for line in five] == [{"black": 5}]
    assert castle({}, end=True, use=[{"player": "black", "wall_tile": 9}])["final"] == answer["final"]
    refused = castle({}, end=True, use=[{"player": "white", "wall_tile": 9}])
    assert refused["legal"] is False
    assert all(turn["legal"] for turn in refused["turns"])
    assert "final" not in refused
    (problem,) = refused["problems"]
    assert (problem["code"], problem["pointer"]) == ("wall-tile-not-held", "/use/0")
    assert refused["scores"] == answer["turns"][-1]["scores"]


def test_a_tile_lies_inside_the_wall() -> None:
    answer = replayed("castle", laid("white", "C02", 0, 0))
    code, pointer, rule, detail = refusal(answer)
    assert (code, pointer, rule) == ("outside-wall", "", "placement.wall")
    assert detail == "The cell 0,0 lies outside the wall."
    assert instead(answer)["placements"]
    answer = replayed("castle", laid("white", "C02", 5, 5))
    said = "The tile on 5,5 does not lie at a start space, where the first tile must lie; corners do not count."
    assert refusal(answer) == ("not-connected", "", "placement.start", said)
    answer = castle({2: {"x": 5, "y": 5}})
    said = "No tile lies beside 5,5; corners do not count."
    assert refusal(answer) == ("not-connected", "", "placement.touch", said)
