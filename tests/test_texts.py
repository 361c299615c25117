"""Sentences: each has its Dutch, catalogues agree with the source, and whole answers read well in both languages."""

from __future__ import annotations

import ast
import gettext
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scorer
from scorer.problems import Refused
from scorer.rulebook import rulebooks
from scorer.rules.base.worth import road_value
from scorer.rules.variants import RULESETS
from scorer.texts import ANY_BOOK, Texts, counted, languages, marked, text, text_as, texts
from tools import messages

SOURCES = [path for package in messages.PACKAGES for path in sorted((messages.ROOT / package).rglob("*.py"))]
OTHERS = [language for language in languages() if language != "en"]


# The catalogues


def sentences() -> dict[Any, Any]:
    return {message.id: message for message in messages.template() if message.id}


def test_there_is_a_catalogue_for_each_language() -> None:
    assert languages() == ("en", *messages.languages())
    assert "nl" in OTHERS


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_holds_the_sentences_of_the_source_and_no_others(language: str) -> None:
    catalogue = messages.read(language)
    assert {message.id for message in catalogue if message.id} == sentences().keys()
    assert not catalogue.obsolete


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_untranslated_or_doubtful(language: str) -> None:
    for message in messages.read(language):
        if message.id:
            assert messages.translated(message.string), message.id
            assert not message.fuzzy, message.id
            assert isinstance(message.id, str) == isinstance(message.string, str), message.id


def places(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w*)}", sentence))


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_fills_the_same_places(language: str) -> None:
    for message in messages.read(language):
        if isinstance(message.id, str):
            assert places(message.string) == places(message.id), message.id
        else:
            one, many = message.id
            assert places(message.string[0]) == places(one), one
            for form in message.string[1:]:
                assert places(form) == places(many), many


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_up_to_date(language: str) -> None:
    compiled = messages.catalogue_path(language).with_suffix(".mo").read_bytes()
    # Not byte for byte: the header names the version of the program that wrote it.
    found = gettext.GNUTranslations(io.BytesIO(compiled))._catalog  # type: ignore[attr-defined]
    wanted = gettext.GNUTranslations(io.BytesIO(messages.as_mo(messages.read(language))))._catalog  # type: ignore[attr-defined]
    assert {key: value for key, value in found.items() if key} == {key: value for key, value in wanted.items() if key}


def test_the_report_counts_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(messages, "LOCALES", tmp_path)
    messages.main(["--add", "de"])
    total = len(messages.template())
    assert capsys.readouterr().out == f"de: {total} sentences, {total} without a translation\n"


# The source

#: What stands in the place of a literal where a sentence is said that was marked before.
SAID_LATER = {
    "scorer/tiles/words.py": {"terrain"},
    "scorer/rules/wheel/actions.py": {"sentence"},
    "scorer/draw/board.py": {"game.ruleset.title"},
    "scorer/draw/figures.py": {"colour"},
    "scorer/draw/sprite.py": {"ruleset.title"},
    "api/problems.py": {"kind.title"},
    "api/reference.py": {"game.title", "variant.title", "expansion.title", "value.meaning"},
}


