"""Builds the wheel with the rules compiled, and unpacks it: ``python -m tools.compiled FOLDER``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
#: What the wheel is built from.
SOURCES = ("api", "fixtures", "scorer", "LICENSE", "README.md", "pyproject.toml", "setup.py")
#: What runs against the wheel, and does not belong to it.
BESIDE = ("bench", "docs", "fixtures", "pyproject.toml", "tests", "tools")


def can_compile() -> bool:
    return shutil.which("cc") is not None


def compiled_into(folder: Path, optimize: int = 3) -> None:
    """Leaves the compiled packages in a folder, with tests and benchmark beside them."""
    with TemporaryDirectory() as temporary:
        source = Path(temporary)
        for name in SOURCES:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, source / name)
        subprocess.run(
            [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", source / "dist", source],
            env={**os.environ, "REFEREE_COMPILE": "1", "REFEREE_OPTIMIZE": str(optimize)},
            check=True,
            capture_output=True,
        )
        (wheel,) = (source / "dist").glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(folder)
    for name in BESIDE:
        (folder / name).symlink_to(ROOT / name)


if __name__ == "__main__":
    compiled_into(Path(sys.argv[1]))
