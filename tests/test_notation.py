"""The text notation: what it looks like, every value, and what is said of a line that cannot be read."""

import doctest
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorer
from scorer.notation import read, read_value, write, write_value
from scorer.problems import Malformed
from scorer.texts import texts

NAME = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=40)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1e6, 1e6) | NAME,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAME, inner, max_size=3),
    max_leaves=8,
)

PLAYERS = ["red", "Jan & Piet", "blue"]
MOVE = st.fixed_dictionaries(
    {
        "player": st.sampled_from(PLAYERS) | NAME,
        "tile": NAME,
        "x": st.integers(-9, 9),
        "y": st.integers(-9, 9),
        "rotation": st.sampled_from([0, 90]),
    },
    optional={
        "spot": st.sampled_from(["road@N", "cloister"]),
        "figure": NAME,
        "wheel": st.integers(1, 3),
        "use": VALUE,
    },
)
DISCARD = st.fixed_dictionaries({"player": st.sampled_from(PLAYERS), "discard": NAME}, optional={"wheel": VALUE})


def test_it_is_one_readable_line():
    assert (
        write(
            {
                "variant": "base",
                "rules": {"small_city": 2},
                "players": [{"name": "red", "score": 12}, {"name": "Jan & Piet", "supply": 5}],
                "tiles": [
                    {"x": 0, "y": 0, "tile": "D", "rotation": 0},
                    {"x": 0, "y": -1, "tile": "E", "rotation": 180},
                ],
                "meeples": [
                    {"player": "red", "x": 0, "y": -1, "spot": "city@S"},
                    {"player": "Jan & Piet", "x": 7, "y": 7, "spot": "cloister"},
                ],
                "excerpt": True,
            }
        )
        == "base(small_city:2)/red:12,'Jan & Piet'(supply:5)/"
        "D@0,0;E@0,-1,180=red.city@S;@7,7='Jan & Piet'.cloister/excerpt:!t"
    )


@given(
    st.fixed_dictionaries(
        {
            "variant": NAME,
            "players": st.lists(
                st.fixed_dictionaries({"name": NAME}, optional={"score": st.integers(0, 99), "color": NAME})
            ),
            "tiles": st.lists(
                st.fixed_dictionaries(
                    {
                        "x": st.integers(-9, 9),
                        "y": st.integers(-9, 9),
                        "tile": NAME,
                        "rotation": st.sampled_from([0, 90]),
                    },
                    optional={"wheel": st.integers(1, 3)},
                ),
                unique_by=lambda tile: (tile["x"], tile["y"]),
            ),
            "meeples": st.just([]),
        },
        optional={
            "expansions": st.lists(NAME, min_size=1, max_size=3),
            "move": MOVE | DISCARD,
            "excerpt": st.booleans(),
            "wheel": st.dictionaries(NAME, VALUE, min_size=1),
            "castle": VALUE,
        },
    )
)
def test_whatever_is_written_reads_back(request_body):
    again = read(write(request_body))
    assert again == request_body
    assert write(again) == write(request_body)


@given(
    st.fixed_dictionaries(
        {"variant": NAME, "players": st.just(PLAYERS) | st.just([]), "moves": st.lists(MOVE | DISCARD)},
        optional={"end": st.booleans(), "claims": VALUE},
    )
)
def test_a_game_reads_back(request_body):
    again = read(write(request_body))
    assert again == request_body
    assert write(again) == write(request_body)


