"""What whoever runs the service can set, all by environment variables."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import inf
from typing import Any, Final

from scorer.draw import MOST_CELLS
from scorer.limits import FARTHEST_EVER, LONGEST_NAME_EVER, Limits

THIS_MACHINE: Final = "127.0.0.1"
#: What a browser calls the place that a page is from; any of them; and a page from nowhere.
ORIGIN: Final = re.compile(r"[a-z][a-z0-9+.-]*://[a-z0-9._:\[\]-]+|\*|null")
#: Memory that is kept as files: they need no disk, and no folder that can be written.
SHARED_MEMORY: Final = "/dev/shm"


class SettingError(ValueError):
    """An environment variable that cannot mean anything."""


def _limit(default: int, variable: str, meaning: str, least: int = 1, most: float = inf) -> Any:
    return field(default=default, metadata={"variable": variable, "meaning": meaning, "least": least, "most": most})


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of the service, who may call it from another page, and what stands in front of it."""

    body: int = _limit(1 << 20, "REFEREE_MAX_BODY", "bytes of a request's body")
    tiles: int = _limit(5_000, "REFEREE_MAX_TILES", "tiles of a position")
    figures: int = _limit(1_000, "REFEREE_MAX_FIGURES", "followers and other figures of a position")
    kinds: int = _limit(100, "REFEREE_MAX_KINDS", "extra kinds of tile in `tileset`")
    moves: int = _limit(500, "REFEREE_MAX_MOVES", "moves of a game")
    parts: int = _limit(
        250_000, "REFEREE_MAX_PARTS", "parts of the made-up tiles on a board: segments, borders, cities on segments"
    )
    placements: int = _limit(20_000, "REFEREE_MAX_PLACEMENTS", "legal placements that are told, and looked at")
    listed: int = _limit(400_000, "REFEREE_MAX_LISTED", "cells that the lines of an answer list, all together")
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
    batch: int = _limit(1_000, "REFEREE_MAX_BATCH", "lines of a batch")
    seconds: int = _limit(2, "REFEREE_MAX_SECONDS", "seconds of computing for all lines of a batch")
    #: The origins whose pages may call the service; none by default.
    origins: frozenset[str] = frozenset()
    #: How many proxies stand in front, whose word on the client's address and on the prefix is taken.
    proxies: int = 0
    #: Questions that a client may ask per second, and at once; no rate is no limit.
    rate: int | None = None
    burst: int | None = None
    #: Where the metrics are told: a host and a port; nowhere by default.
    metrics: tuple[str, int] | None = None

    @property
    def limits(self) -> Limits:
        """What the library holds against a request."""
        return Limits(**{limit.name: getattr(self, limit.name) for limit in fields(Limits)})

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings that the environment asks for; an unusable value is refused, never ignored."""
        limits = {
            limit.name: within(limit, environment[limit.metadata["variable"]])
            for limit in cls.limit_fields()
            if limit.metadata["variable"] in environment
        }
        proxies = environment.get("REFEREE_PROXIES", "0")
        rate, burst = _number(environment, "REFEREE_RATE"), _number(environment, "REFEREE_BURST")
        if burst is not None and rate is None:
            raise SettingError("REFEREE_BURST needs REFEREE_RATE, the questions per second.")
        return cls(
            origins=_origins(environment, "REFEREE_CORS_ORIGINS"),
            proxies=0 if proxies == "0" else positive("REFEREE_PROXIES", proxies),
            rate=rate,
            burst=burst,
            metrics=_address(environment, "REFEREE_METRICS"),
            **limits,
        )

    @classmethod
    def limit_fields(cls) -> list[Any]:
        """The fields that are limits, each with its variable and meaning."""
        return [limit for limit in fields(cls) if limit.metadata]


def within(limit: Any, value: str) -> int:
    """What the environment says a limit is to be; refused where the library or the examples would not fit."""
    variable, least, most = (limit.metadata[name] for name in ("variable", "least", "most"))
    number = positive(variable, value)
    if not least <= number <= most:
        raise SettingError(f"{variable} must be from {least} to {most}, not {value}.")
    return number


def _number(environment: Mapping[str, str], variable: str) -> int | None:
    return positive(variable, environment[variable]) if variable in environment else None


def _origins(environment: Mapping[str, str], variable: str) -> frozenset[str]:
    origins = environment.get(variable, "").replace(",", " ").split()
    for origin in origins:
        if not ORIGIN.fullmatch(origin):
            raise SettingError(f"{variable} must be origins, as https://example.org, or *; not {origin!r}.")
    return frozenset(origins)


def _address(environment: Mapping[str, str], variable: str) -> tuple[str, int] | None:
    """A host and a port; without a host, one that only this machine can reach."""
    if variable not in environment:
        return None
    host, _, number = environment[variable].rpartition(":")
    return host.strip("[]") or THIS_MACHINE, port(variable, number)


def port(variable: str, value: str) -> int:
    if not value.isascii() or not value.isdecimal() or int(value) > 65_535:
        raise SettingError(f"{variable} must be a number from 0 to 65535, not {value!r}.")
    return int(value)


def positive(variable: str, value: str) -> int:
    if not value.isascii() or not value.isdecimal() or int(value) == 0:
        raise SettingError(f"{variable} must be a whole number above 0, not {value!r}.")
    return int(value)


def workers(environment: Mapping[str, str]) -> int | None:
    """How many workers are asked for."""
    told = environment.get("WEB_CONCURRENCY")
    return positive("WEB_CONCURRENCY", told) if told else None


def memory_folder() -> str | None:
    """Where files can lie in memory; nowhere, that is in the usual folder, where the system has no such place."""
    return SHARED_MEMORY if os.access(SHARED_MEMORY, os.W_OK) else None
