"""A whole short game of each kind by taps, with a mistake, a way back, a claim, a reload and the link opened elsewhere;
and what else a turn can be."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import scorer
from tests.browser.along import Along
from tests.browser.conftest import DESKTOP, PHONE, OpenTable
from tests.browser.table import Json
from tests.browser.test_use import AXE, serious

EVENINGS: dict[str, Json] = json.loads((Path(__file__).parents[1] / "games" / "evenings.json").read_text("utf-8"))
SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 640}}


def replayed(game: Json) -> Json:
    """What the library says of the game that a link holds."""
    request = {name: value for name, value in game.items() if name != "table"}
    found: Json = scorer.replay(request)
    assert found["legal"], found["problems"]
    return found


def bare(move: Json) -> Json:
    """The tile alone."""
    return {name: value for name, value in move.items() if name not in {"spot", "figure", "crown", "retrieve"}}


# Mistakes: each is told to be one, with what would be allowed


def misfit(along: Along, move: Json) -> str:
    """The tile is turned until it does not fit."""
    along.enter(bare(move))
    along.turn_until_it_does_not_fit()
    return "but its neighbour"


def out_of_turn(along: Along, move: Json) -> str:
    """The other player lays it."""
    other = next(name for name in ("red", "blue") if name != move["player"])
    along.table.tap(f'#players [data-player="{other}"]')
    along.enter(bare(move))
    return f"It is {move['player']}’s turn, not {other}’s"


def on_an_older_tile(along: Along, move: Json) -> str:
    """The follower goes on a tile that lay there before."""
    along.enter(bare(move))
    along.tap("everything")
    lying = along.linked()["moves"][-2]
    along.tap_cell(lying["x"], lying["y"])
    along.table.tap(along.page.locator("#turn .spot .touch").first)
    return "A figure is placed on the tile just laid"


def lonely_builder(along: Along, move: Json) -> str:
    """The builder goes where no follower of its player stands."""
    along.enter(bare(move))
    along.tap("everything")
    along.tap("figure-builder")
    along.table.tap(along.page.locator("#turn .spot .touch").first)
    return "must join a follower of the same player"


@pytest.mark.parametrize(
    ("kind", "middle", "mistake"),
    [
        ("base", 2, misfit),
        ("wheel", 3, out_of_turn),
        ("discovery", 3, misfit),
        ("castle", 7, on_an_older_tile),
        ("expansions", 7, lonely_builder),
    ],
)
def test_an_evening(table: OpenTable, kind: str, middle: int, mistake: Callable[[Along, Json], str]) -> None:
    game = EVENINGS[kind]
    moves = game["moves"]
    here = table(**SMALL_PHONE).open()
    page, along = here.page, Along(here).start(game["variant"], game.get("expansions", ()))
    if "river" in game.get("expansions", ()):
        assert {name[:2] for name in along.offered()} <= {"R0", "R1"}
    along.play(moves[:middle])

    words = mistake(along, moves[middle])
    along.tap("done")
    expect(page.locator("#turn .problems")).to_contain_text(words)
    expect(page.locator("#turn .legal-words li")).not_to_have_count(0)
    expect(along.steps()).to_have_count(middle)
    along.tap("change")
    along.let_go()

    # Back to the turn before the last, as the log has it, and on from there.
    along.look_at(middle - 2)
    expect(page.locator("#turn .looked")).to_be_visible()
    along.tap("go-back")
    expect(along.steps()).to_have_count(middle - 1)
    along.play(moves[middle - 1 : middle])

    # A claim that is wrong shows the turns among which the counts part; one that is right agrees.
    player = max(zip(along.scores(), game["players"], strict=True))[1]
    has = along.scores()[game["players"].index(player)]
    for claimed, said in ((has + 3, f"claims {has + 3}, but has {has}"), (has, "that is right")):
        along.enter_points("claim", claimed, player)
        expect(along.steps().first).to_contain_text(said)
    expect(page.locator(".log .parted .line")).to_have_count(len(earned(moves[:middle], game, player)))

    # A reload loses nothing, and nothing is judged again; only where the castle's keeps stand is looked up.
    before, asked = here.seen(), posted(page)
    page.reload()
    here.ready()
    expect(along.steps()).to_have_count(middle + 2)
    assert here.seen() == before
    assert set(asked) <= {"batch"}

    along.play(moves[middle:])
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    played = along.linked()
    assert played["moves"] == moves
    assert along.scores() == list(replayed(played)["scores"].values())

    # The link, opened on another device, holds the same game; there it is ended.
    other = table(**DESKTOP)
    other.page.goto(page.url)
    other.ready()
    elsewhere = Along(other)
    expect(elsewhere.steps()).to_have_count(len(moves) + 2)
    assert other.seen() == here.seen()
    elsewhere.end()
    final = replayed(elsewhere.linked())
    assert elsewhere.scores() == list(final["scores"].values())
    expect(other.page.locator("#play .verdict")).to_have_text(final["summary"])


def earned(moves: list[Json], game: Json, player: str) -> list[int]:
    """The moves that brought a player points."""
    turns = scorer.replay({**{name: game[name] for name in game if name != "moves"}, "moves": moves})["turns"]
    scores = [0, *[turn["scores"][player] for turn in turns]]
    return [number for number in range(len(turns)) if scores[number + 1] != scores[number]]


def posted(page: Page) -> list[str]:
    """The questions that the page asks from now on."""
    asked: list[str] = []

    def note(url: str, method: str) -> None:
        if method == "POST":
            asked.append(url.rsplit("/", 1)[1])

    page.on("request", lambda request: note(request.url, request.method))
    return asked


# What a turn asks


def test_a_turn_is_one_question(table: OpenTable) -> None:
    """The tile first or the cell first: the answer to the turn before has told all that may come."""
    here = table(**SMALL_PHONE).open()
    along, asked = Along(here).start(), posted(here.page)
    moves = EVENINGS["base"]["moves"]
    along.play(moves[:2])
    assert asked == ["placements", "move", "move"]
    # What was drawn last comes first, and is in sight.
    assert along.offered()[:2] == ["U", "E"]
    expect(here.kind("U")).to_be_in_viewport()
    # With the cell first, the tiles that fit there are known too.
    along.tap_cell(2, 0)
    here.tap(here.page.locator('#palette [data-kind="V"][data-rotation="0"]'))
    along.done()
    along.play(moves[3:])
    assert asked == ["placements", "move", "move", "move", "move"]
    assert along.linked()["moves"] == moves


def test_a_symbol_is_one_question_more_and_the_plague_two(table: OpenTable) -> None:
    here = table(**SMALL_PHONE, bypass_csp=True).open()
    along, asked = Along(here).start("wheel-of-fortune"), posted(here.page)
    costs = []
    for move in EVENINGS["wheel"]["moves"]:
        before = len(asked)
        along.play([move])
        costs.append(asked[before:])
    plain, symbol, plague = ["move"], ["score", "move"], ["score", "score", "move"]
    assert costs == [["placements", "move"], symbol, plain, plain, symbol, plague]
    here.page.add_script_tag(path=AXE)
    assert serious(here) == []


def test_a_tile_that_fits_nowhere_is_known_to_without_a_question(table: OpenTable) -> None:
    here = table().open()
    along, asked = Along(here).start(), posted(here.page)
    along.play(EVENINGS["base"]["moves"][:1])
    along.page.evaluate(NOWHERE, "C")
    here.tap(here.kind("C"))
    expect(along.on("put-away")).to_be_visible()
    assert asked == ["placements", "move"]


#: Makes the page believe that it was told of no place for a tile; so rare a board would take a whole game.
NOWHERE = """async (tile) => {
  const { now } = await import("./static/table/play/session.js");
  now.offers.told.placements[tile] = [];
}"""


# What was really done


def test_two_figures_at_once_are_refused_by_their_rule_and_can_be_insisted_on(table: OpenTable) -> None:
    here = table(**SMALL_PHONE, bypass_csp=True).open()
    along = Along(here).start()
    moves = EVENINGS["base"]["moves"]
    along.play(moves[:2])
    along.enter(bare(moves[2]))
    along.tap("everything")
    here.tap('#turn [data-at="field@N"] .touch')
    along.tap("another")
    along.tap_cell(0, -1)
    here.tap('#turn [data-at="field@N"] .touch')
    expect(here.page.locator("#turn")).to_contain_text("2 figures in this turn")
    expect(here.page.locator("#followers .follower")).to_have_count(3)
    here.page.add_script_tag(path=AXE)
    assert serious(here) == []
    along.tap("done")
    problems = here.page.locator("#turn .problems")
    expect(problems).to_contain_text("places one figure a turn, not 2")
    expect(problems).to_contain_text("placed on the tile just laid")
    along.tap("insist")
    expect(here.page.locator(".log .agreed")).to_have_count(1)
    assert along.linked()["moves"][2]["placed"] == [
        {"x": 2, "y": 0, "spot": "field@N"},
        {"x": 0, "y": -1, "spot": "field@N"},
    ]
    assert along.linked()["table"] == {"agreed": [3]}
    expect(here.page.locator("#followers .follower")).to_have_count(3)

    # Two on one tile could not be counted: the page says so, and the turn can be changed.
    along.enter(bare(moves[3]))
    along.tap("everything")
    here.tap('#turn [data-at="cloister"] .touch')
    along.tap("another")
    here.tap('#turn [data-at="field@N"] .touch')
    along.tap("done")
    expect(problems).to_contain_text("places one figure a turn, not 2")
    along.tap("insist")
    expect(here.page.locator("#turn")).to_contain_text("cannot insist")
    along.tap("change")
    # A second tap takes one of them back.
    here.tap('#turn [data-at="field@N"] .touch')
    along.done()
    assert along.linked()["moves"][3] == moves[3]


def test_an_agreed_turn_has_its_second_part_too(table: OpenTable) -> None:
    """The builder sees that his road goes on, also where the table agreed on the follower who came with the tile."""
    here = table().open()
    along = Along(here).start("base", ["traders-and-builders"])
    along.play(
        [
            {"player": "red", "tile": "U", "x": 1, "y": 0, "rotation": 0, "spot": "road@E"},
            {"player": "blue", "tile": "E", "x": 0, "y": -1, "rotation": 180},
            {"player": "red", "tile": "U", "x": 2, "y": 0, "rotation": 0, "figure": "builder", "spot": "road@E"},
            {"player": "blue", "tile": "E", "x": 1, "y": -1, "rotation": 0},
        ]
    )
    along.enter({"player": "red", "tile": "U", "x": 3, "y": 0, "rotation": 0})
    along.tap("everything")
    here.tap('#turn [data-at="road@E"] .touch')
    along.tap("done")
    expect(here.page.locator("#turn .problems")).to_contain_text("taken already")
    along.tap("insist")
    expect(here.page.locator("#turn h2")).to_have_text("Red’s turn")
    expect(here.page.locator("#turn .turn-head")).to_contain_text("second part of the double turn")
    along.play([{"player": "red", "tile": "V", "x": 4, "y": 0, "rotation": 0}])
    expect(here.page.locator("#turn h2")).to_have_text("Blue’s turn")


def test_the_symbol_of_an_agreed_turn_acts_too(table: OpenTable) -> None:
    here = table().open()
    along = Along(here).start("wheel-of-fortune")
    game = EVENINGS["wheel"]
    along.play(game["moves"][:4])
    along.enter(bare(game["moves"][4]))
    along.tap("everything")
    here.tap('#turn [data-at="field@ER"] .touch')
    along.tap("done")
    expect(here.page.locator("#turn .problems")).to_contain_text("taken already")
    along.tap("insist")
    expect(along.steps()).to_have_count(5)
    as_it_should_be = scorer.replay({**game, "moves": game["moves"][:5]})
    found = here.page.evaluate(
        "async () => (await import('./static/table/play/session.js')).now.play.steps.at(-1).outcome.position"
    )
    assert found["wheel"] == as_it_should_be["position"]["wheel"]
    assert along.scores() == list(as_it_should_be["scores"].values())
    assert found["tiles"][-1]["wheel"] == game["moves"][4]["wheel"]


def test_two_tiles_in_hand(table: OpenTable) -> None:
    """Both lie before the player, who lays either; the one that is kept lies there in his next turn."""
    here = table(**SMALL_PHONE, bypass_csp=True).open()
    along = Along(here).start("discovery", rules={"hand_tiles": 2})
    page = here.page
    hand = page.locator("#turn .hand button.in-hand")
    for kind in ("D10", "D56"):
        here.tap(here.kind(kind))
    expect(hand).to_have_count(2)
    page.add_script_tag(path=AXE)
    assert serious(here) == []
    here.tap(page.locator('#turn .hand [data-kind="D10"]'))
    along.lay(-1, 0, 180, "D10")
    along.done()
    for kind in ("D06", "D20"):
        here.tap(here.kind(kind))
    # The other one instead.
    here.tap(page.locator('#turn .hand [data-kind="D06"]'))
    here.tap(page.locator('#turn .hand [data-kind="D20"]'))
    along.lay(-1, 1, 270, "D20")
    along.done()
    expect(hand).to_have_count(1)
    expect(hand.first).to_have_attribute("data-kind", "D56")
    expect(hand.first).to_be_disabled()
    page.reload()
    here.ready()
    here.tap(here.kind("D09"))
    expect(hand).to_have_count(2)
    here.tap(page.locator('#turn .hand [data-kind="D56"]'))
    along.lay(0, -1, 90, "D56")
    along.done()
    game = along.linked()
    assert [move["hand"] for move in game["moves"]] == [["D10", "D56"], ["D06", "D20"], ["D56", "D09"]]
    found = replayed(game)
    assert [player["hand"] for player in found["position"]["players"]] == [["D09"], ["D06"]]
    assert along.scores() == list(found["scores"].values())
