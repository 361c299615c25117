"""A board to play and explore on, and a whole game: objects over the same rules that the questions judge by.

A :class:`Board` keeps its game joined. A move that is pushed costs what its tile touches, not what the board holds,
and a move that is popped costs the same. Requests and answers stay plain dicts, as everywhere.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self, cast

from scorer import draw, notation
from scorer.board.frontier import Changes, Frontier
from scorer.forms import Form
from scorer.game.building import build
from scorer.game.game import Game as Table
from scorer.game.game import Kept
from scorer.game.moves import MoveShape
from scorer.game.reading import position_form, read_ruleset
from scorer.game.turn import IllegalMove, Turn
from scorer.limits import DEFAULT_LIMITS
from scorer.problems import Illegal, Malformed, in_words_of, unknown_player, unknown_tile
from scorer.referee.features import feature_list
from scorer.referee.move import next_to_move
from scorer.referee.questions import BAG, REPLAY, SCORE
from scorer.referee.replay import replay_form
from scorer.rules.lines import lines_json
from scorer.rules.placing import Placement, found_placement, placement_teller, vetoes
from scorer.rules.refusals import refuse_unscored
from scorer.rules.ruleset import Ruleset
from scorer.rules.scoring import Ruling
from scorer.shapes import Reading
from scorer.texts import SOURCE_LANGUAGE
from scorer.tiles.cells import cell_of
from scorer.tiles.orientations import Orientation
from scorer.wire import (
    Bag,
    Feature,
    Line,
    Move,
    Position,
    RenderRequest,
    Replay,
    ReplayRequest,
    Returned,
    Score,
)

#: How a text shows the four rotations: where the side that was the north one points to.
ARROWS: Final = {0: "", 90: ">", 180: "v", 270: "<"}
#: What boards and games are made of.
_OWN: Final = frozenset(
    {"_table", "_frontier", "_vetoed", "_move_shape", "_before", "_pushed", "_version", "_latest", "_first", "_asked"}
)


class Pushed(NamedTuple):
    """What a move that was pushed has brought."""

    turn: Turn

    @property
    def points(self) -> dict[str, int]:
        """What everybody got."""
        return Ruling(self.turn.lines).points(self.turn.game.scores)

    @property
    def again(self) -> bool:
        """Whether the same player goes on."""
        return self.turn.again

    @property
    def returned(self) -> list[Returned]:
        """The figures that went home."""
        return [cast(Returned, figure.to_json()) for figure in self.turn.returned]

    def lines(self, language: str = SOURCE_LANGUAGE) -> list[Line]:
        """The rulings, line by line, with their sentences."""
        said = self.turn.game.texts(language)
        return [cast(Line, line) for line in lines_json(self.turn.lines, said)]


class _Asked(NamedTuple):
    """Who was asked for placements, when, and how each is told."""

    board: Board
    version: int
    tell: Callable[[Placement], dict[str, Any]]


class LegalPlacement(Mapping[str, Any]):
    """A legal way to lay a tile: a mapping as an answer shows it, with its cell, rotation and spots as attributes too.

    Where figures may stand is worked out when it is first asked, on the board as it lay when the placement was found.
    """

    __slots__ = ("_asked", "_key", "_orientation", "_told")

    def __init__(self, asked: _Asked, key: int, orientation: Orientation) -> None:
        self._asked, self._key, self._orientation = asked, key, orientation
        self._told: dict[str, Any] | None = None

    @property
    def x(self) -> int:
        return cell_of(self._key)[0]

    @property
    def y(self) -> int:
        return cell_of(self._key)[1]

    @property
    def rotation(self) -> int:
        """In degrees, clockwise."""
        return self._orientation.rotation

    @property
    def spots(self) -> list[str]:
        """Where a follower may then stand."""
        spots: list[str] = self.told()["spots"]
        return spots

    def told(self) -> dict[str, Any]:
        """The placement as an answer shows it."""
        if self._told is None:
            board, version, tell = self._asked
            if version != board._version:
                raise RuntimeError("The board has changed since this placement was found.")
            self._told = tell(found_placement(board._table, self._key, self._orientation))
        return self._told

    def __getitem__(self, name: str) -> Any:
        return self.told()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.told())

    def __len__(self) -> int:
        return len(self.told())

    def __repr__(self) -> str:
        return f"LegalPlacement({self.told()!r})"


class Board:
    """A position on which moves can be tried: pushed and popped.

    >>> board = Board("base/red:12,blue:7/D@0,0;E@0,-1,180")
    >>> board.push({"player": "red", "tile": "U", "x": 1, "y": 0, "rotation": 0, "spot": "road"}).points
    {'red': 0, 'blue': 0}
    >>> print(board)
    base: red 12, blue 7
        0    1
    -1  Ev
     0  D    U *
    red: road@E 1,0
    """

    def __init__(self, position: Position | str) -> None:
        """A position as every question takes it, or a line of notation.

        Raises :class:`~scorer.Malformed` for what is no position, :class:`~scorer.Illegal` for one that breaks the
        rules.
        """
        asked: Any = notation.read(position) if isinstance(position, str) else position
        ruleset = read_ruleset(asked)
        with in_words_of(ruleset.rulebook):
            form: Form[Any] = position_form(ruleset)
            self._begin(build(form.read(asked, DEFAULT_LIMITS)))
        self._first = self.to_json()

    def _begin(self, table: Table) -> None:
        self._table = table
        self._frontier = Frontier(table.board)
        self._vetoed = any(part.veto is not None for part in table.ruleset.parts)
        self._move_shape = MoveShape(table.ruleset)
        #: For each move that was pushed, what there was before it.
        self._before: list[tuple[Kept, Changes, int]] = []
        self._pushed: list[Move] = []
        #: A number for each board that there has been; a move that is taken back brings its own again.
        self._version = self._latest = 0

    def _begin_game(self, asked: dict[str, Any]) -> None:
        """The table before the first move of a game; a game keeps what it was asked with."""
        self._asked = asked
        self._begin(_table_at_start(asked))

    @classmethod
    def empty(
        cls,
        variant: str = "base",
        players: Sequence[str] = ("red", "blue"),
        *,
        expansions: Sequence[str] = (),
        rules: Mapping[str, Any] | None = None,
    ) -> Board:
        """The table before the first move of a game."""
        board = cls.__new__(cls)
        board._begin_game(_game_asked(variant, players, expansions, rules))
        board._first = board.to_json()
        return board

    @classmethod
    def from_json(cls, position: Position) -> Board:
        return cls(position)

    @classmethod
    def from_notation(cls, line: str) -> Board:
        return cls(line)

    # What is there

    @property
    def variant(self) -> str:
        """The id of the game."""
        return self._ruleset.id

    @property
    def _ruleset(self) -> Ruleset:
        return self._table.ruleset

    @property
    def scores(self) -> dict[str, int]:
        """Everybody's points, in seating order."""
        return dict(self._table.scores)

    @property
    def supply(self) -> dict[str, int]:
        """How many followers everybody has left."""
        return dict(self._table.supply)

    @property
    def on_turn(self) -> str | None:
        """Whose turn it is; None where it is not known, or nobody's any more."""
        return next_to_move(self._table)

    @property
    def left(self) -> dict[str, int]:
        """The tiles that can still be drawn, with their number."""
        return self._table.left()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that were pushed."""
        return tuple(self._pushed)

    def to_json(self) -> Position:
        """The position, as every question takes it."""
        return cast(Position, self._table.to_json())

    def notation(self) -> str:
        """The position as a line of notation."""
        return notation.write(self._table.to_json())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Self:
        """The same board once more, with the moves that were pushed; neither knows of what becomes of the other."""
        return copy.copy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """What :mod:`copy` and :mod:`pickle` need: how it began, and what was pushed since."""
        return _resumed, (type(self), self._first, self.moves), self._added()

    def _added(self) -> dict[str, Any]:
        """What a class that is derived from this one has added."""
        return {name: value for name, value in vars(self).items() if name not in _OWN}

    # Moves

    def legal_placements(self, tile: str, player: str | None = None) -> list[LegalPlacement]:
        """Where a tile may go, and where a figure of this player, or of anybody, may then stand."""
        table = self._table
        if tile not in table.tile_set.kinds:
            raise Illegal([unknown_tile("/tile", tile, table.tile_set.kinds)])
        if player is not None and player not in table.scores:
            raise Illegal([unknown_player("/player", player, table.scores)])
        asked = _Asked(self, self._version, placement_teller(table, player))
        fitting = self._frontier.fitting(tile)
        if self._vetoed:
            fitting = [(key, orientation) for key, orientation in fitting if not vetoes(table, key, orientation)]
        return [LegalPlacement(asked, key, orientation) for key, orientation in fitting]

    def legal_moves(self, tile: str, player: str, **told: Any) -> Iterator[Move]:
        """Every way to lay a tile, with every way to place a figure on it, or none; to put it away, if it fits nowhere.

        What else is known of the tile is named and stands in each move: ``wheel=2``, the symbol that it carries; where
        figures may stand is told of the board before the wheel turns. What else a move may do (crowns, plague, wall
        tiles, followers taken back) is left to whoever plays. Moves may be pushed and popped between two of them.
        """
        places = self.legal_placements(tile, player)
        if not places:
            yield cast(Move, {"player": player, "discard": tile, **told})
        for place in places:
            laid: dict[str, Any] = {
                "player": player,
                "tile": tile,
                "x": place.x,
                "y": place.y,
                "rotation": place.rotation,
                **told,
            }
            yield cast(Move, laid)
            for spot in place.spots:
                yield cast(Move, {**laid, "spot": spot})
            for figure, spots in place.get("figures", {}).items():
                for spot in spots:
                    yield cast(Move, {**laid, "spot": spot, "figure": figure})

    def push(self, move: Move) -> Pushed:
        """Makes a move and scores what it finishes. Raises :class:`~scorer.Illegal` and leaves the board as it was."""
        table = self._table
        with in_words_of(table.ruleset.rulebook):
            reading = Reading()
            read = self._move_shape.read(move, "/move", reading)
            if reading.problems:
                raise Malformed(reading.problems)
            if not self._before:
                refuse_unscored(table)
            before = table.kept()
            turn = Turn(table, read, "/move", demanding=False)
            try:
                turn.make()
            except IllegalMove as refusal:
                table.put_back(before)
                raise Illegal(refusal.problems) from None
        board, changes = table.board, []
        if "tile" in read:
            changes = self._frontier.lay(board.keys[-1], board.orientations[-1])
        self._before.append((before, changes, self._version))
        self._pushed.append(cast(Move, dict(move)))
        self._version = self._latest = self._latest + 1
        return Pushed(turn)

    def pop(self) -> Move:
        """Takes the last move back, and answers it."""
        before, changes, self._version = self._before.pop()
        self._frontier.take_up(changes)
        self._table.put_back(before)
        return self._pushed.pop()

    # Questions

    def features(self) -> list[Feature]:
        """What is on the board, as :func:`scorer.features` tells it."""
        features = feature_list(self._table)
        # The board goes on with its cells, whatever becomes of the answer.
        return cast(list[Feature], [{**one, "cells": [list(cell) for cell in one["cells"]]} for one in features])

    def score(self, phase: str = "final", language: str = SOURCE_LANGUAGE, **told: Any) -> Score:
        """Who gets what, as :func:`scorer.score` tells it; ``told`` is what the phase takes besides."""
        return cast(Score, SCORE.ask({**self._table.to_json(), "phase": phase, **told}, language))

    def bag(self, language: str = SOURCE_LANGUAGE, **told: Any) -> Bag:
        """What is left and where it fits, as :func:`scorer.bag` tells it."""
        return cast(Bag, BAG.ask({**self._table.to_json(), **told}, language))

    # To look at

    def __str__(self) -> str:
        """The board in letters: tiles with an arrow where their north side points, a star for a figure."""
        board, table = self._table.board, self._table
        shown: dict[tuple[int, int], str] = {}
        for key, orientation in zip(board.keys, board.orientations, strict=True):
            if key not in table.tile_set.labels:
                name = "#" if orientation.is_start_piece else orientation.id + ARROWS[orientation.rotation]
                shown[cell_of(key)] = name + (" *" if key in board.meeples else "")
        lines = [f"{self.variant}: " + ", ".join(f"{player} {score}" for player, score in table.scores.items())]
        lines += _grid(shown)
        for player in table.scores:
            own = [meeple for meeple in board.meeples.values() if meeple.player == player]
            said = [f"{meeple.spot} {x},{y}" for meeple in own for x, y in [cell_of(meeple.key)]]
            if said:
                lines.append(f"{player}: " + "; ".join(said))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.notation()!r})"

    def svg(self, language: str = SOURCE_LANGUAGE, **options: Any) -> str:
        """A picture; ``options`` are those of :func:`scorer.render`."""
        return draw.render(cast(RenderRequest, {**self._table.to_json(), "options": options}), language)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()


def _resumed(kind: type[Board], first: Position, moves: Iterable[Move]) -> Board:
    board = kind.__new__(kind)
    Board.__init__(board, first)
    for move in moves:
        board.push(move)
    return board


def _grid(shown: Mapping[tuple[int, int], str]) -> list[str]:
    """Cells in rows and columns, with their coordinates."""
    columns, rows = (range(min(values), max(values) + 1) for values in zip(*shown, strict=True)) if shown else ((), ())
    width = max([len(str(one)) for one in (*columns, *shown.values())], default=0)
    margin = max([len(str(y)) for y in rows], default=0)
    lines = [" " * margin + "".join(f"  {x:<{width}}" for x in columns)] if shown else []
    for y in rows:
        lines.append(f"{y:>{margin}}" + "".join(f"  {shown.get((x, y), ''):<{width}}" for x in columns))
    return [line.rstrip() for line in lines]


class Game(Board):
    """A whole game, from its first move on.

    >>> game = Game("base", ["red", "blue"])
    >>> game.push({"player": "red", "tile": "E", "x": 0, "y": -1, "rotation": 180, "spot": "city"}).points
    {'red': 4, 'blue': 0}
    >>> game.on_turn, game.scores
    ('blue', {'red': 4, 'blue': 0})
    """

    def __init__(
        self,
        variant: str = "base",
        players: Sequence[str] = ("red", "blue"),
        *,
        expansions: Sequence[str] = (),
        rules: Mapping[str, Any] | None = None,
        moves: Iterable[Move] = (),
    ) -> None:
        self._begin_game(_game_asked(variant, players, expansions, rules))
        for move in moves:
            self.push(move)

    @classmethod
    def from_record(cls, record: ReplayRequest | str) -> Game:
        """The game of a replay request, or of a line of notation. Raises :class:`~scorer.Illegal` at a move that is."""
        asked: Any = notation.read(record) if isinstance(record, str) else record
        game = cls.__new__(cls)
        told = {name: value for name, value in asked.items() if name in ("variant", "expansions", "rules", "tileset")}
        game._begin_game(copy.deepcopy({**told, "players": asked.get("players", []), "moves": []}))
        for move in asked.get("moves", ()):
            game.push(move)
        return game

    @property
    def is_over(self) -> bool:
        """Whether every tile has been drawn."""
        return not self._table.any_left

    def drawable(self) -> dict[str, int]:
        """The tiles that may come next, with their number: all that are left, but where a river comes first."""
        left = self._table.left()
        may_come = self._table.drawable(left)
        return dict(may_come)

    def record(self) -> ReplayRequest:
        """The game as :func:`scorer.replay` takes it."""
        return cast(ReplayRequest, copy.deepcopy({**self._asked, "moves": self._pushed}))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_record, (self.record(),), self._added()

    def replay(self, language: str = SOURCE_LANGUAGE, **told: Any) -> Replay:
        """Every move judged, as :func:`scorer.replay` tells it; ``end=True`` for the final scoring."""
        return cast(Replay, REPLAY.ask({**self.record(), **told}, language))


def _game_asked(
    variant: str, players: Sequence[str], expansions: Sequence[str], rules: Mapping[str, Any] | None
) -> dict[str, Any]:
    asked: dict[str, Any] = {"variant": variant, "players": list(players), "moves": []}
    if expansions:
        asked["expansions"] = list(expansions)
    if rules:
        asked["rules"] = dict(rules)
    return asked


def _table_at_start(asked: Mapping[str, Any]) -> Table:
    ruleset = read_ruleset(asked)
    with in_words_of(ruleset.rulebook):
        return replay_form(ruleset).read(asked, DEFAULT_LIMITS).game
