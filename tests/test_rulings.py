"""A ruling leaves no question open: what it took for granted, why somebody gets nothing, and what is really wrong."""

from __future__ import annotations

from typing import Any

import pytest

import scorer
from scorer import notation
from scorer.problems import Illegal
from scorer.rules.assumptions import ASSUMPTIONS
from scorer.texts import texts
from tests.boards import lay
from tests.castle_boards import castle, path

Json = dict[str, Any]
PLAYERS = [{"name": "red"}, {"name": "blue"}]
ON_WALL = [12, 16, 20, 26, 32, 38, 42, 56, 64, 66, 82, 88, 90]


def at(x: int, y: int, tile: str, rotation: int = 0, **more: Any) -> Json:
    return {"x": x, "y": y, "tile": tile, "rotation": rotation, **more}


def on(player: str, x: int, y: int, spot: str, **more: Any) -> Json:
    return {"player": player, "x": x, "y": y, "spot": spot, **more}


def base(tiles: list[Json], meeples: list[Json], **more: Any) -> Json:
    board = {"variant": "base", "players": PLAYERS, "tiles": [at(0, 0, "D"), *tiles], "meeples": meeples}
    return {**board, **more}


def taken_for_granted(answer: Json) -> dict[str, str]:
    return {assumption["code"]: assumption["detail"] for assumption in answer["assumed"]}


def refusals(call: str, request: Json) -> list[Json]:
    with pytest.raises(Illegal) as refused:
        getattr(scorer, call)(request)
    return [problem.to_json(texts("en")) for problem in refused.value.problems]


# What is taken for granted

HOUSE = lay("C32:270 C32:0 / C12:270 C07:90", 4, 4)


def test_a_castle_that_tells_nothing_of_its_last_turn_and_its_keeps() -> None:
    answer = scorer.score(castle(HOUSE, "white 4,4 house@ER", phase="final"))
    assert taken_for_granted(answer) == {
        "layer-untold": (
            "It is not told who laid the last tile (“player”): no keep was set or moved for finishing a house, and "
            "nobody’s features were scored first."
        ),
        "on-wall-untold": (
            "It is not told on which corner towers wall tiles still lie (“on_wall”): taken to be all 13 of them."
        ),
        "keeps-untold": (
            "Houses are finished, but it is not told where keeps stand (“keeps”): only those that this turn sets count."
        ),
    }
    [line] = answer["lines"]
    assert line["text"].endswith("No keep is set or moved: it is not told who laid the tile that finished this house.")


def test_a_castle_that_tells_who_laid_the_last_tile_but_not_which() -> None:
    answer = scorer.score(castle(HOUSE, phase="interim", player="white"))
    assert taken_for_granted(answer) == {
        "layer-untold": (
            "It is not told which tile was laid last (“last”): no keep was set or moved for a house without followers "
            "that it may have finished."
        )
    }


def test_a_castle_that_tells_all_takes_nothing_for_granted() -> None:
    told = {"player": "white", "last": {"x": 5, "y": 5}, "castle": {"keeps": {}, "wall_tiles": {"on_wall": ON_WALL}}}
    answer = scorer.score(castle(HOUSE, "white 4,4 house@ER", phase="final", **told))
    assert answer["assumed"] == []
    assert (answer["summary"], answer["winners"]) == ("White wins with 76 points; black 0.", ["white"])


def test_a_wall_tile_that_was_taken_but_not_told() -> None:
    asked = castle(path(3), "white 0,3 path@W", white=9, phase="interim", player="white", last={"x": 2, "y": 3})
    answer = scorer.score({**asked, "castle": {"wall_tiles": {"on_wall": ON_WALL}}, "carry_out": True})
    assert taken_for_granted(answer) == {
        "wall-tile-unknown": "It is not told which wall tile lay on the corner tower 12/13 (“took”)."
    }
    held = answer["position"]["castle"]["wall_tiles"]["held"]
    assert held == {"white": ["unknown"]}
    later = scorer.score(castle(path(3), phase="final", castle={"wall_tiles": {"on_wall": [], "held": held}}))
    assert taken_for_granted(later)["wall-tile-unknown"] == (
        "It is not told what 1 wall tile of white is; it was left out."
    )


