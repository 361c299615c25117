"""The ways in and out: JSON bodies, languages, media types, and answers that a client may keep."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import orjson
from flask import Response, request
from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.http import parse_accept_header, parse_options_header

from scorer.texts import SOURCE_LANGUAGE, languages

JSON: Final = "application/json"

#: Links, each of which begins at the root of the service, as our answers and the specification write them.
LINKS: Final = {
    JSON: re.compile(rb'"(?:type|href|picture)":"(?=/)'),
    "application/problem+json": re.compile(rb'"type":"(?=/)'),
    "application/yaml": re.compile(rb"\b(?:type|href|picture): (?=/)"),
}
#: A path that a proxy may have put in front of ours.
PREFIX: Final = re.compile(r"(/[A-Za-z0-9._~-]+)*")


def json_bytes(value: object) -> bytes:
    """A JSON answer; it ends in a newline, so that it looks right in a terminal."""
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)


def under_prefix(content: bytes, media_type: str) -> bytes:
    """An answer whose links lead back to the service, also where a proxy has put it under a path of its own."""
    prefix, links = request.script_root, LINKS.get(media_type)
    if not prefix or links is None or not PREFIX.fullmatch(prefix):
        return content
    return links.sub(lambda link: link[0] + prefix.encode(), content)


@lru_cache(maxsize=256)
def _best_language(header: str, offered: tuple[str, ...]) -> str:
    # Not by `best_match`, to which an exact tag is better than one for a region that is wanted more.
    wanted = parse_accept_header(header, LanguageAccept)
    spoken = (tag.partition("-")[0].lower() for tag, quality in wanted if quality > 0)
    return next((language for language in spoken if language in offered), SOURCE_LANGUAGE)


def language_wanted(offered: tuple[str, ...] | None = None) -> str:
    """The language of the answer: the best of Accept-Language that is offered, else English.

    Offered is every language that there is a catalogue for, unless others are named.
    """
    header = request.environ.get("HTTP_ACCEPT_LANGUAGE")
    return _best_language(header, languages() if offered is None else offered) if header else SOURCE_LANGUAGE


@lru_cache(maxsize=256)
def _best_type(header: str, offered: tuple[str, ...]) -> str | None:
    return parse_accept_header(header, MIMEAccept).best_match(offered)


def media_type_wanted(offered: tuple[str, ...]) -> str | None:
    """The form of the answer: the best of Accept that is offered, if any is; the first where all are welcome."""
    header = request.environ.get("HTTP_ACCEPT")
    return offered[0] if not header or header == "*/*" else _best_type(header, offered)


def media_type_of(content_type: str) -> str:
    """The media type that a Content-Type declares, without its options."""
    return parse_options_header(content_type)[0].lower()


@lru_cache(maxsize=256)
def declares_json(content_type: str) -> bool:
    """Whether a Content-Type is JSON as we read it, in UTF-8."""
    media_type, options = parse_options_header(content_type)
    return media_type.lower() == JSON and options.get("charset", "utf-8").lower() in {"utf-8", "utf8", "us-ascii"}


def answer(value: object) -> Response:
    """The answer to a question: never kept, because the next position is another one."""
    response = Response(json_bytes(value), content_type=JSON)
    response.headers["Cache-Control"] = "no-store"
    return in_language(response, language_wanted())


def in_language(response: Response, language: str) -> Response:
    """Says which language an answer is in, and that another could be asked for."""
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return response


@dataclass(frozen=True, slots=True)
class Document:
    """An answer that stays the same as long as the program does; clients keep it and ask whether it still holds."""

    content: bytes
    media_type: str
    language: str | None
    etag: str

    @classmethod
    def of(cls, content: bytes, media_type: str, language: str | None = None) -> Document:
        return cls(content, media_type, language, hashlib.sha256(content).hexdigest()[:32])

    def response(self) -> Response:
        response = Response(under_prefix(self.content, self.media_type), content_type=self.media_type)
        response.set_etag(self.etag)
        response.headers["Cache-Control"] = "no-cache"
        if self.language is not None:
            in_language(response, self.language)
        response.make_conditional(request)
        return response
