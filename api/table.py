"""The table: the page on which people lay out their board and ask. It is made of our own files and the calls alone."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

from flask import Flask, Response, render_template, request

from api.http import JSON, Document, json_bytes, language_wanted
from api.pages import HTML, PAGE_POLICY
from api.reference import EXPANSIONS_ASKED, known_ruleset
from scorer.draw.figures import COLOURS, SEATS, also_called
from scorer.draw.sprite import places, sprite_svg
from scorer.rules.ruleset import Ruleset
from scorer.rules.variants import VARIANTS
from scorer.texts import ANY_BOOK, SOURCE_LANGUAGE, in_terms, languages

SVG: Final = "image/svg+xml"
#: The page may also keep itself for the time without a network.
TABLE_POLICY: Final = f"{PAGE_POLICY}; worker-src 'self'; manifest-src 'self'"


@cache
def page_languages() -> tuple[str, ...]:
    """The languages that the page speaks: those of the rulings whose words for the page are there."""
    folder = resources.files("api").joinpath("static", "table")
    return tuple(language for language in languages() if folder.joinpath(f"{language}.json").is_file())


@cache
def words(language: str) -> Mapping[str, str]:
    """What the page says, by key; in English where the language lacks a word.

    Words that are left to the book of a game are those of the base game: that is what the page begins with.
    """
    english: dict[str, str] = json.loads(_file(f"{SOURCE_LANGUAGE}.json"))
    own: dict[str, Any] = json.loads(_file(f"{language}.json"))
    terms: dict[str, str] = own.pop("terms", {}).get(ANY_BOOK, {})
    return english | {key: in_terms(sentence, terms) for key, sentence in own.items()}


def _file(name: str) -> bytes:
    return resources.files("api").joinpath("static", "table", name).read_bytes()


@cache
def modules() -> list[str]:
    """The modules that the page begins with: its own, and those of the games."""
    table = resources.files("api").joinpath("static", "table")
    names = [(folder + file.name) for folder in ("", "games/") for file in table.joinpath(folder).iterdir()]
    return sorted(name for name in names if name.endswith(".js") and name != "worker.js")


def page() -> Response:
    """The page in the language of the browser; it can be switched."""
    language = language_wanted(page_languages())
    html = render_template(
        "table.html",
        language=language,
        languages=page_languages(),
        say=words(language),
        modules=modules(),
        variants=VARIANTS,
    )
    response = Document.of(html.encode(), HTML, language).response()
    response.headers["Content-Security-Policy"] = TABLE_POLICY
    return response


def worker() -> Response:
    """The service worker; it has to stand where the page stands."""
    response = Document.of(_file("worker.js"), "text/javascript; charset=utf-8").response()
    response.headers["Content-Security-Policy"] = TABLE_POLICY
    return response


def game_asked(variant: str) -> Ruleset:
    """The game of an address, with the expansions of its query."""
    return known_ruleset(variant, request.args.get(EXPANSIONS_ASKED, ""))


@lru_cache(maxsize=64)
def _pictures(ruleset: Ruleset, language: str, *, packed: bool) -> Document:
    content = sprite_svg(ruleset, language).encode()
    return Document.of(gzip.compress(content, mtime=0) if packed else content, SVG, language)


def pictures(variant: str) -> Response:
    """Everything that a game lays on the table, as one drawing."""
    packed = request.accept_encodings.quality("gzip") > 0
    response = _pictures(game_asked(variant), language_wanted(), packed=packed).response()
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response


@cache
def _layout(ruleset: Ruleset) -> Document:
    answer: dict[str, Any] = places(ruleset)
    answer["colours"] = {"names": COLOURS, "also_called": also_called(), "seats": SEATS}
    return Document.of(json_bytes(answer), JSON)


def layout(variant: str) -> Response:
    """Where pieces stand on that drawing, and the colours of the players."""
    return _layout(game_asked(variant)).response()


def register(app: Flask) -> None:
    """Adds the table to the application."""
    app.add_url_rule("/", "table", page)
    app.add_url_rule("/worker.js", "tableWorker", worker)
    app.add_url_rule("/table/<variant>.svg", "tablePictures", pictures)
    app.add_url_rule("/table/<variant>.json", "tableLayout", layout)
