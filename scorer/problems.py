"""What can be wrong with a question, each kind with a stable code.

There are two families. A *malformed* request is no question at all (a field of the wrong type, an unknown variant); an
*illegal* position is a question about a board that the rules don't allow. Both list every problem, not only the first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from scorer.limits import MOST_COMPARED, MOST_PROBLEMS, shortened
from scorer.texts import ANY_BOOK, SOURCE_LANGUAGE, Message, Texts, text, texts


@dataclass(frozen=True)
class Where:
    """What a problem is about on the table, so that a page can point at it."""

    cells: tuple[tuple[int, int], ...] = ()
    #: Edges of tiles: the cell, and one of the sides N, E, S, W.
    edges: tuple[tuple[int, int, str], ...] = ()
    #: Figures, as an answer lists them.
    meeples: tuple[Mapping[str, object], ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return Where, (self.cells, self.edges, self.meeples)

    def to_json(self) -> dict[str, object]:
        answer: dict[str, object] = {}
        if self.cells:
            answer["cells"] = [list(cell) for cell in self.cells]
        if self.edges:
            answer["edges"] = [{"x": x, "y": y, "side": side} for x, y, side in self.edges]
        if self.meeples:
            answer["meeples"] = [dict(meeple) for meeple in self.meeples]
        return answer


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: a code, the place as a JSON pointer, a sentence, the rule it breaks, and where it is."""

    code: str
    pointer: str
    message: Message
    rule: str | None = None
    where: Where | None = None
    #: What could stand there instead, where that is a short list of names.
    choices: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return Problem, (self.code, self.pointer, self.message, self.rule, self.where, self.choices)

    def to_json(self, texts: Texts) -> dict[str, object]:
        answer: dict[str, object] = {"code": self.code, "pointer": self.pointer, "detail": texts.say(self.message)}
        if self.rule is not None:
            answer["rule"] = self.rule
        where = {} if self.where is None else self.where.to_json()
        if where:
            answer["where"] = where
        if self.choices:
            answer["choices"] = list(self.choices)
        return answer

    def __str__(self) -> str:
        return texts().say(self.message)


class Refused(ValueError):
    """A question that cannot be answered, with all its problems. As a string it says them, one a line.

    Of very many the first are kept, and how many more there were.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        #: The rulebook in whose words they are told, once it is known which game is meant.
        self.rulebook = ANY_BOOK
        told = tuple(problems)
        self.problems = told[:MOST_PROBLEMS]
        self.more = len(told) - len(self.problems)
        super().__init__(self.problems)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,), {"more": self.more, "rulebook": self.rulebook}

    def __str__(self) -> str:
        said = texts(SOURCE_LANGUAGE, self.rulebook)
        return "\n".join([said.say(problem.message) for problem in self.problems])


@contextmanager
def in_words_of(rulebook: str) -> Iterator[None]:
    """What is refused meanwhile is told in the words of this rulebook."""
    try:
        yield
    except Refused as refused:
        refused.rulebook = rulebook
        raise


class Malformed(Refused):
    """The request is not a question that the rules could answer."""


class Illegal(Refused):
    """The position breaks the rules."""


class TooCostly(Refused):
    """The question could be answered, but not within the limits of whoever answers."""


def too_costly(pointer: str, message: Message) -> TooCostly:
    return TooCostly([Problem("too-costly", pointer, message)])


#: Every code with the sentence that documents it.
CODES: dict[str, str] = {
    "wrong-type": "A value is of another JSON type than the field takes.",
    "field-missing": "A required field is not there.",
    "field-unknown": "A field that nobody knows; the nearest known one is named.",
    "out-of-range": "A number or a text is too small, too large, too short or too long.",
    "not-a-choice": "A value is none of those the field takes; they are listed.",
    "too-many-items": "A list or a table is longer than the limit.",
    "too-costly": "The answer would take more work than the limit allows; the limit is named.",
    "not-json": "A text that begins like JSON is none.",
    "notation": "A line of text notation cannot be read; the column is named.",
    "variant-unknown": "No variant has this id or alias.",
    "expansion-unknown": "No expansion has this id or alias; the known ones are listed.",
    "expansion-not-with": "The expansion does not go with this variant; those it goes with are named.",
    "rule-unknown": "The variant has no rule value of this name.",
    "rule-value": "The rule value cannot be this; the allowed values are listed.",
    "phase-unknown": "The variant has no such scoring phase.",
    "tileset-invalid": "An extra tile kind contradicts itself.",
    "tile-unknown": "No tile kind of this variant (or of `tileset`) has this id.",
    "cell-occupied": "Two tiles lie on one cell, or a tile lies on the start board.",
    "edge-mismatch": "Two neighbouring tiles show different things along their common edge.",
    "not-connected": "The tiles are not one connected board.",
    "too-many-copies": "More tiles of a kind than the game holds.",
    "start-missing": "The start tile is not on the board.",
    "outside-wall": "A tile lies outside the castle's wall.",
    "player-count": "Too few or too many players for the variant.",
    "player-unknown": "A player that is not in `players`.",
    "player-duplicate": "Two players of the same name.",
    "no-tile-there": "A follower or a question names a cell that holds no tile.",
    "spot-unknown": "The tile has no such place for a follower, or several that could be meant; `choices` lists them.",
    "spot-forbidden": "No follower may ever stand there.",
    "tile-has-follower": "Two followers stand on one tile.",
    "too-many-followers": "A player has more followers out than he owns.",
    "supply-mismatch": "The `supply` given does not agree with the followers on the board.",
    "figure-unknown": "No figure of this game has this name; those it has are listed.",
    "figure-forbidden": "A figure stands, or is placed, where its kind may not; or it cannot be taken back.",
    "figure-mismatch": "The `figures` given do not agree with those on the board.",
    "goods-too-many": "The players have more goods of a kind than the box holds.",
    "river-broken": "A river tile does not continue the river.",
    "river-turn": "The river turns as its rule forbids.",
    "bag-order": "A move with a tile that cannot be drawn yet: the river's tiles come first, the lake last of them.",
    "no-follower-there": "A question names a follower where none stands.",
    "follower-not-own": "A question names a follower of another player.",
    "crown-occupied": "More followers stand on a segment of the wheel than it has crown spaces.",
    "wheel-off": "Something of pig, actions or crowns, in a game that leaves them out (`wheel_actions: false`).",
    "plague-missing": "A move brings the plague, and a player who must take back a follower has chosen none.",
    "plague-twice": "A player takes back more than one follower.",
    "plague-not-reached": "Followers are taken back although the pig does not reach the plague.",
    "keep-too-large": "A keep counts more tiles than the castle can hold.",
    "tower-unknown": "`on_wall` names no corner tower that has a wall tile; those are listed.",
    "tower-twice": "`on_wall` names a corner tower twice.",
    "too-many-wall-tiles": "More than two wall tiles of a kind are held, or more than thirteen are in the game.",
    "not-scored": "`order` names a feature that is not scored in this turn.",
    "order-forbidden": "`order` names a feature twice, or lets both players score in turns.",
    "wall-tile-not-held": "`use` names a wall tile that the player does not hold.",
    "wall-tile-not-now": "`use` names a wall tile that cannot be used at this moment, or in this player's turn.",
    "wall-tile-feature": "`use` names a feature of another kind than the wall tile is for.",
    "wall-tile-majority": "`use` names a feature on which the player has not more followers than the opponent.",
    "wall-tile-twice": "`use` names a feature for which a wall tile is used already.",
    "wrong-turn": "A move of a player whose turn it is not.",
    "game-over": "A move after the last tile was drawn.",
    "tile-not-in-bag": "A tile of which no copy is left to draw, or only before another player.",
    "discard-needless": "A tile is put away that fits somewhere; all places are listed.",
    "spot-taken": "A follower is placed on a feature that holds one already.",
    "no-follower-left": "A follower is placed by a player who has none left.",
    "hand-mismatch": "A hand of two tiles that cannot be: without the tile laid, or without the one kept before.",
    "wall-tile-not-taken": "A wall tile is taken from a corner tower on which no marker lands.",
    "wall-tile-untold": "A marker lands on a corner tower, and the move doesn't say which wall tile lay there.",
    "one-action-only": "A move does two things of which a turn allows one.",
    "not-last-tile": "A figure is placed on another tile than the one just laid.",
    "not-from-supply": "A figure is placed that does not come from its owner's supply.",
    "follower-not-free": "Followers stand on neighbouring tiles whose segments meet: no play leads there.",
    "follower-on-start": "Every copy of the start tile holds a figure: no play leads there.",
    "keep-impossible": "A keep counts a size of which no finished house is left for it: no play leads there.",
    "import-unreadable": "What another program saved is no game in its format; the place is named.",
    "import-too-old": "A game was saved by a version of a program that is too old to be read.",
    "not-scored-yet": "Followers still stand on finished features: the turn before has not been scored.",
}


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that looks most like ``word``, if any does."""
    by_letters = {one.casefold(): one for one in known}
    if word.casefold() in by_letters:
        return by_letters[word.casefold()]
    matches = get_close_matches(word, list(by_letters.values()), n=1)
    return matches[0] if matches else None


