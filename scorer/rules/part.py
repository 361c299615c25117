"""What a game is made of.

A *part* is data and a few functions: the tiles of its box, what they show, figures, rule values, what features are
worth, what happens at the moments of a turn. A game is a base part and any number of others, put together by
:mod:`scorer.rules.ruleset`; nothing outside a part asks which game is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from scorer.shapes import Choice, Shape
from scorer.texts import Message, Plural
from scorer.tiles.kinds import Kind, KindField, Mark, Terrain
from scorer.tiles.orientations import MayMeet, Orientation

if TYPE_CHECKING:
    from scorer.board.region import Region
    from scorer.game.game import Game
    from scorer.game.position import Position
    from scorer.game.turn import Turn
    from scorer.problems import Problem
    from scorer.rules.drafts import Draft
    from scorer.rules.placing import Placement
    from scorer.rules.ruleset import Ruleset
    from scorer.rules.scoring import Ruling, Scoring
    from scorer.tiles.tileset import TileSet, Wall

Rules = Mapping[str, Any]


class Moment(Enum):
    """A moment of a turn, or of the game, at which something may happen."""

    #: Somebody wants to move; it is not yet known whether it is his turn.
    BEGUN = "begun"
    #: The tile has been drawn.
    DRAWN = "drawn"
    #: It lies on the board.
    LAID = "laid"
    #: The player has placed a figure, or done something else in its stead.
    PLACED = "placed"
    #: What is finished is counted.
    SCORED = "scored"
    #: All is counted.
    TURN_END = "turn-end"
    #: The game is over.
    FINAL = "final"


@dataclass(frozen=True)
class RuleValue:
    """A value in a game's table of rules that a request may override."""

    name: str
    default: Any
    shape: Shape
    #: What the value decides, in English; marked for translation.
    meaning: str
    #: The rule in the catalogue that it rests on; where each value has its own, those.
    rule: str
    rule_of: Mapping[Any, str] | None = None
    #: Every value that it can have, where the shape does not tell; of a list, what can stand in it.
    allowed: Callable[[Ruleset], list[Any]] | None = None

    def allowed_values(self, ruleset: Ruleset) -> list[Any]:
        if self.allowed is not None:
            return self.allowed(ruleset)
        return list(self.shape.values) if isinstance(self.shape, Choice) else [True, False]


@dataclass(frozen=True)
class Figure:
    """A kind of figure that players place."""

    name: str
    #: How many each player has.
    each: int
    #: What it is called: “abbot”; and how a sentence names it: “the abbot”.
    words: Message
    the: Message
    #: The rule by which it stands where it does.
    rule: str = "follower.spot"
    #: How much it counts for the majority; and the sentence that says so, where it is more than one.
    weight: int = 1
    counts_as: Message | None = None
    #: The terrains on which it may stand; by default all that take followers.
    terrains: frozenset[str] | None = None
    #: Whether it joins an own follower on an unfinished feature, instead of standing where nobody stands.
    joins_own: bool = False


@dataclass(frozen=True)
class Token:
    """Something that players take from the box: how much of it there is, and how a sentence says so many."""

    name: str
    count: int
    words: Plural


@dataclass(frozen=True)
class Start:
    """What the first tile is laid against: a tile that lies on 0,0, or what the box has for it."""

    tile: str | None
    #: How a sentence names it.
    words: Message


class State(Protocol):
    """What a part adds to a position, with types of its own; it is read and written only at the edge."""

    def to_json(self) -> Any: ...


@dataclass(frozen=True)
class StateField:
    """The field of a position that holds a part's state."""

    name: str
    shape: Shape
    read: Callable[[Any], State]
    #: The state before the first move of these players; None where these rules have none.
    at_start: Callable[[Rules, Sequence[str]], State | None]
    #: Whether it stands with each player: then it is read from, and told as, a table by player.
    of_players: bool = False
    #: What is left of it once the game is counted; where nothing says so, it stays as it is.
    at_end: Callable[[Any], State] | None = None


@dataclass(frozen=True)
class Phase:
    """A moment at which points are asked for: what the request may add, and who judges it."""

    judge: Callable[[Game, Mapping[str, Any]], Ruling]
    fields: Mapping[str, Shape] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    #: Whether its ``player`` has drawn a tile and is about to lay it; then ``tile`` may say which.
    has_drawn: bool = False


@dataclass(frozen=True)
class Action:
    """Something that a player may do in the place of placing a figure."""

    #: The field of a move that says so.
    name: str
    shape: Shape
    do: Callable[[Turn], None]
    #: What of it would be legal, for a player who does something that is not.
    instead: Callable[[Turn], dict[str, Any]]


#: What a feature is worth.
Worth = Callable[["Game", "Region"], "Draft"]
#: What a part makes of it: the draft as the parts before left it, changed or not.
WorthStep = Callable[["Draft", "Game", "Region"], "Draft"]
TurnStep = Callable[["Turn"], None]
ScoringStep = Callable[["Scoring"], None]
#: Adds what is wrong with a position, as far as a part can tell.
Check = Callable[["Game", "Position", "list[Problem]"], None]


@dataclass(frozen=True)
class DrawOrder:
    """An order in which the tiles of a game are drawn."""

    #: The tiles that are left, in groups: each is drawn out blindly before the next one.
    groups: Callable[[Game, Mapping[str, int]], list[Mapping[str, int]]]
    #: What is told of a tile that may not be drawn yet, and its rule; by the tiles that may.
    not_yet: Callable[[Game, Mapping[str, int]], tuple[Message, str]]


