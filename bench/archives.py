"""``carcassonne-referee replay`` on an archive: games per second and core, and how much memory it takes.

    python -m bench.archives [--lines 1000 1000000]

Whole games tell the speed. Memory is told by short ones: what is kept of a game that has been judged does not depend on
how long it was, and a million of them are judged within minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from typing import Any, Final, NamedTuple

from bench import Row
from bench.library import PLAYED

#: How many whole games are judged.
GAMES: Final = 400
#: How many lines are handed over at a time.
CHUNK: Final = 1000
#: The first moves of the whole game.
SHORT: Final = 2


class Judged(NamedTuple):
    """What it took to judge an archive, in all its processes."""

    seconds: float
    #: The most memory that one of the processes held at a time, in MiB.
    memory: float


def judged(game: dict[str, Any], lines: int) -> Judged:
    """Judges an archive that holds a game so many times; it is handed over as it is read, and never lies anywhere."""
    line = json.dumps(game).encode() + b"\n"
    command = [sys.executable, "-c", "from scorer.cli import main; raise SystemExit(main())"]
    command += ["replay", "--summary", "--json", "--jobs", str(os.cpu_count() or 1)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert process.stdin is not None
    with process.stdin as archive:
        for start in range(0, lines, CHUNK):
            archive.write(line * min(CHUNK, lines - start))
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.returncode
    # Of the processes that it started itself, and waited for, the kernel adds the time, and tells the largest.
    return Judged(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def rows() -> list[Row]:
    few, many = judged(PLAYED["game"], GAMES // 10), judged(PLAYED["game"], GAMES)
    speed = (GAMES - GAMES // 10) / (many.seconds - few.seconds)
    return [Row("games of 72 tiles judged by `replay`, per second and core", speed)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, nargs="+", default=[1_000, 1_000_000], help="how long the archives are")
    short = {**PLAYED["game"], "moves": PLAYED["game"]["moves"][:SHORT], "end": "early"}
    print("| lines | memory of the largest process | minutes |")
    print("|---|---|---|")
    for lines in parser.parse_args().lines:
        started = time.monotonic()
        memory = judged(short, lines).memory
        print(f"| {lines:,} | {memory:.1f} MiB | {(time.monotonic() - started) / 60:.1f} |", flush=True)


if __name__ == "__main__":
    main()
