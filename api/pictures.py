"""The pictures: a position, a tile and a rulebook's example as SVG; a position also as PNG."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, Final

from flask import Response

from api.calls import QUESTION_REFUSALS, forms, judged
from api.examples import examples
from api.http import Document, in_language, language_wanted, media_type_wanted
from api.operations import Example, Operation
from api.png import drawer
from api.problems import MALFORMED, NOT_ACCEPTABLE, NOT_FOUND, TOO_BUSY, Refusal
from api.reference import EXPANSIONS_ASKED, asked_in_query, known_example, known_ruleset
from api.settings import Settings
from scorer.draw import PngUnavailable, question_svg, render_form, rendered, tile_svg
from scorer.draw.rendering import RenderQuestion
from scorer.forms import Form
from scorer.problems import unknown_tile
from scorer.rules.ruleset import Ruleset
from scorer.texts import text

SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
#: A picture may style itself, and nothing else.
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
VIEW_BOX: Final = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


def form_of(ruleset: Ruleset, _: Mapping[str, Any]) -> Form[RenderQuestion]:
    return render_form(ruleset)


def view(settings: Settings) -> Response:
    response = picture(judged(form_of, partial(rendered, most_cells=settings.cells), settings.limits), settings.pixels)
    response.headers["Cache-Control"] = "no-store"
    return response


def picture(svg: str, most_pixels: int) -> Response:
    """A picture in the form that is wanted."""
    content, media_type = svg.encode(), SVG
    if media_type_wanted((SVG, PNG)) == PNG:
        try:
            content, media_type = drawer().draw(svg, png_width(svg, most_pixels)), PNG
        except PngUnavailable:
            if media_type_wanted((SVG,)) is None:
                detail = text("PNG pictures need the optional package resvg-py, which is not installed here.")
                raise Refusal(NOT_ACCEPTABLE, detail) from None
    response = Response(content, content_type=media_type)
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    in_language(response, language_wanted())
    response.vary.add("Accept")
    return response


def png_width(svg: str, most: int) -> int:
    """The width of a picture in pixels: as it is drawn, but neither side longer than the limit."""
    box = VIEW_BOX.search(svg)
    assert box is not None
    width, height = float(box[1]), float(box[2])
    return max(1, int(width * min(1.0, most / width, most / height)))


def tile(variant: str, tile: str, expansions: str = "") -> str:
    ruleset = known_ruleset(variant, expansions)
    kinds = ruleset.tile_set(ruleset.default_rules()).kinds
    if tile not in kinds:
        raise Refusal(NOT_FOUND, unknown_tile("", tile, kinds).message)
    return tile_svg(kinds[tile])


def example(example: str) -> str:
    told = known_example(example)
    return question_svg(told["call"], told["request"])


@lru_cache(maxsize=512)
def document(draw: Callable[..., str], names: tuple[tuple[str, str], ...]) -> Document:
    return Document.of(draw(**dict(names)).encode(), SVG)


def kept(draw: Callable[..., str], queries: tuple[str, ...] = (), **names: str) -> Response:
    response = document(draw, asked_in_query(names, queries)).response()
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


def render_examples() -> Mapping[str, Example]:
    asked = {name: value for name, value in examples()["city-8-pennant"]["request"].items() if name != "phase"}
    asked["options"] = {"coordinates": True, "scores": "interim"}
    return {"base": Example("A finished city, with its points", request=asked)}


def operations(settings: Settings) -> list[Operation]:
    """The operations that answer pictures."""
    return [
        Operation(
            id="render",
            method="POST",
            path="/v1/render",
            tag="questions",
            summary="A picture of a position",
            description="SVG; with `Accept: image/png` a PNG, where the optional package for it is installed.",
            view=partial(view, settings),
            refusals=(*QUESTION_REFUSALS, TOO_BUSY),
            examples=render_examples,
            media_types=(SVG, PNG),
            request=forms(form_of),
            speaks=True,
        ),
        Operation(
            id="tilePicture",
            method="GET",
            path="/v1/variants/{variant}/tiles/{tile}.svg",
            tag="reference",
            summary="A picture of a tile",
            description="The kind of tile at rotation 0; those of expansions are known with `expansions`.",
            view=partial(kept, tile, (EXPANSIONS_ASKED,)),
            refusals=(NOT_FOUND, NOT_ACCEPTABLE, MALFORMED),
            examples=dict,
            media_types=(SVG,),
            keeps=True,
            queries=(EXPANSIONS_ASKED,),
        ),
        Operation(
            id="examplePicture",
            method="GET",
            path="/v1/examples/{example}.svg",
            tag="reference",
            summary="A picture of an example",
            description="The board with the answer drawn in.",
            view=partial(kept, example),
            refusals=(NOT_FOUND, NOT_ACCEPTABLE),
            examples=dict,
            media_types=(SVG,),
            keeps=True,
        ),
    ]
