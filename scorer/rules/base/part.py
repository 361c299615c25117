"""The base game as a part: its rules as data, and what a turn and the end of the game score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from scorer.board.board import FOLLOWER
from scorer.problems import Illegal, Problem
from scorer.rules.base.farmers import FARM_RATES, farm_lines, field_worth
from scorer.rules.base.worth import city_worth, cloister_worth, road_worth
from scorer.rules.naming import named_tile
from scorer.rules.part import Figure, Moment, Part, Phase, Rules, RuleValue, Start
from scorer.rules.scoring import LAST_TILE, Ruling, Scoring, by_type, majority_line
from scorer.shapes import Choice, Items, Text, missing
from scorer.texts import marked, plural, text
from scorer.tiles.cells import cell_key
from scorer.tiles.kinds import Finish, Mark, Terrain

if TYPE_CHECKING:
    from scorer.game.game import Game
    from scorer.game.position import Position
    from scorer.game.turn import Turn

TERRAINS: Final = (
    Terrain(marked("city"), text("the city"), text("knight"), plural("{count} knight", "{count} knights")),
    Terrain(marked("road"), text("the road"), text("thief"), plural("{count} thief", "{count} thieves"), half=False),
    Terrain(
        marked("field"), text("the field"), text("farmer"), plural("{count} farmer", "{count} farmers"), Finish.NEVER
    ),
    Terrain(
        marked("cloister"),
        text("the cloister"),
        text("monk"),
        plural("{count} monk", "{count} monks"),
        Finish.WHEN_SURROUNDED,
        middle=False,
        half=False,
    ),
)

VALUES: Final = (
    RuleValue(
        "small_city",
        4,
        Choice((2, 4)),
        marked("What a finished city of two tiles is worth: 2 (and 1 per pennant), or 4 like any other city."),
        "city.small",
    ),
    RuleValue(
        "farm_scoring",
        "per-field-3",
        Choice(tuple(FARM_RATES)),
        marked(
            "How farmers score: 3 points per finished city of each field; the same, but each player counts a "
            "city once; 4 points per city to the most farmers around it; or a game without farmers."
        ),
        "field.per-field-3",
        {way: rule for way, (rule, _) in FARM_RATES.items()},
    ),
)


def farmers_if_counted(terrain: str, rules: Rules) -> bool:
    return terrain != "field" or rules["farm_scoring"] != "none"


def most_followers(followers: Mapping[str, int]) -> list[str]:
    """Most followers takes all; a tie gives everybody tied the full points."""
    if len(followers) == 1:
        return list(followers)
    most = max(followers.values(), default=0)
    return [player for player, count in followers.items() if count == most]


def tile_asked(_: Position, asked: Mapping[str, Any], problems: list[Problem]) -> dict[str, str]:
    if "tile" not in asked:
        problems.append(missing("", "tile"))
        return {}
    return {"/tile": asked["tile"]}


# What is scored


def interim(game: Game, told: Mapping[str, Any]) -> Ruling:
    """What a finished turn scores: every completed feature that still holds followers, and who goes home."""
    return judge(scoring_of(game, told), Moment.SCORED)


def final(game: Game, told: Mapping[str, Any]) -> Ruling:
    """The end of the game: what a turn would score, then everything unfinished, then the fields."""
    return judge(scoring_of(game, told), Moment.SCORED, Moment.FINAL)


def score_turn(turn: Turn) -> None:
    turn.settle(judge(Scoring(turn.game, turn.player, turn.key), Moment.SCORED))


def scoring_of(game: Game, told: Mapping[str, Any]) -> Scoring:
    """A scoring of the turn that a question tells of."""
    last = told.get("last")
    if last is None:
        return Scoring(game, told.get("player"))
    key, problems = cell_key(last["x"], last["y"]), list[Problem]()
    if named_tile(game.board, key, "/last", "follower.last-tile", problems) is None:
        raise Illegal(problems)
    return Scoring(game, told.get("player"), key)


def judge(scoring: Scoring, *moments: Moment) -> Ruling:
    """What the parts of a game score at these moments, one after the other."""
    for moment in moments:
        for step in scoring.game.ruleset.scoring_steps(moment):
            step(scoring)
    return scoring.ruling()


def score_finished(scoring: Scoring) -> None:
    """Every completed feature that still holds followers; they go home."""
    game = scoring.game
    board = game.board
    finished = by_type(game, board.regions([label for label in board.by_label if board.is_complete(label)]))
    scoring.lines += [majority_line(game, region) for region in finished]
    home = [meeple for region in finished for meeple in region.meeples]
    scoring.returned += sorted(home, key=lambda meeple: meeple.key)


def score_rest(scoring: Scoring) -> None:
    """Everything unfinished, then the fields."""
    game = scoring.game
    unfinished = [region for region in scoring.occupied if region.type != "field" and not region.complete]
    scoring.lines += [majority_line(game, region) for region in unfinished]
    scoring.lines += farm_lines(game, [region for region in scoring.occupied if region.type == "field"])


BASE: Final = Part(
    id="base",
    catalogue=("base",),
    box="base",
    start=Start("D", text("the start tile")),
    least_players=2,
    most_players=5,
    required_ports=frozenset(range(12)),
    majority=most_followers,
    tiles_asked=tile_asked,
    terrains=TERRAINS,
    marks=(Mark("pennants", "pennants"),),
    counts={"city": ("pennants",)},
    figures=(Figure(FOLLOWER, 7, text("follower"), text("the follower")),),
    values=VALUES,
    may_stand_on=farmers_if_counted,
    cites={"standing": "field.none", "majority": "majority.most"},
    worth={"city": city_worth, "road": road_worth, "field": field_worth, "cloister": cloister_worth},
    phases={"interim": Phase(interim, LAST_TILE), "final": Phase(final, LAST_TILE)},
    on_turn={Moment.SCORED: score_turn},
    on_scoring={Moment.SCORED: score_finished, Moment.FINAL: score_rest},
    answer_fields={"item": {"features": Items(Text(), description="the features that were counted")}},
)
