"""A client that openapi-python-client makes from our specification scores a board."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scorer
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


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("client")
    configuration = folder / "config.yaml"
    configuration.write_text(CONFIGURATION)
    command = [str(Path(sys.executable).with_name("openapi-python-client")), "generate", "--meta", "none"]
    options = [
        "--path",
        str(COMMITTED),
        "--output-path",
        str(folder / PACKAGE),
        "--config",
        str(folder / "config.yaml"),
    ]
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


def test_it_scores_a_board(client: Any) -> None:
    models = importlib.import_module(f"{PACKAGE}.models")
    score = importlib.import_module(f"{PACKAGE}.api.questions.score")
    board = two_tiles(phase="interim")
    answer = score.sync(client=client, body=models.ScoreRequest.from_dict(board))
    assert isinstance(answer, models.Score)
    assert answer.to_dict() == scorer.score(board)
    assert answer.lines[0].points["red"] == 4
    refused = score.sync(client=client, body=models.ScoreRequest.from_dict({**board, "meeples": [], "players": []}))
    assert isinstance(refused, models.ProblemDetails)
    assert [error.code for error in refused.errors] == ["player-count"]


def test_it_reads_the_reference_data(client: Any) -> None:
    variants = importlib.import_module(f"{PACKAGE}.api.reference.variants")
    assert "castle" in [variant.id for variant in variants.sync(client=client).variants]