def test_wall_tiles_are_held_but_not_told_from_which_towers() -> None:
    asked = castle(path(3), "white 0,3 path@W", white=9, phase="interim", player="white", last={"x": 2, "y": 3})
    answer = scorer.score({**asked, "castle": {"wall_tiles": {"held": {"black": [1]}}}})
    assert taken_for_granted(answer) == {
        "on-wall-untold": (
            "It is not told on which corner towers wall tiles still lie (“on_wall”), and some are held: none was taken "
            "from the wall."
        )
    }
    assert answer["castle"]["track"] == [{"player": "white", "from": 9, "to": 12, "wall_tile": None}]


def test_the_supply_of_a_cut_out() -> None:
    board = {"variant": "wheel-of-fortune", "players": PLAYERS, "excerpt": True, "tiles": [], "meeples": []}
    drawn = {"phase": "wheel", "drawn": 3, "player": "red"}
    answer = scorer.score({**board, **drawn})
    assert answer["summary"] == "Storm: Red scores 7 points, blue 7."
    assert list(taken_for_granted(answer)) == ["supply-untold"]
    told = [{"name": "red", "supply": 1}, {"name": "blue", "supply": 2}]
    assert scorer.score({**board, "players": told, **drawn})["assumed"] == []
    assert list(taken_for_granted(scorer.placements({**board, "tile": "U", "player": "red"}))) == ["supply-untold"]
    assert scorer.placements({**board, "tile": "U"})["assumed"] == []


def test_whether_the_wheels_board_lies_beside_a_cut_out() -> None:
    board = {"variant": "wheel-of-fortune", "players": PLAYERS, "excerpt": True, "meeples": []}
    beside = scorer.features({**board, "tiles": [at(-1, 1, "U")]})
    assert taken_for_granted(beside) == {
        "start-board-in-excerpt": (
            "The cells of the start board are free in this cut-out, so the start board was taken to lie there."
        )
    }
    on_it = scorer.features({**board, "tiles": [at(1, 1, "U")]})
    assert taken_for_granted(on_it) == {
        "start-board-in-excerpt": (
            "Tiles of this cut-out lie on cells of the start board, so the start board was taken to lie elsewhere."
        )
    }
    assert scorer.features({**board, "tiles": [at(9, 9, "U")]})["assumed"] == []


def test_an_end_with_tiles_left() -> None:
    game = {"variant": "base", "players": ["red", "blue"], "moves": [{"player": "red", **at(1, 0, "U")}], "end": True}
    answer = scorer.replay(game)
    assert taken_for_granted(answer) == {"tiles-left": "The game was ended although 70 tiles were left to be drawn."}
    assert taken_for_granted(answer["final"]) == taken_for_granted(answer)
    assert scorer.replay({**game, "end": "early"})["assumed"] == []


def test_an_end_in_the_middle_of_a_double_turn() -> None:
    moves = [
        {"player": "red", **at(1, 0, "U"), "spot": "road"},
        {"player": "blue", **at(-1, 0, "U")},
        {"player": "red", **at(2, 0, "U"), "spot": "road", "figure": "builder"},
        {"player": "blue", **at(-2, 0, "U")},
        {"player": "red", **at(3, 0, "U")},
    ]
    game = {"variant": "base", "expansions": ["traders-and-builders"], "players": ["red", "blue"], "moves": moves}
    assert taken_for_granted(scorer.replay({**game, "end": True}))["second-part-owed"] == (
        "The game was ended although the second part of a double turn was left to red."
    )


def test_goods_of_a_city_whose_last_tile_is_not_told() -> None:
    board = {
        "variant": "base",
        "expansions": ["traders-and-builders"],
        "excerpt": True,
        "tiles": [at(-1, 0, "E", 90), at(0, 0, "T07"), at(1, 0, "E", 270)],
        "meeples": [],
    }
    untold = scorer.score({**board, "players": PLAYERS, "phase": "final"})
    assert taken_for_granted(untold) == {
        "layer-untold": (
            "It is not told who laid the last tile, or which it was (“player”, “last”): nobody took goods for a city "
            "that it may have finished."
        )
    }
    told = scorer.score({**board, "players": PLAYERS, "phase": "final", "player": "blue", "last": {"x": 1, "y": 0}})
    assert told["assumed"] == []
    assert [line["text"] for line in told["lines"]] == [
        "Blue takes 1 barrel of wine for finishing the city to the east on -1,0.",
        "Blue scores 10 points for the most wine: 1 barrel of wine. The others: red 0.",
    ]
    had = [{"name": "red", "goods": {"wine": 1}}, {"name": "blue"}]
    assert scorer.score({**board, "players": had, "phase": "final"})["assumed"] == []


