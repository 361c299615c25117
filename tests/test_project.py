"""The plan of the house, held against the house."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PLAN = re.search(r"## The plan of the house\n\n```\n(.*?)```", CONTRIBUTING, re.DOTALL)[1]
NAMED = set(re.findall(r"[a-z_]+(?:\.py\b|/)", PLAN))


def test_the_plan_names_every_part_of_the_house():
    folders = {f"{path.parent.name}/" for path in ROOT.glob("*/*.py")}
    modules = {path.name for path in (ROOT / "scorer").glob("*.py")} - {"__init__.py"}
    packages = {f"{path.parent.name}/" for path in (ROOT / "scorer").glob("*/__init__.py")}
    assert folders | modules | packages <= NAMED


def test_the_plan_names_nothing_that_is_gone():
    packages = [path.parent for path in (ROOT / "scorer").glob("*/__init__.py")]
    places = [ROOT, ROOT / "scorer", *packages, ROOT / "tests", ROOT / "docs"]
    for name in NAMED:
        assert any((place / name).exists() for place in places), name
