"""The questions a referee answers, each a function from a request to an answer, both plain JSON values.

Every function raises :class:`~scorer.problems.Malformed` for a request that is no question, and all but
:func:`validate` raise :class:`~scorer.problems.Illegal` for a position that breaks the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from scorer.board import Board
from scorer.building import build
from scorer.claims import claim_json
from scorer.limits import shortened
from scorer.placement import placement_list
from scorer.position import NAME, Position
from scorer.problems import Illegal, Malformed, Problem, escaped, unknown_player, unknown_tile
from scorer.reading import read_position, read_variant
from scorer.regions import feature_list
from scorer.shapes import Integer, Shape, Table, Text, missing, wrong_type
from scorer.texts import text, texts
from scorer.variant import Phase, Variant

Answer = dict[str, Any]

#: What `validate` looks at and what it cannot see.
SCOPE: Final = text(
    "Checked: tiles and their copies, edges, one connected board with its start, players, followers and their supply. "
    "Not checked: whether legal play can lead to this position."
)
EXCERPT_SCOPE: Final = text(
    "Checked, as a cut-out of a board: tiles, edges, players and where followers stand. "
    "Not checked: start, connection, copies and supply, nor whether legal play can lead to this position."
)

CLAIM: Final = Table(Integer(-1_000_000, 1_000_000), "what each player believes to get")
PLACEMENT_FIELDS: Final[Mapping[str, Shape]] = {"tile": NAME, "player": NAME}
SCORE_FIELDS: Final[Mapping[str, Shape]] = {"phase": Text(), "claim": CLAIM}


def validate(request: object, language: str = "en") -> Answer:
    """Is this position possible? ALL problems, not the first. VALID does not promise that play can lead there."""
    position, _ = read_position(request)
    problems: Sequence[Problem] = ()
    try:
        build(position)
    except Illegal as refusal:
        problems = refusal.problems
    said = texts(language)
    return {
        "valid": not problems,
        "problems": [problem.to_json(said) for problem in problems],
        "scope": said.say(EXCERPT_SCOPE if position.excerpt else SCOPE),
    }


def features(request: object, language: str = "en") -> Answer:  # noqa: ARG001 (every question is asked alike)
    """What is on the board?"""
    position, _ = read_position(request)
    return {"features": feature_list(build(position))}


def placements(request: object, language: str = "en") -> Answer:  # noqa: ARG001 (every question is asked alike)
    """Where may a tile go, and where may a follower stand?"""
    position, tiles, player, problems = read_placements(request)
    board = board_without(problems, position)
    found = placement_list(board, dict.fromkeys(tiles), player)
    return {"placements": found, "placeable": bool(found), **position.variant.describe_placements(board, player)}


def read_placements(request: object) -> tuple[Position, list[str], str | None, list[Problem]]:
    """The position that a question is about, its tiles and its player; and what is wrong with these two."""
    variant = known_variant(request)
    position, asked = read_position(request, {**PLACEMENT_FIELDS, **variant.placement_fields})
    problems: list[Problem] = []
    tiles = variant.tiles_asked(position, asked, problems)
    if not tiles:
        raise Malformed(problems)
    problems += unknown_tiles(position, tiles)
    player = asked.get("player")
    problems += unknown_players(position, {} if player is None else {"/player": player})
    return position, list(tiles.values()), player, problems


def score(request: object, language: str = "en") -> Answer:
    """Who gets what, and why?"""
    position, phase, question, problems = read_scoring(request)
    board = board_without(problems, position)
    ruling = phases_of(position.variant)[phase].judge(board, question)
    answer = ruling.to_json(board, phase, texts(language))
    if "claim" in question:
        points = ruling.points(board)
        claims = question["claim"].items()
        answer["claims"] = [claim_json(player, claimed, points[player]) for player, claimed in claims]
    return answer


def read_scoring(request: object) -> tuple[Position, str, dict[str, Any], list[Problem]]:
    """The position that a question is about, its phase and what else it holds; and what is wrong with that."""
    variant = known_variant(request)
    assert isinstance(request, dict)
    problems: list[Problem] = []
    phase = read_phase(variant, request, problems)
    try:
        position, question = read_position(request, score_fields(variant, phase if not problems else None))
    except Malformed as refusal:
        others = [problem for problem in refusal.problems if problem.pointer != "/phase"]
        raise Malformed([*problems, *others]) from None
    if problems:
        raise Malformed(problems)
    required = phases_of(variant)[phase].required
    if not required <= question.keys():
        raise Malformed([missing("", name) for name in sorted(required - question.keys())])
    named = {f"/claim/{escaped(player)}": player for player in question.get("claim", {})}
    if "player" in question:
        named["/player"] = question["player"]
    return position, phase, question, unknown_players(position, named)


def known_variant(request: object) -> Variant:
    if not isinstance(request, dict):
        raise Malformed([wrong_type("", "an object", request)])
    problems: list[Problem] = []
    variant = read_variant(request, problems)
    if variant is None:
        raise Malformed(problems)
    return variant


@cache
def phases_of(variant: Variant) -> Mapping[str, Phase]:
    return variant.phases()


@cache
def score_fields(variant: Variant, phase: str | None) -> Mapping[str, Shape]:
    """What a question about a phase may hold besides the position; without a phase, what any of them takes."""
    phases = phases_of(variant)
    asked = phases.values() if phase is None else [phases[phase]]
    return {**SCORE_FIELDS, **{name: field for one in asked for name, field in one.fields.items()}}


def read_phase(variant: Variant, request: Mapping[str, Any], problems: list[Problem]) -> str:
    """The phase that a request asks for, if its variant has it."""
    if "phase" not in request:
        problems.append(missing("", "phase"))
        return ""
    phase = request["phase"]
    if not isinstance(phase, str):
        problems.append(wrong_type("/phase", "a string", phase))
        return ""
    phases = phases_of(variant)
    if phase not in phases:
        message = text(
            "{variant} has no scoring phase “{phase}”; it has {known}.",
            variant=variant.id,
            phase=shortened(phase),
            known=list(phases),
        )
        problems.append(Problem("phase-unknown", "/phase", message, variant.no_such_phase(phase)))
    return phase


def unknown_tiles(position: Position, named: Mapping[str, str]) -> list[Problem]:
    """The tiles, by their place in the request, that are of no kind of the game."""
    kinds = position.tile_set.kinds
    return [unknown_tile(pointer, tile, kinds) for pointer, tile in named.items() if tile not in kinds]


def unknown_players(position: Position, named: Mapping[str, str]) -> list[Problem]:
    """The players, by their place in the request, who are none of the position's."""
    known = [player.name for player in position.players]
    return [unknown_player(pointer, name, known) for pointer, name in named.items() if name not in known]


def board_without(problems: list[Problem], position: Position) -> Board:
    """The position's board. Raises :class:`Illegal` with what is wrong with it, and with the question about it."""
    try:
        board = build(position)
    except Illegal as refusal:
        raise Illegal([*refusal.problems, *problems]) from None
    if problems:
        raise Illegal(problems)
    return board
