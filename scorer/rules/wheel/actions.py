"""What the wheel brings before a tile is laid: the pig moves, an action follows, and crown spaces pay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorer.board.board import Meeple
from scorer.board.region import Region
from scorer.game.game import Game
from scorer.problems import Illegal, Problem, unknown_player
from scorer.rules.assumptions import supply_untold
from scorer.rules.base.farmers import CITIES, NO_CITY, city_item, finished_cities
from scorer.rules.base.worth import PENNANTS
from scorer.rules.drafts import Item, ItemKind, Value, points_of
from scorer.rules.headlines import points_said
from scorer.rules.lines import Line, Verdict
from scorer.rules.naming import own_follower
from scorer.rules.refusals import refuse_unscored
from scorer.rules.scoring import Ruling
from scorer.rules.wheel.state import (
    CROWN_SPACES,
    FIELD,
    SEGMENT_WORDS,
    SEGMENTS,
    CrownFollower,
    WheelState,
    wheel_of,
    wheel_off,
)
from scorer.texts import Capital, Sayable, Sentences, counted, marked, plural, text, titled
from scorer.tiles.cells import cell_key, cell_of, cells_of
from scorer.tiles.words import spot_words

ACTIVE: Final = ItemKind("active-player", plural("{count} active player", "{count} active players"))
KNIGHTS: Final = ItemKind("knights", plural("{count} knight", "{count} knights"))
FARMERS: Final = ItemKind("farmers", plural("{count} farmer", "{count} farmers"))
MONKS: Final = ItemKind("monks", plural("{count} monk", "{count} monks"))
SUPPLY: Final = ItemKind("supply", plural("{count} follower in supply", "{count} followers in supply"))
CROWNS: Final = ItemKind("crowns", plural("{count} follower", "{count} followers"))


class Draw(NamedTuple):
    """A tile with a symbol, who has drawn it, and whom the plague takes."""

    symbol: int
    player: str
    plague: Sequence[tuple[str, int, str]] = ()


class WheelAfterwards(NamedTuple):
    """The wheel as it is afterwards."""

    wheel: WheelState
    field: str = "wheel"

    def to_json(self) -> dict[str, Any]:
        return self.wheel.to_json()


class PlagueChoices(NamedTuple):
    """The followers among which each player still has to choose."""

    followers: Mapping[str, list[Meeple]]
    field: str = "plague_choices"

    def to_json(self) -> dict[str, Any]:
        return {player: [follower.to_json() for follower in own] for player, own in self.followers.items()}


def judge(game: Game, told: Mapping[str, Any]) -> Ruling:
    return turn_wheel(game, Draw(told["drawn"], told["player"], read_plague(told.get("plague", ()))))


def read_plague(raw: Iterable[Mapping[str, Any]]) -> list[tuple[str, int, str]]:
    """The followers that players take back, as a request names them."""
    return [(one["player"], cell_key(one["x"], one["y"]), one["spot"]) for one in raw]


def turn_wheel(game: Game, draw: Draw) -> Ruling:
    """What a drawn tile with a symbol does before it is laid: pig, action, crown spaces, in this order."""
    if not game.rules["wheel_actions"]:
        raise Illegal([wheel_off("/phase")])
    refuse_unscored(game)
    wheel = wheel_of(game)
    # “Het varken loopt altijd met de klok mee.”
    reached = SEGMENTS[(SEGMENTS.index(wheel.pig) + draw.symbol) % len(SEGMENTS)]
    if draw.plague and reached != "plague":
        message = text(
            "The pig reaches the {segment} segment, not the plague, so nobody takes back a follower.",
            segment=SEGMENT_WORDS[reached],
        )
        raise Illegal([Problem("plague-not-reached", "/plague", message, "wheel.pig")])
    action = ACTIONS[reached](game, draw)
    counted_now = in_seating_order(game, wheel.on(reached))
    afterwards = wheel._replace(pig=reached, crowns=tuple([one for one in wheel.crowns if one.segment != reached]))
    ruling = Ruling(
        [*action.lines, *crown_lines(reached, counted_now)],
        [*action.returned, *counted_now],
        {FIELD.name: afterwards},
        [WheelAfterwards(afterwards), *action.findings],
        action.assumed,
    )
    return ruling._replace(headline=headline(reached, ruling.points(game.scores), action.headline))


def headline(reached: str, points: Mapping[str, int], action: Sayable | None) -> Sayable:
    """What the pig has reached, and what comes of it."""
    said = [] if action is None else [action]
    if any(points.values()):
        said.append(points_said(points))
    outcome = Sentences(*(said or [text("nobody scores.")]))
    return text("{segment}: {outcome}", segment=Capital(SEGMENT_WORDS[reached]), outcome=outcome)


# The actions


def fortuna(_: Game, draw: Draw) -> Ruling:
    """“De actieve speler krijgt direct 3 punten.”"""
    items = [Item(ACTIVE, 1, 3)]
    sentence = text("{player}, whose turn it is, scores 3 points for Fortuna.", player=titled(draw.player))
    return Ruling([wheel_line("fortuna", draw.player, items, "wheel.fortuna", sentence)])


def taxes(game: Game, _: Draw) -> Ruling:
    """“Voor iedere ridder krijgt een speler zoveel punten als het aantal wapens plus het aantal eigen ridders in de
    betreffende stad.”"""
    lines = []
    for city, player, knights in standing_in("city", game):
        count, pennants = len(knights), city.marks("pennants")
        items = [followers_item(KNIGHTS, knights, count), Item(PENNANTS, pennants, count)]
        sentence = counted(
            "{player} scores {count} point in taxes for {city}: {knights} x ({knights} + {pennants}).",
            "{player} scores {count} points in taxes for {city}: {knights} x ({knights} + {pennants}).",
            points_of(items),
            player=titled(player),
            city=game.worth(city).value.name,
            knights=KNIGHTS.of(count),
            pennants=PENNANTS.of(pennants),
        )
        lines.append(feature_line(game, city, player, knights, items, "wheel.taxes", sentence))
    return Ruling(lines)


def famine(game: Game, _: Draw) -> Ruling:
    """“Iedere speler krijgt voor ieder van zijn boeren 1 punt per afgebouwde stad die aan de betreffende weide
    grenst of erin ligt.”"""
    lines = []
    for field, player, farmers in standing_in("field", game):
        cities = finished_cities(field)
        items = [city_item(game.board, cities, len(farmers))]
        sentence = (
            counted(
                "{player} scores {count} point for famine in the field: {farmers} x {cities}.",
                "{player} scores {count} points for famine in the field: {farmers} x {cities}.",
                points_of(items),
                player=titled(player),
                farmers=FARMERS.of(len(farmers)),
                cities=CITIES.of(len(cities)),
            )
            if cities
            else text("{player} scores nothing for famine in the field: {why}.", player=titled(player), why=NO_CITY)
        )
        lines.append(feature_line(game, field, player, farmers, items, "wheel.famine", sentence))
    return Ruling(lines)


def storm(game: Game, _: Draw) -> Ruling:
    """“Iedere speler krijgt 1 punt per horige die zich op dit moment in zijn voorraad bevindt.”

    Followers on crown spaces come home only afterwards.
    """
    lines = []
    for player, supply in game.supply.items():
        items = [Item(SUPPLY, supply, 1)]
        nothing = text("no follower is left in supply")
        sentence = Verdict([player], Value("wheel.storm", text("the storm"), items, nothing=nothing))
        lines.append(wheel_line("storm", player, items, "wheel.storm", sentence))
    return Ruling(lines, assumed=supply_untold(game, "wheel.storm"))


def inquisition(game: Game, _: Draw) -> Ruling:
    """“Iedere speler krijgt 2 punten voor ieder van zijn monniken.”"""
    lines = []
    for cloister, player, monks in standing_in("cloister", game):
        items = [followers_item(MONKS, monks, 2)]
        sentence = Verdict([player], Value("wheel.inquisition", text("the inquisition"), items))
        lines.append(feature_line(game, cloister, player, monks, items, "wheel.inquisition", sentence))
    return Ruling(lines)


def plague(game: Game, draw: Draw) -> Ruling:
    """“Iedere speler moet 1 eigen horige van het speelveld in zijn voorraad terugnemen. Hij mag geen horige van
    een kronenveld nemen. De actieve speler doet dit eerst, daarna volgen de andere spelers met de klok mee.”"""
    land = followers_on_land(game, draw.player)
    taken = taken_back(game, land, draw.plague)
    lines = [plague_line(game, player, own, taken.get(player)) for player, own in land.items()]
    returned = [taken[player] for player in land if player in taken]
    choices = {player: own for player, own in land.items() if own and player not in taken}
    if all(land.values()):
        headline = text("everybody takes one follower back.")
    elif any(land.values()):
        headline = text("everybody who has a follower on the land takes one back.")
    else:
        headline = text("nobody has a follower on the land.")
    return Ruling(lines, returned, {}, [PlagueChoices(choices)] if choices else [], headline=headline)


ACTIONS: Final[Mapping[str, Callable[[Game, Draw], Ruling]]] = {
    "fortuna": fortuna,
    "taxes": taxes,
    "famine": famine,
    "storm": storm,
    "inquisition": inquisition,
    "plague": plague,
}


# The plague


def followers_on_land(game: Game, active: str) -> dict[str, list[Meeple]]:
    """Each player's followers that are on no crown space, in turn order from the active player."""
    players = list(game.scores)
    first = players.index(active)
    standing = sorted(game.board.meeples.values(), key=lambda follower: follower.key)
    return {
        player: [follower for follower in standing if follower.player == player]
        for player in players[first:] + players[:first]
    }


