"""The same random games in every run, so that a red test stays red and coverage is the same on every machine.

``HYPOTHESIS_PROFILE=explore`` looks for new ones.
"""

import os

import pytest
from hypothesis import is_hypothesis_test, settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", derandomize=False, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

#: Of a test with more cases than this only some measure coverage, which makes them three times as slow: 20 to 30 of
#: them, evenly spread.
MANY = 50
MEASURED = 20


def pytest_configure(config: pytest.Config) -> None:
    """Ends a measurement that pytest-cov begins in each process and forgets; tests without coverage would pay."""
    cov = config.pluginmanager.getplugin("_cov")
    if hasattr(config, "workerinput") and cov is not None and cov.cov_controller is not None:
        cov.cov_controller.pause()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes goes first, so that the other processes are not done long before it."""
    items.sort(key=lambda item: item.path.name != "test_compiled.py")
    measure_some(items)


def measure_some(items: list[pytest.Item]) -> None:
    """Lets only some of the cases of a test measure coverage, where there are very many, and no random ones.

    What a line does is shown by an example, not by a game that happens to come by.
    """
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for together in cases.values():
        for number, item in enumerate(together):
            one_of_many = len(together) > MANY and number % (len(together) // MEASURED)
            if one_of_many or is_hypothesis_test(getattr(item, "obj", None)):
                item.add_marker(pytest.mark.no_cover)