def sentence_arguments(tree: ast.AST) -> Iterator[ast.expr]:
    """Whatever stands where a sentence should."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            by_name = isinstance(node.func, ast.Name) and node.func.id in (
                "text",
                "text_as",
                "marked",
                "counted",
                "plural",
            )
            of_texts = isinstance(node.func, ast.Attribute) and node.func.attr in ("one", "many")
            if by_name or of_texts:
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                arguments = [
                    place[0] if isinstance(place, tuple) else place for place in messages.KEYWORDS[name] or (1,)
                ]
                yield from [node.args[place - 1] for place in arguments]


def test_only_literals_are_sentences() -> None:
    """A sentence that is no literal would never reach a catalogue; those few that are marked elsewhere are known."""
    for path in SOURCES:
        place = path.relative_to(messages.ROOT).as_posix()
        if place == "scorer/texts.py":
            continue
        for argument in sentence_arguments(ast.parse(path.read_text("utf-8"))):
            literal = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            assert literal or ast.unparse(argument) in SAID_LATER.get(place, ()), (place, ast.unparse(argument))


def test_what_is_said_later_was_marked() -> None:
    """The terrains of every game, its rule values and its tokens are in the catalogue."""
    known = sentences()
    for ruleset in RULESETS:
        assert ruleset.title in known
        assert all(terrain.name in known and terrain.person.one in known for terrain in ruleset.landscape.terrains)
        assert all(value.meaning in known for value in ruleset.values)
        assert all(token.words in known for token in ruleset.tokens.values())


# How sentences are said


def test_messages_are_filled_and_joined() -> None:
    said = texts("en")
    assert said.say(text("nothing")) == "nothing"
    assert said.say(text("{a}, {b}", a=1, b=text("city"))) == "1, city"
    assert [said.enumerate(words) for words in ([], ["a"], ["a", "b"], ("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert texts("nl").enumerate(["a", "b", "c"]) == "a, b en c"
    assert said.say(counted("{count} tile", "{count} tiles", 1)) == "1 tile"
    assert said.say(counted("{count} tile", "{count} tiles", 0)) == "0 tiles"
    assert texts("nl").say(counted("{count} tile", "{count} tiles", 1)) == "1 landtegel"
    assert texts("nl").say(counted("{count} tile", "{count} tiles", 2)) == "2 landtegels"
    assert marked("city") == "city"
    assert text("city").spoken(texts("nl")) == "stad"


def test_what_can_say_itself_is_asked_to() -> None:
    class Itself:
        def spoken(self, said: Texts) -> str:
            return f"in {said.language}"

    assert texts("nl").say(text("{a}", a=Itself())) == "in nl"


def test_a_language_without_a_catalogue_is_english() -> None:
    assert texts("xx").language == "en"
    assert texts("en").language == "en"
    assert texts("nl").language == "nl"


# Whole sentences

RED, BLUE, GREEN = ({"name": name} for name in ("red", "blue", "green"))
START = {"x": 0, "y": 0, "tile": "D", "rotation": 0}


def lines(request: dict[str, Any], language: str) -> list[str]:
    return [line["text"] for line in scorer.score(request, language)["lines"]]


def at(x: int, y: int, tile: str, rotation: int = 0) -> dict[str, Any]:
    return {"x": x, "y": y, "tile": tile, "rotation": rotation}


def on(player: str, x: int, y: int, spot: str) -> dict[str, Any]:
    return {"player": player, "x": x, "y": y, "spot": spot}


def base(tiles: list[Any], followers: list[Any], **more: Any) -> dict[str, Any]:
    return {
        "variant": "base",
        "players": [RED, BLUE, GREEN],
        "tiles": tiles,
        "meeples": followers,
        "excerpt": True,
        **more,
    }


CITY = [START, at(0, -1, "E", 180)]


@pytest.mark.parametrize(
    ("request_", "english", "dutch"),
    [
        (
            base(CITY, [on("red", 0, -1, "city")], phase="interim"),
            ["Red scores 4 points for the finished city: 2 tiles x 2."],
            ["Red krijgt 4 punten voor de afgebouwde stad: 2 landtegels x 2."],
        ),
        (
            base([at(0, 0, "C")], [on("red", 0, 0, "city")], phase="final"),
            ["Red scores 2 points for the unfinished city: 1 tile + 1 pennant."],
            ["Red krijgt 2 punten voor de onafgebouwde stad: 1 landtegel + 1 wapen."],
        ),
        (
            base([at(0, 0, "U")], [on("red", 0, 0, "road")], phase="final"),
            ["Red scores 1 point for the unfinished road: 1 tile."],
            ["Red krijgt 1 punt voor de onafgebouwde weg: 1 landtegel."],
        ),
        (
            base([at(0, 0, "U"), at(1, 0, "U")], [on("red", 0, 0, "road"), on("blue", 1, 0, "road")], phase="final"),
            [
                (
                    "Red and blue score 2 points each for the unfinished road: 2 tiles. They have equally many "
                    "there: 1 thief each."
                )
            ],
            [
                (
                    "Red en blue krijgen elk 2 punten voor de onafgebouwde weg: 2 landtegels. Ze hebben er evenveel: "
                    "elk 1 struikrover."
                )
            ],
        ),
        (
            base(
                [at(0, 0, "U"), at(1, 0, "U"), at(2, 0, "U")],
                [on("red", 0, 0, "road"), on("red", 1, 0, "road"), on("blue", 2, 0, "road")],
                phase="final",
            ),
            ["Red scores 3 points for the unfinished road: 3 tiles. Blue gets nothing: 1 thief against 2."],
            ["Red krijgt 3 punten voor de onafgebouwde weg: 3 landtegels. Blue krijgt niets: 1 struikrover tegen 2."],
        ),
        (
            base([at(0, 0, "B")], [on("red", 0, 0, "cloister")], phase="final"),
            ["Red scores 1 point for the unfinished cloister: 1 tile."],
            ["Red krijgt 1 punt voor het onafgebouwde klooster: 1 landtegel."],
        ),
        (
            base([at(0, 0, "B")], [on("red", 0, 0, "field")], phase="final"),
            ["Red scores nothing for the field: no finished city touches it."],
            ["Red krijgt niets voor de weide: er grenst geen afgebouwde stad aan."],
        ),
        (
            base(CITY, [on("red", 0, -1, "field")], phase="final"),
            ["Red scores 3 points for the field: 1 finished city x 3."],
            ["Red krijgt 3 punten voor de weide: 1 afgebouwde stad x 3."],
        ),
        (
            base(CITY, [on("red", 0, -1, "field")], phase="final", rules={"farm_scoring": "per-city-4"}),
            ["Red scores 4 points for feeding the city to the south on 0,-1 (2 tiles, finished): 1 farmer around it."],
            [
                "Red krijgt 4 punten voor het voorzien van de stad aan de zuidkant op 0,-1 (2 landtegels, afgebouwd): "
                "1 boer eromheen."
            ],
        ),
        (
            base(
                CITY,
                [on("red", 0, -1, "field"), on("red", 0, 0, "field@EL")],
                phase="final",
                rules={"farm_scoring": "per-field-3-once"},
            ),
            [
                "Red scores 3 points for the field: 1 finished city x 3.",
                "Red scores nothing for the field: the city at it was counted in another field of red already.",
            ],
            [
                "Red krijgt 3 punten voor de weide: 1 afgebouwde stad x 3.",
                "Red krijgt niets voor de weide: de stad eraan is al in een andere weide van red geteld.",
            ],
        ),
        (
            {
                "variant": "wheel-of-fortune",
                "players": [RED, BLUE],
                "tiles": [],
                "phase": "wheel",
                "drawn": 3,
                "player": "red",
                "wheel": {"crowns": [{"segment": "storm", "player": "blue"}]},
            },
            [
                "Red scores 7 points for the storm: 7 followers in supply.",
                "Blue scores 6 points for the storm: 6 followers in supply.",
                "Blue scores 6 points for standing alone on the crown spaces of the storm segment: 1 follower x 6.",
            ],
            [
                "Red krijgt 7 punten voor het onweer: 7 horigen in voorraad.",
                "Blue krijgt 6 punten voor het onweer: 6 horigen in voorraad.",
                "Blue krijgt 6 punten als enige op de kronenvelden van Onweer: 1 horige x 6.",
            ],
        ),
        (
            {
                "variant": "discovery",
                "players": [RED, BLUE],
                "tiles": [at(0, 0, "D48")],
                "meeples": [on("red", 0, 0, "sea")],
                "phase": "retrieve",
                "retrieve": on("red", 0, 0, "sea"),
            },
            ["Red takes the sailor on 0,0 back and scores 1 point for the unfinished sea: 1 port city."],
            ["Red neemt de zeeman op 0,0 terug en krijgt 1 punt voor de niet afgebouwde zee: 1 havenstad."],
        ),
        (
            {
                "variant": "castle",
                "players": [{"name": "white"}, {"name": "black"}],
                "tiles": [at(0, 3, "C14"), at(1, 3, "C16")],
                "meeples": [on("white", 0, 3, "path")],
                "excerpt": True,
                "phase": "interim",
            },
            ["White scores 2 points for the finished path: 2 tiles."],
            ["White krijgt 2 punten voor de afgewerkte weg: 2 burchtkaarten."],
        ),
    ],
)
def test_lines_read_well(request_: dict[str, Any], english: list[str], dutch: list[str]) -> None:
    assert lines(request_, "en") == english
    assert lines(request_, "nl") == dutch


def test_lines_read_well_in_every_language() -> None:
    """Cases, genders and plurals as each language has them; French says "0 point" and "1 point"."""
    court = {
        "variant": "castle",
        "players": [{"name": "white"}, {"name": "black"}],
        "tiles": [at(0, 3, "C14"), at(1, 3, "C16")],
        "meeples": [on("white", 0, 3, "path")],
        "excerpt": True,
        "phase": "interim",
    }
    assert {language: lines(court, language) for language in languages()} == {
        "en": ["White scores 2 points for the finished path: 2 tiles."],
        "de": ["White bekommt 2 Punkte für den fertigen Weg: 2 Burgkarten."],
        "fr": ["White reçoit 2 points pour le chemin achevé\u00a0: 2 tuiles."],
        "nl": ["White krijgt 2 punten voor de afgewerkte weg: 2 burchtkaarten."],
    }
    none = counted("{player} has {count} point.", "{player} has {count} points.", 0, player="Anna")
    assert {language: texts(language).say(none) for language in languages()} == {
        "en": "Anna has 0 points.",
        "de": "Anna hat 0 Punkte.",
        "fr": "Anna a 0 point.",
        "nl": "Anna heeft 0 punten.",
    }
    nominative, accusative = text("the court"), text_as("scored", "the court")
    assert [texts("de").say(one) for one in (nominative, accusative)] == ["der Hof", "den Hof"]
    assert texts("en").say(accusative) == "the court"


# The words of the books

ROAD = {"tiles": [at(0, 0, "U"), at(1, 0, "U")], "meeples": [on("red", 0, 0, "road"), on("blue", 1, 0, "road")]}


@pytest.mark.parametrize(
    ("variant", "dutch"),
    [
        ("base-2000", "de onvolledige straat: 2 kaartjes. Ze hebben er evenveel: elk 1 handelsreiziger."),
        ("base-2003", "de onafgebouwde weg: 2 landtegels. Ze hebben er evenveel: elk 1 struikrover."),
        ("base", "de onafgebouwde weg: 2 landtegels. Ze hebben er evenveel: elk 1 struikrover."),
    ],
)
def test_dutch_is_that_of_the_book_of_the_game_that_is_played(variant: str, dutch: str) -> None:
    (line,) = lines({**base([], []), **ROAD, "variant": variant, "phase": "final"}, "nl")
    assert line == f"Red en blue krijgen elk 2 punten voor {dutch}"


def test_a_refusal_is_told_in_the_words_of_the_book() -> None:
    request = {"variant": "castle", "tiles": [at(0, 3, "C99")], "phase": "final"}
    with pytest.raises(Refused) as refusal:
        scorer.score(request)
    said = {
        language: texts(language, refusal.value.rulebook).say(refusal.value.problems[0].message).partition(";")[0]
        for language in ("nl", "de")
    }
    assert said == {
        "nl": "Geen burchtkaart van dit spel heet “C99”",
        "de": "Keine Burgkarte dieses Spiels heißt „C99“",
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_that_is_left_to_the_book_is_known(language: str) -> None:
    catalogue = messages.catalogue_path(language)
    left = set(re.findall(r"‹(\w+)›", catalogue.read_text("utf-8")))
    file = catalogue.parents[1] / "terms.json"
    books = json.loads(file.read_text("utf-8")) if file.is_file() else {ANY_BOOK: {}}
    assert left == books[ANY_BOOK].keys()
    assert books.keys() <= {ANY_BOOK, *rulebooks()}
    for words in books.values():
        assert words.keys() <= left


@pytest.mark.parametrize(
    ("request_", "english", "dutch"),
    [
        (
            base([START, at(1, 0, "C")], []),
            "The west edge of the tile on 1,0 shows city, but its neighbour on 0,0 shows field and road.",
            "De westkant van de landtegel op 1,0 toont stad, maar de buur op 0,0 toont weide en weg.",
        ),
        (
            base([START, at(0, 0, "U")], []),
            "The cell 0,0 is taken: tile D lies there.",
            "Plek 0,0 is bezet: daar ligt landtegel D.",
        ),
        (
            base([START], [on("red", 0, 0, "cloister")]),
            (
                "The tile D on 0,0 has no such place as “cloister”; these are on it: the city to the north, the "
                "field on the northern half of the east edge, the field to the south and the road to the east."
            ),
            (
                "Landtegel D op 0,0 heeft geen plaats “cloister”; wel deze: de stad aan de noordkant, de weide op de "
                "noordelijke helft van de oostkant, de weide aan de zuidkant en de weg aan de oostkant."
            ),
        ),
        (
            base([START], [], excerpt=False, players=[RED]),
            "This game is played by 2 to 5 players, not 1.",
            "Dit spel is voor 2 tot 5 spelers, niet voor 1.",
        ),
        (
            base([START, at(2, 0, "U")], [], excerpt=False),
            "The tile on 2,0 does not touch the rest of the board; corners do not count.",
            "De landtegel op 2,0 raakt de rest van het bord niet; hoeken tellen niet.",
        ),
        (
            base([START, at(2, 0, "U"), at(3, 0, "U")], [], excerpt=False),
            "The 2 tiles around 2,0 do not touch the rest of the board; corners do not count.",
            "De 2 landtegels rond 2,0 raken de rest van het bord niet; hoeken tellen niet.",
        ),
    ],
)
def test_problems_read_well(request_: dict[str, Any], english: str, dutch: str) -> None:
    for language, said in (("en", english), ("nl", dutch)):
        (problem,) = scorer.validate(request_, language)["problems"]
        assert problem["detail"] == said


@pytest.mark.parametrize(
    ("request_", "english", "dutch"),
    [
        (
            {"variant": "base", "tile": []},
            ["There is no field “tile” here; did you mean “tiles”? Known fields: "],
            ["Hier is geen veld “tile”; bedoelt u “tiles”? Bekende velden: "],
        ),
        (
            {"variant": "base", "tiles": {}},
            ["This must be a list, not an object."],
            ["Hier moet een lijst staan, niet een object."],
        ),
        (
            {"variant": "ganzenbord"},
            ["There is no variant “ganzenbord”; there are base-2000, base-2003, base, "],
            ["Er is geen variant “ganzenbord”; er zijn base-2000, base-2003, base, "],
        ),
        ({}, ["The field “variant” is missing."], ["Het veld “variant” ontbreekt."]),
    ],
)
def test_refusals_read_well(request_: dict[str, Any], english: list[str], dutch: list[str]) -> None:
    with pytest.raises(Refused) as refusal:
        scorer.validate(request_)
    for language, expected in (("en", english), ("nl", dutch)):
        said = [texts(language).say(problem.message) for problem in refusal.value.problems]
        assert len(said) == len(expected)
        assert all(one.startswith(start) for one, start in zip(said, expected, strict=True))


def test_a_replay_reads_well_in_both_languages() -> None:
    moves = [
        {"player": "red", **at(1, 0, "U"), "spot": "road"},
        {"player": "blue", **at(-1, 0, "U"), "spot": "road"},
    ]
    request = {"variant": "base", "players": ["red", "blue"], "moves": moves}
    details = [scorer.replay(request, language)["problems"][0]["detail"] for language in ("en", "nl")]
    assert details == [
        "The road to the east on -1,0 is taken already: red’s thief on 1,0.",
        "De weg aan de oostkant op -1,0 is al bezet: de struikrover van red op 1,0.",
    ]
    request["moves"] = [moves[0], {**moves[1], "player": "red"}]
    details = [scorer.replay(request, language)["problems"][0]["detail"] for language in ("en", "nl")]
    assert details == ["It is blue’s turn, not red’s.", "Het is de beurt van blue, niet van red."]


def test_what_is_kept_of_a_sentence_does_not_grow_with_the_tables_that_ask() -> None:
    """Players whose names differ by a capital alone get words of their own, but no sentence of their own."""
    value, sizes = road_value(False, 1), set()
    for names in (("red", "blue"), ("red", "Red"), ("blue", "Blue"), ("green", "Green")):
        tiles = [{"x": 0, "y": 0, "tile": "U", "rotation": 0}]
        scorer.score(
            {
                "variant": "base",
                "phase": "final",
                "excerpt": True,
                "players": [{"name": name} for name in names],
                "tiles": tiles,
                "meeples": [{"player": names[0], "x": 0, "y": 0, "spot": "road"}],
            }
        )
        sizes.add(len(value._said))
    assert len(sizes) == 1
