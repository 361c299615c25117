"""The table on a phone: gestures, how many taps a board costs, nothing gets lost, and everything fits."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.along import Along, in_sight
from tests.browser.conftest import DESKTOP, PHONE, OpenTable
from tests.browser.table import Json, Table, fragment
from tests.browser.test_build import fixture
from tests.oracle_games import games

LARGER_PHONE = {**PHONE, "viewport": {"width": 390, "height": 844}}
ON_ITS_SIDE = {**PHONE, "viewport": {"width": 844, "height": 390}}
WIDE = {**DESKTOP, "viewport": {"width": 1366, "height": 768}}
SCREENS = [PHONE, LARGER_PHONE, ON_ITS_SIDE, WIDE]
NAMES = ["Annemarie", "Bartholomeus", "Cees", "Dirk-Jan", "Elisabeth", "Floris"]


class Finger:
    """A real finger: the browser decides what scrolls and what is a tap."""

    def __init__(self, table: Table) -> None:
        self.device = table.page.context.new_cdp_session(table.page)
        self.page = table.page

    def touch(self, kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        self.device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def go(
        self, start: tuple[float, float], end: tuple[float, float], *, until: Locator | None = None, lift: bool = True
    ) -> None:
        self.touch("touchStart", start)
        if until is not None:
            expect(until).to_be_attached()
        for step in range(1, 9):
            x, y = (a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
            self.touch("touchMove", (x, y))
        if lift:
            self.touch("touchEnd")


#: Scrolls the tiles back to their beginning, once a swipe has come to rest.
SCROLLED_BACK = """async () => {
  const tiles = document.getElementById("palette");
  for (let still = 0, left = -1; still < 10; still = tiles.scrollLeft === left ? still + 1 : 0) {
    left = tiles.scrollLeft;
    await new Promise(requestAnimationFrame);
  }
  tiles.scrollTo(0, 0);
  await new Promise(requestAnimationFrame);
}"""


def middle(table: Table, selector: str) -> tuple[float, float]:
    box = table.page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_swipe_on_the_tiles_scrolls_and_a_pull_or_a_long_press_picks_up(table: OpenTable) -> None:
    here = table(**PHONE).open()
    finger, dragged = Finger(here), here.page.locator(".dragged")
    here.tap(here.cell(0, 0))
    here.tap("#palette button >> nth=0")
    here.tap("#card .card-close")
    tile = middle(here, "#palette [data-kind=D]")
    finger.go(tile, (tile[0] - 150, tile[1] + 6))
    here.page.wait_for_function("document.getElementById('palette').scrollLeft > 50")
    expect(dragged).to_have_count(0)
    expect(here.page.locator(".cell.legal, #palette [aria-pressed=true]")).to_have_count(0)
    here.page.evaluate(SCROLLED_BACK)
    # Pulled towards the board it is carried, and let go beside the board it is back in the box.
    tile = middle(here, "#palette [data-kind=D]")
    finger.go(tile, (tile[0], tile[1] - 200), lift=False)
    expect(dragged).to_have_count(1)
    finger.go((tile[0], tile[1] - 200), (tile[0], 8))
    expect(dragged).to_have_count(0)
    expect(here.page.locator(".cell.laid")).to_have_count(1)
    # A drag that the browser takes away ends, and nothing is left in the hand.
    finger.go(tile, (tile[0], tile[1] - 200), lift=False)
    finger.touch("touchCancel")
    expect(dragged).to_have_count(0)
    expect(here.page.locator(".cell.legal, #palette [aria-pressed=true]")).to_have_count(0)
    # A long press picks it up, even if the finger then goes sideways.
    target = middle(here, '[data-cell="1,0"]')
    finger.go(tile, (target[0], target[1] + 50), until=dragged)
    expect(here.page.locator(".cell.laid")).to_have_count(2)
    assert here.page.evaluate("document.documentElement.scrollLeft + scrollY") == 0


#: For every placement of a game: at which place among the kinds, and among the buttons, the tile that was laid stood.
RANKS = """async ({ start, moves }) => {
  const { loadGame } = await import("./static/table/games.js");
  const { likelyTiles } = await import("./static/table/likely.js");
  const { facing, rotationsFor, used } = await import("./static/table/position.js");
  const game = await loadGame("base");
  let position = { variant: "base", players: [], tiles: [start], meeples: [] };
  return moves.map(({ x, y, tile, rotation, gone }) => {
    const wanted = facing(position, game, [x, y]);
    const out = used(position);
    const left = (kind) => kind.count - (out.get(kind.id) ?? 0) - (gone[kind.id] ?? 0);
    const found = likelyTiles(game.kinds.values(), left, (kind) => rotationsFor(game, kind, wanted));
    const kind = game.kinds.get(tile);
    const same = (one) => one.kind === kind && kind.distinct([one.rotation, rotation]).length === 1;
    const kinds = [...new Set(found.map((one) => one.kind))];
    position = { ...position, tiles: [...position.tiles, { x, y, tile, rotation }] };
    return [kinds.indexOf(kind), found.findIndex(same)];
  });
}"""


def laid(game: Json) -> Iterator[Json]:
    """The tiles that are laid in a game, each with what was discarded before."""
    gone: dict[str, int] = {}
    for turn in game["turns"]:
        move = turn["move"]
        if "discard" in move:
            gone[move["discard"]] = gone.get(move["discard"], 0) + 1
        else:
            yield {**{name: move[name] for name in ("x", "y", "tile", "rotation")}, "gone": dict(gone)}


def test_the_right_tile_is_among_the_first(table: OpenTable) -> None:
    """Over all placements of the oracle's games: the kind among the first eight, the button on the first screen."""
    here = table().open()
    start = {"x": 0, "y": 0, "tile": "D", "rotation": 0}
    ranks = [
        rank
        for game in games("base").values()
        for rank in here.page.evaluate(RANKS, {"start": start, "moves": list(laid(game))})
    ]
    assert len(ranks) > 5_000
    assert min(button for _, button in ranks) == 0
    assert sum(0 <= kind < 8 for kind, _ in ranks) / len(ranks) >= 0.92
    assert sum(0 <= button < 18 for _, button in ranks) / len(ranks) >= 0.95


