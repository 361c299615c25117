"""One test for every problem code of the common core: code, place, rule and sentence."""

import pickle
import re
from pathlib import Path
from types import MappingProxyType

import pytest

import scorer
from scorer.limits import MOST_PROBLEMS
from scorer.problems import CODES, Illegal, Malformed, Problem, Refused, escaped, nearest
from scorer.texts import Listed, Sentences, text, texts, titled
from scorer.tiles.ports import PORTS

D = {"x": 0, "y": 0, "tile": "D", "rotation": 0}
E = {"x": 0, "y": -1, "tile": "E", "rotation": 180}
KNIGHT = {"player": "red", "x": 0, "y": -1, "spot": "city@S"}
PLAYERS = [{"name": "red"}, {"name": "blue"}]


def position(**changes):
    return {"variant": "base", "players": PLAYERS, "tiles": [D, E], "meeples": [KNIGHT], **changes}


def at(x, y, tile="D", rotation=0):
    return {"x": x, "y": y, "tile": tile, "rotation": rotation}


def stands(x, y, spot, player="red"):
    return {"player": player, "x": x, "y": y, "spot": spot}


ILLEGAL = [
    (
        "tile-unknown",
        position(tiles=[D, E, at(1, 0, "d")]),
        "/tiles/2/tile",
        "tiles.copies",
        "No tile of this game is called “d”; did you mean “D”?",
    ),
    (
        "cell-occupied",
        position(tiles=[D, E, at(0, 0, "U")]),
        "/tiles/2",
        "placement.cell",
        "The cell 0,0 is taken: tile D lies there.",
    ),
    (
        "cell-occupied",
        {"variant": "wheel-of-fortune", "players": PLAYERS, "tiles": [at(1, 2)]},
        "/tiles/0",
        "placement.cell",
        "The cell 1,2 belongs to the start board; no tile can lie there.",
    ),
    (
        "edge-mismatch",
        position(tiles=[D, E, at(1, 0, "C")]),
        "/tiles/2",
        "placement.match",
        "The west edge of the tile on 1,0 shows city, but its neighbour on 0,0 shows field and road.",
    ),
    (
        "edge-mismatch",
        position(tiles=[at(1, 0, "C"), D, E]),
        "/tiles/1",
        "placement.match",
        "The east edge of the tile on 0,0 shows field and road, but its neighbour on 1,0 shows city.",
    ),
    (
        "not-connected",
        position(tiles=[D, E, at(1, 1, "B")]),
        "/tiles/2",
        "placement.touch",
        "The tile on 1,1 does not touch the rest of the board; corners do not count.",
    ),
    (
        "not-connected",
        position(tiles=[at(9, 9, "U"), at(8, 9, "U"), at(7, 9, "U"), D, E]),
        "/tiles/2",
        "placement.touch",
        "The 3 tiles around 7,9 do not touch the rest of the board; corners do not count.",
    ),
    (
        "too-many-copies",
        position(tiles=[D, E, *(at(x, 0, "X" if x == 1 or x == 2 else "U") for x in range(1, 4))]),
        "/tiles/3/tile",
        "tiles.copies",
        "The game holds 1 tile X, not 2.",
    ),
    (
        "start-missing",
        position(tiles=[E]),
        "/tiles",
        "placement.start",
        "The start tile D is not on the board. A cut-out of a board is asked with “excerpt”: true.",
    ),
    (
        "outside-wall",
        {"variant": "castle", "players": PLAYERS, "tiles": [at(3, 0, "C13"), at(3, 1, "C47"), at(2, 1, "C37")]},
        "/tiles/2",
        "placement.wall",
        "The cell 2,1 lies outside the wall.",
    ),
    (
        "player-count",
        position(players=[{"name": "red"}]),
        "/players",
        "players.count",
        "This game is played by 2 to 5 players, not 1.",
    ),
    (
        "player-count",
        {"variant": "castle", "players": [{"name": name} for name in "abc"]},
        "/players",
        "players.count",
        "This game is played by exactly 2 players, not 3.",
    ),
    (
        "player-duplicate",
        position(players=[{"name": "red"}, {"name": "red"}]),
        "/players/1/name",
        "players.distinct",
        "There are two players called “red”.",
    ),
    (
        "player-unknown",
        position(meeples=[stands(0, -1, "city", "rod")]),
        "/meeples/0/player",
        "players.distinct",
        "There is no player “rod”",
    ),
    (
        "no-tile-there",
        position(meeples=[stands(5, 5, "city")]),
        "/meeples/0",
        "follower.last-tile",
        "There is no tile on 5,5 to stand on.",
    ),
    (
        "spot-unknown",
        position(meeples=[stands(0, -1, "road@N")]),
        "/meeples/0/spot",
        "follower.spot",
        "The tile E on 0,-1 has no such place as “road@N”; these are on it: the city to the south",
    ),
    (
        "spot-unknown",
        position(meeples=[stands(0, 0, "field")]),
        "/meeples/0/spot",
        "follower.spot",
        "On the tile on 0,0 “field” can mean several places; it must be said which: the field on the ",
    ),
    (
        "spot-forbidden",
        {"variant": "wheel-of-fortune", "players": PLAYERS, "meeples": [stands(0, 0, "city")]},
        "/meeples/0",
        "wheel.board",
        "No follower may stand on 0,0: that is part of the start board.",
    ),
    (
        "tile-has-follower",
        position(meeples=[KNIGHT, stands(0, -1, "field", "blue")]),
        "/meeples/1",
        "follower.one",
        "On 0,-1 stands a figure already; a tile holds only one.",
    ),
    (
        "too-many-followers",
        position(
            # Neighbours stand on either side of the road, so that no two of them meet.
            tiles=[D, *(at(x, 0, "U") for x in range(1, 9))],
            meeples=[stands(x, 0, "field@N" if x % 2 else "field@S") for x in range(1, 9)],
        ),
        "/players/0",
        "follower.supply",
        "Red has 8 followers out, but owns only 7.",
    ),
    (
        "supply-mismatch",
        position(players=[{"name": "red", "supply": 7}, {"name": "blue"}]),
        "/players/0/supply",
        "follower.supply",
        "Red has 1 of 7 followers out, so 6 must be left, not 7.",
    ),
]


