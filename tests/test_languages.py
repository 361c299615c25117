"""A language is a catalogue: one that is made up, and added to a copy of the program, is found everywhere."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import scorer
from api.examples import examples
from scorer import rulebook
from scorer.problems import Refused
from scorer.rules.ruleset import Ruleset
from scorer.rules.variants import RULESETS, VARIANTS, find_ruleset
from scorer.texts import ANY_BOOK, SOURCE_LANGUAGE, languages, texts
from tests.test_rulebook import OTHER_WORDS
from tools import messages

ROOT = messages.ROOT
TABLE = ROOT / "api" / "static" / "table"
MADE_UP = "qa"
POSITION = {
    "variant": "base",
    "players": [{"name": "red"}, {"name": "blue"}],
    "tiles": [{"x": 0, "y": 0, "tile": "D", "rotation": 0}, {"x": 0, "y": -1, "tile": "E", "rotation": 180}],
    "meeples": [{"player": "red", "x": 0, "y": -1, "spot": "city"}],
    "phase": "interim",
}

#: What the copy is asked, in a process of its own: nothing in it has been patched.
ASKED = """
import contextlib, io, json, sys
from api.app import create_app
from api.table import page_languages
from scorer import cli
from scorer.texts import languages

position, language = json.loads(sys.argv[1]), sys.argv[2]
client = create_app().test_client()
asked = {"headers": {"Accept-Language": f"{language}-XX, nl;q=0.5"}}
score = client.post("/v1/score", json=position, **asked)
illegal = client.post("/v1/score", json={**position, "variant": "chess"}, **asked)
variants = client.get("/v1/variants", **asked)
variant = client.get("/v1/variants/base", **asked)
rules = client.get("/v1/variants/base/rules", **asked)
page = client.get("/", **asked)
spec = client.get("/openapi.yaml")
with contextlib.redirect_stdout(io.StringIO()) as printed:
    code = cli.main(["score", "--language", language, "--json", sys.argv[3]])
