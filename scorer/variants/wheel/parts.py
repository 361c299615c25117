"""What the wheel adds to a position: the pig, the followers on crown spaces, and the symbols on tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from scorer.board import Board
from scorer.position import NAME, Position
from scorer.problems import Problem, unknown_player
from scorer.shapes import Choice, Items, Record
from scorer.texts import counted, text
from scorer.tiles import box_data

#: How many crown spaces each segment of the wheel has; the segments clockwise.
CROWN_SPACES: Final[Mapping[str, int]] = {
    segment["id"]: segment["crowns"] for segment in box_data("wheel")["wheel_segments"]
}
SEGMENTS: Final = tuple(CROWN_SPACES)
PIG_STARTS_ON: Final[str] = box_data("wheel")["pig_starts_on"]
SYMBOLS: Final = (1, 2, 3)

SEGMENT_WORDS: Final = {
    "fortuna": text("Fortuna"),
    "taxes": text("taxes"),
    "famine": text("famine"),
    "storm": text("storm"),
    "inquisition": text("inquisition"),
    "plague": text("plague"),
}
SEGMENT: Final = Choice(SEGMENTS, "a segment of the wheel")
CROWN_FOLLOWERS: Final = Items(
    Record({"segment": SEGMENT, "player": NAME}), description="the followers on crown spaces (default none)"
)
WHEEL: Final = Record(
    {},
    {
        "pig": Choice(SEGMENTS, f"the segment on which the pig stands (default `{PIG_STARTS_ON}`)"),
        "crowns": CROWN_FOLLOWERS,
    },
    "the wheel on the start board: the pig, and who stands on crown spaces",
)


class CrownFollower(NamedTuple):
    """A follower that stands on a crown space."""

    segment: str
    player: str

    def to_json(self) -> dict[str, Any]:
        return {"player": self.player, "segment": self.segment}


class Wheel(NamedTuple):
    """The wheel of a position."""

    pig: str
    crowns: list[CrownFollower]

    @classmethod
    def read(cls, extras: Mapping[str, Any]) -> Wheel:
        raw = extras.get("wheel", {})
        crowns = [CrownFollower(crown["segment"], crown["player"]) for crown in raw.get("crowns", ())]
        return cls(raw.get("pig", PIG_STARTS_ON), crowns)

    def on(self, segment: str) -> list[CrownFollower]:
        return [follower for follower in self.crowns if follower.segment == segment]

    def to_json(self) -> dict[str, Any]:
        crowns = [{"segment": follower.segment, "player": follower.player} for follower in self.crowns]
        return {"pig": self.pig, "crowns": crowns}


def wheel_off(pointer: str) -> Problem:
    message = text("With “wheel_actions”: false there is no pig, no action and no crown space.")
    return Problem("wheel-off", pointer, message, "wheel.actions-off")


def check_crowns(wheel: Wheel, board: Board, problems: list[Problem]) -> None:
    """“Op een kronenveld kan zich niet meer dan één horige bevinden.”"""
    names = [player.name for player in board.players]
    taken = dict.fromkeys(SEGMENTS, 0)
    for number, (segment, player) in enumerate(wheel.crowns):
        pointer = f"/wheel/crowns/{number}"
        if player not in names:
            problems.append(unknown_player(f"{pointer}/player", player, names))
        taken[segment] += 1
        if taken[segment] > CROWN_SPACES[segment]:
            message = counted(
                "The crown space of {segment} holds a follower already.",
                "The {count} crown spaces of {segment} hold a follower each already.",
                CROWN_SPACES[segment],
                segment=SEGMENT_WORDS[segment],
            )
            problems.append(Problem("crown-occupied", pointer, message, "crown.place"))


def check_symbols(position: Position, problems: list[Problem]) -> None:
    """As many copies of a tile carry a symbol as are printed; tiles that don't say what they carry are not counted."""
    carried: dict[tuple[str, int], list[int]] = {}
    for number, extras in position.tile_extras.items():
        _, tile, _ = position.tiles[number]
        carried.setdefault((tile, int(extras["wheel"])), []).append(number)
    for (tile, symbol), numbers in carried.items():
        kind = position.tile_set.kinds.get(tile)
        # A kind from the request's own tile set may leave open which symbols it carries.
        if kind is None or not kind.wheel_symbols:
            continue
        printed = kind.wheel_symbols.get(str(symbol), 0)
        if len(numbers) > printed:
            message = counted(
                "The game holds {count} tile {tile} with symbol {symbol}, not {used}.",
                "The game holds {count} tiles {tile} with symbol {symbol}, not {used}.",
                printed,
                tile=tile,
                symbol=symbol,
                used=len(numbers),
            )
            problems.append(Problem("too-many-copies", f"/tiles/{numbers[-1]}/wheel", message, "wheel.symbols"))