def test_thirty_tiles_with_three_players_in_few_motions(table: OpenTable) -> None:
    """A real game is laid out after thirty turns: taps and swipes are counted as a thumb makes them."""
    game = next(game for game in games("base").values() if len(game["players"]) == 3)
    standing: dict[tuple[int, int], tuple[str, str]] = {}
    order: list[Json] = [{"x": 0, "y": 0, "tile": "D", "rotation": 0}]
    for turn in game["turns"][:29]:
        move = turn["move"]
        order.append(move)
        if "spot" in move:
            standing[move["x"], move["y"]] = (move["player"], move["spot"])
        for one in turn["returned"]:
            del standing[one["x"], one["y"]]
    here = table(**PHONE).open("#" + fragment({**SEATS, "players": [{"name": name} for name in game["players"]]}))
    taps = swipes = 0

    def seen(selector: str) -> bool:
        script = """selector => {
          const found = document.querySelector(selector);
          if (!found) return false;
          const { left, right, top, bottom } = found.getBoundingClientRect();
          const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return Boolean(there) && (found === there || found.contains(there) || there.contains(found));
        }"""
        return bool(here.page.evaluate(script, selector))

    def tap(selector: str) -> None:
        nonlocal taps, swipes
        here.page.wait_for_function("selector => document.querySelector(selector)", arg=selector)
        if not seen(selector):
            swipes += 1
            here.page.locator(selector).scroll_into_view_if_needed()
            if not seen(selector):
                here.page.locator("#fit").tap()
        taps += 1
        here.page.locator(selector).first.tap()

    for move in order:
        x, y = move["x"], move["y"]
        tap(f'[data-cell="{x},{y}"]')
        tap(f'#palette [data-kind="{move["tile"]}"][data-rotation="{same_looking(here, move)}"]')
        if (x, y) in standing:
            player, spot = standing[x, y]
            tap(f'#card .stand[data-spot-of="{spot_there(here, x, y, spot)}"][data-player="{player}"]')
    expect(here.page.locator(".cell.laid")).to_have_count(len(order))
    expect(here.page.locator("#followers .follower")).to_have_count(len(standing))
    assert taps <= 75
    assert swipes <= 10
    # Cells stay large enough for a finger.
    box = here.cell(order[-1]["x"], order[-1]["y"]).bounding_box()
    assert box is not None
    assert box["width"] >= 40


