"""Pictures: every tile lies as its data says, boards show what they must, and nothing in a request can break them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer import Illegal, Malformed, Refused
from scorer.draw import (
    OPTIONS,
    PngUnavailable,
    board_svg,
    png,
    question_svg,
    render,
    render_form,
    rendered,
    sheet_svg,
    spot_point,
    tile_svg,
)
from scorer.draw.board import features_by_id
from scorer.draw.castle import castle_track
from scorer.draw.figures import pieces
from scorer.draw.furniture import Furniture
from scorer.draw.geometry import Point, distance, flat, inside, point_at, rim_point
from scorer.draw.labels import Crowd, tries
from scorer.draw.legend import LETTER
from scorer.draw.rim import Landform
from scorer.draw.sheet import WIDE
from scorer.draw.terrains import TERRAINS, look
from scorer.draw.tile import MARK_GLYPHS, plan
from scorer.game.building import build
from scorer.game.game import Game
from scorer.game.position import Player
from scorer.limits import DEFAULT_LIMITS
from scorer.referee.questions import VALIDATE
from scorer.rules.discovery.cities import cities_of
from scorer.rules.placing import placements
from scorer.rules.variants import RULESETS, WHOLE_RULESETS
from scorer.texts import texts
from scorer.tiles.kinds import Kind, Segment
from scorer.tiles.ports import PORTS, ROTATIONS, turned
from scorer.tiles.tileset import box_data
from tools import gallery

Json = dict[str, Any]
SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parent.parent

BOXES = {ruleset.parts[-1].id: ruleset for ruleset in RULESETS}
BOXES["expansions"] = next(ruleset for ruleset in WHOLE_RULESETS if ruleset.id == "base")
BASE_KINDS = set(BOXES["base"].tile_set(BOXES["base"].default_rules()).kinds)
KINDS = [
    pytest.param(kind, id=f"{box}-{kind.id}")
    for box, variant in BOXES.items()
    for kind in variant.tile_set(variant.default_rules()).kinds.values()
    if box != "expansions" or kind.id not in BASE_KINDS
]
EXAMPLES = [json.loads(file.read_text("utf-8")) for file in sorted((ROOT / "fixtures").glob("*/*.json"))]


def kind_of(box: str, name: str) -> Kind:
    return BOXES[box].tile_set(BOXES[box].default_rules()).kinds[name]


def parsed(svg: str) -> ET.Element:
    """The picture as XML, with every reference pointing at something."""
    root = ET.fromstring(svg)
    ids = [found.get("id") for found in root.iter() if found.get("id")]
    assert len(ids) == len(set(ids))
    used = {found.get("href", "")[1:] for found in root.iter(f"{SVG}use")}
    used |= {value[5:-1] for found in root.iter() for value in found.attrib.values() if value.startswith("url(#")}
    assert used <= set(ids)
    return root


def classes(root: ET.Element) -> list[str]:
    return [name for found in root.iter() for name in found.get("class", "").split()]


def words(root: ET.Element) -> list[str]:
    return [found.text or "" for found in root.iter(f"{SVG}text")]


def uses(root: ET.Element, glyph: str) -> list[ET.Element]:
    return [found for found in root.iter(f"{SVG}use") if found.get("href") == f"#glyph-{glyph}"]


def board_of(request: Json) -> Game:
    return build(VALIDATE.read(request))


def base_request(**more: Any) -> Json:
    """Three tiles with a finished city, a knight and a farmer."""
    return {
        "variant": "base",
        "players": [{"name": "red", "score": 12}, {"name": "blue", "score": 7}],
        "tiles": [
            {"x": 0, "y": 0, "tile": "D", "rotation": 0},
            {"x": 0, "y": -1, "tile": "E", "rotation": 180},
            {"x": 1, "y": 0, "tile": "U", "rotation": 0},
        ],
        "meeples": [
            {"player": "red", "x": 0, "y": -1, "spot": "city@S"},
            {"player": "blue", "x": 1, "y": 0, "spot": "field@N"},
        ],
        **more,
    }


# One tile


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_drawn_in_every_rotation(kind: Kind) -> None:
    for rotation in ROTATIONS:
        root = parsed(tile_svg(kind, rotation=rotation))
        assert root.findtext(f"{SVG}title") == (f"{kind.id}, {rotation}°" if rotation else kind.id)
        shown = classes(root)
        assert {segment.type for segment in kind.segments} - {"cloister", "garden"} <= set(shown)
        for building in ("cloister", "garden"):
            assert len(uses(root, building)) == sum(segment.type == building for segment in kind.segments)
        for mark, glyph in MARK_GLYPHS.items():
            assert len(uses(root, glyph)) == sum(segment.marks.get(mark, 0) for segment in kind.segments)
        assert len(uses(root, "town")) == len(cities_of(kind))
        ports = sum(any(kind.segments[on].type == "sea" for on in city) for city in cities_of(kind))
        assert len(uses(root, "boat")) == ports
        assert [name for name in ("spring", "lake") if uses(root, name)] == (
            [kind.extras["role"]] if "role" in kind.extras else []
        )


@pytest.mark.parametrize("kind", KINDS)
def test_segments_lie_at_their_ports(kind: Kind) -> None:
    """Just inside the rim, each port shows the segment that holds it; and the segments fill the tile."""
    layout = plan(kind).layout
    for number, segment in enumerate(kind.segments):
        for port in segment.ports:
            rim = rim_point((port + 0.5) / 3)
            if look(segment.type).form is Landform.LINE:
                assert any(rim in (piece[0], piece[-1]) for piece in layout.lines[number]), PORTS[port]
            else:
                assert number in owners(kind, nudged(rim, 3)), PORTS[port]
    area = sum(abs(surface(flat(outline, 24))) for found in layout.areas for outline in found)
    assert area == pytest.approx(10_000, rel=0.03)


@pytest.mark.parametrize("kind", [param for param in KINDS if str(param.id).startswith("discovery")])
def test_lands_touch_where_the_data_says(kind: Kind) -> None:
    """The borders that are drawn part exactly those lands that touch each other."""
    drawn = set()
    for pieces_of_one in plan(kind).layout.borders:
        for piece in pieces_of_one:
            for step in range(2, 19):
                (ax, ay), (bx, by) = point_at(piece, step / 20 - 0.01), point_at(piece, step / 20 + 0.01)
                length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
                dx, dy = 0.4 * (by - ay) / length, 0.4 * (ax - bx) / length
                sides = owners(kind, (ax + dx, ay + dy)), owners(kind, (ax - dx, ay - dy))
                drawn |= {frozenset((a, b)) for a in sides[0] for b in sides[1] if a != b}
    touching = {frozenset((n, other)) for n, segment in enumerate(kind.segments) for other in segment.touches}
    assert drawn == touching


FIELDS = [param for param in KINDS if str(param.id).startswith(("base", "expansions"))]


@pytest.mark.parametrize("kind", FIELDS)
def test_fields_touch_the_cities_that_the_data_says(kind: Kind) -> None:
    """Beside every wall lies the field that touches its city, and no other."""
    drawn = set()
    for city, pieces_of_one in enumerate(plan(kind).layout.borders):
        for piece in pieces_of_one:
            for step in range(2, 19):
                (ax, ay), (bx, by) = point_at(piece, step / 20 - 0.01), point_at(piece, step / 20 + 0.01)
                length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
                dx, dy = 0.4 * (by - ay) / length, 0.4 * (ax - bx) / length
                for side in ((ax + dx, ay + dy), (ax - dx, ay - dy)):
                    drawn |= {(field, city) for field in owners(kind, side) if kind.segments[field].type == "field"}
    touching = {(n, other) for n, segment in enumerate(kind.segments) for other in segment.touches}
    assert drawn == touching


@pytest.mark.parametrize(
    ("kind", "bridges"), [("R05", 1), ("R09", 1), ("R10", 1), ("T23", 1), ("R06", 0), ("X", 0), ("I16", 0), ("R03", 0)]
)
def test_a_road_leads_over_a_bridge(kind: str, bridges: int) -> None:
    found = kind_of("expansions", kind)
    assert len(plan(found).bridges) == bridges
    assert ("bridge" in classes(parsed(tile_svg(found)))) is bool(bridges)


def test_a_river_gives_way_to_a_cloister() -> None:
    """The cloister lies beyond the river, on the side from which no road comes."""
    found = plan(kind_of("expansions", "R10"))
    assert found.layout.building[1] < 40
    river = next(n for n, segment in enumerate(found.kind.segments) if segment.type == "river")
    assert all(distance(found.layout.building, flat([piece])) > 20 for piece in found.layout.lines[river])


def nudged(point: Point, length: float) -> Point:
    x, y = point
    return x + length * (50 - x) / 50, y + length * (50 - y) / 50


def owners(kind: Kind, point: Point) -> set[int]:
    areas = plan(kind).layout.areas
    return {n for n, found in enumerate(areas) for outline in found if inside(point, flat(outline, 24))}


def surface(polygon: list[Point]) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True)) / 2


@pytest.mark.parametrize("kind", KINDS)
def test_followers_stand_apart_and_on_their_own_segment(kind: Kind) -> None:
    found = [spot_point(kind, 0, number) for number in range(len(kind.segments))]
    for number, (x, y) in enumerate(found):
        assert 0 < x < 1
        assert 0 < y < 1
        if look(kind.segments[number].type).form in (Landform.OPEN, Landform.MASS):
            assert number in owners(kind, (100 * x, 100 * y))
        for other in found[:number]:
            assert ((x - other[0]) ** 2 + (y - other[1]) ** 2) ** 0.5 > 0.12


def test_spots_turn_with_the_tile() -> None:
    kind = kind_of("base", "E")
    x, y = spot_point(kind, 0, 0)
    assert y < 0.3
    assert spot_point(kind, 90, 0) == pytest.approx((1 - y, x))
    assert spot_point(kind, 180, 0) == pytest.approx((1 - x, 1 - y))
    assert spot_point(kind, 270, 0) == pytest.approx((y, 1 - x))


def test_a_tile_is_told_to_those_who_cannot_see_it() -> None:
    root = parsed(tile_svg(kind_of("base", "D"), rotation=90, size=80, badge="2"))
    assert root.findtext(f"{SVG}desc") == "city EL E ER, road N S, field NR SL, field NL SR WL W WR"
    assert (root.get("width"), root.get("height"), root.get("role")) == ("80", "80", "img")
    assert words(root) == ["2"]


def test_a_tile_without_segments_is_blank() -> None:
    parsed(tile_svg(Kind("nothing", 1, ())))


@st.composite
def strange_kinds(draw: st.DrawFn) -> Kind:
    """Kinds that no game would print: any terrain at any port, cities on anything, ends in anything."""
    holders = draw(st.lists(st.integers(-1, 5), min_size=12, max_size=12))
    terrains = [*TERRAINS, "swamp"]
    numbers = st.integers(0, 5)
    segments = [
        Segment(
            draw(st.sampled_from(terrains)),
            tuple(port for port, holder in enumerate(holders) if holder == number),
            tuple(draw(st.lists(numbers, max_size=3))),
            draw(st.dictionaries(st.sampled_from(list(MARK_GLYPHS)), st.integers(1, 9))),
            draw(st.sampled_from([None, "square", "house", "lake"])),
        )
        for number in range(6)
    ]
    return Kind(
        "strange",
        1,
        tuple(segments),
        {"cities": tuple(draw(st.lists(st.lists(numbers, max_size=3).map(tuple), max_size=2)))},
    )


@given(strange_kinds(), st.sampled_from(ROTATIONS))
@settings(max_examples=60)
def test_any_kind_can_be_drawn(kind: Kind, rotation: int) -> None:
    parsed(tile_svg(kind, rotation=rotation))
    for number in range(len(kind.segments)):
        assert all(0 <= place <= 1 for place in spot_point(kind, rotation, number))


def test_a_border_may_leave_the_rim_anywhere() -> None:
    sea = Segment("sea", (PORTS.index("NL"),), (1,))
    grass = Segment("grass", tuple(range(1, 12)), (0,))
    drawn = parsed(tile_svg(Kind("bay", 1, (sea, grass))))
    assert len(drawn.findall(".//{*}path")) > 1


def test_a_road_into_a_city_in_the_middle_ends_at_its_gates() -> None:
    """Two roads that don't meet, because the city lies between them."""
    city = Segment("city", tuple(PORTS.index(port) for port in ("EL", "E", "ER", "WL", "W", "WR")))
    roads = [Segment("road", (PORTS.index(port),)) for port in ("N", "S")]
    fields = [Segment("field", (PORTS.index(port),)) for port in ("NL", "NR", "SL", "SR")]
    kind = Kind("gates", 1, (city, *roads, *fields))
    assert len(uses(parsed(tile_svg(kind)), "gate")) == 2
    assert not plan(kind).layout.crossing


