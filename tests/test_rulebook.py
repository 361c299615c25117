"""The catalogue of rules: what code can cite stands in it, what stands in it is cited, and its pages are up to date."""

from __future__ import annotations

import ast
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import scorer
from scorer.problems import Refused
from scorer.rulebook import OTHER_BOOKS, Rule, catalogue_file, languages, rule, rulebooks, rules_of
from scorer.rules.ruleset import Ruleset
from scorer.rules.variants import RULESETS, WHOLE_RULESETS
from scorer.texts import SOURCE_LANGUAGE
from tests.replay_games import played
from tools import rules_docs

ROOT = Path(scorer.__file__).parent
BY_ID = {variant.id: variant for variant in RULESETS}
#: Every game by itself, and the printings with all that goes with them.
GAMES = [*RULESETS, *[game for game in WHOLE_RULESETS if game.expansions]]
RULE = re.compile(r"[a-z-]+\.[a-z0-9-]+")

#: Ids that are put together, by the file and the expression: what they can come to. Any other one fails the test.
TERRAINS = {variant.id: variant.landscape.names for variant in RULESETS}
PUT_TOGETHER = {
    ("rules/discovery/retrieving.py", "f'{terrain}.{state}'"): [
        f"{terrain}.{state}" for terrain in TERRAINS["discovery"] for state in ("unfinished", "complete", "two-tiles")
    ],
    ("rules/castle/part.py", "f'{region.type}.complete'"): ["path.complete", "tower.complete", "house.complete"],
    ("rules/castle/part.py", "f'{region.type}.unfinished'"): [
        "path.unfinished",
        "tower.unfinished",
        "house.unfinished",
    ],
    ("rules/castle/final.py", "f'wall-tile.{wall_tile}'"): [f"wall-tile.{number}" for number in range(4, 10)],
    ("rules/castle/wall_tiles.py", "f'wall-tile.{wall_tile}'"): [f"wall-tile.{number}" for number in range(1, 10)],
}
#: What looks like an id and is the name of a file or a module.
FILES = {"f'{DOMAIN}.mo'", "f'{name}.json'", "terms.json", "pyarrow.compute", "pyarrow.parquet"}


def written_ids(path: Path) -> Iterator[str]:
    """Every rule id that a file of the source can cite."""
    place = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE.fullmatch(node.value):
            if node.value not in FILES:
                yield node.value
        elif isinstance(node, ast.JoinedStr):
            shape = "".join(part.value if isinstance(part, ast.Constant) else "x" for part in node.values)
            expression = ast.unparse(node)
            if RULE.fullmatch(shape) and expression not in FILES:
                assert (place, expression) in PUT_TOGETHER, f"{place}: what can {expression} come to?"
                yield from PUT_TOGETHER[place, expression]


def called(game: Ruleset) -> str:
    return "+".join((game.id, *game.expansions))


def cited() -> dict[Ruleset, set[str]]:
    """For each game the ids that the core or its own modules can cite."""
    found: dict[Ruleset, set[str]] = {ruleset: set() for ruleset in GAMES}
    for path in ROOT.rglob("*.py"):
        place = path.relative_to(ROOT).parts
        # A part has a folder of its own, named like it; all else serves every game.
        who = [
            ruleset
            for ruleset in GAMES
            if place[0] != "rules" or len(place) < 3 or any(part.id == place[1] for part in ruleset.parts)
        ]
        ids = set(written_ids(path))
        for variant in who:
            found[variant] |= ids
    return found


CITED = cited()


def never_there(variant: Ruleset) -> set[str]:
    """What the core says only of a board with parts that this game lacks."""
    walled = variant.tile_set(variant.default_rules()).wall is not None
    return (set() if walled else {"placement.wall"}) | (set() if variant.start_tile else {"follower.start"})


@pytest.mark.parametrize("variant", GAMES, ids=called)
def test_every_rule_that_code_can_cite_is_in_the_catalogue(variant: Ruleset) -> None:
    assert CITED[variant] - never_there(variant) - rules_of(variant).keys() == set()


@pytest.mark.parametrize("variant", GAMES, ids=called)
def test_every_rule_of_the_catalogue_is_cited_or_rested_on(variant: Ruleset) -> None:
    rules = rules_of(variant)
    assert all(other in rules for found in rules.values() for other in found.see)
    rested_on = {other for found in rules.values() if found.id in CITED[variant] for other in found.see}
    assert rules.keys() - CITED[variant] - rested_on == set()
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


