"""A real browser before a real service. Where there is no browser these tests are skipped, and say so."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.api.service import running
from tests.browser.table import Table

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

OpenTable = Callable[..., Table]

#: In milliseconds; a machine may be busy with other tests.
PATIENCE = 15_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("There is no Chromium here, so the page cannot be tried in a browser.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with running() as service:
        yield service.url


@pytest.fixture
def table(browser: Browser, address: str) -> Iterator[OpenTable]:
    """Opens tables, each in a fresh browser; nothing may be complained about in any console."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def new(**options: Any) -> Table:
        context = browser.new_context(**{**DESKTOP, "reduced_motion": "reduce", **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda problem: complaints.append(str(problem)))
        return Table(page, address, touch=bool(options.get("has_touch")), complaints=complaints)

    yield new
    for context in contexts:
        context.close()
    assert complaints == []
