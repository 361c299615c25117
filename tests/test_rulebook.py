"""The catalogue of rules: what code can cite stands in it, what stands in it is cited, and its pages are up to date."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import scorer
from scorer.problems import Refused
from scorer.rulebook import rule, rulebooks, rules_of
from scorer.variant import Variant
from scorer.variants import VARIANTS
from tests.replay_games import played
from tools import rules_docs

ROOT = Path(scorer.__file__).parent
BY_ID = {variant.id: variant for variant in VARIANTS}
RULE = re.compile(r"[a-z-]+\.[a-z0-9-]+")

#: Ids that are put together, by the file and the expression: what they can come to. Any other one fails the test.
TERRAINS = {variant.id: variant.landscape.terrains for variant in VARIANTS}
PUT_TOGETHER = {
    ("variants/discovery.py", "f'{terrain}.{state}'"): [
        f"{terrain}.{state}" for terrain in TERRAINS["discovery"] for state in ("unfinished", "complete", "two-tiles")
    ],
    ("variants/castle/game.py", "f'{region.type}.complete'"): ["path.complete", "tower.complete", "house.complete"],
    ("variants/castle/game.py", "f'{region.type}.unfinished'"): [
        "path.unfinished",
        "tower.unfinished",
        "house.unfinished",
    ],
    ("variants/castle/final.py", "f'wall-tile.{wall_tile}'"): [f"wall-tile.{number}" for number in range(4, 10)],
    ("variants/castle/wall_tiles.py", "f'wall-tile.{wall_tile}'"): [f"wall-tile.{number}" for number in range(1, 10)],
}
#: What looks like an id and is a file's name.
FILES = {"f'{DOMAIN}.mo'", "f'{name}.json'"}


def written_ids(path: Path) -> Iterator[str]:
    """Every rule id that a file of the source can cite."""
    place = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE.fullmatch(node.value):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            shape = "".join(part.value if isinstance(part, ast.Constant) else "x" for part in node.values)
            expression = ast.unparse(node)
            if RULE.fullmatch(shape) and expression not in FILES:
                assert (place, expression) in PUT_TOGETHER, f"{place}: what can {expression} come to?"
                yield from PUT_TOGETHER[place, expression]


def cited() -> dict[str, set[str]]:
    """For each variant the ids that the core or its own modules can cite."""
    own = {
        "variants/base.py": ["base-2000", "base-2003", "base", "wheel-of-fortune"],
        "variants/discovery.py": ["discovery"],
        "variants/hands.py": ["discovery"],
    }
    found: dict[str, set[str]] = {variant.id: set() for variant in VARIANTS}
    for path in ROOT.rglob("*.py"):
        place = path.relative_to(ROOT).as_posix()
        ids = set(written_ids(path))
        if place.startswith("variants/wheel/"):
            who = ["wheel-of-fortune"]
        elif place.startswith("variants/castle/"):
            who = ["castle"]
        elif place.startswith("variants/") and ids:
            who = own[place]
        else:
            who = list(found)
        for variant in who:
            found[variant] |= ids
    return found


CITED = cited()


def never_there(variant: Variant) -> set[str]:
    """What the core says only of a board with parts that this game lacks."""
    return set() if variant.tile_set(variant.default_rules()).wall else {"placement.wall"}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_every_rule_that_code_can_cite_is_in_the_catalogue(variant: Variant) -> None:
    assert CITED[variant.id] - never_there(variant) - rules_of(variant).keys() == set()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_every_rule_of_the_catalogue_is_cited_or_rested_on(variant: Variant) -> None:
    rules = rules_of(variant)
    assert all(other in rules for found in rules.values() for other in found.see)
    rested_on = {other for found in rules.values() if found.id in CITED[variant.id] for other in found.see}
    assert rules.keys() - CITED[variant.id] - rested_on == set()
    # A rule that is cited by itself needs nobody to lead there, but nothing may lead to itself.
    assert not any(found.id in found.see for found in rules.values())


def rules_in(answer: Any) -> Iterator[str]:
    if isinstance(answer, dict):
        for name, value in answer.items():
            if name == "rule" and value is not None:
                yield value
            else:
                yield from rules_in(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from rules_in(value)


def answers(variant: str) -> Iterator[Any]:
    """The rulebooks' examples, and a game whose every move is tried with something wrong."""
    asks = {name: getattr(scorer, name) for name in ("validate", "features", "placements", "score")}
    for path in sorted((ROOT.parent / "fixtures" / variant).glob("*.json")):
        example = json.loads(path.read_text("utf-8"))
        try:
            yield asks[example["call"]](example["request"])
        except Refused as refusal:
            yield [{"rule": problem.rule} for problem in refusal.problems]
    request = played(variant, Random(3), most=25).request(end=True)
    yield scorer.replay(request)
    for number, move in enumerate(request["moves"]):
        for change in ({"player": "?"}, {"tile": "?"}, {"x": 99}, {"spot": "?"}, {"spot": "road"}, {"rotation": 90}):
            changed = [*request["moves"][:number], {**move, **change}]
            yield scorer.replay({**request, "moves": changed, "end": False})


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_what_is_really_cited_was_found_in_the_source(variant: Variant) -> None:
    """So that the search through the source cannot overlook a way to cite."""
    seen = {found for answer in answers(variant.id) for found in rules_in(answer)}
    assert len(seen) > 10
    assert seen <= CITED[variant.id]
    assert seen <= rules_of(variant).keys()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_every_rule_is_complete(variant: Variant) -> None:
    for found in rules_of(variant).values():
        assert RULE.fullmatch(found.id)
        for sentence in (found.en, found.nl, *(found.decision or {}).values()):
            assert sentence.strip() == sentence
            assert sentence.endswith((".", "”"))
        assert found.en != found.nl
        assert found.passages or found.decision, found.id
        assert all(passage.rulebook in rulebooks() for passage in found.passages)
        assert rule(variant, found.id) is found
    assert all(value.rule in rules_of(variant) for value in variant.rule_values)


def test_the_pages_are_up_to_date() -> None:
    """They are written by ``python -m tools.rules_docs``."""
    pages = rules_docs.pages()
    assert {path.name: path.read_text("utf-8") for path in rules_docs.FOLDER.iterdir()} == pages
    for page in pages.values():
        anchors = {rules_docs.anchor(heading) for heading in re.findall(r"^### (.+)$", page, re.MULTILINE)}
        assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= anchors


def test_writing_the_pages_leaves_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_docs, "FOLDER", tmp_path / "rules")
    rules_docs.main()
    (tmp_path / "rules" / "old.md").write_text("gone")
    rules_docs.main()
    assert {path.name for path in (tmp_path / "rules").iterdir()} == rules_docs.pages().keys()
