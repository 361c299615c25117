"""Hands of open tiles: what a player may have before him, as far as the moves tell."""

from __future__ import annotations

from collections import Counter
from typing import Final

from scorer.game import Game, tile_of
from scorer.texts import counted, text
from scorer.turn import Turn

#: “Aan het begin van het spel trekt iedere speler blind twee landtegels, die hij open voor zich neerlegt.”
HAND: Final = 2
EMPTY_HAND: Final = text("A hand holds two tiles, or one at the end of the game.")


def check_hand(turn: Turn, rule: str) -> None:
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
        turn.refuse("tile-not-in-bag", turn.tile_place, message, rule, tiles=dict(within_reach))
    if "hand" not in turn.move:
        return
    hand = Counter[str](turn.move["hand"])
    gone = list(hand - within_reach)
    if gone:
        message = text("Not enough tiles are left for this hand: of {tiles} there are too few.", tiles=gone)
        turn.refuse("tile-not-in-bag", "/hand", message, "tiles.copies", tiles=dict(within_reach))
    if not hand:
        turn.refuse("hand-mismatch", "/hand", EMPTY_HAND, rule, tiles=dict(within_reach))
    if tile not in hand:
        message = text("Tile {tile} is not in the hand, which is {hand}.", tile=tile, hand=turn.move["hand"])
        placements = turn.legal_placements(*hand)
        turn.refuse("hand-mismatch", "/hand", message, rule, hand=turn.move["hand"], placements=placements)
    kept = kept_by(game, turn.player)
    lost = list((kept - hand).elements())
    if lost:
        message = counted(
            "The hand lacks {lost}, which was kept from an earlier turn.",
            "The hand lacks {lost}, which were kept from an earlier turn.",
            len(lost),
            lost=lost,
        )
        turn.refuse("hand-mismatch", "/hand", message, rule, hand=list(kept.elements()))
    if hand.total() < HAND and sum(left.values()) > hand.total() + HAND * (len(game.scores) - 1):
        message = text("A hand holds two tiles while there are any to draw.")
        turn.refuse("hand-mismatch", "/hand", message, rule, hand=list(hand), tiles=dict(within_reach - hand))


def kept_by(game: Game, player: str) -> Counter[str]:
    """The tiles that a player is known to have kept: of a hand that he told, what he has not laid since."""
    laid = Counter[str]()
    for move in reversed(game.moves):
        if move["player"] == player:
            laid[tile_of(move)] += 1
            if "hand" in move:
                return Counter[str](move["hand"]) - laid
    return Counter()
