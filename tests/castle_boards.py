"""Castle positions from small pictures: rows of ``tile:rotation``, a dot for an empty cell, followers in one line."""

from typing import Any

from scorer.rulebook import rules_of
from scorer.rules.variants import find_ruleset

Json = dict[str, Any]

#: The ids of the castle's catalogue.
RULES = frozenset(rules_of(find_ruleset("castle")))


def lay(picture: str, x: int, y: int) -> list[Json]:
    """The tiles of a picture whose north-western cell is ``x``, ``y``; rows end with a slash or a new line."""
    tiles = []
    for row, line in enumerate(picture.strip().replace("/", "\n").splitlines()):
        for column, word in enumerate(line.split()):
            if word != ".":
                tile, rotation = word.split(":")
                tiles.append({"x": x + column, "y": y + row, "tile": tile, "rotation": int(rotation)})
    return tiles


def stand(followers: str) -> list[Json]:
    """Followers as ``white 4,5 tower@N; black ...``."""
    placed = []
    for words in followers.split(";") if followers else ():
        player, cell, spot = words.split()
        x, y = map(int, cell.split(","))
        placed.append({"player": player, "x": x, "y": y, "spot": spot})
    return placed


def castle(tiles: list[Json], followers: str = "", *, white: int = 0, black: int = 0, **more: Any) -> Json:
    """A cut-out of a castle; the players have these points."""
    return {
        "variant": "castle",
        "excerpt": True,
        "players": [{"name": "white", "score": white}, {"name": "black", "score": black}],
        "tiles": tiles,
        "meeples": stand(followers),
        **more,
    }


def path(length: int, *, row: int = 3) -> list[Json]:
    """A finished path of so many tiles, from the wall in the west to a square; it is `path@W` of its first tile."""
    return lay(" ".join(["C14:0"] * (length - 1) + ["C16:0"]), 0, row)
