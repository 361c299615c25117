"""A gunicorn worker that slow clients cannot stall.

gunicorn's own threaded worker gives a connection a thread from its first byte to its last, so a few clients that
dribble their requests occupy all threads. Here requests gather in the main loop, where waiting costs nothing, and a
thread is only taken for one that is there in full. When the service is told to stop, whatever has been asked is still
answered.
"""

from __future__ import annotations

import contextlib
import re
import selectors
import signal
import socket
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

from gunicorn.http import Request
from gunicorn.workers.gthread import TConn, ThreadWorker

#: How long a request may take to come in, an answer to go out, and a client to hang up after the last answer.
RECEIVE_SECONDS: Final = 30.0
SEND_SECONDS: Final = 30.0
LINGER_SECONDS: Final = 2.0
#: How long idle connections may still ask something after the service was told to stop.
LAST_CALL_SECONDS: Final = 0.5

#: The signals by which a worker is told to stop.
STOPS: Final = frozenset({signal.SIGTERM, signal.SIGINT, signal.SIGQUIT})

#: What a request's head may measure before it is handed over as it is, for gunicorn to refuse.
LONGEST_HEAD: Final = 1 << 16
CHUNK: Final = 1 << 16

LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r\n", re.IGNORECASE)
CHUNK_SIZE: Final = re.compile(rb"[0-9A-Fa-f]{1,15}")
#: How many bytes a byte of a body may take on its way, in chunks of one.
MOST_PER_BYTE: Final = 8
CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
EXPECTS: Final = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)

CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Connection(TConn):
    """A client's connection, with what has come in of its next request.

    What is read here decides only when the request is handed over; reading it properly is gunicorn's business.
    """

    def __init__(self, *arguments: Any, largest: int) -> None:
        super().__init__(*arguments)
        self.init()
        self.sock.setblocking(False)
        self.largest = largest
        self.received = bytearray()
        self.expires = 0.0
        self._wanted: int | None = None
        #: Where the next chunk begins, and what those before it hold; no chunks where the length is told.
        self._chunk: int | None = None
        self._content = 0

    def is_whole(self) -> bool:
        """Whether all of a request is here, or more than will be read of it."""
        if self._wanted is None and not self._read_head():
            return len(self.received) > LONGEST_HEAD
        return self._has_last_chunk() if self._chunk is not None else len(self.received) >= (self._wanted or 0)

    def is_endless(self) -> bool:
        """Whether far more has come in than a request may have, in chunks that hold next to nothing."""
        return len(self.received) > LONGEST_HEAD + MOST_PER_BYTE * self.largest

    def _read_head(self) -> bool:
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self.received[: end + 4])
        found = LENGTH.search(head)
        body = min(int(found[1]), self.largest) if found else 0
        self._wanted = len(head) + body
        if CHUNKED.search(head):
            self._chunk = len(head)
        if EXPECTS.search(head):
            with contextlib.suppress(OSError):
                self.sock.send(CONTINUE)
        return True

    def _has_last_chunk(self) -> bool:
        while self._chunk is not None and self._content < self.largest:
            end = self.received.find(b"\r\n", self._chunk)
            if end < 0:
                return len(self.received) - self._chunk > LONGEST_HEAD
            size = CHUNK_SIZE.match(self.received, self._chunk)
            if size is None:
                return True
            length = int(size[0], 16)
            if length == 0:
                return self.received.find(b"\r\n\r\n", end) >= 0
            after = end + 2 + length + 2
            if after > len(self.received):
                return self._content + length >= self.largest and len(self.received) > self.largest
            self._chunk = after
            self._content += length
        return True

    def take(self) -> bytes:
        """What has come in; the next request starts afresh."""
        taken = bytes(self.received)
        self.received.clear()
        self._wanted = None
        self._chunk = None
        self._content = 0
        return taken


