"""Tiles as data: what is in the boxes, what the loader refuses, how spots are named, custom tiles."""

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

import scorer
from scorer.problems import Malformed
from scorer.rules.variants import RULESETS, find_ruleset
from scorer.shapes import Reading
from scorer.texts import texts
from scorer.tiles.kinds import read_kinds
from scorer.tiles.ports import FACING, PORT_NUMBER, PORTS, turned
from scorer.tiles.tileset import load_kinds, load_start_pieces
from scorer.tiles.words import edge_words

RIM = list(PORTS)
BOXES = {
    "base": (24, 72),
    "base-2000": (24, 72),
    "base-2003": (24, 72),
    "wheel-of-fortune": (33, 72),
    "discovery": (66, 84),
    "castle": (48, 60),
}


def tile_set(variant):
    found = find_ruleset(variant)
    return found.tile_set(found.default_rules())


@pytest.mark.parametrize("variant", [variant.id for variant in RULESETS])
def test_what_is_in_the_box(variant):
    box = tile_set(variant)
    assert (len(box.kinds), box.size) == BOXES[variant]


@pytest.mark.parametrize("variant", [variant.id for variant in RULESETS])
def test_kinds_read_back_from_their_own_json(variant):
    landscape, reading = find_ruleset(variant).landscape, Reading()
    kinds = [landscape.kind_json(kind) for kind in tile_set(variant).kinds.values()]
    again = read_kinds(kinds, landscape, "", reading)
    assert reading.problems == []
    assert [landscape.kind_json(kind) for kind in again] == kinds


def test_ports_meet_as_the_contract_says():
    pairs = {frozenset(pair.split("-")) for pair in ["NL-SR", "N-S", "NR-SL", "EL-WR", "E-W", "ER-WL"]}
    assert {frozenset((PORTS[port], PORTS[other])) for port, other in enumerate(FACING)} == pairs
    assert PORTS[turned(PORT_NUMBER["NL"], 90)] == "EL"
    assert PORTS[turned(PORT_NUMBER["WR"], 270)] == "SR"


def kind(*segments, **more):
    return {"id": "T1", "count": 1, "segments": list(segments), **more}


def field(ports=RIM, **more):
    return {"type": "field", "ports": ports, **more}


def city(ports, **more):
    return {"type": "city", "ports": ports, **more}


INCONSISTENT = [
    (kind(field(), city(["N"])), "/0/segments/1/ports", "Port N is used twice, by segments 0 and 1."),
    (kind(field([*RIM[:-1], "NL"])), "/0/segments/0/ports", "Port NL is used twice by segment 0."),
    (kind(field(RIM[1:])), "/0/segments", "No segment holds NL."),
    (kind(field(RIM[2:])), "/0/segments", "No segment holds NL and N."),
    (
        kind(field(touches=[3])),
        "/0/segments/0/touches",
        "“touches” names segment 3, which is no other segment of this tile.",
    ),
    (
        kind(field(touches=[0])),
        "/0/segments/0/touches",
        "“touches” names segment 0, which is no other segment of this tile.",
    ),
    (
        kind(field(), {"type": "lake", "ports": []}),
        "/0/segments/1/type",
        "“lake” is no terrain of this game; it has city, road, field and cloister.",
    ),
    (kind(field(RIM[1:]), {"type": "road", "ports": ["NL"]}), "/0/segments/1/ports", "road cannot lie at port NL."),
    (
        kind(field(), {"type": "cloister", "ports": []}, {"type": "cloister", "ports": []}),
        "/0/segments/1",
        "“cloister” would be ambiguous: this segment touches no edge and another is cloister too.",
    ),
    (kind(field(), cities=[{"on": [4]}]), "/0/cities/0/on", "There is no segment 4 on this tile."),
]


@pytest.mark.parametrize(("data", "pointer", "sentence"), INCONSISTENT)
def test_loader_refuses_data_that_contradicts_itself(data, pointer, sentence):
    reading = Reading()
    read_kinds([data], find_ruleset("base").landscape, "", reading)
    assert (reading.problems[0].code, reading.problems[0].pointer) == ("tileset-invalid", pointer)
    assert texts("en").say(reading.problems[0].message) == sentence