@pytest.mark.parametrize(("code", "request_body", "pointer", "rule", "sentence"), ILLEGAL)
def test_illegal_position(code, request_body, pointer, rule, sentence):
    answer = scorer.validate(request_body)
    assert answer["valid"] is False
    assert len(answer["problems"]) == 1
    problem = answer["problems"][0]
    assert (problem["code"], problem["pointer"], problem["rule"]) == (code, pointer, rule)
    assert problem["detail"].startswith(sentence)
    with pytest.raises(Illegal) as refusal:
        scorer.features(request_body)
    assert [found.to_json(texts("en")) for found in refusal.value.problems] == [problem]


KIND = {"id": "Q9", "count": 1, "segments": [{"type": "field", "ports": list(PORTS)}]}
MALFORMED = [
    ("wrong-type", [], "", "This must be an object, not a list."),
    ("wrong-type", position(tiles=None), "/tiles", "This must be a list, not null."),
    ("wrong-type", position(tiles=[1]), "/tiles/0", "This must be an object, not a number."),
    ("wrong-type", position(tiles=[{**D, "x": "0"}]), "/tiles/0/x", "This must be a whole number, not a string."),
    ("wrong-type", position(tiles=[{**D, "x": True}]), "/tiles/0/x", "This must be a whole number, not true or false."),
    ("wrong-type", position(tiles=[{**D, "x": 0.5}]), "/tiles/0/x", "This must be a whole number, not a number."),
    ("wrong-type", position(meeples={}), "/meeples", "This must be a list, not an object."),
    (
        "wrong-type",
        position(meeples=[{**KNIGHT, "spot": 1}]),
        "/meeples/0/spot",
        "This must be a string, not a number.",
    ),
    ("wrong-type", position(players="red"), "/players", "This must be a list, not a string."),
    ("wrong-type", position(excerpt=1), "/excerpt", "This must be true or false, not a number."),
    ("wrong-type", position(rules=[]), "/rules", "This must be an object, not a list."),
    ("wrong-type", position(variant=1), "/variant", "This must be a string, not a number."),
    ("field-missing", {}, "", "The field “variant” is missing."),
    ("field-missing", position(tiles=[{"x": 0, "y": 0, "tile": "D"}]), "/tiles/0", "The field “rotation” is missing."),
    ("field-unknown", position(meeple=[]), "/meeple", "There is no field “meeple” here; did you mean “meeples”?"),
    ("field-unknown", position(zzz=1), "/zzz", "There is no field “zzz” here. Known fields: "),
    ("field-unknown", position(tiles=[{**D, "wheel": 1}]), "/tiles/0/wheel", "There is no field “wheel” here."),
    ("out-of-range", position(tiles=[{**D, "x": 10**9}]), "/tiles/0/x", "This must be from -1000000 to 1000000."),
    ("out-of-range", position(players=[{"name": ""}]), "/players/0/name", "This must be 1 to 40 printable characters."),
    ("wrong-type", MappingProxyType(position()), "", "This must be an object, not Python’s “mappingproxy”."),
    ("out-of-range", position(players=[{"name": "a\nb"}]), "/players/0/name", "This must be 1 to 40 printable"),
    ("not-a-choice", position(tiles=[{**D, "rotation": 45}]), "/tiles/0/rotation", "This must be one of 0, 90, 180"),
    ("not-a-choice", position(tiles=[{**D, "rotation": False}]), "/tiles/0/rotation", "This must be one of 0, 90, 180"),
    ("too-many-items", position(players=[{"name": "x"}] * 101), "/players", "At most 100 items may stand here."),
    ("variant-unknown", position(variant="chess"), "/variant", "There is no variant “chess”; there are base-2000, "),
    (
        "rule-unknown",
        position(rules={"smal_city": 2}),
        "/rules/smal_city",
        "base has no rule value “smal_city”; did you",
    ),
    ("rule-unknown", position(rules={"xx/y": 2}), "/rules/xx~1y", "base has no rule value “xx/y”. It has small_city"),
    ("rule-value", position(rules={"small_city": 3}), "/rules/small_city", "This must be one of 2 and 4."),
    (
        "tileset-invalid",
        position(tileset={"kinds": [{**KIND, "segments": KIND["segments"] * 2}]}),
        "/tileset/kinds/0/segments/1/ports",
        "Port NL is used twice, by segments 0 and 1.",
    ),
]


