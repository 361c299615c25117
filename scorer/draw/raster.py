"""Pictures as PNG, where the optional dependency is installed."""

from __future__ import annotations


class PngUnavailable(RuntimeError):
    """The package that turns SVG into PNG is not installed."""

    def __init__(self) -> None:
        super().__init__("PNG pictures need the package resvg-py: install the project with its extra “png”.")


def png(svg: str, *, width: int) -> bytes:
    """A picture of ours as PNG, so many pixels wide. Raises :class:`PngUnavailable` where nothing can draw it."""
    try:
        import resvg_py
    except ImportError:
        raise PngUnavailable from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
