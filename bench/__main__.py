"""Prints the table that stands in docs/speed.md: plain, and compiled where there is a C compiler."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import Row, archives, library, service
from tools.compiled import ROOT, can_compile, compiled_into


def measured(folder: Path) -> list[Row]:
    """The rows with the packages that lie in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--rows"], cwd=folder, stdout=subprocess.PIPE, text=True, check=True
    )
    return [Row(*row) for row in json.loads(done.stdout)]


def main() -> None:
    if "--rows" in sys.argv:
        print(json.dumps([*library.rows(), *service.rows(), *archives.rows()]))
        return
    plain = measured(ROOT)
    compiled: list[Row] | None = None
    if can_compile():
        with TemporaryDirectory() as folder:
            compiled_into(Path(folder))
            compiled = measured(Path(folder))
    else:
        print("There is no C compiler (cc): the compiled column is left out.", file=sys.stderr)
    columns = "plain | wanted" if compiled is None else "plain | compiled | wanted (plain, compiled)"
    print(f"| what | {columns} |")
    print("|---" * (3 if compiled is None else 4) + "|")
    for number, row in enumerate(plain):
        numbers = [row.said(row.measured), *([] if compiled is None else [row.said(compiled[number].measured)])]
        print(f"| {row.what} | {' | '.join(numbers)} | {row.wanted_said()} |")


if __name__ == "__main__":
    main()
