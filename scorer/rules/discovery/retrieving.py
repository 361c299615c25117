"""What followers bring in The Discovery: when they are taken back, and at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.board.board import Meeple
from scorer.board.region import Region
from scorer.game.game import Game
from scorer.problems import Illegal, Problem, unknown_player
from scorer.rules.base.worth import TILES
from scorer.rules.discovery.cities import city_json, counted_cities, number_of_cities
from scorer.rules.drafts import Draft, Item, ItemKind, Value, added_up
from scorer.rules.lines import Line
from scorer.rules.naming import own_follower
from scorer.rules.places import at
from scorer.rules.placing import Placement, refuse_many_retrievals
from scorer.rules.scoring import Ruling, by_type, refuse_long_lists
from scorer.texts import Sayable, Texts, plural, text
from scorer.tiles.cells import cell_key, cell_of

if TYPE_CHECKING:
    from scorer.game.turn import Turn

#: What is counted besides tiles, by the landscape that counts it: “elke stad”, “elke aangrenzende havenstad”.
CITIES: Final = {
    "mountain": ItemKind("cities", plural("{count} city", "{count} cities")),
    "sea": ItemKind("ports", plural("{count} port city", "{count} port cities")),
}


class Rate(NamedTuple):
    """What a landscape brings in one of its states: for each tile, and for each city that it counts."""

    tile: int
    city: int


#: The states of a region; each names a rule together with the landscape.
UNFINISHED, COMPLETE, TWO_TILES = "unfinished", "complete", "two-tiles"

RATES: Final = {
    "grass": {UNFINISHED: Rate(1, 0), COMPLETE: Rate(2, 0), TWO_TILES: Rate(1, 0)},
    "mountain": {UNFINISHED: Rate(0, 1), COMPLETE: Rate(0, 2), TWO_TILES: Rate(0, 1)},
    "sea": {UNFINISHED: Rate(0, 1), COMPLETE: Rate(1, 1), TWO_TILES: Rate(0, 1)},
}

NAMES: Final = {
    ("grass", UNFINISHED): text("the unfinished grass"),
    ("grass", COMPLETE): text("the finished grass"),
    ("grass", TWO_TILES): text("the finished grass of two tiles"),
    ("mountain", UNFINISHED): text("the unfinished mountains"),
    ("mountain", COMPLETE): text("the finished mountains"),
    ("mountain", TWO_TILES): text("the finished mountains of two tiles"),
    ("sea", UNFINISHED): text("the unfinished sea"),
    ("sea", COMPLETE): text("the finished sea"),
    ("sea", TWO_TILES): text("the finished sea of two tiles"),
}
NAMES_AT_END: Final = {
    ("grass", COMPLETE): text("the finished grass, counted as unfinished at the end"),
    ("grass", TWO_TILES): text("the finished grass of two tiles, counted as unfinished at the end"),
    ("mountain", COMPLETE): text("the finished mountains, counted as unfinished at the end"),
    ("mountain", TWO_TILES): text("the finished mountains of two tiles, counted as unfinished at the end"),
    ("sea", COMPLETE): text("the finished sea, counted as unfinished at the end"),
    ("sea", TWO_TILES): text("the finished sea of two tiles, counted as unfinished at the end"),
}
FOLLOWER_NAMES: Final = {
    "grass": text("the farmer"),
    "mountain": text("the shepherd"),
    "sea": text("the sailor"),
}
#: Why a region brings nothing.
NOTHING: Final = {"mountain": text("no city counts for it"), "sea": text("no port city lies at it")}
#: The rules besides that made it count so much.
BECAUSE: Final = {
    ("mountain", COMPLETE): ("mountain.gains",),
    ("sea", UNFINISHED): ("city.port",),
    ("sea", COMPLETE): ("city.port",),
    ("sea", TWO_TILES): ("city.port",),
}
ONLY_TWO_TILES: Final = text(
    "A finished region of two tiles is the exception: it brings no more than an unfinished one."
)

#: The box holds 37 cities. With extra kinds there could be so many that listing them would help nobody.
MOST_LISTED: Final = 100


# What a region is worth


def state_of(region: Region) -> str:
    """“Uitzondering: een laagland dat uit twee landtegels bestaat, is geen vier, maar twee punten waard.” The same goes
    for mountains and seas; a finished region of one tile counts as finished."""
    if not region.complete:
        return UNFINISHED
    return TWO_TILES if region.size == 2 else COMPLETE


def worth(_: Game, region: Region) -> Draft:
    return worth_in(region, state_of(region))


def worth_in(region: Region, state: str) -> Draft:
    """What a region brings if it counts as being in this state."""
    terrain, rate = region.type, RATES[region.type][state]
    items = [Item(TILES, region.size, rate.tile)] if rate.tile else []
    counts: dict[str, int] = {}
    details: dict[str, Any] = {}
    if terrain in CITIES:
        cities = counted_cities(region)
        number = number_of_cities(cities)
        if number <= MOST_LISTED:
            listed = sorted(frozenset().union(*cities), key=lambda city: (region.board.keys[city[0]], city[1]))
            details = {"cities": [city_json(region.board, city) for city in listed]}
        counts = {CITIES[terrain].name: number}
        items.append(Item(CITIES[terrain], number, rate.city, None, details))
    rule = f"{terrain}.{state}"
    value = Value(
        rule,
        NAMES[terrain, state],
        items,
        complete=state != UNFINISHED,
        nothing=NOTHING.get(terrain),
        because=BECAUSE.get((terrain, state), ()),
    )
    remarks = ((ONLY_TWO_TILES, rule),) if state == TWO_TILES and value.points else ()
    return Draft(value, region.size, region.cells, counts, details=details, remarks=remarks)


def points_now(region: Region) -> tuple[int, bool]:
    """What a region brings now, and whether it is finished: as its worth says, without the reasons."""
    state = state_of(region)
    rate = RATES[region.type][state]
    cities = number_of_cities(counted_cities(region)) if rate.city else 0
    return rate.tile * region.size + rate.city * cities, state != UNFINISHED


# Taking back


class Retrievals(NamedTuple):
    """What each follower on the board would bring now."""

    followers: list[tuple[Meeple, int, bool]]
    field: str = "retrievals"

    def to_json(self) -> list[dict[str, Any]]:
        return [{**one.to_json(), "points": points, "complete": complete} for one, points, complete in self.followers]


def retrievals(game: Game) -> Retrievals:
    board = game.board
    standing = sorted(board.meeples.values(), key=lambda follower: follower.key)
    return Retrievals([(follower, *points_now(board.region_of(follower.node))) for follower in standing])


def judge_retrieve(game: Game, told: Mapping[str, Any]) -> Ruling:
    """What each follower would bring now; one that is named is taken back and scored."""
    if "retrieve" not in told:
        return Ruling([], [], {}, [retrievals(game)])
    named = told["retrieve"]
    return retrieve(game, named["player"], named)


def retrieve(game: Game, player: str, named: Mapping[str, Any]) -> Ruling:
    """Takes a player's follower back: “Een speler mag elke eigen horige terugnemen”."""
    problems: list[Problem] = []
    if player not in game.scores:
        raise Illegal([unknown_player("/retrieve/player", player, [one.name for one in game.players])])
    place = player, cell_key(named["x"], named["y"]), named["spot"]
    taken = own_follower(game.board, place, "/retrieve", "retrieve.own", problems)
    if taken is None:
        raise Illegal(problems)
    region = game.board.region_of(taken.node)
    draft = worth(game, region)
    line = follower_line(region, draft, taken, TakenBack(taken, region.type, draft.value))
    return Ruling([line], [taken], {}, [retrievals(game)])


