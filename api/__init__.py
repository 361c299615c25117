"""The service: puts the rules of ``scorer`` on the network. No rule of the game lives here."""

from api.app import create_app

__all__ = ["create_app"]
