"""The same random games in every run, so that a red test stays red and coverage is the same on every machine.

``HYPOTHESIS_PROFILE=explore`` looks for new ones.
"""

import os

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True)
settings.register_profile("explore", derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes goes first, so that the other processes are not done long before it."""
    items.sort(key=lambda item: item.path.name != "test_compiled.py")
