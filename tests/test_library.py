"""The library as programmers meet it: its names, its types, and that both are as the specification has them."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import scorer
from tools.wire import FOLDER, wire

ROOT = Path(__file__).parent.parent
#: A program with one mistake on every line that says so.
PROGRAM = """\
import scorer

request: scorer.wire.ScoreRequest = {"variant": "base", "phase": "final", "players": [{"name": "red"}]}
request["tiles"] = [{"x": 0, "y": 0, "tile": "D", "rotation": 45}]  # wrong
answer = scorer.score(request)
print(answer["lines"][0]["text"], answer["players"]["red"]["after"])
print(answer["linez"])  # wrong
scorer.score(42)  # wrong
scorer.score({"variant": "base", "phaze": "final"})  # wrong
scorer.score("base/red,blue/D@0,0/phase:final")
board = scorer.Board("base/red,blue/D@0,0")
placement = board.legal_placements("U", player="red")[0]
points: int = board.push(
    {"player": "red", "tile": "U", "x": placement.x, "y": placement.y, "rotation": 0}
).points["red"]
board.push({"player": "red", "tile": "U"})  # wrong
board.features()[0]["cells"].append([0, 0])
game: scorer.Game = scorer.Game("base", ["red", "blue"], rules={"small_city": 2})
print(game.replay()["position"]["tiles"][0]["tile"], scorer.bag(game.to_json())["holes"][0]["next"] + 1)
try:
    scorer.validate({"variant": "base"})["problems"][0]["code"] == "edge-missmatch"  # wrong
except scorer.Refused as refused:
    print(str(refused), refused.problems[0].code)
from typing import cast
scorer.placements(cast(scorer.wire.PlacementsRequest, {**scorer.Board.empty().to_json(), "tile": "L"}))
"""


def test_the_types_are_those_of_the_specification() -> None:
    for name, text in wire().items():
        assert (FOLDER / name).read_text("utf-8") == text, "run `python -m tools.wire` and commit scorer/wire"


def test_a_type_checker_refuses_what_is_wrong_and_nothing_else(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml")]
    done = subprocess.run(
        [*command, "--cache-dir", str(ROOT / ".mypy_cache"), str(program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    told = {int(number) for number in re.findall(r"program\.py:(\d+): error", done.stdout)}
    assert told == {number for number, line in enumerate(PROGRAM.splitlines(), 1) if "# wrong" in line}, done.stdout


def test_everything_is_exported_and_nothing_else() -> None:
    modules = {module.name for module in pkgutil.iter_modules(scorer.__path__)}
    public = {name for name in vars(scorer) if not name.startswith("_")} - (modules - set(scorer.__all__))
    assert public == set(scorer.__all__) - {"__version__"}
    for name in scorer.__all__:
        assert inspect.getdoc(getattr(scorer, name)), name
    assert re.fullmatch(r"\d+\.\d+\.\d+", scorer.__version__)


def test_no_name_is_both_a_module_and_something_else() -> None:
    for package in ("scorer", "api"):
        for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if found.name.endswith("__main__") or found.name == "api.metrics":
                continue
            module = importlib.import_module(found.name)
            parent, _, name = found.name.rpartition(".")
            assert getattr(importlib.import_module(parent), name) is module, found.name
