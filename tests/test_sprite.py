"""The drawing from which the page lays boards: nothing is missing in it, and everything has its place."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from scorer.draw.board import FURNITURE
from scorer.draw.sprite import pieces_of, places, sprite_svg
from scorer.draw.tile import drawn, spot_point
from scorer.rules.ruleset import Ruleset
from scorer.rules.variants import RULESETS, WHOLE_RULESETS, find_ruleset
from scorer.rules.wheel import CROWN_SPACES, SEGMENTS
from scorer.tiles.ports import ROTATIONS
from scorer.tiles.tileset import box_data

#: Every game by itself, and the base game with all that goes with it.
GAMES = [*RULESETS, *[game for game in WHOLE_RULESETS if game.id == "base"]]
SVG = "{http://www.w3.org/2000/svg}"


def variant(name: str) -> Ruleset:
    found = find_ruleset(name)
    assert found is not None
    return found


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: "+".join([variant.id, *variant.expansions]))
def test_every_tile_is_there_in_every_rotation_as_it_is_drawn(variant: Ruleset) -> None:
    root = ET.fromstring(sprite_svg(variant))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
    for kind in variant.tile_set(variant.default_rules()).kinds.values():
        for rotation in ROTATIONS:
            used = [use.get("href") for use in by_id[f"tile-{kind.id}-{rotation}"].iter(f"{SVG}use")]
            assert used == [f"#{fragment.id}" for fragment in drawn(kind, rotation)]
    assert {"beneath", "above", *(f"glyph-{piece}" for piece in pieces_of(variant))} <= by_id.keys()
    # Nothing points at what is not there, and nothing is shown by itself.
    text = sprite_svg(variant)
    assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', text)) <= set(ids)
    group = root[-1]
    assert [child.tag for child in group] == [f"{SVG}defs"]


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: "+".join([variant.id, *variant.expansions]))
def test_every_segment_has_a_place_for_a_follower(variant: Ruleset) -> None:
    found = places(variant)
    for kind in variant.tile_set(variant.default_rules()).kinds.values():
        spots = found["spots"][kind.id]
        assert spots == [spot_point(kind, 0, number) for number in range(len(kind.segments))]
        assert all(0 < part < 1 for spot in spots for part in spot)
    assert set(found["lying"]) <= set(variant.landscape.names)
    assert list(found["figures"]) == list(variant.figures)
    assert bool(found["pieces"]) is any(part.id in FURNITURE for part in variant.parts)


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: "+".join([variant.id, *variant.expansions]))
def test_edges_meet_as_tiles_may(variant: Ruleset) -> None:
    meets, box = places(variant)["meets"], variant.tile_set(variant.default_rules())
    tiles = [orientation for kind in box.kinds for orientation in box.oriented[kind].values()]
    edges = [[",".join(part or "" for part in tile.edge_terrains(side)) for side in range(4)] for tile in tiles]
    for number in range(0, len(tiles), 7):
        for other in range(0, len(tiles), 5):
            for side in range(4):
                said = edges[other][(side + 2) % 4] in meets[edges[number][side]]
                assert said is (tiles[number].joins[side][tiles[other]] is not None)


def test_the_wheel_has_places_for_the_pig_and_every_crown() -> None:
    found = [(piece["piece"], piece["name"]) for piece in places(variant("wheel-of-fortune"))["pieces"]]
    assert [name for piece, name in found if piece == "pig"] == list(SEGMENTS)
    assert {name: found.count(("crown", name)) for name in SEGMENTS} == CROWN_SPACES
    above = ET.fromstring(sprite_svg(variant("wheel-of-fortune"))).find(".//*[@id='above']")
    assert above is not None
    assert len(above.findall(f".//{SVG}circle[@class='crown']")) == sum(CROWN_SPACES.values())
    assert len(above.findall(f".//{SVG}use[@href='#glyph-pig']")) == 1


def test_the_wall_has_its_towers_and_the_whole_track() -> None:
    found = places(variant("castle"))["pieces"]
    assert [int(piece["name"]) for piece in found if piece["piece"] == "marker"] == list(range(100))
    towers = {int(piece["name"]) for piece in found if piece["piece"] == "wall_tile"}
    assert {low for low, _ in box_data("castle")["corner_towers_with_wall_tile"]} <= towers


def test_the_wheel_speaks_the_language_that_is_asked_for() -> None:
    assert "BELASTING" in sprite_svg(variant("wheel-of-fortune"), "nl")
    assert "TAXES" in sprite_svg(variant("wheel-of-fortune"))
