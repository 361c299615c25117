"""Every rulebook example, through the library and through the service. Adding a file adds its tests."""

import json
import re
from pathlib import Path

import pytest

import scorer
from api import create_app
from api.examples import examples
from scorer.rules.variants import EXPANSIONS, RULESETS, find_ruleset
from scorer.texts import languages
from tests.fixture_matcher import check, matches

FOLDER = Path(__file__).parent.parent / "fixtures"
CALLS = {
    "validate": scorer.validate,
    "features": scorer.features,
    "placements": scorer.placements,
    "score": scorer.score,
    "move": scorer.move,
}


def questions():
    """Each example, and each time it is asked again."""
    for name, example in examples().items():
        for number, asked in enumerate([example, *example["also"]]):
            label = name if number == 0 else f"{name}+{asked['variant']}-{number}"
            yield pytest.param(example["call"], asked["request"], asked["expected"], id=label)


@pytest.fixture(scope="module")
def client():
    return create_app().test_client()


@pytest.mark.parametrize(("call", "request_body", "expected"), list(questions()))
def test_library_judges_as_the_book(call, request_body, expected):
    check(expected, CALLS[call](request_body))


@pytest.mark.parametrize(("call", "request_body", "expected"), list(questions()))
def test_service_judges_as_the_book(client, call, request_body, expected):
    answer = client.post(f"/v1/{call}", json=request_body)
    assert answer.status_code == 200, answer.json
    check(expected, answer.json)


BASE_FIGURES = [
    pytest.param(example["call"], {**example["request"], "excerpt": True}, id=name)
    for name, example in examples().items()
    if example["variant"] == "base" and "expansions" not in example["request"]
]


@pytest.mark.parametrize(("call", "request_body"), BASE_FIGURES)
def test_base_figures_hold_for_the_wheel_on_their_printed_cells(call, request_body):
    answer = CALLS[call]({**request_body, "variant": "wheel-of-fortune"})
    only_there = {"variant", "crowns", "assumed", "scope"}
    base = CALLS[call](request_body)
    assert {name: answer[name] for name in answer if name not in only_there} == {
        name: base[name] for name in base if name not in only_there
    }


def test_every_file_is_an_example_of_its_folder():
    files = sorted(FOLDER.glob("*/*.json"))
    assert [json.loads(file.read_text("utf-8"))["id"] for file in files] == [file.stem for file in files]
    assert {file.stem for file in files} == set(examples())
    for file in files:
        example = examples()[file.stem]
        added = example["request"].get("expansions")
        assert file.parent.name in added if added else find_ruleset(example["variant"]).id == file.parent.name
        assert example["board"] in ("figure", "rebuilt")
        assert set(example["title"]) == set(languages())
        assert example["expected"]


def test_every_variant_has_examples():
    assert {find_ruleset(example["variant"]).id for example in examples().values()} == {v.id for v in RULESETS}


def test_every_expansion_has_examples_of_its_own():
    for expansion in EXPANSIONS:
        assert len(list((FOLDER / expansion.id).glob("*.json"))) >= 10


def test_the_list_of_examples_names_every_file_and_no_other():
    listed = set(re.findall(r"`([a-z0-9]+(?:-[a-z0-9]+)+)`", (FOLDER / "README.md").read_text("utf-8")))
    assert set(examples()) <= listed


@pytest.mark.parametrize(
    ("expected", "found", "verdict"),
    [
        (None, None, True),
        ({"a": None}, {}, True),
        ({"a": None}, {"a": 1}, False),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, [], False),
        ([], [], True),
        ([], [1], False),
        ([1, 2], [2, 1], True),
        ([1], [2, 1], False),
        ([{"a": 1}], [{"a": 2}, {"a": 1, "b": 1}], True),
        ([{"a": 1}, {"a": 1}], [{"a": 1}, {"a": 2}], False),
        ([{"a": 1}, {}], [{"a": 1}, {"a": 2}], True),
        ([{}, {"a": 1}], [{"a": 1}, {"a": 2}], True),
        ([1], 1, False),
    ],
)
def test_matching(expected, found, verdict):
    assert matches(expected, found) is verdict
