"""The pages under a path of their own, behind the nginx that we ship."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.api.service import running
from tests.browser.conftest import OpenTable
from tests.browser.table import fragment
from tests.browser.test_build import fixture
from tests.deploy.proxy import needs_nginx, nginx

pytestmark = needs_nginx


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the table fixture finds the service."""
    with running(REFEREE_PROXIES="1") as service, nginx(service, site="subpath.conf") as proxy:
        yield f"{proxy.url}/carcassonne"


def test_the_table_judges_and_shares(table: OpenTable, address: str) -> None:
    here = table().open(f"#{fragment(fixture('base/final-farm-big')['request'])}")
    expect(here.lines.first).to_be_visible()
    here.tap("#share")
    expect(here.page.locator("#share-qr svg")).to_be_visible()
    assert here.page.locator("#share-link").input_value().startswith(f"{address}/#")
    assert f"{address}/v1/" in here.page.locator("#share-curl").input_value()


def test_the_documentation_tries_the_calls_out(table: OpenTable, address: str) -> None:
    page = table().page
    page.goto(f"{address}/docs")
    call = page.locator("#operations-questions-score")
    call.locator(".opblock-summary-control").click()
    with page.expect_response(f"{address}/v1/score") as asked:
        call.get_by_role("button", name="Execute").click()
    assert asked.value.status == 200
    assert json.loads(asked.value.text())["variant"]


def test_the_documentation_of_problems_names_them_as_they_are_answered(table: OpenTable) -> None:
    here = table()
    here.page.goto(f"{here.url}/problems#not-json")
    expect(here.page.locator("#not-json code")).to_have_text("/carcassonne/problems#not-json")
