"""Which formats can be read, and what is answered of each."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from scorer.imports.bga import read_bga
from scorer.imports.jcz import read_jcz
from scorer.imports.lab import read_lab
from scorer.imports.transcript import Transcript, unreadable
from scorer.limits import DEFAULT_LIMITS, Limits
from scorer.problems import Malformed
from scorer.referee.answers import IMPORT
from scorer.shapes import Anything, Choice, Reading, Record
from scorer.texts import SOURCE_LANGUAGE, text, texts

#: Who reads what each program saves.
READERS: Final[Mapping[str, Callable[[object, Limits], Transcript]]] = {
    "jcz": read_jcz,
    "bga": read_bga,
    "carcassonnelab": read_lab,
}
FORMATS: Final = tuple(READERS)
#: Those that are JSON, which may also come as text.
JSON_FORMATS: Final = ("jcz", "bga")
REQUEST: Final = Record(
    {
        "format": Choice(
            FORMATS, "`jcz`: a save of JCloisterZone; `bga`: a log of Board Game Arena; `carcassonnelab`: a link"
        ),
        "data": Anything("the content of the file, as JSON or as text; or the link"),
    },
    {},
    "A game that another program has saved.",
    "ImportRequest",
)
ANSWER: Final = IMPORT


def read(request: object, language: str = SOURCE_LANGUAGE, limits: Limits = DEFAULT_LIMITS) -> dict[str, Any]:
    """The game that another program has saved, as `replay` takes it, and notes on what is not certain."""
    reading = Reading(limits)
    asked = REQUEST.read(request, "", reading)
    if reading.problems:
        raise Malformed(reading.problems)
    data = asked["data"]
    if isinstance(data, str) and asked["format"] in JSON_FORMATS:
        data = parsed(data)
    transcript = READERS[asked["format"]](data, limits)
    game = transcript.told()
    said = texts(language)
    return {"game": game, "notes": [said.say(note) for note in transcript.notes]}


def parsed(data: str) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        unreadable("", text("This is no JSON."))
