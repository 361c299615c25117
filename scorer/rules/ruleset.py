"""Games put together from their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from scorer.board.board import FOLLOWER
from scorer.rules.part import (
    Action,
    Conflict,
    DrawOrder,
    Figure,
    Moment,
    Part,
    Phase,
    Rules,
    RuleValue,
    ScoringStep,
    StateField,
    Token,
    TurnStep,
    Worth,
    WorthStep,
)
from scorer.shapes import Shape
from scorer.tiles.kinds import Landscape
from scorer.tiles.orientations import MayMeet, same_terrain
from scorer.tiles.tileset import TileSet, Wall, load_kinds, load_start_pieces

#: What the core cites where no part says otherwise.
CITES: Final[Mapping[str, str]] = {
    "match": "placement.match",
    "removed": "tiles.copies",
    "start board": "follower.last-tile",
    "standing": "follower.spot",
    "figures": "follower.supply",
}


@dataclass(frozen=True, eq=False)
class Variant:
    """A game under its own name: its parts, and the rule values that its printing has."""

    id: str
    #: Its name in English; marked for translation.
    title: str
    #: The rulebook it follows, an id of the catalogue.
    rulebook: str
    base: Part
    parts: tuple[Part, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Expansion:
    """Something that can be added to games, under its own name."""

    id: str
    title: str
    rulebook: str
    part: Part
    #: The variants that it goes with, by their ids.
    goes_with: tuple[str, ...]
    aliases: tuple[str, ...] = ()


class Ruleset:
    """A variant, with all that its parts add up to."""

    def __init__(
        self, variant: Variant, parts: tuple[Part, ...], known: tuple[Part, ...], expansions: tuple[str, ...] = ()
    ) -> None:
        """A game of these parts; ``known`` are all parts that there are, ``expansions`` the names of those added."""
        self.id = variant.id
        self.expansions = expansions
        self.title = variant.title
        self.rulebook = variant.rulebook
        self.aliases = variant.aliases
        self._printed_values = variant.values
        self.parts = parts
        start = self._only("start")
        self.start_tile: str | None = start.tile
        self.start_words = start.words
        #: The data file of the box that it is played with.
        self.box: str = self._only("box")
        self.least_players: int = self._only("least_players")
        self.most_players: int = self._only("most_players")
        self.majority = self._only("majority")
        self.tiles_asked, self.tiles_before = self._only("tiles_asked"), self._only("tiles_before")
        self.draw_order: DrawOrder | None = self._only("draw_order")
        self.edge_words = self._only("edge_words")
        self._may_meet, self._wall = self._only("may_meet"), self._only("wall")
        self._copies, self._removed = self._only("copies"), self._only("removed")
        self.figures: Mapping[str, Figure] = self._merged("figures", by="name")
        #: How much each kind of figure counts for the majority.
        self.weights = {name: figure.weight for name, figure in self.figures.items()}
        self.followers = self.figures[FOLLOWER].each
        self.cites = {**CITES, **self._merged("cites")}
        self.values = tuple([self._value(value) for value in self._merged("values", by="name").values()])
        self.states: Mapping[str, StateField] = {part.state.name: part.state for part in parts if part.state}
        self.tokens: Mapping[str, Token] = self._merged("tokens", by="name")
        self.phases: Mapping[str, Phase] = self._merged("phases")
        #: Whether followers go home as soon as their feature is finished.
        self.scores_at_once = "interim" in self.phases
        self.no_phase: Mapping[str, str] = self._merged("no_phase")
        self.actions: tuple[Action, ...] = tuple(self._merged("actions", by="name").values())
        self.catalogue = tuple(dict.fromkeys(name for part in parts for name in part.catalogue))
        self.tile_fields: Mapping[str, Shape] = self._merged("tile_fields")
        self.placement_fields: Mapping[str, Shape] = self._merged("placement_fields")
        self.draw_fields: Mapping[str, Shape] = self._merged("draw_fields")
        self.move_fields = {**self._merged("move_fields"), **{action.name: action.shape for action in self.actions}}
        self.end_fields: Mapping[str, Shape] = self._merged("end_fields")
        self.landscape = Landscape(
            tuple(self._merged("terrains", by="name").values()),
            # What a tile carries for another game is no fault of it: there it is decoration.
            tuple({mark.name: mark for part in known for mark in part.marks}.values()),
            tuple({field.name: field for part in known for field in part.kind_fields}.values()),
            self._only("required_ports"),
            all_borders=bool(self._only("all_borders")),
        )
        followers_on = frozenset(terrain.name for terrain in self.landscape.terrains if terrain.takes_followers)
        #: For each figure the terrains on which it may ever stand.
        self.open_to = {
            name: followers_on if figure.terrains is None else figure.terrains.intersection(self.landscape.names)
            for name, figure in self.figures.items()
        }
        #: For each terrain the marks whose number its features show.
        self.counts: dict[str, list[str]] = {
            terrain: [mark for part in parts for mark in part.counts.get(terrain, ())]
            for terrain in self.landscape.names
        }
        #: Why a tile that fits may not lie so all the same.
        self.vetoes = tuple([part.veto for part in parts if part.veto is not None])
        worth = self._merged("worth")
        #: For each terrain what its features are worth, and what other parts make of that.
        self.worth: Mapping[str, tuple[Worth, tuple[WorthStep, ...]]] = {
            terrain: (worth[terrain], tuple(p.worth_steps[terrain] for p in parts if terrain in p.worth_steps))
            for terrain in worth
        }

    def _only(self, name: str) -> Any:
        """What belongs to one part alone: the base part has it unless another replaces it."""
        base, *others = self.parts
        replacing = [part for part in others if getattr(part, name) is not None]
        if len(replacing) > 1:
            raise Conflict(f"{' and '.join(part.id for part in replacing)} both replace “{name}”.")
        return getattr(replacing[0] if replacing else base, name)

    def _merged(self, name: str, by: str | None = None) -> dict[str, Any]:
        """What adds up, by name, in the order of the parts; no two parts may give the same."""
        merged: dict[str, Any] = {}
        owners: dict[str, str] = {}
        for part in self.parts:
            given = getattr(part, name)
            table = given if by is None else {getattr(one, by): one for one in given}
            for key, value in table.items():
                if key in merged and merged[key] != value:
                    raise Conflict(f"{owners[key]} and {part.id} both give “{key}” ({name}).")
                merged[key], owners[key] = value, part.id
        return merged

    def _value(self, value: RuleValue) -> RuleValue:
        """A rule value as the variant's printing has it."""
        default = self._printed_values.get(value.name, value.default)
        return replace(value, default=default, rule=value.rule if value.rule_of is None else value.rule_of[default])

    def default_rules(self) -> dict[str, Any]:
        return {value.name: value.default for value in self.values}

    # What lies on the table

    def tile_set(self, rules: Rules) -> TileSet:
        """The boxes as these rules use them."""
        may_meet = same_terrain if self._may_meet is None else self._may_meet(rules)
        return _tile_set(self, may_meet, None if self._wall is None else self._wall(rules))

    def copies(self, tile_set: TileSet, rules: Rules) -> Mapping[str, int]:
        """How many tiles of each kind can be on the board."""
        copies: Mapping[str, int] = tile_set.copies if self._copies is None else self._copies(self, tile_set, rules)
        return copies

    def removed(self, rules: Rules) -> Sequence[str]:
        """The tiles that these rules take out of the box."""
        removed: Sequence[str] = () if self._removed is None else self._removed(rules)
        return removed

    def standing_terrains(self, rules: Rules, figure: str) -> frozenset[str]:
        """The terrains on which a figure may be placed by these rules."""
        asked = [part.may_stand_on for part in self.parts if part.may_stand_on is not None]
        return frozenset([terrain for terrain in self.open_to[figure] if all(may(terrain, rules) for may in asked)])

    # What happens

    def turn_steps(self, moment: Moment) -> Iterator[TurnStep]:
        return (part.on_turn[moment] for part in self.parts if moment in part.on_turn)

    def scoring_steps(self, moment: Moment) -> Iterator[ScoringStep]:
        return (part.on_scoring[moment] for part in self.parts if moment in part.on_scoring)


@cache
def _tile_set(ruleset: Ruleset, may_meet: MayMeet, wall: Wall | None) -> TileSet:
    landscape = ruleset.landscape
    boxes = [ruleset.box, *[name for part in ruleset.parts for name in part.adds]]
    kinds = {kind.id: kind for name in boxes for kind in load_kinds(name, landscape)}
    for part in ruleset.parts:
        if part.retile is not None:
            kinds = {kind.id: kind for kind in part.retile(kinds)}
    return TileSet(
        kinds.values(),
        landscape=landscape,
        may_meet=may_meet,
        start_pieces=load_start_pieces(ruleset.box, landscape),
        wall=wall,
    )