class TakenBack(NamedTuple):
    """The sentence of a follower that is taken back and scored."""

    follower: Meeple
    terrain: str
    value: Value

    def spoken(self, texts: Texts) -> str:
        points = self.value.points
        sentence = (
            texts.many(
                "{player} takes {follower} on {x},{y} back and scores {count} point for {feature}: {reason}.",
                "{player} takes {follower} on {x},{y} back and scores {count} points for {feature}: {reason}.",
                points,
            )
            if points
            else texts.one("{player} takes {follower} on {x},{y} back and scores nothing for {feature}: {reason}.")
        )
        return filled(sentence, texts, self.follower, self.value, texts.say(FOLLOWER_NAMES[self.terrain]))


class LeftStanding(NamedTuple):
    """The sentence of a follower that was not taken back before the end."""

    follower: Meeple
    value: Value

    def spoken(self, texts: Texts) -> str:
        points = self.value.points
        sentence = (
            texts.many(
                "{player} scores {count} point for {feature}, with the follower on {x},{y}: {reason}.",
                "{player} scores {count} points for {feature}, with the follower on {x},{y}: {reason}.",
                points,
            )
            if points
            else texts.one("{player} scores nothing for {feature}, with the follower on {x},{y}: {reason}.")
        )
        return filled(sentence, texts, self.follower, self.value)


