"""The same random games in every run, so that a red test stays red and coverage is the same on every machine.

``HYPOTHESIS_PROFILE=explore`` looks for new ones.
"""

import os

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", derandomize=False, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

#: Measuring coverage makes a test three times as slow. Of one with very many cases about so many measure it.
MANY = 50
MEASURED = 20


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes goes first, so that the other processes are not done long before it."""
    items.sort(key=lambda item: item.path.name != "test_compiled.py")
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for together in cases.values():
        for number, item in enumerate(together):
            if len(together) > MANY and number % (len(together) // MEASURED):
                item.add_marker(pytest.mark.no_cover)
