"""The Wheel of Fortune: its board, the six actions, the crown spaces, and what is refused."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorer as referee
from scorer.problems import Illegal, Malformed, Refused
from scorer.rules.wheel import CROWN_SPACES, SEGMENTS
from scorer.texts import texts
from scorer.tiles.ports import PORT_NUMBER
from tests.brute import base as brute
from tests.brute import grid

Json = dict[str, Any]


def tile(x: int, y: int, kind: str, rotation: int = 0, **more: Any) -> Json:
    return {"x": x, "y": y, "tile": kind, "rotation": rotation, **more}


def follower(player: str, x: int, y: int, spot: str) -> Json:
    return {"player": player, "x": x, "y": y, "spot": spot}


def crown(segment: str, player: str) -> Json:
    return {"segment": segment, "player": player}


def asked(
    tiles: list[Json] | None = None, meeples: list[Json] | None = None, names: str = "red blue", **more: Any
) -> Json:
    players = [{"name": name} for name in names.split()]
    return {"variant": "wheel-of-fortune", "players": players, "tiles": tiles or [], "meeples": meeples or [], **more}


def turned(pig: str, drawn: int, crowns: list[Json] | None = None, player: str = "red", **more: Any) -> Json:
    """The part of a request that draws a tile with a symbol."""
    return {"phase": "wheel", "wheel": {"pig": pig, "crowns": crowns or []}, "drawn": drawn, "player": player, **more}


def points(answer: Json) -> dict[str, int]:
    return {player: totals["points"] for player, totals in answer["players"].items()}


def said(answer: Json) -> list[str]:
    return [line["text"] for line in answer["lines"]]


def refused(request: Json) -> list[tuple[str, str, str, str | None]]:
    """Code, pointer, sentence and rule of everything that is wrong with a scoring."""
    with pytest.raises(Refused) as refusal:
        referee.score(request)
    assert isinstance(refusal.value, Illegal)
    return [(p.code, p.pointer, texts("en").say(p.message), p.rule) for p in refusal.value.problems]


def invalid(request: Json) -> list[tuple[str, str, str, str | None]]:
    """The same for a position."""
    answer = referee.validate(request)
    assert answer["valid"] is not bool(answer["problems"])
    return [(p["code"], p["pointer"], p["detail"], p.get("rule")) for p in answer["problems"]]


#: The city that reaches from the board's cell 3,2 over five tiles and is open to the east; pennants on F and Q.
CITY = [
    tile(4, 0, "E", 180),
    tile(5, 0, "B"),
    tile(5, 1, "E", 180),
    tile(4, 2, "R"),
    tile(4, 1, "F", 90),
    tile(5, 2, "Q"),
]
RED_KNIGHT = follower("red", 4, 0, "city@S")
BLUE_KNIGHTS = [follower("blue", 4, 2, "city@N"), follower("blue", 5, 1, "city@S")]
KNIGHTS = [RED_KNIGHT, *BLUE_KNIGHTS]

#: The field around the board's north-west corner touches three finished cities and an open one.
FIELD = [
    tile(0, -1, "E", 180),
    tile(-1, 0, "H"),
    tile(-2, 0, "G", 90),
    tile(-2, -1, "E", 180),
    tile(-1, -1, "E", 180),
    tile(-1, 1, "D"),
    tile(1, -1, "B"),
]


# The board


def test_the_empty_board_has_three_cities_three_roads_and_three_fields() -> None:
    features = referee.features(asked())["features"]
    assert Counter(feature["type"] for feature in features) == {"city": 3, "road": 3, "field": 3}
    cells = {(x, y) for feature in features for x, y in feature["cells"]}
    rim = {(x, y) for x in range(4) for y in range(4) if x in (0, 3) or y in (0, 3)}
    assert cells == rim


def test_a_tile_may_not_lie_on_the_board() -> None:
    [problem] = invalid(asked([tile(1, 1, "B")]))
    assert problem[:2] == ("cell-occupied", "/tiles/0")


def test_a_cut_out_with_tiles_on_its_cells_lies_elsewhere() -> None:
    city = [tile(0, -1, "E", 180), tile(0, 0, "E")]
    knight = follower("red", 0, 0, "city")
    scored = referee.score(asked(city, [knight], phase="interim", excerpt=True))
    assert said(scored) == ["Red scores 4 points for the finished city: 2 tiles x 2."]
    assert referee.features(asked(city, excerpt=True))["features"][0]["cells"] == [[0, -1], [0, 0]]
    assert {problem[0] for problem in invalid(asked(city))} == {"cell-occupied"}
    # Beside its cells the board is in the picture, with and without other kinds of tile.
    assert invalid(asked([tile(0, -1, "B")], excerpt=True))[0][0] == "edge-mismatch"
    kinds = [{"id": "NEW", "count": 1, "segments": [{"type": "field", "ports": sorted(PORT_NUMBER)}]}]
    meadow = asked([tile(1, 1, "NEW")], excerpt=True, tileset={"kinds": kinds})
    [feature] = referee.features(meadow)["features"]
    assert feature["cells"] == [[1, 1]]
    assert referee.placements({**meadow, "tile": "NEW"})["placements"][0]["x"] == 0


def test_tiles_lie_against_the_board_from_any_side() -> None:
    assert referee.validate(asked([tile(1, -1, "B"), tile(4, 1, "B"), tile(-1, 2, "B")]))["valid"]
    said = "The tile on -1,-1 does not lie at the start board, where the first tile must lie; corners do not count."
    assert invalid(asked([tile(-1, -1, "B")])) == [("not-connected", "/tiles/0", said, "placement.start")]
    said = "The tile on -1,-1 does not touch the rest of the board; corners do not count."
    found = invalid(asked([tile(1, -1, "B"), tile(-1, -1, "B")]))
    assert found == [("not-connected", "/tiles/1", said, "placement.touch")]


def test_no_follower_stands_on_the_land_of_the_board() -> None:
    assert invalid(asked(meeples=[follower("red", 0, 0, "city@N")])) == [
        (
            "spot-forbidden",
            "/meeples/0",
            "No follower may stand on 0,0: that is part of the start board.",
            "wheel.board",
        )
    ]


def test_the_board_counts_as_tiles() -> None:
    scored = referee.score(asked([tile(0, -1, "E", 180)], [follower("red", 0, -1, "city")], phase="interim"))
    assert said(scored) == ["Red scores 4 points for the finished city: 2 tiles x 2."]
    assert scored["returned"] == [follower("red", 0, -1, "city@S")]
    assert "wheel" not in scored


def test_four_d_are_in_the_game() -> None:
    tiles = [tile(0, -1, "D", 180), tile(-1, -1, "D", 180), tile(1, -1, "D", 180), tile(2, -1, "D", 90)]
    assert invalid(asked(tiles[:1])) == []
    assert [problem[0] for problem in invalid(asked([*tiles, tile(9, 9, "D")]))].count("too-many-copies") == 1
    assert "too-many-copies" not in [problem[0] for problem in invalid(asked(tiles))]


# Placements


def test_placements_show_the_free_crown_spaces() -> None:
    wheel = {"crowns": [crown("fortuna", "red"), crown("taxes", "blue")]}
    answer = referee.placements(asked(tile="D", player="red", wheel=wheel))
    assert answer["crowns"] == {"fortuna": 0, "taxes": 1, "famine": 1, "storm": 2, "inquisition": 1, "plague": 2}


def test_all_crown_spaces_are_free_where_nothing_is_said_of_the_wheel() -> None:
    assert referee.placements(asked(tile="D"))["crowns"] == CROWN_SPACES


def test_a_follower_on_a_crown_space_is_no_longer_in_supply() -> None:
    stands = [follower("red", x, -y, "cloister") for x, y in ((3, 1), (1, 1), (1, 2), (3, 2))]
    tiles = [tile(each["x"], each["y"], "B") for each in stands]
    crowns = [crown("taxes", "red"), crown("storm", "red"), crown("plague", "red")]
    request = asked(tiles, stands, tile="E", wheel={"crowns": crowns})
    assert any(placement["spots"] for placement in referee.placements({**request, "player": "blue"})["placements"])
    assert not any(placement["spots"] for placement in referee.placements({**request, "player": "red"})["placements"])


# The actions


def test_fortuna_pays_the_active_player() -> None:
    answer = referee.score(asked(CITY, KNIGHTS, **turned("plague", 1, player="blue")))
    assert answer["lines"] == [
        {
            "feature": None,
            "type": "fortuna",
            "complete": False,
            "tiles": 0,
            "cells": [],
            "points": {"blue": 3},
            "followers": {},
            "items": [{"what": "active-player", "count": 1, "each": 3, "points": 3}],
            "rule": "wheel.fortuna",
            "because": [],
            "text": "Blue, whose turn it is, scores 3 points for Fortuna.",
        }
    ]
    assert points(answer) == {"red": 0, "blue": 3}
    assert answer["returned"] == []
    assert answer["wheel"] == {"pig": "fortuna", "crowns": []}
    assert "plague_choices" not in answer


def test_taxes_as_printed() -> None:
    """“Blauw krijgt voor iedere ridder 2 (ridders) + 2 (wapens) = 4 punten, in totaal dus 2 × 4 = 8 punten. Rood krijgt
    1 (ridder) + 2 (wapens) = 3 punten.”"""
    answer = referee.score(asked(CITY, KNIGHTS, **turned("fortuna", 1)))
    city = {
        "feature": "city-3",
        "type": "city",
        "complete": False,
        "tiles": 6,
        "cells": [[3, 2], [4, 0], [4, 1], [4, 2], [5, 1], [5, 2]],
        "rule": "wheel.taxes",
        "because": [],
    }
    assert answer["lines"] == [
        {
            **city,
            "points": {"red": 3},
            "followers": {"red": 1},
            "items": [
                {"what": "knights", "count": 1, "each": 1, "points": 1, "cells": [[4, 0]]},
                {"what": "pennants", "count": 2, "each": 1, "points": 2},
            ],
            "text": "Red scores 3 points in taxes for the unfinished city: 1 knight x (1 knight + 2 pennants).",
        },
        {
            **city,
            "points": {"blue": 8},
            "followers": {"blue": 2},
            "items": [
                {"what": "knights", "count": 2, "each": 2, "points": 4, "cells": [[4, 2], [5, 1]]},
                {"what": "pennants", "count": 2, "each": 2, "points": 4},
            ],
            "text": "Blue scores 8 points in taxes for the unfinished city: 2 knights x (2 knights + 2 pennants).",
        },
    ]
    assert points(answer) == {"red": 3, "blue": 8}
    assert answer["returned"] == []


def test_taxes_in_a_city_without_pennants() -> None:
    answer = referee.score(asked([tile(-1, 0, "E", 270)], [follower("red", -1, 0, "city")], **turned("fortuna", 1)))
    assert said(answer) == ["Red scores 1 point in taxes for the unfinished city: 1 knight x (1 knight + 0 pennants)."]


def test_famine_pays_every_farmer() -> None:
    farmers = [
        follower("red", 0, -1, "field@N"),
        follower("blue", -1, 0, "field@E"),
        follower("red", -2, -1, "field@N"),
    ]
    answer = referee.score(asked(FIELD, farmers, **turned("fortuna", 2, player="blue")))
    assert said(answer) == [
        "Red scores 6 points for famine in the field: 2 farmers x 3 finished cities.",
        "Blue scores 3 points for famine in the field: 1 farmer x 3 finished cities.",
    ]
    assert points(answer) == {"red": 6, "blue": 3}
    [field, _] = answer["lines"]
    assert (field["feature"], field["type"], field["complete"]) == ("field-1", "field", False)
    assert (field["followers"], field["rule"]) == ({"red": 2}, "wheel.famine")
    [cities] = field["items"]
    features = {feature["id"]: feature for feature in referee.features(asked(FIELD))["features"]}
    assert all(features[city]["complete"] for city in cities.pop("features"))
    assert cities == {"what": "cities", "count": 3, "each": 2, "points": 6}


def test_famine_shows_a_farmer_without_a_finished_city() -> None:
    answer = referee.score(asked([tile(1, -1, "B")], [follower("red", 1, -1, "field")], **turned("fortuna", 2)))
    assert said(answer) == ["Red scores nothing for famine in the field: no finished city touches it."]


def test_one_farmer_at_one_finished_city() -> None:
    answer = referee.score(asked([tile(0, -1, "E", 180)], [follower("red", 0, -1, "field")], **turned("fortuna", 2)))
    assert said(answer) == ["Red scores 1 point for famine in the field: 1 farmer x 1 finished city."]


def test_storm_counts_the_supply_before_crowns_go_home() -> None:
    """“2. Hij voert de actie op het rad van fortuin uit. 3. Er vindt een telling plaats van horigen.”"""
    answer = referee.score(
        asked(CITY, KNIGHTS, **turned("fortuna", 3, [crown("storm", "blue"), crown("taxes", "blue")]))
    )
    assert said(answer) == [
        "Red scores 6 points for the storm: 6 followers in supply.",
        "Blue scores 3 points for the storm: 3 followers in supply.",
        "Blue scores 6 points for standing alone on the crown spaces of the storm segment: 1 follower x 6.",
    ]
    assert points(answer) == {"red": 6, "blue": 9}
    assert [line["feature"] for line in answer["lines"]] == [None, None, None]
    assert [line["type"] for line in answer["lines"]] == ["storm", "storm", "crowns"]
    assert [line["rule"] for line in answer["lines"]] == ["wheel.storm", "wheel.storm", "crown.alone"]
    assert answer["lines"][0]["items"] == [{"what": "supply", "count": 6, "each": 1, "points": 6}]
    assert answer["wheel"] == {"pig": "storm", "crowns": [crown("taxes", "blue")]}


def test_storm_shows_an_empty_supply() -> None:
    request = asked(excerpt=True, **turned("fortuna", 3))
    request["players"][0]["supply"] = 0
    answer = referee.score(request)
    assert said(answer)[0] == "Red scores nothing for the storm: no follower is left in supply."
    assert points(answer) == {"red": 0, "blue": 7}


def test_inquisition_pays_every_monk() -> None:
    tiles = [tile(1, -1, "B"), tile(4, 0, "B"), tile(-1, 2, "B")]
    monks = [
        follower("red", 1, -1, "cloister"),
        follower("red", 4, 0, "cloister"),
        follower("blue", -1, 2, "cloister"),
    ]
    answer = referee.score(asked(tiles, monks, **turned("storm", 1)))
    assert points(answer) == {"red": 4, "blue": 2}
    assert said(answer) == [
        "Blue scores 2 points for the inquisition: 1 monk x 2.",
        "Red scores 2 points for the inquisition: 1 monk x 2. This is the cloister on 1,-1.",
        "Red scores 2 points for the inquisition: 1 monk x 2. This is the cloister on 4,0.",
    ]
    first = answer["lines"][0]
    assert (first["feature"], first["type"], first["rule"]) == ("cloister-1", "cloister", "wheel.inquisition")
    assert first["items"] == [{"what": "monks", "count": 1, "each": 2, "points": 2, "cells": [[-1, 2]]}]
    assert answer["returned"] == []


# The plague


def test_plague_says_who_may_take_back_what() -> None:
    crowns = [crown("storm", "yellow")]
    answer = referee.score(asked(CITY, KNIGHTS, "red blue yellow", **turned("inquisition", 1, crowns, "blue")))
    assert answer["plague_choices"] == {"blue": BLUE_KNIGHTS, "red": [RED_KNIGHT]}
    assert list(answer["plague_choices"]) == ["blue", "red"]
    assert said(answer) == [
        "Blue must take back one of 2 followers on the land, without points.",
        "Yellow has no follower on the land and takes back nothing.",
        "Red must take back the only follower on the land, without points.",
    ]
    assert answer["returned"] == []
    assert answer["wheel"] == {"pig": "plague", "crowns": crowns}
    assert referee.score(asked(CITY, KNIGHTS, **turned("inquisition", 1, plague=[])))["plague_choices"].keys() == {
        "red",
        "blue",
    }


def test_plague_takes_back_in_turn_order() -> None:
    chosen = [RED_KNIGHT, follower("blue", 4, 2, "city@W")]
    answer = referee.score(
        asked(CITY, KNIGHTS, "red blue yellow", **turned("storm", 2, player="blue", plague=chosen, crowns=[]))
    )
    assert answer["returned"] == [follower("blue", 4, 2, "city@N"), RED_KNIGHT]
    assert said(answer) == [
        "Blue takes back the follower on 4,2 (the city to the north), without points.",
        "Yellow has no follower on the land and takes back nothing.",
        "Red takes back the follower on 4,0 (the city to the south), without points.",
    ]
    assert points(answer) == {"red": 0, "blue": 0, "yellow": 0}
    assert "plague_choices" not in answer
    blue, yellow, _ = answer["lines"]
    assert (blue["feature"], blue["type"], blue["rule"]) == (None, "plague", "wheel.plague")
    assert (blue["points"], blue["followers"], blue["cells"], blue["items"]) == ({"blue": 0}, {"blue": 1}, [[4, 2]], [])
    assert (yellow["points"], yellow["followers"], yellow["cells"]) == ({"yellow": 0}, {}, [])


def test_plague_takes_nothing_from_an_empty_land() -> None:
    answer = referee.score(asked(**turned("inquisition", 1, [crown("storm", "red")])))
    assert said(answer) == [
        "Red has no follower on the land and takes back nothing.",
        "Blue has no follower on the land and takes back nothing.",
    ]
    assert answer["returned"] == []
    assert "plague_choices" not in answer


def test_crowns_of_the_plague_go_home_after_it() -> None:
    crowns = [crown("plague", "blue"), crown("plague", "red")]
    chosen = [RED_KNIGHT, BLUE_KNIGHTS[0]]
    answer = referee.score(asked(CITY, KNIGHTS, **turned("inquisition", 1, crowns, plague=chosen)))
    assert answer["returned"] == [RED_KNIGHT, BLUE_KNIGHTS[0], crown("plague", "red"), crown("plague", "blue")]
    assert [line["type"] for line in answer["lines"]] == ["plague", "plague", "crowns", "crowns"]
    assert points(answer) == {"red": 3, "blue": 3}


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        (
            follower("green", 4, 2, "city@N"),
            ("player-unknown", "/plague/1/player", "There is no player “green”; the players are red and blue."),
        ),
        (follower("blue", 9, 9, "city"), ("no-tile-there", "/plague/1", "There is no tile on 9,9.")),
        (
            follower("blue", 4, 2, "field@S"),
            ("no-follower-there", "/plague/1", "No follower stands on this place of 4,2: the field to the south."),
        ),
        (
            follower("blue", 4, 2, "sea"),
            ("no-follower-there", "/plague/1", "On 4,2 there is no such place as “sea”, so no follower stands there."),
        ),
        (
            follower("blue", 4, 0, "city"),
            (
                "follower-not-own",
                "/plague/1",
                "The follower on 4,0 (the city to the south) belongs to red, not to blue.",
            ),
        ),
        (follower("red", 4, 0, "city"), ("plague-twice", "/plague/1", "Red takes back one follower, not more.")),
    ],
)
def test_plague_choices_are_checked(chosen: Json, problem: tuple[str, str, str]) -> None:
    rule = "players.distinct" if problem[0] == "player-unknown" else "wheel.plague"
    assert refused(asked(CITY, KNIGHTS, **turned("inquisition", 1, plague=[RED_KNIGHT, chosen]))) == [(*problem, rule)]


def test_plague_choices_can_be_made_one_by_one() -> None:
    crowns = [crown("plague", "blue")]
    answer = referee.score(asked(CITY, KNIGHTS, **turned("inquisition", 1, crowns, plague=[RED_KNIGHT])))
    assert answer["plague_choices"] == {"blue": BLUE_KNIGHTS}
    assert answer["returned"] == [RED_KNIGHT, crown("plague", "blue")]
    assert said(answer) == [
        "Red takes back the follower on 4,0 (the city to the south), without points.",
        "Blue must take back one of 2 followers on the land, without points.",
        "Blue scores 6 points for standing alone on the crown spaces of the plague segment: 1 follower x 6.",
    ]
    whole = referee.score(
        asked(CITY, KNIGHTS, **turned("inquisition", 1, crowns, plague=[RED_KNIGHT, BLUE_KNIGHTS[0]]))
    )
    assert "plague_choices" not in whole


def test_a_follower_on_a_crown_space_cannot_be_taken_back() -> None:
    crowns = [crown("plague", "blue")]
    chosen = [RED_KNIGHT, follower("blue", 0, 0, "city")]
    found = refused(asked(CITY, [RED_KNIGHT], **turned("inquisition", 1, crowns, plague=chosen)))
    assert [problem[0] for problem in found] == ["no-follower-there"]


def test_nobody_takes_back_a_follower_without_the_plague() -> None:
    assert refused(asked(CITY, KNIGHTS, **turned("fortuna", 3, plague=[RED_KNIGHT]))) == [
        (
            "plague-not-reached",
            "/plague",
            "The pig reaches the storm segment, not the plague, so nobody takes back a follower.",
            "wheel.pig",
        )
    ]


# The crown spaces


@pytest.mark.parametrize(
    ("pig", "crowns", "sentences", "rule"),
    [
        (
            "taxes",
            [crown("famine", "blue")],
            ["Blue scores 3 points for the crown space of the famine segment: 1 follower x 3."],
            "crown.one",
        ),
        (
            "fortuna",
            [crown("taxes", "blue")],
            ["Blue scores 6 points for standing alone on the crown spaces of the taxes segment: 1 follower x 6."],
            "crown.alone",
        ),
        (
            "fortuna",
            [crown("taxes", "blue"), crown("taxes", "red")],
            [
                "Red scores 3 points for the crown spaces of the taxes segment, both taken: 1 follower x 3.",
                "Blue scores 3 points for the crown spaces of the taxes segment, both taken: 1 follower x 3.",
            ],
            "crown.shared",
        ),
        (
            "fortuna",
            [crown("taxes", "blue"), crown("taxes", "blue")],
            ["Blue scores 6 points for the crown spaces of the taxes segment, both taken: 2 followers x 3."],
            "crown.shared",
        ),
    ],
)
def test_crown_spaces(pig: str, crowns: list[Json], sentences: list[str], rule: str) -> None:
    answer = referee.score(asked(**turned(pig, 1, crowns)))
    assert said(answer) == sentences
    assert {line["rule"] for line in answer["lines"]} == {rule}
    assert {line["type"] for line in answer["lines"]} == {"crowns"}
    assert sum((Counter(line["followers"]) for line in answer["lines"]), Counter()) == Counter(
        each["player"] for each in crowns
    )
    assert sorted(answer["returned"], key=str) == sorted(
        [{"player": each["player"], "segment": each["segment"]} for each in crowns], key=str
    )
    assert answer["wheel"]["crowns"] == []


def test_crown_spaces_that_the_pig_passes_are_not_counted() -> None:
    crowns = [crown("plague", "blue"), crown("fortuna", "red")]
    answer = referee.score(asked(**turned("inquisition", 3, crowns)))
    assert answer["lines"] == []
    assert answer["returned"] == []
    assert answer["wheel"] == {"pig": "taxes", "crowns": crowns}


def test_followers_on_crown_spaces_bring_nothing_at_the_end() -> None:
    wheel = {"pig": "taxes", "crowns": [crown("taxes", "red"), crown("storm", "blue")]}
    answer = referee.score(asked(phase="final", wheel=wheel))
    assert answer["lines"] == []
    assert points(answer) == {"red": 0, "blue": 0}


def test_more_followers_than_crown_spaces() -> None:
    crowns = [crown("fortuna", "red"), crown("storm", "red"), crown("storm", "blue"), crown("fortuna", "blue")]
    assert invalid(asked(wheel={"crowns": crowns})) == [
        (
            "crown-occupied",
            "/wheel/crowns/3",
            "The crown space of the Fortuna segment holds a follower already.",
            "crown.place",
        )
    ]
    crowns = [crown("storm", "red")] * 3
    assert invalid(asked(wheel={"crowns": crowns})) == [
        (
            "crown-occupied",
            "/wheel/crowns/2",
            "The 2 crown spaces of the storm segment hold a follower each already.",
            "crown.place",
        )
    ]


def test_an_excerpt_has_no_more_crown_spaces() -> None:
    assert [
        problem[0] for problem in invalid(asked(excerpt=True, wheel={"crowns": [crown("fortuna", "red")] * 2}))
    ] == ["crown-occupied"]


def test_an_unknown_player_on_a_crown_space() -> None:
    assert invalid(asked(wheel={"crowns": [crown("storm", "green")]})) == [
        (
            "player-unknown",
            "/wheel/crowns/0/player",
            "There is no player “green”; the players are red and blue.",
            "players.distinct",
        )
    ]


def test_followers_on_crown_spaces_count_against_the_supply() -> None:
    crowns = [crown(segment, "red") for segment, spaces in CROWN_SPACES.items() for _ in range(spaces)]
    [problem] = invalid(asked(wheel={"crowns": crowns}))
    assert problem[:3] == ("too-many-followers", "/players/0", "Red has 9 followers out, but owns only 7.")
    request = asked(wheel={"crowns": crowns[:2]})
    request["players"][0]["supply"] = 7
    [problem] = invalid(request)
    assert problem[0] == "supply-mismatch"
    request["players"][0]["supply"] = 5
    assert invalid(request) == []


# The request


def test_the_pig_starts_on_fortuna() -> None:
    request = asked(phase="wheel", drawn=3, player="red")
    assert referee.score(request)["wheel"] == {"pig": "storm", "crowns": []}
    assert referee.score({**request, "wheel": {"crowns": []}})["wheel"]["pig"] == "storm"


@pytest.mark.parametrize(
    ("changed", "code", "pointer"),
    [
        ({"wheel": {"pig": "pillory"}}, "not-a-choice", "/wheel/pig"),
        ({"wheel": {"crowns": [crown("pillory", "red")]}}, "not-a-choice", "/wheel/crowns/0/segment"),
        ({"wheel": {"crowns": [{"segment": "storm"}]}}, "field-missing", "/wheel/crowns/0"),
        ({"drawn": 4}, "not-a-choice", "/drawn"),
        ({"plague": [{"player": "red", "segment": "storm"}]}, "field-unknown", "/plague/0/segment"),
        ({"tiles": [tile(1, -1, "B", wheel=4)]}, "not-a-choice", "/tiles/0/wheel"),
    ],
)
def test_what_is_no_question(changed: Json, code: str, pointer: str) -> None:
    with pytest.raises(Malformed) as refusal:
        referee.score({**asked(phase="wheel", drawn=3, player="red"), **changed})
    assert (code, pointer) in [(problem.code, problem.pointer) for problem in refusal.value.problems]


@pytest.mark.parametrize("name", ["drawn", "player"])
def test_what_a_turn_of_the_wheel_needs(name: str) -> None:
    request = asked(phase="wheel", drawn=3, player="red")
    del request[name]
    with pytest.raises(Malformed) as refusal:
        referee.score(request)
    assert [problem.code for problem in refusal.value.problems] == ["field-missing"]


def test_the_active_player_is_at_the_table() -> None:
    [problem] = refused(asked(**turned("fortuna", 1, player="green")))
    assert problem[:2] == ("player-unknown", "/player")


def test_claims_are_checked() -> None:
    answer = referee.score(asked(CITY, KNIGHTS, **turned("fortuna", 1), claim={"blue": 4}))
    assert answer["claims"] == [{"player": "blue", "claimed": 4, "actual": 8, "difference": -4, "agrees": False}]


@pytest.mark.parametrize("alias", ["rad-van-fortuin", "schicksalsrad", "Wheel-of-Fortune"])
def test_aliases(alias: str) -> None:
    assert referee.validate({**asked(), "variant": alias})["valid"]


# Symbols on tiles


def test_copies_are_counted_by_their_symbols() -> None:
    row = [tile(1 + number, -1 - number, "X", wheel=1) for number in range(2)]
    found = [problem for problem in invalid(asked(row)) if problem[3] == "wheel.symbols"]
    assert found == [
        (
            "too-many-copies",
            "/tiles/1/wheel",
            "The game holds 1 tile X with symbol 1, not 2.",
            "wheel.symbols",
        )
    ]


def test_a_tile_that_never_carries_this_symbol() -> None:
    assert invalid(asked([tile(1, -1, "B", wheel=2.0)])) == [
        ("too-many-copies", "/tiles/0/wheel", "There never was a tile B with symbol 2.", "wheel.symbols")
    ]


def test_symbols_that_are_printed() -> None:
    tiles = [tile(2, -1, "U", 90, wheel=3), tile(2, -2, "U", 90, wheel=3), tile(2, -3, "U", 90), tile(1, -1, "B")]
    assert invalid(asked(tiles)) == []
    tiles[2]["wheel"] = 3
    assert [problem[1] for problem in invalid(asked(tiles))] == ["/tiles/2/wheel"]


def test_an_excerpt_is_not_asked_for_its_symbols() -> None:
    assert invalid(asked([tile(1, -1, "B", wheel=2)], excerpt=True)) == []


def test_a_kind_of_the_request_may_leave_its_symbols_open() -> None:
    segments = [{"type": "field", "ports": list(grid.PORTS)}]
    tiles = [tile(1, -1, "meadow", wheel=2)]
    assert invalid(asked(tiles, tileset={"kinds": [{"id": "meadow", "segments": segments}]})) == []
    symbols = {"id": "meadow", "segments": segments, "wheel_symbols": {"1": 1}}
    assert [problem[1] for problem in invalid(asked(tiles, tileset={"kinds": [symbols]}))] == ["/tiles/0/wheel"]


def test_an_unknown_kind_with_a_symbol() -> None:
    assert [problem[0] for problem in invalid(asked([tile(1, -1, "B8", wheel=2)]))] == ["tile-unknown"]


# Without pig, actions and crowns

OFF: Json = {"rules": {"wheel_actions": False}}
OFF_PROBLEM = "With “wheel_actions”: false there is no pig, no action and no crown space."


def test_a_game_without_actions_has_no_wheel() -> None:
    wheel = {"crowns": [crown("storm", "green")] * 3}
    assert invalid(asked(wheel=wheel, **OFF)) == [("wheel-off", "/wheel", OFF_PROBLEM, "wheel.actions-off")]


def test_a_game_without_actions_has_no_such_phase() -> None:
    assert refused(asked(phase="wheel", drawn=1, player="red", **OFF)) == [
        ("wheel-off", "/phase", OFF_PROBLEM, "wheel.actions-off")
    ]


def test_a_game_without_actions_shows_no_crown_spaces() -> None:
    assert referee.placements(asked(tile="D", **OFF)).keys() == {"placements", "placeable", "assumed"}


def test_a_game_without_actions_has_the_same_tiles() -> None:
    assert invalid(asked([tile(2, -1, "U", 90, wheel=3)], **OFF)) == []


def test_a_game_without_actions_has_no_other_symbols_either() -> None:
    move = {"player": "red", "tile": "F", "x": 4, "y": 0, "rotation": 90}
    game = {"variant": "wheel-of-fortune", "players": ["red", "blue"], **OFF}
    assert referee.replay({**game, "moves": [move]})["legal"]
    [turn] = referee.replay({**game, "moves": [{**move, "wheel": 3}]})["turns"]
    assert [(problem["code"], problem["pointer"], problem["rule"]) for problem in turn["problems"]] == [
        ("tile-not-in-bag", "/moves/0/wheel", "wheel.symbols")
    ]


def test_whether_the_wheel_is_in_the_game_is_true_or_false() -> None:
    with pytest.raises(Malformed) as refusal:
        referee.validate(asked(rules={"wheel_actions": "no"}))
    [problem] = refusal.value.problems
    assert (problem.code, problem.pointer, problem.rule) == ("rule-value", "/rules/wheel_actions", "wheel.actions-off")


# Properties, on boards of real games

KINDS: list[Json] = json.loads(resources.files("scorer").joinpath("boxes", "wheel.json").read_text("utf-8"))["kinds"]
CATALOGUE: Json = json.loads(resources.files("scorer").joinpath("rulebook", "wheel.json").read_text("utf-8"))


@cache
def games() -> list[Json]:
    with gzip.open(Path(__file__).with_name("oracle") / "wheel.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@st.composite
def positions(draw: st.DrawFn) -> Json:
    """The board of a game after some of its moves, with the followers that stand there."""
    game = draw(st.sampled_from(games()))
    turns = game["turns"][: draw(st.integers(0, len(game["turns"])))]
    meeples: list[Json] = []
    for turn in turns:
        if "spot" in turn["move"]:
            meeples.append({name: turn["move"][name] for name in ("player", "x", "y", "spot")})
        home = [dict(zip(("player", "x", "y", "spot"), each, strict=True)) for each in turn["returned"]]
        meeples = [each for each in meeples if each not in home]
    tiles = [tile(*(turn["move"][name] for name in ("x", "y", "tile", "rotation"))) for turn in turns]
    return asked(tiles, meeples, " ".join(game["players"]))


@st.composite
def crowded_positions(draw: st.DrawFn) -> Json:
    """The same board with followers anywhere, so that cities and fields hold many."""
    position = draw(positions())
    players = [player["name"] for player in position["players"]]
    meeples = []
    for laid in position["tiles"]:
        if draw(st.booleans()):
            spots = [grid.canonical_spot(piece) for piece in grid.tile_pieces(KINDS, laid)]
            player, spot = draw(st.sampled_from(players)), draw(st.sampled_from(spots))
            meeples.append(follower(player, laid["x"], laid["y"], spot))
    return {**position, "meeples": meeples, "excerpt": True}


@given(st.sampled_from(SEGMENTS))
def test_a_full_turn_of_six_moves_of_1_visits_every_segment_once(start: str) -> None:
    pig, visited = start, []
    for _ in range(6):
        pig = referee.score(asked(**turned(pig, 1)))["wheel"]["pig"]
        visited.append(pig)
    assert sorted(visited) == sorted(SEGMENTS)
    assert pig == start


@given(st.sampled_from(SEGMENTS), st.sampled_from((2, 3)))
def test_a_move_is_as_many_moves_of_1(start: str, drawn: int) -> None:
    pig = start
    for _ in range(drawn):
        pig = referee.score(asked(**turned(pig, 1)))["wheel"]["pig"]
    assert referee.score(asked(**turned(start, drawn)))["wheel"]["pig"] == pig


def between_turns(position: Json) -> Json:
    """The board once all that is finished is scored."""
    home = referee.score({**position, "phase": "interim"})["returned"]
    return {**position, "meeples": [each for each in position["meeples"] if each not in home]}


@given(crowded_positions())
def test_taxes_and_famine_by_counting(crowd: Json) -> None:
    position = between_turns(crowd)
    board = brute.WHEEL_BOARD
    nobody = {player["name"]: 0 for player in position["players"]}
    for drawn, count in ((1, brute.taxes), (2, brute.famine)):
        expected = {**nobody, **count(KINDS, position["tiles"], position["meeples"], board)}
        answer = referee.score({**position, **turned("fortuna", drawn)})
        assert points(answer) == expected
        for line in answer["lines"]:
            assert sum(item["points"] for item in line["items"]) == sum(line["points"].values())


@given(positions(), st.data())
def test_no_follower_is_lost_on_the_wheel(position: Json, data: st.DataObject) -> None:
    players = [player["name"] for player in position["players"]]
    out = Counter(each["player"] for each in position["meeples"])
    crowns = []
    for segment, spaces in CROWN_SPACES.items():
        for _ in range(data.draw(st.integers(0, spaces))):
            able = [player for player in players if out[player] < 7]
            if able:
                crowns.append(crown(segment, data.draw(st.sampled_from(able))))
                out[crowns[-1]["player"]] += 1
    pig, drawn = data.draw(st.sampled_from(SEGMENTS)), data.draw(st.sampled_from((1, 2, 3)))
    request = {**position, **turned(pig, drawn, crowns, data.draw(st.sampled_from(players)))}
    answer = referee.score(request)
    if "plague_choices" in answer:
        chosen = [data.draw(st.sampled_from(own)) for own in answer["plague_choices"].values()]
        answer = referee.score({**request, "plague": data.draw(st.permutations(chosen))})
        assert [each for each in answer["returned"] if "spot" in each] == chosen

    left = [each for each in position["meeples"] if each not in answer["returned"]]
    home = Counter(each["player"] for each in answer["returned"])
    still_out = Counter(each["player"] for each in [*left, *answer["wheel"]["crowns"]])
    assert home + still_out == out
    afterwards = {**position, "meeples": left, "wheel": answer["wheel"]}
    afterwards["players"] = [{"name": player, "supply": 7 - still_out[player]} for player in players]
    assert invalid(afterwards) == []


# The catalogue


@given(crowded_positions(), st.sampled_from(SEGMENTS), st.sampled_from((1, 2, 3)))
def test_every_line_cites_a_rule_of_the_catalogue(crowd: Json, pig: str, drawn: int) -> None:
    position = between_turns(crowd)
    known = {rule["id"] for rule in CATALOGUE["rules"]}
    players = [player["name"] for player in position["players"]]
    crowns = [crown(segment, players[0]) for segment in SEGMENTS]
    answer = referee.score({**position, **turned(pig, drawn, crowns)})
    assert {line["rule"] for line in answer["lines"]} <= known
