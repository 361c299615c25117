"""A game as it lies on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from scorer.board.board import FOLLOWER, Board, Meeple
from scorer.board.region import Region
from scorer.game.position import Player, Position, TurnTold
from scorer.rules.assumptions import Assumption
from scorer.rules.drafts import Draft
from scorer.rules.scoring import Ruling
from scorer.texts import Message, Texts, texts
from scorer.tiles.cells import cell_key, cell_of

if TYPE_CHECKING:
    from scorer.rules.part import State

Expected = TypeVar("Expected", bound="State")

#: A move of a request: what a player did with the tile he drew.
Move = Mapping[str, Any]

#: What a move changes besides the board; none of it is ever changed in place.
_CHANGING: Final = (
    "scores",
    "supply",
    "figures",
    "states",
    "carried",
    "discarded",
    "on_turn",
    "part",
    "goes_on",
    "moves",
)


def tile_of(move: Move) -> str:
    """The tile that was drawn for a move, laid or not."""
    tile: str = move["discard"] if "discard" in move else move["tile"]
    return tile


class Again(NamedTuple):
    """Why the same player is on turn again, by which rule, and whether he may let the next one go on."""

    why: Message
    rule: str
    may_waive: bool = False


class Kept(NamedTuple):
    """A game as it stood before a move."""

    mark: int
    values: tuple[Any, ...]


class Game:
    """The board, who has how many points and followers, and what parts add: a position that breaks no rule."""

    __slots__ = (
        "_standing",
        "assumed",
        "board",
        "carried",
        "discarded",
        "excerpt",
        "extra_kinds",
        "figures",
        "goes_on",
        "limits",
        "listed",
        "moves",
        "on_turn",
        "part",
        "players",
        "rules",
        "ruleset",
        "scores",
        "states",
        "supply",
        "tile_set",
    )

    def __init__(self, position: Position, board: Board) -> None:
        self.ruleset = position.ruleset
        self.rules = position.rules
        self.tile_set = position.tile_set
        self.extra_kinds = position.extra_kinds
        self.excerpt = position.excerpt
        self.limits = position.limits
        self.players: tuple[Player, ...] = position.players
        self.board = board
        #: The tiles of the request, in its order.
        self.listed = position.tiles
        #: Every player's points, in seating order; how many followers each has left, and of each other figure.
        self.scores: dict[str, int] = {player.name: player.score for player in position.players}
        self.supply: dict[str, int] = {}
        self.figures: dict[str, dict[str, int]] = {}
        #: What parts add, by the name of the field in a position.
        self.states: Mapping[str, State] = position.states
        #: What single tiles carry besides, by their cell.
        self.carried: Mapping[int, Mapping[str, Any]] = {
            position.tiles[number][0]: extras for number, extras in position.carried.items()
        }
        #: The tiles that fitted nowhere.
        self.discarded = position.discarded
        #: Whose turn it is, where it is told, and which part of it.
        self.on_turn: str | None = None if position.turn is None else position.turn.player
        self.part = 1 if position.turn is None else position.turn.part
        #: Why the same player is on turn again, where he is and that is known.
        self.goes_on: Again | None = None
        self._standing: dict[str, frozenset[str]] = {}
        #: What it takes for granted.
        self.assumed: list[Assumption] = []
        #: The moves that have led here, as far as they are told.
        self.moves: tuple[Move, ...] = ()

    # One move further, and back

    def kept(self) -> Kept:
        return Kept(self.board.mark(), tuple([getattr(self, name) for name in _CHANGING]))

    def put_back(self, kept: Kept) -> None:
        self.board.undo(kept.mark)
        for name, value in zip(_CHANGING, kept.values, strict=True):
            setattr(self, name, value)

    def settle(self, ruling: Ruling) -> None:
        """Adds the points of a ruling, takes home who goes home, and leaves parts' states as they are then."""
        points = ruling.points(self.scores)
        self.scores = {player: score + points[player] for player, score in self.scores.items()}
        for figure in ruling.returned:
            if isinstance(figure, Meeple):
                self.board.take(figure)
            self.change_left(figure.player, figure.figure, 1)
        self.states = {**self.states, **ruling.states}

    def clear(self) -> None:
        """Everybody takes his figures home, and the tokens that were counted at the end are put away."""
        for figure in list(self.board.meeples.values()):
            self.board.take(figure)
            self.change_left(figure.player, figure.figure, 1)
        at_end = {name: self.ruleset.states[name].at_end for name in self.states}
        self.states = {
            name: state if (end := at_end[name]) is None else end(state) for name, state in self.states.items()
        }

    # Who stands where

    def counted_on(self, meeples: Sequence[Meeple]) -> tuple[dict[str, int], dict[str, int]]:
        """How many of these count for each player, and how much, in seating order; one table where it is the same."""
        weights = self.ruleset.weights
        followers: dict[str, int] = {}
        heavier: dict[str, int] = {}
        for meeple in meeples:
            player, weight = meeple.player, weights[meeple.figure]
            if weight:
                followers[player] = followers.get(player, 0) + 1
                if weight > 1:
                    heavier[player] = heavier.get(player, 0) + weight - 1
        followers = self._seated(followers)
        if not heavier:
            return followers, followers
        return followers, {player: count + heavier.get(player, 0) for player, count in followers.items()}

    def majority_on(self, meeples: Sequence[Meeple]) -> list[str]:
        """Who scores where these stand."""
        _, strength = self.counted_on(meeples)
        scorers: list[str] = self.ruleset.majority(strength)
        return scorers

    def _seated(self, counts: dict[str, int]) -> dict[str, int]:
        if len(counts) < 2:
            return counts
        return {player: counts[player] for player in self.scores if player in counts}

    def has_left(self, player: str, figure: str) -> bool:
        """Whether a player has a figure of a kind left; a cut-out that does not tell may leave any out."""
        told = next(one for one in self.players if one.name == player)
        if figure == FOLLOWER:
            return self.supply[player] > 0 or (self.excerpt and told.supply is None)
        return self.figures[player][figure] > 0 or (self.excerpt and figure not in told.figures)

    def change_left(self, player: str, figure: str, more: int) -> None:
        """Takes figures from a player's supply, or gives them back."""
        if figure == FOLLOWER:
            self.supply = {**self.supply, player: max(0, self.supply[player] + more)}
        else:
            own = self.figures[player]
            self.figures = {**self.figures, player: {**own, figure: max(0, own[figure] + more)}}

    def standing_terrains(self, figure: str) -> frozenset[str]:
        """The terrains on which a figure may be placed by these rules."""
        if figure not in self._standing:
            self._standing[figure] = self.ruleset.standing_terrains(self.rules, figure)
        return self._standing[figure]

    def worth(self, region: Region) -> Draft:
        """What a feature brings now to whoever scores it."""
        worth, steps = self.ruleset.worth[region.type]
        draft = worth(self, region)
        for step in steps:
            draft = step(draft, self, region)
        return draft

    def state(self, name: str, expected: type[Expected]) -> Expected | None:
        """What a part has added under this name, if it is told."""
        state = self.states.get(name)
        assert state is None or isinstance(state, expected)
        return state

    # The bag

    def left(self) -> dict[str, int]:
        """How many tiles of each kind can still be drawn, where there are any."""
        used = Counter([orientation.id for orientation in self.board.orientations if not orientation.is_start_piece])
        used.update(self.discarded)
        copies = self.ruleset.copies(self.tile_set, self.rules)
        return {kind: count - used[kind] for kind, count in copies.items() if count > used[kind]}

    def draw_order(self, left: Mapping[str, int]) -> list[Mapping[str, int]]:
        """The tiles that are left, in groups: each is drawn out blindly before the next one."""
        order = self.ruleset.draw_order
        return [left] if order is None else order.groups(self, left)

    @property
    def any_left(self) -> bool:
        """Whether a tile can still be drawn."""
        used = len(self.board.keys) - len(self.tile_set.start_cells) + len(self.discarded)
        return sum(self.ruleset.copies(self.tile_set, self.rules).values()) > used

    def left_of(self, tile: str) -> int:
        """How many tiles of this kind can still be drawn."""
        used = [one.id for one in self.board.orientations if not one.is_start_piece].count(tile)
        copies = self.ruleset.copies(self.tile_set, self.rules)
        return copies.get(tile, 0) - used - self.discarded.count(tile)

    def drawable(self, left: Mapping[str, int]) -> Mapping[str, int]:
        """Which of the tiles that are left may be drawn next."""
        return next(iter(self.draw_order(left)), left)

    @property
    def laid_since_start(self) -> bool:
        """Whether any tile lies there besides what the game begins with."""
        start = 0 if self.ruleset.start_tile is None else 1
        return len(self.board.keys) > len(self.tile_set.start_cells) + start

    def next_player(self, player: str) -> str:
        """Who sits next, clockwise."""
        players = list(self.scores)
        return players[(players.index(player) + 1) % len(players)]

    def move_that_laid(self, key: int) -> int | None:
        """The number of the move that laid the tile on a cell; None for what lay there before the first."""
        for number, move in enumerate(self.moves, 1):
            if "tile" in move and cell_key(move["x"], move["y"]) == key:
                return number
        return None

    def texts(self, language: str) -> Texts:
        """The words in which this table is told about its game."""
        return texts(language, self.ruleset.rulebook).among(self.scores)

    # As a request has it

    def figures_json(self) -> dict[str, Any]:
        """How many figures besides followers everybody has left, under the name of the field; none in most games."""
        return {"figures": {player: dict(left) for player, left in self.figures.items()}} if self.figures else {}

    def states_json(self) -> dict[str, Any]:
        """What parts add, as a turn tells it."""
        return {name: state.to_json() for name, state in self.states.items()}

    def to_json(self) -> dict[str, Any]:
        """The position, as every other question takes it."""
        board, ruleset = self.board, self.ruleset
        tiles = []
        listed = [key for key, _, _ in self.listed]
        for key in (*listed, *board.keys[len(listed) + len(self.tile_set.start_cells) :]):
            orientation = board.orientations[board.at[key]]
            x, y = cell_of(key)
            tile = {"x": x, "y": y, "tile": orientation.id, "rotation": orientation.rotation}
            tiles.append({**tile, **self.carried.get(key, {})})
        states = self.states_json()
        answer: dict[str, Any] = {"variant": ruleset.id}
        if ruleset.expansions:
            answer["expansions"] = list(ruleset.expansions)
        answer |= {
            "rules": dict(self.rules),
            "players": [self.player_json(player, states) for player in self.players],
            "tiles": tiles,
            "meeples": [meeple.to_json() for meeple in board.meeples.values()],
            **{name: told for name, told in states.items() if not ruleset.states[name].of_players},
        }
        if self.excerpt:
            answer["excerpt"] = True
        turn = self.turn_told()
        if turn is not None:
            answer["turn"] = turn.to_json()
        answer["discarded"] = list(self.discarded)
        if self.extra_kinds:
            kind_json = self.tile_set.landscape.kind_json
            answer["tileset"] = {"kinds": [kind_json(kind) for kind in self.extra_kinds]}
        return answer

    def player_json(self, player: Player, states: Mapping[str, Any]) -> dict[str, Any]:
        name = player.name
        of_player = {
            field: told[name]
            for field, told in states.items()
            if self.ruleset.states[field].of_players and name in told
        }
        answer: dict[str, Any] = {"name": name, "score": self.scores[name]}
        if player.color is not None:
            answer["color"] = player.color
        if player.supply is not None:
            answer["supply"] = self.supply[name]
        if player.figures:
            answer["figures"] = dict(self.figures[name])
        return {**answer, **of_player}

    def turn_told(self) -> TurnTold | None:
        """Whose turn it is, where it is known."""
        return None if self.on_turn is None else TurnTold(self.on_turn, self.part)
