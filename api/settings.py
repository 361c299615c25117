"""What whoever runs the service can set, all by environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import inf
from typing import Any

from scorer.draw import MOST_CELLS
from scorer.limits import FARTHEST_EVER, LONGEST_NAME_EVER, Limits


class SettingError(ValueError):
    """An environment variable that cannot mean anything."""


def _limit(default: int, variable: str, meaning: str, least: int = 1, most: float = inf) -> Any:
    return field(default=default, metadata={"variable": variable, "meaning": meaning, "least": least, "most": most})


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of the service, and who may call it from another page."""

    body: int = _limit(1 << 20, "REFEREE_MAX_BODY", "bytes of a request's body")
    tiles: int = _limit(5_000, "REFEREE_MAX_TILES", "tiles of a position, and followers")
    kinds: int = _limit(100, "REFEREE_MAX_KINDS", "extra kinds of tile in `tileset`")
    moves: int = _limit(500, "REFEREE_MAX_MOVES", "moves of a game")
    cells: int = _limit(MOST_CELLS, "REFEREE_MAX_CELLS", "cells of a picture, in width and in height")
    pixels: int = _limit(4_096, "REFEREE_MAX_PIXELS", "pixels of a PNG, in width and in height")
    # The rulebooks' examples must fit, and spots and features, which are names too.
    farthest: int = _limit(
        Limits().farthest,
        "REFEREE_MAX_COORDINATE",
        "the farthest cell, in any direction",
        least=1_000,
        most=FARTHEST_EVER,
    )
    longest_name: int = _limit(
        Limits().longest_name, "REFEREE_MAX_NAME", "characters of a name", least=20, most=LONGEST_NAME_EVER
    )
    #: The origins whose pages may call the service; none by default.
    origins: frozenset[str] = frozenset()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings that the environment asks for; an unusable value is refused, never ignored."""
        limits = {
            limit.name: within(limit, environment[limit.metadata["variable"]])
            for limit in cls.limits()
            if limit.metadata["variable"] in environment
        }
        origins = environment.get("REFEREE_CORS_ORIGINS", "").replace(",", " ").split()
        return cls(origins=frozenset(origins), **limits)

    @classmethod
    def limits(cls) -> list[Any]:
        """The fields that are limits, each with its variable and meaning."""
        return [limit for limit in fields(cls) if limit.metadata]


def within(limit: Any, value: str) -> int:
    """What the environment says a limit is to be; refused where the library or the examples would not fit."""
    variable, least, most = (limit.metadata[name] for name in ("variable", "least", "most"))
    number = positive(variable, value)
    if not least <= number <= most:
        raise SettingError(f"{variable} must be from {least} to {most}, not {value}.")
    return number


def positive(variable: str, value: str) -> int:
    if not value.isascii() or not value.isdecimal() or int(value) == 0:
        raise SettingError(f"{variable} must be a whole number above 0, not {value!r}.")
    return int(value)
