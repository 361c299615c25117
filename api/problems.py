"""What the service answers when it cannot answer: RFC 9457 problem details, shaped in this one place."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge
from werkzeug.http import HTTP_STATUS_CODES

from api.http import JSON, in_language, json_bytes, language_wanted, under_prefix
from scorer.problems import Illegal, Problem, Refused, TooCostly
from scorer.referee.answers import MORE, PROBLEM, number, words
from scorer.shapes import Items, Record
from scorer.texts import Message, Texts, counted, marked, text, texts

MEDIA_TYPE: Final = "application/problem+json"


#: What a refusal looks like (RFC 9457).
PROBLEM_DETAILS: Final = Record(
    {
        "type": words("identifies the kind of problem, and leads to its documentation"),
        "title": words("the kind of problem, in the language of Accept-Language"),
        "status": number("the HTTP status"),
        "errors": Items(
            PROBLEM,
            description="everything that is wrong with the JSON value, not only the first; none where it was not "
            "looked at",
        ),
    },
    {"detail": words("what happened this time"), "more": MORE},
    "Problem details (RFC 9457).",
    "ProblemDetails",
)


@dataclass(frozen=True, slots=True)
class RefusalKind:
    """A kind of refusal: its stable id, its status, its title and what to do about it."""

    id: str
    status: int
    #: Marked for translation, like the advice.
    title: str
    advice: str

    @property
    def uri(self) -> str:
        """Where it is documented; it identifies the kind."""
        return f"/problems#{self.id}"


NOT_JSON: Final = RefusalKind(
    "not-json",
    400,
    marked("The body is not JSON"),
    marked("Send one JSON value in UTF-8. NaN, numbers beyond a double and halves of a surrogate pair are not JSON."),
)
NOT_FOUND: Final = RefusalKind(
    "not-found",
    404,
    marked("There is nothing at this address"),
    marked("See /docs for every address, and /v1/variants for the variants' names."),
)
METHOD_NOT_ALLOWED: Final = RefusalKind(
    "method-not-allowed",
    405,
    marked("This address does not take this method"),
    marked("The header Allow lists the methods that it takes."),
)
NOT_ACCEPTABLE: Final = RefusalKind(
    "not-acceptable",
    406,
    marked("This address cannot answer in a form that Accept allows"),
    marked("Leave the header Accept out, or let it allow the form that the address answers in."),
)
TOO_LARGE: Final = RefusalKind(
    "too-large",
    413,
    marked("The body is too large"),
    marked("Send a smaller body; the limit is in the detail."),
)
UNSUPPORTED_MEDIA_TYPE: Final = RefusalKind(
    "unsupported-media-type",
    415,
    marked("The body is not declared as JSON"),
    marked("Send the header “Content-Type: application/json”, and no Content-Encoding."),
)
MALFORMED: Final = RefusalKind(
    "malformed-request",
    422,
    marked("The request is no question that the rules could answer"),
    marked("Each of `errors` points at a field and says what it must be."),
)
ILLEGAL: Final = RefusalKind(
    "illegal-position",
    422,
    marked("The position breaks the rules"),
    marked("Each of `errors` points at what is wrong and names the rule; /v1/validate gives them as an answer."),
)
TOO_COSTLY: Final = RefusalKind(
    "too-costly",
    422,
    marked("The answer would take too much work"),
    marked("Ask about less at once, or let whoever runs the service raise the limit that is named in `errors`."),
)
TOO_MANY_REQUESTS: Final = RefusalKind(
    "too-many-requests",
    429,
    marked("Too many requests from one address"),
    marked("Wait as many seconds as the header Retry-After says, then ask again."),
)
TOO_BUSY: Final = RefusalKind(
    "too-busy",
    503,
    marked("Too many pictures are being drawn"),
    marked("Wait as many seconds as the header Retry-After says, then ask again; as SVG a picture can be had at once."),
)
INTERNAL: Final = RefusalKind(
    "internal-error",
    500,
    marked("The service failed"),
    marked("It is our fault, not yours. Report it with the request id."),
)

KINDS: Final = (
    NOT_JSON,
    NOT_FOUND,
    METHOD_NOT_ALLOWED,
    NOT_ACCEPTABLE,
    TOO_LARGE,
    UNSUPPORTED_MEDIA_TYPE,
    MALFORMED,
    ILLEGAL,
    TOO_COSTLY,
    TOO_MANY_REQUESTS,
    TOO_BUSY,
    INTERNAL,
)


@dataclass(frozen=True, slots=True)
class Refusal(Exception):
    """A request that the service itself turns down, before the library sees it."""

    kind: RefusalKind
    detail: Message
    headers: Mapping[str, str] = field(default_factory=dict)

    def to_json(self, said: Texts) -> dict[str, object]:
        return problem_json(self.kind, self.detail, (), said)


def broken_json(line: int, column: int) -> Refusal:
    return Refusal(NOT_JSON, not_json_at(line, column))


def not_json_at(line: int, column: int) -> Message:
    return text("Line {line}, column {column} is not JSON.", line=line, column=column)


def nothing_there() -> Refusal:
    return Refusal(NOT_FOUND, text("There is nothing at this address; /docs lists every call."))


def wrong_method(allowed: Iterable[str]) -> Refusal:
    methods = sorted(allowed)
    detail = text("This address takes {methods}.", methods=methods)
    return Refusal(METHOD_NOT_ALLOWED, detail, {"Allow": ", ".join(methods)})


def not_acceptable(offered: Iterable[str]) -> Refusal:
    detail = text("This address answers {media_types}, which Accept does not allow.", media_types=list(offered))
    return Refusal(NOT_ACCEPTABLE, detail)


def too_large(most: int) -> Refusal:
    return Refusal(TOO_LARGE, text("A body may have at most {most} bytes.", most=most))


def not_declared_as_json() -> Refusal:
    detail = text("The body must be sent as application/json in UTF-8.")
    return Refusal(UNSUPPORTED_MEDIA_TYPE, detail, {"Accept": JSON})


def too_often(rate: int, seconds: int) -> Refusal:
    """A client that asks more often than whoever runs the service allows."""
    detail = counted(
        "One address may ask {count} question per second here.",
        "One address may ask {count} questions per second here.",
        rate,
    )
    return Refusal(TOO_MANY_REQUESTS, detail, {"Retry-After": str(seconds)})


def too_busy(seconds: int) -> Refusal:
    """A picture that waited in vain for its turn."""
    detail = text("Other pictures are being drawn as PNG, and only a few are at a time.")
    return Refusal(TOO_BUSY, detail, {"Retry-After": str(max(1, seconds))})


def unexpected(request_id: str) -> Refusal:
    detail = text("Something went wrong here. Report it with the request id {id}.", id=request_id)
    return Refusal(INTERNAL, detail)


def problem_json(kind: RefusalKind, detail: Message, errors: tuple[Problem, ...], said: Texts) -> dict[str, object]:
    """The problem details of a refusal."""
    return {
        "type": kind.uri,
        "title": said.say(text(kind.title)),
        "status": kind.status,
        "detail": said.say(detail),
        "errors": [problem.to_json(said) for problem in errors],
    }


def refused_json(refused: Refused, said: Texts) -> dict[str, object]:
    """The problem details of what the library refuses."""
    if isinstance(refused, TooCostly):
        return problem_json(TOO_COSTLY, refused.problems[0].message, refused.problems, said)
    kind = ILLEGAL if isinstance(refused, Illegal) else MALFORMED
    count = len(refused.problems) + refused.more
    detail = (
        counted("The position has {count} problem.", "The position has {count} problems.", count)
        if kind is ILLEGAL
        else counted("The request has {count} problem.", "The request has {count} problems.", count)
    )
    answer = problem_json(kind, detail, refused.problems, said)
    return {**answer, "more": refused.more} if refused.more else answer


def _answer(body: dict[str, object], status: int, headers: Mapping[str, str] | None = None) -> Response:
    response = Response(under_prefix(json_bytes(body), MEDIA_TYPE), status, headers, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    return in_language(response, language_wanted())


def register(app: Flask, most_bytes: int) -> None:
    """Lets every error of the application answer with problem details."""

    @app.errorhandler(Refused)
    def library_refuses(refused: Refused) -> Response:
        return _answer(refused_json(refused, texts(language_wanted(), refused.rulebook)), 422)

    @app.errorhandler(Refusal)
    def service_refuses(refusal: Refusal) -> Response:
        return _answer(refusal.to_json(texts(language_wanted())), refusal.kind.status, refusal.headers)

    @app.errorhandler(HTTPException)
    def framework_refuses(error: HTTPException) -> Response:
        match error:
            case NotFound():
                return service_refuses(nothing_there())
            case MethodNotAllowed():
                return service_refuses(wrong_method(error.valid_methods or ()))
            case RequestEntityTooLarge():
                return service_refuses(too_large(most_bytes))
            case _:
                status = error.code or 500
                body = {"type": "about:blank", "title": HTTP_STATUS_CODES[status], "status": status, "errors": []}
                return _answer(body, status)

    @app.errorhandler(Exception)
    def fails(error: Exception) -> Response:
        g.failure = "".join(traceback.format_exception(error))
        return service_refuses(unexpected(g.request_id))