# Boards


def test_a_board_shows_tiles_followers_and_players() -> None:
    root = parsed(board_svg(board_of(base_request())))
    assert root.findtext(f"{SVG}title") == "Carcassonne, the base game in its later rules: red 12, blue 7"
    assert (root.findtext(f"{SVG}desc") or "").splitlines() == [
        "E@180 .",
        "D@0   U@0",
        "red: 0,-1 city@S",
        "blue: 1,0 field@N",
    ]
    followers = next(found for found in root.iter() if found.get("class") == "followers")
    assert [found.get("href") for found in followers.iter(f"{SVG}use")] == ["#glyph-standing", "#glyph-lying"]
    assert [found.text for found in followers.iter(f"{SVG}text")] == ["R", "B"]
    assert {"red 12", "blue 7"} <= set(words(root))


def test_followers_stand_where_the_spot_is() -> None:
    game = board_of(base_request())
    board = game.board
    root = parsed(board_svg(game))
    followers = next(found for found in root.iter() if found.get("class") == "followers")
    (knight, farmer) = followers.iter(f"{SVG}use")
    for drawn, (x, y), spot in ((knight, (0, -1), "city@S"), (farmer, (1, 0), "field@N")):
        orientation = board.orientations[board.at[x * 2**22 + y]]
        along, down = spot_point(orientation.kind, orientation.rotation, orientation.spots[spot])
        assert float(drawn.get("x", "0")) == pytest.approx(100 * (x + along), abs=0.1)
        assert float(drawn.get("y", "0")) == pytest.approx(100 * (y + down), abs=0.1)


