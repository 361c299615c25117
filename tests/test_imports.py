"""Games from elsewhere: whole games written as other programs save them are read back, and replay as they were."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import scorer
from scorer import imports
from scorer.limits import Limits
from scorer.problems import Malformed
from scorer.referee.answers import IMPORT
from scorer.rules.variants import find_ruleset
from scorer.texts import texts
from scorer.tiles.tileset import TileSet
from tests.api.boards import has_shape
from tests.oracle_games import games
from tests.test_oracle_expansions import GAMES as EXPANSION_GAMES
from tests.test_oracle_expansions import moves as expansion_moves

Json = dict[str, Any]
FOLDER = Path(__file__).parent / "imports"
FACTS = Path(imports.__file__).parent
JCZ: Mapping[str, str] = json.loads((FACTS / "jcz.json").read_text("utf-8"))["tiles"]
BGA: Mapping[str, Json] = json.loads((FACTS / "bga.json").read_text("utf-8"))["types"]
PORTS = ("NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR")


def imported(kind: str, data: object) -> Json:
    answer: Json = imports.read({"format": kind, "data": data})
    assert has_shape(answer, IMPORT)
    return answer


# Facts


@cache
def box() -> TileSet:
    """Every tile of the base game and its expansions."""
    ruleset = find_ruleset("base", "river", "abbot", "inns-and-cathedrals", "traders-and-builders")
    assert ruleset is not None
    return ruleset.tile_set(ruleset.default_rules())


def without_spots(moves: list[Json]) -> list[Json]:
    """The moves with what can be told in several ways left out: which port of its segment names a spot."""
    found = [{**move, "spot": "?"} if "spot" in move else move for move in moves if "tile" in move]
    return [{**move, "retrieve": "?"} if "retrieve" in move else move for move in found]


def test_every_tile_has_one_name_in_jcloisterzone() -> None:
    assert sorted(JCZ.values()) == sorted(box().kinds)


def test_every_tile_of_board_game_arena_has_its_copies_and_spots() -> None:
    ruleset = find_ruleset("base")
    assert ruleset is not None
    tile_set = ruleset.tile_set(ruleset.default_rules())
    assert {one["tile"]: len(one["ids"]) for one in BGA.values()} == dict(tile_set.copies)
    assert sorted(number for one in BGA.values() for number in one["ids"]) == list(range(1, 73))
    for one in BGA.values():
        orientation = tile_set.oriented[one["tile"]][one["turn"]]
        spots = [orientation.spots[spot] for spot in one["spots"].values()]
        assert sorted(spots) == list(range(orientation.size))


# JCloisterZone

FEATURES = {"city": "City", "road": "Road", "field": "Field", "cloister": "Monastery", "garden": "Garden"}
FIGURES = {"follower": "small"}


def location(spot: str, tile: str, rotation: int) -> str:
    """A spot as JCloisterZone writes it: all the sides or ports of its segment."""
    orientation = box().oriented[tile][rotation]
    segment = orientation.spots[spot]
    ports = [name.partition("@")[2] for name, held in orientation.spots.items() if held == segment and "@" in name]
    if not ports:
        return "I"
    if spot.startswith("field"):
        return ".".join(port for port in ports if len(port) == 2)
    sides = "".join(port for port in ports if len(port) == 1)
    (missing,) = (set("NESW") - set(sides)) if len(sides) == 3 else ("",)
    return f"_{missing}" if missing else sides


def pointer(move: Json, tile: str, rotation: int) -> Json:
    feature = FEATURES[move["spot"].partition("@")[0]]
    where = location(move["spot"], tile, rotation)
    return {"position": [move["x"], move["y"]], "feature": feature, "location": where}


def as_jcz(game: Json, moves: list[Json], **changes: Any) -> Json:
    """A game as JCloisterZone saves it; it does not note what it puts away."""
    names = {ours: theirs for theirs, ours in JCZ.items()}
    expansions = game.get("expansions", [])
    sets = {"basic:1": 1, **{("river/1" if one == "river" else one) + ":1": 1 for one in expansions if one != "abbot"}}
    lying = {}
    replay: list[Json] = []
    for move in moves:
        if "discard" in move:
            continue
        player = game["players"].index(move["player"])
        lying[move["x"], move["y"]] = move["tile"], move["rotation"]
        laid = {"tileId": names[move["tile"]], "rotation": f"R{move['rotation']}", "position": [move["x"], move["y"]]}
        replay.append({"type": "PLACE_TILE", "payload": laid, "player": player, "clock": 1})
        if "spot" in move:
            meeple = f"{player}.{FIGURES.get(move.get('figure', 'follower'), move.get('figure'))}.1"
            placed = {"pointer": pointer(move, move["tile"], move["rotation"]), "meepleId": meeple}
            replay.append({"type": "DEPLOY_MEEPLE", "payload": placed, "player": player})
        elif "retrieve" in move:
            back = move["retrieve"]
            taken = {"pointer": pointer(back, *lying[back["x"], back["y"]]), "meepleId": f"{player}.abbot.1"}
            replay.append({"type": "RETURN_MEEPLE", "payload": taken, "player": player})
        else:
            replay.append({"type": "PASS", "player": player})
        replay.append({"type": "COMMIT", "player": player})
    setup = {
        "sets": sets,
        "elements": {"small-follower": 7, "farmers": True, **({"abbot": 1} if "abbot" in expansions else {})},
        "rules": {"tiny-city-scoring": str(game["rules"]["small_city"])},
        "start": [{"tile": "RI/s" if "river" in expansions else "BA/RCr", "x": 0, "y": 0, "rotation": 0}],
    }
    players = [{"name": name, "slot": number} for number, name in enumerate(game["players"])]
    return {
        "appVersion": "5.10.0",
        "initialRandom": 0.5,
        "setup": setup,
        "players": players,
        "replay": replay,
        **changes,
    }


def base_game(number: int = 0) -> tuple[Json, list[Json]]:
    game = list(games("base").values())[number]
    return game, [turn["move"] for turn in game["turns"]]


def points_of(game: Json) -> Any:
    answer = scorer.replay(game)
    assert answer["legal"], answer["problems"]
    return [turn["scores"] for turn, move in zip(answer["turns"], game["moves"], strict=True) if "tile" in move]


@pytest.mark.parametrize("number", range(0, 80, 7))
def test_a_game_of_jcloisterzone_replays_as_it_was_played(number: int) -> None:
    game = list(EXPANSION_GAMES.values())[number]
    moves = expansion_moves(game)
    answer = imported("jcz", as_jcz(game, moves))
    heading = {key: game[key] for key in ("variant", "expansions", "rules", "players")}
    whole = {**heading, "moves": moves}
    assert without_spots(answer["game"]["moves"]) == without_spots(moves)
    assert points_of(answer["game"]) == points_of(whole)
    assert set(answer["game"]["expansions"]) == set(game["expansions"])


def test_a_river_tile_that_was_dropped_is_put_away() -> None:
    dropped = 0
    for game in EXPANSION_GAMES.values():
        moves = expansion_moves(game)
        lost = [move["discard"] for move in moves if "discard" in move and move["discard"].startswith("R0")]
        if lost:
            answer = imported("jcz", as_jcz(game, moves))
            found = [move["discard"] for move in answer["game"]["moves"] if "discard" in move]
            assert set(lost) <= set(found)
            assert scorer.replay(answer["game"])["legal"]
            assert any(f"Tile {lost[0]} never comes" in note for note in answer["notes"])
            dropped += 1
    assert dropped


def test_a_river_tile_that_would_have_fitted_is_not_put_away() -> None:
    game = next(game for game in EXPANSION_GAMES.values() if game["expansions"] == ["river"])
    moves = [move for move in expansion_moves(game) if "tile" in move]
    answer = imported("jcz", as_jcz(game, [*moves[:2], moves[20]]))
    assert [move["tile"] for move in answer["game"]["moves"]] == [move["tile"] for move in (*moves[:2], moves[20])]
    assert any("move 3 is not allowed" in note for note in answer["notes"])


def test_players_that_are_not_told_follow_each_other_also_in_double_turns() -> None:
    again = next(game for game in EXPANSION_GAMES.values() if any(turn["again"] for turn in game["turns"][:-1]))
    moves = [move for move in expansion_moves(again) if "tile" in move]
    saved = as_jcz(again, moves)
    saved["replay"] = [{name: value for name, value in entry.items() if name != "player"} for entry in saved["replay"]]
    answer = imported("jcz", saved)
    assert without_spots(answer["game"]["moves"]) == without_spots(moves)
    assert any("whose they are" in note for note in answer["notes"])


def test_what_was_taken_back_does_not_count() -> None:
    game, moves = base_game()
    saved = as_jcz(game, moves[:6])
    wrong = [
        {"type": "DEPLOY_MEEPLE", "payload": {}, "player": 0},
        {"type": "UNDO"},
    ]
    saved["replay"] = [{"type": "UNDO"}, saved["replay"][0], *wrong, *saved["replay"][1:]]
    assert imported("jcz", saved)["game"]["moves"] == moves[:6]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_board_that_lies_elsewhere_and_turned_is_laid_as_ours(rotation: int) -> None:
    game, moves = base_game(1)

    def moved(move: Json) -> Json:
        x, y = move["x"], move["y"]
        for _ in range(rotation // 90):
            x, y = -y, x
        spot = move.get("spot")
        if spot and "@" in spot:
            terrain, port = spot.split("@")
            spot = f"{terrain}@{PORTS[(PORTS.index(port) + rotation // 30) % 12]}"
        own = {**move, "x": x + 3, "y": y - 2, "rotation": (move["rotation"] + rotation) % 360}
        return {**own, "spot": spot} if spot else own

    saved = as_jcz(game, [moved(move) for move in moves])
    saved["setup"]["start"] = [{"tile": "BA/RCr", "x": 3, "y": -2, "rotation": rotation}]
    answer = imported("jcz", saved)
    assert without_spots(answer["game"]["moves"]) == without_spots(moves)
    assert points_of(answer["game"]) == points_of({**answer["game"], "moves": moves})


def test_the_rules_of_a_save() -> None:
    game, moves = base_game()
    saved = as_jcz(game, moves[:2])
    del saved["initialRandom"]
    saved["setup"] |= {
        "elements": {"small-follower": 6, "farmers": False, "pig": 0},
        "rules": {"tiny-city-scoring": 2, "hill-tiebreaker": "any"},
    }
    del saved["setup"]["start"]
    answer = imported("jcz", json.dumps(saved))
    assert answer["game"]["rules"] == {"farm_scoring": "none", "small_city": 2}
    assert "expansions" not in answer["game"]
    for words in ("older version", "7 followers", "hill-tiebreaker", "puts away", "never come"):
        assert any(words in note for note in answer["notes"]), words


def test_gardens_are_decoration_without_the_abbot() -> None:
    game, moves = base_game()
    saved = as_jcz(game, moves[:1])
    saved["replay"][0]["payload"] |= {"tileId": "BA/CG", "position": [0, -1], "rotation": "R180"}
    assert imported("jcz", saved)["game"]["moves"][0]["tile"] == "E"


def test_names_are_told_apart() -> None:
    game, _ = base_game()
    saved = as_jcz({**game, "players": ["Grace", "Grace", "\x07"]}, [])
    assert imported("jcz", saved)["game"]["players"] == ["Grace", "Grace (2)", "player 3"]


def test_a_move_that_our_rules_forbid_is_told_and_the_rest_is_read() -> None:
    game, moves = base_game()
    wrong = [moves[0], {**moves[1], "x": 40}, *moves[2:]]
    saved = as_jcz(game, wrong)
    for entry in saved["replay"][6:]:
        entry.pop("player", None)
    answer = imported("jcz", saved)
    assert len(answer["game"]["moves"]) == len(moves)
    assert any(note.startswith("By our rules move 2 is not allowed: ") for note in answer["notes"])
    assert not scorer.replay(answer["game"])["legal"]


def entry(kind: str, **payload: object) -> Json:
    return {"type": kind, "payload": payload, "player": 0}


PLACED = entry("PLACE_TILE", tileId="BA/RFr", rotation="R0", position=[1, 0])


def placed(feature: object = "Road", where: object = "WE", meeple: str = "0.small.1") -> Json:
    target = {"position": [1, 0], "feature": feature, "location": where}
    return entry("DEPLOY_MEEPLE", pointer=target, meepleId=meeple)


@pytest.mark.parametrize(
    ("changes", "code", "where"),
    [
        ({"slots": []}, "import-too-old", "/data"),
        ({"setup": {"expansions": ["BASIC"]}}, "import-too-old", "/data"),
        ({"setup": 7}, "wrong-type", "/data/setup"),
        ({"players": 7}, "wrong-type", "/data/players"),
        ({"players": [7]}, "wrong-type", "/data/players/0"),
        ({"replay": {}}, "wrong-type", "/data/replay"),
        ({"replay": [7]}, "wrong-type", "/data/replay/0"),
        ({"replay": [entry("BUY_DRAGON")]}, "import-unreadable", "/data/replay/0/type"),
        ({"replay": [placed()]}, "import-unreadable", "/data/replay/0"),
        ({"replay": [entry("PLACE_TILE", tileId="XX/Y")]}, "tile-unknown", "/data/replay/0/payload/tileId"),
        ({"replay": [entry("PLACE_TILE", tileId=7)]}, "tile-unknown", "/data/replay/0/payload/tileId"),
        (
            {"replay": [entry("PLACE_TILE", tileId="BA/C", position=[1])]},
            "import-unreadable",
            "/data/replay/0/payload/position",
        ),
        (
            {"replay": [entry("PLACE_TILE", tileId="BA/C", position=[1, "a"])]},
            "wrong-type",
            "/data/replay/0/payload/position/1",
        ),
        (
            {"replay": [entry("PLACE_TILE", tileId="BA/C", position=[1, 0], rotation="R45")]},
            "import-unreadable",
            "/data/replay/0/payload/rotation",
        ),
        (
            {"replay": [entry("PLACE_TILE", tileId="BA/C", position=[1, 10**19])]},
            "out-of-range",
            "/data/replay/0/payload/position/1",
        ),
        ({"replay": [PLACED, placed(["Road"])]}, "import-unreadable", "/data/replay/1/payload/pointer/feature"),
        ({"replay": [{**PLACED, "player": 9}]}, "import-unreadable", "/data/replay/0/player"),
        ({"replay": [PLACED, placed("Castle")]}, "import-unreadable", "/data/replay/1/payload/pointer/feature"),
        ({"replay": [PLACED, placed(where="QX")]}, "import-unreadable", "/data/replay/1/payload/pointer/location"),
        ({"replay": [PLACED, placed(where="_NESW")]}, "import-unreadable", "/data/replay/1/payload/pointer/location"),
        ({"replay": [PLACED, placed(meeple="0.mayor.1")]}, "import-unreadable", "/data/replay/1/payload/meepleId"),
        ({"replay": [PLACED, placed(meeple="?")]}, "import-unreadable", "/data/replay/1/payload/meepleId"),
    ],
)
def test_what_is_no_save_is_refused_where_it_stands(changes: Json, code: str, where: str) -> None:
    game, moves = base_game()
    with pytest.raises(Malformed) as refused:
        imported("jcz", as_jcz(game, moves[:1], **changes))
    assert [(problem.code, problem.pointer) for problem in refused.value.problems] == [(code, where)]


@pytest.mark.parametrize(
    ("changes", "code", "named"),
    [
        ({"sets": {"basic:1": 1, "abbey-and-mayor:1": 1, "tower:1": 0}}, "expansion-unknown", "abbey-and-mayor"),
        ({"elements": {"farmers": True, "dragon": True}}, "expansion-unknown", "dragon"),
        ({"rules": {"tiny-city-scoring": "5"}}, "import-unreadable", "2 or 4"),
        ({"start": [{"tile": "BA/L", "x": 0, "y": 0}]}, "import-unreadable", "start tile"),
        ({"start": [{"tile": "BA/RCr"}, {"tile": "BA/L"}]}, "import-unreadable", "start tile"),
    ],
)
def test_what_we_do_not_know_is_refused_by_name(changes: Json, code: str, named: str) -> None:
    game, moves = base_game()
    saved = as_jcz(game, moves[:1])
    saved["setup"] |= changes
    with pytest.raises(Malformed) as refused:
        imported("jcz", saved)
    (problem,) = refused.value.problems
    assert problem.code == code
    assert named in texts("en").say(problem.message)


# Board Game Arena


def picture(move: Json) -> tuple[str, int]:
    """The type of a tile, and how far its picture is turned."""
    (kind,) = [name for name, one in BGA.items() if one["tile"] == move["tile"]]
    return kind, (move["rotation"] - BGA[kind]["turn"]) % 360


def position_of(move: Json) -> int:
    """The number of the place on which a follower stands."""
    kind, rotation = picture(move)
    orientation = box().oriented[move["tile"]][move["rotation"]]
    wanted = orientation.spots[move["spot"]]
    for pos, spot in BGA[kind]["spots"].items():
        terrain, at, port = spot.partition("@")
        on_table = f"{terrain}@{PORTS[(PORTS.index(port) + rotation // 30) % 12]}" if at else spot
        if orientation.spots[on_table] == wanted:
            return int(pos)
    raise AssertionError(move)


def as_bga(game: Json, moves: list[Json], *, archive: bool = True, points: Mapping[str, int] | None = None) -> Json:
    ids = {name: 1000 + number for number, name in enumerate(game["players"])}
    pages = []
    for move in moves:
        if "discard" in move:
            kind, _ = picture({"tile": move["discard"], "rotation": 0})
            pages.append({"data": [{"type": "cantPlay", "args": {"tile_id": BGA[kind]["ids"][0]}}]})
            continue
        kind, rotation = picture(move)
        told = {"player_id": ids[move["player"]], "player_name": move["player"], "id": str(BGA[kind]["ids"][0])}
        cell = {"x": move["x"], "y": str(move["y"])}
        laid = {"type": "playTile", "args": {**told, "type": kind, **cell, "ori": rotation // 90 + 1}}
        events = [{"type": "pickTile", "args": {"id": 1}}, laid, {"type": "chat", "args": None}]
        if "spot" in move:
            events.append({"type": "playPartisan", "args": {"id": 1, **cell, "pos": position_of(move), "target": 1}})
        pages.append({"data": events})
    won = [
        {"type": "winPoints", "args": {"player_id": ids[name], "points": count}}
        for name, count in (points or {}).items()
    ]
    won.append({"type": "winPoints", "args": {"player_id": 5, "points": 3}})
    pages.append({"data": won})
    return {"data": {"logs": pages}} if archive else {"data": {"data": pages}}


@pytest.mark.parametrize("number", range(6))
def test_a_game_of_board_game_arena_replays_as_it_was_played(number: int) -> None:
    game, moves = base_game(number)
    points = scorer.replay({**{key: game[key] for key in ("variant", "players")}, "moves": moves, "end": "early"})[
        "scores"
    ]
    log = as_bga(game, moves, archive=bool(number % 2), points=points)
    answer = imported("bga", log if number else json.dumps(log))
    assert without_spots(answer["game"]["moves"]) == without_spots(moves)
    assert points_of(answer["game"]) == points_of({**answer["game"], "moves": moves})
    claimed = {claim["player"]: claim["score"] for claim in answer["game"]["claims"]}
    assert claimed == points
    if answer["game"].get("end"):
        assert all(claim["agrees"] for claim in scorer.replay(answer["game"])["claims"])
    assert any("one source" in note for note in answer["notes"])
    assert any("claims" in note for note in answer["notes"])


def played_tile(**changes: object) -> Json:
    return {
        "type": "playTile",
        "args": {"player_id": 1, "player_name": "a", "type": 11, "x": 0, "y": -1, "ori": 3, **changes},
    }


OTHER = played_tile(player_id=2, player_name="b", x=9, y=9)


@pytest.mark.parametrize(
    ("events", "code", "where"),
    [
        ([], "import-unreadable", "/data"),
        ([played_tile(type=25), OTHER], "tile-unknown", "/data/data/logs/0/data/0/args/type"),
        ([played_tile(ori=5), OTHER], "import-unreadable", "/data/data/logs/0/data/0/args/ori"),
        ([played_tile(x="a"), OTHER], "wrong-type", "/data/data/logs/0/data/0/args/x"),
        (
            [played_tile(), {"type": "playPartisan", "args": {"x": 5, "y": 5, "pos": 1}}, OTHER],
            "import-unreadable",
            "/data/data/logs/0/data/1",
        ),
        (
            [played_tile(), {"type": "playPartisan", "args": {"x": 0, "y": -1, "pos": 9}}, OTHER],
            "import-unreadable",
            "/data/data/logs/0/data/1/args/pos",
        ),
        (
            [{"type": "cantPlay", "args": {"tile_id": 99}}, played_tile(), OTHER],
            "tile-unknown",
            "/data/data/logs/0/data/0/args/tile_id",
        ),
        ([7], "wrong-type", "/data/data/logs/0/data/0"),
    ],
)
def test_what_is_no_log_is_refused_where_it_stands(events: list[Any], code: str, where: str) -> None:
    with pytest.raises(Malformed) as refused:
        imported("bga", {"data": {"logs": [{"data": events}]}})
    assert [(problem.code, problem.pointer) for problem in refused.value.problems] == [(code, where)]


def test_a_tile_that_was_put_away_and_a_log_that_tells_no_points() -> None:
    # With its city closed, nothing on the board takes the tile that is all city.
    gone = {"type": "cantPlay", "args": {"tile_id": 68}}
    second = played_tile(player_id=2, player_name="b", type=17, x=1, y=0, ori=1)
    answer = imported("bga", {"data": [{"data": [played_tile(), gone, second, gone]}]})
    told = [(move["player"], move.get("discard", move.get("tile"))) for move in answer["game"]["moves"]]
    assert told == [("a", "E"), ("b", "C"), ("b", "V"), ("a", "C")]
    assert "claims" not in answer["game"]
    assert any("move 4" in note for note in answer["notes"])
    first = imported("bga", {"data": [{"data": [gone, played_tile(), second]}]})
    assert any("move 1" in note for note in first["notes"])


# CarcassonneLab

SIX_BITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
SMALL = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def as_link(players: list[str], moves: list[Json]) -> str:
    number = 14
    written = ""
    for move in moves:
        kind, rotation = picture(move)
        number = number * 24 + int(kind) - 1
        x, y = move["x"], move["y"]
        turn = rotation // 90 + (16 if x < 0 else 0) + (32 if y < 0 else 0)
        written += SMALL[abs(x)] + SMALL[abs(y)] + SMALL[turn] + str(position_of(move) if "spot" in move else 0)
    tiles = ""
    while number:
        number, bits = divmod(number, 64)
        tiles = SIX_BITS[bits] + tiles
    return f"https://www.carcassonnelab.com/#/0/0/{tiles}/{written}?players={','.join(players)}&colors=red,blue"


@pytest.mark.parametrize("number", range(4))
def test_a_link_of_carcassonnelab_replays_as_it_was_played(number: int) -> None:
    game, moves = base_game(number)
    moves = [move for move in moves if "tile" in move]
    players = game["players"]
    order = [{**move, "player": players[place % len(players)]} for place, move in enumerate(moves)]
    answer = imported("carcassonnelab", as_link(players, moves))
    assert without_spots(answer["game"]["moves"]) == without_spots(order)
    assert points_of(answer["game"]) == points_of({**answer["game"], "moves": order})
    assert any("by hand" in note for note in answer["notes"])


def test_a_link_without_players_has_two() -> None:
    assert imported("carcassonnelab", as_link(["a", "b"], []))["game"]["moves"] == []
    link = as_link([], base_game()[1][:1]).partition("?")[0]
    assert imported("carcassonnelab", link)["game"]["players"] == ["red", "blue"]


@pytest.mark.parametrize(
    "link",
    [
        "https://www.carcassonnelab.com/",
        "#/0/0/O/11",
        "#/0/0/O/1111",
        "#/0/0/!/",
        "#/0/0/B/",
        "#/0/0//",
        "#/0/0/O",
        "#/0/0/" + "B" * 1001 + "/",
        "#/0/0/Fa/0111",
        "#/0/0/Fa/111x",
    ],
)
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(Malformed) as refused:
        imported("carcassonnelab", link)
    assert [(problem.code, problem.pointer) for problem in refused.value.problems] == [("import-unreadable", "/data")]


# All of them


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"format": "sgf", "data": {}}, "not-a-choice"),
        ({"format": "jcz"}, "field-missing"),
        ({"format": "jcz", "data": {}, "more": 1}, "field-unknown"),
        ({"format": "jcz", "data": 7}, "wrong-type"),
        ({"format": "jcz", "data": "{"}, "import-unreadable"),
        ({"format": "bga", "data": []}, "wrong-type"),
        ({"format": "carcassonnelab", "data": {}}, "wrong-type"),
        (7, "wrong-type"),
    ],
)
def test_what_is_no_request_is_refused(asked: object, code: str) -> None:
    with pytest.raises(Malformed) as refused:
        imports.read(asked)
    assert refused.value.problems[0].code == code


def test_a_game_that_is_too_long_is_refused() -> None:
    game, moves = base_game()
    with pytest.raises(Malformed) as refused:
        imports.read({"format": "jcz", "data": as_jcz(game, moves)}, limits=Limits(moves=5))
    assert [problem.code for problem in refused.value.problems] == ["too-many-items"]


def test_too_few_players_are_refused_as_in_any_game() -> None:
    with pytest.raises(scorer.Illegal):
        imported("bga", {"data": {"data": [{"data": [played_tile()]}]}})


STRANGE: list[Any] = [None, True, -1, 0, 7.5, 10**19, "", "x", "R90", "_", "²", "1" * 50, [], [[]], {}, {"a": 1}]


def ways(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way, *[found for key, content in inner for found in ways(content, (*way, key))]]


@pytest.mark.parametrize("kind", ["jcz", "bga", "carcassonnelab"])
def test_whatever_is_saved_is_read_or_refused_and_what_is_read_can_be_replayed(kind: str) -> None:
    random = Random(kind)
    game, moves = base_game(1)
    saved: Any = {
        "jcz": as_jcz(game, moves[:8]),
        "bga": as_bga(game, moves[:8], points={"red": 3}),
        "carcassonnelab": as_link(game["players"], moves[:8]),
    }[kind]
    read = 0
    for _ in range(300):
        if isinstance(saved, str):
            place = random.randrange(len(saved))
            data: Any = saved[:place] + random.choice("#/?ABz19-_é² \x00%&=,") + saved[place + 1 :]
        else:
            data = copy.deepcopy(saved)
            *way, last = random.choice(ways(data)[1:])
            holder = data
            for step in way:
                holder = holder[step]
            holder[last] = random.choice(STRANGE)
        try:
            answer = imported(kind, data)
        except scorer.Refused:
            continue
        assert scorer.replay(answer["game"])["variant"] == "base"
        read += 1
    assert read > 10
