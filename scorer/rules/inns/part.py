"""Inns & Cathedrals as a part of a game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scorer.board.region import Region
from scorer.rules.base.worth import (
    PENNANTS,
    TILES,
    UNFINISHED_CITY,
    UNFINISHED_ROAD,
)
from scorer.rules.drafts import MOST_VALUES, Draft, Item, Value
from scorer.rules.part import Figure, Part
from scorer.texts import text
from scorer.tiles.kinds import Mark

if TYPE_CHECKING:
    from scorer.game.game import Game


def inn(draft: Draft, _: Game, road: Region) -> Draft:
    """A finished road with an inn brings 2 for each tile, an unfinished one nothing."""
    return draft.changed(value=inn_value(draft.value.complete, draft.tiles)) if road.marks("inns") else draft


@lru_cache(MOST_VALUES)
def inn_value(complete: bool, size: int) -> Value:  # noqa: FBT001
    if complete:
        return Value("road.inn", text("the finished road with an inn"), [Item(TILES, size, 2)], complete=True)
    nothing = text("with an inn only a finished road counts")
    return Value("road.inn-unfinished", UNFINISHED_ROAD, [Item(TILES, size, 0)], nothing=nothing)


def cathedral(draft: Draft, _: Game, city: Region) -> Draft:
    """A finished city with a cathedral brings 3 for each tile and pennant, an unfinished one nothing."""
    if not city.marks("cathedrals"):
        return draft
    return draft.changed(value=cathedral_value(draft.value.complete, draft.tiles, city.marks("pennants")), remarks=())


@lru_cache(MOST_VALUES)
def cathedral_value(complete: bool, size: int, pennants: int) -> Value:  # noqa: FBT001
    rule, name, each = (
        ("city.cathedral", text("the finished city with a cathedral"), 3)
        if complete
        else ("city.cathedral-unfinished", UNFINISHED_CITY, 0)
    )
    items = [Item(TILES, size, each)]
    if pennants:
        items.append(Item(PENNANTS, pennants, each))
    nothing = text("with a cathedral only a finished city counts")
    return Value(rule, name, items, complete=complete, nothing=nothing)


INNS: Final = Part(
    id="inns",
    catalogue=("inns", "figures"),
    most_players=6,
    adds=("inns",),
    marks=(Mark("inns", "inns"), Mark("cathedrals", "cathedrals")),
    counts={"road": ("inns",), "city": ("cathedrals",)},
    cites={"figures": "figure.supply", "weight": "big.weight"},
    figures=(
        Figure(
            "big",
            1,
            text("big follower"),
            text("the big follower"),
            "big.place",
            weight=2,
            counts_as=text("The big follower counts as two."),
        ),
    ),
    worth_steps={"road": inn, "city": cathedral},
)