def test_the_same_board_is_drawn_the_same_every_time() -> None:
    request = base_request()
    first = board_svg(board_of(request), coordinates=True)
    shuffled = {**request, "tiles": request["tiles"][::-1]}
    assert board_svg(board_of(shuffled), coordinates=True) == first


def test_fragments_are_named_by_what_they_show() -> None:
    """Two pictures in one page never borrow each other's parts, and equal parts have equal names."""
    definitions: dict[str, str] = {}
    for kind in (*kind_of_all("base"), *kind_of_all("castle")):
        for found in parsed(tile_svg(kind)).iter():
            if found.get("id"):
                text = ET.tostring(found, encoding="unicode")
                assert definitions.setdefault(found.attrib["id"], text) == text


def kind_of_all(box: str) -> Iterator[Kind]:
    yield from BOXES[box].tile_set(BOXES[box].default_rules()).kinds.values()


def test_a_game_without_furniture_shows_start_pieces_as_they_are() -> None:
    bare = Furniture(board_of(base_request()), {}, texts())
    kind = kind_of("base", "D")
    assert bare.start_piece(kind) is kind
    assert bare.view(None) is None
    assert not bare.left_out


def test_an_empty_table_can_be_drawn() -> None:
    root = parsed(board_svg(board_of({"variant": "base", "tiles": [], "excerpt": True})))
    assert root.findtext(f"{SVG}title") == "Carcassonne, the base game in its later rules"
    assert root.findtext(f"{SVG}desc") == "0 tiles"