def answers(game: Ruleset) -> Iterator[Any]:
    """The rulebooks' examples, and a game whose every move is tried with something wrong."""
    asks = {name: getattr(scorer, name) for name in ("validate", "features", "placements", "score", "move")}
    for folder in game.expansions or (game.id,):
        for path in sorted((ROOT.parent / "fixtures" / folder).glob("*.json")):
            example = json.loads(path.read_text("utf-8"))
            try:
                yield asks[example["call"]](example["request"])
            except Refused as refusal:
                yield [{"rule": problem.rule} for problem in refusal.problems]
    if game.expansions:
        return
    variant = game.id
    request = played(variant, Random(3), most=25).request(end=True)
    yield scorer.replay(request)
    for number, move in enumerate(request["moves"]):
        for change in ({"player": "?"}, {"tile": "?"}, {"x": 99}, {"spot": "?"}, {"spot": "road"}, {"rotation": 90}):
            changed = [*request["moves"][:number], {**move, **change}]
            yield scorer.replay({**request, "moves": changed, "end": False})


@pytest.mark.parametrize("variant", GAMES, ids=called)
def test_what_is_really_cited_was_found_in_the_source(variant: Ruleset) -> None:
    """So that the search through the source cannot overlook a way to cite."""
    seen = {found for answer in answers(variant) for found in rules_in(answer)}
    assert len(seen) > 10
    assert seen <= CITED[variant]
    assert seen <= rules_of(variant).keys()


@pytest.mark.parametrize("variant", GAMES, ids=called)
def test_every_rule_is_complete(variant: Ruleset) -> None:
    for found in rules_of(variant).values():
        assert_complete(found)
        assert rule(variant, found.id) is found
    assert all(value.rule in rules_of(variant) for value in variant.values)


def assert_complete(found: Rule) -> None:
    """Every sentence in every language, and everything that it rests on."""
    assert RULE.fullmatch(found.id)
    for said in (found.words, found.decision or found.words):
        assert tuple(said) == languages(), found.id
        assert len(set(said.values())) == len(languages()), found.id
        for sentence in said.values():
            assert sentence.strip() == sentence
            assert sentence.endswith("."), sentence
    assert found.passages or found.decision, found.id
    for passage in found.passages:
        assert passage.rulebook in rulebooks()
        foreign = [language for language in languages() if language != passage.language]
        assert list(passage.translation) == ([] if passage.quote is None else foreign), found.id
        for sentence in (passage.quote or "-", *passage.translation.values()):
            assert sentence.strip() == sentence != ""


def test_the_source_language_comes_first() -> None:
    assert languages()[0] == SOURCE_LANGUAGE
    assert len(set(languages())) == len(languages())


def raw_rules(name: str) -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = json.loads((ROOT / "rulebook" / f"{name}.json").read_text("utf-8"))["rules"]
    return rules


FILES_OF_RULES = sorted(path.stem for path in (ROOT / "rulebook").glob("*.json") if path.stem != "rulebooks")


def test_a_quote_is_translated_alike_wherever_it_stands() -> None:
    known: dict[tuple[str, str], dict[str, str]] = {}
    for name in FILES_OF_RULES:
        for raw in raw_rules(name):
            for passage in raw["passages"]:
                assert passage.keys() <= {"rulebook", "section", "quote", "translation"}
                if passage["quote"] is not None:
                    key = passage["rulebook"], passage["quote"]
                    assert known.setdefault(key, passage["translation"]) == passage["translation"], key


@pytest.mark.parametrize("name", FILES_OF_RULES)
def test_a_wording_by_rulebook_names_known_books_in_every_language(name: str) -> None:
    for raw in raw_rules(name):
        assert raw.keys() <= {"id", *languages(), "passages", "decision", "see"}, raw["id"]
        for said in (raw, raw.get("decision", raw)):
            worded = [said[language] for language in languages() if isinstance(said[language], dict)]
            assert all(book in rulebooks() or book == OTHER_BOOKS for words in worded for book in words)
        for book in rulebooks():
            decided = catalogue_file(name, book)[raw["id"]].decision
            assert decided is None or tuple(decided) == languages(), (raw["id"], book)


#: What each rulebook calls its things, and what it never calls them: the Dutch of the game that is played.
OTHER_WORDS = {
    "base-2000": r"horige|landtegel|struikrover|\bwapens?\b|afgebouwd|onafgebouwd|\btegel",
    "base-2003": r"volgeling|kaartje|handelsreiziger|wapenschild|afgewerkt",
    "base": r"volgeling|kaartje|handelsreiziger|wapenschild|afgewerkt",
    "wheel-of-fortune": r"volgeling|kaartje|handelsreiziger|wapenschild|afgewerkt",
    "discovery": r"volgeling|kaartje|onafgebouwd|afgewerkt",
    "castle": r"horige|tegel\b|tegels|afgebouwd|\bgeteld|\btelling",
}


@pytest.mark.parametrize("variant", RULESETS, ids=lambda variant: variant.id)
def test_dutch_uses_the_words_of_the_game_s_own_book(variant: Ruleset) -> None:
    strange = re.compile(OTHER_WORDS[variant.id], re.IGNORECASE)
    for found in rules_of(variant).values():
        for said in (found.words, found.decision or {}):
            assert not strange.search(said.get("nl", "")), found.id


