"""Games from elsewhere, as the library reads them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from flask import Response

from api.calls import QUESTION_REFUSALS, read_json
from api.http import answer, language_wanted
from api.operations import Example, Operation
from api.settings import Settings
from scorer import imports
from scorer.imports.reading import REQUEST
from scorer.referee.answers import IMPORT

#: The beginning of a game, as Board Game Arena logs it.
LOGGED: Final[Mapping[str, Any]] = {
    "data": {
        "logs": [
            {
                "data": [
                    {
                        "type": "playTile",
                        "args": {"player_id": 7, "player_name": "Ann", "id": 22, "type": 11, "x": 0, "y": -1, "ori": 3},
                    },
                    {"type": "playPartisan", "args": {"player_id": 7, "id": 1, "x": 0, "y": -1, "pos": 1}},
                ]
            },
            {
                "data": [
                    {
                        "type": "playTile",
                        "args": {"player_id": 8, "player_name": "Bob", "id": 48, "type": 17, "x": 1, "y": 0, "ori": 1},
                    }
                ]
            },
        ]
    }
}


def view(settings: Settings) -> Response:
    return answer(imports.read(read_json(), language_wanted(), settings.limits))


def import_examples() -> Mapping[str, Example]:
    asked = {"format": "bga", "data": LOGGED}
    return {"bga": Example("The beginning of a game", request=asked, answer=imports.read(asked))}


def operations(settings: Settings) -> list[Operation]:
    """The operation that reads games of other programs."""
    return [
        Operation(
            id="import",
            method="POST",
            path="/v1/import",
            tag="questions",
            summary="A game that another program has saved",
            description="Reads a save of JCloisterZone (`jcz`), a log of Board Game Arena (`bga`) or a link of "
            "CarcassonneLab (`carcassonnelab`), and answers the `game` as `/v1/replay` takes it, with `notes` on what "
            "is not certain about it. Nothing is fetched.",
            view=partial(view, settings),
            refusals=QUESTION_REFUSALS,
            examples=import_examples,
            answer=IMPORT,
            body=REQUEST,
            speaks=True,
        )
    ]
