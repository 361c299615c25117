"""The track around the castle: all its spaces, corner towers and orders of scoring."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorer
from scorer.rules.castle.track import TOWERS, Step, taken_in_any_order, walk
from tests.castle_boards import castle, path

PRINTED_TOWERS = [
    (12, 13), (16, 17), (20, 21), (26, 27), (32, 33), (38, 39), (42, 43),
    (56, 57), (64, 65), (66, 67), (82, 83), (88, 89), (90, 91),
]  # fmt: skip
EVERY_TOWER = [lower for lower, _ in PRINTED_TOWERS]
TOWER_OF = {space: lower for lower, upper in PRINTED_TOWERS for space in (lower, upper)}


def test_thirteen_towers_have_a_wall_tile():
    assert list(TOWERS) == EVERY_TOWER


def passed(start, points):
    """The towers that a marker goes by without landing on one of their spaces, and without having stood there."""
    spaces = [(start + step) % 100 for step in range(1, points)]
    towers = dict.fromkeys(TOWER_OF[space] for space in spaces if space in TOWER_OF)
    stood = (TOWER_OF.get(start), TOWER_OF.get((start + points) % 100))
    return tuple(tower for tower in towers if tower not in stood)


@pytest.mark.parametrize("start", range(100))
def test_a_marker_takes_the_wall_tile_of_the_tower_it_lands_on_and_of_no_other(start):
    for points in range(1, 101):
        end = start + points if start + points < 100 else start + points - 100
        assert walk({"white": start}, [("white", points)], EVERY_TOWER) == [
            Step("white", start, end, TOWER_OF.get(end), passed(start, points))
        ]


@pytest.mark.parametrize("space", sorted({*TOWER_OF, 0, 1}))
def test_each_space_of_a_corner_tower_through_a_scoring(space):
    score = (space - 2) % 100
    answer = scorer.score(castle(path(2), "white 0,3 path@W", white=score, phase="interim"))
    tower = TOWER_OF.get(space)
    assert answer["castle"]["track"] == [{"player": "white", "from": score, "to": space, "wall_tile": tower}]


@pytest.mark.parametrize("score", [0, 98, 99, 100, 199, 412])
def test_after_99_comes_0_and_the_score_goes_on(score):
    answer = scorer.score(castle(path(5), "black 0,3 path@W", black=score, phase="interim"))
    assert answer["players"]["black"] == {"before": score, "points": 5, "after": score + 5}
    [step] = answer["castle"]["track"]
    assert (step["from"], step["to"]) == (score % 100, (score + 5) % 100)


def test_a_tower_that_is_empty_gives_nothing():
    wall_tiles = {"on_wall": [tower for tower in EVERY_TOWER if tower != 32]}
    position = castle(path(2), "white 0,3 path@W", white=31, castle={"wall_tiles": wall_tiles}, phase="interim")
    assert scorer.score(position)["castle"]["track"] == [{"player": "white", "from": 31, "to": 33, "wall_tile": None}]


def test_a_wall_tile_is_taken_once():
    steps = walk({"white": 10, "black": 10}, [("white", 2), ("white", 1), ("black", 3)], [12])
    assert [step.tower for step in steps] == [12, None, None]


@pytest.mark.parametrize(
    ("held", "taken"),
    [({}, 32), ({"black": []}, 32), ({"black": [9]}, None)],
)
def test_without_on_wall_all_lie_there_unless_something_is_held(held, taken):
    position = castle(path(2), "white 0,3 path@W", white=31, castle={"wall_tiles": {"held": held}}, phase="interim")
    assert scorer.score(position)["castle"]["track"][0]["wall_tile"] == taken


@given(
    score=st.integers(0, 99),
    points=st.lists(st.integers(1, 12), max_size=5),
    on_wall=st.sets(st.sampled_from(EVERY_TOWER)),
)
def test_whether_the_order_decides_what_is_taken_equals_trying_all_orders(score, points, on_wall):
    outcomes = set()
    for order in permutations(points):
        steps = walk({"white": score}, [("white", scored) for scored in order], on_wall)
        outcomes.add(frozenset(step.tower for step in steps) - {None})
    expected = outcomes.pop() if len(outcomes) == 1 else None
    assert taken_in_any_order(score, tuple(points), on_wall) == expected


def test_many_scorings_are_judged_at_once():
    # Far more than the followers of any real game would allow; trying all orders would take for ever.
    points = tuple([1, 2, 3, 4, 8, 20, 24] * 8)
    assert taken_in_any_order(0, points, EVERY_TOWER) is None
    assert sum(points) == 496
    assert taken_in_any_order(16, points, [12]) == frozenset({12})
    assert taken_in_any_order(0, (1,) * 76, EVERY_TOWER) == frozenset(range(76)) & frozenset(EVERY_TOWER)
    # Whoever moves one or two spaces at a time lands on a tower of two; only who stands there already may leave it.
    assert taken_in_any_order(10, (1, 2) * 30, [12]) == frozenset({12})
    assert taken_in_any_order(12, (1, 2) * 30, [12]) is None
