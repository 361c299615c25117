"""Boards and games as objects: they tell what the questions tell, move by move, forwards and back."""

from __future__ import annotations

import copy
import doctest
import pickle
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import scorer
from bench import bots
from scorer import play
from scorer.board.frontier import Frontier
from scorer.limits import DEFAULT_LIMITS
from scorer.shapes import Named, Reading, Text, Word

BEGUN = "base/red:12,blue:7/D@0,0;E@0,-1,180"
ALL_EXPANSIONS = ("river", "abbot", "inns-and-cathedrals", "traders-and-builders")
TABLES: list[tuple[str, list[str], tuple[str, ...]]] = [
    ("base", ["red", "blue", "green"], ()),
    ("base-2000", ["red", "blue"], ALL_EXPANSIONS),
    ("wheel-of-fortune", ["red", "blue"], ()),
    ("discovery", ["red", "blue"], ()),
    ("castle", ["white", "black"], ()),
]


def play_on(game: scorer.Game, random: Random, moves: int) -> None:
    """So many random moves, each offered placement held against what the question says."""
    for _ in range(moves):
        player = game.on_turn
        assert player is not None
        tile = random.choice(list(game.drawable()))
        offered = game.legal_placements(tile, player)
        told = scorer.placements({**game.to_json(), "tile": tile, "player": player})["placements"]
        assert offered == told
        assert [(one.x, one.y, one.rotation) for one in offered] == [
            (one["x"], one["y"], one["rotation"]) for one in told
        ]
        legal = list(game.legal_moves(tile, player))
        assert list(tried(game, tile, player)) == legal
        game.push(random.choice(legal))


def tried(game: scorer.Game, tile: str, player: str) -> Iterator[scorer.wire.Move]:
    """The same moves, each pushed and popped before the next one is asked for."""
    for move in game.legal_moves(tile, player):
        game.push(move)
        assert game.pop() == move
        yield move


@pytest.mark.parametrize(("variant", "players", "expansions"), TABLES)
def test_a_game_is_what_the_questions_say(variant: str, players: list[str], expansions: tuple[str, ...]) -> None:
    rules = {"wheel_actions": False} if variant == "wheel-of-fortune" else None
    game = scorer.Game(variant, players, expansions=expansions, rules=rules)
    start = copy.deepcopy(game.to_json())
    play_on(game, Random(7), 24)
    position = game.to_json()
    assert scorer.validate(position)["valid"]
    assert game.features() == scorer.features(position)["features"]
    assert game.score() == scorer.score({**position, "phase": "final"})
    assert game.bag(draws=3) == scorer.bag({**position, "draws": 3})
    assert scorer.Board(position) == game
    if variant != "castle":
        # A castle's record also tells which wall tiles were taken.
        replayed = game.replay()
        assert replayed["legal"]
        assert (replayed["position"], replayed["scores"]) == (position, game.scores)
        assert scorer.Game.from_record(game.record()) == game
    while game.moves:
        game.pop()
    assert game.to_json() == start
    assert game._frontier.facing == Frontier(game._table.board).facing


COPIES: list[Callable[[Any], Any]] = [
    lambda board: board.copy(),
    copy.copy,
    copy.deepcopy,
    lambda board: pickle.loads(pickle.dumps(board)),
]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize(("variant", "players", "expansions"), TABLES)
def test_a_copy_goes_its_own_way(
    variant: str, players: list[str], expansions: tuple[str, ...], copied: Callable[[Any], Any]
) -> None:
    rules = {"wheel_actions": False} if variant == "wheel-of-fortune" else None
    game = scorer.Game(variant, players, expansions=expansions, rules=rules)
    play_on(game, Random(3), 6)
    board = scorer.Board(game.to_json())
    empty = scorer.Board.empty(variant, players, expansions=expansions, rules=rules)
    for one, moves in ((game, ()), (board, ()), (empty, game.moves[:2])):
        for move in moves:
            one.push(move)
        other = copied(one)
        assert type(other) is type(one)
        assert (other, other.moves) == (one, one.moves)
        if one.moves:
            taken = other.pop()
            assert other != one
            assert one.moves[-1] == taken
            other.push(taken)
            assert other == one
        assert other.legal_placements(next(iter(one.left))) == one.legal_placements(next(iter(one.left)))


