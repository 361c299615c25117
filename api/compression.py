"""Answers in gzip, where the client takes it and it pays."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request

#: Below this the head of an answer weighs more than what is saved.
LEAST_BYTES: Final = 1_024
#: For an answer that is made once, and for one that is kept and sent often.
FAST: Final = 3
SMALL: Final = 9
#: Kinds of content that become smaller; pictures in PNG do not.
TEXTS: Final = frozenset(
    {
        "application/json",
        "application/problem+json",
        "application/yaml",
        "application/manifest+json",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
    }
)


@lru_cache(maxsize=256)
def kept(content: bytes) -> bytes:
    """What is sent again and again is compressed once."""
    return gzip.compress(content, SMALL, mtime=0)


def pays(response: Response) -> bool:
    """Whether an answer would be smaller in gzip, and may be."""
    return (
        response.status_code not in {206, 304}
        and response.mimetype in TEXTS
        and "Content-Encoding" not in response.headers
        and (response.content_length or 0) >= LEAST_BYTES
    )


def compress(response: Response) -> None:
    # The server would send a file as it lies on the disk.
    response.direct_passthrough = False
    content = response.get_data()
    etag, _ = response.get_etag()
    if etag is None:
        response.set_data(gzip.compress(content, FAST, mtime=0))
    else:
        response.set_data(kept(content))
        # The same content in other bytes: only a weak tag may say that they are equal (RFC 9110, 8.8.1).
        response.set_etag(etag, weak=True)
    response.headers["Content-Encoding"] = "gzip"


def register(app: Flask) -> None:
    """Compresses every answer of the application that is worth it."""

    @app.after_request
    def in_gzip(response: Response) -> Response:
        paying = pays(response)
        if paying or response.status_code == 304:
            response.vary.add("Accept-Encoding")
        if paying and request.accept_encodings.quality("gzip") > 0:
            compress(response)
        return response
