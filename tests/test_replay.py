"""Whole games move by move: legal ones to the last point, and every way in which a move can be illegal."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

import scorer
from scorer.limits import DEFAULT_LIMITS
from scorer.problems import Illegal, Malformed
from scorer.referee.replay import replay_form
from scorer.rulebook import rules_of
from scorer.rules.variants import RULESETS, find_ruleset
from tests.oracle_games import games, lay, points_scored, settle
from tests.replay_games import Json, Table, played

ORACLE = [(name, game_id) for name in ("base", "wheel") for game_id in games(name)]
EVERY_GAME = pytest.mark.parametrize(("name", "game_id"), ORACLE, ids=[game_id for _, game_id in ORACLE])


def request_of(game: Json, moves: list[Json] | None = None, **more: Any) -> Json:
    moves = [turn["move"] for turn in game["turns"]] if moves is None else moves
    return {
        "variant": game["variant"],
        "rules": game["rules"],
        "players": game["players"],
        "moves": moves,
        **more,
    }


# Legal games


def test_there_are_110_games() -> None:
    assert len(ORACLE) == 110


@EVERY_GAME
def test_a_whole_game_comes_to_the_same_points_after_each_move(name: str, game_id: str) -> None:
    game = games(name)[game_id]
    answer = scorer.replay(request_of(game, end=True))
    assert answer["legal"] is True
    assert answer["problems"] == []
    out = Counter(dict.fromkeys(game["players"], 0))
    for number, (turn, expected) in enumerate(zip(answer["turns"], game["turns"], strict=True), 1):
        assert (turn["move"], turn["player"]) == (number, expected["move"]["player"])
        assert (turn["legal"], turn["problems"]) == (True, [])
        assert points_scored(turn) == sorted(expected["scored"])
        assert sorted([f["player"], f["x"], f["y"], f["spot"]] for f in turn["returned"]) == sorted(
            expected["returned"]
        )
        assert turn["scores"] == expected["scores"]
        out.update([expected["move"]["player"]] if "spot" in expected["move"] else [])
        out.subtract([player for player, *_ in expected["returned"]])
        assert turn["supply"] == {player: 7 - out[player] for player in game["players"]}
    assert points_scored(answer["final"]) == sorted(game["final"]["scored"])
    assert answer["scores"] == game["final"]["scores"]
    assert answer["final"]["phase"] == "final"


RANDOM_GAMES = [
    *[("base", {}, seed) for seed in range(3)],
    ("base-2000", {}, 1),
    ("base-2003", {"small_city": 4}, 2),
    *[("wheel-of-fortune", {}, seed) for seed in range(6)],
    *[("discovery", {}, seed) for seed in range(6)],
    ("discovery", {"removed_tiles": ["D01", "D02"]}, 7),
    *[("castle", {}, seed) for seed in (*range(6), 9, 11, 15)],
    ("castle", {"keep_needs_own_completion": False, "start_space_path_must_match": True}, 7),
]


@cache
def random_game(number: int) -> Table:
    variant, rules, seed = RANDOM_GAMES[number]
    return played(variant, Random(seed), rules)


@pytest.mark.parametrize("number", range(len(RANDOM_GAMES)), ids=[f"{v}-{seed}" for v, _, seed in RANDOM_GAMES])
@pytest.mark.no_cover
def test_a_replay_equals_the_positions_scored_one_by_one(number: int) -> None:
    table = random_game(number)
    answer = scorer.replay(table.request(end=True))
    assert answer["legal"], answer["problems"]
    assert [turn["scores"] for turn in answer["turns"]] == table.after
    assert taken_for_granted(answer["final"]) == set()
    assert told(answer["final"]) == told(table.final())
    assert answer["tiles_left"] == len(table.bag)
    position = answer["position"]
    if "castle" in position:
        # What the table has used up, it does not write down.
        position["castle"]["wall_tiles"].pop("used", None)
    for key in table.position.keys() - {"rules"}:
        assert position[key] == table.position[key], key
    assert scorer.validate(position)["valid"]
    again = scorer.score({**position, "phase": "final"})
    assert told(again) == told(answer["final"])
    # Of a board alone nobody knows who laid its last tile.
    assert taken_for_granted(again) <= {"layer-untold"}


def told(ruling: Json) -> Json:
    return {key: value for key, value in ruling.items() if key != "assumed"}


def taken_for_granted(ruling: Json) -> set[str]:
    return {assumption["code"] for assumption in ruling["assumed"]}


def test_the_random_games_show_everything_that_games_add() -> None:
    seen = set().union(*[random_game(number).events for number in range(len(RANDOM_GAMES))])
    assert seen == {"crown", "plague", "retrieve", "took", "doubled", "another turn", "discard"}


def test_a_game_without_moves_is_the_table_before_the_first() -> None:
    for variant in RULESETS:
        answer = scorer.replay({"variant": variant.id, "players": ["white", "black"], "moves": []})
        assert (answer["legal"], answer["turns"]) == (True, [])
        assert answer["scores"] == {"white": 0, "black": 0}
        assert answer["on_turn"] == "white"
        assert "final" not in answer
        assert "claims" not in answer
        assert scorer.validate(answer["position"])["valid"]
    assert answer["variant"] == "castle"
    assert (answer["tiles_left"], answer["supply"]) == (60, {"white": 6, "black": 6})


def test_a_game_may_bring_its_own_tiles() -> None:
    fields = {"type": "field", "ports": ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"]}
    tileset = {"kinds": [{"id": "MEADOW", "count": 1, "segments": [fields]}]}
    moves = [{"player": "red", "tile": "MEADOW", "x": 0, "y": 1, "rotation": 0, "spot": "field"}]
    request = {"variant": "base", "players": ["red", "blue"], "tileset": tileset, "moves": moves, "end": True}
    answer = scorer.replay(request)
    assert answer["legal"], answer["problems"]
    assert scorer.validate(answer["position"])["valid"]
    assert answer["position"]["tileset"]["kinds"][0]["id"] == "MEADOW"


# One move made illegal


def broken(game: Json, number: int, move: Json) -> Json:
    """The turn at which a game stops when one of its moves is another one."""
    moves = [turn["move"] for turn in game["turns"]]
    answer = scorer.replay(request_of(game, [*moves[:number], move, *moves[number + 1 :]], end=True))
    assert answer["legal"] is False
    assert "final" not in answer
    assert len(answer["turns"]) == number + 1
    assert all(turn["legal"] for turn in answer["turns"][:-1])
    refused = answer["turns"][-1]
    assert (refused["move"], refused["legal"], refused["lines"], refused["returned"]) == (number + 1, False, [], [])
    before = game["turns"][number - 1]["scores"] if number else dict.fromkeys(game["players"], 0)
    assert answer["scores"] == refused["scores"] == before
    assert answer["problems"] == refused["problems"]
    assert len(answer["position"]["tiles"]) == number + (game["variant"] == "base")
    for problem in refused["problems"]:
        assert problem["pointer"].startswith(f"/moves/{number}")
        assert problem["rule"] in rules_of(find_ruleset(game["variant"]))
    return refused


def only(refused: Json) -> tuple[str, str, str]:
    (problem,) = refused["problems"]
    return problem["code"], problem["pointer"], problem["rule"]


@EVERY_GAME
def test_a_wrong_cell(name: str, game_id: str) -> None:
    game, random = games(name)[game_id], Random(game_id)
    number = random.randrange(len(game["turns"]))
    turn = game["turns"][number]
    x, y, _ = random.choice(turn["legal"])
    near = [[x + dx, y + dy, r] for dx in (-1, 0, 1) for dy in (-1, 0, 1) for r in (0, 90, 180, 270)]
    x, y, rotation = random.choice([place for place in near if place not in turn["legal"]])
    move = {**turn["move"], "x": x, "y": y, "rotation": rotation}
    refused = broken(game, number, move)
    rules = {problem["code"]: problem["rule"] for problem in refused["problems"]}
    expected = {
        "cell-occupied": "placement.cell",
        "not-connected": "placement.touch",
        "edge-mismatch": "placement.match",
    }
    assert rules.items() <= expected.items()
    instead = refused["legal_instead"]["placements"]
    assert [[place["x"], place["y"], place["rotation"]] for place in instead] == turn["legal"]


@EVERY_GAME
def test_a_taken_spot(name: str, game_id: str) -> None:
    game, random = games(name)[game_id], Random(game_id)
    tile_set = find_ruleset(game["variant"]).tile_set(game["rules"])
    found = []
    for number, turn in enumerate(game["turns"]):
        move = turn["move"]
        names = tile_set.oriented[move["tile"]][move["rotation"]].names
        taken = [spot for spot in names if spot not in turn["spots"]]
        if game["rules"]["farm_scoring"] == "none":
            taken = [spot for spot in taken if not spot.startswith("field")]
        if turn["spots"]:
            found += [(number, spot) for spot in taken]
    number, spot = random.choice(found)
    turn = game["turns"][number]
    refused = broken(game, number, {**turn["move"], "spot": spot})
    assert only(refused) == ("spot-taken", f"/moves/{number}/spot", "follower.free")
    assert refused["legal_instead"] == {"spots": turn["spots"]}
    assert f" on {turn['move']['x']},{turn['move']['y']} is taken already: " in refused["problems"][0]["detail"]


def crowded(name: str, game: Json) -> Json:
    """The same tiles, but only the first player places followers, wherever one may stand and rather where it stays."""
    start = {"base": [{"x": 0, "y": 0, "tile": "D", "rotation": 0}], "wheel": []}[name]
    players = [{"name": player, "score": 0} for player in game["players"]]
    position = {"variant": game["variant"], "rules": game["rules"], "players": players, "tiles": start, "meeples": []}
    turns = []
    for turn in game["turns"]:
        move = {key: turn["move"][key] for key in ("player", "tile", "x", "y", "rotation")}
        offered = scorer.placements({**position, "tile": move["tile"], "player": move["player"]})["placements"]
        spots = next(p["spots"] for p in offered if all(p[key] == move[key] for key in ("x", "y", "rotation")))
        if spots and move["player"] == game["players"][0]:
            move["spot"] = min(spots, key=lambda spot: ("field", "cloister", "city", "road").index(spot.split("@")[0]))
        laid = lay(position, move)
        position = settle(laid, scorer.score({**laid, "phase": "interim"}))
        scores = {player["name"]: player["score"] for player in position["players"]}
        out = Counter(follower["player"] for follower in position["meeples"])
        turns.append({"move": move, "scores": scores, "out": out})
    return {**game, "turns": turns}


@EVERY_GAME
def test_no_follower_left(name: str, game_id: str) -> None:
    game, random = crowded(name, games(name)[game_id]), Random(game_id)
    empty = [
        number
        for number, turn in enumerate(game["turns"])
        if number and game["turns"][number - 1]["out"][turn["move"]["player"]] == 7
    ]
    assert empty, "nobody ever ran out of followers"
    number = random.choice(empty)
    move = game["turns"][number]["move"]
    spot = random.choice(find_ruleset(game["variant"]).tile_set(game["rules"]).oriented[move["tile"]][0].terrains)
    refused = broken(game, number, {**move, "spot": spot})
    assert only(refused) == ("no-follower-left", f"/moves/{number}/spot", "follower.supply")
    assert refused["legal_instead"] == {"spots": []}
    assert refused["supply"][move["player"]] == 0
    who = move["player"].capitalize()
    assert refused["problems"][0]["detail"] == f"{who} has no follower left to place: all 7 are out."


@EVERY_GAME
def test_a_wrong_turn(name: str, game_id: str) -> None:
    game, random = games(name)[game_id], Random(game_id)
    number = random.randrange(len(game["turns"]))
    move = game["turns"][number]["move"]
    other = random.choice([player for player in game["players"] if player != move["player"]])
    refused = broken(game, number, {**move, "player": other})
    assert only(refused) == ("wrong-turn", f"/moves/{number}/player", "turn.order")
    assert refused["legal_instead"] == {"player": move["player"]}
    assert refused["problems"][0]["detail"] == f"It is {move['player']}’s turn, not {other}’s."


@EVERY_GAME
def test_a_tile_that_is_not_in_the_bag(name: str, game_id: str) -> None:
    game, random = games(name)[game_id], Random(game_id)
    left = Counter(
        {kind.id: kind.count for kind in find_ruleset(game["variant"]).tile_set(game["rules"]).kinds.values()}
    )
    left["D"] -= game["variant"] == "base"
    number = random.randrange(len(game["turns"]) // 2, len(game["turns"]))
    left.subtract([turn["move"]["tile"] for turn in game["turns"][:number]])
    tile = random.choice([kind for kind, count in left.items() if not count])
    refused = broken(game, number, {**game["turns"][number]["move"], "tile": tile})
    assert only(refused) == ("tile-not-in-bag", f"/moves/{number}/tile", "tiles.copies")
    assert refused["legal_instead"] == {"tiles": {kind: count for kind, count in left.items() if count}}
    last = max((at for at, turn in enumerate(game["turns"][:number], 1) if turn["move"]["tile"] == tile), default=None)
    said = f"No tile {tile} is left: the last one came in move {last}."
    assert refused["problems"][0]["detail"] == said


@EVERY_GAME
def test_a_needless_discard(name: str, game_id: str) -> None:
    game, random = games(name)[game_id], Random(game_id)
    number = random.randrange(len(game["turns"]))
    turn = game["turns"][number]
    player, tile = turn["move"]["player"], turn["move"]["tile"]
    refused = broken(game, number, {"player": player, "discard": tile})
    assert only(refused) == ("discard-needless", f"/moves/{number}/discard", "placement.unplaceable")
    instead = refused["legal_instead"]["placements"]
    assert [[place["x"], place["y"], place["rotation"]] for place in instead] == turn["legal"]
    x, y, rotation = turn["legal"][0]
    said = f"Tile {tile} cannot be put away: it fits on {x},{y} with rotation {rotation}."
    assert refused["problems"][0]["detail"] == said


# Single moves, read as whole sentences


def base(*moves: Json, **more: Any) -> Json:
    return scorer.replay({"variant": "base", "players": ["red", "blue"], "moves": list(moves), **more})


def laid(player: str, tile: str, x: int, y: int, rotation: int = 0, **more: Any) -> Json:
    return {"player": player, "tile": tile, "x": x, "y": y, "rotation": rotation, **more}


def refusal(answer: Json) -> list[tuple[Any, ...]]:
    assert answer["legal"] is False
    return [(p["code"], p["pointer"], p.get("rule"), p["detail"]) for p in answer["turns"][-1]["problems"]]


KNIGHT = laid("red", "E", 0, -1, 180, spot="city@S")


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (
            laid("blue", "E", 0, 0),
            ("cell-occupied", "/moves/1", "placement.cell", "The cell 0,0 is taken: a tile lies there."),
        ),
        (
            laid("blue", "E", 0, -1),
            ("cell-occupied", "/moves/1", "placement.cell", "The cell 0,-1 is taken: a tile was laid there in move 1."),
        ),
        (
            laid("blue", "D", -1, 1),
            ("not-connected", "/moves/1", "placement.touch", "No tile lies beside -1,1; corners do not count."),
        ),
        (
            laid("blue", "C", 1, 0),
            (
                "edge-mismatch",
                "/moves/1",
                "placement.match",
                "The west edge of the tile on 1,0 shows city, but its neighbour on 0,0 shows field and road.",
            ),
        ),
        (
            laid("green", "E", 0, -2),
            (
                "player-unknown",
                "/moves/1/player",
                "players.distinct",
                "There is no player “green”; the players are red and blue.",
            ),
        ),
        (
            laid("blue", "U", 1, 0, spot="city@N"),
            (
                "spot-unknown",
                "/moves/1/spot",
                "follower.spot",
                (
                    "The tile U on 1,0 has no such place as “city@N”; these are on it: the field to the north, the "
                    "field to the south and the road to the east."
                ),
            ),
        ),
    ],
)
def test_what_is_wrong_with_a_move_is_said(move: Json, expected: tuple[str, ...]) -> None:
    assert refusal(base(KNIGHT, move)) == [expected]


def test_an_unknown_tile_is_no_tile_of_the_game() -> None:
    ((code, pointer, rule, detail),) = refusal(base(laid("red", "Q7", 0, 1)))
    assert (code, pointer, rule) == ("tile-unknown", "/moves/0/tile", "tiles.copies")
    assert detail.startswith("No tile of this game is called “Q7”; did you mean “Q”?")
    ((code, pointer, _, _),) = refusal(base({"player": "red", "discard": "Q7"}))
    assert (code, pointer) == ("tile-unknown", "/moves/0/discard")


def test_a_taken_feature_is_named_with_its_followers() -> None:
    road = laid("red", "U", 1, 0, spot="road@E")
    answer = base(road, laid("blue", "U", -1, 0, spot="road"))
    expected = (
        "spot-taken",
        "/moves/1/spot",
        "follower.free",
        "The road to the east on -1,0 is taken already: red’s thief on 1,0.",
    )
    assert refusal(answer) == [expected]
    assert answer["turns"][-1]["legal_instead"] == {"spots": ["field@N", "field@S"]}


def test_a_feature_may_be_taken_by_several() -> None:
    """Two roads, each with a thief, that one tile joins."""
    moves = [
        laid("red", "U", 1, 0, spot="road"),
        laid("blue", "U", 0, 1, spot="road"),
        laid("red", "V", 2, 0),
        laid("blue", "U", 1, 1),
        laid("red", "V", 2, 1, 90, spot="road"),
    ]
    ((code, _, _, detail),) = refusal(base(*moves))
    assert code == "spot-taken"
    assert detail == "The road to the north on 2,1 is taken already: blue’s thief on 0,1 and red’s thief on 1,0."


def test_in_a_game_without_farmers_nobody_stands_in_a_field() -> None:
    answer = base(laid("red", "U", 1, 0, spot="field@N"), rules={"farm_scoring": "none"})
    expected = (
        "spot-forbidden",
        "/moves/0/spot",
        "field.none",
        "By the rules of this game no follower may stand there: the field to the north on 1,0.",
    )
    assert refusal(answer) == [expected]
    assert answer["turns"][-1]["legal_instead"] == {"spots": ["road@E"]}


def test_after_the_last_tile_the_game_is_over() -> None:
    table = played("base", Random(5))
    assert not table.bag
    extra = {"player": table.players[table.on_turn], "tile": "D", "x": 99, "y": 99, "rotation": 0}
    request = table.request()
    answer = scorer.replay({**request, "moves": [*request["moves"], extra]})
    number = len(table.moves)
    assert refusal(answer) == [
        ("game-over", f"/moves/{number}", "game.end", "Every tile has been drawn: the game is over.")
    ]
    assert answer["tiles_left"] == 0


def test_a_tile_that_the_game_never_had_is_not_in_the_bag() -> None:
    tileset = {"kinds": [{"id": "NONE", "count": 0, "segments": base_segments()}]}
    answer = base(laid("red", "NONE", 0, 1), tileset=tileset)
    expected = ("tile-not-in-bag", "/moves/0/tile", "tiles.copies", "The game holds no tile NONE that could be drawn.")
    assert refusal(answer) == [expected]


def base_segments() -> list[Json]:
    return [{"type": "field", "ports": ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"]}]


def test_whoever_discards_draws_again() -> None:
    """Around a board of cities alone a cloister finds no place; the same player goes on."""
    city = {"type": "city", "ports": ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"]}
    tileset = {"kinds": [{"id": "D", "count": 3, "segments": [city]}]}
    answer = base({"player": "red", "discard": "B"}, laid("red", "C", 1, 0), laid("blue", "D", 2, 0), tileset=tileset)
    assert answer["legal"], answer["problems"]
    assert answer["turns"][0] == {
        "move": 1,
        "player": "red",
        "legal": True,
        "problems": [],
        "lines": [],
        "returned": [],
        "scores": {"red": 0, "blue": 0},
        "supply": {"red": 7, "blue": 7},
        "again": True,
    }
    assert answer["on_turn"] == "red"
    refused = base({"player": "red", "discard": "B"}, laid("blue", "C", 1, 0), tileset=tileset)
    assert refusal(refused)[0][:2] == ("wrong-turn", "/moves/1/player")


# What is no game at all


def problems_of(request: Any) -> list[tuple[str, str]]:
    with pytest.raises(Malformed) as refused:
        scorer.replay(request)
    return [(problem.code, problem.pointer) for problem in refused.value.problems]


def test_a_request_that_is_no_game() -> None:
    good = {"variant": "base", "players": ["red", "blue"], "moves": []}
    assert problems_of([]) == [("wrong-type", "")]
    assert problems_of({}) == [("field-missing", "")]
    assert problems_of({"variant": "base"}) == [("field-missing", ""), ("field-missing", "")]
    assert problems_of({**good, "variant": "chess"}) == [("variant-unknown", "/variant")]
    assert problems_of({**good, "tiles": []}) == [("field-unknown", "/tiles")]
    assert problems_of({**good, "moves": {}}) == [("wrong-type", "/moves")]
    assert problems_of({**good, "moves": [3]}) == [("wrong-type", "/moves/0")]
    assert problems_of({**good, "players": [{"name": "red"}]}) == [("wrong-type", "/players/0")]
    assert problems_of({**good, "end": 1}) == [("wrong-type", "/end")]
    assert problems_of({**good, "rules": {"small_city": 3}}) == [("rule-value", "/rules/small_city")]
    assert problems_of({**good, "tileset": {"kinds": [{}]}})[0] == ("field-missing", "/tileset/kinds/0")
    laying = {"player": "red", "tile": "D", "x": 0, "y": 1, "rotation": 45, "crown": "storm"}
    assert problems_of({**good, "moves": [laying]}) == [
        ("not-a-choice", "/moves/0/rotation"),
        ("field-unknown", "/moves/0/crown"),
    ]
    discarding = {"player": "red", "discard": "D", "x": 0}
    assert problems_of({**good, "moves": [discarding]}) == [("field-unknown", "/moves/0/x")]


@pytest.mark.parametrize(
    ("players", "code", "pointer"),
    [
        ([], "player-count", "/players"),
        (["red"], "player-count", "/players"),
        (list("abcdef"), "player-count", "/players"),
        (["red", "blue", "red"], "player-duplicate", "/players/2"),
    ],
)
def test_players_who_cannot_play(players: list[str], code: str, pointer: str) -> None:
    with pytest.raises(Illegal) as refused:
        scorer.replay({"variant": "base", "players": players, "moves": []})
    assert [(problem.code, problem.pointer) for problem in refused.value.problems] == [(code, pointer)]


def test_a_box_without_its_start_tile_is_no_game() -> None:
    tileset = {"kinds": [{"id": "D", "count": 0, "segments": base_segments()}]}
    with pytest.raises(Illegal) as refused:
        base(tileset=tileset)
    assert [(problem.code, problem.pointer) for problem in refused.value.problems] == [("too-many-copies", "/tileset")]


# Claims


def claimed(game: Json, *claims: tuple[int | str, str, int], **more: Any) -> list[Json]:
    told = [{"after": after, "player": player, "score": score} for after, player, score in claims]
    answer = scorer.replay(request_of(game, claims=told, **more))
    found: list[Json] = answer["claims"]
    return found


def test_no_claims_get_no_answers() -> None:
    game = next(iter(games("base").values()))
    assert claimed(game) == []


@EVERY_GAME
def test_right_claims_agree(name: str, game_id: str) -> None:
    game = games(name)[game_id]
    claims = [(0, player, 0) for player in game["players"]]
    claims += [(number, p, s) for number, t in enumerate(game["turns"], 1) for p, s in t["scores"].items()]
    ends = [("end", player, score) for player, score in game["final"]["scores"].items()]
    answers = claimed(game, *claims, *ends, end=True)
    assert len(answers) == len(claims) + len(ends)
    assert all(answer["agrees"] and answer["difference"] == 0 for answer in answers)
    assert not any("lines" in answer for answer in answers)


@EVERY_GAME
def test_a_forgotten_scoring_is_among_the_lines_shown(name: str, game_id: str) -> None:
    """A player's own count misses one scoring: the first wrong claim shows it, since the last right one."""
    game, random = games(name)[game_id], Random(game_id)
    moments = [*game["turns"], game["final"]]
    ends = len(moments)
    scored = [
        (number, player, points)
        for number, moment in enumerate(moments, 1)
        for player, _, points in moment["scored"]
        # Of some games nothing is scored before the end.
        if number < ends or not any(turn["scored"] for turn in game["turns"])
    ]
    number, player, points = random.choice(scored)
    told = []
    for at in {*range(5, ends, 5), ends}:
        counted = moments[at - 1]["scores"][player] - (points if at >= number else 0)
        told.append((at if at < ends else "end", player, counted))
    answers = claimed(game, *told, end=True)
    when = {**{at: at for at in range(ends)}, "end": ends}
    answers.sort(key=lambda answer: when[answer["after"]])
    wrong = [answer for answer in answers if not answer["agrees"]]
    assert [when[answer["after"]] >= number for answer in answers] == [not answer["agrees"] for answer in answers]
    assert all(answer["difference"] == -points for answer in wrong)
    first, *later = wrong
    assert when[first["since"]] < number <= when[first["after"]]
    assert (number, points) in [(when[line["after"]], line["points"][player]) for line in first["lines"]]
    for line in first["lines"]:
        assert when[first["since"]] < when[line["after"]] <= when[first["after"]]
        assert player in line["points"]
    assert not any("lines" in answer for answer in later)


