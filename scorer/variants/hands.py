"""Hands of open tiles: what a player may have before him, as far as the moves tell."""

from __future__ import annotations

from collections import Counter

from scorer.game import Game, tile_of
from scorer.texts import text
from scorer.turn import Turn

#: “Aan het begin van het spel trekt iedere speler blind twee landtegels, die hij open voor zich neerlegt.”
HAND: int = 2


def check_hand(turn: Turn, rule: str) -> None:
    """The hand that a move tells: the tile drawn from it, what was kept, and what is left in the bag."""
    if "hand" not in turn.move:
        return
    game, tile = turn.game, tile_of(turn.move)
    hand = Counter[str](turn.move["hand"])
    if tile not in hand:
        message = text("Tile {tile} is not in the hand, which is {hand}.", tile=tile, hand=turn.move["hand"])
        turn.refuse("hand-mismatch", "/hand", message, rule, hand=turn.move["hand"])
    kept = {player: kept_by(game, player) for player in game.scores}
    lost = kept[turn.player] - hand
    if lost:
        message = text("The hand lacks {lost}, kept from the turn before.", lost=list(lost))
        turn.refuse("hand-mismatch", "/hand", message, rule, hand=list(kept[turn.player]))
    left = game.left()
    others = Counter[str]()
    for player, tiles in kept.items():
        if player != turn.player:
            others += tiles
    gone = [name for name in hand if hand[name] + others[name] > left.get(name, 0)]
    if gone:
        message = text("Not enough tiles are left for this hand: of {tiles} there are too few.", tiles=gone)
        turn.refuse("tile-not-in-bag", "/hand", message, "tiles.copies", tiles=left)
    if hand.total() < HAND and sum(left.values()) > hand.total() + HAND * (len(game.scores) - 1):
        message = text("A hand holds two tiles while there are any to draw.")
        turn.refuse("hand-mismatch", "/hand", message, rule)


def kept_by(game: Game, player: str) -> Counter[str]:
    """The tiles that a player has kept from the last hand that is known of him."""
    for move in reversed(game.moves):
        if move["player"] == player:
            return Counter[str](move.get("hand", ())) - Counter([tile_of(move)])
    return Counter()