SEATS: Json = {"variant": "base", "excerpt": True, "tiles": [], "meeples": []}


def same_looking(table: Table, move: Json) -> int:
    """The rotation whose button stands for this one: those that look the same have one."""
    found: int = table.page.evaluate(
        """async ({ tile, rotation }) => {
          const { state } = await import("./static/table/store.js");
          const kind = state.game.kinds.get(tile);
          const buttons = [...document.querySelectorAll(`#palette [data-kind="${tile}"]`)];
          const shown = buttons.map((one) => Number(one.dataset.rotation));
          return shown.find((one) => kind.distinct([one, rotation]).length === 1) ?? rotation;
        }""",
        move,
    )
    return found


def spot_there(table: Table, x: int, y: int, spot: str) -> str:
    """The name that a spot has on the tile as it lies."""
    found: str = table.page.evaluate(
        """async ([x, y, spot]) => {
          const { state } = await import("./static/table/store.js");
          const { tileAt } = await import("./static/table/position.js");
          const tile = tileAt(state.position, [x, y]);
          const kind = state.game.kinds.get(tile.tile);
          return kind.spot(tile.rotation, kind.segmentOf(tile.rotation, spot));
        }""",
        [x, y, spot],
    )
    return found


def test_every_step_that_puts_a_board_away_can_be_undone(table: OpenTable) -> None:
    request = fixture("base/final-farm-big")["request"]
    here = table(**LARGER_PHONE).open("#" + fragment(request))
    tiles = here.page.locator(".cell.laid")

    def back() -> None:
        expect(here.page.locator("#toast")).to_be_visible()
        here.tap("#toast-undo")
        expect(tiles).to_have_count(24)
        expect(here.page.locator("#game")).to_have_value("base")
        expect(here.verdict).to_contain_text("Blue wins with 15 points")
        expect(here.page.locator("#toast")).to_be_hidden()

    here.menu("#new")
    expect(tiles).to_have_count(0)
    back()
    here.choose_game("castle")
    expect(tiles).to_have_count(0)
    back()
    here.menu("#examples")
    here.tap("#examples-list button >> nth=0")
    expect(here.page.locator("#examples-dialog")).to_be_hidden()
    back()
    here.page.evaluate("link => { location.hash = link; }", fragment(fixture("base/city-8-pennant")["request"]))
    expect(tiles).to_have_count(3)
    back()
    # Between printings of one game the board stays, and is judged anew.
    here.page.select_option("#game", "base-2000")
    expect(tiles).to_have_count(24)
    expect(here.verdict).not_to_contain_text("15 points")
    here.tap("#undo")
    expect(here.verdict).to_contain_text("Blue wins with 15 points")


