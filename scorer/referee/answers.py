"""What answers look like: the shapes that the specification, the types and the tests are made from.

Where parts add fields to an answer, their shapes stand in :attr:`scorer.rules.part.Part.answer_fields`; here they come
together, as fields that may be there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from scorer.game.position import COORDINATE, FIGURE, MEEPLE, NAME, PLACE, SPOT
from scorer.limits import MOST_PROBLEMS
from scorer.problems import CODES
from scorer.referee.claims import AFTER
from scorer.referee.placements import MOST_OFFERED
from scorer.rulebook import rules_of
from scorer.rules.assumptions import ASSUMPTIONS
from scorer.rules.variants import PARTS, WHOLE_RULESETS
from scorer.shapes import (
    About,
    Anything,
    Chance,
    Choice,
    Flag,
    Integer,
    Items,
    Named,
    Nullable,
    OneOf,
    Record,
    Shape,
    Table,
    Text,
    Word,
)
from scorer.tiles.ports import PORTS, ROTATIONS, SIDES

COUNT: Final = Integer(-1_000_000_000, 1_000_000_000)
SENTENCE: Final = Text(most=None)
RULE_IDS: Final = tuple(sorted({rule for ruleset in WHOLE_RULESETS for rule in rules_of(ruleset)}))
TERRAINS: Final = tuple(dict.fromkeys(name for ruleset in WHOLE_RULESETS for name in ruleset.landscape.names))
LINE_TYPES: Final = TERRAINS + tuple(name for part in PARTS for name in part.line_types)


def number(description: str) -> Integer:
    return Integer(COUNT.least, COUNT.most, description)


def words(description: str) -> Text:
    return Text(description, most=None)


def by_player(description: str) -> Table:
    return Table(COUNT, description)


def _codes(codes: Mapping[str, str]) -> str:
    return "\n".join(["a stable code, never translated:", "", *(f"- `{code}`: {text}" for code, text in codes.items())])


CELL: Final = Named("Cell", Items(COORDINATE, 2, "x, y", least=2))
RULE: Final = Named("RuleId", Word(RULE_IDS, "a rule, by its id in `/v1/variants/{variant}/rules`"))
TERRAIN: Final = Named("Terrain", Word(TERRAINS, "a terrain"))
LINE_TYPE: Final = Named("LineType", Word(LINE_TYPES, "the terrain, or what gives the points"))
WHERE: Final = Record(
    {},
    {
        "cells": Items(CELL, description="the cells concerned; for a spot that is taken, the way to who stands there"),
        "edges": Items(
            Record({"x": COORDINATE, "y": COORDINATE, "side": Choice(SIDES)}, {}, "An edge of a tile.", "Edge"),
            description="the edges that do not match",
        ),
        "meeples": Items(MEEPLE, description="the figures concerned"),
    },
    "Where on the table it is, so that a page can point at it.",
    "Where",
)
PROBLEM: Final = Record(
    {
        "code": Named("ProblemCode", Word(tuple(CODES), _codes(CODES))),
        "pointer": words("where, as a JSON Pointer into the request"),
        "detail": words("a sentence for people, in the language of Accept-Language"),
    },
    {
        "rule": About(RULE, "the rule that it breaks"),
        "where": WHERE,
        "choices": Items(words(""), description="what could stand there instead"),
    },
    "One thing that is wrong.",
    "Problem",
)
MORE: Final = number(f"how many more problems there are; at most {MOST_PROBLEMS} are listed")
FIGURES_LEFT: Final = Table(Table(COUNT), "how many figures of other kinds everybody has left")
FIGURE_SPOTS: Final = Table(Items(SPOT), "where each other figure may stand")
ASSUMED: Final = Items(
    Record(
        {
            "code": Named("AssumptionCode", Word(tuple(ASSUMPTIONS), _codes(ASSUMPTIONS))),
            "detail": words("a sentence for people"),
        },
        {"rule": About(RULE, "the rule that asks for it")},
        "Something that an answer took for granted.",
        "Assumption",
    ),
    description="what the answer had to take for granted, and what would change it",
)
SUMMARY: Final = words("the headline, in one or two sentences")
#: The specification has a position as requests do.
POSITION: Final = Named("Position", Table(Anything(), "the position, as every other question takes it"))
OPEN_PORT: Final = Record(
    {"x": COORDINATE, "y": COORDINATE, "port": Choice(PORTS)}, {}, "A port where a feature could go on.", "OpenPort"
)
TOTAL: Final = Record(
    {"before": COUNT, "points": number("what this scoring brings"), "after": COUNT}, {}, "A player's score.", "Total"
)
CLAIMED: Final[Mapping[str, Shape]] = {
    "player": NAME,
    "claimed": COUNT,
    "actual": COUNT,
    "difference": number("claimed minus actual"),
    "agrees": Flag(),
}


@cache
def added(place: str) -> Mapping[str, Shape]:
    """What parts add to answers at this place, whatever the game."""
    by_name: dict[str, list[Shape]] = {}
    for part in PARTS:
        for name, shape in part.answer_fields.get(place, {}).items():
            by_name.setdefault(name, []).append(shape)
    return {name: shapes[0] if len(shapes) == 1 else OneOf(tuple(shapes)) for name, shapes in by_name.items()}


ITEM: Final = Record(
    {"what": words("what is counted"), "count": COUNT, "each": number("points for each"), "points": COUNT},
    {"player": Text("the player it concerns, where it is not everybody's who scores the line"), **added("item")},
    "A part of a line's points: so many things, each worth so much.",
    "Item",
)
_LINE: Final[Mapping[str, Shape]] = {
    "feature": Nullable(words("the feature's id; null for what comes from no feature")),
    "type": LINE_TYPE,
    "complete": Flag(),
    "tiles": number("the number of tiles that is scored"),
    "cells": Items(CELL, description="the board cells counted"),
    "points": by_player("what each player on it gets, also 0"),
    "followers": by_player("how many followers each player has on it"),
    "items": Items(ITEM, description="what the points are made of"),
    "rule": RULE,
    "because": Items(RULE, description="the rules besides that decided it"),
    "text": words("the ruling as a sentence, in the language of Accept-Language"),
}
LINE: Final = Record(
    _LINE,
    {
        "strength": by_player("how much the figures of each player count, where some count for more than one"),
        **added("line"),
    },
    "One ruling about one thing.",
    "Line",
)
RETURNED: Final = Record(
    {"player": NAME},
    {**PLACE, "figure": FIGURE, **added("returned")},
    "A follower that goes home; its cell and spot, where it stood on a tile.",
    "Returned",
)
FEATURE: Final = Record(
    {
        "id": words("its name within this answer"),
        "type": TERRAIN,
        "complete": Flag("whether it is finished; fields and courts never are"),
        "tiles": number("the number of tiles that is scored"),
        "cells": Items(CELL, description="the board cells counted"),
        "open_ports": Items(OPEN_PORT, description="where it is still open"),
        "counts": by_player("those of pennants, cities, ports, markets, fountains, inns ... that the type knows"),
        "meeples": Items(MEEPLE, description="the followers on it"),
        "majority": Items(NAME, description="the players who would score it"),
        "points": number("what it is worth now to whoever scores it"),
        "touches": Items(words(""), description="the ids of the features that it borders on"),
    },
    {
        "start_spaces": Items(words(""), description="the start spaces it lies on, which are no cells"),
        **added("feature"),
    },
    "What is joined on the board: a city, a road, a field ...",
    "Feature",
)
PLACEMENT: Final = Record(
    {
        "x": COORDINATE,
        "y": COORDINATE,
        "rotation": Choice(ROTATIONS, "degrees clockwise"),
        "spots": Items(SPOT, description="where a follower may then stand"),
    },
    {"figures": FIGURE_SPOTS, **added("placement")},
    "A legal way to lay the tile.",
    "Placement",
)
OFFERS: Final = Record(
    {
        "placements": Table(
            Items(PLACEMENT),
            "for each tile that may be drawn next or lies before the player, by its id: every legal way to lay it, as "
            "the call `placements` tells them",
        )
    },
    added("placements"),
    f"What a player may do; left out where it is more than any box holds ({MOST_OFFERED:,} things told).",
    "Offers",
)

VALIDATION: Final = Record(
    {
        "valid": Flag("no rule is broken; it does not promise that play can lead there"),
        "problems": Items(PROBLEM, description="all problems, not only the first"),
        "scope": words("what was checked and what cannot be, in the language of Accept-Language"),
        "assumed": ASSUMED,
    },
    {"more": MORE},
    "Whether a position is possible.",
    "Validation",
)
FEATURES: Final = Record({"features": Items(FEATURE), "assumed": ASSUMED}, {}, "What is on the board.", "Features")
PLACEMENTS: Final = Record(
    {
        "placements": Items(PLACEMENT, description="every legal way to lay the tile, sorted by x, y and rotation"),
        "placeable": Flag("whether there is any"),
        "assumed": ASSUMED,
    },
    added("placements"),
    "Where a tile may go.",
    "Placements",
)
SCORE: Final = Record(
    {
        "variant": words("the variant's id"),
        "phase": words(""),
        "summary": SUMMARY,
        "players": Table(TOTAL, "each player's score"),
        "lines": Items(LINE, description="one for every feature with followers that the phase looks at"),
        "returned": Items(RETURNED, description="the followers that go home"),
        "assumed": ASSUMED,
    },
    {
        "winners": Items(NAME, description="at the end of the game: who has the most points"),
        "position": About(POSITION, "with `carry_out`: the position afterwards"),
        "offers": About(OFFERS, "with `carry_out` and `tile`: what the player may do with it afterwards"),
        **added("score"),
        "claims": Items(
            Record(CLAIMED, {}, "A claim against what was really scored.", "Claimed"),
            description="each claim of the request, judged",
        ),
    },
    "Who gets what, and why.",
    "Score",
)
LEGAL_INSTEAD: Final = Record(
    {},
    {
        "player": Text("whose turn it is"),
        "tiles": Table(COUNT, "the tiles that are left, with their number"),
        "placements": Items(PLACEMENT, description="where the tile may go"),
        "discard": Text("the tile that fits nowhere and is put away"),
        "spots": Items(SPOT, description="where a follower may stand"),
        "figures": FIGURE_SPOTS,
        **added("instead"),
    },
    "What would have been legal in the place of a move that is not; nothing where it was.",
    "LegalInstead",
)
TURN: Final = Record(
    {
        "move": number("the moves count from 1"),
        "player": NAME,
        "legal": Flag(),
        "problems": Items(PROBLEM, description="which rules the move breaks, and why"),
        "lines": Items(LINE, description="what the move scored"),
        "returned": Items(RETURNED, description="the followers that went home"),
        "scores": by_player("everybody's points"),
        "supply": by_player("how many followers everybody has left"),
        "again": Flag("whether the same player goes on"),
    },
    {"legal_instead": LEGAL_INSTEAD, "figures": FIGURES_LEFT, **added("turn")},
    "One move, judged, and the game after it; where the move is illegal, the game before it.",
    "Turn",
)
GAME_CLAIM: Final = Record(
    {
        "after": AFTER,
        "player": NAME,
        "claimed": COUNT,
        "actual": Nullable(COUNT),
        "difference": Nullable(number("claimed minus actual")),
        "agrees": Nullable(Flag()),
    },
    {
        "since": AFTER,
        "lines": Items(
            Record({"after": AFTER, **_LINE}, LINE.optional, "A line, and when it was scored.", "ClaimedLine"),
            description="the player's lines since then: in one of these the two counts part",
        ),
    },
    "A claim against what the player really had; all null where the game did not get there.",
    "GameClaim",
)
REPLAY: Final = Record(
    {
        "variant": words("the variant's id"),
        "summary": SUMMARY,
        "legal": Flag("whether every move was allowed"),
        "problems": Items(PROBLEM, description="what is wrong with the first illegal move, or with the end"),
        "turns": Items(TURN, description="every move up to the first illegal one"),
        "scores": by_player("everybody's points, after the final scoring where there was one"),
        "supply": by_player("how many followers everybody has left"),
        "on_turn": words("who is next"),
        "tiles_left": number("how many tiles are still to be drawn"),
        "position": POSITION,
        "assumed": ASSUMED,
    },
    {"final": SCORE, "claims": Items(GAME_CLAIM, description="each claim of the request, judged")},
    "A whole game, judged move by move up to the first illegal one.",
    "Replay",
)
MOVE: Final = Record(
    {
        "variant": words("the variant's id"),
        "summary": SUMMARY,
        "legal": Flag("whether the move was allowed"),
        "problems": Items(PROBLEM, description="which rules it breaks, and why"),
        "legal_instead": LEGAL_INSTEAD,
        "players": Table(TOTAL, "each player's score"),
        "lines": Items(LINE, description="what the move scores"),
        "returned": Items(RETURNED, description="the figures that go home"),
        "supply": by_player("how many followers everybody has left"),
        "position": About(POSITION, "the position afterwards, or before, if the move is illegal"),
        "next": Nullable(words("who is next; null when the last tile has been laid")),
        "again": Flag("whether the same player goes on"),
        "assumed": ASSUMED,
    },
    {
        "figures": FIGURES_LEFT,
        "offers": About(OFFERS, "with `offers`, after a legal move: what the next player may do"),
        **added("turn"),
    },
    "One move, judged.",
    "MoveJudged",
)
CHANCES: Final[Mapping[str, Shape]] = {
    "next": Chance("the chance that the next tile drawn is one of them"),
    "within": Chance("the chance that one of the next `draws` tiles is; what is drawn is not put back"),
}
HOLE: Final = Record(
    {
        "x": COORDINATE,
        "y": COORDINATE,
        "fits": Table(Items(Choice(ROTATIONS)), "the kinds left that fit there, with their rotations"),
        "tiles": number("how many tiles left fit there"),
        **CHANCES,
        "dead": Flag("whether nothing that is left fits there"),
    },
    {},
    "An empty cell beside tiles.",
    "Hole",
)
OPEN_FEATURE: Final = Record(
    {
        "id": words("its name, as in the answer of `features`"),
        "type": words("the terrain"),
        "holes": Items(CELL, description="the empty cells that keep it open"),
        "dead": Flag("whether nothing that is left fits on a cell that it needs, so that it is never finished"),
    },
    {"closers": number("where one tile can finish it: how many tiles left do"), **CHANCES},
    "A feature that is not finished.",
    "OpenFeature",
)
BAG: Final = Record(
    {
        "left": Table(COUNT, "how many tiles of each kind are left to be drawn"),
        "total": number("how many tiles that is"),
        "draws": number("how many draws `within` looks ahead"),
        "holes": Items(HOLE, description="every empty cell beside tiles, sorted by x and y"),
        "features": Items(OPEN_FEATURE, description="every feature that can be finished and is not"),
        "assumed": ASSUMED,
    },
    {},
    "What is left, where it fits, and how likely it is to come. Counts and exact chances, no advice.",
    "Bag",
)
IMPORT: Final = Record(
    {
        "game": Table(Anything(), "the game, as `replay` takes it"),
        "notes": Items(SENTENCE, description="what is not certain about it, in the language of Accept-Language"),
    },
    {},
    "A game that another program has saved.",
    "Imported",
)
