"""Hands of open tiles: what a player may have before him, as far as the moves tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.game.game import Game, tile_of
from scorer.game.position import NAME, Position
from scorer.problems import Problem, unknown_tile
from scorer.rules.base.part import tile_asked
from scorer.rules.discovery.removed import check_asked
from scorer.rules.part import Rules, StateField
from scorer.shapes import Items, missing
from scorer.texts import counted, text

if TYPE_CHECKING:
    from scorer.game.turn import Turn

#: “Aan het begin van het spel trekt iedere speler blind twee landtegels, die hij open voor zich neerlegt.”
HAND: Final = 2
RULE: Final = "hand.two-tiles"
EMPTY_HAND: Final = text("A hand holds two tiles, or one at the end of the game.")
NO_HAND: Final = text("A hand of two tiles is asked with “rules”: “hand_tiles”: 2.")


class HandState(NamedTuple):
    """The tiles that each player is known to have before him between two turns."""

    of: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, raw: Mapping[str, list[str]]) -> HandState:
        return cls({player: tuple(tiles) for player, tiles in raw.items()})

    @classmethod
    def at_start(cls, rules: Rules, _: Sequence[str]) -> HandState | None:
        return cls({}) if rules["hand_tiles"] == HAND else None

    def to_json(self) -> dict[str, Any]:
        return {player: list(tiles) for player, tiles in self.of.items()}


FIELD: Final[StateField] = StateField(
    "hand",
    Items(NAME, HAND, "with `hand_tiles: 2`: the open tiles that the player is known to have before him"),
    HandState.read,
    HandState.at_start,
    of_players=True,
)


def check(position: Position, problems: list[Problem]) -> None:
    """Nobody has tiles before him in a game without hands; and a hand is of tiles that there are."""
    for number, player in enumerate(position.players):
        pointer = f"/players/{number}/hand"
        if FIELD.name in player.told and position.rules["hand_tiles"] != HAND:
            problems.append(Problem("field-unknown", pointer, NO_HAND, RULE))
        for place, tile in enumerate(player.told.get(FIELD.name, ())):
            if tile not in position.tile_set.kinds:
                problems.append(unknown_tile(f"{pointer}/{place}", tile, position.tile_set.kinds))


# In questions about placements


def tiles_asked(position: Position, asked: Mapping[str, Any], problems: list[Problem]) -> dict[str, str]:
    """The tile, or the tiles of a hand, that a question is about."""
    if position.rules["hand_tiles"] == 1:
        tiles = tile_asked(position, asked, problems)
        if "hand" in asked:
            problems.append(Problem("field-unknown", "/hand", NO_HAND, RULE))
    else:
        tiles = hand_asked(asked, problems)
    if problems:
        return {}
    check_asked(position, tiles, problems)
    return tiles


def hand_asked(asked: Mapping[str, Any], problems: list[Problem]) -> dict[str, str]:
    """The tiles of a hand, by their place in the request."""
    if "tile" in asked:
        message = text("With “hand_tiles”: 2 the field “hand” takes the place of “tile”.")
        problems.append(Problem("field-unknown", "/tile", message, RULE))
    if "hand" not in asked:
        problems.append(missing("", "hand"))
        return {}
    if not asked["hand"]:
        problems.append(Problem("out-of-range", "/hand", EMPTY_HAND, RULE))
    return {f"/hand/{number}": tile for number, tile in enumerate(asked["hand"])}


# In moves


def tile_drawn(turn: Turn) -> None:
    if turn.game.rules["hand_tiles"] == HAND:
        check_hand(turn)
        keep(turn)
    elif "hand" in turn.move:
        placements = turn.legal_placements(tile_of(turn.move))
        turn.refuse("field-unknown", "/hand", NO_HAND, RULE, placements=placements)


def check_hand(turn: Turn) -> None:
    """The tile lies before nobody else, and the hand that a move tells holds it, what was kept and what was drawn."""
    game, tile = turn.game, tile_of(turn.move)
    left = game.left()
    within_reach = Counter(left)
    for player in game.scores:
        if player != turn.player:
            within_reach -= kept_by(game, player)
    if tile not in within_reach:
        message = text(
            "Tile {tile} lies open before {players}; no other is left.",
            tile=tile,
            players=[player for player in game.scores if kept_by(game, player)[tile]],
        )
        turn.refuse("tile-not-in-bag", turn.tile_place, message, RULE, tiles=dict(within_reach))
    kept = kept_by(game, turn.player)
    if "hand" not in turn.move:
        if kept.total() == HAND:
            check_in_hand(turn, turn.tile_place, list(kept.elements()))
        return
    hand = Counter[str](turn.move["hand"])
    gone = list(hand - within_reach)
    if gone:
        message = text("Not enough tiles are left for this hand: of {tiles} there are too few.", tiles=gone)
        turn.refuse("tile-not-in-bag", "/hand", message, "tiles.copies", tiles=dict(within_reach))
    if not hand:
        turn.refuse("hand-mismatch", "/hand", EMPTY_HAND, RULE, tiles=dict(within_reach))
    check_in_hand(turn, "/hand", turn.move["hand"])
    lost = list((kept - hand).elements())
    if lost:
        message = counted(
            "The hand lacks {lost}, which was kept from an earlier turn.",
            "The hand lacks {lost}, which were kept from an earlier turn.",
            len(lost),
            lost=lost,
        )
        turn.refuse("hand-mismatch", "/hand", message, RULE, hand=list(kept.elements()))
    if hand.total() < HAND and sum(left.values()) > hand.total() + HAND * (len(game.scores) - 1):
        message = text("A hand holds two tiles while there are any to draw.")
        turn.refuse("hand-mismatch", "/hand", message, RULE, hand=list(hand), tiles=dict(within_reach - hand))


def check_in_hand(turn: Turn, place: str, hand: list[str]) -> None:
    tile = tile_of(turn.move)
    if tile not in hand:
        message = text("Tile {tile} is not in the hand, which is {hand}.", tile=tile, hand=hand)
        placements = turn.legal_placements(*dict.fromkeys(hand))
        turn.refuse("hand-mismatch", place, message, RULE, hand=hand, placements=placements)


def kept_by(game: Game, player: str) -> Counter[str]:
    """The tiles that a player is known to have kept."""
    hands = game.state(FIELD.name, HandState)
    return Counter[str]() if hands is None else Counter[str](hands.of.get(player, ()))


def open_tiles(game: Game, but_for: str | None) -> list[str]:
    """The tiles that lie open before the players, or before all but one, as far as they are known."""
    return [tile for player in game.scores if player != but_for for tile in kept_by(game, player).elements()]


def tiles_before(turn: Turn) -> list[str]:
    """The tile of the move, and what else is known to lie open before the player."""
    drawn = tile_of(turn.move)
    if turn.game.rules["hand_tiles"] != HAND:
        return [drawn]
    hand = turn.move["hand"] if "hand" in turn.move else kept_by(turn.game, turn.player)
    return list(dict.fromkeys([drawn, *hand]))


def keep(turn: Turn) -> None:
    """Of a hand that was told, or that is known, the player keeps what he has not laid or put away."""
    hands = turn.game.state(FIELD.name, HandState) or HandState({})
    hand = turn.move["hand"] if "hand" in turn.move else hands.of.get(turn.player, ())
    kept = Counter[str](hand) - Counter([tile_of(turn.move)])
    turn.change_state(FIELD.name, HandState({**hands.of, turn.player: tuple(sorted(kept.elements()))}))
