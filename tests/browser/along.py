"""A game that is played along on the page, as a person does it: by taps alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

from playwright.sync_api import Locator, expect

from scorer import notation
from tests.browser.table import Json, Table


class Along:
    """The page in its game mode."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page = table.page

    def start(
        self, variant: str = "base", expansions: Iterable[str] = (), rules: Json | None = None, players: int = 2
    ) -> Along:
        """A new game with the players that the dialog proposes."""
        self.table.tap('[data-mode="game"]')
        self.page.locator("#start-form [name=variant]").select_option(variant)
        for expansion in expansions:
            box = self.page.locator(f'#start-form [value="{expansion}"]')
            self.table.tap(box)
            expect(box).to_be_checked()
        for _ in range(players - 2):
            self.table.tap(self.page.locator("#start-form fieldset .quiet"))
        expect(self.page.locator("#start-form .start-player")).to_have_count(players)
        for name in rules or {}:
            # The form is drawn anew once the game is known.
            expect(self.page.locator(f"#start-form [name={name}]")).to_be_attached()
        if rules:
            self.table.tap("#start-form summary")
        for name, value in (rules or {}).items():
            self.page.locator(f"#start-form [name={name}]").select_option(json.dumps(value))
        self.table.tap("#start-form .primary")
        return self.ready()

    def ready(self) -> Along:
        expect(self.page.locator("#start-dialog[open]")).to_have_count(0)
        expect(self.page.locator("#turn h2")).to_contain_text(re.compile(r"\S"))
        return self

    def on(self, focus: str) -> Locator:
        """A control of the game by its name."""
        return self.page.locator(f'#turn [data-focus="{focus}"], #play [data-focus="{focus}"]')

    def tap(self, focus: str) -> None:
        self.table.tap(self.on(focus))

    # A turn

    def enter(self, move: Json) -> None:
        """Everything of a move, but for “Done”."""
        tile = move.get("tile", move.get("discard"))
        self.table.tap(self.table.kind(tile))
        self.tell_wheel(move)
        if "discard" in move:
            return
        self.lay(move["x"], move["y"], move["rotation"], tile)
        if "spot" in move:
            figure = move.get("figure", "follower")
            chip = self.on(f"figure-{figure}")
            if chip.get_attribute("aria-pressed") != "true":
                self.table.tap(chip)
            spot = self.page.locator(f'#turn [data-at="{move["spot"]}"]')
            self.table.tap(spot.locator(".touch"))
            expect(spot).to_have_attribute("aria-pressed", "true")
        if "crown" in move:
            self.table.tap("#turn summary")
            self.tap(f"crown-{move['crown']}")
        if "retrieve" in move:
            self.tap(f"back-{move['retrieve']['x']},{move['retrieve']['y']}")

    def tell_wheel(self, move: Json) -> None:
        expect(self.page.locator("#turn .hint, #turn .large").first).to_be_visible()
        if self.page.locator('#turn [data-focus^="symbol-"]').count():
            self.tap(f"symbol-{move.get('wheel', 0)}")
        for one in move.get("plague", ()):
            self.tap(f"plague-{one['player']}-{one['x']},{one['y']}")

    def lay(self, x: int, y: int, rotation: int, tile: str) -> None:
        """Taps the cell, and turns the tile upon it until it lies as it should."""
        expect(self.table.cell(x, y)).to_have_class(re.compile("legal"))
        self.tap_cell(x, y)
        picture = self.table.picture(x, y)
        for _ in range(4):
            expect(self.on("done")).to_be_visible()
            if picture.get_attribute("href") == f"#tile-{tile}-{rotation}":
                return
            self.tap("turn")
        expect(picture).to_have_attribute("href", f"#tile-{tile}-{rotation}")

    def tap_cell(self, x: int, y: int) -> None:
        """Taps a cell, where it is seen; else people look at the whole board first."""
        if not in_sight(self.table.cell(x, y), self.page.locator("#board")):
            self.table.tap("#fit")
        self.table.tap(self.table.cell(x, y))

    def turn_until_it_does_not_fit(self) -> None:
        for _ in range(3):
            self.tap("turn")
            if self.page.locator("#turn .misfits").count():
                return
        expect(self.page.locator("#turn .misfits")).to_be_visible()

    def let_go(self) -> None:
        """Nothing of the turn is left, whatever was entered."""
        if self.page.locator('#turn [data-focus="close"], #turn [data-focus="other"]').count():
            self.table.tap('#turn [data-focus="close"], #turn [data-focus="other"]')
        expect(self.page.locator("#palette button").first).to_be_visible()

    def done(self) -> None:
        """The turn is over, and taken."""
        before = self.steps().count()
        self.tap("done")
        expect(self.steps()).to_have_count(before + 1)

    def play(self, moves: Iterable[Json]) -> None:
        for move in moves:
            before = self.steps().count()
            self.enter(move)
            self.tap("put-away" if "discard" in move else "done")
            if "order" in move:
                self.tap("feature-0")
            for one in move.get("took", ()):
                self.tap(f"took-{one['wall_tile']}")
            expect(self.steps()).to_have_count(before + 1)
            expect(self.page.locator("#turn [data-focus=done]")).to_have_count(0)

    def open_log(self) -> None:
        """On a phone the log is behind the bar at the bottom."""
        if not self.page.locator("#play").is_visible():
            self.table.tap("#headline")

    def look_at(self, step: int) -> None:
        self.open_log()
        self.table.tap(self.page.locator(f'.log [data-focus="step-{step}"]'))

    def enter_points(self, form: str, points: int, player: str | None = None) -> None:
        """Claims or corrects points."""
        self.open_log()
        if not self.page.locator(f"#play-{form}[open]").count():
            self.table.tap(f"#play-{form} summary")
        if player is not None:
            self.page.locator(f"#play-{form} [name=player]").select_option(player)
        self.page.locator(f"#play-{form} [name=points]").fill(str(points))
        self.table.tap(f"#play-{form} .primary")

    def end(self) -> None:
        """The table agrees to end the game here."""
        self.open_log()
        self.table.tap("#play-end summary")
        self.tap("end")
        expect(self.page.locator("#play .verdict")).to_be_visible()

    # What is seen

    def steps(self) -> Locator:
        return self.page.locator(".log .step")

    def offered(self) -> list[str]:
        """The kinds of tile that may be drawn."""
        found: list[str] = self.page.locator("#palette button").evaluate_all(
            "buttons => buttons.map(button => button.dataset.kind)"
        )
        return found

    def scores(self) -> list[int]:
        return [int(text) for text in self.page.locator("#players .score").all_inner_texts()]

    def linked(self) -> Json:
        """The game that the address holds."""
        return notation_of(self.page.url)


def in_sight(cell: Locator, board: Locator) -> bool:
    """Whether the middle of a cell is seen; else people look at the whole board."""
    inner, outer = cell.bounding_box(), board.bounding_box()
    assert inner is not None
    assert outer is not None
    x, y = inner["x"] + inner["width"] / 2, inner["y"] + inner["height"] / 2
    return outer["x"] < x < outer["x"] + outer["width"] and outer["y"] < y < outer["y"] + outer["height"]


def notation_of(url: str) -> Json:
    found: dict[str, Any] = notation.read(unquote(url.split("#")[1]))
    return found