def taken_back(
    game: Game, land: Mapping[str, list[Meeple]], chosen: Sequence[tuple[str, int, str]]
) -> dict[str, Meeple]:
    """The follower that each player has chosen so far.

    Raises :class:`Illegal` unless everybody who has chosen takes one follower of his own.
    """
    problems: list[Problem] = []
    asked: set[str] = set()
    taken = {}
    for number, named in enumerate(chosen):
        pointer, player = f"/plague/{number}", named[0]
        if player not in land:
            problems.append(unknown_player(f"{pointer}/player", player, game.scores))
        elif player in asked:
            message = text("{player} takes back one follower, not more.", player=titled(player))
            problems.append(Problem("plague-twice", pointer, message, "wheel.plague"))
        else:
            asked.add(player)
            follower = own_follower(game.board, named, pointer, "wheel.plague", problems)
            if follower is not None:
                taken[player] = follower
    if problems:
        raise Illegal(problems)
    return taken


def plague_line(game: Game, player: str, own: list[Meeple], taken: Meeple | None = None) -> Line:
    """What the plague asks of a player, and never any points."""
    if taken is not None:
        x, y = cell_of(taken.key)
        sentence = text(
            "{player} takes back the follower on {x},{y} ({spot}), without points.",
            player=titled(player),
            x=x,
            y=y,
            spot=spot_words(game.tile_set.landscape, taken.spot),
        )
        own = [taken]
    elif own:
        sentence = counted(
            "{player} must take back the only follower on the land, without points.",
            "{player} must take back one of {count} followers on the land, without points.",
            len(own),
            player=titled(player),
        )
    else:
        sentence = text("{player} has no follower on the land and takes back nothing.", player=titled(player))
    cells = cells_of(follower.key for follower in own)
    return wheel_line("plague", player, [], "wheel.plague", sentence, followers=len(own), cells=cells)