@pytest.mark.parametrize(("code", "request_body", "pointer", "sentence"), MALFORMED)
def test_malformed_request(code, request_body, pointer, sentence):
    with pytest.raises(Malformed) as refusal:
        scorer.validate(request_body)
    problem = refusal.value.problems[0].to_json(texts("en"))
    assert (problem["code"], problem["pointer"]) == (code, pointer)
    assert problem["detail"].startswith(sentence)


@pytest.mark.parametrize("request_body", [found[1] for found in (*ILLEGAL, *MALFORMED)])
def test_a_refusal_can_be_sent_to_another_process(request_body):
    """Compiled, too, where nothing can be pickled that does not say how."""
    with pytest.raises(Refused) as refusal:
        scorer.features(request_body)
    refused = refusal.value
    arrived = pickle.loads(pickle.dumps(refused))
    assert (type(arrived), arrived.rulebook, arrived.more) == (type(refused), refused.rulebook, refused.more)
    for language in ("en", "nl"):
        said = texts(language, refused.rulebook)
        assert [one.to_json(said) for one in arrived.problems] == [one.to_json(said) for one in refused.problems]


def test_what_is_sent_to_another_process_says_the_same():
    said = [Sentences(text("a list"), Listed([text("a city"), "red"])), titled("red"), Listed([1, 2])]
    assert [one.spoken(texts("de")) for one in pickle.loads(pickle.dumps(said))] == [
        one.spoken(texts("de")) for one in said
    ]
    many = Malformed([Problem("notation", "", text("a list"))] * (MOST_PROBLEMS + 3))
    assert pickle.loads(pickle.dumps(many)).more == 3


EXCERPT = {"variant": "base", "excerpt": True}


@pytest.mark.parametrize(
    "request_body",
    [
        {"tiles": [E]},
        {"tiles": [at(0, 0, "B"), at(5, 5, "B")]},
        {"tiles": [at(0, 0, "X"), at(5, 5, "X")]},
        {"tiles": [], "players": [{"name": "red"}]},
        {
            "tiles": [at(x, 0, "U") for x in range(9)],
            "meeples": [stands(x, 0, "field@N" if x % 2 else "road") for x in range(9)],
            "players": PLAYERS,
        },
        {"tiles": [E], "meeples": [KNIGHT], "players": [{"name": "red", "supply": 3}]},
    ],
)
def test_an_excerpt_is_a_cut_out(request_body):
    """Start tile, connection, copies, least players and supply are not demanded; without `excerpt` each of them is."""
    assert scorer.validate({**EXCERPT, **request_body}) == {
        "valid": True,
        "problems": [],
        "scope": (
            "Checked: tiles, edges, players and where figures stand. Also looked for, because no play can "
            "lead there: two followers on parts that meet. A cut-out is not asked for its start, connection, "
            "copies and supply. Not checked: everybody’s points, and whether legal play can lead to this "
            "position in all other respects."
        ),
        "assumed": [],
    }
    assert scorer.validate({**EXCERPT, **request_body, "excerpt": False})["valid"] is False


