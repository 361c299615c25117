"""How a request becomes a raw position: its shape is checked, its rules are not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Final

from scorer.forms import Form, Values
from scorer.game.position import (
    DISCARDED,
    EXCERPT,
    MEEPLES,
    NAME,
    TURN,
    PlayerList,
    Position,
    TileList,
    TilePlaced,
    Tiles,
    TurnTold,
)
from scorer.limits import Limits, shortened
from scorer.problems import Malformed, Problem, comparing, escaped, nearest
from scorer.rules.part import Rules, State
from scorer.rules.ruleset import Expansion, Ruleset, Variant
from scorer.rules.variants import EXPANSIONS, VARIANTS, find_expansion, find_variant, ruleset
from scorer.shapes import Anything, Items, Reading, Record, Schema, Shape, Text, by_name, missing, wrong_type
from scorer.texts import text
from scorer.tiles.kinds import Kind, read_kinds
from scorer.tiles.tileset import TileSet

EXPANSION_NAMES: Final = Items(NAME, 20, "the expansions that are played with, in any order (default none)")


def read_ruleset(request: object) -> Ruleset:
    """The game that a request is about. Raises :class:`Malformed` where it does not tell."""
    if not isinstance(request, dict):
        raise Malformed([wrong_type("", "an object", request)])
    if "variant" not in request:
        raise Malformed([missing("", "variant")])
    name = request["variant"]
    if not isinstance(name, str):
        raise Malformed([wrong_type("/variant", "a string", name)])
    variant = find_variant(name)
    if variant is None:
        known = [variant.id for variant in VARIANTS]
        message = text("There is no variant “{name}”; there are {known}.", name=shortened(name), known=known)
        raise Malformed([Problem("variant-unknown", "/variant", message)])
    return ruleset(variant, read_expansions(variant, request["expansions"]) if "expansions" in request else ())


def read_expansions(variant: Variant, raw: object) -> list[Expansion]:
    """The expansions that a request names, each of which goes with its variant."""
    reading = Reading()
    names = EXPANSION_NAMES.read(raw, "/expansions", reading)
    expansions = []
    for number, name in enumerate([] if reading.problems else names):
        expansion, pointer = find_expansion(name), f"/expansions/{number}"
        if expansion is None:
            known = [one.id for one in EXPANSIONS]
            message = text("There is no expansion “{name}”; there are {known}.", name=shortened(name), known=known)
            reading.refuse("expansion-unknown", pointer, message)
        elif variant.id not in expansion.goes_with:
            message = text(
                "{expansion} does not go with {variant}; it goes with {known}.",
                expansion=expansion.id,
                variant=variant.id,
                known=list(expansion.goes_with),
            )
            reading.refuse("expansion-not-with", pointer, message)
        else:
            expansions.append(expansion)
    if reading.problems:
        raise Malformed(reading.problems)
    return expansions


class RulesShape(Shape):
    """A game's rule values, with those of a request in their place."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        values = {value.name: value.shape for value in ruleset.values}
        self.careful = Record({}, values, "rule values that differ from the variant's own", "RuleValues")

    def read(self, value: object, pointer: str, reading: Reading) -> Rules:
        rules = self.ruleset.default_rules()
        if not isinstance(value, dict):
            reading.problems.append(wrong_type(pointer, "an object", value))
            return rules
        for known in self.ruleset.values:
            if known.name in value:
                own = Reading(reading.limits)
                rules[known.name] = known.shape.read(value[known.name], f"{pointer}/{known.name}", own)
                for problem in own.problems:
                    reading.refuse("rule-value", problem.pointer, problem.message, known.rule)
        for name in value:
            if name not in rules:
                reading.problems.append(self.unknown(name, pointer, compared=comparing(reading.problems)))
        return rules

    def unknown(self, name: str, pointer: str, *, compared: bool) -> Problem:
        ruleset, known = self.ruleset, [value.name for value in self.ruleset.values]
        near = nearest(name, known) if compared else None
        message = (
            text(
                "{variant} has no rule value “{name}”; did you mean “{near}”? It has {known}.",
                variant=ruleset.id,
                name=shortened(name),
                near=near,
                known=known,
            )
            if near
            else text(
                "{variant} has no rule value “{name}”. It has {known}.",
                variant=ruleset.id,
                name=shortened(name),
                known=known,
            )
        )
        return Problem("rule-unknown", f"{pointer}/{escaped(name)}", message)

    def schema(self, limits: Limits) -> Schema:
        return self.careful.schema(limits)


