"""The keeps: on which house a player sets his, and what the larger one brings at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.game.position import NAME
from scorer.rules.base.worth import TILES
from scorer.rules.castle.contests import Contest
from scorer.rules.castle.state import castle_of
from scorer.rules.drafts import Item, ItemKind
from scorer.rules.lines import Line
from scorer.rules.part import Rules
from scorer.shapes import Choice, Integer, Nullable, Record
from scorer.texts import Message, counted, plural, text, titled
from scorer.tiles.cells import cells_of, connected

if TYPE_CHECKING:
    from scorer.game.game import Game

KEEP_MOVE: Final = Record(
    {
        "player": NAME,
        "from": Nullable(Integer(1, 1000, "the size of the house it stood on")),
        "to": Integer(1, 1000, "the size of this house"),
        "rule": Choice(("keep.set", "keep.move")),
    },
    {},
    "the keep that is set on this house, or moved to it",
    "KeepMoved",
)

EMPTY_CELLS: Final = ItemKind("empty-cells", plural("{count} empty cell", "{count} empty cells"))


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
                "{player}, whose keep was not set yet, sets it on this house of {count} tile.",
                "{player}, whose keep was not set yet, sets it on this house of {count} tiles.",
                self.size,
                player=titled(self.player),
            )
        return counted(
            "{player} moves the keep to this larger house of {count} tile; it stood on one of {before}.",
            "{player} moves the keep to this larger house of {count} tiles; it stood on one of {before}.",
            self.size,
            player=titled(self.player),
            before=self.before,
        )

    def to_json(self) -> dict[str, Any]:
        return {"player": self.player, "from": self.before, "to": self.size, "rule": self.rule}


class KeepNote(NamedTuple):
    """What a finished house does to the keeps: one is set or moved, or stays and why."""

    move: KeepMove | None = None
    #: What has to be said, each with the rule behind it.
    remarks: tuple[tuple[Message, str], ...] = ()


def keep_note(rules: Rules, keeps: Mapping[str, int], contest: Contest, layer: str | None) -> KeepNote:
    """What a finished feature does to the keeps, if it is a house.

    “Zodra een speler een eerste huis afgewerkt heeft plaatst hij er zijn paleisgebouw op. Werkt hij later zélf een
    groter huis af [...], waarin hij ook de meeste schildknapen heeft, dan verplaatst hij zijn paleisgebouw daarheen.”
    """
    scorer, size = contest.scorer, contest.region.size
    if contest.region.type != "house":
        return KeepNote()
    own_completion = rules["keep_needs_own_completion"]
    player = layer if own_completion else scorer
    if player is None:
        untold = text("No keep is set or moved: it is not told who laid the tile that finished this house.")
        return KeepNote(None, ((untold, "keep.set"),)) if own_completion else KeepNote()
    before = keeps.get(player)
    if before is None or (size > before and scorer == player):
        move = KeepMove(player, before, size)
        remarks = [(move.sentence(), move.rule)]
    else:
        move, remarks = None, [(stays(player, before, size), "keep.move")]
    if scorer not in (None, player) and size > keeps.get(scorer or "", 0):
        message = text(
            "The keep of {scorer} does not come here: {player} finished this house, not {scorer}.",
            scorer=scorer,
            player=player,
        )
        remarks.append((message, "keep.move" if scorer in keeps else "keep.set"))
    return KeepNote(move, tuple(remarks))


def stays(player: str, before: int, size: int) -> Message:
    """Why a player's keep stays where it is."""
    if size <= before:
        return text(
            "The keep of {player} stays where it is, on a house of {before}: this one, of {size}, is not larger.",
            player=player,
            before=TILES.of(before),
            size=size,
        )
    return text(
        "The keep of {player} stays where it is, on a house of {before}: this one, of {size}, is larger, but {player} "
        "does not have the most squires in it.",
        player=player,
        before=TILES.of(before),
        size=size,
    )


def order_matters(game: Game, finished: Iterable[Contest], layer: str | None) -> bool:
    """Whether the keep of who laid the tile depends on the order in which features are scored.

    It does only while it is not set: any house will do for setting it, but only a larger one of his own for moving it.
    """
    if not game.rules["keep_needs_own_completion"] or layer is None or layer in castle_of(game).keeps:
        return False
    houses = [(one.region.size, one.scorer) for one in finished if one.region.type == "house"]
    own = [size for size, scorer in houses if scorer == layer]
    # What the opponent scores comes after all that the layer scores.
    first = [size for size, scorer in houses if scorer is None or scorer == layer or not own]
    return len({max(size, *own) if own else size for size in first}) > 1


def largest_empty_area(game: Game) -> list[list[int]]:
    """The cells of the largest group of empty cells that hang together by their sides."""
    wall = game.tile_set.wall
    assert wall is not None
    left = set(wall.cells).difference(game.board.at)
    areas = []
    while left:
        areas.append(connected(left, [min(left)]))
    return cells_of(sorted(max(areas, key=len, default=())))


def final_line(game: Game, sizes: Mapping[str, int]) -> Line:
    """The line of the keeps, whose sizes are given; a keep that stands alone is the larger one.

    “De speler met het grootste paleisgebouw krijgt zoveel punten als er vlakken in dat grootste open veld zijn.”
    “Zijn beide paleisgebouwen even groot, dan krijgt geen enkele speler punten.”
    """
    cells = largest_empty_area(game)
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
            "{player} scores {count} point for the larger keep, {larger} against {smaller}: the largest empty area "
            "has {count} cell.",
            "{player} scores {count} points for the larger keep, {larger} against {smaller}: the largest empty area "
            "has {count} cells.",
            len(cells),
            player=titled(winner),
            larger=TILES.of(sizes[winner]),
            smaller=sizes[losers[0]],
        )
    else:
        points = dict.fromkeys(sizes, 0)
        sentence = text(
            "Nobody scores for the keeps: both count {size}, so neither is larger.",
            size=TILES.of(sizes[winner]),
        )
    return Line(None, "keep", False, 0, cells, points, {}, items, "keep.final", sentence, {"keeps": dict(sizes)})


def add_keep(line: Line, note: KeepNote) -> None:
    """Says in a house's line what happens to the keeps."""
    for remark, rule in note.remarks:
        line.add(remark, rule)
    if note.move is not None:
        line.details = {**line.details, "keep": note.move.to_json()}


def keep_line(contest: Contest, note: KeepNote, player: str) -> Line:
    """The line of a house without followers, on which a keep is set or could have come."""
    line = contest.line()
    line.rule, line.items, line.points = note.remarks[0][1], [], {player: 0}
    add_keep(line, note)
    return line
