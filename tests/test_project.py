"""The plan of the house, held against the house."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PLAN = re.search(r"## The plan of the house\n\n```\n(.*?)```", CONTRIBUTING, re.DOTALL)[1]
#: Written from the specification: each type has the name that the public contract gives it, which is also what the
#: library calls the thing itself.
WRITTEN = ROOT / "scorer" / "wire"
#: What those who use the library call a board and a game; inside they are what the rules work on.
PUBLIC = {"Board", "Game"}
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


def test_two_classes_never_share_a_name():
    places = defaultdict(list)
    for folder in ("scorer", "api"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if WRITTEN in file.parents:
                continue
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(str(file.relative_to(ROOT)))
    shared = {name: files for name, files in places.items() if len(files) > 1}
    assert shared.keys() == PUBLIC, shared
    assert all("scorer/play.py" in shared[name] for name in PUBLIC)
