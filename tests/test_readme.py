"""What the README shows is what happens."""

import doctest
import json
import re
from pathlib import Path

import pytest

from api import create_app

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
TEXT = README.read_text("utf-8")
CURL = re.compile(
    r"```sh\ncurl -s http://127\.0\.0\.1:8000(/\S+) [^\n]*-d '(.*?)'\n```\n\n```json\n(.*?)```", re.DOTALL
)


def test_the_call_of_the_first_screen_gets_the_answer_shown():
    ((path, body, shown),) = CURL.findall(TEXT)
    answer = create_app().test_client().post(path, data=body, content_type="application/json")
    assert answer.status_code == 200
    assert answer.json == json.loads(shown)
    assert list(answer.json) == list(json.loads(shown))


def test_python_examples():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried >= 4
    assert failed == 0


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/notation.md", "fixtures/README.md"])
def test_links_lead_somewhere(page):
    file = ROOT / page
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", file.read_text("utf-8")):
        assert (file.parent / target).exists(), target


def test_first_printing_agrees_with_red():
    ((path, body, _),) = CURL.findall(TEXT)
    asked = {**json.loads(body), "variant": "base-2000"}
    assert create_app().test_client().post(path, json=asked).json["claims"][0]["agrees"] is True