#: Whoever sends these with a request, where the other is known, asks the wrong question.
ASKED_ELSEWHERE: Final = {
    "/moves": ("tiles", text("This is a game, with its “moves”; here a board is judged, and games with “replay”.")),
    "/tiles": ("moves", text("This is a board, with its “tiles”; here a game is judged, with its “moves”.")),
}


def unknown_field(pointer: str, name: str, known: Iterable[str], *, compared: bool = True) -> Problem:
    place = f"{pointer}/{escaped(name)}"
    known = sorted(known)
    other, elsewhere = ASKED_ELSEWHERE.get(place, (None, None))
    if elsewhere is not None and other in known:
        return Problem("field-unknown", place, elsewhere)
    near = nearest(name, known) if compared else None
    message = (
        text(
            "There is no field “{field}” here; did you mean “{near}”? Known fields: {known}.",
            field=shortened(name),
            near=near,
            known=known,
        )
        if near is not None
        else text("There is no field “{field}” here. Known fields: {known}.", field=shortened(name), known=known)
    )
    return Problem("field-unknown", place, message)


def comparing(problems: Collection[object]) -> bool:
    """Whether one more unknown name is still compared with the known ones, after so many problems."""
    return len(problems) < MOST_COMPARED


def unknown_tile(pointer: str, tile: str, kinds: Iterable[str], *, compared: bool = True) -> Problem:
    near = nearest(tile, kinds) if compared else None
    message = (
        text("No tile of this game is called “{tile}”; did you mean “{near}”?", tile=shortened(tile), near=near)
        if near is not None
        else text(
            "No tile of this game is called “{tile}”; there are {known}.", tile=shortened(tile), known=list(kinds)
        )
    )
    return Problem("tile-unknown", pointer, message, "tiles.copies")


def unknown_player(pointer: str, name: str, known: Iterable[str]) -> Problem:
    known = list(known)
    message = (
        text("There is no player “{name}”; the players are {known}.", name=shortened(name), known=known)
        if known
        else text("There is no player “{name}”: the position names no players.", name=shortened(name))
    )
    return Problem("player-unknown", pointer, message, "players.distinct")


def escaped(token: str) -> str:
    """A JSON pointer's token (RFC 6901)."""
    return token.replace("~", "~0").replace("/", "~1")