def scored_city() -> list[Json]:
    return [KNIGHT, laid("blue", "U", 1, 0, spot="road"), laid("red", "U", -1, 0)]


def test_a_claim_that_is_wrong_shows_where_the_counts_part() -> None:
    told = [
        {"after": 3, "player": "red", "score": 6},
        {"after": 1, "player": "red", "score": 4},
        {"after": 3, "player": "blue", "score": 0},
        {"after": 2, "player": "red", "score": 5},
    ]
    answer = base(*scored_city(), claims=told)
    right, other = answer["claims"][1], answer["claims"][2]
    assert right == {"after": 1, "player": "red", "claimed": 4, "actual": 4, "difference": 0, "agrees": True}
    assert other["agrees"] is True
    first, later = answer["claims"][3], answer["claims"][0]
    assert (first["difference"], first["since"], first["lines"]) == (1, 1, [])
    assert (later["difference"], "lines" in later) == (2, False)
    zero = base(*scored_city(), claims=[{"after": 3, "player": "red", "score": 2}])["claims"][0]
    assert (zero["since"], [line["after"] for line in zero["lines"]]) == (0, [1])
    assert zero["lines"][0]["text"] == "Red scores 4 points for the finished city: 2 tiles x 2."


def test_claims_that_a_game_does_not_reach_stay_open() -> None:
    told = [{"after": 1, "player": "red", "score": 4}, {"after": 3, "player": "red", "score": 4}]
    told.append({"after": "end", "player": "red", "score": 9})
    moves = [KNIGHT, laid("red", "U", 1, 0), laid("red", "U", -1, 0)]
    first, *others = base(*moves, claims=told, end=True)["claims"]
    assert first["agrees"] is True
    for answer in others:
        assert (answer["actual"], answer["difference"], answer["agrees"]) == (None, None, None)