def test_reload_back_and_another_day(table: OpenTable) -> None:
    here = table(**LARGER_PHONE).open()
    for cell, tile in (((0, 0), "D"), ((1, 0), "U")):
        here.tap(here.cell(*cell))
        here.tap(f'#palette [data-kind="{tile}"] >> nth=0')
    tiles = here.page.locator(".cell.laid")
    expect(tiles).to_have_count(2)
    # Back closes a dialog, and nothing else happens.
    here.menu("#share")
    expect(here.page.locator("#share-dialog")).to_be_visible()
    here.page.go_back()
    expect(here.page.locator("#share-dialog")).to_be_hidden()
    expect(tiles).to_have_count(2)
    here.tap("#players-edit")
    here.page.locator("[name=name]").first.fill("Anna")
    here.tap("#players-dialog .primary")
    expect(here.page.locator("#players")).to_contain_text("Anna")
    expect(here.page).to_have_url(re.compile("Anna"))
    here.page.reload()
    here.ready()
    expect(tiles).to_have_count(2)
    expect(here.page.locator("#players")).to_contain_text("Anna")
    # Without a link the page offers the board that was left, and a new one does not take its place.
    here.page.goto("about:blank")
    here.open()
    expect(tiles).to_have_count(0)
    here.tap(here.cell(0, 0))
    here.tap("#palette button >> nth=0")
    here.menu("#new")
    here.tap("#toast-undo")
    here.page.goto("about:blank")
    here.open()
    assert here.page.evaluate("JSON.parse(localStorage.getItem('referee-boards')).map(({ tiles }) => tiles)") == [1, 2]
    here.tap("#kept button >> nth=0")
    expect(tiles).to_have_count(1)
    # A box is named in words that stand alone, not as it goes on in the list of games.
    here.choose_game("base+inns-and-cathedrals+traders-and-builders")
    here.page.goto("about:blank")
    here.open()
    expect(here.page.locator("#kept button").first).to_have_text(
        "Continue your board: The base game + Inns & Cathedrals + Traders & Builders, 1 tile"
    )


@pytest.mark.parametrize("screen", SCREENS, ids=["360", "390", "844", "1366"])
def test_two_to_six_players_fit_every_screen(table: OpenTable, screen: Json) -> None:
    here = table(**screen).open()
    for count in (3, 6):
        players = [{"name": name, "score": 100 + seat} for seat, name in enumerate(NAMES[:count])]
        request = {**fixture("base/city-8-pennant")["request"], "players": players, "meeples": []}
        request["expansions"] = ["inns-and-cathedrals"]
        here.page.goto("about:blank")
        here.open("#" + fragment(request))
        here.tap(here.page.locator(".cell.laid").first)
        expect(here.page.locator("#card .stand").nth(count - 1)).to_be_visible()
        wide, high = here.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert (wide, high) == (screen["viewport"]["width"], screen["viewport"]["height"])
        for selector in ("#headline", "#undo", "#board", "#players .player >> nth=-1", "#card .stand >> nth=0"):
            expect(here.page.locator(selector)).to_be_in_viewport(ratio=0.95)
        board = here.page.locator("#board").bounding_box()
        assert board is not None
        assert board["height"] > screen["viewport"]["height"] * 0.4


def test_a_small_board_shows_where_the_tile_may_go(table: OpenTable) -> None:
    here = table(**{**PHONE, "viewport": {"width": 360, "height": 640}}).open()
    along = Along(here).start("base", ["river"])
    # A river that leaves the screen.
    river = ["R04", "R03", "R03", "R05", "R07", "R09", "R10"]
    for number, tile in enumerate(river):
        here.tap(here.kind(tile))
        offered = here.page.locator(".cell.legal")
        expect(offered.first).to_be_in_viewport(ratio=0.7)
        assert in_sight(offered.first, here.page.locator("#board"))
        here.tap(offered.first)
        along.tap("done")
        expect(here.page.locator(".log .step")).to_have_count(number + 1)


def test_the_castles_cells_can_be_tapped(table: OpenTable) -> None:
    here = table(**PHONE).open("#castle/white,black/")
    box = here.cell(4, 5).bounding_box()
    assert box is not None
    assert box["width"] >= 40


def test_one_question_is_one_request(table: OpenTable) -> None:
    here = table(**PHONE).open()
    asked: list[str] = []
    here.page.on("request", lambda request: asked.append(request.url) if "/v1/" in request.url else None)
    here.tap(here.cell(0, 0))
    here.tap("#palette [data-kind=D] >> nth=0")
    expect(here.verdict).to_have_text("Nobody scores.")
    here.page.wait_for_timeout(300)
    assert [url.rsplit("/", 1)[1] for url in asked] == ["batch"]


