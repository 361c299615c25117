"""What the wheel adds to a position: the pig, the followers on crown spaces, and the symbols on tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.board.board import FOLLOWER
from scorer.game.position import FOLLOWER_AT, NAME, Position
from scorer.limits import shortened
from scorer.problems import Problem, Where, unknown_player
from scorer.rules.part import Rules, StateField
from scorer.shapes import Choice, Integer, Items, Record, by_name
from scorer.texts import Message, counted, text
from scorer.tiles.cells import cell_of
from scorer.tiles.kinds import Kind, KindField, KindReader
from scorer.tiles.tileset import box_data

if TYPE_CHECKING:
    from scorer.game.game import Game

#: How many crown spaces each segment of the wheel has; the segments clockwise.
CROWN_SPACES: Final[Mapping[str, int]] = {
    segment["id"]: segment["crowns"] for segment in box_data("wheel")["wheel_segments"]
}
SEGMENTS: Final = tuple(CROWN_SPACES)
PIG_STARTS_ON: Final[str] = box_data("wheel")["pig_starts_on"]

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
    Record({"segment": SEGMENT, "player": NAME}, {}, "A follower on a crown space.", "Crown"),
    100,
    "the followers on crown spaces (default none)",
)


#: The followers that players take back.
PLAGUE: Final = Items(FOLLOWER_AT, 100, "the followers that players take back when the pig reaches the plague")


class CrownFollower(NamedTuple):
    """A follower that stands on a crown space."""

    segment: str
    player: str

    @property
    def figure(self) -> str:
        return FOLLOWER

    def to_json(self) -> dict[str, Any]:
        return {"player": self.player, "segment": self.segment}


class WheelState(NamedTuple):
    """The wheel of a position."""

    pig: str = PIG_STARTS_ON
    crowns: tuple[CrownFollower, ...] = ()
    #: The tiles with a symbol that fitted nowhere and left the game.
    away: tuple[tuple[str, int], ...] = ()

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> WheelState:
        crowns = tuple([CrownFollower(crown["segment"], crown["player"]) for crown in raw.get("crowns", ())])
        away = tuple([(one["tile"], one["wheel"]) for one in raw.get("discarded", ())])
        return cls(raw.get("pig", PIG_STARTS_ON), crowns, away)

    @classmethod
    def at_start(cls, rules: Rules, _: Sequence[str]) -> WheelState | None:
        """“Zet het varken op het veld ‘Fortuna’.”"""
        return cls() if rules["wheel_actions"] else None

    def on(self, segment: str) -> list[CrownFollower]:
        return [follower for follower in self.crowns if follower.segment == segment]

    def to_json(self) -> dict[str, Any]:
        crowns = [{"segment": follower.segment, "player": follower.player} for follower in self.crowns]
        away = [{"tile": tile, "wheel": symbol} for tile, symbol in self.away]
        return {"pig": self.pig, "crowns": crowns, **({"discarded": away} if away else {})}


SYMBOLS: Final = (1, 2, 3)
DISCARDED_SYMBOLS: Final = Items(
    Record({"tile": NAME, "wheel": Choice(SYMBOLS)}, {}, "A tile that left the game, with its symbol.", "SymbolGone"),
    1000,
    "those of the tiles that left the game that carried a symbol (default none)",
)
FIELD: Final[StateField] = StateField(
    "wheel",
    Record(
        {},
        {
            "pig": Choice(SEGMENTS, f"the segment on which the pig stands (default `{PIG_STARTS_ON}`)"),
            "crowns": CROWN_FOLLOWERS,
            "discarded": DISCARDED_SYMBOLS,
        },
        "the wheel on the start board: the pig, and who stands on crown spaces",
        "Wheel",
    ),
    WheelState.read,
    WheelState.at_start,
)


def wheel_of(game: Game) -> WheelState:
    return game.state(FIELD.name, WheelState) or WheelState()


def on_crowns(position: Position) -> Iterable[str]:
    """The owners of followers on crown spaces."""
    wheel = position.states.get(FIELD.name)
    return [follower.player for follower in wheel.crowns] if isinstance(wheel, WheelState) else []


# The symbols on tiles

#: What the data says of a tile without a symbol.
NO_SYMBOL: Final = "none"
_PRINTED: Final = frozenset({NO_SYMBOL, *map(str, SYMBOLS)})


def symbols_of(kind: Kind) -> Mapping[str, int]:
    """How many copies of a kind carry which symbol; nothing where the data leaves it open."""
    symbols: Mapping[str, int] = kind.extras.get("wheel_symbols", {})
    return symbols


def keep_symbols(raw: Mapping[str, int], reader: KindReader) -> Mapping[str, int]:
    """Where a kind says which copies carry a symbol, it says so of each copy."""
    for symbol in raw.keys() - _PRINTED:
        message = text(
            "There is no wheel symbol “{symbol}”; there are {known}.", symbol=shortened(symbol), known=sorted(_PRINTED)
        )
        reader.refuse("/wheel_symbols", message)
    if raw and sum(raw.values()) != reader.count:
        message = text(
            "“wheel_symbols” tells of {told} copies, “count” of {count}.", told=sum(raw.values()), count=reader.count
        )
        reader.refuse("/wheel_symbols", message)
    return raw


WHEEL_SYMBOLS: Final = KindField(
    "wheel_symbols", by_name(Integer(0, 1000), "how many copies carry which wheel symbol"), keep_symbols, dict
)


# What can be wrong


def wheel_off(pointer: str) -> Problem:
    message = text("With “wheel_actions”: false there is no pig, no action and no crown space.")
    return Problem("wheel-off", pointer, message, "wheel.actions-off")


def check(game: Game, position: Position, problems: list[Problem]) -> None:
    if not position.excerpt:
        check_symbols(position, problems)
    if FIELD.name in position.states:
        if game.rules["wheel_actions"]:
            check_crowns(game, problems)
        else:
            problems.append(wheel_off("/wheel"))


def check_crowns(game: Game, problems: list[Problem]) -> None:
    """“Op een kronenveld kan zich niet meer dan één horige bevinden.”"""
    names = [player.name for player in game.players]
    taken = dict.fromkeys(SEGMENTS, 0)
    for number, (segment, player) in enumerate(wheel_of(game).crowns):
        pointer = f"/wheel/crowns/{number}"
        if player not in names:
            problems.append(unknown_player(f"{pointer}/player", player, names))
        taken[segment] += 1
        if taken[segment] > CROWN_SPACES[segment]:
            message = counted(
                "The crown space of the {segment} segment holds a follower already.",
                "The {count} crown spaces of the {segment} segment hold a follower each already.",
                CROWN_SPACES[segment],
                segment=SEGMENT_WORDS[segment],
            )
            problems.append(Problem("crown-occupied", pointer, message, "crown.place"))


def check_symbols(position: Position, problems: list[Problem]) -> None:
    """As many copies of a tile carry a symbol as are printed; tiles that don't say what they carry are not counted."""
    carried: dict[tuple[str, int], list[int]] = {}
    for number, extras in position.carried.items():
        _, tile, _ = position.tiles[number]
        carried.setdefault((tile, int(extras["wheel"])), []).append(number)
    for (tile, symbol), numbers in carried.items():
        kind = position.tile_set.kinds.get(tile)
        printed_on = {} if kind is None else symbols_of(kind)
        if not printed_on:
            continue
        printed = printed_on.get(str(symbol), 0)
        if len(numbers) > printed:
            message = (
                counted(
                    "The game holds {count} tile {tile} with symbol {symbol}, not {used}.",
                    "The game holds {count} tiles {tile} with symbol {symbol}, not {used}.",
                    printed,
                    tile=tile,
                    symbol=symbol,
                    used=len(numbers),
                )
                if printed
                else never_was(tile, symbol)
            )
            where = Where(tuple([cell_of(position.tiles[number][0]) for number in numbers]))
            problems.append(Problem("too-many-copies", f"/tiles/{numbers[-1]}/wheel", message, "wheel.symbols", where))


def never_was(tile: str, symbol: int | str) -> Message:
    return text("There never was a tile {tile} with symbol {symbol}.", tile=tile, symbol=symbol)