print(json.dumps({
    "languages": languages(),
    "page_languages": page_languages(),
    "headers": [answer.headers["Content-Language"] for answer in (score, illegal, variants, variant, page)],
    "text": score.json["lines"][0]["text"],
    "title": illegal.json["title"],
    "variants": variants.json["variants"][0]["title"],
    "meaning": variant.json["rules"][0]["meaning"],
    "rule": sorted(rules.json["rules"][0]),
    "page": page.text,
    "static": client.get(f"/static/table/{language}.json").status_code,
    "spec": spec.text.count(language),
    "cli": code,
    "cli_answer": json.loads(printed.getvalue()),
}))
"""


def turned(sentence: str) -> str:
    """A made-up language: every word in capitals, and what is filled in as it was."""
    return "".join(part if part.startswith("{") else part.upper() for part in re.split(r"({\w*})", sentence))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a copy of the program answers to which the language was added: a catalogue, and words for the page."""
    copy = tmp_path_factory.mktemp("copy")
    for package in ("scorer", "api", "fixtures"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__", "vendor"))
    catalogue = messages.template()
    catalogue.locale = MADE_UP
    for message in catalogue:
        if message.id:
            plural = isinstance(message.id, tuple)
            message.string = tuple(map(turned, message.id)) if plural else turned(message.id)
    folder = copy / "scorer" / "locale" / MADE_UP / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / f"{messages.DOMAIN}.mo").write_bytes(messages.as_mo(catalogue))
    (copy / "api" / "static" / "table" / f"{MADE_UP}.json").write_text('{"brand": "THE REFEREE"}', "utf-8")
    position = copy / "position.json"
    position.write_text(json.dumps(POSITION), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", ASKED, json.dumps(POSITION), MADE_UP, str(position)],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "LANG": "C"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answers


def test_its_catalogue_makes_it_a_language(found: dict[str, Any]) -> None:
    assert MADE_UP in found["languages"]
    assert len(found["languages"]) == len(languages()) + 1


def test_answers_refusals_and_reference_data_speak_it(found: dict[str, Any]) -> None:
    assert set(found["headers"]) == {MADE_UP}
    assert found["text"] == "Red SCORES 4 POINTS FOR THE FINISHED CITY: 2 TILES X 2."
    for words in (found["title"], found["variants"], found["meaning"]):
        assert words.isupper(), words
    assert found["spec"] > 1


def test_the_page_offers_it_and_falls_back_to_english(found: dict[str, Any]) -> None:
    assert found["page_languages"] == found["languages"]
    assert f'<html lang="{MADE_UP}">' in found["page"]
    assert f'data-language="{MADE_UP}"' in found["page"]
    assert "THE REFEREE" in found["page"]
    assert json.loads((TABLE / "en.json").read_text("utf-8"))["examples"] in found["page"]
    assert found["static"] == 200


def test_the_command_line_takes_it(found: dict[str, Any]) -> None:
    assert found["cli"] == 0
    assert found["cli_answer"]["lines"][0]["text"] == found["text"]


def test_the_rules_stay_in_the_languages_that_they_have(found: dict[str, Any]) -> None:
    assert set(rulebook.languages()) <= set(found["rule"])
    assert MADE_UP not in found["rule"]


# The languages that there are


def test_every_language_has_all_it_needs() -> None:
    """A catalogue, the page's words, and the rules; what each of them lacks, the tests of each tell."""
    assert languages()[0] == SOURCE_LANGUAGE
    assert set(rulebook.languages()) == set(languages())
    assert all((TABLE / f"{language}.json").is_file() for language in languages())


def test_no_code_names_a_language_but_the_source_s() -> None:
    """Languages are found, not listed."""
    others = "|".join(language for language in languages() if language != SOURCE_LANGUAGE)
    named = re.compile(rf"""["'`](?:{others})["'`]""")
    files = [file for folder in ("api", "scorer", "tools") for file in (ROOT / folder).rglob("*.py")]
    files += [*TABLE.rglob("*.js"), *(ROOT / "api" / "templates").glob("*.html")]
    assert not [file.name for file in files if named.search(file.read_text("utf-8"))]


@pytest.mark.parametrize("language", [language for language in languages() if language != SOURCE_LANGUAGE])
def test_the_page_says_everything(language: str) -> None:
    english, other = (json.loads((TABLE / f"{name}.json").read_text("utf-8")) for name in (SOURCE_LANGUAGE, language))
    books = other.pop("terms", {ANY_BOOK: {}})
    left = set(re.findall(r"‹(\w+)›", " ".join(other.values())))
    assert books[ANY_BOOK].keys() == left
    assert books.keys() <= {ANY_BOOK, *(variant.id for variant in VARIANTS)}
    for game, words in books.items():
        ruleset = find_ruleset(game)
        # The page and the rulings call a thing the same.
        spoken = texts(language, ANY_BOOK if ruleset is None else ruleset.rulebook).terms
        assert words.keys() <= left
        assert all(spoken.get(name, word) == word for name, word in words.items())
    assert list(english) == list(other)
    for key, words in english.items():
        assert other[key], key
        assert set(re.findall(r"{\w+}", words)) == set(re.findall(r"{\w+}", other[key])), key


# What the examples are told, in every language

CALLS = {name: getattr(scorer, name) for name in ("validate", "features", "placements", "score", "move", "replay")}
#: The fields of answers that hold sentences.
SAID = ("text", "detail", "summary", "scope")


def sentences(answer: Any) -> Iterator[str]:
    """Every sentence of an answer."""
    if isinstance(answer, dict):
        for name, value in answer.items():
            if name in SAID and isinstance(value, str):
                yield value
            else:
                yield from sentences(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from sentences(value)


def told(example: Mapping[str, Any], language: str) -> list[str]:
    """What is said about an example, or why it is refused."""
    try:
        return list(sentences(CALLS[example["call"]](example["request"], language)))
    except Refused as refusal:
        return [texts(language, refusal.rulebook).say(problem.message) for problem in refusal.problems]


@pytest.fixture(scope="module")
def all_told() -> dict[str, list[tuple[str, list[str]]]]:
    """For each language, what is said about each example, with the game's id."""
    return {
        language: [(example["variant"], told(example, language)) for example in examples().values()]
        for language in languages()
    }


def test_no_sentence_stays_in_english(all_told: dict[str, list[tuple[str, list[str]]]]) -> None:
    for language, found in all_told.items():
        for (_, english), (_, said) in zip(all_told[SOURCE_LANGUAGE], found, strict=True):
            assert len(said) == len(english)
            if language != SOURCE_LANGUAGE:
                assert not set(said) & set(english)


def test_sentences_hold_no_code_words(all_told: dict[str, list[tuple[str, list[str]]]]) -> None:
    """No spots as requests name them, but what was asked for and is quoted; no place left unfilled."""
    quoted = re.compile(r"“[^”]*”|„[^“]*“|«[^»]*»")
    for found in all_told.values():
        for _, said in found:
            for sentence in said:
                assert not re.search(r"[@{}‹›]|\bNone\b", quoted.sub("", sentence)), sentence


@pytest.mark.parametrize("variant", RULESETS, ids=lambda variant: variant.id)
def test_dutch_sentences_use_the_words_of_the_game_s_own_book(
    variant: Ruleset, all_told: dict[str, list[tuple[str, list[str]]]]
) -> None:
    strange = re.compile(OTHER_WORDS[variant.id], re.IGNORECASE)
    said = [sentence for game, found in all_told["nl"] if game == variant.id for sentence in found]
    assert said
    for sentence in said:
        assert not strange.search(sentence), sentence
