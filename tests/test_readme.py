"""What the README shows is what happens."""

import doctest
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import scorer
from api import create_app
from api.examples import examples
from api.server import addresses
from scorer import cli
from scorer.texts import languages
from tests.api.specification import specification
from tests.oracle_games import games
from tools.gallery import FIRST_BOARD

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
TEXT = README.read_text("utf-8")
PAGES = ("README.md", "CONTRIBUTING.md", "fixtures/README.md")
CURL = re.compile(
    r"```sh\ncurl -s http://127\.0\.0\.1:8000(/\S+) [^\n]*-d '(.*?)'\n```\n\n```json\n(.*?)```", re.DOTALL
)


def test_the_call_of_the_first_screen_gets_the_answer_shown():
    ((path, body, shown),) = CURL.findall(TEXT)
    answer = create_app().test_client().post(path, data=body, content_type="application/json")
    assert answer.status_code == 200
    assert answer.json == json.loads(shown)
    assert list(answer.json) == list(json.loads(shown))


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_python_examples(page):
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried >= 4
    assert failed == 0


def test_the_command_of_the_first_screen_prints_what_is_shown(capsys, monkeypatch):
    ((typed, arguments, printed),) = re.findall(
        r'^\$ echo "(.*)" \| carcassonne-referee (.*)\n((?:.*\n)*?)```$', TEXT, re.MULTILINE
    )
    assert typed == FIRST_BOARD
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    cli.main([*arguments.split(), "--lang", "en"])
    assert capsys.readouterr().out == printed


def test_the_service_greets_as_is_shown():
    (shown,) = re.findall(r"^\$ make serve\n((?:.*\n)*?)```$", TEXT, re.MULTILINE)
    assert shown.splitlines() == [*addresses("127.0.0.1", 8000), "Stop it with Ctrl+C."]


def test_it_was_verified_on_as_many_boards_as_it_says():
    whole = [game for name in ("base", "wheel", "expansions") for game in games(name).values()]
    positions = sum(len(game["turns"]) for game in whole)
    asked = sum(1 + len(example["also"]) for example in examples().values())
    said = re.search(
        r"\*\*Verified\*\* on ([\d,]+) positions of (\d+) whole games of an independent engine, and on more than "
        r"(\d+) boards from\s+the rulebooks, asked more than (\d+) times: 0 differences\.",
        TEXT,
    )
    assert said is not None
    assert said.groups()[:2] == (f"{positions:,}", str(len(whole)))
    assert (int(said[3]) < len(examples()), int(said[4]) < asked) == (True, True)


def test_it_lists_every_call():
    calls = {
        path for path, methods in specification()["paths"].items() if path.startswith("/v1/") and "post" in methods
    }
    assert set(re.findall(r"^\| `POST (\S+)` \|", TEXT, re.MULTILINE)) == calls


def test_it_names_every_game_and_every_expansion():
    listed = re.findall(r"^\| `([a-z0-9-]+)` \|.*\|(.*)\|$", TEXT, re.MULTILINE)
    there = {one.id: one.aliases for one in (*scorer.VARIANTS, *scorer.EXPANSIONS)}
    assert {name: tuple(re.findall(r"`([a-z-]+)`", aliases)) for name, aliases in listed} == there


def test_it_names_every_language():
    assert "Rulings come in English, Dutch, German and French" in TEXT
    assert set(languages()) == {"en", "nl", "de", "fr"}


def test_the_reference_is_made_from_the_docstrings(tmp_path):
    command = [sys.executable, "-m", "pdoc", "--output-directory", str(tmp_path), "scorer"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "scorer.html").read_text("utf-8")
    for name in scorer.__all__:
        assert name.startswith("_") or f'id="{name}"' in page or f"scorer/{name}.html" in page, name


@pytest.mark.parametrize("page", [*PAGES, *(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))])
def test_links_lead_somewhere(page):
    file = ROOT / page
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", file.read_text("utf-8")):
        assert (file.parent / target).exists(), target


def test_first_printing_agrees_with_red():
    ((path, body, _),) = CURL.findall(TEXT)
    asked = {**json.loads(body), "variant": "base-2000"}
    assert create_app().test_client().post(path, json=asked).json["claims"][0]["agrees"] is True
