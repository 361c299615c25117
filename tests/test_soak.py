"""The long load: what it counts, and when it says that all was well."""

from __future__ import annotations

import socket
import threading

import pytest

from bench.soak import CONNECTIONS, Asked, Loss, Outcome, load, report

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


def serve(listener: socket.socket, answer: bytes) -> None:
    """Answers each connection once, and hangs up."""
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection:
            connection.recv(100)
            connection.sendall(answer)


@pytest.mark.parametrize(
    ("sent", "answers", "wrong", "losses"),
    [
        (ANSWER, True, False, False),
        (ANSWER.replace(b"ok", b"no"), True, True, False),
        (ANSWER.replace(b"200", b"500"), True, True, False),
        (ANSWER[:-1], False, False, True),
        (b"", False, False, True),
    ],
    ids=["right", "another answer", "a failure", "cut off", "nothing"],
)
def test_answers_and_losses_are_told_apart(sent: bytes, *, answers: bool, wrong: bool, losses: bool) -> None:
    said = sent.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with socket.create_server(("127.0.0.1", 0), backlog=CONNECTIONS) as listener:
        threading.Thread(target=serve, args=(listener, said), daemon=True).start()
        outcome = load(listener.getsockname()[1], [Asked(b"?", b"ok")], 0.5)
        listener.shutdown(socket.SHUT_RDWR)
    assert (bool(outcome.seconds), outcome.wrong > 0, bool(outcome.losses)) == (answers, wrong, losses)


@pytest.mark.parametrize(
    ("outcome", "memory", "well"),
    [
        (Outcome([0.01]), [100, 110], True),
        (Outcome([0.01], [Loss(1, "ConnectionResetError")]), [100, 110], True),
        (Outcome([0.01], [Loss(2, "ConnectionResetError")]), [100, 110], False),
        (Outcome([0.01], wrong=1), [100, 110], False),
        (Outcome([0.01]), [100, 200], False),
    ],
    ids=["well", "lost in a killed worker", "lost elsewhere", "wrong", "growing"],
)
def test_when_all_was_well(
    capsys: pytest.CaptureFixture[str], outcome: Outcome, memory: list[float], *, well: bool
) -> None:
    assert report(outcome, {1}, memory, 1) is well
    assert "1 answers" in capsys.readouterr().out
