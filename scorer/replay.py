"""A whole game, move by move: was each move allowed, what did it score, and where do two counts part?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

from scorer.building import build
from scorer.claims import CLAIMS, END, Claim, Moment, check_claims, claims_answered
from scorer.game import Game, Move
from scorer.ports import ROTATIONS
from scorer.position import COORDINATE, NAME, SPOT, TILESET, Player
from scorer.problems import Illegal, Malformed, Refused, unknown_field
from scorer.reading import read_rules, read_tile_set
from scorer.referee import Answer, known_variant
from scorer.shapes import Choice, Flag, Items, Problems, Record, Schema, Shape, missing
from scorer.texts import Texts, texts
from scorer.turn import IllegalMove, Turn
from scorer.variant import Variant

#: The fields of a replay that say what game it is.
HEADING: Final = ("variant", "rules")


class MoveShape(Shape):
    """A move: a tile that is laid, or one that fits nowhere and is put away."""

    def __init__(self, draw_fields: Mapping[str, Shape], move_fields: Mapping[str, Shape]) -> None:
        self.laying = Record(
            {"player": NAME, "tile": NAME, "x": COORDINATE, "y": COORDINATE, "rotation": Choice(ROTATIONS)},
            {"spot": SPOT, **draw_fields, **move_fields},
            "a tile is laid, perhaps with a follower on it",
            "TileLaid",
        )
        self.discarding = Record(
            {"player": NAME, "discard": NAME},
            draw_fields,
            "a tile that fits nowhere is put away; the player draws again",
            "TileDiscarded",
        )

    def read(self, value: object, pointer: str, problems: Problems) -> Any:
        discards = isinstance(value, Mapping) and "discard" in value
        return (self.discarding if discards else self.laying).read(value, pointer, problems)

    def schema(self) -> Schema:
        return {"anyOf": [self.laying.schema(), self.discarding.schema()]}


#: The fields of a replay that every game has, besides its moves and those that say what game it is.
COMMON_FIELDS: Final[Mapping[str, Shape]] = {
    "players": Items(NAME, 100, "the players' names in seating order, clockwise; the first of them begins"),
    "end": Flag("whether the game ends after these moves, so that the final scoring follows (default false)"),
    "claims": CLAIMS,
    "tileset": TILESET,
}


def moves_shape(draw_fields: Mapping[str, Shape], move_fields: Mapping[str, Shape]) -> Shape:
    return Items(MoveShape(draw_fields, move_fields), description="the moves in order, the first one being move 1")


@cache
def replay_fields(variant: Variant) -> Mapping[str, Shape]:
    """The fields of a replay besides those that say what game it is."""
    moves = moves_shape(variant.draw_fields, variant.move_fields)
    return {"moves": moves, **COMMON_FIELDS, **variant.end_fields}


class Recording(NamedTuple):
    """A game as a request tells it."""

    start: Game
    moves: list[Move]
    end: bool
    #: What the request says of the end of the game.
    closing: dict[str, Any]
    #: None where nobody claims anything.
    claims: list[Claim] | None


def read_recording(request: object) -> Recording:
    """Raises :class:`Malformed` or :class:`Illegal` with everything that keeps a request from being a game at all."""
    variant = known_variant(request)
    assert isinstance(request, Mapping)
    problems: Problems = []
    fields = replay_fields(variant)
    rules = read_rules(variant, request["rules"], "/rules", problems) if "rules" in request else variant.default_rules()
    tile_set, extra_kinds = read_tile_set(variant, rules, request, problems)
    problems += [missing("", name) for name in ("players", "moves") if name not in request]
    told: dict[str, Any] = {}
    for name, content in request.items():
        if name == "tileset":
            continue
        if name in fields:
            told[name] = fields[name].read(content, f"/{name}", problems)
        elif name not in HEADING:
            problems.append(unknown_field("", name, [*HEADING, *fields]))
    if problems:
        raise Malformed(problems)
    players, moves, end, claims = told["players"], told["moves"], told.get("end", False), told.get("claims")
    check_claims(claims or (), players, len(moves), problems, end=end)
    if problems:
        raise Malformed(problems)
    start = Game.begin(variant, rules, tile_set, extra_kinds, players)
    check_start(start, players)
    closing = {name: told[name] for name in variant.end_fields if name in told}
    return Recording(start, moves, end, closing, claims)


def check_start(start: Game, players: list[str]) -> None:
    """These players can play this game by these rules, with these tiles."""
    try:
        build(start.position()._replace(players=tuple([Player(name) for name in players])))
    except Illegal as refusal:
        raise Illegal(
            [replace(problem, pointer=in_recording(problem.pointer)) for problem in refusal.problems]
        ) from None


def in_recording(pointer: str) -> str:
    """Where a game tells what a position says here: it has names for players, and only its own kinds of tile."""
    return "/tileset" if pointer.startswith("/tiles/") else pointer.removesuffix("/name")


def replay(request: object, language: str = "en") -> Answer:
    """Was each move of this game allowed, what did it score, and who is right about the count?"""
    game, moves, end, closing, claims = read_recording(request)
    said = texts(language)
    moments = [Moment(0, [], game.scores)]
    turns: list[Answer] = []
    problems: list[Answer] = []
    final: Answer | None = None
    for number, move in enumerate(moves, 1):
        turn = Turn(game, move)
        try:
            game = turn.play()
        except IllegalMove as refusal:
            turns.append(refused_json(game, number, move, refusal, said))
            problems = turns[-1]["problems"]
            break
        turns.append(turn_json(game, number, turn, said))
        moments.append(Moment(number, turn.lines, game.scores))
    if end and not problems:
        board = game.board()
        try:
            ruling = game.variant.phases()["final"].judge(board, closing)
        except Refused as refusal:
            problems = [problem.to_json(said) for problem in refusal.problems]
        else:
            final = ruling.to_json(board, "final", said)
            scores = {name: player["after"] for name, player in final["players"].items()}
            moments.append(Moment(END, ruling.lines, scores))
    answer: Answer = {
        "variant": game.variant.id,
        "legal": not problems,
        "problems": problems,
        "turns": turns,
        "scores": dict(moments[-1].scores),
        "supply": game.supply(),
        "on_turn": game.on_turn,
        "tiles_left": sum(game.left().values()),
        "position": game.to_json(),
    }
    if final is not None:
        answer["final"] = final
    if claims is not None:
        answer["claims"] = claims_answered(claims, moments, said)
    return answer


def turn_json(game: Game, number: int, turn: Turn, said: Texts) -> Answer:
    """A turn that was legal, and the game after it."""
    return {
        "move": number,
        "player": turn.player,
        "legal": True,
        "problems": [],
        "lines": [line.to_json(said) for line in turn.lines],
        "returned": [follower.to_json() for follower in turn.returned],
        "scores": dict(game.scores),
        "supply": game.supply(),
        **game.extras,
        **turn.shown,
    }


def refused_json(game: Game, number: int, move: Move, refusal: IllegalMove, said: Texts) -> Answer:
    """The turn that was illegal, and the game before it."""
    return {
        "move": number,
        "player": move["player"],
        "legal": False,
        "problems": [problem.to_json(said) for problem in refusal.problems],
        "legal_instead": dict(refusal.instead),
        "lines": [],
        "returned": [],
        "scores": dict(game.scores),
        "supply": game.supply(),
        **game.extras,
    }