# The crown spaces


def crown_lines(segment: str, followers: list[CrownFollower]) -> list[Line]:
    """What the followers on the crown spaces of the active segment bring, a line for each player."""
    own: dict[str, int] = {}
    for follower in followers:
        own[follower.player] = own.get(follower.player, 0) + 1
    if CROWN_SPACES[segment] == 1:
        # “Een horige die in een segment met 1 kronenveld staat, krijgt 3 punten.”
        rule, each = "crown.one", 3
        sentence = marked(
            "{player} scores {points} points for the crown space of the {segment} segment: {followers} x {each}."
        )
    elif len(followers) == 1:
        # “Een horige die alleen in een segment met 2 kronenvelden staat, krijgt 6 punten.”
        rule, each = "crown.alone", 6
        sentence = marked(
            "{player} scores {points} points for standing alone on the crown spaces of the {segment} segment: "
            "{followers} x {each}."
        )
    else:
        # “Dan krijgt iedere horige 3 punten (ook als beide horigen van dezelfde speler zijn).”
        rule, each = "crown.shared", 3
        sentence = marked(
            "{player} scores {points} points for the crown spaces of the {segment} segment, both taken: "
            "{followers} x {each}."
        )
    lines = []
    for player, count in own.items():
        items = [Item(CROWNS, count, each)]
        said = text(
            sentence,
            player=titled(player),
            points=points_of(items),
            segment=SEGMENT_WORDS[segment],
            followers=CROWNS.of(count),
            each=each,
        )
        line = wheel_line("crowns", player, items, rule, said, followers=count)
        line.cite("crown.active")
        lines.append(line)
    return lines


def in_seating_order(game: Game, followers: list[CrownFollower]) -> list[CrownFollower]:
    seats = list(game.scores)
    return sorted(followers, key=lambda follower: seats.index(follower.player))


# Lines


def standing_in(terrain: str, game: Game) -> Iterator[tuple[Region, str, list[Meeple]]]:
    """Each player's followers in each region of a terrain: by region, then in seating order."""
    for region in game.board.occupied():
        if region.type == terrain:
            for player in game.counted_on(region.meeples)[0]:
                yield region, player, [follower for follower in region.meeples if follower.player == player]


def followers_item(what: ItemKind, followers: list[Meeple], each: int) -> Item:
    where = {"cells": cells_of(follower.key for follower in followers)}
    return Item(what, len(followers), each, None, where)


def feature_line(
    game: Game, region: Region, player: str, followers: list[Meeple], items: list[Item], rule: str, sentence: Sayable
) -> Line:
    """What an action brings one player in one feature; majorities play no part."""
    draft = game.worth(region)
    return Line(
        region.id,
        region.type,
        draft.value.complete,
        draft.tiles,
        draft.cells,
        {player: points_of(items)},
        {player: len(followers)},
        items,
        rule,
        sentence,
        region=region,
    )


def wheel_line(
    what: str,
    player: str,
    items: list[Item],
    rule: str,
    sentence: Sayable,
    *,
    followers: int = 0,
    cells: list[list[int]] | None = None,
) -> Line:
    """What comes to a player from no feature."""
    standing = {player: followers} if followers else {}
    return Line(None, what, False, 0, cells or [], {player: points_of(items)}, standing, items, rule, sentence)