class TilesetShape(Shape):
    """Extra kinds of tile."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.landscape = ruleset.landscape
        self.careful = Record(
            {"kinds": self.landscape.kinds_shape},
            # What else the reference data of tiles holds may stay where it is; nothing is made of it.
            {
                "variant": NAME,
                "expansions": EXPANSION_NAMES,
                "start_tile": NAME,
                "start_pieces": Items(Anything(), 100),
                "wall": by_name(Anything()),
            },
            "extra kinds of tile for this request, as the reference data lists them; may redefine a known id",
            "ExtraTiles",
        )

    def read(self, value: object, pointer: str, reading: Reading) -> list[Kind]:
        before = len(reading.problems)
        told = self.careful.read(value, pointer, reading)
        if len(reading.problems) > before:
            return []
        return read_kinds(told["kinds"], self.landscape, f"{pointer}/kinds", reading)

    def schema(self, limits: Limits) -> Schema:
        return self.careful.schema(limits)


@cache
def game_fields(ruleset: Ruleset) -> Mapping[str, Shape]:
    """The fields by which a position and a whole game say what game it is."""
    return {
        "variant": Text(description="the variant's id or alias"),
        "expansions": EXPANSION_NAMES,
        "rules": RulesShape(ruleset),
        "tileset": TilesetShape(ruleset),
    }


@cache
def position_fields(ruleset: Ruleset) -> Mapping[str, Shape]:
    """The fields of a position, those of single parts last."""
    return {
        **game_fields(ruleset),
        "tiles": TileList(ruleset.tile_fields),
        "meeples": MEEPLES,
        "players": PlayerList({name: state.shape for name, state in ruleset.states.items() if state.of_players}),
        "excerpt": EXCERPT,
        "turn": TURN,
        "discarded": DISCARDED,
        **{name: state.shape for name, state in ruleset.states.items() if not state.of_players},
    }


def rules_and_tiles(ruleset: Ruleset, values: Values) -> tuple[Rules, TileSet]:
    """The rules that a request is played by, and the box with its extra kinds."""
    rules: Rules = values.get("rules") or ruleset.default_rules()
    tile_set = ruleset.tile_set(rules)
    extra_kinds = values.get("tileset")
    return rules, tile_set.extended(extra_kinds) if extra_kinds else tile_set


def make_position(ruleset: Ruleset, values: Values, limits: Limits) -> Position:
    """The position that the values of a form make up."""
    rules, tile_set = rules_and_tiles(ruleset, values)
    tiles: Tiles = values.get("tiles") or Tiles([], {})
    excerpt = values.get("excerpt", False)
    return Position(
        ruleset,
        rules,
        shown_in_excerpt(tile_set, tiles.placed) if excerpt else tile_set,
        tuple(values.get("tileset", ())),
        tuple(values.get("players", ())),
        tiles.placed,
        tiles.carried,
        values.get("meeples", []),
        excerpt,
        read_states(ruleset, rules, values),
        limits,
        TurnTold(**values["turn"]) if "turn" in values else None,
        tuple(values.get("discarded", ())),
    )


def read_states(ruleset: Ruleset, rules: Rules, values: Values) -> dict[str, State]:
    """What parts add to a position, as far as it is told; what stands with players is told by what is left out, too."""
    states: dict[str, State] = {}
    for name, state in ruleset.states.items():
        if state.of_players:
            told = {player.name: player.told[name] for player in values.get("players", ()) if name in player.told}
            if told or state.at_start(rules, ()) is not None:
                states[name] = state.read(told)
        elif name in values:
            states[name] = state.read(values[name])
    return states


def shown_in_excerpt(tile_set: TileSet, tiles: list[TilePlaced]) -> TileSet:
    """The box of a cut-out: the start board is in the picture only if no tile lies on its cells."""
    covered = tile_set.start_board and any(key in tile_set.start_board for key, _, _ in tiles)
    return tile_set.without_start_board() if covered else tile_set


#: The fields of a position that are told of first.
POSITION_FIRST: Final = ("variant", "expansions", "rules", "tileset", "tiles", "meeples", "players", "excerpt")
#: And those of a whole game.
GAME_FIRST: Final = ("variant", "expansions", "rules", "tileset")


@cache
def position_form(ruleset: Ruleset) -> Form[Position]:
    """The form of a position and nothing else."""
    return Form(position_fields(ruleset), partial(make_position, ruleset), (), POSITION_FIRST)
