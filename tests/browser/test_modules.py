"""The page's own modules against the library: the notation, the colours of pieces, QR codes and the words."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from scorer import notation
from scorer.draw.figures import pieces
from scorer.game.position import Player
from tests.browser.conftest import OpenTable

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "api" / "static" / "table"
REQUESTS = [
    *(json.loads(file.read_text("utf-8"))["request"] for file in sorted((ROOT / "fixtures").glob("*/*.json"))),
    {
        "variant": "castle",
        "rules": {"tower_closed_by_wall": False},
        "players": [{"name": "Jan & 'Piet'!", "score": 3, "color": "#ff0"}, {"name": "¡Zoë 2#%"}],
        "tiles": [],
        "meeples": [{"player": "¡Zoë 2#%", "x": -3, "y": 4, "spot": "court"}],
        "castle": {"keeps": {}, "wall_tiles": {"held": {"Jan & 'Piet'!": [1, 1], "¡Zoë 2#%": []}}},
        "claim": None,
        "deep": [["-12", -12, 1.5, "", "true", True], {"a b": {"ß": "x.y"}}],
    },
]
#: The start of a long text, the side of its code, and the beginning of the SHA-256 of its rows. Made with python-qrcode
#: 8 (bytes, level L, the mask that our code chose).
CODES = [
    (5, 21, "3ac1c3fbb05e597e"),
    (17, 21, "66a4973df2a0f7e6"),
    (60, 33, "928ee7e2b8305614"),
    (154, 49, "f6e3b370e3faf3f6"),
    (300, 61, "4be6cbd8df88b8b7"),
    (700, 89, "8bef82d56e0e68e9"),
    (1500, 129, "f4fde32532a525ec"),
    (2600, 169, "d957bca0a33321cb"),
]
#: Lines that nobody can read, each from another place of the grammar.
UNREADABLE = [
    "",
    "base",
    "base/",
    "base//D",
    "base//D@x",
    "base//D@1,2;",
    "base//@1,2=red",
    "base///a",
    "base///tiles:1",
    "base/'red",
    "base/red:x/",
    "base///a:(b:1",
    "base///a:!x",
    "base///a:!(1 2)",
    "base///a:1/",
    "base(a)//",
    "base///a:" + "(a:" * 60,
    "base///a:" + "1" * 41,
]


def test_the_notation_is_that_of_the_library(table: OpenTable) -> None:
    here = table().open()
    found = here.page.evaluate(
        """async (requests) => {
          const { read, write } = await import("./static/table/notation.js");
          return requests.map((request) => [write(request), read(write(request)), encodeURI(write(request))]);
        }""",
        REQUESTS,
    )
    for request, (written, read, _) in zip(REQUESTS, found, strict=True):
        assert written == notation.write(request)
        assert read == notation.read(written)


def test_a_line_that_the_library_refuses_is_refused(table: OpenTable) -> None:
    here = table().open()
    read = here.page.evaluate(
        """async (lines) => {
          const { read, NotationError } = await import("./static/table/notation.js");
          return lines.map((line) => {
            try { read(line); return true; } catch (problem) { return !(problem instanceof NotationError); }
          });
        }""",
        UNREADABLE,
    )
    assert read == [False] * len(UNREADABLE)
    for line in UNREADABLE:
        with pytest.raises(ValueError, match="notation"):
            notation.read(line)


def test_pieces_look_as_in_the_pictures(table: OpenTable) -> None:
    here = table().open()
    tables = [
        [{"name": "red"}, {"name": "blue"}],
        [{"name": "Anna"}, {"name": "Rood"}, {"name": "Bob", "color": "geel"}, {"name": "bram", "color": "#0af"}],
        [{"name": "!"}, {"name": "red", "color": "white"}, {"name": "Émile"}, {"name": "e"}, {"name": "E e"}],
        [{"name": f"player {number}"} for number in range(12)],
    ]
    found = here.page.evaluate(
        """async (tables) => {
          const { pieces } = await import("./static/table/pieces.js");
          const { colours } = await (await fetch("table/base.json")).json();
          return tables.map((players) => [...pieces(players, colours).values()]);
        }""",
        tables,
    )
    for players, looks in zip(tables, found, strict=True):
        assert looks == [piece._asdict() for piece in pieces(Player(**player) for player in players).values()]


def test_qr_codes_are_those_of_another_encoder(table: OpenTable) -> None:
    here = table().open()
    text = "https://example.org/#base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S;é" * 60
    codes = here.page.evaluate(
        """async (texts) => {
          const { qrCode } = await import("./static/table/qr.js");
          return texts.map((text) => qrCode(text)?.map((row) => row.map(Number).join("")) ?? null);
        }""",
        [*(text[:length] for length, _, _ in CODES), "x" * 2953, "x" * 2954],
    )
    *found, largest, none = codes
    for rows, (_, side, digest) in zip(found, CODES, strict=True):
        assert len(rows) == side
        assert hashlib.sha256("\n".join(rows).encode()).hexdigest().startswith(digest)
    assert len(largest) == 177
    assert none is None


def test_the_page_says_all_that_it_has_words_for() -> None:
    english = json.loads((STATIC / "en.json").read_text("utf-8"))
    sources = [*STATIC.rglob("*.js"), ROOT / "api" / "templates" / "table.html"]
    text = "\n".join(file.read_text("utf-8") for file in sources)
    for key in english:
        plain = key.removesuffix(".one")
        prefix = f"{plain.split('.')[0]}." if "." in plain else plain
        assert f'"{plain}"' in text or f"`{prefix}${{" in text, key


def test_the_page_has_words_for_all_that_it_says() -> None:
    said = {
        key
        for file in STATIC.rglob("*.js")
        for asked in re.findall(r'\bsay\(\s*((?:[^()"`]*\?\s*)?"[^"]+"(?:\s*:\s*"[^"]+")?)', file.read_text("utf-8"))
        for key in re.findall(r'(?:^|[?:])\s*"([^"]+)"', asked)
    }
    assert {"turn-left", "play.no-spot", "play.no-follower"} <= said
    for file in STATIC.glob("??.json"):
        assert said - set(json.loads(file.read_text("utf-8"))) == set(), file.name


def test_modules_stay_small() -> None:
    for file in STATIC.rglob("*.js"):
        assert len(file.read_text("utf-8").splitlines()) <= 500, file.name
