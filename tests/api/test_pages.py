"""The pages for people: nothing in them comes from elsewhere, and nothing runs inline."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from api.problems import KINDS
from scorer.problems import CODES

PAGES = ["/", "/docs", "/problems"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_uses_only_files_that_we_ship(client: FlaskClient, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 200
    assert page.content_type == "text/html; charset=utf-8"
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert any(link.endswith(".css") for link in links)
    for link in links:
        assert "//" not in link
        with client.get("/" + link.split("#")[0].lstrip("/")) as response:
            assert response.status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_nothing_runs_inline(client: FlaskClient, path: str) -> None:
    page = client.get(path)
    policy = dict(part.split(" ", 1) for part in page.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=|javascript:", page.text)


def test_every_type_leads_to_its_documentation(client: FlaskClient) -> None:
    page = client.get("/problems").text
    for kind in KINDS:
        path, anchor = kind.uri.split("#")
        assert path == "/problems"
        assert f'id="{anchor}"' in page
    for code in CODES:
        assert f'id="code-{code}"' in page
