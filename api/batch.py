"""Many questions at once: one a line (NDJSON), answered one a line, in order, each as soon as it is."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import orjson
from flask import Response, g, request

from api.calls import CALLS, QUESTION_REFUSALS, judged_in, parsed, read_body
from api.envelope import log
from api.http import in_language, json_bytes, language_wanted, media_type_of
from api.operations import Example, Operation
from api.problems import (
    INTERNAL,
    TOO_COSTLY,
    TOO_LARGE,
    UNSUPPORTED_MEDIA_TYPE,
    Refusal,
    refused_json,
    unexpected,
)
from api.settings import Settings
from scorer.limits import Limits
from scorer.problems import Malformed, Refused, too_costly
from scorer.shapes import Anything, Choice, Reading, Record
from scorer.texts import counted, text, texts

NDJSON: Final = "application/x-ndjson"
QUESTIONS: Final = {call.name: call.question for call in CALLS}
LINE: Final = Record(
    {"call": Choice(tuple(QUESTIONS), "the call"), "request": Anything("what it is asked")},
    {"id": Anything("comes back with the answer")},
)
LINES: Final = (
    'Lines of JSON, each `{"call": "score", "request": {...}, "id": ...}`; `id` may be anything, and may be left out. '
    f"Calls: {', '.join(QUESTIONS)}."
)


#: How long others may go on between two lines, in seconds.
REST: Final = 1e-5


class Batch(NamedTuple):
    """What is the same for all lines."""

    language: str
    request_id: str
    limits: Limits
    #: How many seconds of computing all of them may take.
    seconds: int


class BatchLine(NamedTuple):
    """A line of a batch, and where it stands."""

    number: int
    content: bytes

    def parsed(self) -> Any:
        return parsed(self.content, self.number)


def view(settings: Settings) -> Response:
    if media_type_of(request.environ.get("CONTENT_TYPE", "")) != NDJSON:
        detail = text("The body must be sent as {media_type} in UTF-8.", media_type=NDJSON)
        raise Refusal(UNSUPPORTED_MEDIA_TYPE, detail, {"Accept": NDJSON})
    lines = [BatchLine(number, line) for number, line in enumerate(read_body().split(b"\n"), 1) if line.strip()]
    if len(lines) > settings.batch:
        detail = counted(
            "A batch may have at most {count} line.", "A batch may have at most {count} lines.", settings.batch
        )
        raise Refusal(TOO_LARGE, detail)
    batch = Batch(language_wanted(), g.request_id, settings.limits, settings.seconds)
    response = Response(answers(lines, batch), content_type=NDJSON)
    # What a proxy would hold back until all of it is there.
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Cache-Control"] = "no-store"
    return in_language(response, batch.language)


def answers(lines: list[BatchLine], batch: Batch) -> Iterator[bytes]:
    spent = 0.0
    for line in lines:
        # By its module: the server's worker puts in a function that lets others go on.
        time.sleep(REST)
        before = time.process_time()
        told = json_bytes(answer(line, batch) if spent < batch.seconds else too_long(line, batch))
        spent += time.process_time() - before
        yield told


def too_long(line: BatchLine, batch: Batch) -> dict[str, object]:
    """The answer to a line for which no time is left."""
    message = counted(
        "The lines of a batch may take {count} second of computing in all, which is over.",
        "The lines of a batch may take {count} seconds of computing in all, which are over.",
        batch.seconds,
    )
    refused = refused_json(too_costly("", message), texts(batch.language))
    try:
        return problem(line.parsed(), TOO_COSTLY.status, refused)
    except Refusal:
        return problem(None, TOO_COSTLY.status, refused)


def answer(line: BatchLine, batch: Batch) -> dict[str, object]:
    """The answer to a line; a bad one is answered as such, and the others go on."""
    told: Any = None
    try:
        told = line.parsed()
        reading = Reading()
        asked = LINE.read(told, "", reading)
        if reading.problems:
            raise Malformed(reading.problems)
        question = QUESTIONS[asked["call"]]
        judged = judged_in(batch.language, asked["request"], question.form_of, question.answer, batch.limits)
    except Refused as refused:
        return problem(told, 422, refused_json(refused, texts(batch.language, refused.rulebook)))
    except Refusal as refusal:
        return problem(told, refusal.kind.status, refusal.to_json(texts(batch.language)))
    except Exception as error:
        log.info(failure(batch.request_id, error))
        return problem(told, INTERNAL.status, unexpected(batch.request_id).to_json(texts(batch.language)))
    return {"id": id_of(told), "status": 200, "answer": judged}


def failure(request_id: str, error: Exception) -> str:
    """What the log says of a line that the service failed at."""
    told = "".join(traceback.format_exception(error))
    return orjson.dumps({"request_id": request_id, "failure": told}).decode()


def problem(told: Any, status: int, details: Mapping[str, object]) -> dict[str, object]:
    return {"id": id_of(told), "status": status, "problem": details}


def id_of(told: Any) -> Any:
    return told.get("id") if isinstance(told, dict) else None


ASKED: Final = (
    {
        "call": "score",
        "request": {
            "variant": "base",
            "players": [{"name": "red"}, {"name": "blue"}],
            "tiles": [{"x": 0, "y": 0, "tile": "D", "rotation": 0}, {"x": 0, "y": -1, "tile": "E", "rotation": 180}],
            "meeples": [{"player": "red", "x": 0, "y": -1, "spot": "city@S"}],
            "phase": "interim",
        },
        "id": 1,
    },
    {"call": "validate", "request": {"variant": "baze"}, "id": 2},
)


def batch_examples() -> Mapping[str, Example]:
    asked = b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in ASKED)
    return {"two": Example("A line that is answered, and one that is not", request=asked.decode())}


def operations(settings: Settings) -> list[Operation]:
    """The operation that answers many questions."""
    return [
        Operation(
            id="batch",
            method="POST",
            path="/v1/batch",
            tag="questions",
            summary="Many questions at once",
            description="One question a line (`application/x-ndjson`), and one answer a line, in order and streamed: "
            '`{"id", "status", "answer"}`, or `{"id", "status", "problem"}` for a line that is refused. The other '
            "lines are answered all the same.",
            view=partial(view, settings),
            refusals=QUESTION_REFUSALS[:-3],
            examples=batch_examples,
            media_types=(NDJSON,),
            lines=LINES,
            speaks=True,
        )
    ]
