"""The questions that the library answers: how each is read from a request, and who answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, cast

from scorer import notation
from scorer.forms import Form
from scorer.game.reading import position_form, read_ruleset
from scorer.limits import DEFAULT_LIMITS, Limits
from scorer.problems import in_words_of
from scorer.referee.asking import Answer
from scorer.referee.bag import bag_form, look_into_bag
from scorer.referee.features import list_features
from scorer.referee.move import judge_move, move_form
from scorer.referee.placements import list_placements, placements_form
from scorer.referee.replay import judge_game, replay_form
from scorer.referee.score import judge_scoring, score_form
from scorer.referee.validate import validate_position
from scorer.rules.ruleset import Ruleset
from scorer.texts import SOURCE_LANGUAGE
from scorer.wire import (
    Bag,
    BagRequest,
    Features,
    MoveJudged,
    MoveRequest,
    Placements,
    PlacementsRequest,
    Replay,
    ReplayRequest,
    Score,
    ScoreRequest,
    Validation,
)
from scorer.wire import Position as PositionAsked


class Question(NamedTuple):
    """What a request of a game must look like, and how what it makes up is answered in a language.

    Reading raises :class:`~scorer.problems.Malformed` for a request that is no question; answering raises
    :class:`~scorer.problems.Illegal` for a position that breaks the rules, but where that is the answer.
    """

    form_of: Callable[[Ruleset, Mapping[str, Any]], Form[Any]]
    answer: Callable[[Any, str], Answer]

    def read(self, request: Any, limits: Limits = DEFAULT_LIMITS) -> Any:
        ruleset = read_ruleset(request)
        return self.form_of(ruleset, request).read(request, limits)

    def ask(self, request: object, language: str, limits: Limits = DEFAULT_LIMITS) -> Answer:
        """The answer to a request, which may also be a line of notation."""
        asked: Any = notation.read(request) if isinstance(request, str) else request
        ruleset = read_ruleset(asked)
        with in_words_of(ruleset.rulebook):
            return self.answer(self.form_of(ruleset, asked).read(asked, limits), language)


VALIDATE: Final = Question(lambda ruleset, _: position_form(ruleset), validate_position)
FEATURES: Final = Question(lambda ruleset, _: position_form(ruleset), list_features)
PLACEMENTS: Final = Question(lambda ruleset, _: placements_form(ruleset), list_placements)
SCORE: Final = Question(score_form, judge_scoring)
MOVE: Final = Question(lambda ruleset, _: move_form(ruleset), judge_move)
BAG: Final = Question(lambda ruleset, _: bag_form(ruleset), look_into_bag)
REPLAY: Final = Question(lambda ruleset, _: replay_form(ruleset), judge_game)


def validate(request: PositionAsked | str, language: str = SOURCE_LANGUAGE) -> Validation:
    """Is this position possible? ALL problems, not the first. VALID does not promise that play can lead there."""
    return cast(Validation, VALIDATE.ask(request, language))


def features(request: PositionAsked | str, language: str = SOURCE_LANGUAGE) -> Features:
    """What is on the board?"""
    return cast(Features, FEATURES.ask(request, language))


def placements(request: PlacementsRequest | str, language: str = SOURCE_LANGUAGE) -> Placements:
    """Where may a tile go, and where may a follower stand?"""
    return cast(Placements, PLACEMENTS.ask(request, language))


def score(request: ScoreRequest | str, language: str = SOURCE_LANGUAGE) -> Score:
    """Who gets what, and why?"""
    return cast(Score, SCORE.ask(request, language))


def move(request: MoveRequest | str, language: str = SOURCE_LANGUAGE) -> MoveJudged:
    """Was this move allowed, what would have been, what does it bring, and how does the board lie afterwards?"""
    return cast(MoveJudged, MOVE.ask(request, language))


def replay(request: ReplayRequest | str, language: str = SOURCE_LANGUAGE) -> Replay:
    """Was each move of this game allowed, what did it score, and who is right about the count?"""
    return cast(Replay, REPLAY.ask(request, language))


def bag(request: BagRequest | PositionAsked | str, language: str = SOURCE_LANGUAGE) -> Bag:
    """What is left to be drawn, where does it fit, and how likely is it to come?"""
    return cast(Bag, BAG.ask(request, language))
