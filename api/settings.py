"""What whoever runs the service can set, all by environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from scorer.draw import MOST_CELLS


class SettingError(ValueError):
    """An environment variable that cannot mean anything."""


def _limit(default: int, variable: str, meaning: str) -> Any:
    return field(default=default, metadata={"variable": variable, "meaning": meaning})


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of the service, and who may call it from another page."""

    body: int = _limit(1 << 20, "REFEREE_MAX_BODY", "bytes of a request's body")
    tiles: int = _limit(5_000, "REFEREE_MAX_TILES", "tiles of a position, and followers")
    kinds: int = _limit(100, "REFEREE_MAX_KINDS", "extra kinds of tile in `tileset`")
    moves: int = _limit(500, "REFEREE_MAX_MOVES", "moves of a game")
    cells: int = _limit(MOST_CELLS, "REFEREE_MAX_CELLS", "cells of a picture, in width and in height")
    pixels: int = _limit(4_096, "REFEREE_MAX_PIXELS", "pixels of a PNG, in width and in height")
    #: The origins whose pages may call the service; none by default.
    origins: frozenset[str] = frozenset()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings that the environment asks for; an unusable value is refused, never ignored."""
        limits = {
            limit.name: positive(limit.metadata["variable"], environment[limit.metadata["variable"]])
            for limit in cls.limits()
            if limit.metadata["variable"] in environment
        }
        origins = environment.get("REFEREE_CORS_ORIGINS", "").replace(",", " ").split()
        return cls(origins=frozenset(origins), **limits)

    @classmethod
    def limits(cls) -> list[Any]:
        """The fields that are limits, each with its variable and meaning."""
        return [limit for limit in fields(cls) if limit.metadata]


def positive(variable: str, value: str) -> int:
    if not value.isascii() or not value.isdecimal() or int(value) == 0:
        raise SettingError(f"{variable} must be a whole number above 0, not {value!r}.")
    return int(value)
