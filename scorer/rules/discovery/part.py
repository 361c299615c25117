"""The Discovery as the base part of a game: its rules as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from scorer.board.board import FOLLOWER
from scorer.game.position import COORDINATE, FOLLOWER_AT, MOST_POINTS, NAME, PLACE, SPOT_AT
from scorer.rules.discovery import hands, removed
from scorer.rules.discovery.cities import CITIES_FIELD
from scorer.rules.discovery.retrieving import (
    MOST_LISTED,
    judge_final,
    judge_retrieve,
    retrievals_instead,
    take_back,
    tell_placement,
    worth,
)
from scorer.rules.part import Action, Figure, Moment, Part, Phase, RuleValue, Start
from scorer.shapes import About, Choice, Flag, Integer, Items, Record, Shape, Text
from scorer.texts import marked, plural, text
from scorer.tiles.kinds import Terrain

if TYPE_CHECKING:
    from scorer.game.game import Game
    from scorer.game.position import Position
    from scorer.problems import Problem

COUNTED: Final = Items(
    Record(
        {"x": COORDINATE, "y": COORDINATE, "port": Flag("whether the sea reaches it")}, {}, "A city.", "CityCounted"
    ),
    MOST_LISTED,
    "the cities that were counted, and where they stand; left out where they are more",
)
RETRIEVED: Final[Mapping[str, Shape]] = {
    **PLACE,
    "points": Integer(0, MOST_POINTS, "what the follower brings if it is taken back"),
    "complete": Flag("whether its region is finished"),
}
RETRIEVALS: Final = Items(
    Record({"player": NAME, **RETRIEVED}, {}, "A follower, and what it would bring now.", "FollowerRetrieval"),
    description="what each follower on the board would bring now",
)


def check(game: Game, position: Position, problems: list[Problem]) -> None:
    removed.check(game, position, problems)
    hands.check(position, problems)


def nobody(_: Mapping[str, int]) -> list[str]:
    """“Dit heeft verder geen invloed op de puntentelling; elke horige kan voor hetzelfde gebied punten scoren.”"""
    return []


DISCOVERY: Final = Part(
    id="discovery",
    catalogue=("discovery",),
    box="discovery",
    start=Start("D48", text("the start tile")),
    least_players=2,
    most_players=5,
    required_ports=frozenset(range(12)),
    all_borders=True,
    majority=nobody,
    copies=removed.copies,
    removed=removed.removed_tiles,
    tiles_asked=hands.tiles_asked,
    tiles_before=hands.tiles_before,
    open_tiles=hands.open_tiles,
    terrains=(
        Terrain(marked("grass"), text("the grass"), text("farmer"), plural("{count} farmer", "{count} farmers")),
        Terrain(
            marked("mountain"), text("the mountains"), text("shepherd"), plural("{count} shepherd", "{count} shepherds")
        ),
        Terrain(marked("sea"), text("the sea"), text("sailor"), plural("{count} sailor", "{count} sailors")),
    ),
    kind_fields=(CITIES_FIELD,),
    figures=(Figure(FOLLOWER, 4, text("follower"), text("the follower")),),
    values=(
        RuleValue(
            "hand_tiles",
            1,
            Choice((1, 2)),
            marked("How many tiles a player chooses from: the one just drawn, or two that lie open before him."),
            "hand.two-tiles",
        ),
        RuleValue(
            "removed_tiles",
            [],
            Items(NAME, 3, "the tiles that were removed before play; empty where none were"),
            marked(
                "The tiles that were removed before play so that all have equally many turns: one with two players, "
                "two with three, three with four. With five the book says one, but its aim needs three: either is "
                "accepted."
            ),
            "tiles.removed",
            allowed=removed.allowed,
        ),
    ),
    state=hands.FIELD,
    cites={"removed": "tiles.removed", "majority": "region.shared"},
    check=check,
    looks_at=(text("the tiles removed before play"), text("open tiles before players")),
    worth=dict.fromkeys(("grass", "mountain", "sea"), worth),
    phases={
        "retrieve": Phase(
            judge_retrieve,
            {"retrieve": About(FOLLOWER_AT, "the follower that is taken back and scored")},
        ),
        "final": Phase(judge_final),
    },
    no_phase={"interim": "retrieve.none-interim"},
    actions=(
        Action(
            "retrieve",
            About(SPOT_AT, "the player's own follower that is taken back and scored after the tile is laid"),
            take_back,
            retrievals_instead,
        ),
    ),
    on_turn={Moment.DRAWN: hands.tile_drawn},
    tell_placement=tell_placement,
    placement_fields={
        "hand": Items(NAME, 2, "with `hand_tiles: 2` in place of `tile`: the two tiles (at the end of the game one)")
    },
    draw_fields={
        "hand": Items(
            NAME, hands.HAND, "with `hand_tiles: 2`: the tiles that the player chose from, where that is known"
        )
    },
    answer_fields={
        "feature": {"cities": COUNTED},
        "item": {"cities": COUNTED},
        "score": {"retrievals": RETRIEVALS},
        "instead": {
            "retrievals": Items(
                Record(RETRIEVED, {"player": NAME}, "What a figure would bring if it were taken back.", "Retrieval"),
                description="the followers that may be taken back",
            ),
            "hand": Items(NAME, description="the tiles that must be in the hand"),
        },
        "placement": {
            "tile": Text(description="with `hand_tiles: 2` the tile of the hand that goes there"),
            "retrievals": Items(
                Record(RETRIEVED, {}, "What a figure would bring if it were taken back.", "Retrieval"),
                description="what each of the player's followers would bring after this placement",
            ),
        },
    },
)
