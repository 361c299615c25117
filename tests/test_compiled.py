"""The rules compiled from the same files: every answer is the same, byte for byte."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: What the wheel is built from.
SOURCES = ("api", "fixtures", "scorer", "LICENSE", "README.md", "pyproject.toml", "setup.py")
#: The oracle's games, the rulebooks' examples and the properties of random games.
PROOFS = (
    "test_oracle_base.py",
    "test_oracle_wheel.py",
    "test_oracle_expansions.py",
    "test_fixtures.py",
    "test_properties.py",
)

pytestmark = pytest.mark.skipif(
    shutil.which("cc") is None, reason="there is no C compiler (cc) to compile the rules with"
)


def run(folder: Path, *command: str | Path, **variables: str) -> str:
    # What the tests around this one measure and collect is not this one's business.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=folder,
        env={**kept, **variables},
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled packages, and with the tests beside them."""
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("compiled")
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, source / name)
    build = ("-m", "build", "--no-isolation", "--wheel", "--outdir", source / "dist", source)
    # Optimized code takes minutes to compile, and says the same.
    run(source, *build, REFEREE_COMPILE="1", REFEREE_OPTIMIZE="0")
    (wheel,) = (source / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    for name in ("tests", "fixtures", "pyproject.toml", "bench"):
        (folder / name).symlink_to(ROOT / name)
    assert run(folder, "-c", "import scorer; print(scorer.COMPILED)") == "True\n"
    return folder


def test_the_compiled_rules_prove_the_same(compiled: Path) -> None:
    proofs = [f"tests/{name}" for name in PROOFS]
    said = run(compiled, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *proofs)
    assert " passed" in said


def test_every_answer_is_the_same_byte_for_byte(compiled: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl.gz"
    run(ROOT, "-m", "tests.compare", "write", answers, "--games", "2")
    said = run(compiled, "-m", "tests.compare", "check", answers)
    assert ", 0 differ" in said
