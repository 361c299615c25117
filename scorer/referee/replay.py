"""A whole game, move by move: was each move allowed, what did it score, and where do two counts part?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final, NamedTuple

from scorer.forms import Form, Values
from scorer.game.building import build
from scorer.game.game import Game, Move
from scorer.game.moves import MoveShape
from scorer.game.position import NAME, Player, Position, TurnTold
from scorer.game.reading import GAME_FIRST, game_fields, rules_and_tiles
from scorer.game.turn import SECOND_PART, IllegalMove, Turn
from scorer.limits import Limits
from scorer.problems import Illegal, Malformed, Problem, Refused
from scorer.referee.asking import Answer, assumed_json
from scorer.referee.claims import CLAIMS, END, Claim, Tally, check_claims, claims_answered
from scorer.rules.assumptions import Assumption
from scorer.rules.headlines import result_said
from scorer.rules.lines import lines_json
from scorer.rules.part import Rules, State
from scorer.rules.ruleset import Ruleset
from scorer.shapes import Anything, Choice, Flag, Items, Reading, Schema, Shape, by_name
from scorer.texts import Sayable, Sentences, Texts, counted, text
from scorer.tiles.cells import cell_key

#: Says that the players agreed to end the game before its last tile.
EARLY: Final = "early"


class EndShape(Shape):
    """Whether the game ends after these moves, so that the final scoring follows; `early` where that was agreed."""

    flag = Flag()
    word = Choice((EARLY,))

    def read(self, value: object, pointer: str, reading: Reading) -> Any:
        return (self.word if isinstance(value, str) else self.flag).read(value, pointer, reading)

    def schema(self, limits: Limits) -> Schema:
        return {
            "anyOf": [self.flag.schema(limits), {"type": "string", "enum": [EARLY]}],
            "description": "whether the game ends after these moves, so that the final scoring follows (default "
            "false); `early` where the players agreed to end it with tiles left",
        }


#: The fields of a replay that every game has, besides its moves and those that say what game it is.
COMMON_FIELDS: Final[Mapping[str, Shape]] = {
    "players": Items(NAME, 100, "the players' names in seating order, clockwise; the first of them begins"),
    "end": EndShape(),
    "claims": CLAIMS,
    "table": by_name(
        Anything(), "what a page keeps of a game besides (colours, a clock, what was agreed); nothing is made of it"
    ),
}


@cache
def replay_form(ruleset: Ruleset) -> Form[Recording]:
    moves = MoveShape(ruleset)
    fields = {
        **game_fields(ruleset),
        "moves": Items(moves, "moves", "the moves in order, the first one being move 1"),
        **COMMON_FIELDS,
        **ruleset.end_fields,
    }
    make = partial(make_recording, ruleset)
    return Form(fields, make, ("players", "moves"), GAME_FIRST)


class Recording(NamedTuple):
    """A game as a request tells it."""

    game: Game
    moves: list[Move]
    end: bool | str
    #: What the request says of the end of the game.
    closing: dict[str, Any]
    #: None where nobody claims anything.
    claims: list[Claim] | None


def make_recording(ruleset: Ruleset, values: Values, limits: Limits) -> Recording:
    """Raises :class:`Malformed` or :class:`Illegal` with everything that keeps this from being a game at all."""
    players, moves, end, claims = values["players"], values["moves"], values.get("end", False), values.get("claims")
    problems: list[Problem] = []
    check_claims(claims or (), players, len(moves), problems, end=bool(end))
    if problems:
        raise Malformed(problems)
    rules, tile_set = rules_and_tiles(ruleset, values)
    start = Position(
        ruleset,
        rules,
        tile_set,
        tuple(values.get("tileset", ())),
        tuple([Player(name) for name in players]),
        [] if ruleset.start_tile is None else [(cell_key(0, 0), ruleset.start_tile, 0)],
        {},
        [],
        False,
        states_at_start(ruleset, rules, players),
        limits,
        TurnTold(players[0]) if players else None,
    )
    closing = {name: values[name] for name in ruleset.end_fields if name in values}
    return Recording(begun(start), moves, end, closing, claims)


def states_at_start(ruleset: Ruleset, rules: Rules, players: list[str]) -> dict[str, State]:
    """What parts add to a position before the first move."""
    begun = {name: state.at_start(rules, players) for name, state in ruleset.states.items()}
    return {name: state for name, state in begun.items() if state is not None}


def begun(start: Position) -> Game:
    """The table before the first move, if these players can play this game by these rules, with these tiles."""
    try:
        return build(start)
    except Illegal as refusal:
        raise Illegal(
            [replace(problem, pointer=in_recording(problem.pointer)) for problem in refusal.problems]
        ) from None


def in_recording(pointer: str) -> str:
    """Where a game tells what a position says here: it has names for players, and only its own kinds of tile."""
    return "/tileset" if pointer.startswith("/tiles/") else pointer.removesuffix("/name")


def judge_game(recording: Recording, language: str) -> Answer:
    """Was each move of this game allowed, what did it score, and who is right about the count?"""
    game, moves, end, closing, claims = recording
    said = game.texts(language)
    assumed: Sequence[Assumption] = ()
    tallies = [Tally(0, [], game.scores)]
    turns: list[Answer] = []
    problems: list[Answer] = []
    summary: Sayable = counted("{count} move, allowed.", "{count} moves, all of them allowed.", len(moves))
    final: Answer | None = None
    for number, move in enumerate(moves, 1):
        turn = Turn(game, move, f"/moves/{number - 1}")
        try:
            turn.play()
        except IllegalMove as refusal:
            turns.append(refused_json(game, number, move, refusal, said))
            problems = turns[-1]["problems"]
            summary = stopped(number, refusal.problems[0])
            break
        turns.append(turn_json(number, turn, said))
        tallies.append(Tally(number, turn.lines, game.scores))
    if end and not problems:
        if end != EARLY:
            game.assumed += end_assumed(game)
        try:
            ruling = game.ruleset.phases["final"].judge(game, closing)
        except Refused as refused:
            problems = [problem.to_json(said) for problem in refused.problems]
            summary = Sentences(text("The end of the game cannot be judged."), refused.problems[0].message)
        else:
            final, assumed = ruling.to_json(game, "final", said), ruling.assumed
            scores = {name: player["after"] for name, player in final["players"].items()}
            summary = result_said(scores)
            tallies.append(Tally(END, ruling.lines, scores))
    answer: Answer = {
        "variant": game.ruleset.id,
        "summary": summary.spoken(said),
        "legal": not problems,
        "problems": problems,
        "turns": turns,
        "scores": dict(tallies[-1].scores),
        "supply": dict(game.supply),
        "on_turn": game.on_turn or "",
        "tiles_left": sum(game.left().values()),
        "position": game.to_json(),
        "assumed": assumed_json(game, said, assumed),
    }
    if final is not None:
        answer["final"] = final
    if claims is not None:
        answer["claims"] = claims_answered(claims, tallies, said)
    return answer


def stopped(number: int, problem: Problem) -> Sayable:
    """The headline of a game in which a move is illegal."""
    return Sentences(text("Move {number} is not allowed.", number=number), problem.message)


def end_assumed(game: Game) -> list[Assumption]:
    """What an end takes for granted that comes before the last tile, or in the middle of a double turn."""
    assumed, left = [], sum(game.left().values())
    if left:
        message = counted(
            "The game was ended although {count} tile was left to be drawn.",
            "The game was ended although {count} tiles were left to be drawn.",
            left,
        )
        assumed.append(Assumption("tiles-left", message, "game.end"))
        if game.part == SECOND_PART and game.goes_on is not None:
            message = text(
                "The game was ended although the second part of a double turn was left to {player}.",
                player=game.on_turn,
            )
            assumed.append(Assumption("second-part-owed", message, game.goes_on.rule))
    return assumed


def turn_json(number: int, turn: Turn, said: Texts) -> Answer:
    """A turn that was legal, and the game after it."""
    game = turn.game
    return {
        "move": number,
        "player": turn.player,
        "legal": True,
        "problems": [],
        "lines": lines_json(turn.lines, said),
        "returned": [figure.to_json() for figure in turn.returned],
        "scores": dict(game.scores),
        "supply": dict(game.supply),
        "again": turn.again,
        **game.figures_json(),
        **game.states_json(),
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
        "supply": dict(game.supply),
        "again": False,
        **game.figures_json(),
        **game.states_json(),
    }
