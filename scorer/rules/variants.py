"""The registry of games: a plain list, and how to find one by its id or alias."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from scorer.rules.abbot import ABBOT
from scorer.rules.base import BASE
from scorer.rules.castle import CASTLE
from scorer.rules.discovery import DISCOVERY
from scorer.rules.inns import INNS
from scorer.rules.river import RIVER
from scorer.rules.ruleset import Expansion, Ruleset, Variant
from scorer.rules.traders import TRADERS
from scorer.rules.wheel import WHEEL
from scorer.texts import marked

VARIANTS: Final[tuple[Variant, ...]] = (
    Variant(
        "base-2000",
        marked("Carcassonne, the base game in its first printing (2000)"),
        "base-2000-nl",
        BASE,
        values={"small_city": 2, "farm_scoring": "per-city-4"},
    ),
    Variant(
        "base-2003",
        marked("Carcassonne, the base game as printed in 2003"),
        "vc2003it",
        BASE,
        values={"small_city": 2, "farm_scoring": "per-field-3-once"},
    ),
    Variant(
        "base",
        marked("Carcassonne, the base game in its later rules"),
        "wheel-of-fortune-nl",
        BASE,
        aliases=("base-game",),
    ),
    Variant(
        "wheel-of-fortune",
        marked("Carcassonne: The Wheel of Fortune"),
        "wheel-of-fortune-nl",
        BASE,
        (WHEEL,),
        aliases=("rad-van-fortuin", "schicksalsrad"),
    ),
    Variant(
        "discovery",
        marked("Carcassonne: The Discovery"),
        "discovery-nl",
        DISCOVERY,
        aliases=("overzee", "neues-land"),
    ),
    Variant(
        "castle",
        marked("Carcassonne: The Castle"),
        "castle-nl",
        CASTLE,
        aliases=("de-burcht", "die-burg"),
    ),
)

#: The printings of the base game, which the expansions go with.
_PRINTINGS: Final = ("base", "base-2003", "base-2000")

EXPANSIONS: Final[tuple[Expansion, ...]] = (
    Expansion("river", marked("The River"), "river-c2", RIVER, _PRINTINGS, ("de-rivier",)),
    Expansion("abbot", marked("The Abbot"), "abbot-c2", ABBOT, _PRINTINGS, ("de-abt",)),
    Expansion(
        "inns-and-cathedrals",
        marked("Inns & Cathedrals"),
        "inns-c2",
        INNS,
        _PRINTINGS,
        ("kathedralen-en-herbergen",),
    ),
    Expansion(
        "traders-and-builders",
        marked("Traders & Builders"),
        "traders-c2",
        TRADERS,
        _PRINTINGS,
        ("kooplieden-en-bouwmeesters",),
    ),
)

#: Every part that there is, in the order in which parts are put together.
PARTS: Final = (BASE, DISCOVERY, CASTLE, WHEEL, *[expansion.part for expansion in EXPANSIONS])

_VARIANTS: Final = {name: variant for variant in VARIANTS for name in (variant.id, *variant.aliases)}
_EXPANSIONS: Final = {name: one for one in EXPANSIONS for name in (one.id, *one.aliases)}


def find_variant(name: str) -> Variant | None:
    """The variant of this id or alias."""
    return _VARIANTS.get(name.lower())


def find_expansion(name: str) -> Expansion | None:
    """The expansion of this id or alias."""
    return _EXPANSIONS.get(name.lower())


def ruleset(variant: Variant, expansions: Iterable[Expansion] = ()) -> Ruleset:
    """A variant and expansions, in any order, put together."""
    return _composed(variant, frozenset(expansions))


@cache
def _composed(variant: Variant, expansions: frozenset[Expansion]) -> Ruleset:
    added = [expansion for expansion in EXPANSIONS if expansion in expansions]
    wanted = {variant.base, *variant.parts, *[expansion.part for expansion in added]}
    parts = tuple(part for part in PARTS if part in wanted)
    return Ruleset(variant, parts, PARTS, tuple(expansion.id for expansion in added))


def find_ruleset(name: str, *expansions: str) -> Ruleset | None:
    """The game of this id or alias, with expansions that it goes with."""
    variant, added = find_variant(name), [find_expansion(expansion) for expansion in expansions]
    return None if variant is None else ruleset(variant, [expansion for expansion in added if expansion is not None])


def expansions_for(variant: str) -> list[Expansion]:
    """The expansions that go with a variant."""
    return [expansion for expansion in EXPANSIONS if variant in expansion.goes_with]


#: Every variant by itself, and with all expansions that go with it.
RULESETS: Final = tuple(ruleset(variant) for variant in VARIANTS)
WHOLE_RULESETS: Final = tuple(ruleset(variant, expansions_for(variant.id)) for variant in VARIANTS)