def test_valid_says_what_it_does_not_promise():
    assert scorer.validate(position())["scope"] == (
        "Checked: tiles, edges, players, where figures stand, how many copies of each tile there are, "
        "one connected board with its start and everybody’s supply. Also looked for, because no play can "
        "lead there: two followers on parts that meet and a figure on the start tile. Not checked: "
        "everybody’s points, and whether legal play can lead to this position in all other respects."
    )


def test_an_excerpt_still_has_to_match():
    answer = scorer.validate({**EXCERPT, "tiles": [E, at(0, 0, "B")]})
    assert [problem["code"] for problem in answer["problems"]] == ["edge-mismatch"]
    answer = scorer.validate({**EXCERPT, "players": [{"name": str(number)} for number in range(6)]})
    assert [problem["code"] for problem in answer["problems"]] == ["player-count"]


def test_an_excerpts_supply_is_taken_as_true():
    asked = {**EXCERPT, "tiles": [E], "players": [{"name": "red", "supply": 0}, {"name": "blue"}], "tile": "U"}
    assert {
        spot for one in scorer.placements({**asked, "player": "red"})["placements"] for spot in one["spots"]
    } == set()
    assert all(one["spots"] for one in scorer.placements({**asked, "player": "blue"})["placements"])


def test_all_problems_are_named_not_the_first():
    answer = scorer.validate(
        position(
            players=[{"name": "red"}],
            tiles=[E, at(0, 0, "C"), at(0, 0, "B"), at(5, 5, "??"), at(1, 0, "X"), at(2, 0, "X")],
            meeples=[stands(9, 9, "city"), stands(0, -1, "nowhere", "blue")],
        )
    )
    assert sorted(problem["code"] for problem in answer["problems"]) == sorted(
        [
            "cell-occupied",
            "edge-mismatch",
            "no-tile-there",
            "not-connected",
            "player-count",
            "player-unknown",
            "spot-unknown",
            "start-missing",
            "tile-unknown",
            "too-many-copies",
        ]
    )


def test_of_a_follower_on_an_unknown_tile_nothing_can_be_said():
    answer = scorer.validate(position(tiles=[D, E, at(1, 0, "?")], meeples=[stands(1, 0, "road")]))
    assert [problem["code"] for problem in answer["problems"]] == ["tile-unknown"]


def test_every_malformed_field_is_named():
    with pytest.raises(Malformed) as refusal:
        scorer.validate(position(tiles=[{**D, "x": "a", "z": 1}], meeples=[{}], players=[{"nam": "x"}], excerpt=0))
    assert [(p.code, p.pointer) for p in refusal.value.problems] == [
        ("wrong-type", "/tiles/0/x"),
        ("field-unknown", "/tiles/0/z"),
        ("field-missing", "/meeples/0"),
        ("field-missing", "/meeples/0"),
        ("field-missing", "/meeples/0"),
        ("field-missing", "/meeples/0"),
        ("field-missing", "/players/0"),
        ("field-unknown", "/players/0/nam"),
        ("wrong-type", "/excerpt"),
    ]


def test_numbers_that_json_schema_counts_as_integers_are_taken():
    asked = position(
        tiles=[{**D, "x": 0.0, "rotation": 0.0}, E], players=[{"name": "red", "score": 62.0}, {"name": "b"}]
    )
    assert scorer.score({**asked, "phase": "interim"})["players"]["red"] == {"before": 62, "points": 4, "after": 66}


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1e300])
def test_numbers_that_are_none(number):
    with pytest.raises(Malformed):
        scorer.validate(position(tiles=[{**D, "x": number}]))


