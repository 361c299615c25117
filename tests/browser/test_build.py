"""A rulebook's example is built by clicks alone in each game, judged, and taken along as a link."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenTable
from tests.browser.table import Json, Table

FIXTURES = Path(__file__).parents[2] / "fixtures"


def fixture(name: str) -> Json:
    found: Json = json.loads((FIXTURES / f"{name}.json").read_text("utf-8"))
    return found


def comparable(request: Json) -> Json:
    """A request in which the order of tiles and followers, and what is said by default, makes no difference."""
    same: dict[str, Any] = {name: value for name, value in request.items() if value not in (False, {})}
    same["players"] = [{"score": 0, **player} for player in request["players"]]
    for name in ("tiles", "meeples"):
        same[name] = sorted(request[name], key=lambda one: (one["x"], one["y"]))
    if "crowns" in same.get("wheel", {}) and not same["wheel"]["crowns"]:
        same["wheel"] = {name: value for name, value in same["wheel"].items() if name != "crowns"}
    return same


def check(table: Table, new: OpenTable, example: Json, verdict: str) -> None:
    """The ruling is read, and a fresh browser that follows the link sees the same board and the same ruling."""
    expect(table.verdict).to_have_text(verdict)
    assert comparable(table.request()) == comparable(example["request"])
    lines = table.lines.all_text_contents()
    other = new()
    other.page.goto(table.page.url)
    other.ready()
    expect(other.verdict).to_have_text(verdict)
    assert other.seen() == table.seen()
    assert other.lines.all_text_contents() == lines
    assert comparable(other.request()) == comparable(example["request"])


def test_base(table: OpenTable) -> None:
    example = fixture("base/city-8-pennant")
    here = table().open()
    here.build(example["request"])
    expect(here.lines).to_contain_text(["3 tiles x 2 + 1 pennant x 2"])
    check(here, table, example, "Red scores 8 points.")


def test_wheel_of_fortune(table: OpenTable) -> None:
    example = fixture("wheel-of-fortune/wheel-taxes-8-3")
    here = table().open()
    here.choose_game("wheel-of-fortune")
    here.build(example["request"])
    here.ask("wheel")
    here.tap("#extras summary")
    here.page.locator("#extras select").select_option("fortuna")
    here.page.select_option("#options [name=player]", "red")
    expect(here.verdict).to_have_text("Taxes: Blue scores 8 points, red 3.")
    here.page.select_option("#options [name=drawn]", "3")
    expect(here.verdict).to_have_text("Storm: Red scores 6 points, blue 5.")
    here.page.select_option("#options [name=drawn]", "1")
    check(here, table, example, "Taxes: Blue scores 8 points, red 3.")


def test_discovery(table: OpenTable) -> None:
    example = fixture("discovery/discovery-sea-closed-7")
    here = table().open()
    here.choose_game("discovery")
    here.page.click("#players-edit")
    here.page.locator("[name=name]").nth(0).fill("blue")
    here.page.locator("[name=name]").nth(1).fill("red")
    for seat, colour in enumerate(("blue", "red")):
        here.page.locator("[name=color]").nth(seat).select_option(colour)
    here.page.click("#players-dialog .primary")
    here.build(example["request"])
    expect(here.verdict).to_have_text("What each follower would bring")
    here.tap(here.lines.first)
    check(here, table, example, "Blue scores 7 points.")
    here.tap("#answer .primary")
    expect(here.page.locator("#players .player").first).to_contain_text("7")
    expect(here.page.locator("#followers .follower")).to_have_count(0)
    here.tap("#undo")
    expect(here.page.locator("#followers .follower")).to_have_count(1)


def test_castle(table: OpenTable) -> None:
    example = fixture("castle/castle-wall-tile-2")
    here = table().open()
    here.choose_game("castle")
    request = example["request"]
    # The figure is a cut-out that touches no start space: its first tile may not be lit, but can be laid.
    first, *others = request["tiles"]
    here.tap(here.kind(first["tile"]))
    for _ in range(first["rotation"] // 90):
        here.tap(here.kind(first["tile"]))
    here.tap(here.cell(first["x"], first["y"]))
    here.build({**request, "tiles": others})
    here.tap("#extras summary")
    here.tap('[data-focus="held-white-2"]')
    here.tap('[data-focus="tower-12"]')
    here.tap(here.cell(6, 4))
    here.tap('#card [data-focus="last"]')
    here.page.select_option("#options [name=player]", "white")
    expect(here.verdict).to_have_text("White scores 8 points.")
    here.page.locator("#options select").nth(1).select_option(label="tower on A")
    check(here, table, example, "White scores 16 points.")


def test_phone(table: OpenTable) -> None:
    example = fixture("base/city-8-pennant")
    here = table(**PHONE).open()
    here.build(example["request"])
    expect(here.verdict).to_have_text("Red scores 8 points.")
    here.read()
    here.tap("#answer .line")
    expect(here.page.locator("#marks .lit")).to_have_count(1)
    # The board stays in sight while the ruling is read.
    expect(here.page.locator("#board")).to_be_in_viewport(ratio=0.9)
    here.tap("#answer .rule")
    expect(here.page.locator("#answer .rule-text")).to_contain_text("pennant")
    assert here.page.evaluate("document.documentElement.scrollWidth") == 360
    small = here.page.evaluate(
        """[...document.querySelectorAll("button, select, summary")].filter(one => one.checkVisibility())
        .map(one => [one.id || one.className || one.textContent, one.getBoundingClientRect()])
        .filter(([, box]) => box.width < 32 || box.height < 32).map(([name]) => name)"""
    )
    assert small == []
    check(here, table, example, "Red scores 8 points.")


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_a_tile_is_dragged_to_its_cell(table: OpenTable, *, touch: bool) -> None:
    here = table(**PHONE if touch else {}).open()
    start, end = (here.kind("D").bounding_box(), here.cell(0, 0).bounding_box())
    assert start is not None
    assert end is not None
    way = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (start, end)]
    if touch:
        # A finger carries the tile above itself.
        drag_finger(here, way[0], (way[1][0], way[1][1] + 60))
    else:
        here.page.mouse.move(*way[0])
        here.page.mouse.down()
        here.page.mouse.move(*way[1], steps=6)
        here.page.mouse.up()
    expect(here.picture(0, 0)).to_have_attribute("href", "#tile-D-0")
    expect(here.page.locator(".dragged")).to_have_count(0)


def drag_finger(table: Table, start: tuple[float, float], end: tuple[float, float]) -> None:
    device = table.page.context.new_cdp_session(table.page)
    for step in range(9):
        x, y = (a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
        points = [{"x": x, "y": y}]
        device.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("by", ["mouse", "finger", "space"])
def test_an_answer_that_comes_while_a_button_is_pressed_takes_no_click_away(table: OpenTable, by: str) -> None:
    here = table(**PHONE if by == "finger" else DESKTOP).open("#base/red,blue/D@0,0")
    expect(here.page.locator("#answer")).not_to_have_attribute("aria-busy", "true")
    asked: list[Route] = []
    here.page.route("**/v1/batch", lambda route: asked.append(route))
    here.tap(here.cell(0, 0))
    button = here.page.locator('#card .stand[data-player="blue"]').first
    pressed = button.element_handle()
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = here.page.context.new_cdp_session(here.page)
    with here.page.expect_response("**/v1/batch"):
        while not asked:
            here.page.wait_for_timeout(10)
        match by:
            case "mouse":
                here.page.mouse.move(x, y)
                here.page.mouse.down()
            case "finger":
                finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            case "space":
                button.focus()
                here.page.keyboard.down(" ")
        asked.pop().continue_()
    here.page.wait_for_timeout(50)
    assert pressed.evaluate("button => button.isConnected")
    match by:
        case "mouse":
            here.page.mouse.up()
        case "finger":
            finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        case "space":
            here.page.keyboard.up(" ")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(here.page.locator("#followers .follower")).to_have_count(1)
    here.page.unroute("**/v1/batch")
