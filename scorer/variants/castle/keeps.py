"""The keeps: on which house a player sets his, and what the larger one brings at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scorer.board import Board, cells_of
from scorer.building import connected
from scorer.position import NAME
from scorer.problems import Problem, escaped
from scorer.scoring import Item, Line, item_words, region_line
from scorer.shapes import Choice, Integer, Nullable, Record
from scorer.texts import Message, counted, text, titled
from scorer.variant import Rules
from scorer.variants.castle.scorings import Scoring

KEEP_MOVE: Final = Record(
    {
        "player": NAME,
        "from": Nullable(Integer(1, 1000, "the size of the house it stood on")),
        "to": Integer(1, 1000, "the size of this house"),
        "rule": Choice(("keep.set", "keep.move")),
    },
    description="the keep that is set on this house, or moved to it",
)

EMPTY_CELLS: Final = item_words("empty-cells", "{count} empty cell", "{count} empty cells")


class KeepMove(NamedTuple):
    """A keep that is set on a house, or moved to it."""

    player: str
    #: The size of the house it stood on.
    before: int | None
    size: int

    @property
    def rule(self) -> str:
        return "keep.set" if self.before is None else "keep.move"

    def sentence(self) -> Message:
        if self.before is None:
            return counted(
                "{player} sets the keep on this house of {count} tile.",
                "{player} sets the keep on this house of {count} tiles.",
                self.size,
                player=titled(self.player),
            )
        return counted(
            "{player} moves the keep from a house of {before} to this one of {count} tile.",
            "{player} moves the keep from a house of {before} to this one of {count} tiles.",
            self.size,
            player=titled(self.player),
            before=self.before,
        )

    def to_json(self) -> dict[str, Any]:
        return {"player": self.player, "from": self.before, "to": self.size, "rule": self.rule}


def keeps_of(board: Board) -> dict[str, int]:
    """How large the house is on which each player's keep stands."""
    return dict(board.extras.get("castle", {}).get("keeps", {}))


def keep_move(rules: Rules, keeps: Mapping[str, int], scoring: Scoring, layer: str | None) -> KeepMove | None:
    """What a finished feature does to the keeps, if it is a house and does anything.

    “Zodra een speler een eerste huis afgewerkt heeft plaatst hij er zijn paleisgebouw op. Werkt hij later zélf een
    groter huis af [...], waarin hij ook de meeste schildknapen heeft, dan verplaatst hij zijn paleisgebouw daarheen.”
    """
    player = layer if rules["keep_needs_own_completion"] else scoring.scorer
    if player is None or scoring.region.type != "house":
        return None
    before, size = keeps.get(player), scoring.region.size
    if before is None or (size > before and scoring.scorer == player):
        return KeepMove(player, before, size)
    return None


def order_matters(rules: Rules, keeps: Mapping[str, int], finished: Iterable[Scoring], layer: str | None) -> bool:
    """Whether the keep of who laid the tile depends on the order in which features are scored.

    It does only while it is not set: any house will do for setting it, but only a larger one of his own for moving it.
    """
    if not rules["keep_needs_own_completion"] or layer is None or layer in keeps:
        return False
    houses = [(scoring.region.size, scoring.scorer) for scoring in finished if scoring.region.type == "house"]
    own = [size for size, scorer in houses if scorer == layer]
    # What the opponent scores comes after all that the layer scores.
    first = [size for size, scorer in houses if scorer is None or scorer == layer or not own]
    return len({max(size, *own) if own else size for size in first}) > 1


def check(board: Board, keeps: Mapping[str, int], problems: list[Problem]) -> None:
    """Adds what is wrong with the keeps of a position: no house is larger than the castle."""
    largest = castle_size(board)
    for player, size in keeps.items():
        if size > largest:
            message = text(
                "The keep of {player} cannot count {size}: the largest finished house that could be has {largest}.",
                player=player,
                size=size,
                largest=largest,
            )
            problems.append(Problem("keep-too-large", f"/castle/keeps/{escaped(player)}", message, "keep.set"))


def castle_size(board: Board) -> int:
    """How many tiles a house would have that fills the castle, start spaces included."""
    spaces = [piece for piece in board.tile_set.start_pieces if any(s.type == "house" for s in piece.kind.segments)]
    return len(castle_cells(board)) + len(spaces)


def castle_cells(board: Board) -> frozenset[int]:
    wall = board.tile_set.wall
    assert wall is not None
    return wall.cells


def largest_empty_area(board: Board) -> list[list[int]]:
    """The cells of the largest group of empty cells that hang together by their sides."""
    left = set(castle_cells(board) - board.at.keys())
    areas = []
    while left:
        areas.append(connected(left, [min(left)]))
    return cells_of(sorted(max(areas, key=len, default=())))


def final_line(board: Board, sizes: Mapping[str, int]) -> Line:
    """The line of the keeps, whose sizes are given; a keep that stands alone is the larger one.

    “De speler met het grootste paleisgebouw krijgt zoveel punten als er vlakken in dat grootste open veld zijn.”
    “Zijn beide paleisgebouwen even groot, dan krijgt geen enkele speler punten.”
    """
    cells = largest_empty_area(board)
    items = [Item(EMPTY_CELLS, len(cells), 1)]
    winner, *losers = sorted(sizes, key=lambda player: -sizes[player])
    points = {winner: len(cells)}
    if not losers:
        sentence = counted(
            "{player} scores {count} point for the only keep: the largest empty area has {count} cell.",
            "{player} scores {count} points for the only keep: the largest empty area has {count} cells.",
            len(cells),
            player=titled(winner),
        )
    elif sizes[winner] > sizes[losers[0]]:
        sentence = counted(
            "{player} scores {count} point for the larger keep ({larger} against {smaller}): the largest empty area "
            "has {count} cell.",
            "{player} scores {count} points for the larger keep ({larger} against {smaller}): the largest empty area "
            "has {count} cells.",
            len(cells),
            player=titled(winner),
            larger=sizes[winner],
            smaller=sizes[losers[0]],
        )
    else:
        points = dict.fromkeys(sizes, 0)
        sentence = text("Nobody scores for the keeps: both count {size}.", size=sizes[winner])
    return Line(None, "keep", False, 0, cells, points, {}, items, "keep.final", sentence, {"keeps": dict(sizes)})


def with_keep(line: Line, move: KeepMove) -> Line:
    """A house's line that also says what happens to a keep."""
    sentence = text("{verdict} {rest}", verdict=line.text, rest=move.sentence())
    return replace(line, text=sentence, details={**line.details, "keep": move.to_json()})


def keep_line(scoring: Scoring, move: KeepMove) -> Line:
    """The line of a house without followers, on which a keep is set."""
    line = region_line(scoring.region, scoring.worth, [], {})
    details = {**line.details, "keep": move.to_json()}
    return replace(line, points={move.player: 0}, items=[], rule=move.rule, text=move.sentence(), details=details)
