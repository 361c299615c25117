"""Clients that are made from the committed specification score a board of each game: in Python, and in TypeScript."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scorer
from api.examples import examples
from tests.api.boards import two_tiles
from tests.api.service import Service
from tests.api.specification import COMMITTED

PACKAGE = "generated_referee"
#: Its result is not ours to format, and pictures are bytes to it.
CONFIGURATION = """
post_hooks: []
content_type_overrides:
  image/svg+xml: application/octet-stream
  image/png: application/octet-stream
  application/yaml: application/octet-stream
  application/x-ndjson: application/octet-stream
"""


TYPESCRIPT = Path(__file__).parents[1] / "typescript"
#: A program with one mistake on every line that says so.
WRONG = """\
import type { components } from "./referee.js";
type Schemas = components["schemas"];
export const tile: Schemas["PlacedTile"] = { x: 0, y: 0, tile: "D", rotation: 45 }; // wrong
export const move: Schemas["Move"] = { player: "red", discards: "C" }; // wrong
export const drawn: Schemas["WheelScoreRequest"] = { variant: "schicksalsrad", phase: "wheel", player: "red" }; // wrong
export const castle: Schemas["Position"] = { variant: "castle", wheel: {} }; // wrong
export const said = (score: Schemas["Score"]): string => score.linez[0].text; // wrong
"""


def boards() -> list[dict[str, Any]]:
    """A scoring of each game, from its rulebook."""
    found: dict[str, dict[str, Any]] = {}
    for example in examples().values():
        if example["call"] == "score":
            found.setdefault(example["variant"], example["request"])
    return list(found.values())


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("client")
    configuration = folder / "config.yaml"
    configuration.write_text(CONFIGURATION)
    command = [str(Path(sys.executable).with_name("openapi-python-client")), "generate", "--meta", "none"]
    options = ["--path", str(COMMITTED), "--output-path", str(folder / PACKAGE), "--config", str(configuration)]
    finished = subprocess.run(
        [*command, *options, "--fail-on-warning"], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return folder


@pytest.fixture
def client(generated: Path, service: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(generated))
    with importlib.import_module(f"{PACKAGE}.client").Client(base_url=service.url) as client:
        yield client


def test_it_scores_a_board_of_each_game(client: Any) -> None:
    models = importlib.import_module(f"{PACKAGE}.models")
    score = importlib.import_module(f"{PACKAGE}.api.questions.score")
    for board in boards():
        asked = getattr(models, f"{board['phase'].capitalize()}ScoreRequest").from_dict(board)
        answer = score.sync(client=client, body=asked)
        assert isinstance(answer, models.Score)
        assert answer.to_dict() == scorer.score(board)


def test_a_refusal_is_typed_too(client: Any) -> None:
    models = importlib.import_module(f"{PACKAGE}.models")
    score = importlib.import_module(f"{PACKAGE}.api.questions.score")
    board = {**two_tiles(phase="interim"), "meeples": [], "players": []}
    refused = score.sync(client=client, body=models.InterimScoreRequest.from_dict(board))
    assert isinstance(refused, models.ProblemDetails)
    assert [error.code for error in refused.errors] == ["player-count"]


def test_it_reads_the_reference_data(client: Any) -> None:
    variants = importlib.import_module(f"{PACKAGE}.api.reference.variants")
    assert "castle" in [variant.id for variant in variants.sync(client=client).variants]


# TypeScript


@pytest.fixture(scope="module")
def typescript() -> Path:
    """The folder of the compiler and the generator, which npm brings."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("there is no node")
    if not (TYPESCRIPT / "node_modules" / ".package-lock.json").exists():
        brought = subprocess.run(
            [npm, "ci", "--no-audit", "--no-fund"], cwd=TYPESCRIPT, capture_output=True, timeout=120, check=False
        )
        if brought.returncode:
            pytest.skip("npm could not bring the compiler")
    return TYPESCRIPT


def test_a_typescript_client_scores_a_board_of_each_game(typescript: Path, service: Service, tmp_path: Path) -> None:
    """The types are made from the committed file; the compiler, in strict mode, takes only what is right."""
    programs = typescript / "node_modules" / ".bin"
    (tmp_path / "node_modules").symlink_to(typescript / "node_modules")
    for name in ("client.ts", "tsconfig.json", "package.json"):
        shutil.copy(typescript / name, tmp_path)
    (tmp_path / "wrong.ts").write_text(WRONG)

    def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
        words = [str(word) for word in command]
        typed = json.dumps(boards())
        return subprocess.run(
            words, cwd=tmp_path, input=typed, capture_output=True, text=True, timeout=300, check=False
        )

    made = run(programs / "openapi-typescript", COMMITTED, "--output", "referee.ts")
    assert made.returncode == 0, made.stderr
    compiled = run(programs / "tsc", "--project", ".")
    wrong = [("wrong.ts", number) for number, line in enumerate(WRONG.splitlines(), 1) if "// wrong" in line]
    told = re.findall(r"^(\S+)\((\d+),\d+\): error", compiled.stdout, re.MULTILINE)
    assert [(file, int(number)) for file, number in told] == wrong, compiled.stdout
    asked = run("node", "client.js", service.url)
    assert asked.returncode == 0, asked.stderr
    assert json.loads(asked.stdout) == [scorer.score(board)["summary"] for board in boards()]