def test_a_large_board_is_described_by_its_size() -> None:
    tiles = [{"x": x, "y": 0, "tile": "U", "rotation": 0} for x in range(500)]
    root = parsed(board_svg(board_of({"variant": "base", "tiles": tiles, "excerpt": True}), size=360))
    assert root.findtext(f"{SVG}desc") == "500 tiles"
    assert root.get("width") == "360"


def test_names_cannot_break_out_of_the_picture() -> None:
    name = '"><script>alert(1)</script>&'
    players = [{"name": name, "color": "url(https://example.org/x)"}, {"name": "'/>"}]
    meeples = [{"player": name, "x": 0, "y": -1, "spot": "city@S"}]
    svg = board_svg(board_of(base_request(players=players, meeples=meeples)))
    root = parsed(svg)
    assert "script" not in {found.tag.removeprefix(SVG) for found in root.iter()}
    assert "<script" not in svg
    assert "url(https" not in svg
    assert f"{name} 0" in words(root)


def test_players_differ_in_letter_and_colour() -> None:
    names = ["red", "Robin", "RR", "blauw", "♥", "black"]
    found = pieces([Player(name) for name in names])
    assert [found[name].letter for name in names] == ["R", "O", "3", "B", "5", "L"]
    assert len({piece.colour for piece in found.values()}) == len(names)
    assert found["red"].colour != found["Robin"].colour


def test_colours_are_taken_by_name_or_number() -> None:
    asked = {"a": "Groen", "b": "#abc", "c": "#001122", "d": "javascript:alert(1)", "e": None}
    found = pieces([Player(name, 0, None, colour) for name, colour in asked.items()])
    assert found["a"].colour == pieces([Player("green")])["green"].colour
    assert (found["b"].colour, found["b"].ink) == ("#abc", "#111")
    assert (found["c"].colour, found["c"].ink) == ("#001122", "#fff")
    assert found["d"].colour.startswith("#")
    assert found["d"].colour != found["e"].colour


def test_more_players_than_colours_still_have_letters() -> None:
    found = pieces([Player(f"player {number}") for number in range(15)])
    assert len({piece.letter for piece in found.values()}) == 15


def test_a_long_name_is_narrowed_to_the_picture() -> None:
    root = parsed(board_svg(board_of(base_request(players=[{"name": "x" * 40}, {"name": "blue"}], meeples=[]))))
    (narrowed,) = [found for found in root.iter(f"{SVG}text") if found.get("textLength")]
    width = float((root.get("viewBox") or "").split()[2])
    assert (
        float(narrowed.attrib["x"]) + float(narrowed.attrib["textLength"])
        <= float((root.get("viewBox") or "").split()[0]) + width
    )


# Options


def test_features_are_highlighted() -> None:
    board = board_of(base_request())
    assert "highlight" not in classes(parsed(board_svg(board)))
    for name, tiles in (("city-1", 2), ("road-1", 2), ("field-1", 1)):
        root = parsed(board_svg(board, highlight_features=[name]))
        assert classes(root).count("highlight") == tiles, name
    with pytest.raises(KeyError):
        board_svg(board, highlight_features=["city-9"])


def test_a_cloister_is_highlighted() -> None:
    tiles = [{"x": 0, "y": 0, "tile": "B", "rotation": 0}]
    board = board_of({"variant": "base", "tiles": tiles, "excerpt": True})
    assert classes(parsed(board_svg(board, highlight_features=["cloister-1"]))).count("highlight") == 1


def test_a_city_that_fills_its_tile_has_no_border() -> None:
    tiles = [{"x": 0, "y": 0, "tile": "C", "rotation": 0}]
    board = board_of({"variant": "base", "tiles": tiles, "excerpt": True})
    root = parsed(board_svg(board, highlight_features=["city-1"]))
    (lit,) = [found for found in root.iter() if found.get("class") == "highlight"]
    assert len(lit) == 1


def test_cells_the_last_tile_and_faults_are_marked() -> None:
    board = board_of(base_request())
    root = parsed(board_svg(board, highlight_cells=[(0, 0), (5, 5)], last=(1, 0), faults=[(0, 0)]))
    assert classes(root).count("cell") == 2
    assert [found.get("stroke") for found in root.iter() if found.get("class") in ("last", "fault")] == ["#e3001b"] * 2
    assert float((root.get("viewBox") or "").split()[2]) > 600


def test_columns_and_rows_are_numbered() -> None:
    root = parsed(board_svg(board_of(base_request()), coordinates=True))
    (group,) = [found for found in root.iter() if found.get("class") == "coordinates"]
    assert [found.text for found in group] == ["0", "1", "-1", "0"]


