"""The application factory."""

from __future__ import annotations

from flask import Flask, Response, request

from api import calls, envelope, openapi, pages, pictures, problems, reference, table
from api.http import media_type_wanted
from api.operations import Operation
from api.problems import not_acceptable
from api.settings import Settings
from scorer.limits import LIMITS


class Service(Flask):
    """The referee's service."""

    def make_default_options_response(self) -> Response:
        """OPTIONS answers with Allow and nothing else."""
        response = super().make_default_options_response()
        return Response(status=204, headers={"Allow": ", ".join(sorted(response.allow))})


def create_app(settings: Settings | None = None) -> Flask:
    """The service as a WSGI application; without settings it is set up by the environment."""
    if settings is None:
        settings = Settings.from_environment()
    # What the library itself holds against a request is the same for all of a process.
    LIMITS.farthest, LIMITS.longest_name = settings.farthest, settings.longest_name
    reference.document.cache_clear()
    app = Service(__package__)
    # An address with a slash too many in it is another address, not one to be redirected by a page of HTML.
    app.url_map.merge_slashes = False
    # One byte more is read than is allowed, so that a body that is too large can be told from one that just fits.
    app.config["MAX_CONTENT_LENGTH"] = settings.body + 1
    envelope.register(app, settings.origins)
    problems.register(app, settings.body)
    operations = operations_of(settings)
    register_operations(app, operations)
    pages.register(app)
    table.register(app)
    return app


def operations_of(settings: Settings) -> list[Operation]:
    """Every operation of the service; the last one describes them all."""
    operations = [*calls.operations(settings), *pictures.operations(settings), *reference.operations()]
    return [*operations, openapi.operation(operations, settings)]


def register_operations(app: Flask, operations: list[Operation]) -> None:
    media_types = {operation.id: operation.media_types for operation in operations}
    for operation in operations:
        app.add_url_rule(operation.rule, operation.id, operation.view, methods=[operation.method])

    @app.before_request
    def check_accept() -> None:
        offered = media_types.get(request.endpoint or "")
        if offered is not None and media_type_wanted(offered) is None:
            raise not_acceptable(offered)