def test_every_assumption_is_documented() -> None:
    assert all(sentence.endswith(".") for sentence in ASSUMPTIONS.values())


# Why somebody gets nothing


def test_a_field_without_a_finished_city() -> None:
    lone = base([], [on("red", 0, 0, "field@S"), on("blue", 0, 0, "field@ER")][:1], phase="final", excerpt=True)
    for variant in ("base-2000", "base-2003", "base"):
        [line] = scorer.score({**lone, "variant": variant})["lines"]
        assert line["text"] == "Red scores nothing for the field: no finished city touches it."
        assert line["because"] == ["field.cities"]
        assert line["points"] == {"red": 0}


def test_a_pig_alone_feeds_no_city() -> None:
    tiles = [at(0, -1, "E", 180)]
    asked = base(tiles, [on("red", 0, -1, "field", figure="pig")], excerpt=True, phase="final")
    asked |= {"variant": "base-2000", "expansions": ["traders-and-builders"]}
    [line] = scorer.score(asked)["lines"]
    assert line["text"] == (
        "Nobody scores for feeding the city to the south on 0,-1 (2 tiles, finished): no farmer stands around it."
    )


def test_a_big_farmer_counts_twice_around_a_city() -> None:
    board = "E@0,0,180=blue.field@N;E@0,1=red.big.field@S"
    asked = notation.read(f"base-2000+inns-and-cathedrals/red,blue/{board}/excerpt:!t")
    [line] = scorer.score({**asked, "phase": "final"})["lines"]
    assert line["points"] == {"red": 4, "blue": 0}
    assert line["followers"] == {"red": 1, "blue": 1}
    assert line["strength"] == {"red": 2, "blue": 1}


def test_a_pig_in_a_field_that_its_player_does_not_score_brings_nothing() -> None:
    """Under the rules of 2003 a city pays a player once, in whichever of his fields."""
    board = "E@0,0,180=red.field@N;E@0,1=blue.field@S;B@1,1=red.pig.field"
    asked = notation.read(f"base-2003+traders-and-builders/red,blue/{board}/excerpt:!t")
    assert [line["points"] for line in scorer.score({**asked, "phase": "final"})["lines"]] == [{"red": 3}, {"blue": 3}]


def test_a_pig_in_another_field_is_not_said_to_stand_there() -> None:
    board = "E@0,0,180=red.field@N;E@0,1=red.field@S;B@1,1=red.pig.field"
    asked = notation.read(f"base-2003+traders-and-builders/red,blue/{board}/excerpt:!t")
    first, second = scorer.score({**asked, "phase": "final"})["lines"]
    assert (first["points"], second["points"]) == ({"red": 4}, {"red": 0})
    assert first["text"] == (
        "Red scores 3 points for the field: 1 finished city x 3. "
        "Red gets 1 point more for the pig, which stands in another field: 1 finished city."
    )


def test_the_wheels_headline_where_nothing_comes_of_it() -> None:
    board = {"variant": "wheel-of-fortune", "players": PLAYERS, "tiles": [], "meeples": []}

    def headline(drawn: int, pig: str) -> str:
        asked = {**board, "wheel": {"pig": pig}, "phase": "wheel", "drawn": drawn, "player": "red"}
        summary: str = scorer.score(asked)["summary"]
        return summary

    assert headline(1, "storm") == "Inquisition: nobody scores."
    assert headline(2, "storm") == "Plague: nobody has a follower on the land."
    assert headline(3, "storm") == "Fortuna: Red scores 3 points."


def test_a_tie_with_a_big_follower_says_that_he_counts_as_two() -> None:
    board = base(
        [at(1, 0, "U"), at(2, 0, "U"), at(3, 0, "U"), at(4, 0, "U"), at(5, 0, "U")],
        [on("red", 1, 0, "road", figure="big"), on("blue", 3, 0, "road"), on("blue", 5, 0, "road")],
        expansions=["inns-and-cathedrals"],
        phase="final",
    )
    [line] = scorer.score(board)["lines"]
    assert line["text"] == (
        "Red and blue score 6 points each for the unfinished road: 6 tiles. They have equally many there: a strength "
        "of 2 each. The big follower counts as two."
    )
    assert line["because"] == ["majority.most", "big.weight"]


# What is really wrong

TOWER = lay("C45:180 C40:180 C28:0 / C41:0 C12:180 C45:180", 4, 4)
DOUBLE = {"player": "white", "wall_tile": 2, "x": 5, "y": 4, "spot": "tower@ER"}