@dataclass(frozen=True)
class Doubt:
    """What no play can lead to, as far as a whole board alone proves it to a part."""

    #: Adds what it finds to the problems.
    find: Callable[[Game, list[Problem]], None]
    #: What that is.
    words: Message


class Conflict(ValueError):
    """Parts that cannot be put together."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Part:
    """A part of a game.

    What stands under *one only* belongs to a single part of a game: the base part has it unless another replaces it,
    and two that would replace it do not go together. Everything else adds up, in the order of the parts.
    """

    id: str
    #: The catalogue files that hold its rules.
    catalogue: tuple[str, ...]

    # One only

    #: The data file of the box that it is played with.
    box: str | None = None
    start: Start | None = None
    least_players: int | None = None
    most_players: int | None = None
    #: The ports that a tile must use.
    required_ports: frozenset[int] | None = None
    #: Whether tiles list every border between segments, or only those that count.
    all_borders: bool | None = None
    #: Which tiles may lie side by side.
    may_meet: Callable[[Rules], MayMeet] | None = None
    #: What a tile shows along a side, as far as neighbours have to agree on it.
    edge_words: Callable[[Orientation, int], Message] | None = None
    #: The wall around the board, for a game in which tiles lie only inside one.
    wall: Callable[[Rules], Wall] | None = None
    #: Who scores a feature on which players are so strong.
    majority: Callable[[Mapping[str, int]], list[str]] | None = None
    #: How many tiles of each kind can be on the board; those removed before play are not.
    copies: Callable[[Ruleset, TileSet, Rules], Mapping[str, int]] | None = None
    #: The tiles that the players have taken out of the box, where they say which.
    removed: Callable[[Rules], Sequence[str]] | None = None
    #: The order in which tiles come, where they are not all drawn from one bag.
    draw_order: DrawOrder | None = None
    #: The tiles that a question about placements asks about, by their place in it; none if it asks about nothing.
    tiles_asked: Callable[[Position, Mapping[str, Any], list[Problem]], dict[str, str]] | None = None
    #: The tiles that a player chooses from, where it is not simply the one he has drawn.
    tiles_before: Callable[[Turn], list[str]] | None = None

    # What adds up

    #: Data files of tiles that join those of the box.
    adds: tuple[str, ...] = ()
    #: The tiles of all boxes as it would have them.
    retile: Callable[[Mapping[str, Kind]], Iterable[Kind]] | None = None
    #: Why a tile that fits and shows one of its terrains may not lie so all the same; the pointer is left to whoever
    #: asks.
    veto: Callable[[Game, int, Orientation], Problem | None] | None = None
    terrains: tuple[Terrain, ...] = ()
    marks: tuple[Mark, ...] = ()
    #: The marks whose number features of a terrain show.
    counts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kind_fields: tuple[KindField, ...] = ()
    figures: tuple[Figure, ...] = ()
    values: tuple[RuleValue, ...] = ()
    state: StateField | None = None
    tokens: tuple[Token, ...] = ()
    #: Whether a follower may be placed on a terrain at all.
    may_stand_on: Callable[[str, Rules], bool] | None = None
    #: The rules that the core cites for this game, by what they are about.
    cites: Mapping[str, str] = field(default_factory=dict)
    check: Check | None = None
    #: What that looks at, in words.
    looks_at: tuple[Message, ...] = ()
    doubt: Doubt | None = None
    #: The tiles that have been drawn, and lie open before players who have yet to lay them.
    open_tiles: Callable[[Game, str | None], Iterable[str]] | None = None
    #: The owners of followers that are out, but on no tile.
    out_elsewhere: Callable[[Position], Iterable[str]] | None = None
    #: What a feature of a terrain is worth, by this part alone; and what this part makes of what others say.
    worth: Mapping[str, Worth] = field(default_factory=dict)
    worth_steps: Mapping[str, WorthStep] = field(default_factory=dict)
    phases: Mapping[str, Phase] = field(default_factory=dict)
    #: The rule by which a phase that other games have does not exist here.
    no_phase: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    on_turn: Mapping[Moment, TurnStep] = field(default_factory=dict)
    on_scoring: Mapping[Moment, ScoringStep] = field(default_factory=dict)
    #: What it tells of each legal placement, and of all of them.
    tell_placement: Callable[[Game, str | None], Callable[[Placement], dict[str, Any]]] | None = None
    tell_placements: Callable[[Game, str | None], dict[str, Any]] | None = None

    # Fields of requests and answers

    tile_fields: Mapping[str, Shape] = field(default_factory=dict)
    placement_fields: Mapping[str, Shape] = field(default_factory=dict)
    #: What goes with a drawn tile, and what with one that is laid.
    draw_fields: Mapping[str, Shape] = field(default_factory=dict)
    move_fields: Mapping[str, Shape] = field(default_factory=dict)
    #: What a replay may say of the end of the game.
    end_fields: Mapping[str, Shape] = field(default_factory=dict)
    #: What gives points without being a feature, as lines name it.
    line_types: tuple[str, ...] = ()
    #: What it adds to answers, by what it is added to: ``score`` (the whole answer), ``line``, ``item``, ``returned``,
    #: ``feature``, ``placements`` (the whole answer), ``placement``, ``turn`` and ``instead``.
    answer_fields: Mapping[str, Mapping[str, Shape]] = field(default_factory=dict)
