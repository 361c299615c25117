"""The Discovery (Overzee): points come only from followers that are taken back, each by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final, NamedTuple

from scorer.asking import own_follower
from scorer.board import Board, Follower, cell_of
from scorer.game import tile_of
from scorer.placement import Placement, fit
from scorer.ports import PORT_NUMBER
from scorer.position import COORDINATE, MOST_POINTS, NAME, SPOT, Position
from scorer.problems import Illegal, Problem, unknown_player, unknown_tile
from scorer.regions import Region, occupied_regions, region_of
from scorer.scoring import Item, Line, Ruling, Value, Verdict, Worth, added_up, item_words
from scorer.shapes import Choice, Flag, Integer, Items, Record, Shape, Text, missing
from scorer.texts import Message, Sayable, Texts, counted, marked, text, titled
from scorer.tiles import KEY_STEPS, Landscape, TileSet, cell_key
from scorer.turn import Turn
from scorer.variant import Phase, Rules, RuleValue, Variant
from scorer.variants.hands import EMPTY_HAND, HAND, check_hand

TERRAINS: Final = (marked("grass"), marked("mountain"), marked("sea"))

TILES: Final = item_words("tiles", "{count} tile", "{count} tiles")
#: What is counted besides tiles, by the landscape that counts it: “elke stad”, “elke aangrenzende havenstad”.
CITIES: Final = {"mountain": "cities", "sea": "ports"}
CITY_WORDS: Final = {
    "mountain": item_words("cities-of-land", "{count} city", "{count} cities"),
    "sea": item_words("ports", "{count} port city", "{count} port cities"),
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

#: The box holds 37 cities. With extra kinds there could be so many that listing them would help nobody.
MOST_LISTED: Final = 100
COUNTED: Final = Items(
    Record({"x": COORDINATE, "y": COORDINATE, "port": Flag("whether the sea reaches it")}),
    MOST_LISTED,
    "the cities that were counted, and where they stand; left out where they are more",
)
RETRIEVED: Final[Mapping[str, Shape]] = {
    "x": COORDINATE,
    "y": COORDINATE,
    "spot": SPOT,
    "points": Integer(0, MOST_POINTS, "what the follower brings if it is taken back"),
    "complete": Flag("whether its region is finished"),
}

RETRIEVALS: Final = Items(
    Record({"player": NAME, **RETRIEVED}), description="what each follower on the board would bring now"
)

NO_HAND: Final = text("A hand of two tiles is asked with “rules”: “hand_tiles”: 2.")

#: How many tiles may be removed before play, by the number of players. For five the book says one, but only three
#: would give all of them equally many turns, which is its aim.
REMOVED: Final = {2: (1,), 3: (2,), 4: (3,), 5: (1, 3)}

#: A city: the number of its tile on the board, and its number on that tile.
City = tuple[int, int]
#: Stands for the number of a tile that is not on the board yet.
NEW_TILE: Final = -1


#: A cut-out may hold more followers than anybody owns. They are told of at each placement, so the larger the board,
#: the fewer: as many as anybody owns, and else so many for all its tiles together.
MOST_RETRIEVALS: Final = 20_000


class Discovery(Variant):
    """No majority: every follower scores its region alone when it is taken back, and at the end as if unfinished."""

    id = "discovery"
    aliases = ("overzee", "neues-land")
    title = marked("Carcassonne: The Discovery")
    rulebook = "discovery-nl"
    catalogue = ("discovery",)
    box = "discovery"
    start_tile = "D48"
    followers = 4
    removed_rule = "tiles.removed"
    landscape = Landscape(
        terrains=TERRAINS,
        middles=frozenset(TERRAINS),
        halves=frozenset(TERRAINS),
        required_ports=frozenset(range(12)),
        all_borders=True,
    )
    rule_values = (
        RuleValue(
            "hand_tiles",
            1,
            Choice((1, 2)),
            marked("How many tiles a player chooses from: the one just drawn, or two that lie open before him."),
            "hand.two-tiles",
        ),
        RuleValue(
            "removed_tiles",
            [],
            Items(NAME, 3, "the tiles that were removed before play; empty where none were"),
            marked(
                "The tiles that were removed before play so that all have equally many turns: one with two players, "
                "two with three, three with four. With five the book says one, but its aim needs three: either is "
                "accepted."
            ),
            "tiles.removed",
        ),
    )
    follower_names: ClassVar[Mapping[str, Message]] = {
        "grass": text("farmer"),
        "mountain": text("shepherd"),
        "sea": text("sailor"),
    }
    draw_fields: ClassVar[Mapping[str, Shape]] = {
        "hand": Items(NAME, HAND, "with `hand_tiles: 2`: the tiles that the player chose from, where that is known")
    }
    move_fields: ClassVar[Mapping[str, Shape]] = {
        "retrieve": Record(
            {"x": COORDINATE, "y": COORDINATE, "spot": SPOT},
            description="the player's own follower that is taken back and scored after the tile is laid",
        )
    }
    placement_fields: ClassVar[Mapping[str, Shape]] = {
        "hand": Items(NAME, 2, "with `hand_tiles: 2` in place of `tile`: the two tiles (at the end of the game one)")
    }

    answer_fields: ClassVar[Mapping[str, Mapping[str, Shape]]] = {
        "feature": {"cities": COUNTED},
        "item": {"cities": COUNTED},
        "score": {"retrievals": RETRIEVALS},
        "instead": {
            "retrievals": RETRIEVALS,
            "hand": Items(NAME, description="the tiles that must be in the hand"),
        },
        "placement": {
            "tile": Text(description="with `hand_tiles: 2` the tile of the hand that goes there"),
            "retrievals": Items(
                Record(RETRIEVED), description="what each of the player's followers would bring after this placement"
            ),
        },
    }

    def allowed_values(self, value: RuleValue) -> list[Any]:
        if value.name != "removed_tiles":
            return super().allowed_values(value)
        copies = self.tile_set(self.default_rules()).copies
        return [kind for kind, count in copies.items() if kind != self.start_tile or count > 1]

    # What lies on the table

    def removed(self, rules: Rules) -> list[str]:
        return removed_tiles(rules)

    def copies(self, tile_set: TileSet, rules: Rules) -> Mapping[str, int]:
        removed = removed_tiles(rules)
        if not removed:
            return tile_set.copies
        left = {kind: max(0, count - removed.count(kind)) for kind, count in tile_set.copies.items()}
        return {**left, self.start_tile: max(1, left[self.start_tile])}

    def check(self, board: Board, position: Position, problems: list[Problem]) -> None:
        """“Verwijder in een spel met twee of vijf spelers één tegel; verwijder in een spel met drie spelers twee
        tegels; verwijder in een spel met vier spelers drie tegels.”"""
        removed = removed_tiles(position.rules)
        pointer = "/rules/removed_tiles"
        for number, tile in enumerate(removed):
            self.check_removed(position, tile, removed[: number + 1].count(tile), f"{pointer}/{number}", problems)
        allowed = REMOVED.get(len(position.players))
        if removed and allowed and len(removed) not in allowed and not position.excerpt:
            message = text(
                "{players} players remove {allowed} before play, not {removed}.",
                players=len(position.players),
                allowed=tiles_message(allowed),
                removed=len(removed),
            )
            problems.append(Problem("rule-value", pointer, message, "tiles.removed"))

    def check_removed(self, position: Position, tile: str, count: int, pointer: str, problems: list[Problem]) -> None:
        """Whether the box can lack ``count`` tiles of a kind."""
        kinds = position.tile_set.kinds
        if tile not in kinds:
            problems.append(unknown_tile(pointer, tile, kinds, compared=count == 1))
        elif tile == self.start_tile and count >= kinds[tile].count:
            message = text(
                "{tile} is the start tile: it lies on the table before play and cannot be removed.", tile=tile
            )
            problems.append(Problem("rule-value", pointer, message, "tiles.removed"))
        elif count > kinds[tile].count and not position.excerpt:
            message = counted(
                "The game holds only {count} tile {tile}; {removed} cannot be removed.",
                "The game holds only {count} tiles {tile}; {removed} cannot be removed.",
                kinds[tile].count,
                tile=tile,
                removed=count,
            )
            problems.append(Problem("rule-value", pointer, message, "tiles.removed"))

    # Regions

    def worth(self, board: Board, region: Region) -> Worth:
        return worth_in(region, state_of(complete=region.complete, size=region.size))

    def majority(self, followers: Mapping[str, int]) -> list[str]:
        """“Dit heeft verder geen invloed op de puntentelling; elke horige kan voor hetzelfde gebied punten scoren.”"""
        return []

    # Scoring

    def phases(self) -> Mapping[str, Phase]:
        named = Record(
            {"player": NAME, "x": COORDINATE, "y": COORDINATE, "spot": SPOT},
            description="the follower that is taken back and scored",
        )
        return {"retrieve": Phase(self.retrieve, {"retrieve": named}), "final": Phase(self.final)}

    def no_such_phase(self, phase: str) -> str | None:
        return "retrieve.none-interim" if phase == "interim" else None

    def retrieve(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """What each follower would bring now; one that is named is taken back and scored."""
        worths = {region.root: (region, region.worth()) for region in occupied_regions(board)}
        lines = []
        returned = []
        if "retrieve" in question:
            taken = named_follower(board, question["retrieve"])
            region, worth = worths[taken.root]
            lines.append(follower_line(region, worth, taken, TakenBack(taken.player, region.type, worth.value)))
            returned.append(taken)
        retrievals = [
            {**follower.to_json(), **retrieval(value.points, complete=value.complete)}
            for follower in in_order(board.followers)
            for value in [worths[follower.root][1].value]
        ]
        return Ruling(lines, returned, {"retrievals": retrievals})

    def final(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """“Elke speler scoort punten voor zijn niet teruggenomen horigen. Let op: alle gebieden die bij de eindtelling
        worden geteld worden als niet afgebouwd beschouwd.”"""
        lines = []
        for region in sorted(occupied_regions(board), key=lambda region: TERRAINS.index(region.type)):
            worth = worth_in(region, UNFINISHED)
            state = state_of(complete=region.complete, size=region.size)
            name = NAMES_AT_END[region.type, state] if region.complete else worth.value.name
            worth = replace(worth, value=Value("region.final", name, worth.items, complete=region.complete))
            for follower in in_order(region.followers):
                lines.append(follower_line(region, worth, follower, Verdict([follower.player], worth.value)))
        return Ruling(lines, [])

    # Placements

    def tiles_asked(self, position: Position, asked: Mapping[str, Any], problems: list[Problem]) -> dict[str, str]:
        if position.rules["hand_tiles"] == 1:
            tiles = super().tiles_asked(position, asked, problems)
            if "hand" in asked:
                problems.append(Problem("field-unknown", "/hand", NO_HAND, "hand.two-tiles"))
        else:
            tiles = hand_asked(asked, problems)
        if problems:
            return {}
        self.check_asked(position, tiles, problems)
        return tiles

    def check_asked(self, position: Position, tiles: Mapping[str, str], problems: list[Problem]) -> None:
        """A tile that was removed is in nobody's hand."""
        removed = removed_tiles(position.rules)
        if position.excerpt or not removed:
            return
        used = [tile for _, tile, _ in position.tiles]
        for pointer, tile in tiles.items():
            used.append(tile)
            if tile in removed and tile in position.tile_set.kinds:
                left = self.copies(position.tile_set, position.rules)[tile]
                if used.count(tile) > left:
                    message = counted(
                        "Tile {tile} was removed before play: {count} is left in the game, not {used}.",
                        "Tile {tile} was removed before play: {count} are left in the game, not {used}.",
                        left,
                        tile=tile,
                        used=used.count(tile),
                    )
                    problems.append(Problem("too-many-copies", pointer, message, "tiles.removed"))

    def describe_placement(self, board: Board, player: str | None) -> Callable[[Placement], dict[str, Any]]:
        names_tile = board.rules["hand_tiles"] == 2
        own = [follower for follower in in_order(board.followers) if follower.player == player]
        most = max(self.followers, MOST_RETRIEVALS // (len(board.keys) or 1))
        if len(own) > most:
            message = text(
                "What it would bring to take followers back is told for at most {most} of one player.", most=most
            )
            raise Illegal([Problem("too-many-followers", "/meeples", message, "follower.supply")])
        land = board.noted(Land)

        def described(placement: Placement) -> dict[str, Any]:
            answer: dict[str, Any] = {"tile": placement.orientation.id} if names_tile else {}
            after = LandAfter(land, placement)
            answer["retrievals"] = [after.retrieval(follower) for follower in own]
            return answer

        return described

    # Replays

    def tile_drawn(self, turn: Turn) -> None:
        if turn.game.rules["hand_tiles"] == HAND:
            check_hand(turn, "hand.two-tiles")
        elif "hand" in turn.move:
            placements = turn.legal_placements(tile_of(turn.move))
            turn.refuse("field-unknown", "/hand", NO_HAND, "hand.two-tiles", placements=placements)

    def act(self, turn: Turn) -> None:
        """“Dan kiest hij één van de volgende acties”: place a follower, take one back, or pass."""
        if "retrieve" in turn.move and "spot" in turn.move:
            message = text("In a turn a player places a follower, or takes one back, not both.")
            spots, retrievals = turn.free_spots(), self.own_retrievals(turn)
            turn.refuse("one-action-only", "/retrieve", message, "turn.order", spots=spots, retrievals=retrievals)
        turn.place_follower()

    def judge_turn(self, turn: Turn) -> Ruling:
        if "retrieve" not in turn.move:
            return Ruling([], [])
        question = {"retrieve": {"player": turn.player, **turn.move["retrieve"]}}
        return turn.judged(self.retrieve, question, retrievals=self.own_retrievals(turn))

    def own_retrievals(self, turn: Turn) -> list[dict[str, Any]]:
        """The followers that the player may take back, and what each would bring."""
        retrievals = self.retrieve(turn.board, {}).extra["retrievals"]
        return [follower for follower in retrievals if follower["player"] == turn.player]


def in_order(followers: list[Follower]) -> list[Follower]:
    """Followers by their cells, so that answers don't depend on the order of a request."""
    return sorted(followers, key=lambda follower: follower.node)


def removed_tiles(rules: Rules) -> list[str]:
    tiles: list[str] = rules["removed_tiles"]
    return tiles


def hand_asked(asked: Mapping[str, Any], problems: list[Problem]) -> dict[str, str]:
    """The tiles of a hand, by their place in the request."""
    if "tile" in asked:
        message = text("With “hand_tiles”: 2 the field “hand” takes the place of “tile”.")
        problems.append(Problem("field-unknown", "/tile", message, "hand.two-tiles"))
    if "hand" not in asked:
        problems.append(missing("", "hand"))
        return {}
    if not asked["hand"]:
        problems.append(Problem("out-of-range", "/hand", EMPTY_HAND, "hand.two-tiles"))
    return {f"/hand/{number}": tile for number, tile in enumerate(asked["hand"])}


def tiles_message(numbers: tuple[int, ...]) -> Message:
    """“2 tiles”, or “1 or 3 tiles” where either will do."""
    if len(numbers) == 1:
        return counted("{count} tile", "{count} tiles", numbers[0])
    return text("{least} or {most} tiles", least=numbers[0], most=numbers[1])


# Points


def state_of(*, complete: bool, size: int) -> str:
    """“Uitzondering: een laagland dat uit twee landtegels bestaat, is geen vier, maar twee punten waard.” The same goes
    for mountains and seas; a finished region of one tile counts as finished."""
    if not complete:
        return UNFINISHED
    return TWO_TILES if size == 2 else COMPLETE


def worth_in(region: Region, state: str) -> Worth:
    """What a region brings if it counts as being in this state."""
    board, terrain = region.board, region.type
    rate = RATES[terrain][state]
    items = [Item(TILES, region.size, rate.tile)] if rate.tile else []
    counts: dict[str, int] = {}
    details: dict[str, Any] = {}
    if terrain in CITIES:
        cities = board.noted(Land).counted(region.root, terrain)
        if len(cities) <= MOST_LISTED:
            details = {"cities": [city_json(board, city) for city in sorted(cities)]}
        counts = {CITIES[terrain]: len(cities)}
        items.append(Item(CITIES[terrain], len(cities), rate.city, where=details, words=CITY_WORDS[terrain]))
    value = Value(f"{terrain}.{state}", NAMES[terrain, state], items, complete=state != UNFINISHED)
    return Worth(value, items, region.size, region.cells, counts, details)


def city_json(board: Board, city: City) -> dict[str, Any]:
    """Where a city stands, and whether the sea reaches it."""
    tile, number = city
    orientation = board.orientations[tile]
    x, y = cell_of(board.keys[tile])
    port = any(orientation.terrains[segment] == "sea" for segment in orientation.kind.cities[number])
    return {"x": x, "y": y, "port": port}


def retrieval(points: int, *, complete: bool) -> dict[str, Any]:
    """What a follower brings if it is taken back, and whether its region is finished then."""
    return {"points": points, "complete": complete}


def named_follower(board: Board, named: Mapping[str, Any]) -> Follower:
    """The follower that a player takes back: “Een speler mag elke eigen horige terugnemen”."""
    problems: list[Problem] = []
    players = [player.name for player in board.players]
    if named["player"] not in players:
        raise Illegal([unknown_player("/retrieve/player", named["player"], players)])
    place = named["player"], cell_key(named["x"], named["y"]), named["spot"]
    follower = own_follower(board, place, "/retrieve", "retrieve.own", problems)
    if follower is None:
        raise Illegal(problems)
    return follower


class TakenBack(NamedTuple):
    """The sentence of a follower that is taken back and scored."""

    player: str
    terrain: str
    value: Value

    def spoken(self, texts: Texts) -> str:
        points, total = self.value.points, added_up(self.value.items, texts)
        sentence = (
            texts.many(
                "{player} takes {follower} back and scores {count} point for {feature}: {sum}.",
                "{player} takes {follower} back and scores {count} points for {feature}: {sum}.",
                points,
            )
            if total
            else texts.one("{player} takes {follower} back and scores 0 points for {feature}.")
        )
        follower, feature = texts.say(FOLLOWER_NAMES[self.terrain]), texts.say(self.value.name)
        return sentence.format(player=titled(self.player), follower=follower, count=points, feature=feature, sum=total)


def follower_line(region: Region, worth: Worth, follower: Follower, sentence: Sayable) -> Line:
    """A follower's own line."""
    return Line(
        region.id,
        region.type,
        worth.value.complete,
        worth.tiles,
        worth.cells,
        {follower.player: worth.value.points},
        {follower.player: 1},
        worth.items,
        worth.value.rule,
        sentence,
    )


# Cities, and the land after one more tile


class Land:
    """What the regions of a board hold that this game counts, each worked out when it is first asked for.

    A region consists of *parts*; on the board as it lies it is a single one, named by its root.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._tiles: dict[int, frozenset[int]] = {}
        self._gaps: dict[int, frozenset[int]] = {}
        self._cities: dict[int, frozenset[City]] = {}
        self._grass: dict[int, frozenset[int]] = {}

    def parts(self, part: int) -> Iterable[int]:
        """The whole region that a part belongs to."""
        return (part,)

    def tiles(self, part: int) -> frozenset[int]:
        """The tiles that it lies on."""
        if part not in self._tiles:
            self._tiles[part] = frozenset(map(self.board.tile_of, self.board.members()[part]))
        return self._tiles[part]

    def gaps(self, part: int) -> frozenset[int]:
        """The empty cells that it looks at."""
        if part not in self._gaps:
            ports = self.board.open_ports(part)
            self._gaps[part] = frozenset([key + KEY_STEPS[PORT_NUMBER[port] // 3] for key, port in ports])
        return self._gaps[part]

    def cities(self, part: int) -> frozenset[City]:
        """The cities that stand on it."""
        if part not in self._cities:
            board = self.board
            found = []
            for node in board.members()[part]:
                tile = board.tile_of(node)
                for number, on in enumerate(board.orientations[tile].kind.cities):
                    if node - board.first[tile] in on:
                        found.append((tile, number))
            self._cities[part] = frozenset(found)
        return self._cities[part]

    def grass(self, part: int) -> Iterable[int]:
        """The parts of grass that share a border with it."""
        if part not in self._grass:
            board = self.board
            beside = region_of(board, part).touches()
            self._grass[part] = frozenset([other for other in beside if board.terrains[other] == "grass"])
        return self._grass[part]

    def counted(self, part: int, terrain: str) -> frozenset[City]:
        """The cities that bring points to a follower on the region of a part, each once.

        A sea counts the ports on it; mountains “elke stad in de bergen en in alle direct aangrenzende laaglanden”.
        """
        parts = set(self.parts(part))
        if terrain == "mountain":
            parts.update([other for own in list(parts) for grass in self.grass(own) for other in self.parts(grass)])
        return frozenset[City]().union(*[self.cities(one) for one in parts])


class LandAfter(Land):
    """The land as it would be with one more tile, worked out from what it is.

    The parts of a region are then regions of the board, and segments of the new tile, named ``~segment``.
    """

    def __init__(self, land: Land, placement: Placement) -> None:
        self.board = land.board
        self.before = land
        self.key = placement.key
        self.tile = placement.orientation
        at = self.board.at
        cells = [self.key + step for step in KEY_STEPS]
        #: For each segment the empty cells that it looks at.
        outlook = [(cell, reached) for cell, reached in zip(cells, self.tile.sides, strict=True) if cell not in at]
        self.outlook = [
            frozenset([cell for cell, reached in outlook if segment in reached]) for segment in range(self.tile.size)
        ]
        #: For each part that the new tile joins the region that it then belongs to.
        self.joined: dict[int, set[int]] = {~segment: {~segment} for segment in range(self.tile.size)}
        neighbours = [(side, at[cell]) for side, cell in enumerate(cells) if cell in at]
        for segment, root in fit(self.board, self.tile, neighbours) or ():
            ours, theirs = self.joined[~segment], self.parts(root)
            if theirs is not ours:
                ours.update(theirs)
                self.joined.update(dict.fromkeys(theirs, ours))

    def parts(self, part: int) -> Iterable[int]:
        return self.joined.get(part) or (part,)

    def tiles(self, part: int) -> frozenset[int]:
        return self.before.tiles(part) if part >= 0 else frozenset({NEW_TILE})

    def gaps(self, part: int) -> frozenset[int]:
        return self.before.gaps(part) - {self.key} if part >= 0 else self.outlook[~part]

    def cities(self, part: int) -> frozenset[City]:
        if part >= 0:
            return self.before.cities(part)
        return frozenset([(NEW_TILE, number) for number, on in enumerate(self.tile.kind.cities) if ~part in on])

    def grass(self, part: int) -> Iterable[int]:
        if part >= 0:
            return self.before.grass(part)
        return [~other for other in self.tile.touches[~part] if self.tile.terrains[other] == "grass"]

    def retrieval(self, follower: Follower) -> dict[str, Any]:
        """What a follower would bring if it was taken back."""
        terrain = self.board.terrains[follower.root]
        parts = self.parts(follower.root)
        complete = not any(self.gaps(part) for part in parts)
        size = len(frozenset[int]().union(*[self.tiles(part) for part in parts]))
        rate = RATES[terrain][state_of(complete=complete, size=size)]
        cities = self.counted(follower.root, terrain) if rate.city else ()
        points = rate.tile * size + rate.city * len(cities)
        x, y = cell_of(follower.key)
        return {"x": x, "y": y, "spot": follower.spot, **retrieval(points, complete=complete)}
