"""PNG pictures, each drawn by a process of its own: nobody else waits for it, and it can be stopped."""

from __future__ import annotations

# By their modules: the server's worker puts its own functions into these, which let others go on.
import subprocess
import sys
import threading
from functools import cached_property
from importlib.util import find_spec
from typing import Final

from flask import Flask, current_app

from api.problems import too_busy
from scorer.draw import PngUnavailable
from scorer.problems import TooCostly, too_costly
from scorer.texts import text

#: How much a picture may take: seconds of computing, and memory in bytes.
SECONDS: Final = 5
MEMORY: Final = 512 << 20
#: How many are drawn at a time, in each worker; and how many seconds one waits for its turn.
AT_A_TIME: Final = 2
PATIENCE: Final = 10
#: However busy the machine is, nothing takes longer than this.
LONGEST: Final = 30

DRAWER: Final = "png"
DRAW: Final = """
import sys
import resvg_py
try:
    import resource
except ImportError:
    pass
else:
    seconds, memory = int(sys.argv[2]), int(sys.argv[3])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=int(sys.argv[1]))))
"""


def register(app: Flask) -> None:
    app.extensions[DRAWER] = Drawer()


def drawer() -> Drawer:
    """Who draws for the application that is asked."""
    own = current_app.extensions[DRAWER]
    assert isinstance(own, Drawer)
    return own


class Drawer:
    """Draws PNGs for one application, a few at a time."""

    def __init__(self, seconds: int = SECONDS, memory: int = MEMORY, patience: float = PATIENCE) -> None:
        self.seconds = seconds
        self.memory = memory
        self.patience = patience

    @cached_property
    def turns(self) -> threading.Semaphore:
        # Made by the worker that uses it, not before the workers part.
        return threading.BoundedSemaphore(AT_A_TIME)

    def draw(self, svg: str, width: int) -> bytes:
        """A picture, so many pixels wide. Raises :class:`TooCostly` where it takes too much to draw."""
        if find_spec("resvg_py") is None:
            raise PngUnavailable
        if not self.turns.acquire(timeout=self.patience):
            raise too_busy(int(self.patience))
        try:
            return self.drawn(svg, width)
        finally:
            self.turns.release()

    def drawn(self, svg: str, width: int) -> bytes:
        limits = [str(width), str(self.seconds), str(self.memory)]
        try:
            done = subprocess.run(
                [sys.executable, "-I", "-c", DRAW, *limits], input=svg.encode(), capture_output=True, timeout=LONGEST
            )
        except subprocess.TimeoutExpired:
            raise self.too_costly() from None
        if done.returncode:
            raise self.too_costly()
        return done.stdout

    def too_costly(self) -> TooCostly:
        message = text(
            "Drawing this picture as PNG takes more than {seconds} seconds of computing or {megabytes} MB of memory, "
            "which is the limit here; as SVG it can be had.",
            seconds=self.seconds,
            megabytes=self.memory >> 20,
        )
        return too_costly("/tiles", message)
