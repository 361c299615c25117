"""The rules compiled from the same files: every answer is the same, byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.compiled import can_compile, compiled_into

ROOT = Path(__file__).parents[1]
#: The oracle's games, the rulebooks' examples and the properties of random games; what each game says, what is refused
#: and how, and what the library, the command line and the service do with it.
PROOFS = (
    *("test_oracle_base", "test_oracle_wheel", "test_oracle_expansions", "test_fixtures", "test_properties"),
    *("test_base", "test_castle", "test_castle_final", "test_castle_track", "test_castle_turn", "test_discovery"),
    *("test_wheel", "test_expansions", "test_tiles", "test_rulings", "test_rarely_asked", "test_problems"),
    *("test_move_asked", "test_replay", "test_replay_moves", "test_offers", "test_notation", "test_imports"),
    *("test_play", "test_archive", "test_cli"),
    *("api/test_batch", "api/test_bodies", "api/test_calls", "api/test_expansions", "api/test_fields"),
    *("api/test_import", "api/test_links", "api/test_move", "api/test_reference", "api/test_replay"),
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
    proofs = [f"tests/{name}.py" for name in PROOFS]
    quiet = ("-q", "-n0", "-p", "no:cacheprovider", "-m", "not plain")
    assert " passed" in run(folder, "-m", "pytest", *quiet, *proofs)