def test_phase_is_asked_for_and_known():
    for asked, code in (
        (position(), "field-missing"),
        (position(phase=3), "wrong-type"),
        (position(phase="x"), "phase-unknown"),
    ):
        with pytest.raises(Malformed) as refusal:
            scorer.score(asked)
        assert [problem.code for problem in refusal.value.problems] == [code]


def test_player_and_claim_must_be_known():
    for asked in (
        lambda: scorer.placements(position(tile="U", player="x")),
        lambda: scorer.score(position(phase="final", claim={"x": 1})),
    ):
        with pytest.raises(Illegal) as refusal:
            asked()
        assert [problem.code for problem in refusal.value.problems] == ["player-unknown"]


def test_every_problem_of_a_question_is_named():
    with pytest.raises(Malformed) as malformed:
        scorer.score(position(tiles=5, foo=1))
    assert [(p.code, p.pointer) for p in malformed.value.problems] == [
        ("field-missing", ""),
        ("wrong-type", "/tiles"),
        ("field-unknown", "/foo"),
    ]
    with pytest.raises(Illegal) as claims:
        scorer.score(position(phase="final", claim={"x": 1, "y/z": 2}))
    assert [p.pointer for p in claims.value.problems] == ["/claim/x", "/claim/y~1z"]
    with pytest.raises(Illegal) as asked:
        scorer.placements(position(tile="Q5", player="x"))
    assert [p.code for p in asked.value.problems] == ["tile-unknown", "player-unknown"]


@pytest.mark.parametrize(
    ("ask", "line", "said"),
    [
        (scorer.features, "base/red,blue/>U@1,0", "This is a game, with its “moves”;"),
        (scorer.replay, "base/red,blue/D@0,0", "This is a board, with its “tiles”;"),
    ],
)
def test_a_game_for_a_board_is_told(ask, line, said):
    with pytest.raises(Malformed) as malformed:
        ask(line)
    assert said in str(malformed.value)


@pytest.mark.parametrize(("name", "near"), [("PLAYERS", "“players”?"), ("last", ""), ("feature", ""), ("score", "")])
def test_only_what_looks_alike_is_proposed(name, near):
    with pytest.raises(Malformed) as malformed:
        scorer.features(position(**{name: 1}))
    assert ("did you mean " + near in str(malformed.value)) == bool(near)


def test_many_unknown_tiles_are_not_all_compared_with_the_known():
    answer = scorer.validate(position(tiles=[D, E, *(at(x, 9, "Dx") for x in range(50))]))
    details = [p["detail"] for p in answer["problems"] if p["code"] == "tile-unknown"]
    assert len(details) == 50
    assert details[0] == "No tile of this game is called “Dx”; did you mean “D”?"
    assert details[-1].startswith("No tile of this game is called “Dx”; there are A, B, ")


def test_placements_need_a_known_tile():
    with pytest.raises(Malformed) as missing:
        scorer.placements(position())
    assert missing.value.problems[0].code == "field-missing"
    with pytest.raises(Illegal) as unknown:
        scorer.placements(position(tile="Q5", tiles=[E]))
    assert sorted(problem.code for problem in unknown.value.problems) == ["start-missing", "tile-unknown"]


def test_every_code_is_documented_and_tested():
    here = Path(__file__).parent
    sources = "".join(file.read_text("utf-8") for file in here.rglob("test_*.py"))
    for code, meaning in CODES.items():
        assert meaning.endswith("."), code
        assert re.search(rf'"{code}[" ]', sources), f"no test names {code}"


def test_every_code_that_is_used_is_documented():
    source = Path(scorer.__file__).parent
    used = set()
    for file in source.rglob("*.py"):
        used |= set(re.findall(r"(?:Problem|refuse)\(\s*\"([a-z-]+)\"", file.read_text("utf-8")))
    assert used - set(CODES) == set()
    assert {"edge-mismatch", "wrong-type", "tileset-invalid"} <= used


def test_refusals_read_well():
    refusal = Illegal(
        [Problem("edge-mismatch", "/tiles/3", text("x"), "placement.match"), Problem("notation", "", text("y"))]
    )
    assert str(refusal) == "x\ny"
    assert [str(problem) for problem in refusal.problems] == ["x", "y"]


def test_pointers_are_escaped_and_near_words_found():
    assert escaped("a/b~c") == "a~1b~0c"
    assert nearest("meeple", ["tiles", "meeples"]) == "meeples"
    assert nearest("zzz", ["tiles"]) is None
