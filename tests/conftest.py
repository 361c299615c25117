"""The same random games in every run, so that a red test stays red and coverage is the same on every machine.

``HYPOTHESIS_PROFILE=explore`` looks for new ones.
"""

import os

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", derandomize=False, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

#: Of a test with more cases than this only some measure coverage, which makes them three times as slow: 20 to 30 of
#: them, evenly spread.
MANY = 50
MEASURED = 20


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes goes first, so that the other processes are not done long before it."""
    items.sort(key=lambda item: item.path.name != "test_compiled.py")
    measure_some(items)


def measure_some(items: list[pytest.Item]) -> None:
    """Lets only some of the cases of a test measure coverage, where there are very many."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for together in cases.values():
        for number, item in enumerate(together):
            if len(together) > MANY and number % (len(together) // MEASURED):
                item.add_marker(pytest.mark.no_cover)
