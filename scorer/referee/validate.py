"""Is this position possible?"""

from __future__ import annotations

from typing import Final

from scorer.game.building import attempt
from scorer.game.position import Position
from scorer.game.proofs import start_board_assumed
from scorer.limits import MOST_PROBLEMS
from scorer.referee.asking import Answer
from scorer.texts import Sayable, Sentences, text

#: What `validate` looks at, on every board and on a whole one.
ALWAYS: Final = (text("tiles"), text("edges"), text("players"), text("where figures stand"))
OF_A_WHOLE_BOARD: Final = (
    text("how many copies of each tile there are"),
    text("one connected board with its start"),
    text("everybody’s supply"),
)
FOLLOWERS_MEET: Final = text("two followers on parts that meet")
FIGURE_ON_START: Final = text("a figure on the start tile")
WHOLE_BOARD_ONLY: Final = text("A cut-out is not asked for its start, connection, copies and supply.")
NOT_CHECKED: Final = text(
    "Not checked: everybody’s points, and whether legal play can lead to this position in all other respects."
)


def validate_position(position: Position, language: str) -> Answer:
    """Is this position possible? ALL problems, not the first. VALID does not promise that play can lead there."""
    game, broken, doubts = attempt(position)
    said, problems = game.texts(language), [*broken, *doubts]
    return {
        "valid": not problems,
        "problems": [problem.to_json(said) for problem in problems[:MOST_PROBLEMS]],
        **({"more": len(problems) - MOST_PROBLEMS} if len(problems) > MOST_PROBLEMS else {}),
        "scope": scope(position).spoken(said),
        "assumed": [assumption.to_json(said) for assumption in start_board_assumed(position)],
    }


def scope(position: Position) -> Sayable:
    """Exactly what was looked at, and what was not."""
    ruleset = position.ruleset
    checked, proofs = [*ALWAYS], [FOLLOWERS_MEET]
    if not position.excerpt:
        checked += OF_A_WHOLE_BOARD
        proofs += [FIGURE_ON_START] if ruleset.start_tile else []
        proofs += [part.doubt.words for part in ruleset.parts if part.doubt is not None]
    checked += [words for part in ruleset.parts for words in part.looks_at]
    return Sentences(
        text("Checked: {things}.", things=checked),
        text("Also looked for, because no play can lead there: {proofs}.", proofs=proofs),
        *([WHOLE_BOARD_ONLY] if position.excerpt else []),
        NOT_CHECKED,
    )
