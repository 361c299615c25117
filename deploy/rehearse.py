"""Does what the Containerfile says, without an engine for containers: ``python deploy/rehearse.py``.

In an empty folder, with the Python that runs this. The service is then started as the image would start it: as that
user, with those variables alone, on a file system that nothing can be written to, and it is probed, asked and stopped.
What is not rehearsed is the base image. Needs root and Linux.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

CONTEXT: Final = Path(__file__).parents[1]
SECONDS: Final = 30
#: A file system of its own, on which nothing can be written but memory; then a user who can never become another.
READ_ONLY: Final = (
    "mount -o remount,bind,ro / && exec setpriv --reuid {user} --regid {group} --clear-groups --no-new-privs {command}"
)


@dataclass
class Image:
    """What has been done so far, in a folder that stands for the root of the image."""

    root: Path
    folder: Path
    variables: dict[str, str] = field(default_factory=dict)
    user: str = ""
    health: list[str] = field(default_factory=list)
    entry: list[str] = field(default_factory=list)

    def inside(self, text: str) -> str:
        """A text with paths of the image, as they are here."""
        return re.sub(r"(?<![\w.])/(opt|source)\b", rf"{self.root}/\1", text)

    def do(self, word: str, rest: str) -> None:
        match word:
            case "WORKDIR":
                self.folder = self.root / rest.strip("/")
                self.folder.mkdir(parents=True, exist_ok=True)
            case "COPY" if not rest.startswith("--from"):
                *sources, target = shlex.split(rest)
                for source in sources:
                    copy(CONTEXT / source, self.folder / target)
            case "RUN":
                subprocess.run(["sh", "-euc", self.inside(rest)], cwd=self.folder, check=True)
            case "ENV":
                self.variables |= dict(pair.split("=", 1) for pair in shlex.split(rest))
            case "USER":
                self.user = rest
            case "HEALTHCHECK":
                self.health = json.loads(self.inside(rest.partition(" CMD ")[2]))
            case "ENTRYPOINT":
                self.entry = json.loads(self.inside(rest))


def copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def instructions() -> Iterator[tuple[str, str]]:
    text = (CONTEXT / "deploy" / "Containerfile").read_text("utf-8")
    for line in re.sub(r"\\\n", " ", text).splitlines():
        if line and not line.startswith("#"):
            word, rest = line.split(maxsplit=1)
            yield word, rest.strip()


def build(root: Path) -> Image:
    image = Image(root, root)
    for word, rest in instructions():
        print(word, rest[:100], flush=True)
        image.do(word, rest)
    return image


def start(image: Image) -> subprocess.Popen[bytes]:
    user, _, group = image.user.partition(":")
    command = READ_ONLY.format(user=user, group=group, command=shlex.join(image.entry))
    return subprocess.Popen(["unshare", "--mount", "sh", "-euc", command], env=image.variables, cwd="/")


def is_healthy(image: Image) -> bool:
    return subprocess.run(image.health, env=image.variables, stderr=subprocess.DEVNULL, check=False).returncode == 0


def wait_until_healthy(image: Image, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_healthy(image):
        if process.poll() is not None or time.monotonic() > deadline:
            sys.exit("The service did not become healthy.")
        time.sleep(0.2)


def ask(port: str) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/examples/city-8-pennant", timeout=SECONDS) as answer:
        example = json.load(answer)
    body = json.dumps(example["request"]).encode()
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/v1/score", body, headers)
    with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
        print("It answers:", json.load(answer)["lines"][0]["text"])


def free_port() -> str:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return str(listener.getsockname()[1])


def main() -> None:
    if os.geteuid() != 0:
        sys.exit("A rehearsal needs root, to become the user of the image.")
    with TemporaryDirectory() as name:
        root = Path(name)
        # Whoever the image runs as has to find it.
        root.chmod(0o755)
        image = build(root)
        image.variables["PORT"] = free_port()
        process = start(image)
        try:
            wait_until_healthy(image, process)
            ask(image.variables["PORT"])
        finally:
            process.terminate()
            code = process.wait(SECONDS)
        if code:
            sys.exit(f"It ended with {code}.")
        print("It was healthy, it answered, and it stopped when it was told to.")


if __name__ == "__main__":
    main()
