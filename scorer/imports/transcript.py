"""An imported game, played over while it is read: who is next, and what is left when it stops."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any, Final, NoReturn

from scorer.game.game import Game, Move
from scorer.game.reading import read_ruleset
from scorer.game.turn import IllegalMove, Turn
from scorer.limits import Limits
from scorer.problems import Malformed, Problem
from scorer.referee.replay import replay_form
from scorer.shapes import too_many, wrong_type
from scorer.texts import Message, text

Json = dict[str, Any]

#: No number of a game is larger.
MOST: Final = 1_000


def facts(name: str) -> Mapping[str, Any]:
    """What is known of a program's files."""
    data: Mapping[str, Any] = json.loads(resources.files(__package__).joinpath(f"{name}.json").read_text("utf-8"))
    return data


def unreadable(pointer: str, message: Message) -> NoReturn:
    """The data is no game in its format."""
    raise Malformed([Problem("import-unreadable", f"/data{pointer}", message)])


def mapping(value: object, pointer: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Malformed([wrong_type(f"/data{pointer}", "an object", value)])
    return value


def items(value: object, pointer: str) -> list[Any]:
    if not isinstance(value, list):
        raise Malformed([wrong_type(f"/data{pointer}", "a list", value)])
    return value


def whole(value: object, pointer: str) -> int:
    """A whole number, which some programs write as a text."""
    if isinstance(value, str) and value.removeprefix("-").isdecimal() and value.isascii() and len(value) < 10:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed([wrong_type(f"/data{pointer}", "a whole number", value)])
    if abs(value) > MOST:
        message = text("This must be from {least} to {most}.", least=-MOST, most=MOST)
        raise Malformed([Problem("out-of-range", f"/data{pointer}", message)])
    return value


def named(names: Iterable[object]) -> list[str]:
    """The players' names: each is short, can be read, and is nobody else's."""
    known: list[str] = []
    for number, name in enumerate(names, 1):
        printed = "".join(sign for sign in name if sign.isprintable()).strip()[:30] if isinstance(name, str) else ""
        own = printed or f"player {number}"
        known.append(own if own not in known else f"{own} ({number})")
    return known


class Transcript:
    """A game while it is told: each move is played, so that it is known who is next."""

    def __init__(self, heading: Json, limits: Limits) -> None:
        self.heading = heading
        self.most_moves = limits.moves
        ruleset = read_ruleset(heading)
        self.game: Game = replay_form(ruleset).read({**heading, "moves": []}, limits).game
        self.moves: list[Json] = []
        self.claims: list[Json] = []
        self.notes: list[Message] = []
        #: Why the game cannot be followed any more, once it cannot.
        self.stopped: IllegalMove | None = None

    @property
    def next_player(self) -> str:
        """Who is next; where the game cannot be followed, whoever sits next."""
        players: list[str] = self.heading["players"]
        if self.stopped is None and self.game.on_turn is not None:
            return self.game.on_turn
        return players[(players.index(self.moves[-1]["player"]) + 1) % len(players)] if self.moves else players[0]

    def add(self, move: Json, later: Iterable[str] = ()) -> None:
        """Adds a move; ``later`` are the tiles that come after it."""
        if self.most_moves is not None and len(self.moves) >= self.most_moves:
            raise Malformed([too_many("/data", self.most_moves)])
        if self.stopped is None:
            if "tile" in move:
                self.put_away_before(move, set(later))
            self.stopped = self.played(move)
            if self.stopped is not None:
                message = text(
                    "By our rules move {number} is not allowed: {why}",
                    number=len(self.moves) + 1,
                    why=self.stopped.problems[0].message,
                )
                self.notes.append(message)
        self.moves.append(move)

    def played(self, move: Move) -> IllegalMove | None:
        try:
            Turn(self.game, move, "").play()
        except IllegalMove as illegal:
            return illegal
        return None

    def put_away_before(self, move: Json, later: set[str]) -> None:
        """Tiles that had to come first, but never come, fitted nowhere; the program dropped them without a word."""
        while True:
            left = self.game.left()
            due = self.game.drawable(left)
            if move["tile"] in due or move["tile"] not in left:
                return
            lost = [tile for tile in due if tile not in later]
            discards = [{"player": move["player"], "discard": tile} for tile in lost]
            gone = next((discard for discard in discards if self.played(discard) is None), None)
            if gone is None:
                return
            self.moves.append(gone)
            message = text("Tile {tile} never comes; it was taken to have fitted nowhere.", tile=gone["discard"])
            self.notes.append(message)

    @property
    def left(self) -> Mapping[str, int]:
        """The tiles that have not come, as far as the game can be followed."""
        return self.game.left()

    @property
    def is_over(self) -> bool:
        return self.stopped is None and not self.left

    def claim(self, points: Mapping[str, int]) -> None:
        """What players are said to have in the end."""
        after = "end" if self.is_over else len(self.moves)
        self.claims = [{"after": after, "player": player, "score": score} for player, score in points.items()]

    def told(self) -> Json:
        """The game as `replay` takes it."""
        if self.stopped is None and self.left:
            tiles = [f"{count} {tile}" for tile, count in self.left.items()]
            message = text(
                "These tiles never come, because the game was not over or they were put away: {tiles}.", tiles=tiles
            )
            self.notes.append(message)
        over = {"end": True} if self.is_over else {}
        return {**self.heading, "moves": self.moves, **over, **({"claims": self.claims} if self.claims else {})}
