"""The Wheel of Fortune's rules, and what its six actions and its crown spaces bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from scorer.asking import own_follower
from scorer.board import Board, Follower, cell_of, cells_of
from scorer.position import COORDINATE, FOLLOWERS, NAME, FollowerPlaced, Position
from scorer.problems import Illegal, Problem, unknown_player
from scorer.regions import Region, occupied_regions
from scorer.scoring import ITEM_WORDS, Item, Line, Ruling, Value, Verdict, item_words
from scorer.shapes import Choice, Flag, Integer, Items, Record, Shape, Table
from scorer.texts import Message, Sayable, counted, marked, text, titled
from scorer.turn import Turn
from scorer.variant import Phase, Rules, RuleValue
from scorer.variants.base import CITIES, PENNANTS, Base, city_item, finished_cities, in_order
from scorer.variants.wheel import moves
from scorer.variants.wheel.parts import (
    CROWN_FOLLOWERS,
    CROWN_SPACES,
    PIG_STARTS_ON,
    SEGMENT,
    SEGMENT_WORDS,
    SEGMENTS,
    SYMBOLS,
    WHEEL,
    CrownFollower,
    Wheel,
    check_crowns,
    check_symbols,
    wheel_off,
)

ACTIVE: Final = item_words("active-player", "{count} active player", "{count} active players")
KNIGHTS: Final = item_words("knights", "{count} knight", "{count} knights")
FARMERS: Final = item_words("farmers", "{count} farmer", "{count} farmers")
MONKS: Final = item_words("monks", "{count} monk", "{count} monks")
SUPPLY: Final = item_words("supply", "{count} follower in supply", "{count} followers in supply")
CROWNS: Final = item_words("crowns", "{count} follower", "{count} followers")

AFTERWARDS: Final = Record({"pig": SEGMENT, "crowns": CROWN_FOLLOWERS}, description="the wheel as it is afterwards")
CHOICES: Final = Table(FOLLOWERS, "the followers among which each player still has to choose")
FREE_CROWNS: Final = Record(
    {segment: Integer(0, spaces) for segment, spaces in CROWN_SPACES.items()},
    description="the free crown spaces of each segment",
)


class WheelOfFortune(Base):
    """The base rules on the wheel's tiles and start board, with pig, actions and crown spaces."""

    id = "wheel-of-fortune"
    aliases = ("rad-van-fortuin", "schicksalsrad")
    title = marked("Carcassonne: The Wheel of Fortune")
    rulebook = "wheel-of-fortune-nl"
    catalogue = ("base", "wheel")
    box = "wheel"
    start_tile = None
    start_board_rule = "wheel.board"
    position_fields: ClassVar[Mapping[str, Shape]] = {"wheel": WHEEL}
    tile_fields: ClassVar[Mapping[str, Shape]] = {"wheel": Choice(SYMBOLS, "the symbol on this copy of the tile")}
    draw_fields = moves.DRAW_FIELDS
    move_fields = moves.MOVE_FIELDS
    answer_fields: ClassVar[Mapping[str, Mapping[str, Shape]]] = {
        **Base.answer_fields,
        "score": {"wheel": AFTERWARDS, "plague_choices": CHOICES},
        "turn": {"wheel": AFTERWARDS},
        "instead": {
            "plague_choices": CHOICES,
            "crowns": FREE_CROWNS,
            "symbols": Table(Integer(0, 100), "the symbols on the copies of the tile that are left"),
        },
        "returned": {"segment": Choice(SEGMENTS, "the segment on whose crown space the follower stood")},
        "item": {
            **Base.answer_fields.get("item", {}),
            "cells": Items(Items(COORDINATE, 2), description="where the followers stand that were counted"),
        },
        "placements": {"crowns": FREE_CROWNS},
    }

    def __init__(self) -> None:
        super().__init__()
        self.rule_values = (
            *self.rule_values,
            RuleValue(
                "wheel_actions",
                True,
                Flag(),
                marked(
                    "Whether pig, actions and crown spaces are in the game; without them the wheel is a start board."
                ),
                "wheel.actions-off",
            ),
        )

    # What lies on the table

    def followers_elsewhere(self, position: Position) -> Iterable[str]:
        return [follower.player for follower in Wheel.read(position.extras).crowns]

    def check(self, board: Board, position: Position, problems: list[Problem]) -> None:
        if not position.excerpt:
            check_symbols(position, problems)
        if "wheel" in position.extras:
            if board.rules["wheel_actions"]:
                check_crowns(Wheel.read(position.extras), board, problems)
            else:
                problems.append(wheel_off("/wheel"))

    # Questions

    def describe_placements(self, board: Board, player: str | None) -> dict[str, Any]:
        if not board.rules["wheel_actions"]:
            return {}
        wheel = Wheel.read(board.extras)
        return {"crowns": {segment: spaces - len(wheel.on(segment)) for segment, spaces in CROWN_SPACES.items()}}

    def phases(self) -> Mapping[str, Phase]:
        fields: dict[str, Shape] = {
            "drawn": Choice(SYMBOLS, "the symbol on the drawn tile"),
            "player": NAME,
            "plague": FOLLOWERS,
        }
        return {**super().phases(), "wheel": Phase(self.wheel, fields, frozenset({"drawn", "player"}))}

    def wheel(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """What a drawn tile with a symbol does before it is laid: pig, action, crown spaces, in this order."""
        if not board.rules["wheel_actions"]:
            raise Illegal([wheel_off("/phase")])
        wheel = Wheel.read(board.extras)
        # “Het varken loopt altijd met de klok mee.”
        reached = SEGMENTS[(SEGMENTS.index(wheel.pig) + question["drawn"]) % len(SEGMENTS)]
        if question.get("plague") and reached != "plague":
            message = text("The pig reaches {segment}; nobody takes back a follower.", segment=SEGMENT_WORDS[reached])
            raise Illegal([Problem("plague-not-reached", "/plague", message, "wheel.pig")])
        actions = {
            "fortuna": self.fortuna,
            "taxes": self.taxes,
            "famine": self.famine,
            "storm": self.storm,
            "inquisition": self.inquisition,
            "plague": self.plague,
        }
        action = actions[reached](board, question)
        counted_now = in_seating_order(board, wheel.on(reached))
        afterwards = Wheel(reached, [follower for follower in wheel.crowns if follower.segment != reached])
        return Ruling(
            [*action.lines, *crown_lines(reached, counted_now)],
            [*action.returned, *counted_now],
            {"wheel": afterwards.to_json(), **action.extra},
        )

    # Replays

    def extras_at_start(self, rules: Rules) -> dict[str, Any]:
        """“Zet het varken op het veld ‘Fortuna’.”"""
        return {"wheel": Wheel(PIG_STARTS_ON, []).to_json()} if rules["wheel_actions"] else {}

    def tile_drawn(self, turn: Turn) -> None:
        moves.tile_drawn(turn, self.wheel)

    def act(self, turn: Turn) -> None:
        moves.act(turn)

    # The actions

    def fortuna(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """“De actieve speler krijgt direct 3 punten.”"""
        player = question["player"]
        items = [Item(ACTIVE, 1, 3)]
        sentence = Verdict([player], Value("wheel.fortuna", text("Fortuna"), items))
        return Ruling([wheel_line("fortuna", player, items, "wheel.fortuna", sentence)], [])

    def taxes(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """“Voor iedere ridder krijgt een speler zoveel punten als het aantal wapens plus het aantal eigen ridders in de
        betreffende stad.”"""
        lines = []
        for city, player, knights in standing_in("city", board):
            count, pennants = len(knights), city.marks("pennants")
            items = [followers_item(KNIGHTS, knights, count), Item(PENNANTS, pennants, count)]
            sentence = counted(
                "{player} scores {count} point for taxes in {city}: {knights} x ({knights} + {pennants}).",
                "{player} scores {count} points for taxes in {city}: {knights} x ({knights} + {pennants}).",
                points_of(items),
                player=titled(player),
                city=city.worth().value.name,
                knights=number_of(KNIGHTS, count),
                pennants=number_of(PENNANTS, pennants),
            )
            lines.append(feature_line(city, player, knights, items, "wheel.taxes", sentence))
        return Ruling(lines, [])

    def famine(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """“Iedere speler krijgt voor ieder van zijn boeren 1 punt per afgebouwde stad die aan de betreffende weide
        grenst of erin ligt.”"""
        lines = []
        for field, player, farmers in standing_in("field", board):
            cities = finished_cities(board, field)
            items = [city_item(board, cities, len(farmers))]
            sentence = counted(
                "{player} scores {count} point for famine in the field: {farmers} x {cities}.",
                "{player} scores {count} points for famine in the field: {farmers} x {cities}.",
                points_of(items),
                player=titled(player),
                farmers=number_of(FARMERS, len(farmers)),
                cities=number_of(CITIES, len(cities)),
            )
            lines.append(feature_line(field, player, farmers, items, "wheel.famine", sentence))
        return Ruling(lines, [])

    def storm(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """“Iedere speler krijgt 1 punt per horige die zich op dit moment in zijn voorraad bevindt.”

        Followers on crown spaces come home only afterwards.
        """
        lines = []
        for player in board.players:
            items = [Item(SUPPLY, board.supply[player.name], 1)]
            sentence = Verdict([player.name], Value("wheel.storm", text("the storm"), items))
            lines.append(wheel_line("storm", player.name, items, "wheel.storm", sentence))
        return Ruling(lines, [])

    def inquisition(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """“Iedere speler krijgt 2 punten voor ieder van zijn monniken.”"""
        lines = []
        for cloister, player, monks in standing_in("cloister", board):
            items = [followers_item(MONKS, monks, 2)]
            sentence = Verdict([player], Value("wheel.inquisition", text("the inquisition"), items))
            lines.append(feature_line(cloister, player, monks, items, "wheel.inquisition", sentence))
        return Ruling(lines, [])

    def plague(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """“Iedere speler moet 1 eigen horige van het speelveld in zijn voorraad terugnemen. Hij mag geen horige van
        een kronenveld nemen. De actieve speler doet dit eerst, daarna volgen de andere spelers met de klok mee.”"""
        land = followers_on_land(board, question["player"])
        taken = taken_back(board, land, question.get("plague", ()))
        lines = [plague_line(player, own, taken.get(player)) for player, own in land.items()]
        returned = [taken[player] for player in land if player in taken]
        choices = {
            player: [follower.to_json() for follower in own]
            for player, own in land.items()
            if own and player not in taken
        }
        return Ruling(lines, returned, {"plague_choices": choices} if choices else {})


# The plague


def followers_on_land(board: Board, active: str) -> dict[str, list[Follower]]:
    """Each player's followers that are on no crown space, in turn order from the active player."""
    names = [player.name for player in board.players]
    first = names.index(active)
    return {
        player: in_order([follower for follower in board.followers if follower.player == player])
        for player in names[first:] + names[:first]
    }


def taken_back(
    board: Board, land: Mapping[str, list[Follower]], chosen: Sequence[FollowerPlaced]
) -> dict[str, Follower]:
    """The follower that each player has chosen so far.

    Raises :class:`Illegal` unless everybody who has chosen takes one follower of his own.
    """
    problems: list[Problem] = []
    asked: set[str] = set()
    taken = {}
    for number, named in enumerate(chosen):
        pointer, player = f"/plague/{number}", named[0]
        if player not in land:
            problems.append(unknown_player(f"{pointer}/player", player, [known.name for known in board.players]))
        elif player in asked:
            message = text("{player} takes back one follower, not more.", player=titled(player))
            problems.append(Problem("plague-twice", pointer, message, "wheel.plague"))
        else:
            asked.add(player)
            follower = own_follower(board, named, pointer, "wheel.plague", problems)
            if follower is not None:
                taken[player] = follower
    if problems:
        raise Illegal(problems)
    return taken


def plague_line(player: str, own: list[Follower], taken: Follower | None = None) -> Line:
    """What the plague asks of a player, and never any points."""
    if taken is not None:
        sentence = text(
            "{player} takes back the follower on {place}, without points.",
            player=titled(player),
            place=spot_and_cell(taken),
        )
        own = [taken]
    elif own:
        sentence = counted(
            "{player} must take back the one follower on the land, without points.",
            "{player} must take back one of {count} followers on the land, without points.",
            len(own),
            player=titled(player),
        )
    else:
        sentence = text("{player} has no follower on the land and takes back nothing.", player=titled(player))
    cells = cells_of(follower.key for follower in own)
    return wheel_line("plague", player, [], "wheel.plague", sentence, followers=len(own), cells=cells)


def spot_and_cell(follower: Follower) -> Message:
    x, y = cell_of(follower.key)
    return text("{spot} of {x},{y}", spot=follower.spot, x=x, y=y)


# The crown spaces


def crown_lines(segment: str, followers: list[CrownFollower]) -> list[Line]:
    """What the followers on the crown spaces of the active segment bring, a line for each player."""
    own: dict[str, int] = {}
    for follower in followers:
        own[follower.player] = own.get(follower.player, 0) + 1
    if CROWN_SPACES[segment] == 1:
        # “Een horige die in een segment met 1 kronenveld staat, krijgt 3 punten.”
        rule, each = "crown.one", 3
        sentence = marked("{player} scores {points} points for the crown space of {segment}: {followers} x {each}.")
    elif len(followers) == 1:
        # “Een horige die alleen in een segment met 2 kronenvelden staat, krijgt 6 punten.”
        rule, each = "crown.alone", 6
        sentence = marked(
            "{player} scores {points} points for standing alone on the crown spaces of {segment}: {followers} x {each}."
        )
    else:
        # “Dan krijgt iedere horige 3 punten (ook als beide horigen van dezelfde speler zijn).”
        rule, each = "crown.shared", 3
        sentence = marked(
            "{player} scores {points} points for the crown spaces of {segment}, both taken: {followers} x {each}."
        )
    lines = []
    for player, count in own.items():
        items = [Item(CROWNS, count, each)]
        said = text(
            sentence,
            player=titled(player),
            points=points_of(items),
            segment=SEGMENT_WORDS[segment],
            followers=number_of(CROWNS, count),
            each=each,
        )
        lines.append(wheel_line("crowns", player, items, rule, said, followers=count))
    return lines


def in_seating_order(board: Board, followers: list[CrownFollower]) -> list[CrownFollower]:
    seats = [player.name for player in board.players]
    return sorted(followers, key=lambda follower: seats.index(follower.player))


# Lines


def standing_in(terrain: str, board: Board) -> Iterator[tuple[Region, str, list[Follower]]]:
    """Each player's followers in each region of a terrain: by region, then in seating order."""
    for region in occupied_regions(board):
        if region.type == terrain:
            for player in region.counts():
                yield region, player, in_order([follower for follower in region.followers if follower.player == player])


def followers_item(what: str, followers: list[Follower], each: int) -> Item:
    where = {"cells": cells_of(follower.key for follower in followers)}
    return Item(what, len(followers), each, None, where)


def number_of(what: str, count: int) -> Message:
    one, many = ITEM_WORDS[what]
    return counted(one, many, count)


def points_of(items: list[Item]) -> int:
    return sum(item.points for item in items)


def feature_line(
    region: Region, player: str, followers: list[Follower], items: list[Item], rule: str, sentence: Sayable
) -> Line:
    """What an action brings one player in one feature; majorities play no part."""
    worth = region.worth()
    return Line(
        region.id,
        region.type,
        worth.value.complete,
        worth.tiles,
        worth.cells,
        {player: points_of(items)},
        {player: len(followers)},
        items,
        rule,
        sentence,
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
