"""The questions a referee answers, each a function from a request to an answer, both plain JSON values.

Every function raises :class:`~scorer.problems.Malformed` for a request that is no question, and all but
:func:`validate` raise :class:`~scorer.problems.Illegal` for a position that breaks the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from scorer.board import Board, build
from scorer.claims import claim_json
from scorer.placement import placement_list
from scorer.position import NAME, Position
from scorer.problems import Illegal, Malformed, Problem, nearest, unknown_player
from scorer.reading import read_position, read_variant
from scorer.regions import feature_json, regions
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
SCORE_FIELDS: Final[Mapping[str, Shape]] = {"phase": Text(40), "claim": CLAIM}


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
    return {"features": [feature_json(region) for region in regions(build(position))]}


def placements(request: object, language: str = "en") -> Answer:  # noqa: ARG001 (every question is asked alike)
    """Where may a tile go, and where may a follower stand?"""
    variant = known_variant(request)
    position, asked = read_position(request, {**PLACEMENT_FIELDS, **variant.placement_fields})
    problems: list[Problem] = []
    tiles = variant.tiles_asked(position, asked, problems)
    if not tiles:
        raise Malformed(problems)
    board = board_with_tile_kinds(position, tiles, problems)
    player = asked.get("player")
    if player is not None:
        check_player(board, player, "/player")
    found = placement_list(board, dict.fromkeys(tiles.values()), player)
    return {"placements": found, "placeable": bool(found), **variant.describe_placements(board, player)}


def score(request: object, language: str = "en") -> Answer:
    """Who gets what, and why?"""
    variant = known_variant(request)
    assert isinstance(request, Mapping)
    phase, judged = known_phase(variant, request)
    position, question = read_position(request, {**SCORE_FIELDS, **judged.fields})
    absent = [missing("", name) for name in sorted(judged.required - question.keys())]
    if absent:
        raise Malformed(absent)
    board = build(position)
    if "player" in question:
        check_player(board, question["player"], "/player")
    ruling = judged.judge(board, question)
    answer = ruling.to_json(board, phase, texts(language))
    if "claim" in question:
        answer["claims"] = claims(board, question["claim"], ruling.points(board))
    return answer


def claims(board: Board, claimed: Mapping[str, int], points: Mapping[str, int]) -> list[Answer]:
    """Each claim against what was really scored."""
    for player in claimed:
        check_player(board, player, "/claim")
    return [claim_json(player, claim, points[player]) for player, claim in claimed.items()]


def known_variant(request: object) -> Variant:
    if not isinstance(request, Mapping):
        raise Malformed([wrong_type("", "an object", request)])
    problems: list[Problem] = []
    variant = read_variant(request, problems)
    if variant is None:
        raise Malformed(problems)
    return variant


@cache
def phases_of(variant: Variant) -> Mapping[str, Phase]:
    return variant.phases()


def known_phase(variant: Variant, request: Mapping[str, Any]) -> tuple[str, Phase]:
    if "phase" not in request:
        raise Malformed([missing("", "phase")])
    phase = request["phase"]
    if not isinstance(phase, str):
        raise Malformed([wrong_type("/phase", "a string", phase)])
    phases = phases_of(variant)
    if phase not in phases:
        message = text(
            "{variant} has no scoring phase “{phase}”; it has {known}.",
            variant=variant.id,
            phase=phase[:40],
            known=list(phases),
        )
        raise Malformed([Problem("phase-unknown", "/phase", message, variant.no_such_phase(phase))])
    return phase, phases[phase]


def board_with_tile_kinds(position: Position, tiles: Mapping[str, str], problems: list[Problem]) -> Board:
    """The position's board, for a question about one more tile; ``tiles`` by their place in the request."""
    for pointer, tile in tiles.items():
        if tile not in position.tile_set.kinds:
            near = nearest(tile, position.tile_set.kinds)
            known = [near] if near else list(position.tile_set.kinds)
            message = text("No tile of this game is called “{tile}”; there is {known}.", tile=tile, known=known)
            problems.append(Problem("tile-unknown", pointer, message, "tiles.copies"))
    try:
        board = build(position)
    except Illegal as refusal:
        raise Illegal([*refusal.problems, *problems]) from None
    if problems:
        raise Illegal(problems)
    return board


def check_player(board: Board, player: str, pointer: str) -> None:
    known = [known.name for known in board.players]
    if player not in known:
        raise Illegal([unknown_player(pointer, player, known)])