def test_was_that_allowed_and_what_would_fit(table: OpenTable) -> None:
    here = table(**LARGER_PHONE).open("#base/red,blue/D@0,0;E@0,1,90/excerpt:!t")
    here.tap(here.cell(0, 1))
    here.tap("#card .was-allowed")
    expect(here.page.locator("#card .fits")).to_contain_text("Yes, that was allowed")
    here.page.goto("about:blank")
    here.open("#base/red,blue/D@0,0;E@0,1/excerpt:!t")
    here.tap(here.cell(0, 1))
    here.tap("#card .was-allowed")
    expect(here.page.locator("#card .misfits").last).to_contain_text("edge")
    here.read()
    expect(here.page.locator(".edge-fault")).to_have_count(1)
    here.tap(".remedy >> nth=0")
    expect(here.verdict).not_to_contain_text("against the rules")
    here.tap("#undo")
    here.read()
    here.tap(".remedy >> nth=-1")
    here.tap("#palette [data-kind=U] >> nth=0")
    expect(here.page.locator(".edge-fault")).to_have_count(0)
    expect(here.page.locator(".cell.laid")).to_have_count(2)


def test_who_occupies_a_feature_lights_up(table: OpenTable) -> None:
    here = table(**LARGER_PHONE).open("#base/red,blue/D@0,0;U@1,0;D@2,0=red.road/excerpt:!t")
    here.tap(here.cell(0, 0))
    here.tap("#card .why >> nth=0")
    expect(here.page.locator("#glow .highlight").first).to_be_attached()
    expect(here.page.locator("#status")).to_contain_text("red")


def test_figures_of_expansions_are_placed(table: OpenTable) -> None:
    here = table(**LARGER_PHONE).open()
    here.page.select_option("#game", "base+river+abbot")
    expect(here.page).to_have_url(re.compile(r"#base\+river\+abbot/"))
    here.whole_board()
    expect(here.picture(0, 0)).to_have_attribute("href", "#tile-R01-0")
    here.page.select_option("#game", "base+inns-and-cathedrals+traders-and-builders")
    expect(here.page).to_have_url(re.compile("traders"))
    here.menu("#new")
    here.tap(here.cell(0, 0))
    here.tap("#palette [data-kind=E] >> nth=0")
    here.tap("#card [data-figure=big]")
    here.tap("#card .stand >> nth=1")
    here.tap("#players-edit")
    here.page.locator("[data-token=wine]").first.fill("2")
    here.tap("#players-dialog .primary")
    asked = here.request()
    assert asked["meeples"] == [{"player": "blue", "x": 0, "y": 0, "spot": "city@N", "figure": "big"}]
    assert asked["players"][0]["goods"] == {"wine": 2}
    expect(here.verdict).to_have_text("Nobody scores.")


def test_the_board_on_paper(table: OpenTable) -> None:
    here = table().open("#" + fragment(fixture("base/final-farm-big")["request"]))
    expect(here.verdict).to_contain_text("Blue wins")
    pdf = here.page.pdf(format="A4")
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") <= 2
    here.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    here.page.emulate_media(media="print")
    paper = here.page.locator("#paper")
    expect(paper).to_contain_text("Farmers: 3 points for each city and field")
    expect(paper).to_contain_text("Blue scores 6 points")
    expect(paper.locator(".paper-board")).to_be_visible()
    expect(here.page.locator("main")).to_be_hidden()
    here.page.emulate_media(media="screen")
    here.menu("#share")
    expect(here.page.locator("#share-local")).to_contain_text("127.0.0.1")


def test_a_fields_cities_are_numbered_and_quotations_labelled(table: OpenTable) -> None:
    here = table().open("#" + fragment(fixture("base/final-farm-big")["request"]))
    line = here.lines.first
    expect(line.locator(".count")).to_have_text(["1", "2"])
    here.tap(line)
    expect(here.page.locator("#numbers .count-sign")).to_have_text(["1", "2"])
    here.tap("#answer .rule >> nth=0")
    expect(here.page.locator(".rule-text").first).to_contain_text("Our translation (original: Dutch)")
    expect(here.page.locator(".rule-text footer").first).to_contain_text("Dutch")
    expect(here.page.locator("#tags .points-badge")).to_have_count(4)
