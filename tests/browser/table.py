"""The table as a person uses it: everything here is a tap, a click or a key."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from scorer import notation

Json = dict[str, Any]


def fragment(request: Mapping[str, Any]) -> str:
    """The part of a link that holds a position."""
    return quote(notation.write(request), safe="!,/:;=@")


class Table:
    """A page on which the table is open."""

    def __init__(self, page: Page, url: str, *, touch: bool, complaints: list[str]) -> None:
        self.page = page
        self.url = url
        self.touch = touch
        #: What the console says is wrong; a test fails if anything is left here.
        self.complaints = complaints

    # Where things are

    def open(self, link: str = "") -> Table:
        self.page.goto(f"{self.url}/{link}")
        return self.ready()

    def ready(self) -> Table:
        expect(self.page.locator("html")).to_have_class(re.compile("ready"))
        return self

    def cell(self, x: int, y: int) -> Locator:
        return self.page.locator(f'[data-cell="{x},{y}"]')

    def kind(self, tile: str) -> Locator:
        return self.page.locator(f'#palette [data-kind="{tile}"]')

    @property
    def verdict(self) -> Locator:
        return self.page.locator("#headline-words")

    @property
    def lines(self) -> Locator:
        return self.page.locator("#answer .line")

    def tap(self, target: str | Locator) -> None:
        found = self.page.locator(target) if isinstance(target, str) else target
        if self.touch:
            found.tap()
        else:
            found.click()

    # What people do

    def choose_game(self, variant: str) -> None:
        self.page.select_option("#game", variant)
        expect(self.page).to_have_url(re.compile(f"#{re.escape(variant)}[(/]"))

    def menu(self, item: str) -> None:
        """Chooses from the menu, which lies open where there is room."""
        if self.page.locator("#menu").is_visible():
            self.tap("#menu")
        self.tap(item)

    def read(self) -> None:
        """Has the lines shown, where the tiles are in their place."""
        if not self.page.locator("#panel").is_visible():
            self.tap("#headline")

    def whole_board(self) -> None:
        self.menu("#rules")
        self.tap("#extent-whole")
        self.tap("#rules-dialog .primary")

    def ask(self, kind: str) -> None:
        self.read()
        self.tap(f'#questions [data-kind="{kind}"]')

    def lay(self, tile: str, x: int, y: int, rotation: int) -> None:
        """Takes a tile, taps it until it is turned as it should be, and taps the cell where it may go."""
        button = self.kind(tile)
        close = self.page.locator("#card .card-close")
        if not button.is_visible() and close.is_visible():
            self.tap(close)
        for _ in range(1 + rotation // 90):
            self.tap(button)
        expect(button).to_have_attribute("data-rotation", str(rotation))
        if self.page.locator(".cell.laid, .furniture path").count():
            expect(self.cell(x, y)).to_have_class(re.compile("legal"))
        self.tap(self.cell(x, y))
        expect(self.picture(x, y)).to_have_attribute("href", f"#tile-{tile}-{rotation}")

    def picture(self, x: int, y: int) -> Locator:
        return self.cell(x, y).locator("use")

    def stand(self, player: str, x: int, y: int, spot: str) -> None:
        """Selects a tile and taps the player in the row of the segment."""
        if self.cell(x, y).get_attribute("aria-pressed") != "true":
            self.tap(self.cell(x, y))
        target = self.page.locator(f'#card .stand[data-spot-of="{spot}"][data-player="{player}"]')
        self.tap(target)
        expect(target).to_have_attribute("aria-pressed", "true")

    def build(self, request: Mapping[str, Any]) -> None:
        """Lays out a position by clicks alone; its tiles must hang together."""
        if not request.get("excerpt", False):
            self.whole_board()
        for player, name in enumerate(one["name"] for one in request["players"]):
            expect(self.page.locator("#players .player").nth(player)).to_have_attribute("data-player", name)
        for tile in request["tiles"]:
            self.lay(tile["tile"], tile["x"], tile["y"], tile["rotation"])
        for follower in request["meeples"]:
            self.stand(follower["player"], follower["x"], follower["y"], follower["spot"])

    # What they see

    def request(self) -> Json:
        """The request that the page would send, as it can be copied."""
        self.menu("#share")
        found: Json = json.loads(self.page.locator("#share-json").input_value())
        self.tap("#share-dialog [data-close]")
        return found

    def seen(self) -> list[tuple[str | None, str | None]]:
        """The tiles on the board and the followers, as they are drawn."""
        tiles = self.page.locator(".cell.laid").evaluate_all(
            "cells => cells.map(cell => [cell.dataset.cell, cell.querySelector('use').getAttribute('href')]).sort()"
        )
        followers = self.page.locator("#followers .follower").evaluate_all(
            "all => all.map(one => [one.getAttribute('transform'), one.textContent]).sort()"
        )
        return [*map(tuple, tiles), *map(tuple, followers)]
