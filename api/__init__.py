"""The service: puts the rules of ``scorer`` on the network. No rule of the game lives here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from api.settings import Settings

__all__ = ["create_app"]


def create_app(settings: Settings | None = None) -> Flask:
    """The service as a WSGI application; without settings it is set up by the environment."""
    # Imported late: without Flask, ``python -m api`` still gets far enough to say what is missing.
    from api.app import create_app

    return create_app(settings)
