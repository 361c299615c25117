"""The page's JavaScript is type-checked, as its comments say what things are."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TYPESCRIPT = "typescript@5.9.3"
#: Kept beside the other tools, so that it is fetched once.
FOLDER = Path(sys.prefix) / "typescript"


def test_the_pages_types_are_sound() -> None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("There is no Node.js here, so the page's types are not checked.")
    checker = FOLDER / "node_modules" / "typescript" / "bin" / "tsc"
    if not checker.exists():
        fetch = [npm, "install", "--no-audit", "--no-fund", "--no-save", "--prefix", str(FOLDER), TYPESCRIPT]
        if subprocess.run(fetch, capture_output=True, check=False).returncode:
            pytest.skip("npm cannot fetch TypeScript here, so the page's types are not checked.")
    config = ROOT / "api" / "static" / "table" / "jsconfig.json"
    found = subprocess.run([node, checker, "-p", config], capture_output=True, text=True, check=False)
    assert found.stdout == ""
    assert found.returncode == 0
