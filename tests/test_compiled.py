"""The rules compiled from the same files: every answer is the same, byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.compiled import can_compile, compiled_into

ROOT = Path(__file__).parents[1]
#: The oracle's games, the rulebooks' examples and the properties of random games.
PROOFS = (
    "test_oracle_base.py",
    "test_oracle_wheel.py",
    "test_oracle_expansions.py",
    "test_fixtures.py",
    "test_properties.py",
)

pytestmark = pytest.mark.skipif(not can_compile(), reason="there is no C compiler (cc) to compile the rules with")


def run(folder: Path, *command: str | Path) -> str:
    # What the tests around this one measure and collect is not this one's business.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=folder,
        env=kept,
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_compiled_rules_answer_the_same_byte_for_byte(tmp_path: Path) -> None:
    """One test, because tests that run side by side would each compile."""
    folder, answers = tmp_path / "compiled", tmp_path / "answers.jsonl.gz"
    # Optimized code takes minutes to compile, and says the same.
    compiled_into(folder, optimize=0)
    assert run(folder, "-c", "import scorer; print(scorer.COMPILED)") == "True\n"
    run(ROOT, "-m", "tests.compare", "write", answers, "--games", "1")
    assert ", 0 differ" in run(folder, "-m", "tests.compare", "check", answers)
    proofs = [f"tests/{name}" for name in PROOFS]
    assert " passed" in run(folder, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *proofs)