class PatientWorker(ThreadWorker):
    """Hands a request to a thread when all of it has come in."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        #: Connections by what they wait for, those that expire first in front.
        self.idle: deque[Connection] = deque()
        self.receiving: deque[Connection] = deque()
        self.lingering: deque[Connection] = deque()

    def init_signals(self) -> None:
        super().init_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)

    # The loop

    def run(self) -> None:
        self.poller.register(self.method_queue.fileno() or 0, selectors.EVENT_READ, self.method_queue.run_callbacks)
        while self.alive and self.is_parent_alive():
            self.notify()
            self.set_accept_enabled(self.nr_conns < self.worker_connections)
            self.turn(1.0)
        self.finish()

    def turn(self, seconds: float) -> None:
        """Deals with what happens next, and with what has waited too long."""
        self.wait_for_and_dispatch_events(seconds)
        now = time.monotonic()
        for waiting, farewell in ((self.idle, b""), (self.receiving, TOO_SLOW), (self.lingering, b"")):
            while waiting and waiting[0].expires <= now:
                self.drop(waiting[0], farewell)

    def finish(self) -> None:
        """Answers what has been asked, and what was on its way, before the worker ends."""
        self.set_accept_enabled(False)
        for listener in self.sockets:
            # A connection that the kernel has taken for us is one that was under way.
            while self.take_connection(listener):
                pass
            listener.close()
        now = time.monotonic()
        last_call, deadline = now + LAST_CALL_SECONDS, now + self.cfg.graceful_timeout
        while now < deadline and (self.is_busy() or (self.idle and now < last_call)):
            self.notify()
            self.turn(0.1)
            now = time.monotonic()
        for connection in [*self.idle, *self.receiving, *self.lingering]:
            self.drop(connection)
        self.tpool.shutdown(wait=False)
        self.poller.close()
        self.method_queue.close()

    def is_busy(self) -> bool:
        """Whether a request is coming in, or being answered."""
        return self.nr_conns > len(self.idle) + len(self.lingering)

    # Connections

    def accept(self, listener: socket.socket) -> None:
        self.take_connection(listener)

    def take_connection(self, listener: socket.socket) -> bool:
        """Takes the next connection of the listener, if there is one."""
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return False
        application: Any = self.wsgi
        largest = application.config["MAX_CONTENT_LENGTH"]
        connection = Connection(self.cfg, client, address, listener.getsockname(), largest=largest)
        self.nr_conns += 1
        self.wait(connection, self.idle, self.cfg.keepalive, self.receive)
        return True

    def wait(
        self,
        connection: Connection,
        waiting: deque[Connection],
        seconds: float,
        callback: Callable[[Connection, socket.socket], None],
    ) -> None:
        connection.sock.setblocking(False)
        connection.expires = time.monotonic() + seconds
        waiting.append(connection)
        self.poller.register(connection.sock, selectors.EVENT_READ, partial(callback, connection))

    def forget(self, connection: Connection) -> None:
        """Waits for this connection no longer."""
        self.poller.unregister(connection.sock)
        for waiting in (self.idle, self.receiving, self.lingering):
            if connection in waiting:
                waiting.remove(connection)

    def drop(self, connection: Connection, farewell: bytes = b"") -> None:
        self.forget(connection)
        if farewell:
            with contextlib.suppress(OSError):
                connection.sock.send(farewell)
        self.nr_conns -= 1
        connection.close()

    def receive(self, connection: Connection, client: socket.socket) -> None:
        """Gathers what a client sends."""
        try:
            data = client.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.drop(connection)
            return
        connection.received += data
        if connection.is_endless():
            self.drop(connection)
        elif connection.is_whole():
            self.forget(connection)
            self.answer(connection)
        elif connection in self.idle:
            self.forget(connection)
            self.wait(connection, self.receiving, RECEIVE_SECONDS, self.receive)

    def discard(self, connection: Connection, client: socket.socket) -> None:
        """Reads on after the last answer: closing on unread data would take the answer from the client."""
        try:
            data = client.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.drop(connection)

    # Requests

    def answer(self, connection: Connection) -> None:
        """Gives a whole request to a thread."""
        connection.parser.unreader.unread(connection.take())  # type: ignore[union-attr]
        self.enqueue_req(connection)

    def handle_request(self, req: Request, conn: TConn) -> bool:
        conn.sock.settimeout(SEND_SECONDS)
        return super().handle_request(req, conn)

    def finish_request(self, conn: TConn, fs: Future[bool]) -> None:
        """Called on the main thread when a thread is done with a request."""
        assert isinstance(conn, Connection)
        if fs.cancelled() or fs.exception() is not None or not fs.result():
            try:
                conn.sock.shutdown(socket.SHUT_WR)
            except OSError:
                self.nr_conns -= 1
                conn.close()
            else:
                self.wait(conn, self.lingering, LINGER_SECONDS, self.discard)
            return
        conn.received += conn.parser.unreader.take_buffered()  # type: ignore[union-attr]
        if conn.received and conn.is_whole():
            self.answer(conn)
        elif conn.received:
            self.wait(conn, self.receiving, RECEIVE_SECONDS, self.receive)
        else:
            self.wait(conn, self.idle, self.cfg.keepalive, self.receive)
