"""Short games of every kind, played along by taps; and whole games of the oracle, through the page's own model."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

import scorer
from tests.browser.along import Along
from tests.browser.conftest import DESKTOP, PHONE, OpenTable
from tests.browser.table import Json
from tests.browser.test_use import AXE, serious
from tests.oracle_games import games
from tests.replay_games import played
from tests.test_imports import as_jcz, base_game
from tests.test_oracle_expansions import GAMES as EXPANSION_GAMES
from tests.test_oracle_expansions import moves as expansion_moves


def replayed(game: Json) -> Json:
    """What the library says of the game that a link holds."""
    request = {name: value for name, value in game.items() if name != "table"}
    found: dict[str, Any] = scorer.replay(request)
    assert found["legal"], found["problems"]
    return found


#: The first moves of a game: a city of two tiles is finished at once, a road goes on.
FIRST = [
    {"player": "red", "tile": "E", "x": 0, "y": -1, "rotation": 180, "spot": "city@S"},
    {"player": "blue", "tile": "U", "x": 1, "y": 0, "rotation": 0, "spot": "road@E"},
    {"player": "red", "tile": "V", "x": 2, "y": 0, "rotation": 0},
    {"player": "blue", "tile": "B", "x": 1, "y": -1, "rotation": 0, "spot": "cloister"},
]


def test_a_game_with_a_mistake_an_undo_a_claim_and_a_reload(table: OpenTable) -> None:
    here = table(**PHONE).open()
    along = Along(here).start()
    page = here.page
    along.play(FIRST[:1])
    assert along.scores() == [4, 0]

    # A mistake: a road against a city is not taken, and the table says why and what would be.
    here.tap(here.kind("U"))
    along.lay(1, 0, 0, "U")
    along.tap("turn")
    expect(page.locator("#turn .misfits")).to_be_visible()
    along.tap("done")
    expect(page.locator("#turn .problems")).to_contain_text("shows field, but its neighbour")
    expect(page.locator("#turn .legal-words")).to_contain_text("cell")
    along.tap("change")
    along.lay(1, 0, 0, "U")
    along.tap("close")
    along.play(FIRST[1:])
    expect(page.locator(".log .step")).to_have_count(4)

    # Back to an earlier turn, and forward again.
    along.look_at(1)
    expect(page.locator(".cell.laid")).to_have_count(3)
    along.tap("go-back")
    expect(page.locator(".log .step")).to_have_count(2)
    for _ in range(2):
        here.tap("#redo")
    expect(page.locator(".log .step")).to_have_count(4)

    # A claim that is wrong shows where the counts part; one that is right agrees.
    for claimed, words in ((7, "claims 7, but has 4"), (4, "that is right")):
        along.enter_points("claim", claimed)
        expect(page.locator(".log .step").first).to_contain_text(words)
    expect(page.locator(".log .parted")).to_contain_text("2 tiles x 2")

    # A reload in the middle loses nothing, and asks nothing again.
    link = page.url
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    page.reload()
    here.ready()
    expect(page.locator(".log .step")).to_have_count(6)
    assert along.scores() == [4, 0]
    assert asked == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    # The link opened elsewhere shows the same game, which is replayed to the same scores.
    other = table(**DESKTOP)
    other.page.goto(link)
    other.ready()
    elsewhere = Along(other)
    expect(other.page.locator(".log .step")).to_have_count(6)
    assert elsewhere.scores() == [4, 0]
    assert other.seen() == here.seen()
    elsewhere.end()
    final = replayed(elsewhere.linked())
    assert elsewhere.linked()["end"] == "early"
    assert elsewhere.scores() == list(final["scores"].values())
    other.tap(other.page.locator("#play > .lines .line").first)
    expect(other.page.locator("#marks .lit")).to_have_count(1)
    other.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(other.page.locator("#paper .kinds")).to_have_count(1)
    expect(other.page.locator("#play .verdict")).to_have_text(final["summary"])
    expect(other.page.locator("#play .kinds tbody tr")).not_to_have_count(0)
    expect(other.page.locator("#play .curve svg")).to_be_visible()


def test_the_table_insists_corrects_and_goes_on(table: OpenTable) -> None:
    here = table().open()
    along = Along(here).start()
    page = here.page
    along.play(FIRST[:2])
    # A follower on a road that is taken: refused, and then agreed upon.
    along.enter({"player": "red", "tile": "V", "x": 2, "y": 0, "rotation": 0})
    along.tap("everything")
    here.tap(page.locator('#turn [data-at="road@S"] .touch'))
    along.tap("done")
    expect(page.locator("#turn .problems")).to_contain_text("taken already")
    along.tap("insist")
    expect(page.locator(".log .agreed")).to_be_visible()
    # On edges that do not match nobody can insist: such a board could not be counted.
    along.enter(FIRST[3] | {"spot": "cloister"})
    along.tap("close")
    along.enter({"player": "blue", "tile": "U", "x": -1, "y": 0, "rotation": 0})
    along.tap("turn")
    along.tap("done")
    along.tap("insist")
    expect(page.locator("#turn")).to_contain_text("cannot insist")
    along.tap("change")
    here.tap("#undo")
    assert along.linked()["table"] == {"agreed": [3]}
    along.play([FIRST[3]])

    # Points by hand are an entry of their own.
    along.enter_points("score", 3, "blue")
    expect(page.locator(".log .step").first).to_contain_text("by hand")
    assert along.scores() == [4, 3]

    # The first move is corrected: the follower stood on the field. What came later is judged again.
    along.look_at(0)
    along.tap("correct")
    here.tap(page.locator('#turn [data-at="field@N"] .touch'))
    along.tap("done")
    expect(page.locator(".log .step").last).to_contain_text("field")
    assert along.scores() == [0, 3]
    expect(page.locator(".log .step")).to_have_count(5)

    # Turned elsewhere, the second one leaves no room for the third: the page says so, and it can be dropped.
    along.look_at(1)
    along.tap("take-out")
    expect(page.locator("#turn h2")).to_contain_text("no longer fits")
    along.tap("drop-rest")
    expect(page.locator(".log .step")).to_have_count(1)
    assert along.scores() == [0, 0]


@pytest.mark.parametrize(
    ("variant", "seed", "most"),
    [("wheel-of-fortune", 5, 9), ("discovery", 2, 9), ("castle", 3, 9)],
    ids=["wheel", "discovery", "castle"],
)
def test_other_games(table: OpenTable, variant: str, seed: int, most: int) -> None:
    moves = played(variant, Random(seed), players=2, most=most).moves
    here = table(**PHONE).open()
    along = Along(here).start(variant)
    middle = len(moves) // 2
    along.play(moves[:middle])
    here.page.reload()
    here.ready()
    along.play(moves[middle:])
    link = here.page.url
    game = along.linked()
    assert game["moves"] == moves
    assert along.scores() == list(replayed(game)["scores"].values())
    here.tap("#undo")
    expect(here.page.locator(".log .step")).to_have_count(len(moves) - 1)
    other = table()
    other.page.goto(link)
    other.ready()
    elsewhere = Along(other)
    expect(other.page.locator(".log .step")).to_have_count(len(moves))
    elsewhere.end()
    assert elsewhere.scores() == list(replayed(elsewhere.linked())["scores"].values())


@pytest.mark.parametrize(("name", "most"), [("all-000_p2_tiny2", 6), ("farm-003_p2_tiny2", 13)], ids=["all", "builder"])
def test_expansions(table: OpenTable, name: str, most: int) -> None:
    """River, abbot and big follower, the abbot taken back; builder, pig and the second part of a double turn."""
    game = EXPANSION_GAMES[name]
    here = table().open()
    along = Along(here).start(game["variant"], game["expansions"], game["rules"])
    # Nothing but the river comes first, and nobody counts tiles unless the table wants to.
    if "river" in game["expansions"]:
        assert all(kind.startswith("R") for kind in here.page.locator("#palette button").evaluate_all(KINDS))
    expect(here.page.locator("#palette .left").first).to_be_hidden()
    moves = expansion_moves(game)[:most]
    along.play(moves)
    assert along.scores() == list(game["turns"][most - 1]["scores"].values())
    assert along.scores() == list(replayed(along.linked())["scores"].values())
    assert along.linked()["moves"] == moves


KINDS = "buttons => buttons.map(button => button.dataset.kind)"

#: Feeds games through the page's own model, and answers the scores that each comes to.
FEED = """async (games) => {
  const { begin, positionAfter, resume, scoresOf } = await import("./static/table/play/game.js");
  const { gameOf, packed, unpacked } = await import("./static/table/play/record.js");
  const { read, write } = await import("./static/table/notation.js");
  const { ask, get } = await import("./static/table/service.js");
  const judged = async (told) => {
    const { settings, entries } = gameOf(read(write(told)));
    const query = settings.expansions ? `?expansions=${settings.expansions.join(",")}` : "";
    const [variant, tiles] = await Promise.all(
      ["", "/tiles"].map((path) => get(`v1/variants/${settings.variant}${path}${query}`)));
    const box = Object.fromEntries(tiles.kinds.map(({ id, count }) => [id, count]));
    const start = begin(settings, { startTile: tiles.start_tile, followers: variant.followers, box, fields: {} });
    const play = await resume({ ...start, rest: entries }, ask);
    return [scoresOf(positionAfter(unpacked(packed(play)))), play.refusal, play.steps.length];
  };
  return Promise.all(games.map(judged));
}"""


def test_twenty_games_of_the_oracle_through_the_pages_own_model(table: OpenTable) -> None:
    plain = [*list(games("base").values())[::11], *list(games("wheel").values())[::10]]
    known = [(game, [turn["move"] for turn in game["turns"]]) for game in plain]
    known += [(game, expansion_moves(game)) for game in list(EXPANSION_GAMES.values())[::9]]
    assert len(known) >= 20
    asked = [
        {name: game[name] for name in ("variant", "expansions", "rules", "players") if name in game}
        | {"moves": moves, "end": True}
        for game, moves in known
    ]
    # Of the other games, and of the wheel's actions, there is no oracle: they come to what a replay comes to.
    others = [
        {"variant": variant, "players": [*game.scores], "moves": game.moves, "end": "early"}
        for variant in ("castle", "discovery", "wheel-of-fortune")
        for game in (played(variant, Random(7), players=2, most=35),)
    ]
    here = table().open()
    found = here.page.evaluate(FEED, [*asked, *others])
    for request, (scores, refusal, _) in zip(others, found[len(asked) :], strict=True):
        assert refusal is None, request["variant"]
        assert scores == replayed(request)["scores"]
    for (game, moves), (scores, refusal, steps) in zip(known, found, strict=False):
        assert refusal is None, game["id"]
        assert steps == len(moves) + 1
        assert scores == game["final"]["scores"], game["id"]


def test_by_keys_alone_and_read_aloud(table: OpenTable) -> None:
    here = table(bypass_csp=True).open()
    along = Along(here).start()
    page = here.page
    here.kind("E").press("Enter")
    expect(here.cell(0, -1)).to_have_class(re.compile("legal"))
    here.cell(0, -1).focus()
    page.keyboard.press("Enter")
    expect(along.on("done")).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator('#turn .spot[aria-pressed="true"]')).to_have_count(1)
    along.on("done").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#turn h2")).to_have_text("Blue’s turn")
    expect(page.locator("#turn h2")).to_be_focused()
    expect(page.locator("#heard")).to_contain_text("Red: tile E")
    page.keyboard.press("Control+z")
    expect(page.locator("#turn h2")).to_have_text("Red’s turn")
    along.play(FIRST[:2])
    page.add_script_tag(path=AXE)
    assert serious(here) == []
    along.look_at(0)
    assert serious(here) == []
    along.tap("now")
    along.end()
    assert serious(here) == []
    along.tap("new-game")
    expect(page.locator("#start-dialog")).to_be_visible()
    assert serious(here) == []


def test_the_clock_a_file_another_language_and_what_was_left(table: OpenTable) -> None:
    here = table(**PHONE).open()
    page = here.page
    here.tap('[data-mode="game"]')
    page.locator("#start-form [name=clock]").fill("15")
    here.tap("#start-form .primary")
    along = Along(here).ready()
    along.play(FIRST[:2])
    expect(page.locator("#players .time")).to_have_text(["15:00", "15:00"])
    along.open_log()
    along.tap("clock")
    expect(page.locator("#players .time").first).not_to_have_text("15:00")
    along.tap("save-open")
    with page.expect_download() as download:
        here.tap("#play-save")
    saved = download.value.path()
    here.tap("#open-dialog .icon-button")

    # Another language says everything anew.
    here.tap("#menu")
    here.tap('[data-language="nl"]')
    expect(page.locator("#play .log .lines").first).to_contain_text("stad")
    expect(page.locator("#turn h2")).to_contain_text("aan de beurt")

    # A new game leaves the old one in the browser, and a file opens on any device.
    along.tap("new-game")
    here.tap("#start-form .primary")
    expect(page.locator(".log .step")).to_have_count(0)
    along.tap("save-open")
    here.tap("#open-dialog .earlier button")
    expect(page.locator(".log .step")).to_have_count(2)
    other = table().open()
    other.tap('[data-mode="game"]')
    other.tap("#start-form .quiet >> text=Open")
    other.page.locator("#open-dialog [name=file]").set_input_files(saved)
    expect(other.page.locator(".log .step")).to_have_count(2)
    assert Along(other).linked()["moves"] == FIRST[:2]
    # Back at the board, the board is as it was.
    other.tap('[data-mode="board"]')
    expect(other.page.locator("#welcome")).to_be_visible()


def test_a_game_of_another_program_its_bag_and_its_report(table: OpenTable) -> None:
    game, moves = base_game(1)
    here = table().open()
    page = here.page
    here.tap('[data-mode="game"]')
    here.tap("#start-form .quiet >> text=Open")
    here.tap("#open-dialog summary")
    page.locator("#open-dialog [name=data]").fill(json.dumps(as_jcz(game, moves[:8])))
    here.tap("#play-import")
    expect(page.locator(".log .step")).to_have_count(8)
    along = Along(here)
    assert along.scores() == list(game["turns"][7]["scores"].values())

    # The bag is closed until somebody opens it, and the game says so.
    here.tap('#play [data-tab="bag"]')
    expect(page.locator("#play .bag")).to_have_count(0)
    expect(page.locator("#play")).to_contain_text("the bag is closed")
    here.tap('#play [data-focus="bag"]')
    expect(page.locator("#play")).to_contain_text("63 tiles are left")
    expect(page.locator("#play")).to_contain_text("the bag is open")
    assert along.linked()["table"]["bag"] is True
    here.tap(page.locator(".cell.open").first)
    expect(page.locator("#play .told")).to_contain_text("%")
    here.tap("#undo")

    here.tap('#play [data-tab="log"]')
    along.end()
    expect(page.locator("#play .biggest li")).not_to_have_count(0)
    expect(page.locator("#play .used li")).to_have_count(len(game["players"]))
    with page.expect_download() as download:
        along.tap("report-picture")
    picture = download.value.path().read_text("utf-8")
    assert picture.startswith("<svg")
    assert page.locator("#play .verdict").inner_text() in picture
