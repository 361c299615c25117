"""The pages for people: the documentation of the calls, and that of the problems. The table has its own module."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, render_template

from api.http import Document
from api.problems import KINDS
from scorer.problems import CODES

#: Pages run our own scripts and nothing else.
PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HTML: Final = "text/html; charset=utf-8"


def page(template: str, **content: object) -> Response:
    response = Document.of(render_template(template, **content).encode(), HTML).response()
    response.headers["Content-Security-Policy"] = PAGE_POLICY
    return response


def register(app: Flask) -> None:
    """Adds the pages to the application."""

    @app.get("/docs")
    def docs() -> Response:
        return page("docs.html")

    @app.get("/problems")
    def problem_kinds() -> Response:
        return page("problems.html", kinds=KINDS, codes=CODES)
