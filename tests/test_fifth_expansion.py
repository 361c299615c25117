"""A fifth expansion is one file of rules, one of tiles, and words: one is added here, as docs/expansions.md says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

import scorer
from scorer.board.region import Region
from scorer.draw import render, tile_svg
from scorer.game.game import Game
from scorer.rulebook import languages, rule
from scorer.rules import variants
from scorer.rules.drafts import Draft, Item, ItemKind, Value
from scorer.rules.part import Conflict, Figure, Part, RuleValue
from scorer.rules.ruleset import Expansion, Ruleset
from scorer.shapes import Choice
from scorer.texts import plural, text
from scorer.tiles import tileset
from scorer.tiles.kinds import Mark

Json = dict[str, Any]

# The file of rules

WELLS: Final = ItemKind("wells", plural("{count} well", "{count} wells"))


def well(draft: Draft, game: Game, city: Region) -> Draft:
    """A finished city brings some points more for each well in it."""
    wells = city.marks("wells")
    if not wells or not draft.value.complete:
        return draft
    items = [*draft.items, Item(WELLS, wells, game.rules["well_points"])]
    return draft.changed(value=Value("city.well", draft.value.name, items, complete=True))


WELLS_PART: Final = Part(
    id="wells",
    catalogue=("wells",),
    adds=("wells",),
    marks=(Mark("wells", "wells"),),
    counts={"city": ("wells",)},
    figures=(Figure("guard", 2, text("guard"), text("the guard"), "guard.place", terrains=frozenset({"city"})),),
    values=(RuleValue("well_points", 2, Choice((2, 3)), "What a well brings.", "city.well"),),
    worth_steps={"city": well},
)

# The file of tiles

TILES: Final[Json] = {
    "kinds": [
        {
            "id": "W01",
            "count": 2,
            "segments": [
                {"type": "city", "ports": ["EL", "E", "ER", "WL", "W", "WR"], "wells": 1},
                {"type": "field", "ports": ["NL", "N", "NR"], "touches": [0]},
                {"type": "field", "ports": ["SL", "S", "SR"], "touches": [0]},
            ],
        }
    ]
}

# The words

RULES: Final[Json] = {
    "rules": [
        {
            "id": name,
            **{language: f"{name} ({language})." for language in languages()},
            "passages": [],
            "decision": None,
        }
        for name in ("city.well", "guard.place")
    ]
}
EXPANSION: Final = Expansion("wells", "Wells", "inns-c2", WELLS_PART, ("base", "base-2000"), ("putten",))


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The registry with one line more, and files that lie beside the others."""
    box, rules = tileset.box_data, scorer.rulebook._data
    monkeypatch.setattr(tileset, "box_data", lambda name: TILES if name == "wells" else box(name))
    cleaned = {"rules": [{key: value for key, value in one.items() if value is not None} for one in RULES["rules"]]}
    monkeypatch.setattr(scorer.rulebook, "_data", lambda name: cleaned if name == "wells" else rules(name))
    monkeypatch.setattr(variants, "EXPANSIONS", (*variants.EXPANSIONS, EXPANSION))
    monkeypatch.setattr(variants, "PARTS", (*variants.PARTS, WELLS_PART))
    monkeypatch.setitem(variants._EXPANSIONS, "wells", EXPANSION)
    monkeypatch.setitem(variants._EXPANSIONS, "putten", EXPANSION)
    yield
    variants._composed.cache_clear()


def city(**fields: Any) -> Json:
    return {
        "variant": "base",
        "expansions": ["putten", "inns-and-cathedrals"],
        "players": [{"name": "red"}, {"name": "blue"}],
        "tiles": [
            {"x": 0, "y": 0, "tile": "E", "rotation": 90},
            {"x": 1, "y": 0, "tile": "W01", "rotation": 0},
            {"x": 2, "y": 0, "tile": "E", "rotation": 270},
        ],
        "meeples": [
            {"player": "red", "x": 0, "y": 0, "spot": "city", "figure": "guard"},
            {"player": "blue", "x": 2, "y": 0, "spot": "city"},
        ],
        "excerpt": True,
        **fields,
    }


def test_it_is_played_with_the_others() -> None:
    answer = scorer.score(city(phase="interim"))
    (line,) = answer["lines"]
    assert line["points"] == {"red": 8, "blue": 8}
    assert (line["rule"], line["items"][-1]["what"]) == ("city.well", "wells")
    assert "1 well x 2" in line["text"]
    assert {"player": "red", "x": 0, "y": 0, "spot": "city@E", "figure": "guard"} in answer["returned"]
    dearer = scorer.score(city(phase="interim", rules={"well_points": 3}))
    assert dearer["players"]["red"]["points"] == 9
    asked = city(meeples=[], tiles=city()["tiles"][:2], tile="E", player="red")
    placement = next(one for one in scorer.placements(asked)["placements"] if (one["x"], one["rotation"]) == (2, 270))
    assert placement["figures"] == {"big": placement["spots"], "guard": ["city@W"]}
    assert scorer.validate(city())["valid"]
    assert scorer.features(city())["features"][0]["counts"] == {"pennants": 0, "cathedrals": 0, "wells": 1}
    assert "Carcassonne" in render(city())


def test_it_is_known_by_name_and_its_rules_are_found() -> None:
    found = variants.find_ruleset("base-2000", "wells")
    assert found is not None
    assert found.expansions == ("wells",)
    assert rule(found, "city.well").words["nl"] == "city.well (nl)."
    assert "W01" in tile_svg(found.tile_set(found.default_rules()).kinds["W01"])
    for fields, code in (
        ({"variant": "base-2003"}, "expansion-not-with"),
        ({"rules": {"well_points": 4}}, "rule-value"),
    ):
        with pytest.raises(scorer.Malformed) as refused:
            scorer.validate(city(**fields))
        assert [problem.code for problem in refused.value.problems] == [code]


def test_parts_that_claim_the_same_are_refused_when_they_are_put_together() -> None:
    variant = variants.find_variant("base")
    assert variant is not None
    rival = Part(id="rival", catalogue=(), values=(RuleValue("well_points", 1, Choice((1,)), "", "city.well"),))
    with pytest.raises(Conflict, match="wells and rival both give “well_points”"):
        Ruleset(variant, (variant.base, WELLS_PART, rival), (variant.base, WELLS_PART, rival))
    crowds = [Part(id=name, catalogue=(), most_players=players) for name, players in (("six", 6), ("seven", 7))]
    with pytest.raises(Conflict, match="six and seven both replace “most_players”"):
        Ruleset(variant, (variant.base, *crowds), (variant.base, *crowds))
