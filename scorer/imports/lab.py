"""Links of CarcassonneLab, which hold a whole game."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs

from scorer.imports.bga import TYPES, spot_at
from scorer.imports.transcript import Json, Transcript, named, unreadable
from scorer.limits import Limits
from scorer.problems import Malformed
from scorer.shapes import wrong_type
from scorer.texts import text

#: Six bits a character.
SIX_BITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
#: A small number a character.
SMALL: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
#: The characters of a move.
MOVE: Final = 4
WEST_OF_START, NORTH_OF_START = 16, 32
#: More than any game's tiles need.
LONGEST: Final = 1_000
START_TYPE: Final = 15


def read_lab(data: object, limits: Limits) -> Transcript:
    if not isinstance(data, str):
        raise Malformed([wrong_type("/data", "a string", data)])
    path, _, query = data.strip().partition("#")[2].partition("?")
    parts = path.removeprefix("/").split("/")
    if len(parts) != 4:
        unreadable("", text("This is no link of CarcassonneLab: “…/#/0/0/TILES/MOVES?players=…” is expected."))
    tiles, told = types_in(parts[2]), parts[3]
    if len(told) % MOVE or len(told) // MOVE >= len(tiles):
        unreadable("", text("A move has {count} characters, and each has a tile.", count=MOVE))
    names = parse_qs(query).get("players", [""])[0].split(",")
    players = named(names if len(names) > 1 else ["red", "blue"])
    transcript = Transcript({"variant": "base", "rules": {}, "players": players}, limits)
    for number, kind in enumerate(tiles[1 : len(told) // MOVE + 1]):
        transcript.add(
            {"player": transcript.next_player, **move_in(told[number * MOVE : (number + 1) * MOVE], str(kind))}
        )
    transcript.notes.append(text("This format was tried on one move by hand only."))
    return transcript


def types_in(written: str) -> list[int]:
    """The types of the tiles, in the order in which they come: the digits of one large number."""
    if len(written) > LONGEST or any(sign not in SIX_BITS for sign in written):
        unreadable("", text("The tiles of this link cannot be read."))
    number = 0
    for sign in written:
        number = number << 6 | SIX_BITS.index(sign)
    types: list[int] = []
    while number:
        number, digit = divmod(number, len(TYPES))
        types.append(digit + 1)
    types.reverse()
    if types[:1] != [START_TYPE]:
        unreadable("", text("The tiles of this link cannot be read: the first of them is not the start tile."))
    return types


def move_in(written: str, kind: str) -> Json:
    """A cell, a rotation and the place of a follower, if there is one."""
    if any(sign not in SMALL for sign in written[:3]) or not written[3].isascii() or not written[3].isdecimal():
        unreadable("", text("The move “{move}” of this link cannot be read.", move=written))
    x, y, turns = (SMALL.index(sign) for sign in written[:3])
    picture = turns % 4 * 90
    if turns & WEST_OF_START:
        x = -x
    if turns & NORTH_OF_START:
        y = -y
    move: Json = {"tile": TYPES[kind]["tile"], "x": x, "y": y, "rotation": (picture + TYPES[kind]["turn"]) % 360}
    pos = int(written[3])
    return {**move, "spot": spot_at(TYPES[kind]["spots"], pos, picture, "")} if pos else move