def test_a_game_names_players_only_out_of_turn():
    moves = [
        {"player": "red", "tile": "E", "x": 0, "y": -1, "rotation": 180, "spot": "city@S"},
        {"player": "blue", "discard": "C"},
        {"player": "blue", "tile": "U", "x": 1, "y": 0, "rotation": 0, "wheel": 2},
        {"player": "blue", "discard": "B"},
        {"player": "red", "tile": "V", "x": 2, "y": 0, "rotation": 0, "spot": "road"},
    ]
    line = "base/red,blue/>E@0,-1,180=city@S;!C;U@1,0(wheel:2);blue:!B;red:V@2,0=road/end:!t"
    assert write({"variant": "base", "players": ["red", "blue"], "moves": moves, "end": True}) == line
    assert read(line)["moves"] == moves


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(line):
    codes = []
    try:
        read(line)
    except Malformed as refusal:
        codes = [problem.code for problem in refusal.problems]
    assert codes in ([], ["notation"])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "The notation cannot be read at column 1: a name is expected here."),
        ("base", "The notation cannot be read at column 5: “/” is expected here."),
        ("base/red:x/", "The notation cannot be read at column 10: a whole number is expected here."),
        ("base/red/D@0;0", "The notation cannot be read at column 13: “,” is expected here."),
        ("base/red/D@0,0=red/", "The notation cannot be read at column 19: “.” is expected here."),
        ("base/red/D@0,0/a:1!", "The notation cannot be read at column 19: nothing more may stand here."),
        ("base/red:1/>", "The notation cannot be read at column 13: the players of a game have only names."),
        ("base//>E@0,0", "The notation cannot be read at column 9: it must be said whose move this is."),
        ("base/red/D@0,0/>U@1,0", "The notation cannot be read at column 18: it must be said whose move this is."),
        ("base+/red/", "The notation cannot be read at column 6: a name is expected here."),
        (
            "base/red/D@0,0/move:1",
            "The notation cannot be read at column 22: “move” has a place of its own in the notation.",
        ),
        ("base/red/>red:!", "The notation cannot be read at column 16: a name is expected here."),
        ("base/red/>E0,0", "The notation cannot be read at column 13: “@” is expected here."),
        ("base/'red", "The notation cannot be read at column 10: a quoted name has no end."),
        (
            "base///tiles:!()",
            "The notation cannot be read at column 17: “tiles” has a place of its own in the notation.",
        ),
        (
            "base/red/D@0,0(x:5)",
            "The notation cannot be read at column 20: “x” has a place of its own in the notation.",
        ),
        (
            "base/red:1(score:2)/",
            "The notation cannot be read at column 20: “score” has a place of its own in the notation.",
        ),
        (
            "base/red/>U@1,0(rotation:90)",
            "The notation cannot be read at column 29: “rotation” has a place of its own in the notation.",
        ),
        (
            "base/red/>U@1,0(spot:field)=road",
            "The notation cannot be read at column 33: “spot” has a place of its own in the notation.",
        ),
        (
            "base/red/>red:!U(player:blue)",
            "The notation cannot be read at column 30: “player” has a place of its own in the notation.",
        ),
        ("base///a:" + "!(" * 60, "The notation cannot be read at column 112: values may not be nested that deeply."),
        ("base///a:" + "(a:" * 60, "The notation cannot be read at column 163: values may not be nested that deeply."),
        ("base///a:" + "1" * 5000, "The notation cannot be read at column 5010: the number is too long."),
    ],
)
def test_a_line_that_cannot_be_read(line, sentence):
    with pytest.raises(Malformed) as refusal:
        read(line)
    assert [texts("en").say(problem.message) for problem in refusal.value.problems] == [sentence]


@pytest.mark.parametrize("address", ["http://127.0.0.1:8000/", "https://host/referee/?lang=nl", "HTTPS://host"])
def test_the_link_of_a_page_is_read_as_its_line(address):
    line = "base+river(small_city:2)/'Anna & Bé':12,blue/D@0,0=blue.road/excerpt:!t"
    shown = quote(line, safe="/:;,+=@!'")
    assert "%26" in shown
    assert read(f" {address}#{shown}\n") == read(line)


def test_a_link_without_a_line_is_refused():
    for address in ("https://host", "https://host/#", "https://host/#%20", "https://host/base/red/D@0,0"):
        with pytest.raises(Malformed, match="at column 1: this address has no board or game behind a “#”"):
            read(address)


def test_only_text_is_read():
    with pytest.raises(Malformed):
        read(12)


def test_its_documentation_is_true():
    page = Path(__file__).parent.parent / "docs" / "notation.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried >= 8
    assert failed == 0