def test_the_final_score_can_be_claimed() -> None:
    told = [{"after": "end", "player": "blue", "score": 5}]
    (claim,) = base(*scored_city(), claims=told, end=True)["claims"]
    assert (claim["actual"], claim["difference"], claim["since"]) == (3, 2, 0)
    assert [(line["after"], line["type"], line["points"]) for line in claim["lines"]] == [("end", "road", {"blue": 3})]


@pytest.mark.parametrize(
    ("claim", "code", "pointer", "said"),
    [
        (
            {"after": 2, "player": "red", "score": 0},
            "out-of-range",
            "/claims/0/after",
            "This game has only 1 move.",
        ),
        (
            {"after": "end", "player": "red", "score": 0},
            "out-of-range",
            "/claims/0/after",
            "Only a game that is at its end has a final score; that is said with “end”: true.",
        ),
        (
            {"after": 1, "player": "green", "score": 0},
            "player-unknown",
            "/claims/0/player",
            "There is no player “green”; the players are red and blue.",
        ),
        ({"after": "now", "player": "red", "score": 0}, "wrong-type", "/claims/0/after", None),
        ({"after": -1, "player": "red", "score": 0}, "out-of-range", "/claims/0/after", None),
    ],
)
def test_a_claim_about_another_game_is_refused(claim: Json, code: str, pointer: str, said: str | None) -> None:
    with pytest.raises(Malformed) as refused:
        base(KNIGHT, claims=[claim])
    (problem,) = refused.value.problems
    assert (problem.code, problem.pointer) == (code, pointer)
    if said is not None:
        assert scorer.texts.texts("en").say(problem.message) == said


def test_the_shapes_say_what_a_replay_takes() -> None:
    fields = replay_form(find_ruleset("castle")).fields
    laying, discarding = fields["moves"].schema(DEFAULT_LIMITS)["items"]["oneOf"]
    assert laying["required"] == ["player", "tile", "x", "y", "rotation"]
    assert {"spot", "use", "order", "took"} <= laying["properties"].keys()
    assert discarding["required"] == ["player", "discard"]
    count, end = fields["claims"].schema(DEFAULT_LIMITS)["items"]["properties"]["after"]["anyOf"]
    assert (count["minimum"], end) == (0, {"type": "string", "enum": ["end"]})
    assert "use" in fields
    assert "use" not in replay_form(find_ruleset("base")).fields


def test_what_a_page_keeps_besides_changes_nothing() -> None:
    line = "base/rood,blauw/>E@0,-1,180=city@S"
    assert scorer.replay(f"{line}/table:(colors:(rood:red,blauw:blue))") == scorer.replay(line)