def test_a_rule_is_worded_for_the_book_that_is_played() -> None:
    first, second, later = (
        rule(BY_ID[name], "follower.one").words["nl"] for name in ("base-2000", "base-2003", "base")
    )
    assert first != later == second
    assert rule(BY_ID["base-2003"], "placement.match").decision is not None
    assert rule(BY_ID["base"], "placement.match").decision is None


# The expansions


EXPANSIONS = {page.file: catalogue_file(page.file, page.rulebook) for page in rules_docs.PAGES}


def test_the_rules_of_the_expansions_are_complete() -> None:
    base = catalogue_file("base", BY_ID["base"].rulebook)
    together = [*base, *(found for rules in EXPANSIONS.values() for found in rules)]
    assert len(set(together)) == len(together)
    for rules in EXPANSIONS.values():
        for found in rules.values():
            assert_complete(found)
            assert set(found.see) <= set(together) - {found.id}
            # None of their texts is at hand.
            assert all(passage.quote is None for passage in found.passages)


def test_every_file_of_rules_is_a_variant_s_or_an_expansion_s() -> None:
    assert set(FILES_OF_RULES) == {name for variant in RULESETS for name in variant.catalogue} | EXPANSIONS.keys()


# The walks through the rulebooks


class Row(NamedTuple):
    """A sentence of a rulebook."""

    section: str
    number: int
    words: str
    rules: tuple[str, ...]


NEEDS_NONE = re.compile(r"no ruling needed \([a-z]+( [a-z]+)?\)")
RULE_LINK = re.compile(r"\[([a-z0-9.-]+)\]\(([a-z0-9-]+)\.md#([a-z0-9-]+)\)")
WALKS = {path.stem.removeprefix("walk-"): path for path in rules_docs.FOLDER.glob(rules_docs.WALKS)}


def walk(path: Path) -> Iterator[Row]:
    lines = path.read_text("utf-8").splitlines()
    for line in lines[lines.index("|---|---|---|---|") + 1 :]:
        section, number, words, rules = line.removeprefix("| ").removesuffix(" |").split(" | ")
        links = RULE_LINK.findall(rules)
        assert NEEDS_NONE.fullmatch(rules) or ", ".join(f"[{a}]({b}.md#{c})" for a, b, c in links) == rules, line
        for rule_id, variant, anchor in links:
            assert rule_id in rules_of(BY_ID[variant]), line
            assert BY_ID[variant].rulebook == path.stem.removeprefix("walk-"), line
            assert anchor == rules_docs.anchor(rule_id), line
        yield Row(section, int(number), words, tuple(rule_id for rule_id, _, _ in links))


def test_every_rulebook_that_a_variant_plays_by_has_its_walk() -> None:
    assert WALKS.keys() == {variant.rulebook for variant in RULESETS}


@pytest.mark.parametrize("book", sorted(WALKS))
def test_a_walk_goes_through_its_rulebook_in_order(book: str) -> None:
    rows = list(walk(WALKS[book]))
    sections = [section for section, _ in itertools.groupby(rows, key=lambda row: row.section)]
    assert len(set(sections)) == len(sections)
    for section in sections:
        numbers = [row.number for row in rows if row.section == section]
        assert numbers == [*range(1, len(numbers) + 1)]
    # The first words only: the book itself stays out.
    assert all(0 < len(row.words.split()) <= 6 for row in rows)


@pytest.mark.parametrize("book", sorted(WALKS))
def test_every_passage_is_met_on_the_walk_through_its_book(book: str) -> None:
    rows = list(walk(WALKS[book]))
    named = {rule_id for row in rows for rule_id in row.rules}
    sections = {row.section for row in rows}
    for variant in RULESETS:
        for found in rules_of(variant).values():
            for passage in found.passages:
                if passage.rulebook == book:
                    assert found.id in named
                    assert passage.section in sections, passage


def test_the_pages_are_up_to_date() -> None:
    """They are written by ``python -m tools.rules_docs``."""
    pages = rules_docs.pages()
    written = {path.name: path.read_text("utf-8") for path in rules_docs.FOLDER.iterdir()}
    walks = {path.name for path in WALKS.values()}
    assert written.keys() == pages.keys() | walks
    assert {name: page for name, page in written.items() if name not in walks} == pages
    anchors = {
        name: {rules_docs.anchor(heading) for heading in re.findall(r"^### (.+)$", page, re.MULTILINE)}
        for name, page in pages.items()
    }
    for name, page in pages.items():
        for where, anchor in re.findall(r"\]\(([a-z-]+\.md)?#([^)]+)\)", page):
            assert anchor in anchors[where or name]


def test_writing_the_pages_leaves_only_the_walks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_docs, "FOLDER", tmp_path / "rules")
    rules_docs.main()
    (tmp_path / "rules" / "old.md").write_text("gone")
    (tmp_path / "rules" / "walk-castle-nl.md").write_text("kept")
    rules_docs.main()
    assert {path.name for path in (tmp_path / "rules").iterdir()} == rules_docs.pages().keys() | {"walk-castle-nl.md"}