def tower(**more: Any) -> Json:
    told = {"player": "white", "last": {"x": 6, "y": 4}, "castle": {"keeps": {}, "wall_tiles": {"on_wall": ON_WALL}}}
    return castle(TOWER, "white 5,4 tower@ER", white=4, **{**told, **more})


def test_a_wall_tile_is_used_from_the_next_turn_on() -> None:
    taken = {"took": [{"tower": 13, "wall_tile": 2}], "use": [DOUBLE]}
    for phase in ("interim", "final"):
        [problem] = refusals("score", tower(phase=phase, **taken))
        assert (problem["code"], problem["pointer"], problem["rule"]) == (
            "wall-tile-not-now",
            "/use/0",
            "wall-tile.use",
        )
        assert problem["detail"] == "White takes wall tile 2 only in this turn; it can be used from the next turn on."
    [problem] = refusals("score", tower(phase="interim", use=[DOUBLE]))
    assert (problem["code"], problem["detail"]) == ("wall-tile-not-held", "White holds no wall tile 2.")


def test_a_wall_tile_that_the_last_turn_brings_counts_at_the_end() -> None:
    unfinished = [*TOWER, *lay("C44:180 / C44:0", 4, 7)]
    board = {**tower(phase="final", took=[{"tower": 12, "wall_tile": 5}]), "tiles": unfinished}
    board["meeples"] = [*board["meeples"], on("white", 4, 7, "tower@ER")]
    use = {"player": "white", "wall_tile": 5, "x": 4, "y": 7, "spot": "tower@ER"}
    lines = scorer.score({**board, "use": [use]})["lines"]
    assert ("wall-tile.5", {"white": 4}) in [(line["rule"], line["points"]) for line in lines]
    [problem] = refusals("score", {**board, "use": [{**use, "player": "black", "wall_tile": 9}], "took": []})
    assert problem["code"] == "wall-tile-not-held"
    taken = [{"tower": 12, "wall_tile": 9}]
    [problem] = refusals("score", {**board, "use": [{"player": "black", "wall_tile": 9}], "took": taken})
    assert (problem["code"], problem["detail"]) == ("wall-tile-not-held", "Black holds no wall tile 9.")


def test_after_the_last_tile_the_game_is_over_whoever_moves() -> None:
    last = {"kinds": [{"id": kind, "count": 0, "segments": [FIELD]} for kind in "ABCEFGHIJKLMNOPQRSTUVWX"]}
    only_start = {"id": "D", "count": 1, "segments": [FIELD]}
    game = {"variant": "base", "players": ["red", "blue"], "tileset": {"kinds": [*last["kinds"], only_start]}}
    for player in ("red", "blue"):
        answer = scorer.replay({**game, "moves": [{"player": player, **at(1, 0, "A")}]})
        assert [problem["code"] for problem in answer["problems"]] == ["game-over"]


