"""Castle positions from small pictures (:mod:`tests.boards`)."""

from typing import Any

from scorer.rulebook import rules_of
from scorer.rules.variants import find_ruleset
from tests.boards import lay, stand

Json = dict[str, Any]

#: The ids of the castle's catalogue.
RULES = frozenset(rules_of(find_ruleset("castle")))


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
