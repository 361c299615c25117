"""Requests as a stream: read as they are needed, answered in order, by processes that end with their parent."""

from __future__ import annotations

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer import streams
from scorer.streams import WORTH_SHARING, Input, Request, each, in_order, requests_in, shared

PROGRAM = Path(sys.executable).with_name("carcassonne-referee")
POSITION = "base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("", []),
        ("# nothing\n\n", []),
        ("a", [("f:1", "a")]),
        ("# a game\n\na\nb\n", [("f:3", "a"), ("f:4", "b")]),
        ('{"x": 1}\n{"x": 2}\n', [("f:1", '{"x": 1}'), ("f:2", '{"x": 2}')]),
        ('{\n"x":\n1}\n', [("f", '{"x":1}')]),
        ("[1, 2]", [("f:1", "1"), ("f:2", "2")]),
        ("[1]\n[2]", [("f", "[1][2]")]),
        ("[\n1,\n2\n]", [("f:1", "1"), ("f:2", "2")]),
        ('{"x": 1}', [("f:1", '{"x": 1}')]),
        ("{", [("f", "{")]),
        ("{\n{}\n", [("f:1", "{"), ("f:2", "{}")]),
    ],
)
def test_what_a_text_holds(content: str, found: list[tuple[str, str]]) -> None:
    told = [(source, "".join(text.split("\n"))) for source, text in requests_in("f", io.StringIO(content))]
    assert told == found


def test_files_are_read_packed_or_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, packed, broken = tmp_path / "plain", tmp_path / "packed.gz", tmp_path / "broken.gz"
    plain.write_text("a\nb\n")
    packed.write_bytes(gzip.compress(b"c\nd\n"))
    broken.write_bytes(gzip.compress(b"e\nf\n" * 1_000)[:40])
    source = Input([str(plain), str(tmp_path / "none"), str(packed), str(broken)])
    assert source.share() == 0
    requests = source.requests()
    assert next(requests) == Request(f"{plain}:1", "a\n")
    assert 0 < (source.share() or 0) < 1
    assert [request.content.strip() for request in requests][:3] == ["b", "c", "d"]
    assert source.share() == 1
    assert source.failed
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[0] for line in told] == [str(tmp_path / "none"), str(broken)]


def test_standard_input_may_be_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    for content in (b"a\nb\n", gzip.compress(b"a\nb\n")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(content))))
        source = Input(["-"])
        assert [request.source for request in source.requests()] == ["-:1", "-:2"]
        assert source.share() is None


def test_standard_input_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    closed = io.StringIO("a")
    closed.close()
    for stream in (closed, None):
        monkeypatch.setattr(sys, "stdin", stream)
        source = Input(["-"])
        assert list(source.requests()) == []
        assert source.failed
        assert capsys.readouterr().err == "-: standard input is closed, or has been read already\n"


def test_no_more_is_read_than_is_under_way() -> None:
    """So memory stays flat, however long the file is."""
    taken: list[int] = []

    def coming() -> Iterator[int]:
        for number in range(10_000):
            taken.append(number)
            yield number

    class Pool:
        def submit(self, work: object, chunk: object, /) -> object:
            return self

        def result(self) -> str:
            return "done"

    answers = in_order(Pool(), str, coming(), 8)
    for _ in range(3):
        next(answers)
    assert len(taken) < 20


def test_the_first_answers_come_at_once_and_all_in_order() -> None:
    taken: list[int] = []

    def coming() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    answers = shared(abs, coming(), 2)
    assert next(answers) == 0
    assert taken == [0]
    assert list(answers) == list(range(1, 100))
    assert list(shared(abs, range(WORTH_SHARING), 2)) == list(range(WORTH_SHARING))
    assert list(shared(abs, range(40), 1)) == list(range(40))
    assert each(abs, [-1, 2]) == [1, 2]


def test_a_process_ends_with_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[object] = []

    class Parent:
        def join(self) -> None:
            ended.append("parent")

    monkeypatch.setattr("scorer.streams.parent_process", lambda: None)
    streams._wait_for_parent()
    assert ended == []
    monkeypatch.setattr("scorer.streams.parent_process", Parent)
    monkeypatch.setattr(os, "_exit", ended.append)
    streams._wait_for_parent()
    assert ended == ["parent", 1]
    monkeypatch.setattr("scorer.streams.parent_process", lambda: None)
    streams.end_with_parent()


def children(process: int) -> set[int]:
    told = Path(f"/proc/{process}/task/{process}/children")
    return set(map(int, told.read_text().split())) if told.exists() else set()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc to find the processes in")
def test_killing_the_program_leaves_nobody_behind() -> None:
    line = f"{POSITION}\n".encode()
    program = subprocess.Popen(
        [PROGRAM, "score", "--json", "--jobs", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(line)
    assert json.loads(program.stdout.readline())["phase"] == "final", "the first answer waits for nobody"
    program.stdin.write(line * 200)
    deadline = time.monotonic() + 60
    while len(workers := children(program.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(workers) == 2
    program.send_signal(signal.SIGKILL)
    program.wait()
    program.stdin.close()
    program.stdout.close()
    while (left := {worker for worker in workers if Path(f"/proc/{worker}").exists()}) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not left