def test_placements_are_ghosts() -> None:
    board = board_of(base_request())
    found = placements(board, "W")
    root = parsed(board_svg(board, ghost=found))
    assert classes(root).count("ghost") == len({placement.cell for placement in found})
    first = {placement.cell: placement for placement in reversed(found)}
    assert classes(root).count("spot") == sum(len(placement.spots) for placement in first.values())
    turns = [p.orientation.rotation for p in found if p.cell == (2, 0)]
    assert " ".join(f"{turn}°" for turn in turns) in words(root)


def test_points_stand_on_the_features_they_come_from() -> None:
    board = board_of(base_request())
    ruling = board.ruleset.phases["final"].judge(board, {})
    root = parsed(board_svg(board, scores=ruling))
    (layer,) = [found for found in root.iter() if found.get("class") == "scores"]
    assert [found.text for found in layer.iter(f"{SVG}text")] == ["R +4", "B +3"]
    label = next(layer.iter(f"{SVG}text"))
    assert -100 <= float(label.attrib["y"]) <= 100
    assert {"red 12 + 4 = 16", "blue 7 + 3 = 10"} <= set(words(root))
    assert "Red scores 4 points for the finished city: 2 tiles x 2." in (root.findtext(f"{SVG}desc") or "")


SCORED = [pytest.param(example, id=example["id"]) for example in EXAMPLES if example["call"] == "score"]


@pytest.mark.parametrize("example", SCORED)
def test_labels_do_not_cover_each_other(example: Json) -> None:
    root = parsed(question_svg(example["call"], example["request"]))
    (layer,) = [found for found in root.iter() if found.get("class") == "scores"]
    names = ("x", "y", "width", "height")
    labels = [[float(label.attrib[name]) for name in names] for label in layer.iter(f"{SVG}rect")]
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    for number, (x, y, wide, high) in enumerate(labels):
        assert left <= x
        assert x + wide <= left + width
        assert top <= y
        assert y + high <= top + height
        for a, b, other_wide, other_high in labels[:number]:
            assert x >= a + other_wide or a >= x + wide or y >= b + other_high - 1 or b >= y + high - 1


# The wheel


def wheel_request(**more: Any) -> Json:
    return {"variant": "wheel-of-fortune", "players": [{"name": "red"}, {"name": "blue"}], "tiles": [], **more}


def test_the_wheel_shows_its_segments_crowns_and_pig() -> None:
    crowns = [{"segment": "taxes", "player": "red"}, {"segment": "taxes", "player": "blue"}]
    root = parsed(board_svg(board_of(wheel_request(wheel={"pig": "storm", "crowns": crowns}))))
    assert len(uses(root, "crown")) == 9
    assert {"FORTUNA", "TAXES", "FAMINE", "STORM", "INQUISITION", "PLAGUE"} <= set(words(root))
    (pig,) = uses(root, "pig")
    assert float(pig.attrib["y"]) > 200
    (wheel,) = [found for found in root.iter() if found.get("class") == "wheel"]
    assert len(uses(wheel, "standing")) == 2
    described = (root.findtext(f"{SVG}desc") or "").splitlines()
    assert described[-3:] == ["wheel: pig on storm", "red: crown taxes", "blue: crown taxes"]


def test_a_wheel_without_actions_is_bare() -> None:
    root = parsed(board_svg(board_of(wheel_request(rules={"wheel_actions": False}))))
    assert not uses(root, "pig")
    assert not uses(root, "crown")
    assert "FORTUNA" in words(root)


def test_the_features_of_the_wheel_board_can_be_highlighted() -> None:
    board = board_of(wheel_request())
    root = parsed(board_svg(board, highlight_features=list(features_by_id(board.board))))
    assert classes(root).count("highlight") == len(board.board.labels)


def test_a_cut_out_on_the_cells_of_the_wheel_is_drawn_without_it() -> None:
    tiles = [{"x": 1, "y": 1, "tile": "B", "rotation": 0}]
    root = parsed(board_svg(board_of(wheel_request(tiles=tiles, excerpt=True, wheel={"pig": "storm"}))))
    assert "wheel" not in classes(root)
    assert "start-board" not in classes(root)


def test_a_cut_out_far_from_the_wheel_is_drawn_without_it() -> None:
    tiles = [{"x": 0, "y": 100, "tile": "E", "rotation": 0}]
    root = parsed(board_svg(board_of(wheel_request(tiles=tiles, excerpt=True))))
    assert "FORTUNA" not in words(root)
    assert float((root.get("viewBox") or "").split()[3]) < 300


def test_symbols_are_badges() -> None:
    tiles = [{"x": 4, "y": 0, "tile": "V", "rotation": 180, "wheel": 3}]
    root = parsed(render(wheel_request(tiles=tiles)))
    assert classes(root).count("badge") == 1
    assert "3" in words(root)


# The castle


def castle_request(**more: Any) -> Json:
    return {"variant": "castle", "players": [{"name": "white"}, {"name": "black"}], "tiles": [], **more}