def test_rules_and_followers_without_a_tile_are_read():
    line = "base(small_city:2)/red:12/D@0,0;@7,7=red.cloister/excerpt:!t"
    asked = read(line)
    assert asked["rules"] == {"small_city": 2}
    assert asked["meeples"] == [{"player": "red", "x": 7, "y": 7, "spot": "cloister"}]
    assert write(asked) == line


def test_every_question_takes_a_line():
    line = "base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S"
    asked = read(line)
    assert scorer.validate(line) == scorer.validate(asked)
    assert scorer.features(line) == scorer.features(asked)
    assert scorer.placements(f"{line}/tile:U") == scorer.placements({**asked, "tile": "U"})
    assert scorer.score(f"{line}/phase:final", "nl") == scorer.score({**asked, "phase": "final"}, "nl")
    game = "base/red,blue/>E@0,-1,180=city@S;U@1,0=road"
    assert scorer.replay(game) == scorer.replay(read(game))
    assert scorer.replay.__doc__.startswith("Was each move")
    with pytest.raises(Malformed):
        scorer.score("base")


@pytest.mark.parametrize(
    "line",
    [
        "base/red,blue/D@0,0/>red:U@1,0=road",
        "base/red,blue/D@0,0/>red:!C",
        "base/red,blue/D@0,0/>blue:U@1,0(placed:!((x:0,y:0,spot:road)))/turn:(player:blue,part:1),discarded:!(C)",
        "base+river+abbot(river_turns:free)/red:3(figures:(abbot:0)),blue/R01@0,0;R04g@0,1=red.abbot.garden/"
        ">blue:R05@0,2=field@E",
        "base+inns-and-cathedrals/red,blue/D@0,0=red.big.road/>blue:I01@1,0=big.field@N",
        "base+traders-and-builders/red:3(goods:(wine:2)),blue/D@0,0/>red:T01@0,-1,180=builder.city@S",
        "wheel-of-fortune/red,blue//>red:E@0,-1,180(wheel:2,crown:storm)/wheel:(pig:storm,crowns:!())",
        "discovery(hand_tiles:2)/red(hand:!(D02)),blue/D01@0,0/>red:D02@1,0(hand:!(D03),retrieve:(x:0,y:0,spot:sea))",
        "castle/white,black/C01@3,3/>white:C02@4,3(took:!((tower:32,wall_tile:5)))/castle:(keeps:(white:5))",
    ],
)
def test_a_position_with_a_move(line):
    asked = read(line)
    assert write(asked) == line
    assert asked["move"]["player"] in ("red", "blue", "white")
    assert read(write(asked)) == asked


@given(VALUE)
def test_a_value_alone_reads_back(value):
    assert read_value(write_value(value)) == value


@pytest.mark.parametrize(
    ("value", "line"), [(None, "!n"), (True, "!t"), (1.5, "1.5"), ("1", "'1'"), ({"x": [None]}, "(x:!(!n))")]
)
def test_a_value_alone_is_written(value, line):
    assert write_value(value) == line


@pytest.mark.parametrize("wrong", ["", "(", "!(1", "red,blue", "!x"])
def test_a_value_that_cannot_be_read(wrong):
    with pytest.raises(Malformed):
        read_value(wrong)


def test_figures_and_expansions_have_their_places():
    asked = read("base+river+abbot/red,blue/R04g@0,1=red.abbot.garden/>blue:R05@0,2=big.field@E")
    assert asked["expansions"] == ["river", "abbot"]
    assert asked["meeples"] == [{"player": "red", "x": 0, "y": 1, "spot": "garden", "figure": "abbot"}]
    laid = {"player": "blue", "tile": "R05", "x": 0, "y": 2, "rotation": 0}
    assert asked["move"] == {**laid, "spot": "field@E", "figure": "big"}
    # A link makes a space of a plus.
    assert read("base river abbot/red/")["expansions"] == ["river", "abbot"]


def test_a_move_is_asked_about_in_one_line():
    line = "base/red,blue/D@0,0/>red:U@1,0=road"
    assert scorer.move(line) == scorer.move(read(line))
    assert scorer.move(line)["legal"]