def filled(sentence: str, texts: Texts, standing: Meeple, value: Value, follower: str = "") -> str:
    """A sentence about a follower, with who it is, where it stands and what it brings."""
    x, y = cell_of(standing.key)
    reason = added_up(value.items, texts) if value.points or value.nothing is None else texts.say(value.nothing)
    return sentence.format(
        player=texts.titled(standing.player),
        follower=follower,
        x=x,
        y=y,
        count=value.points,
        feature=texts.say(value.name),
        reason=reason,
    )


def follower_line(region: Region, draft: Draft, follower: Meeple, sentence: Sayable) -> Line:
    """A follower's own line."""
    value = draft.value
    line = Line(
        region.id,
        region.type,
        value.complete,
        draft.tiles,
        draft.cells,
        {follower.player: value.points},
        {follower.player: 1},
        draft.items,
        value.rule,
        sentence,
        because=value.because,
    )
    for remark, rule in draft.remarks:
        line.add(remark, rule)
    if len({one.player for one in region.meeples}) > 1:
        line.cite("region.shared")
    return line


def judge_final(game: Game, _: Mapping[str, Any]) -> Ruling:
    """“Elke speler scoort punten voor zijn niet teruggenomen horigen. Let op: alle gebieden die bij de eindtelling
    worden geteld worden als niet afgebouwd beschouwd.”"""
    lines = []
    occupied = by_type(game, game.board.occupied())
    refuse_long_lists(game, sum([region.size * len(region.meeples) for region in occupied]))
    for region in occupied:
        draft = worth_in(region, UNFINISHED)
        state = state_of(region)
        name = draft.value.name if state == UNFINISHED else NAMES_AT_END[region.type, state]
        value = Value(
            "region.final",
            name,
            draft.items,
            complete=state != UNFINISHED,
            nothing=draft.value.nothing,
            because=(draft.value.rule, *draft.value.because),
        )
        draft = draft.changed(value=value)
        lines += [follower_line(region, draft, one, LeftStanding(one, value)) for one in region.meeples]
    return Ruling(lines)


# Placements


def tell_placement(game: Game, player: str | None) -> Callable[[Placement], dict[str, Any]]:
    """Tells what each of a player's followers would bring if it was taken back after a placement."""
    board, names_tile = game.board, game.rules["hand_tiles"] == 2
    own = sorted([one for one in board.meeples.values() if one.player == player], key=lambda follower: follower.key)
    refuse_many_retrievals(game, len(own), game.ruleset.followers)
    before = [(follower, board.region_of(follower.node), retrieval_json(game, follower)) for follower in own]

    def tell(placement: Placement) -> dict[str, Any]:
        # Neighbours show the same terrain all along their edge, so a tile touches no region that it does not join.
        joined = {label for _, label in placement.links}
        retrievals = [dict(told) for _, _, told in before]
        changing = [number for number, (_, region, _) in enumerate(before) if depends_on(region, joined)]
        if changing:
            mark = board.mark()
            board.lay(placement.key, placement.orientation)
            for number in changing:
                retrievals[number] = retrieval_json(game, own[number])
            board.undo(mark)
        tile = {"tile": placement.orientation.id} if names_tile else {}
        return {**tile, "retrievals": retrievals}

    return tell


def depends_on(region: Region, joined: Set[int]) -> bool:
    """Whether what a region brings could be another when a tile joins the regions of these labels."""
    if region.label in joined:
        return True
    standing_for = region.board.standing_for
    touched = region.noted(Region.touched_labels) if region.type == "mountain" else ()
    return any(standing_for(label) in joined for label in touched)


def retrieval_json(game: Game, follower: Meeple) -> dict[str, Any]:
    """What a follower brings if it is taken back, and whether its region is finished then."""
    x, y = cell_of(follower.key)
    points, complete = points_now(game.board.region_of(follower.node))
    return {"x": x, "y": y, "spot": follower.spot, "points": points, "complete": complete}


# In a turn


def take_back(turn: Turn) -> None:
    """“Dan kiest hij één van de volgende acties”: place a follower, take one back, or pass."""
    instead = turn.spots_instead()
    if turn.places:
        message = text("In a turn a player places a follower, or takes one back, not both.")
        turn.refuse("one-action-only", "/retrieve", message, "turn.order", at(turn.key), **instead)
    turn.settle(turn.judged(lambda: retrieve(turn.game, turn.player, turn.move["retrieve"]), **instead))


def retrievals_instead(turn: Turn) -> dict[str, Any]:
    """The followers that the player may take back, and what each would bring."""
    return {"retrievals": [one for one in retrievals(turn.game).to_json() if one["player"] == turn.player]}
