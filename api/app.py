"""The application factory."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from api import (
    batch,
    calls,
    compression,
    envelope,
    imports,
    links,
    openapi,
    pages,
    pictures,
    png,
    problems,
    rates,
    reference,
    table,
)
from api.http import media_type_wanted
from api.operations import Operation
from api.problems import TOO_MANY_REQUESTS, not_acceptable
from api.settings import Settings


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
    app = Service(__package__)
    # An address with a slash too many in it is another address, not one to be redirected by a page of HTML.
    app.url_map.merge_slashes = False
    # One byte more is read than is allowed, so that a body that is too large can be told from one that just fits.
    app.config["MAX_CONTENT_LENGTH"] = settings.body + 1
    envelope.register(app, settings.origins)
    problems.register(app, settings.body)
    compression.register(app)
    png.register(app)
    if settings.rate is not None:
        rates.register(app, settings.rate, settings.burst)
    operations = operations_of(settings)
    register_operations(app, operations)
    pages.register(app)
    table.register(app)
    if settings.metrics is not None:
        measure(app, settings.metrics[1])
    if settings.proxies:
        trust_proxies(app, settings.proxies)
    return app


def measure(app: Flask, port: int) -> None:
    # An optional dependency stands behind it.
    from api import metrics

    metrics.register(app, port)


def trust_proxies(app: Flask, count: int) -> None:
    """Takes the word of so many proxies on who asks, by which scheme, and under which path the service is found."""
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_prefix=count)  # type: ignore[method-assign]


def operations_of(settings: Settings) -> list[Operation]:
    """Every operation of the service; the last ones describe them all."""
    operations = [
        *calls.operations(settings),
        *pictures.operations(settings),
        *links.operations(settings),
        *batch.operations(settings),
        *imports.operations(settings),
        *reference.operations(settings.limits),
    ]
    limited = [limited_in_rate(operation) for operation in operations]
    return [*limited, *openapi.operations(limited, settings)]


def limited_in_rate(operation: Operation) -> Operation:
    """Whoever runs the service may let a client wait for everything but the probes."""
    if not operation.path.startswith(rates.LIMITED):
        return operation
    return replace(operation, refusals=(*operation.refusals, TOO_MANY_REQUESTS))


def register_operations(app: Flask, operations: list[Operation]) -> None:
    media_types = {operation.id: operation.media_types for operation in operations}
    for operation in operations:
        app.add_url_rule(operation.rule, operation.id, operation.view, methods=[operation.method])

    @app.before_request
    def check_accept() -> None:
        offered = media_types.get(request.endpoint or "")
        if offered is not None and media_type_wanted(offered) is None:
            raise not_acceptable(offered)
