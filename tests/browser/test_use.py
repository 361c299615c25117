"""How the table is used: keys, search, examples, sharing, faults, languages, and without a network."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from scorer import notation
from tests.browser.conftest import DESKTOP, PHONE, OpenTable
from tests.browser.table import Json, Table, fragment
from tests.browser.test_build import comparable, fixture


def test_keyboard_only(table: OpenTable) -> None:
    here = table().open()
    keys = here.page.keyboard

    def go_to(selector: str) -> None:
        for _ in range(60):
            if here.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            keys.press("Tab")
        pytest.fail(f"{selector} is not reached")

    def take(tile: str, turns: int) -> None:
        go_to("#palette button")
        keys.press("Home")
        for _ in range(30):
            if here.page.evaluate("document.activeElement.dataset.kind") == tile:
                break
            keys.press("ArrowRight")
        keys.press("Enter")
        # The keyboard goes on to the board, where the tile may lie.
        expect(here.page.locator("#board .cell:focus")).to_have_count(1)
        for _ in range(turns):
            keys.press("r")

    take("K", 2)
    keys.press("Enter")
    expect(here.picture(0, 0)).to_have_attribute("href", "#tile-K-180")
    take("F", 3)
    expect(here.cell(0, 1)).to_have_class(re.compile("legal"))
    while here.page.evaluate("document.activeElement.dataset.cell") != "0,1":
        keys.press("ArrowDown")
    keys.press("Enter")
    expect(here.picture(0, 1)).to_have_attribute("href", "#tile-F-270")
    # A follower goes from spot to spot, the city first.
    keys.press("f")
    expect(here.page.locator("#followers .follower")).to_have_count(1)
    take("E", 0)
    expect(here.cell(0, 2)).to_have_class(re.compile("legal"))
    while here.page.evaluate("document.activeElement.dataset.cell") != "0,2":
        keys.press("ArrowDown")
    keys.press("Enter")
    expect(here.verdict).to_have_text("Red scores 8 points.")
    expect(here.page.locator("#heard")).to_have_text("Red scores 8 points.")
    keys.press("Delete")
    expect(here.verdict).to_have_text("Nobody scores.")
    keys.press("Control+z")
    expect(here.verdict).to_have_text("Red scores 8 points.")
    go_to("#answer .line")
    keys.press("Enter")
    expect(here.page.locator("#marks .lit")).to_have_count(1)
    go_to("#answer .rule")
    keys.press("Enter")
    expect(here.page.locator(".rule-text")).to_be_visible()


def test_undo_and_redo(table: OpenTable) -> None:
    here = table().open()
    here.lay("D", 0, 0, 0)
    here.lay("E", 0, -1, 180)
    here.stand("blue", 0, -1, "city@S")
    expect(here.verdict).to_have_text("Blue scores 4 points.")
    for _ in range(3):
        here.tap("#undo")
    expect(here.page.locator(".cell.laid")).to_have_count(0)
    expect(here.page.locator("#undo")).to_be_disabled()
    for _ in range(3):
        here.tap("#redo")
    expect(here.verdict).to_have_text("Blue scores 4 points.")
    expect(here.page.locator("#redo")).to_be_disabled()


def test_the_points_are_carried_out_on_the_board(table: OpenTable) -> None:
    here = table().open("#" + fragment(fixture("base/city-10-tie")["request"]))
    here.tap("#answer .primary")
    expect(here.verdict).to_have_text("Nobody scores.")
    expect(here.page.locator("#players .score")).to_have_text(["10", "10"])
    expect(here.page.locator("#players .supply")).to_have_text(["×7", "×7"])


def test_what_is_wrong_is_shown_where_it_is_wrong(table: OpenTable) -> None:
    here = table().open()
    here.lay("E", 0, 0, 180)
    here.tap(here.kind("V"))
    expect(here.cell(1, 0)).to_have_class(re.compile("legal"))
    expect(here.cell(0, 1)).not_to_have_class(re.compile("legal"))
    # A cell that is not lit takes the tile all the same, as the table before us may have it there.
    here.tap(here.cell(0, 1))
    expect(here.verdict).to_have_text("This is against the rules")
    expect(here.page.locator("#marks .fault")).to_have_count(1)
    expect(here.lines).to_contain_text(["the tile on A shows field, but its neighbour on B shows city."])
    expect(here.page.locator(".edge-fault")).to_have_count(1)
    expect(here.cell(0, 1)).to_have_attribute("aria-label", re.compile("city"))
    expect(here.page.locator("#card .misfits")).to_be_visible()
    here.tap("#answer .rule")
    expect(here.page.locator(".rule-text")).to_contain_text("both must show the same")
    here.ask("validate")
    expect(here.verdict).to_have_text("This is against the rules")
    here.tap("#card .remove")
    expect(here.verdict).to_have_text("Yes, no rule is broken")
    expect(here.page.locator("#marks .fault")).to_have_count(0)


def test_a_line_lights_up_its_cells_and_its_feature(table: OpenTable) -> None:
    here = table().open("#" + fragment(fixture("base/final-farm-big")["request"]))
    here.tap(here.lines.nth(1))
    expect(here.lines.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(here.lines.nth(0)).to_have_attribute("aria-pressed", "false")
    expect(here.page.locator("#marks .lit")).to_have_count(1)
    expect(here.page.locator("#glow .highlight").first).to_be_visible()
    here.tap(here.lines.nth(1))
    expect(here.page.locator("#marks .lit")).to_have_count(0)
    expect(here.page.locator("#glow .highlight")).to_have_count(0)


def test_a_tile_fits_where_it_is_tapped_and_turns_when_tapped_again(table: OpenTable) -> None:
    here = table().open()
    here.lay("E", 0, 0, 180)
    # The city must go on, so the tile turns by itself.
    here.tap(here.kind("E"))
    expect(here.cell(0, 1)).to_have_class(re.compile("legal"))
    here.tap(here.cell(0, 1))
    expect(here.picture(0, 1)).to_have_attribute("href", "#tile-E-0")
    here.tap(here.cell(0, 1))
    expect(here.page.locator("#status")).to_have_text("It fits only this way.")
    here.tap("#card .turn-right")
    expect(here.picture(0, 1)).to_have_attribute("href", "#tile-E-90")


def test_a_cell_is_tapped_first_and_tiles_that_look_right_are_offered(table: OpenTable) -> None:
    here = table().open()
    here.lay("D", 0, 0, 0)
    here.tap(here.cell(1, 0))
    expect(here.page.locator("#target")).to_be_visible()
    # All that have a road edge, and nothing else.
    expect(here.kind("B")).to_have_count(0)
    here.tap(here.kind("A"))
    expect(here.picture(1, 0)).to_have_attribute("href", "#tile-A-90")


def test_search_by_shape(table: OpenTable) -> None:
    here = table().open()
    rim = here.page.locator("#search")

    def edge(port: int) -> None:
        here.tap(rim.locator(f'[data-port="{port}"]'))

    everything = here.page.locator("#palette button").count()
    for port in (0, 3, 6, 9):
        while "city" not in (rim.locator(f'[data-port="{port}"]').get_attribute("aria-label") or ""):
            edge(port)
    expect(here.page.locator("#palette button")).to_have_count(1)
    expect(here.kind("C")).to_be_visible()
    here.tap(rim.locator("button"))
    expect(here.page.locator("#palette button")).to_have_count(everything)
    here.choose_game("castle")
    while "path" not in (rim.locator('[data-port="1"]').get_attribute("aria-label") or ""):
        edge(1)
    assert 0 < here.page.locator("#palette button").count() < 48


def test_counts_left(table: OpenTable) -> None:
    here = table().open()
    expect(here.kind("X").locator(".left")).to_have_text("1")
    here.lay("X", 0, 0, 0)
    expect(here.kind("X").locator(".left")).to_have_text("0")
    here.whole_board()
    expect(here.verdict).to_have_text("This is against the rules")
    expect(here.page.locator("#answer")).to_contain_text("Part of a board")
    here.menu("#new")
    here.whole_board()
    expect(here.picture(0, 0)).to_have_attribute("href", "#tile-D-0")


def test_an_example_is_opened_and_played_with(table: OpenTable) -> None:
    here = table().open()
    here.choose_game("castle")
    here.menu("#examples")
    here.page.locator("#examples-search").fill("unfinished")
    here.tap("#examples-list button >> nth=0")
    expect(here.page.locator("#answer .book")).to_be_visible()
    expect(here.page.locator(".cell.laid").first).to_be_visible()
    here.menu("#examples")
    here.tap("#examples-all")
    here.page.locator("#examples-search").fill("crown")
    expect(here.page.locator("#examples-list li").first).to_be_visible()


def test_every_example_can_be_opened(table: OpenTable) -> None:
    """Also those with extra kinds, questions about placements and boards that break the rules."""
    here = table().open()
    shown = here.page.evaluate(
        """async () => {
          const { openRequest, currentRequest } = await import("./static/table/store.js");
          const { read } = await import("./static/table/notation.js");
          const { examples } = await (await fetch("v1/examples")).json();
          const found = [];
          for (const { id } of examples.filter((_, number) => number % 8 === 0)) {
            const example = await (await fetch(`v1/examples/${id}`)).json();
            await openRequest(example.request, { call: example.call, example });
            await new Promise((done) => setTimeout(done));
            const request = read(decodeURIComponent(location.hash.slice(1)));
            const sorted = (value) => (Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : value ?? "");
            const text = (value) => JSON.stringify([sorted(value)].flat().sort());
            const same = ["variant", "tiles", "meeples", "excerpt", "rules", "castle", "wheel"]
              .every((name) => text(request[name]) === text(example.request[name]));
            const drawn = [...document.querySelectorAll(".cell.laid use")].length === example.request.tiles.length;
            const asked = currentRequest().request;
            const phase = example.call !== "score" || asked.phase === example.request.phase;
            found.push([id, same, drawn, phase]);
          }
          return found;
        }"""
    )
    assert len(shown) > 20
    assert [found for found in shown if found[1:] != [True, True, True]] == []


def test_extra_kinds_are_drawn_by_the_service(table: OpenTable) -> None:
    example = fixture("base-2000/first-city-3-small-pennant")
    here = table().open("#" + fragment(example["request"]))
    expect(here.verdict).to_have_text("Red scores 3 points.")
    extra = example["request"]["tileset"]["kinds"][0]["id"]
    picture = here.page.locator(f'.cell.laid use[href*="-{extra}-"]')
    expect(picture).to_have_count(1)
    href = picture.get_attribute("href")
    expect(here.page.locator(f"#pictures {href} use")).to_have_count(2)


def test_link_json_curl_and_picture(table: OpenTable) -> None:
    request = fixture("base/final-farm-big")["request"]
    here = table().open("#" + fragment(request))
    expect(here.verdict).to_contain_text("Blue wins with 15 points")
    here.menu("#share")
    link = here.page.locator("#share-link").input_value()
    assert link == here.page.url
    assert comparable(notation.read(unquote(link.split("#")[1]))) == comparable(request)
    assert comparable(json.loads(here.page.locator("#share-json").input_value())) == comparable(request)
    curl = here.page.locator("#share-curl").input_value()
    body = re.search(r"-d '(.*)' http://\S+/v1/score$", curl)
    assert body is not None
    assert comparable(json.loads(body[1])) == comparable(request)
    expect(here.page.locator("#share-qr svg")).to_be_visible()
    with here.page.expect_download() as download:
        here.tap("#picture-svg")
    assert download.value.suggested_filename == "base.svg"
    assert "<svg" in download.value.path().read_text("utf-8")


def test_a_link_that_cannot_be_read_leaves_an_empty_table(table: OpenTable) -> None:
    here = table().open("#base/red/D@")
    expect(here.page.locator("#status")).to_contain_text("no board that can be read")
    expect(here.page.locator(".cell.laid")).to_have_count(0)


def test_a_link_to_what_we_do_not_know_is_shown_as_far_as_it_goes(table: OpenTable) -> None:
    here = table().open("#base/red,blue/D@0,0;Q9@1,0=green.city;D@5,5,45/excerpt:!t")
    expect(here.verdict).to_contain_text("against the rules")
    expect(here.page.locator(".cell.laid")).to_have_count(3)
    expect(here.page.locator(".unknown")).to_have_text("Q9")
    here.tap(here.cell(1, 0))
    here.tap("#card .remove")
    expect(here.page.locator(".cell.laid")).to_have_count(2)
    here.complaints.clear()
    here.page.goto("about:blank")
    here.open("#chess/white,black/")
    expect(here.page.locator("#status")).to_contain_text("no board that can be read")
    assert all("404" in complaint for complaint in here.complaints)
    here.complaints.clear()


def test_a_link_to_another_game_is_followed_in_the_same_page(table: OpenTable) -> None:
    here = table().open()
    here.page.evaluate("link => { location.hash = link; }", fragment(fixture("castle/castle-tower-8")["request"]))
    expect(here.verdict).to_have_text("White scores 8 points.")
    expect(here.page.locator("#game")).to_have_value("castle")


def test_dutch_by_the_browser_and_by_choice(table: OpenTable) -> None:
    here = table(locale="nl-NL").open()
    expect(here.page).to_have_title(re.compile("scheidsrechter"))
    expect(here.page.locator("html")).to_have_attribute("lang", "nl")
    expect(here.page.locator("#players .name")).to_have_text(["rood", "blauw"])
    here.page.goto("about:blank")
    here.open("#" + fragment(fixture("base/city-8-pennant")["request"]))
    expect(here.verdict).to_have_text(re.compile("8 punten"))
    expect(here.lines).to_contain_text(["stad"])
    # The page, too, uses the words of the game's own book.
    tiles = here.page.locator('[data-say="tiles"]').first
    expect(tiles).to_have_text("Landtegels")
    here.page.evaluate("link => { location.hash = link; }", fragment(fixture("castle/castle-tower-8")["request"]))
    expect(tiles).to_have_text("Burchtkaarten")
    here.page.evaluate("link => { location.hash = link; }", fragment(fixture("base/city-8-pennant")["request"]))
    expect(tiles).to_have_text("Landtegels")
    here.tap('[data-language="en"]')
    expect(here.verdict).to_have_text("Red scores 8 points.")
    expect(here.lines).to_contain_text(["city"])
    expect(here.page.locator("#share")).to_have_text("Share")
    # The choice is remembered.
    here.page.reload()
    expect(here.verdict).to_have_text("Red scores 8 points.")
    # Players that nobody has named yet are named in the language of the page.
    here.page.goto("about:blank")
    here.open()
    names = here.page.locator("#players .name")
    here.tap('[data-language="de"]')
    expect(names).to_have_text(["rot", "blau"])
    here.tap("#players-edit")
    here.page.locator("[name=name]").first.fill("Anna")
    here.tap("#players-dialog .primary")
    here.tap('[data-language="fr"]')
    expect(here.page.locator("#share")).to_have_text("Partager")
    expect(names).to_have_text(["Anna", "blau"])
    # Nor does a name change that stands anywhere else.
    here.page.goto("about:blank")
    here.open("#wheel-of-fortune/rouge,bleu//wheel:(crowns:!((segment:fortuna,player:rouge)))")
    here.tap('[data-language="en"]')
    expect(here.page.locator("#share")).to_have_text("Share")
    expect(names).to_have_text(["rouge", "bleu"])


def test_rule_values(table: OpenTable) -> None:
    here = table().open()
    here.lay("E", 0, 0, 180)
    here.lay("E", 0, 1, 0)
    here.stand("red", 0, 1, "city@N")
    expect(here.verdict).to_have_text("Red scores 4 points.")
    here.menu("#rules")
    here.page.select_option("#rules-rows [name=small_city]", "2")
    here.tap("#rules-dialog .primary")
    expect(here.verdict).to_have_text("Red scores 2 points.")
    assert "small_city:2" in here.page.url


def test_players_are_renamed_with_their_followers(table: OpenTable) -> None:
    here = table().open("#" + fragment(fixture("base/city-8-pennant")["request"]))
    here.tap("#players-edit")
    here.page.locator("[name=name]").first.fill("Anna")
    here.page.locator("[name=score]").first.fill("30")
    here.tap("#players-add")
    here.page.locator("[name=name]").nth(2).fill("Bob")
    here.page.locator("[name=color]").nth(2).select_option("green")
    here.tap("#players-dialog .primary")
    expect(here.verdict).to_have_text("Anna scores 8 points.")
    request = here.request()
    assert request["meeples"][0]["player"] == "Anna"
    assert request["players"] == [
        {"name": "Anna", "score": 30, "color": "red"},
        {"name": "blue", "score": 0},
        {"name": "Bob", "score": 0, "color": "green"},
    ]


def test_the_wheel_is_played(table: OpenTable) -> None:
    here = table().open()
    here.choose_game("wheel-of-fortune")
    here.tap('[data-segment="inquisition"]')
    here.page.locator('[data-crown="plague"]').first.click()
    assert here.request()["wheel"] == {"pig": "inquisition", "crowns": [{"segment": "plague", "player": "red"}]}
    here.lay("B", 4, 0, 0)
    here.stand("blue", 4, 0, "cloister")
    here.ask("wheel")
    # The choice is made where the follower stands.
    here.tap('[data-choice="blue 4,0"]')
    expect(here.page.locator(".choice.chosen")).to_have_count(1)
    expect(here.verdict).to_contain_text("Plague")
    here.tap("#answer .primary")
    # It is carried out once: the wheel does not turn again by itself.
    expect(here.page.locator('#questions [data-kind="wheel"]')).to_have_attribute("aria-pressed", "false")
    expect(here.page.locator("#players .score")).to_have_text(["6", "0"])
    expect(here.page.locator("#followers .follower")).to_have_count(0)


def test_a_cut_out_on_the_wheels_cells_is_shown_without_the_wheel(table: OpenTable) -> None:
    crowns = [{"segment": "plague", "player": "red"}]
    asked = {**fixture("base/final-farm-big")["request"], "variant": "wheel-of-fortune", "wheel": {"crowns": crowns}}
    here = table().open("#" + fragment({**asked, "excerpt": True}))
    wheel, followers = here.page.locator("#table-above .wheel"), here.page.locator("#followers .follower")
    expect(wheel).to_be_hidden()
    expect(followers).to_have_count(len(asked["meeples"]))
    here.whole_board()
    expect(wheel).to_be_visible()
    expect(followers).to_have_count(len(asked["meeples"]) + 1)


def test_zoom_and_pan(table: OpenTable) -> None:
    here = table().open("#" + fragment(fixture("base/final-farm-big")["request"]))

    def width() -> float:
        box = here.cell(0, 0).bounding_box()
        assert box is not None
        return box["width"]

    before = width()
    here.tap("#zoom-in")
    assert width() > before
    here.tap("#fit")
    assert width() == pytest.approx(before)
    here.page.mouse.move(600, 400)
    here.page.mouse.wheel(0, -300)
    here.page.wait_for_function(
        "before => document.querySelector('[data-cell]').getBoundingClientRect().width > before", arg=before
    )
    here.tap("#fit")
    here.page.mouse.move(340, 150)
    here.page.mouse.down()
    here.page.mouse.move(400, 190, steps=4)
    here.page.mouse.up()
    assert width() == pytest.approx(before)
    expect(here.page.locator("#marks .selected")).to_have_count(0)


#: Whether the browser keeps the page and everything that it has loaded.
KEPT = """async () => {
  const kept = (await (await caches.open("table")).keys()).map(({ url }) => url);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  return [location.href.split("#")[0], ...loaded].every((name) => kept.includes(name));
}"""


def test_without_a_network_the_board_stays(table: OpenTable) -> None:
    here = table().open()
    for _ in range(100):
        if here.page.evaluate(KEPT):
            break
        here.page.wait_for_timeout(50)
    here.page.context.set_offline(True)
    try:
        here.page.reload()
        here.ready()
        here.tap(here.kind("D"))
        here.tap(here.cell(0, 0))
        expect(here.picture(0, 0)).to_have_attribute("href", "#tile-D-0")
        expect(here.page.locator("#answer")).to_contain_text("cannot be reached")
        here.page.context.set_offline(False)
        here.tap("#answer button")
        expect(here.verdict).to_have_text("Nobody scores.")
        assert here.complaints
        assert all("ERR_INTERNET_DISCONNECTED" in complaint for complaint in here.complaints)
        here.complaints.clear()
    finally:
        here.page.context.set_offline(False)


def test_plain_http_has_no_clipboard_and_no_worker(table: OpenTable) -> None:
    here = table()
    here.page.add_init_script(
        "for (const name of ['serviceWorker', 'clipboard', 'share']) delete Navigator.prototype[name];"
    )
    here.open()
    here.lay("D", 0, 0, 0)
    here.menu("#share")
    expect(here.page.locator("#share-link")).to_be_visible()
    expect(here.page.locator("[data-copy]").first).to_be_hidden()
    expect(here.page.locator("#share-send")).to_be_hidden()


def test_the_first_load_is_small(table: OpenTable) -> None:
    here = table()
    device = here.page.context.new_cdp_session(here.page)
    device.send("Network.enable")
    sizes: list[float] = []
    device.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    here.open()
    here.page.wait_for_load_state("networkidle")
    assert len(sizes) > 20
    assert sum(sizes) < 300_000


@pytest.mark.parametrize("variant", ["base", "wheel-of-fortune", "discovery", "castle"])
def test_nothing_leaves_our_own_house(table: OpenTable, variant: str) -> None:
    here = table()
    asked: list[str] = []
    here.page.on("request", lambda request: asked.append(request.url))
    here.page.add_init_script(
        "window.violations = [];"
        "addEventListener('securitypolicyviolation', (event) => violations.push(event.blockedURI));"
    )
    here.open(f"#{variant}/red,blue/")
    expect(here.page.locator("#palette button").first).to_be_visible()
    assert [url for url in asked if not url.startswith(here.url)] == []
    assert here.page.evaluate("window.violations") == []
    # The policy is at work: what is not ours does not run.
    here.page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = true' }));"
    )
    assert here.page.evaluate("window.ran") is None
    assert here.page.evaluate("window.violations") == ["inline"]
    assert len(here.complaints) == 1
    here.complaints.clear()


AXE = "tests/browser/axe/axe.min.js"


@pytest.mark.parametrize(
    ("options", "name", "dialogs"),
    [
        (DESKTOP, "base/final-farm-big", ["examples", "rules"]),
        ({**PHONE, "color_scheme": "dark"}, "wheel-of-fortune/wheel-plague-choices", ["share", "players"]),
        ({**DESKTOP, "color_scheme": "dark", "locale": "nl"}, "castle/castle-wall-tile-2", ["examples"]),
        ({**PHONE, "locale": "nl"}, "base/place-invalid-board", ["players"]),
    ],
    ids=["desktop", "phone-dark", "desktop-dark-dutch", "phone-dutch-illegal"],
)
def test_axe_finds_nothing_serious(table: OpenTable, options: Json, name: str, dialogs: list[str]) -> None:
    here = table(**options, bypass_csp=True).open("#" + fragment(fixture(name)["request"]))
    expect(here.verdict).to_be_visible()
    here.page.add_script_tag(path=AXE)
    here.read()
    if here.page.locator("#answer .rule").count():
        here.tap("#answer .rule >> nth=0")
        assert serious(here) == []
    if here.page.locator("#extras").is_visible():
        here.tap("#extras summary")
    assert serious(here) == []
    here.tap(here.page.locator(".cell.laid").first)
    expect(here.page.locator("#card")).to_be_visible()
    assert serious(here) == []
    for dialog in dialogs:
        here.tap("#players-edit") if dialog == "players" else here.menu(f"#{dialog}")
        expect(here.page.locator(f"#{dialog}-dialog")).to_be_visible()
        assert serious(here) == []
        here.tap(f"#{dialog}-dialog [data-close]")


def serious(table: Table) -> list[str]:
    found: list[str] = table.page.evaluate(
        """async () => {
          const { violations } = await axe.run();
          return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
            .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
        }"""
    )
    return found
