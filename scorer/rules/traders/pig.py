"""The pig: what more finished cities bring a farmer whose pig is in the field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorer.board.region import Region
from scorer.rules.base.farmers import CITIES, finished_cities
from scorer.rules.drafts import Item, ItemKind, added_up
from scorer.rules.lines import Line
from scorer.rules.scoring import Scoring
from scorer.texts import Texts, counted, plural, titled

if TYPE_CHECKING:
    from scorer.game.game import Game

PIG: Final = "pig"
#: Cities that bring a farmer more for his pig.
PIGS: Final = ItemKind(PIG, plural("{count} finished city", "{count} finished cities"))


@dataclass(frozen=True)
class MoreForPig:
    """The sentence of a player who gets more for his pig."""

    player: str
    item: Item
    #: Whether it stands in the field that is scored, or in one at the city that is.
    there: bool

    def spoken(self, texts: Texts) -> str:
        said = {"player": titled(self.player), "sum": added_up([self.item], texts)}
        if self.there:
            sentence = counted(
                "{player} gets {count} point more for the pig there: {sum}.",
                "{player} gets {count} points more for the pig there: {sum}.",
                self.item.points,
                **said,
            )
        else:
            sentence = counted(
                "{player} gets {count} point more for the pig, which stands in another field: {sum}.",
                "{player} gets {count} points more for the pig, which stands in another field: {sum}.",
                self.item.points,
                **said,
            )
        return texts.say(sentence)


def count_pigs(scoring: Scoring) -> None:
    """Gives farmers more, in the lines that pay them for cities, for a pig in a field by which they are paid."""
    game, bonus = scoring.game, int(scoring.game.rules["pig_bonus"])
    if not bonus or not any(figure.figure == PIG for figure in game.board.meeples.values()):
        return
    each_field_pays = game.rules["farm_scoring"] == "per-field-3"
    fields = [field for field in scoring.occupied if field.type == "field"]
    pigs = pigs_at(game, fields)
    keepers = {field.id: {figure.player for figure in field.meeples if figure.figure == PIG} for field in fields}
    for line in scoring.lines:
        for player, cities in list(paid(line)):
            counted_here = [pigs[player, line.feature if each_field_pays else city] for city in cities]
            if any(counted_here):
                item = Item(PIGS, sum(map(bool, counted_here)), max(counted_here) * bonus, player)
                line.points[player] += item.points
                line.items = [*line.items, item]
                there = line.feature not in keepers or player in keepers[line.feature]
                line.add(MoreForPig(player, item, there), "pig.bonus")


def pigs_at(game: Game, fields: list[Region]) -> Counter[tuple[str, str | None]]:
    """How many pigs of each player count at a field or a finished city, by its id."""
    pigs: Counter[tuple[str, str | None]] = Counter()
    for field in fields:
        for owner in [figure.player for figure in field.meeples if figure.figure == PIG]:
            match game.rules["farm_scoring"]:
                case "per-field-3":
                    pigs[owner, field.id] += 1
                case "per-field-3-once" if owner not in game.majority_on(field.meeples):
                    # A city pays him in whichever of the fields that he scores, and this is none of them.
                    continue
                case _:
                    pigs.update((owner, field.board.feature_id(city)) for city in finished_cities(field))
    return pigs


def paid(line: Line) -> Iterator[tuple[str, list[str]]]:
    """The players whom a line pays for finished cities, and these cities."""
    for item in line.items:
        if item.what is CITIES and item.points and item.where is not None:
            scorers = [player for player, points in line.points.items() if points]
            for player in scorers if item.player is None else [item.player]:
                yield player, item.where["features"]
