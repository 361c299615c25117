"""schemathesis against the running service, with all checks."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.api.service import Service
from tests.api.specification import specification

#: A well-formed body may be no legal question (422), and what a client has kept may still hold (304). Only names of
#: tiles and examples are not listed in the specification, so that one may be unknown.
#: One question is tried systematically; the others read the same fields.
CONFIGURATION = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", 304, 422]

[[operations]]
include-path-regex = "(tile|example)}"
checks.positive_data_acceptance.expected-statuses = ["2xx", 304, 404, 422]

[[operations]]
include-path-regex = "^/v1/(features|placements|score|move|replay|render|bag|import|batch)$"
phases.coverage.enabled = false
"""


def test_schemathesis_finds_nothing(service: Service, tmp_path: Path) -> None:
    configuration = tmp_path / "schemathesis.toml"
    configuration.write_text(CONFIGURATION)
    command = [str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(configuration), "run"]
    options = ["--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "5", "--workers", "2"]
    # It cannot write lines of JSON; tests/api/test_batch.py does.
    options += ["--exclude-path", "/v1/batch"]
    finished = subprocess.run(
        [*command, f"{service.url}/openapi.yaml", *options, "--generation-deterministic", "--no-color"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    tested = re.search(r"Tested: (\d+)", finished.stdout)
    assert tested is not None
    # All but the batch.
    assert int(tested[1]) == sum(len(methods) for methods in specification()["paths"].values()) - 1
