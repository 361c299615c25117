"""Goods: who takes them, and what the most of each kind bring at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.board.region import Region
from scorer.game.position import Position
from scorer.problems import Problem
from scorer.rules.assumptions import Assumption
from scorer.rules.drafts import Item, ItemKind
from scorer.rules.headlines import names
from scorer.rules.lines import Line
from scorer.rules.part import Rules, StateField
from scorer.rules.places import feature_words
from scorer.rules.scoring import Scoring
from scorer.shapes import Integer, Record
from scorer.texts import Listed, Message, Plural, plural, text, titled

if TYPE_CHECKING:
    from scorer.game.game import Game

#: As many tokens as symbols on the tiles.
TOKENS: Final[Mapping[str, int]] = {"wine": 9, "grain": 6, "cloth": 5}
WORDS: Final[Mapping[str, Plural]] = {
    "wine": plural("{count} barrel of wine", "{count} barrels of wine"),
    "grain": plural("{count} sack of grain", "{count} sacks of grain"),
    "cloth": plural("{count} bale of cloth", "{count} bales of cloth"),
}
KIND_WORDS: Final = {"wine": text("wine"), "grain": text("grain"), "cloth": text("cloth")}
FOR_THE_MOST: Final = 10


class GoodsState(NamedTuple):
    """The goods that each player has."""

    of: Mapping[str, Mapping[str, int]]

    @classmethod
    def read(cls, raw: Mapping[str, Mapping[str, int]]) -> GoodsState:
        return cls({player: {kind: held.get(kind, 0) for kind in TOKENS} for player, held in raw.items()})

    @classmethod
    def at_start(cls, _: Rules, players: Sequence[str]) -> GoodsState:
        return cls({player: dict.fromkeys(TOKENS, 0) for player in players})

    def held(self, player: str) -> Mapping[str, int]:
        return self.of.get(player, dict.fromkeys(TOKENS, 0))

    def with_more(self, player: str, more: Mapping[str, int]) -> GoodsState:
        held = self.held(player)
        return GoodsState({**self.of, player: {kind: held[kind] + more[kind] for kind in TOKENS}})

    def to_json(self) -> dict[str, Any]:
        return {player: dict(held) for player, held in self.of.items()}


FIELD: Final[StateField] = StateField(
    "goods",
    Record(
        {},
        {kind: Integer(0, 100) for kind in TOKENS},
        "the goods that the player has taken (default none)",
        "Goods",
    ),
    GoodsState.read,
    GoodsState.at_start,
    of_players=True,
    at_end=lambda _: GoodsState({}),
)


def goods_of(game: Game) -> GoodsState:
    return game.state(FIELD.name, GoodsState) or GoodsState({})


class GoodsAfterwards(NamedTuple):
    """What each player has afterwards."""

    goods: Mapping[str, Mapping[str, int]]
    field: str = FIELD.name

    def to_json(self) -> dict[str, Any]:
        return {player: dict(held) for player, held in self.goods.items()}


def check(game: Game, position: Position, problems: list[Problem]) -> None:
    """No more goods than the box holds."""
    goods = goods_of(game)
    for kind, total in TOKENS.items() if goods.of else ():
        count = sum(goods.held(player.name)[kind] for player in position.players)
        if count > total:
            message = text(
                "The game holds only {goods}; the players cannot have {count} together.",
                goods=WORDS[kind].of(total),
                count=count,
            )
            problems.append(Problem("goods-too-many", "/players", message, "goods.count"))


# Taking them


def finished_cities(game: Game, key: int) -> list[Region]:
    """The cities that the tile on a cell has finished."""
    board = game.board
    tile = board.at[key]
    nodes = [node for node in range(board.first[tile], board.first[tile + 1]) if board.terrains[node] == "city"]
    cities = dict.fromkeys(board.region_of(node) for node in nodes)
    return [city for city in cities if city.complete]


def take_goods(scoring: Scoring) -> None:
    """Whoever lays the tile that finishes a city takes one token for each symbol in it, whoever stands there."""
    game, player = scoring.game, scoring.player
    goods = goods_of(game)
    if player is not None and scoring.last is not None:
        for city in finished_cities(game, scoring.last):
            more = {kind: city.marks(kind) for kind in TOKENS}
            if any(more.values()):
                goods = goods.with_more(player, more)
                scoring.lines.append(goods_line(city, player, more))
    elif owed(game, goods):
        message = text(
            "It is not told who laid the last tile, or which it was (“player”, “last”): nobody took goods for a city "
            "that it may have finished."
        )
        scoring.assumed.append(Assumption("layer-untold", message, "goods.take"))
    scoring.states[FIELD.name] = goods
    scoring.findings.append(GoodsAfterwards({player: goods.held(player) for player in game.scores}))


def owed(game: Game, goods: GoodsState) -> bool:
    """Whether finished cities show more goods than the players have."""
    if game.board.marks_shown.isdisjoint(TOKENS):
        return False
    cities = [region for region in game.board.features() if region.type == "city" and region.complete]
    return any(
        sum(city.marks(kind) for city in cities) > sum(goods.held(player)[kind] for player in game.scores)
        for kind in TOKENS
    )


def goods_line(city: Region, player: str, more: Mapping[str, int]) -> Line:
    taken = [WORDS[kind].of(count) for kind, count in more.items() if count]
    sentence = text(
        "{player} takes {goods} for finishing {city}.", player=titled(player), goods=taken, city=feature_words(city)
    )
    return Line(city.id, "goods", True, city.size, city.cells, {player: 0}, {}, [], "goods.take", sentence)


# At the end


def score_goods(scoring: Scoring) -> None:
    """For each kind the most tokens bring 10 points; a tie gives them to everybody tied."""
    goods = scoring.states.get(FIELD.name)
    assert isinstance(goods, GoodsState)
    for kind in TOKENS:
        held = {player: goods.held(player)[kind] for player in scoring.game.scores}
        most = max(held.values(), default=0)
        if most:
            winners = [player for player, count in held.items() if count == most]
            line = most_line(kind, winners, most)
            others = {player: count for player, count in held.items() if player not in winners}
            if others:
                line.add(
                    text("The others: {others}.", others=Listed(f"{name} {count}" for name, count in others.items()))
                )
            scoring.lines.append(line)


def most_line(kind: str, winners: list[str], most: int) -> Line:
    points = dict.fromkeys(winners, FOR_THE_MOST)
    sentence: Message = (
        text(
            "{players} scores 10 points for the most {kind}: {goods}.",
            players=titled(winners[0]),
            kind=KIND_WORDS[kind],
            goods=WORDS[kind].of(most),
        )
        if len(winners) == 1
        else text(
            "{players} score 10 points each for the most {kind}: {goods} each.",
            players=names(winners),
            kind=KIND_WORDS[kind],
            goods=WORDS[kind].of(most),
        )
    )
    items = [Item(ItemKind(kind, WORDS[kind]), 1, FOR_THE_MOST)]
    return Line(None, "goods", False, 0, [], points, {}, items, "goods.final", sentence)
