"""A position, or a whole game, in one line of text, to be pasted into a forum or a link: see ``docs/notation.md``.

    base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S
    base+river+abbot/red,blue/R01@0,0;R04g@0,1=red.abbot.garden/>blue:R05@0,2=big.field@E
    base/red,blue/>E@0,-1,180=city@S;U@1,0=road;!C;V@2,0

The variant (with expansions and rule values), the players, the tiles with the figures on them or the moves, a move that
is made on that board, and whatever else the request holds.
Values are JSON in a form that needs no quotes or braces: ``(name:value)`` is an object, ``!(value,value)`` a list,
``!t`` ``!f`` ``!n`` are true, false and null, and a string stands bare where it can.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn
from urllib.parse import unquote

from scorer.problems import Malformed, Problem
from scorer.shapes import wrong_type
from scorer.texts import Message, text

#: What may stand in a string without quotes.
_BARE: Final = re.compile(r"[\w-]+")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_INTEGER: Final = re.compile(r"-?[0-9]{1,18}")
_DEEPEST: Final = 50
#: The address of the page that shows a line.
_ADDRESS: Final = re.compile(r"https?://[^#]*(?:#(?P<line>.*))?", re.IGNORECASE)

_IN_SECTIONS: Final = ("variant", "expansions", "rules", "players", "tiles", "meeples", "moves", "move")
_ON_TILES: Final = ("x", "y", "tile", "rotation")
_IN_MOVES: Final = (*_ON_TILES, "player", "spot", "discard")
#: What stands before the name of an expansion; the second is what a link makes of the first.
_PLUS: Final = ("+", " ")


def write(request: Mapping[str, Any]) -> str:
    """The notation of a request whose fields have the shapes that the contract gives them."""
    rules, players = request.get("rules"), request.get("players", ())
    sections = [
        "+".join(map(_string, (request["variant"], *request.get("expansions", ()))))
        + (_object(rules) if rules else ""),
        ",".join(_string(player) if isinstance(player, str) else _player(player) for player in players),
        ">" + ";".join(_moves(request["moves"], players))
        if "moves" in request
        else ";".join(_tiles(request.get("tiles", ()), request.get("meeples", ()))),
    ]
    if "move" in request:
        move = request["move"]
        sections.append(f">{_string(move['player'])}:{write_move(move)}")
    others = {name: value for name, value in request.items() if name not in _IN_SECTIONS}
    if others:
        sections.append(_object(others)[1:-1])
    return "/".join(sections)


def _player(player: Mapping[str, Any]) -> str:
    others = {name: value for name, value in player.items() if name not in ("name", "score")}
    score = f":{player['score']}" if "score" in player else ""
    return _string(player["name"]) + score + (_object(others) if others else "")


def _tiles(tiles: Iterable[Mapping[str, Any]], followers: Iterable[Mapping[str, Any]]) -> list[str]:
    """Each tile with the followers on its cell; followers on an empty cell stand behind, with no tile."""
    standing: dict[tuple[int, int], list[str]] = {}
    for follower in followers:
        spot = f"={_string(follower['player'])}.{_figure(follower)}"
        standing.setdefault((follower["x"], follower["y"]), []).append(spot)
    written = []
    for tile in tiles:
        x, y, rotation = tile["x"], tile["y"], tile["rotation"]
        others = {name: value for name, value in tile.items() if name not in _ON_TILES}
        turn = f",{rotation}" if rotation else ""
        extra = _object(others) if others else ""
        written.append(f"{_string(tile['tile'])}@{x},{y}{turn}{extra}" + "".join(standing.pop((x, y), ())))
    return written + [f"@{x},{y}" + "".join(spots) for (x, y), spots in standing.items()]


def _moves(moves: Iterable[Mapping[str, Any]], players: Sequence[str]) -> list[str]:
    """Each move; its player is named where somebody else is expected."""
    written = []
    expected = _next_player(players, None)
    for move in moves:
        player = move["player"]
        written.append(write_move(move) if player == expected else f"{_string(player)}:{write_move(move)}")
        expected = player if "discard" in move else _next_player(players, player)
    return written


def write_move(move: Mapping[str, Any]) -> str:
    """The notation of a move, without its player."""
    in_place = (*_IN_MOVES, "figure") if "spot" in move else _IN_MOVES
    others = {name: value for name, value in move.items() if name not in in_place}
    extra = _object(others) if others else ""
    if "discard" in move:
        return f"!{_string(move['discard'])}{extra}"
    turn = f",{move['rotation']}" if move["rotation"] else ""
    spot = f"={_figure(move)}" if "spot" in move else ""
    return f"{_string(move['tile'])}@{move['x']},{move['y']}{turn}{extra}{spot}"


def _next_player(players: Sequence[str], player: str | None) -> str | None:
    """Who is expected after a player, who has laid a tile; at first the first."""
    if player not in players:
        return players[0] if players and player is None else None
    return players[(players.index(player) + 1) % len(players)]


def _figure(placed: Mapping[str, Any]) -> str:
    """A figure by its spot, and by its kind where that is said."""
    figure = f"{_string(placed['figure'])}." if "figure" in placed else ""
    terrain, at, port = placed["spot"].partition("@")
    return figure + _string(terrain) + (f"@{_string(port)}" if at else "")


def _string(value: str) -> str:
    if _BARE.fullmatch(value):
        return value
    return "'" + value.replace("!", "!!").replace("'", "!'") + "'"


def _object(value: Mapping[str, Any]) -> str:
    return "(" + ",".join(f"{_string(name)}:{write_value(content)}" for name, content in value.items()) + ")"


def write_value(value: Any) -> str:
    """The notation of a JSON value."""
    match value:
        case None:
            return "!n"
        case bool():
            return "!t" if value else "!f"
        case int() | float():
            return json.dumps(value)
        case str():
            return f"'{value}'" if _NUMBER.fullmatch(value) else _string(value)
        case Mapping():
            return _object(value)
        case _:
            return "!(" + ",".join(write_value(item) for item in value) + ")"


def read(notation: object) -> dict[str, Any]:
    """The request that a line of notation stands for, or the address of the page with the line behind its `#`.

    Raises :class:`Malformed`, naming the column of the line, where there is none.
    """
    if not isinstance(notation, str):
        raise Malformed([wrong_type("", "a string", notation)])
    line = notation.strip()
    address = _ADDRESS.fullmatch(line)
    if address is None:
        return _Reader(line).request()
    reader = _Reader(unquote(address["line"] or "").strip())
    if not reader.line:
        reader.fail(text("this address has no board or game behind a “#”"))
    return reader.request()


def read_value(value: str) -> Any:
    """The JSON value that a value in the notation stands for; :class:`Malformed` where there is none."""
    reader = _Reader(value)
    told = reader.value(0)
    reader.expect_end()
    return told


class _Reader:
    """Reads a line from left to right."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.at = 0

    def request(self) -> dict[str, Any]:
        request: dict[str, Any] = {"variant": self.string()}
        expansions = []
        while any(self.take(plus) for plus in _PLUS):
            expansions.append(self.string())
        if expansions:
            request["expansions"] = expansions
        if self.sees("("):
            request["rules"] = self.object(0)
        self.expect("/")
        request["players"] = self.players()
        self.expect("/")
        if self.take(">"):
            players = request["players"] = [self.name_only(player) for player in request["players"]]
            request["moves"] = self.moves(players)
        else:
            request["tiles"], request["meeples"] = self.tiles()
            if self.take("/>"):
                request["move"] = self.move(None)
        if self.take("/"):
            request |= self.besides(_IN_SECTIONS, self.members(0))
        self.expect_end()
        return request

    def expect_end(self) -> None:
        if self.at < len(self.line):
            self.fail(text("nothing more may stand here"))

    def players(self) -> list[dict[str, Any]]:
        if self.sees("/"):
            return []
        players = []
        while True:
            player: dict[str, Any] = {"name": self.string()}
            if self.take(":"):
                player["score"] = self.integer()
            players.append({**player, **self.extra(player)})
            if not self.take(","):
                return players

    def tiles(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        tiles: list[dict[str, Any]] = []
        followers: list[dict[str, Any]] = []
        if self.at == len(self.line) or self.sees("/"):
            return tiles, followers
        while True:
            kind = None if self.sees("@") else self.string()
            self.expect("@")
            x = self.integer()
            self.expect(",")
            y = self.integer()
            if kind is not None:
                rotation = self.integer() if self.take(",") else 0
                tile = {"x": x, "y": y, "tile": kind, "rotation": rotation}
                tiles.append({**tile, **self.extra(tile)})
            while self.take("="):
                player = self.string()
                self.expect(".")
                followers.append({"player": player, "x": x, "y": y, **self.figure()})
            if not self.take(";"):
                return tiles, followers

    def name_only(self, player: dict[str, Any]) -> str:
        if len(player) > 1:
            self.fail(text("the players of a game have only names"))
        name: str = player["name"]
        return name

    def moves(self, players: list[str]) -> list[dict[str, Any]]:
        moves: list[dict[str, Any]] = []
        if self.at == len(self.line) or self.sees("/"):
            return moves
        expected = _next_player(players, None)
        while True:
            move = self.move(expected)
            moves.append(move)
            expected = move["player"] if "discard" in move else _next_player(players, move["player"])
            if not self.take(";"):
                return moves

    def move(self, expected: str | None) -> dict[str, Any]:
        """A move, of the player who is expected unless it names another."""
        named = None if self.sees("!") else self.string()
        if named is not None and self.take(":"):
            player: str | None = named
            named = None if self.sees("!") else self.string()
        else:
            player = expected
        if player is None:
            self.fail(text("it must be said whose move this is"))
        if named is None:
            self.expect("!")
            put_away = {"player": player, "discard": self.string()}
            return {**put_away, **self.extra(put_away)}
        self.expect("@")
        x = self.integer()
        self.expect(",")
        y = self.integer()
        laid = {"player": player, "tile": named, "x": x, "y": y, "rotation": self.integer() if self.take(",") else 0}
        laid |= self.extra(laid)
        return {**laid, **self.besides(laid, self.figure())} if self.take("=") else laid

    def extra(self, told: Container[str]) -> dict[str, Any]:
        """The other fields, in parentheses."""
        return self.besides(told, self.object(0)) if self.sees("(") else {}

    def besides(self, told: Container[str], fields: dict[str, Any]) -> dict[str, Any]:
        """Fields none of which was told already."""
        for name in fields:
            if name in told:
                self.fail(text("“{name}” has a place of its own in the notation", name=name))
        return fields

    def figure(self) -> dict[str, str]:
        """The spot of a figure, and its kind where that is said."""
        name = self.string()
        if self.take("."):
            return {"spot": self.spot(self.string()), "figure": name}
        return {"spot": self.spot(name)}

    def spot(self, terrain: str) -> str:
        return terrain + (f"@{self.string()}" if self.take("@") else "")

    def object(self, depth: int) -> dict[str, Any]:
        self.expect("(")
        members = {} if self.sees(")") else self.members(depth + 1)
        self.expect(")")
        return members

    def members(self, depth: int) -> dict[str, Any]:
        members = {}
        while True:
            name = self.string()
            self.expect(":")
            members[name] = self.value(depth)
            if not self.take(","):
                return members

    def value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            self.fail(text("values may not be nested that deeply"))
        if self.sees("("):
            return self.object(depth)
        if self.take("!"):
            return self.special(depth)
        number = _NUMBER.match(self.line, self.at)
        bare = _BARE.match(self.line, self.at)
        if number is not None and (bare is None or bare.end() <= number.end()):
            self.at = number.end()
            if len(number[0]) > 40:
                self.fail(text("the number is too long"))
            return json.loads(number[0])
        return self.string()

    def special(self, depth: int) -> Any:
        for letter, value in (("t", True), ("f", False), ("n", None)):
            if self.take(letter):
                return value
        self.expect("(")
        items: list[Any] = []
        while not self.take(")"):
            if items:
                self.expect(",")
            items.append(self.value(depth + 1))
        return items

    def string(self) -> str:
        if self.take("'"):
            return self.quoted()
        match = _BARE.match(self.line, self.at)
        if match is None:
            self.fail(text("a name is expected here"))
        self.at = match.end()
        return match[0]

    def quoted(self) -> str:
        letters = []
        while not self.take("'"):
            self.take("!")
            if self.at >= len(self.line):
                self.fail(text("a quoted name has no end"))
            letters.append(self.line[self.at])
            self.at += 1
        return "".join(letters)

    def integer(self) -> int:
        match = _INTEGER.match(self.line, self.at)
        if match is None:
            self.fail(text("a whole number is expected here"))
        self.at = match.end()
        return int(match[0])

    def sees(self, sign: str) -> bool:
        return self.line.startswith(sign, self.at)

    def take(self, sign: str) -> bool:
        if self.sees(sign):
            self.at += len(sign)
            return True
        return False

    def expect(self, sign: str) -> None:
        if not self.take(sign):
            self.fail(text("“{sign}” is expected here", sign=sign))

    def fail(self, reason: Message) -> NoReturn:
        message = text("The notation cannot be read at column {column}: {reason}.", column=self.at + 1, reason=reason)
        raise Malformed([Problem("notation", "", message)])