def test_loader_refuses_a_kind_defined_twice():
    reading = Reading()
    read_kinds([kind(field()), kind(field())], find_ruleset("base").landscape, "/kinds", reading)
    assert [(problem.pointer, texts("en").say(problem.message)) for problem in reading.problems] == [
        ("/kinds/1/id", "The kind “T1” is defined twice.")
    ]


def test_a_box_that_contradicts_its_game_is_refused():
    other = find_ruleset("discovery").landscape
    for load in (load_kinds, load_start_pieces):
        with pytest.raises(Malformed) as refusal:
            load("wheel", other)
        assert {problem.code for problem in refusal.value.problems} == {"tileset-invalid"}


def test_loader_names_a_wrong_shape():
    reading = Reading()
    assert read_kinds([{"id": "T1"}], find_ruleset("base").landscape, "/kinds", reading) == []
    assert [(problem.code, problem.pointer) for problem in reading.problems] == [("field-missing", "/kinds/0")]


def test_spots_any_port_and_plain_names():
    tile = tile_set("base").oriented["D"][90]
    assert tile.names == ("city@E", "road@N", "field@NR", "field@W")
    assert tile.spots["city"] == tile.spots["city@EL"] == tile.spots["city@ER"] == 0
    assert "field" not in tile.spots
    assert tile.spots["field@SR"] == tile.spots["field@NL"] == tile.spots["field@W"] == 3
    assert repr(tile) == "D@90"


def test_edges_are_named_in_words():
    box = tile_set("castle")
    said = texts("en").say
    assert said(edge_words(box.oriented["C13"][0], 0)) == "court"
    assert said(edge_words(box.oriented["C03"][0], 1)) == "tower, path and house"
    assert said(edge_words(box.blank, 0)) == "nothing"


def test_loader_refuses_symbols_that_contradict_the_copies():
    reading = Reading()
    read_kinds([kind(field(), wheel_symbols={"4": 2})], find_ruleset("wheel-of-fortune").landscape, "", reading)
    assert [(problem.pointer, texts("en").say(problem.message)) for problem in reading.problems] == [
        ("/0/wheel_symbols", "There is no wheel symbol “4”; there are 1, 2, 3 and none."),
        ("/0/wheel_symbols", "“wheel_symbols” tells of 2 copies, “count” of 1."),
    ]


def test_loader_refuses_a_border_that_one_side_leaves_out():
    half = [{"type": "grass", "ports": RIM[:6], "touches": [1]}, {"type": "sea", "ports": RIM[6:]}]
    reading = Reading()
    read_kinds([kind(*half)], find_ruleset("discovery").landscape, "", reading)
    assert [(problem.pointer, texts("en").say(problem.message)) for problem in reading.problems] == [
        ("/0/segments/0/touches", "Segment 1 does not list the border in its “touches”.")
    ]


def test_a_farmer_is_paid_for_cities_alone():
    answer = scorer.score(
        {
            "variant": "base",
            "excerpt": True,
            "players": [{"name": "red"}],
            "tileset": {"kinds": [kind(field(touches=[1]), {"type": "cloister", "ports": []})]},
            "tiles": [{"x": 0, "y": 0, "tile": "T1", "rotation": 0}],
            "meeples": [{"player": "red", "x": 0, "y": 0, "spot": "field"}],
            "phase": "final",
        }
    )
    assert answer["players"]["red"]["points"] == 0


def test_the_reference_data_of_tiles_is_taken_as_it_is():
    kinds = [find_ruleset("base").landscape.kind_json(kind) for kind in tile_set("base").kinds.values()]
    data = {"variant": "base", "kinds": kinds, "start_tile": "D", "start_pieces": [{}], "wall": {"cells": []}}
    asked = {"variant": "base", "players": [{"name": "a"}, {"name": "b"}], "tileset": data}
    assert scorer.validate({**asked, "tiles": [{"x": 0, "y": 0, "tile": "D", "rotation": 0}]})["valid"] is True