class Bot(scorer.Board):
    """A board with a mind of its own."""

    def __init__(self, position: str, depth: int) -> None:
        super().__init__(position)
        self.depth = depth


@pytest.mark.parametrize("copied", COPIES)
def test_what_was_added_to_a_board_is_copied_too(copied: Callable[[Any], Any]) -> None:
    other = copied(Bot(BEGUN, 7))
    assert (type(other), other.depth) == (Bot, 7)


def test_what_becomes_of_a_move_or_a_record_changes_no_board() -> None:
    game, move = scorer.Game(), {"player": "red", "tile": "E", "x": 0, "y": -1, "rotation": 180}
    game.push(move)
    move["x"] = 50
    record = game.record()
    record["players"].append("green")
    record["moves"][0]["x"] = 50
    assert game.copy() == game
    assert game.copy().scores == {"red": 0, "blue": 0}
    assert scorer.Game.empty().copy() == scorer.Game()


def test_what_a_move_brings() -> None:
    board = scorer.Board(BEGUN)
    pushed = board.push({"player": "red", "tile": "D", "x": 1, "y": 0, "rotation": 0, "spot": "city"})
    assert (pushed.points, pushed.again, pushed.returned) == ({"red": 0, "blue": 0}, False, [])
    pushed = board.push({"player": "blue", "tile": "E", "x": 1, "y": -1, "rotation": 180})
    assert pushed.points == {"red": 4, "blue": 0}
    assert pushed.returned == [{"player": "red", "x": 1, "y": 0, "spot": "city@N"}]
    assert [line["text"] for line in pushed.lines("nl")] == [
        line["text"] for line in scorer.move({**board_before(board), "move": board.moves[-1]}, "nl")["lines"]
    ]
    assert (board.scores, board.supply) == ({"red": 16, "blue": 7}, {"red": 7, "blue": 7})
    assert board.pop()["tile"] == "E"
    assert [board.on_turn, board.variant, board.left["E"]] == ["blue", "base", 4]


def board_before(board: scorer.Board) -> Any:
    last = board.pop()
    before = copy.deepcopy(board.to_json())
    board.push(last)
    return before


def test_a_move_that_is_refused_leaves_no_trace() -> None:
    board = scorer.Board(BEGUN)
    before = copy.deepcopy(board.to_json())
    with pytest.raises(scorer.Illegal, match="city") as refused:
        board.push({"player": "red", "tile": "C", "x": 1, "y": 0, "rotation": 0})
    assert [problem.code for problem in refused.value.problems] == ["edge-mismatch"]
    with pytest.raises(scorer.Malformed, match="must be one of"):
        board.push({"player": "red", "tile": "C", "x": 1, "y": 0, "rotation": 45})  # type: ignore[typeddict-item]
    assert (board.to_json(), board.moves) == (before, ())
    with pytest.raises(IndexError):
        board.pop()


def test_a_board_that_was_not_scored_takes_no_move() -> None:
    board = scorer.Board(f"{BEGUN}=red.city")
    with pytest.raises(scorer.Illegal, match="must be scored first"):
        board.push({"player": "blue", "tile": "U", "x": 1, "y": 0, "rotation": 0})


def test_placements_know_when_they_are_out_of_date() -> None:
    board = scorer.Board(BEGUN)
    first, *_, last = board.legal_placements("U")
    assert {**first} == dict(first) == first.told()
    assert (len(first), first["spots"], repr(first)) == (4, first.spots, f"LegalPlacement({first.told()!r})")
    board.push({"player": "red", "tile": "U", "x": first.x, "y": first.y, "rotation": first.rotation})
    assert first.spots
    with pytest.raises(RuntimeError, match="has changed"):
        _ = last.spots
    board.pop()
    assert last.spots


def test_the_symbol_of_a_drawn_tile_stands_in_its_moves() -> None:
    game = scorer.Game("wheel-of-fortune", ["red", "blue"])
    move = next(game.legal_moves("U", "red", wheel=1))
    assert move["wheel"] == 1
    game.push(move)
    with pytest.raises(scorer.Illegal, match="carries a symbol"):
        game.push(next(game.legal_moves("U", "blue")))


