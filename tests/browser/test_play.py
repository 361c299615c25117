"""What people do with a game besides playing it; and whole games of the oracle, through the page's own model."""

from __future__ import annotations

import json
import re
from random import Random

from playwright.sync_api import expect

from tests.browser.along import Along
from tests.browser.conftest import PHONE, OpenTable
from tests.browser.table import fragment
from tests.browser.test_build import fixture
from tests.browser.test_evenings import EVENINGS, replayed
from tests.browser.test_use import AXE, serious
from tests.oracle_games import games
from tests.replay_games import played
from tests.test_imports import as_jcz, base_game
from tests.test_oracle_expansions import GAMES as EXPANSION_GAMES
from tests.test_oracle_expansions import moves as expansion_moves

#: The first moves of a game: a city of two tiles is finished at once, a road goes on.
FIRST = EVENINGS["base"]["moves"]


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

    # Undo and Redo go through the log.
    here.tap("#undo")
    expect(page.locator(".log .step")).to_have_count(4)
    here.tap("#redo")
    expect(page.locator(".log .step")).to_have_count(5)

    # The first move is corrected: the follower stood on the field. What came later is judged again.
    along.look_at(0)
    along.tap("correct")
    here.tap(page.locator('#turn [data-at="field@N"] .touch'))
    along.tap("done")
    expect(page.locator(".log .step").last).to_contain_text("field")
    assert along.scores() == [0, 3]
    expect(page.locator(".log .step")).to_have_count(5)

    # A correction is undone as a whole, and made again.
    here.tap("#undo")
    assert along.scores() == [4, 3]
    expect(page.locator(".log .step")).to_have_count(5)
    here.tap("#redo")
    assert along.scores() == [0, 3]
    expect(page.locator("#redo")).to_be_disabled()
    here.tap("#undo")
    assert along.scores() == [4, 3]

    # Without the second one the third is out of turn: the page says so, and all that can be undone.
    along.look_at(1)
    along.tap("take-out")
    expect(page.locator("#turn h2")).to_contain_text("no longer fits")
    along.tap("change")
    # Its tile would lie apart from the board.
    expect(page.locator("#turn")).to_contain_text("may not lie like this")
    here.tap("#undo")
    expect(page.locator(".log .step")).to_have_count(5)
    assert along.scores() == [4, 3]
    along.look_at(1)
    along.tap("take-out")
    along.tap("drop-rest")
    expect(page.locator(".log .step")).to_have_count(1)
    assert along.scores() == [4, 0]
    for _ in range(2):
        here.tap("#undo")
        expect(page.locator("#turn h2")).to_contain_text("no longer fits")
        here.tap("#undo")
        expect(page.locator(".log .step")).to_have_count(5)
        # Whatever is looked at meanwhile may be gone then.
        along.look_at(4)
        here.tap("#redo")
        expect(page.locator("#turn h2")).to_contain_text("no longer fits")
        here.tap("#redo")
        expect(page.locator(".log .step")).to_have_count(1)
        assert along.scores() == [4, 0]
    here.tap("#undo")
    here.tap("#undo")
    expect(page.locator(".log .step")).to_have_count(5)

    # It was another tile: the last move but one is entered anew.
    along.look_at(3)
    along.tap("correct")
    along.tap("close")
    expect(page.locator("#turn h2")).to_contain_text("Correct Blue’s turn")
    along.enter({"player": "blue", "tile": "E", "x": 0, "y": 1, "rotation": 180})
    along.tap("done")
    expect(page.locator(".log .step").nth(1)).to_contain_text("tile E")
    here.tap("#undo")
    assert along.linked()["moves"][3] == FIRST[3]

    # In another language nothing is redone that had followed from what was changed.
    here.tap("#redo")
    along.enter_points("score", 2, "blue")
    here.tap("#undo")
    here.tap("#undo")
    expect(page.locator("#redo")).to_be_enabled()
    here.menu('[data-language="nl"]')
    expect(page.locator(".log .step").first).to_contain_text("met de hand")
    expect(page.locator("#redo")).to_be_disabled()
    assert along.linked()["moves"][3] == FIRST[3]


def test_a_link_to_a_board_leaves_the_game_as_it_is(table: OpenTable) -> None:
    here = table().open()
    along = Along(here).start()
    along.play(FIRST[:2])
    here.page.evaluate("link => { location.hash = link; }", fragment(fixture("base/city-8-pennant")["request"]))
    expect(here.verdict).to_have_text("Red scores 8 points.")
    expect(here.page.locator("#turn")).to_be_hidden()
    here.page.keyboard.press("Control+z")
    here.tap('[data-mode="game"]')
    expect(here.page).to_have_url(re.compile(re.escape("#base/red,blue/%3E")))
    assert along.linked()["moves"] == FIRST[:2]


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
    expect(page.locator("#start-form .primary")).to_be_in_viewport(ratio=1)
    titles = page.locator("#start-form [name=variant] option").all_text_contents()
    assert "The base game as printed in 2003" in titles
    assert len({title[:25] for title in titles}) == len(titles)
    # Who begins is asked by the names that stand above.
    first = page.locator("#start-form [name=name]").first
    first.fill("Anna")
    expect(page.locator("#start-form [name=first] option")).to_have_text(["Anna", "blue"])
    for name, said in (("  ", "Every player needs a name."), (" blue ", "Two players have the same name.")):
        first.fill(name)
        here.tap("#start-form .primary")
        expect(page.locator("#start-form .problem")).to_have_text(said)
    first.fill("red")
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
    colours = page.locator("#start-form [name=color]")
    expect(colours.first).to_have_value("red")
    expect(colours.last).to_have_value("blue")
    here.tap("#start-form .primary")
    expect(page.locator(".log .step")).to_have_count(0)
    # It begins at the turn, not at the log.
    expect(page.locator("#play")).not_to_be_visible()
    expect(page.locator("#turn h2")).to_be_focused()
    along.open_log()
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
    expect(page.locator("#play .kinds tbody tr")).not_to_have_count(0)
    expect(page.locator("#play .curve svg")).to_be_visible()
    here.tap(page.locator("#play > .lines .line").first)
    expect(page.locator("#marks .lit")).not_to_have_count(0)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#paper .kinds")).to_have_count(1)
    expect(page.locator("#play .used li")).to_have_count(len(game["players"]))
    with page.expect_download() as download:
        along.tap("report-picture")
    picture = download.value.path().read_text("utf-8")
    assert picture.startswith("<svg")
    assert page.locator("#play .verdict").inner_text() in picture
