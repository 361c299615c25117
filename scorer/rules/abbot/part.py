"""The Abbot as a part of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from scorer.board.board import Meeple
from scorer.board.region import Region
from scorer.game.position import MOST_POINTS, PLACE, SPOT_AT
from scorer.problems import Illegal, Problem
from scorer.rules.base.worth import TILES, surrounded_worth
from scorer.rules.drafts import MOST_VALUES, Draft, Item, Value
from scorer.rules.lines import Line
from scorer.rules.naming import own_follower
from scorer.rules.part import Action, Figure, Part
from scorer.rules.places import at, where_figure
from scorer.rules.placing import Placement, refuse_many_retrievals
from scorer.rules.scoring import Ruling
from scorer.shapes import About, Flag, Integer, Items, Record
from scorer.texts import counted, marked, plural, text, titled
from scorer.tiles.cells import cell_key, cell_of
from scorer.tiles.kinds import Finish, Kind, Segment, Terrain
from scorer.tiles.tileset import box_data

if TYPE_CHECKING:
    from scorer.game.game import Game
    from scorer.game.turn import Turn

NAME: Final = "abbot"

FINISHED_GARDEN: Final = text("the finished garden")
UNFINISHED_GARDEN: Final = text("the unfinished garden")

RETRIEVE: Final = About(SPOT_AT, "the player's own abbot, who is taken back and scored after the tile is laid")
RETRIEVED: Final = Record(
    {
        **PLACE,
        "points": Integer(0, MOST_POINTS, "what the abbot brings if he is taken back"),
        "complete": Flag("never: a finished cloister or garden is scored by itself"),
    },
    {},
    "What a figure would bring if it were taken back.",
    "Retrieval",
)


# Gardens


def with_gardens(kinds: Mapping[str, Kind]) -> Iterable[Kind]:
    """One copy of some tiles carries a garden; it is another kind, which takes the place of that copy."""
    twins: Mapping[str, str] = box_data("abbot")["gardens"]
    for kind in kinds.values():
        if kind.id in twins:
            yield replace(kind, count=kind.count - 1)
            yield replace(kind, id=twins[kind.id], count=1, segments=(*kind.segments, Segment("garden", ())))
        else:
            yield kind


def garden_worth(_: Game, garden: Region) -> Draft:
    """A garden scores as a cloister does."""
    return surrounded_worth(garden, garden_value)


@lru_cache(MOST_VALUES)
def garden_value(complete: bool, tiles: int) -> Value:  # noqa: FBT001
    rule, name = ("garden.complete", FINISHED_GARDEN) if complete else ("garden.unfinished", UNFINISHED_GARDEN)
    return Value(rule, name, [Item(TILES, tiles, 1)], complete=complete)


# Taking back


def abbots_of(game: Game, player: str) -> list[Meeple]:
    """The abbots of a player that stand on what is not finished."""
    standing = [one for one in game.board.meeples.values() if one.player == player and one.figure == NAME]
    return [one for one in standing if not game.board.region_of(one.node).complete]


def retrieval_json(game: Game, abbot: Meeple) -> dict[str, Any]:
    """What an abbot brings if he is taken back."""
    x, y = cell_of(abbot.key)
    points = len(game.board.region_of(abbot.node).square())
    return {"x": x, "y": y, "spot": abbot.spot, "points": points, "complete": False}


def tell_placement(game: Game, player: str | None) -> Callable[[Placement], dict[str, Any]]:
    """Tells what a player's abbot would bring if he was taken back after a placement."""
    board = game.board
    own = [one for one in board.meeples.values() if one.player == player and one.figure == NAME]
    refuse_many_retrievals(game, len(own), 1)

    def tell(placement: Placement) -> dict[str, Any]:
        if player is None:
            return {}
        if not own:
            return {"retrievals": []}
        mark = board.mark()
        board.lay(placement.key, placement.orientation)
        retrievals = [retrieval_json(game, abbot) for abbot in own if not board.region_of(abbot.node).complete]
        board.undo(mark)
        return {"retrievals": retrievals}

    return tell


def take_back(turn: Turn) -> None:
    """Instead of placing a figure a player may take his abbot back and score him."""
    instead = turn.spots_instead()
    if turn.places:
        message = text("In a turn a player places a figure, or takes the abbot back, not both.")
        turn.refuse("one-action-only", "/retrieve", message, "abbot.back", at(turn.key), **instead)
    turn.settle(turn.judged(lambda: retrieve(turn.game, turn.player, turn.move["retrieve"]), **instead))


def retrievals_instead(turn: Turn) -> dict[str, Any]:
    """The abbot that the player may take back, and what he would bring."""
    return {"retrievals": [retrieval_json(turn.game, abbot) for abbot in abbots_of(turn.game, turn.player)]}


def retrieve(game: Game, player: str, named: Mapping[str, Any]) -> Ruling:
    problems: list[Problem] = []
    key = cell_key(named["x"], named["y"])
    taken = own_follower(game.board, (player, key, named["spot"]), "/retrieve", "abbot.back", problems)
    if taken is None:
        raise Illegal(problems)
    region = game.board.region_of(taken.node)
    if taken.figure != NAME:
        message = text(
            "Only the abbot can be taken back, and on {x},{y} stands another figure: {figure}.",
            x=named["x"],
            y=named["y"],
            figure=game.ruleset.figures[taken.figure].the,
        )
        raise Illegal([Problem("figure-forbidden", "/retrieve", message, "abbot.back", where_figure(taken))])
    if region.complete:
        message = text(
            "The abbot on {x},{y} cannot be taken back: where he stands is finished, and is scored now anyway.",
            x=named["x"],
            y=named["y"],
        )
        raise Illegal([Problem("figure-forbidden", "/retrieve", message, "abbot.finished", where_figure(taken))])
    draft = game.worth(region)
    points = draft.value.points
    sentence = counted(
        "{player} takes the abbot on {x},{y} back and scores {count} point for {feature}: {tiles}.",
        "{player} takes the abbot on {x},{y} back and scores {count} points for {feature}: {tiles}.",
        points,
        player=titled(player),
        x=named["x"],
        y=named["y"],
        feature=draft.value.name,
        tiles=TILES.of(points),
    )
    line = Line(
        region.id,
        region.type,
        False,
        draft.tiles,
        draft.cells,
        {player: points},
        {player: 1},
        draft.items,
        "abbot.back",
        sentence,
    )
    return Ruling([line], [taken])


ABBOT: Final = Part(
    id="abbot",
    catalogue=("abbot", "figures"),
    retile=with_gardens,
    terrains=(
        Terrain(
            marked("garden"),
            text("the garden"),
            text("abbot"),
            plural("{count} abbot", "{count} abbots"),
            Finish.WHEN_SURROUNDED,
            middle=False,
            half=False,
            takes_followers=False,
            rule="garden.only-abbot",
        ),
    ),
    cites={"figures": "figure.supply"},
    figures=(
        Figure(NAME, 1, text("abbot"), text("the abbot"), "abbot.place", terrains=frozenset({"cloister", "garden"})),
    ),
    worth={"garden": garden_worth},
    actions=(Action("retrieve", RETRIEVE, take_back, retrievals_instead),),
    tell_placement=tell_placement,
    answer_fields={
        "placement": {
            "retrievals": Items(RETRIEVED, description="what the player's abbot would bring after this placement")
        },
        "instead": {"retrievals": Items(RETRIEVED, description="the abbot that may be taken back")},
    },
)
