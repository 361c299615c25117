"""How a fixture's ``expected`` is matched against an answer; ``fixtures/README.md`` says it in words."""

from __future__ import annotations

from typing import Any

_ABSENT = object()


def matches(expected: Any, found: Any) -> bool:
    if expected is None:
        return found is None or found is _ABSENT
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            matches(value, found.get(name, _ABSENT)) for name, value in expected.items()
        )
    if isinstance(expected, list):
        if not isinstance(found, list):
            return False
        if not expected:
            return not found
        if all(isinstance(item, dict) for item in expected):
            return _each_finds_its_own(expected, found)
        return len(expected) == len(found) and _each_finds_its_own(expected, found)
    return type(expected) is type(found) and expected == found


def _each_finds_its_own(expected: list[Any], found: list[Any]) -> bool:
    """Whether each expected item can be given a matching item of its own (augmenting paths)."""
    taken: dict[int, int] = {}

    def give(item: int, tried: set[int]) -> bool:
        for place, candidate in enumerate(found):
            if place not in tried and matches(expected[item], candidate):
                tried.add(place)
                if place not in taken or give(taken[place], tried):
                    taken[place] = item
                    return True
        return False

    return all(give(item, set()) for item in range(len(expected)))


def check(expected: dict[str, Any], answer: dict[str, Any]) -> None:
    """Asserts that an answer says everything that a fixture expects."""
    for name, value in expected.items():
        special = _SPECIAL.get(name)
        if special is None:
            assert name in answer or value is None, f"the answer has no {name}"
            assert matches(value, answer.get(name, _ABSENT)), (name, value, answer.get(name))
        else:
            special(value, answer)


def _points(expected: dict[str, int], answer: dict[str, Any]) -> None:
    assert {name: answer["players"][name]["points"] for name in expected} == expected


def _after(expected: dict[str, int], answer: dict[str, Any]) -> None:
    assert {name: answer["players"][name]["after"] for name in expected} == expected


def _no_lines_for(expected: list[Any], answer: dict[str, Any]) -> None:
    for refused in expected:
        assert not [line for line in answer["lines"] if matches(refused, line)], refused


def _returned(expected: list[Any], answer: dict[str, Any]) -> None:
    assert len(expected) == len(answer["returned"])
    assert matches(expected, answer["returned"])


def _placements(expected: list[Any], answer: dict[str, Any]) -> None:
    if not expected:
        assert answer["placements"] == []
    for wanted in expected:
        named = {key: wanted[key] for key in ("x", "y", "rotation", "tile") if key in wanted}
        found = [one for one in answer["placements"] if matches(named, one)]
        assert len(found) == 1, (named, answer["placements"])
        spots = set(found[0]["spots"])
        assert set(wanted.get("allowed", ())) <= spots
        assert not set(wanted.get("forbidden", ())) & spots
        others = {key: value for key, value in wanted.items() if key not in (*named, "allowed", "forbidden")}
        assert matches(others, found[0]), (others, found[0])


def _refused(expected: list[Any], answer: dict[str, Any]) -> None:
    for refused in expected:
        assert not [one for one in answer["placements"] if matches(refused, one)], refused


_SPECIAL = {
    "points": _points,
    "after": _after,
    "no_lines_for": _no_lines_for,
    "returned": _returned,
    "placements": _placements,
    "refused": _refused,
}