CUSTOM = kind(city(RIM, pennants=2), id="CC")


def test_a_custom_tile_is_judged_like_any_other():
    answer = scorer.score(
        {
            "variant": "base",
            "players": [{"name": "red"}, {"name": "blue"}],
            "tileset": {"kinds": [CUSTOM, kind(city(["NL", "N", "NR"]), field(RIM[3:], touches=[0]), id="D", count=4)]},
            "tiles": [
                {"x": 0, "y": 0, "tile": "D", "rotation": 180},
                {"x": 0, "y": 1, "tile": "CC", "rotation": 0},
                {"x": 0, "y": 2, "tile": "E", "rotation": 0},
                {"x": -1, "y": 1, "tile": "E", "rotation": 90},
                {"x": 1, "y": 1, "tile": "E", "rotation": 270},
            ],
            "meeples": [{"player": "red", "x": 0, "y": 1, "spot": "city"}],
            "phase": "interim",
        }
    )
    assert answer["lines"][0]["items"] == [
        {"what": "tiles", "count": 5, "each": 2, "points": 10},
        {"what": "pennants", "count": 2, "each": 2, "points": 4},
    ]
    assert answer["players"]["red"]["points"] == 14


def test_a_small_city_with_pennants_counts_one_for_each():
    answer = scorer.score(
        {
            "variant": "base-2000",
            "players": [{"name": "red"}, {"name": "blue"}],
            "tileset": {"kinds": [kind(city(["NL", "N", "NR"], pennants=1), field(RIM[3:], touches=[0]), id="EP")]},
            "tiles": [
                {"x": 0, "y": 0, "tile": "D", "rotation": 0},
                {"x": 0, "y": -1, "tile": "EP", "rotation": 180},
            ],
            "meeples": [{"player": "red", "x": 0, "y": -1, "spot": "city"}],
            "phase": "interim",
        }
    )
    assert answer["players"]["red"]["points"] == 3
    assert answer["lines"][0]["rule"] == "city.small"
    assert answer["lines"][0]["text"] == (
        "Red scores 3 points for the finished city: 2 tiles + 1 pennant. A finished city of two tiles is the exception:"
        " 1 point for each tile and each pennant, not 2."
    )


def test_an_ambiguous_custom_tile_is_refused():
    with pytest.raises(Malformed) as refusal:
        scorer.validate(
            {
                "variant": "discovery",
                "tileset": {
                    "kinds": [
                        {
                            "id": "X",
                            "segments": [
                                {"type": "grass", "ports": RIM},
                                {"type": "sea", "ports": []},
                                {"type": "sea", "ports": []},
                            ],
                        }
                    ]
                },
            }
        )
    pointers = [problem.pointer for problem in refusal.value.problems]
    assert pointers == ["/tileset/kinds/0/segments/1", "/tileset/kinds/0/segments/2"]


def test_a_plain_name_means_the_segment_that_touches_no_edge():
    request = {
        "variant": "discovery",
        "excerpt": True,
        "players": [{"name": "red"}],
        "tileset": {"kinds": [{"id": "X", "segments": [{"type": "sea", "ports": RIM}, {"type": "sea", "ports": []}]}]},
        "tiles": [{"x": 0, "y": 0, "tile": "X", "rotation": 0}],
        "meeples": [{"player": "red", "x": 0, "y": 0, "spot": "sea"}],
    }
    assert [feature["complete"] for feature in scorer.features(request)["features"] if feature["meeples"]] == [True]


@pytest.fixture
def impatient_threads():
    """Threads that take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("impatient_threads")
def test_threads_that_ask_at_once_get_the_very_same_tiles():
    def asked(box, together):
        together.wait()
        return [box.oriented[kind] for kind in box.kinds]

    with ThreadPoolExecutor(4) as pool:
        for _ in range(10):
            box, together = tile_set("base").extended(()), Barrier(4)
            first, *others = pool.map(lambda _, box=box, together=together: asked(box, together), range(4))
            assert all(one is other for found in others for one, other in zip(first, found, strict=True))
