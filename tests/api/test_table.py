"""What the table's page is made of: languages, pictures that are packed, and everything kept with an ETag."""

from __future__ import annotations

import gzip

import pytest
from flask.testing import FlaskClient

from api.table import page_languages, words

PATHS = ["/", "/worker.js", "/table/castle.svg", "/table/castle.json"]


@pytest.mark.parametrize("path", PATHS)
def test_what_is_known_is_not_sent_again(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    assert first.status_code == 200
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.data == b""


@pytest.mark.parametrize("language", page_languages())
def test_the_page_comes_in_the_language_of_the_browser(client: FlaskClient, language: str) -> None:
    page = client.get("/", headers={"Accept-Language": f"{language},xx;q=0.5"})
    assert page.headers["Content-Language"] == language
    assert "Accept-Language" in page.headers["Vary"]
    assert f'<html lang="{language}">' in page.text
    assert words(language)["title"] in page.text.replace("&#39;", "'")


def test_another_language_gets_the_english_page(client: FlaskClient) -> None:
    assert client.get("/", headers={"Accept-Language": "xx"}).headers["Content-Language"] == "en"


def test_pictures_are_packed_for_those_who_can_unpack(client: FlaskClient) -> None:
    plain = client.get("/table/castle.svg", headers={"Accept-Encoding": "identity"})
    packed = client.get("/table/castle.svg", headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert {"Accept-Encoding", "Accept-Language"} <= set(packed.headers["Vary"].split(", "))
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 8


def test_an_alias_names_its_game(client: FlaskClient) -> None:
    assert client.get("/table/de-burcht.json").json == client.get("/table/castle.json").json
    assert client.get("/table/chess.json").status_code == 404
    assert client.get("/table/chess.svg").content_type == "application/problem+json"


def test_pictures_and_places_of_a_game_with_expansions(client: FlaskClient) -> None:
    plain, more = (client.get(f"/table/base.json{query}").json for query in ("", "?expansions=river,abbot"))
    assert more["spots"].keys() - plain["spots"].keys() >= {"R01", "R04g", "Eg"}
    assert "abbot" in more["figures"]
    picture = client.get("/table/base.svg?expansions=river,abbot").text
    assert 'id="tile-R04g-90"' in picture
    assert 'id="glyph-abbot"' in picture
    assert client.get("/table/castle.json?expansions=river").status_code == 422


def test_the_worker_stands_where_the_page_stands(client: FlaskClient) -> None:
    worker = client.get("/worker.js")
    assert worker.content_type == "text/javascript; charset=utf-8"
    assert "unsafe" not in worker.headers["Content-Security-Policy"]