def test_the_track_runs_around_the_castle() -> None:
    """The numbers on start spaces and corner towers are those of the printed wall."""
    track = castle_track()
    assert len(track.spaces) == box_data("castle")["track_spaces"]
    assert sorted([low, low + 1] for low in track.towers) == sorted(box_data("castle")["corner_towers"])
    for piece in box_data("castle")["start_pieces"]:
        low, high = (track.spaces[int(number)].point for number in piece["label"].split("/"))
        x, y = (low[0] + high[0]) / 200, (low[1] + high[1]) / 200
        assert (int(x // 1), int(y // 1)) == (piece["x"], piece["y"])


def test_the_castle_shows_track_markers_and_wall_tiles() -> None:
    players = [{"name": "white", "score": 37}, {"name": "black", "score": 112}]
    castle = {"wall_tiles": {"on_wall": [12, 16], "held": {"white": [2, 7]}}}
    root = parsed(board_svg(board_of(castle_request(players=players, castle=castle, excerpt=True))))
    assert {str(number) for number in range(100)} <= set(words(root))
    assert len(uses(root, "wall_tile")) == 2
    spaces = castle_track().spaces
    markers = [found for found in root.iter(f"{SVG}use") if "scale(0.85)" in found.get("transform", "")]
    assert [found.get("href") for found in markers] == ["#glyph-standing", "#glyph-lying"]
    for marker, number in zip(markers, (37, 12), strict=True):
        x, y = marker.get("transform", "").removeprefix("translate(").split(")")[0].split()
        assert (float(x), float(y)) == pytest.approx(spaces[number].point, abs=0.1)
    assert "white 37 · wall tiles 2, 7" in words(root)
    assert (root.findtext(f"{SVG}desc") or "").splitlines()[-1] == "white: wall tiles 2, 7"


def test_markers_on_one_space_stand_side_by_side() -> None:
    root = parsed(board_svg(board_of(castle_request())))
    assert len(uses(root, "wall_tile")) == 13
    places = [found.get("transform") for found in root.iter(f"{SVG}use") if "scale(0.85)" in found.get("transform", "")]
    assert len(places) == len(set(places)) == 2


def test_keeps_stand_in_the_legend() -> None:
    root = parsed(board_svg(board_of(castle_request(castle={"keeps": {"white": 5}}, excerpt=True))))
    assert "white 0 · keep 5" in words(root)


def test_start_spaces_show_their_land() -> None:
    root = parsed(board_svg(board_of(castle_request())))
    assert classes(root).count("start-space") == 7
    assert len(uses(root, "market")) == 3
    assert len(uses(root, "fountain")) == 1


def test_a_cut_out_of_the_castle_shows_what_lies_around() -> None:
    tiles = [{"x": 4, "y": 5, "tile": "C13", "rotation": 0}]
    whole = parsed(
        board_svg(
            board_of(
                castle_request(tiles=tiles, excerpt=True, players=[{"name": "white", "score": 3}, {"name": "black"}])
            )
        )
    )
    cut = parsed(board_svg(board_of(castle_request(tiles=tiles, excerpt=True)), coordinates=True))
    assert float((cut.get("viewBox") or "").split()[2]) < 400 < float((whole.get("viewBox") or "").split()[2])
    (group,) = [found for found in cut.iter() if found.get("class") == "coordinates"]
    assert [found.text for found in group] == ["3", "4", "5", "4", "5", "6"]


# Requests


def test_a_request_with_all_options() -> None:
    options = {
        "highlight": {"features": ["city-1"], "cells": [{"x": 0, "y": 0}, [1, 0]]},
        "coordinates": True,
        "last": {"x": 1, "y": 0},
        "ghost": {"tile": "V", "player": "red"},
        "scores": "interim",
    }
    shown = set(classes(parsed(render(base_request(options=options), size=500))))
    assert {"highlight", "cell", "coordinates", "last", "ghost", "spot", "scores"} <= shown
    assert render(base_request()) == board_svg(board_of(base_request()))


def test_a_player_without_followers_can_stand_nowhere() -> None:
    options = {"ghost": {"tile": "V", "player": "red"}}
    players = [{"name": "red", "supply": 0}, {"name": "blue"}]
    shown = classes(parsed(render(base_request(players=players, excerpt=True, options=options))))
    assert "ghost" in shown
    assert "spot" not in shown


@pytest.mark.parametrize(
    ("options", "code", "pointer"),
    [
        ({"highlight": {"features": ["city-1", "city-7"]}}, "not-a-choice", "/options/highlight/features/1"),
        ({"last": {"x": 7, "y": 7}}, "no-tile-there", "/options/last"),
        ({"ghost": {"tile": "nothing"}}, "tile-unknown", "/options/ghost/tile"),
        ({"ghost": {"tile": "D", "player": "green"}}, "player-unknown", "/options/ghost/player"),
        ({"highlight": {"cells": [[500, 0]]}}, "out-of-range", "/tiles"),
    ],
)
def test_a_question_about_another_board_is_refused(options: Json, code: str, pointer: str) -> None:
    with pytest.raises(Illegal) as refusal:
        render(base_request(options=options))
    assert [(problem.code, problem.pointer) for problem in refusal.value.problems] == [(code, pointer)]


@pytest.mark.parametrize(
    ("options", "code", "pointer"),
    [
        ({"scores": "wheel"}, "not-a-choice", "/options/scores"),
        ({"highlight": {"cells": [[0, 0, 0]]}}, "wrong-type", "/options/highlight/cells/0"),
        ({"highlight": {"cells": [[0, "0"]]}}, "wrong-type", "/options/highlight/cells/0/1"),
        ({"zoom": 3}, "field-unknown", "/options/zoom"),
    ],
)
def test_options_have_a_shape(options: Json, code: str, pointer: str) -> None:
    with pytest.raises(Malformed) as refusal:
        render(base_request(options=options))
    assert [(problem.code, problem.pointer) for problem in refusal.value.problems] == [(code, pointer)]


def test_options_are_described_for_the_service() -> None:
    cells = OPTIONS.schema(DEFAULT_LIMITS)["properties"]["highlight"]["properties"]["cells"]
    assert [form["type"] for form in cells["items"]["anyOf"]] == ["object", "array"]


def test_a_phase_that_the_game_has_not_is_refused() -> None:
    tiles = [{"x": 0, "y": 0, "tile": "D48", "rotation": 0}]
    request = {"variant": "discovery", "players": [{"name": "red"}, {"name": "blue"}], "tiles": tiles}
    with pytest.raises(Malformed) as refusal:
        render({**request, "options": {"scores": "interim"}})
    assert refusal.value.problems[0].code == "phase-unknown"
    parsed(render({**request, "options": {"scores": "final"}}))


def test_a_board_that_is_too_large_is_refused() -> None:
    tiles = [{"x": x, "y": 0, "tile": "U", "rotation": 0} for x in range(6)]
    request = {"variant": "base", "tiles": tiles, "excerpt": True}
    question = render_form(BOXES["base"]).read(request, DEFAULT_LIMITS)
    parsed(rendered(question, "en", most_cells=6))
    with pytest.raises(Illegal):
        rendered(question, "en", most_cells=5)


def test_pictures_speak_the_language_of_the_reader() -> None:
    root = parsed(render(castle_request(castle={"keeps": {"white": 5}}, excerpt=True), "de"))
    assert root.findtext(f"{SVG}title") == "Carcassonne: Die Burg: white 0, black 0"
    assert "white 0 · Palas 5" in words(root)


@pytest.mark.parametrize("name", ["red", "Rood", "rot", "rouge"])
def test_a_colour_has_a_name_in_every_language(name: str) -> None:
    assert pieces([Player(name)])[name].colour == pieces([Player("red")])["red"].colour


# Examples


@pytest.mark.parametrize("example", [pytest.param(example, id=example["id"]) for example in EXAMPLES])
def test_every_example_can_be_drawn(example: Json) -> None:
    root = parsed(question_svg(example["call"], example["request"]))
    shown = classes(root)
    if example["call"] == "placements":
        assert ("ghost" in shown) == bool(example["expected"].get("placements", [True]))
    if example["call"] == "validate" and any(
        problem.get("code") == "edge-mismatch" for problem in example["expected"].get("problems", ())
    ):
        assert "fault" in shown
    if any(example["expected"].get("points", {}).values()):
        assert any("+" in text for text in words(root))


def test_faults_are_drawn_in_red() -> None:
    tiles = [
        *base_request()["tiles"],
        {"x": 0, "y": 1, "tile": "C", "rotation": 0},
        {"x": 9, "y": 9, "tile": "?", "rotation": 0},
    ]
    meeples = [{"player": "red", "x": 0, "y": 0, "spot": "nowhere"}]
    root = parsed(question_svg("validate", base_request(tiles=tiles, meeples=meeples)))
    assert classes(root).count("fault") == 1
    assert classes(root).count("ghost") == 1


def test_what_is_wrong_with_the_wheel_is_left_out() -> None:
    crowns = [{"segment": "fortuna", "player": "red"}, {"segment": "fortuna", "player": "blue"}]
    root = parsed(question_svg("validate", wheel_request(wheel={"pig": "plague", "crowns": crowns})))
    (wheel,) = [found for found in root.iter() if found.get("class") == "wheel"]
    assert len(uses(wheel, "standing")) == 1


@pytest.mark.parametrize(
    ("call", "question", "pointer", "code"),
    [
        ("placements", {"tile": "ZZ"}, "/tile", "tile-unknown"),
        ("placements", {"tile": "D", "player": "bob"}, "/player", "player-unknown"),
        ("placements", {}, "", "field-missing"),
        ("score", {"phase": "final", "claim": {"bob": 3}}, "/claim/bob", "player-unknown"),
        ("score", {"phase": "half-time"}, "/phase", "phase-unknown"),
        ("score", {}, "", "field-missing"),
    ],
)
def test_a_question_that_is_none_is_refused(call: str, question: dict[str, Any], pointer: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        question_svg(call, base_request(**question))
    assert [(problem.pointer, problem.code) for problem in refusal.value.problems] == [(pointer, code)]


def test_a_sheet_shows_every_kind() -> None:
    kinds = list(kind_of_all("wheel"))
    root = parsed(sheet_svg(kinds, title="wheel", columns=6, size=600))
    assert words(root)[:3] == ["A ×2", "B ×4", "C ×1"]
    assert "U ×8 (1: 3, 2: 3, 3: 2)" in words(root)
    assert len(words(root)) == len(kinds)
    for label in root.iter(f"{SVG}text"):
        assert float(label.attrib["font-size"]) * LETTER * len(label.text or "") < WIDE


# Expansions


def test_figures_and_goods_are_shown() -> None:
    """Every kind of figure has its own shape, and the legend says what goods each player has."""
    position = {
        "variant": "base",
        "expansions": ["abbot", "inns-and-cathedrals", "traders-and-builders"],
        "players": [{"name": "red", "goods": {"wine": 2, "grain": 1}}, {"name": "blue"}],
        "tiles": [{"x": x, "y": 0, "tile": tile, "rotation": 0} for x, tile in enumerate(["U", "U", "I14", "Ug", "U"])],
        "meeples": [
            {"player": "red", "x": 0, "y": 0, "spot": "field@N"},
            {"player": "red", "x": 1, "y": 0, "spot": "field@N", "figure": "pig"},
            {"player": "red", "x": 2, "y": 0, "spot": "road", "figure": "big"},
            {"player": "blue", "x": 3, "y": 0, "spot": "garden", "figure": "abbot"},
            {"player": "red", "x": 4, "y": 0, "spot": "road", "figure": "builder"},
        ],
        "excerpt": True,
    }
    root = parsed(render(position))
    for glyph in ("lying", "hog", "abbot", "builder"):
        assert len(uses(root, glyph)) == 1
    assert "red 0 · 2 barrels of wine · 1 sack of grain" in words(root)
    assert "blue 0" in words(root)
    assert "red big: 2,0 road@E" in (root.findtext(f"{SVG}desc") or "")
    lit = parsed(render({**position, "options": {"highlight": {"features": ["garden-1"]}}}))
    assert len([found for found in lit.iter(f"{SVG}circle") if found.get("r") == "22"]) == 1


@pytest.mark.parametrize("move", [{"tile": "R02", "x": 1, "y": 0}, {"tile": "?", "x": 1, "y": 0}, {"discard": "D"}])
def test_an_illegal_move_is_drawn_as_a_fault(move: Json) -> None:
    position = {
        "variant": "base",
        "expansions": ["river"],
        "players": [{"name": "red"}, {"name": "blue"}],
        "tiles": [{"x": 0, "y": 0, "tile": "R01", "rotation": 0}],
        "meeples": [],
    }
    whole = {"player": "red", **({"rotation": 0} if "tile" in move else {}), **move}
    shown = classes(parsed(question_svg("move", {**position, "move": whole})))
    assert ("fault" in shown) is (move.get("tile") == "R02")


def test_a_tile_put_away_leaves_the_board_as_it_is() -> None:
    """A move that lays nothing has no last tile."""
    position = {
        "variant": "base",
        "players": [{"name": "red"}, {"name": "blue"}],
        "tiles": [{"x": 0, "y": 0, "tile": "C", "rotation": 0}],
        "meeples": [],
        "excerpt": True,
        "move": {"player": "red", "discard": "B"},
    }
    assert "last" not in classes(parsed(question_svg("move", position)))


# PNG


def test_a_picture_can_be_turned_into_png() -> None:
    pytest.importorskip("resvg_py")
    found = png(tile_svg(kind_of("base", "D")), width=64)
    assert found[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(found[16:20], "big") == 64


def test_png_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PngUnavailable, match="resvg-py"):
        png(tile_svg(kind_of("base", "D")), width=64)


# The gallery


def test_the_gallery_is_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `make gallery` would write now is what is committed."""
    monkeypatch.setattr(gallery, "GALLERY", tmp_path / "gallery")
    gallery.main()
    fresh = {file.relative_to(tmp_path / "gallery"): file.read_text("utf-8") for file in files(tmp_path / "gallery")}
    kept = {file.relative_to(ROOT / "docs/gallery"): file.read_text("utf-8") for file in files(ROOT / "docs/gallery")}
    changed = sorted(str(name) for name in fresh.keys() | kept.keys() if fresh.get(name) != kept.get(name))
    assert not changed, "run `make gallery`"


def files(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


def test_ports_turn_clockwise() -> None:
    """The description of a turned tile names the ports as they lie on the table."""
    kind = kind_of("base", "A")
    road = kind.segments[0].ports[0]
    assert PORTS[turned(road, 90)] == "W"
    assert "road W" in (parsed(tile_svg(kind, rotation=90)).findtext(f"{SVG}desc") or "")


def test_labels_look_only_at_what_is_near() -> None:
    crowd = Crowd(10, 5)
    for point in [(0.0, 0.0), (9.0, 4.0), (10.0, 0.0), (-9.0, -4.0), (0.0, 5.0), (100.0, 0.0)]:
        crowd.add(point)
    assert sorted(crowd.near((0.0, 0.0))) == [(-9.0, -4.0), (0.0, 0.0), (9.0, 4.0)]
    assert crowd.count([(0.0, 0.0), (100.0, 1.0)], 50) == 4
    assert crowd.count([(0.0, 0.0), (100.0, 1.0)], 2) == 2


def test_the_more_labels_the_fewer_places_are_tried_for_each() -> None:
    assert [tries(count) for count in (0, 1, 100, 1_000, 100_000)] == [20_000, 20_000, 200, 20, 12]