def test_unknown_tiles_and_players() -> None:
    board = scorer.Board(BEGUN)
    for asked, code in ((("Z9",), "tile-unknown"), (("U", "white"), "player-unknown")):
        with pytest.raises(scorer.Illegal) as refused:
            board.legal_placements(*asked)
        assert [problem.code for problem in refused.value.problems] == [code]


def test_a_tile_that_fits_nowhere_is_put_away() -> None:
    board = scorer.Board("base/red,blue/D@0,0/excerpt:!t")
    fits = list(board.legal_moves("E", "red"))
    assert {"player": "red", "tile": "E", "x": 0, "y": -1, "rotation": 180, "spot": "city@S"} in fits
    nowhere = scorer.Board("castle/white,black/")
    assert not any("discard" in move for move in nowhere.legal_moves("C01", "white"))
    walled = scorer.Board("base/red,blue/A@0,0/excerpt:!t")
    assert list(walled.legal_moves("C", "red")) == [{"player": "red", "discard": "C"}]


def test_where_boards_come_from() -> None:
    board = scorer.Board.from_notation(BEGUN)
    assert board == scorer.Board.from_json(scorer.notation.read(BEGUN)) == scorer.Board(board.notation())
    assert eval(repr(board), {"Board": scorer.Board}) == board
    assert board != BEGUN
    empty = scorer.Board.empty("base", ["a", "b"], expansions=["river"], rules={"small_city": 2})
    assert [tile["tile"] for tile in empty.to_json()["tiles"]] == ["R01"]
    assert empty.to_json()["rules"]["small_city"] == 2
    kind = {**scorer.tile_kinds("base")["X"], "id": "mine"}
    record: scorer.wire.ReplayRequest = {
        "variant": "base",
        "players": ["a", "b"],
        "tileset": {"kinds": [kind]},
        "moves": [{"player": "a", "tile": "mine", "x": 1, "y": 0, "rotation": 0}],
    }
    assert scorer.Game.from_record(record).record() == record
    told = scorer.Game.from_record("base/a,b/>U@1,0")
    assert told.record()["moves"] == list(told.moves) == scorer.notation.read("base/a,b/>U@1,0")["moves"]
    assert not scorer.Game("base", ["a", "b"], moves=told.moves).is_over


def test_boards_can_be_looked_at() -> None:
    assert str(scorer.Board("castle/white,black/")) == "castle: white 0, black 0"
    board = scorer.Board("wheel-of-fortune/red,blue/E@0,-1,180=red.city")
    assert str(board).splitlines()[1:4] == ["    0     1     2     3", "-1  Ev *", " 0  #     #     #     #"]
    assert board._repr_svg_() == board.svg() == scorer.render(board.to_json())
    assert board.svg(coordinates=True) != board.svg()


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(play).failed == 0


def test_the_bots_of_the_benchmark_play_the_same_game() -> None:
    assert bots.with_an_object() == bots.with_dicts()


def test_pictures_and_kinds_of_tiles() -> None:
    assert scorer.tile_svg("base", "D").startswith("<svg")
    assert "R01" in scorer.tile_kinds("base", ["river"])
    assert "R01" not in scorer.tile_kinds("base")
    with pytest.raises(scorer.Illegal, match="did you mean"):
        scorer.tile_svg("castle", "C0l")
    assert scorer.render(BEGUN) == scorer.render(scorer.notation.read(BEGUN))


def test_words_of_answers_may_be_any() -> None:
    reading = Reading(DEFAULT_LIMITS)
    assert Named("Code", Word(("a", "b"))).read("c", "", reading) == "c"
    assert Text(most=None).read(3, "/x", reading) == ""
    assert [problem.code for problem in reading.problems] == ["wrong-type"]


def test_an_answer_is_its_readers_own() -> None:
    board = scorer.Board("base/red,blue/D@0,0")
    before = copy.deepcopy(board.features())
    board.features()[0]["cells"][0][0] = 99
    assert board.features() == before
    move = {"player": "red", "tile": "E", "x": 0, "y": -1, "rotation": 180}
    figures = scorer.move(
        {
            "variant": "base",
            "expansions": ["inns-and-cathedrals"],
            "players": [{"name": "red"}, {"name": "blue"}],
            "tiles": [{"x": 0, "y": 0, "tile": "D", "rotation": 0}],
            "move": move,
        }
    )["figures"]
    figures["red"]["big"] = 7
    assert figures["blue"] == {"big": 1}