FIELD = {"type": "field", "ports": ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"]}


def test_a_wrong_turn_after_wall_tile_1_says_whose_extra_turn_it_is() -> None:
    board = tower(castle={"wall_tiles": {"on_wall": ON_WALL[1:], "held": {"white": [1]}}})
    del board["player"], board["last"]
    board["tiles"] = [tile for tile in TOWER if (tile["x"], tile["y"]) != (6, 4)]
    move = {"player": "white", **at(6, 4, "C28"), "use": [{"wall_tile": 1}]}
    first = scorer.move({**board, "turn": {"player": "white", "part": 1}, "move": move})
    assert (first["legal"], first["again"], first["next"]) == (True, True, "white")
    other = scorer.move({**first["position"], "move": {"player": "black", **at(6, 6, "C01")}})
    assert (other["problems"][0]["code"], other["legal_instead"]) == ("wrong-turn", {"player": "white"})


def test_what_is_legal_instead_where_a_tile_fits_nowhere() -> None:
    walled = {"id": "CITY", "count": 1, "segments": [{**FIELD, "type": "city"}]}
    board = base([], [], tileset={"kinds": [walled]}, rules={})
    board["tiles"] = [at(0, 0, "D", 0), at(0, -1, "E", 180)]
    answer = scorer.move({**board, "move": {"player": "red", **at(1, 0, "CITY")}})
    assert answer["problems"][0]["code"] == "edge-mismatch"
    assert answer["legal_instead"] == {"placements": [], "discard": "CITY"}


def test_what_is_legal_instead_of_a_taken_spot_in_the_game_with_crowns() -> None:
    board = {"variant": "wheel-of-fortune", "players": PLAYERS, "tiles": [], "meeples": []}
    move = {"player": "red", **at(-1, 1, "U"), "wheel": 1, "spot": "city"}
    answer = scorer.move({**board, "move": move})
    assert answer["problems"][0]["code"] == "spot-unknown"
    assert answer["legal_instead"] == {
        "spots": ["field@N", "field@S", "road@E"],
        "crowns": {"fortuna": 1, "taxes": 2, "famine": 1, "storm": 2, "inquisition": 1, "plague": 2},
    }


def test_a_symbol_that_no_tile_of_its_kind_carries() -> None:
    board = {"variant": "wheel-of-fortune", "players": PLAYERS, "meeples": []}
    [problem] = scorer.validate({**board, "tiles": [at(-1, 0, "E", wheel=1)]})["problems"]
    assert problem["detail"] == "There never was a tile E with symbol 1."
    assert problem["where"] == {"cells": [[-1, 0]]}


def test_figures_are_named_in_words() -> None:
    board = base(
        [at(1, 0, "U"), at(2, 0, "U"), at(-1, 0, "U")],
        [on("red", 1, 0, "road", figure="builder"), on("red", 2, 0, "field@N", figure="big")],
        expansions=["inns-and-cathedrals", "traders-and-builders"],
    )
    assert [problem["detail"] for problem in scorer.validate(board)["problems"]] == [
        "The builder of red has no follower of the same player there: the road to the east on -1,0."
    ]
    board["meeples"] = [on("red", x, 0, "road", figure="big") for x in (-1, 1)]
    assert [problem["detail"] for problem in scorer.validate(board)["problems"]] == [
        "The big follower of red stands on the board 2 times; everybody owns only 1."
    ]
    board["meeples"] = [on("red", 1, 0, "road", figure="big")]
    board["players"] = [{"name": "red", "figures": {"big": 1}}, {"name": "blue"}]
    assert [problem["detail"] for problem in scorer.validate(board)["problems"]] == [
        "The big follower of red: 1 on the board, so 0 must be left, not 1."
    ]
    board["players"] = PLAYERS
    move = {"player": "red", **at(3, 0, "U"), "spot": "field@N", "figure": "big"}
    answer = scorer.move({**board, "move": move})
    assert answer["problems"][0]["detail"] == "The big follower of red is out already."
    assert answer["problems"][0]["where"]["cells"] == [[1, 0]]
    assert answer["legal_instead"]["figures"]["big"] == []


def test_lines_that_would_read_alike_say_which_feature_they_are_about() -> None:
    tiles = [at(0, -1, "E", 180), at(1, 0, "U"), at(-1, 0, "U"), at(1, 1, "A", 270), at(-1, 1, "A", 90)]
    board = base(tiles, [on("red", 1, 1, "road"), on("red", -1, 1, "road")], phase="final", excerpt=True)
    assert [line["text"] for line in scorer.score(board)["lines"]] == [
        "Red scores 1 point for the unfinished road: 1 tile. This is the road to the west on -1,1.",
        "Red scores 1 point for the unfinished road: 1 tile. This is the road to the east on 1,1.",
    ]


def test_what_is_wrong_can_be_pointed_at() -> None:
    def where(**more: Any) -> list[Json]:
        return [problem["where"] for problem in scorer.validate({**base([at(1, 0, "U")], []), **more})["problems"]]

    assert where(tiles=[at(0, 0, "D"), at(1, 0, "?")]) == [{"cells": [[1, 0]]}]
    assert where(meeples=[on("green", 1, 0, "road")]) == [{"cells": [[1, 0]]}]
    assert where(tiles=[at(0, 0, "D"), at(5, 5, "U"), at(6, 5, "U")]) == [{"cells": [[5, 5], [6, 5]]}]
    assert where(tiles=[at(0, 0, "D"), at(1, 0, "X"), at(2, 0, "X")]) == [{"cells": [[1, 0], [2, 0]]}]
    assert where(tiles=[at(0, 0, "D"), at(1, 0, "C")]) == [
        {"cells": [[1, 0], [0, 0]], "edges": [{"x": 1, "y": 0, "side": "W"}]}
    ]
    assert where(meeples=[on("red", 1, 0, "cloister")]) == [{"cells": [[1, 0]]}]
    assert where(expansions=["abbot"], meeples=[on("red", 1, 0, "road", figure="king")]) == [{"cells": [[1, 0]]}]
