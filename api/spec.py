"""Writes ``openapi.yaml`` into the working directory, with the default limits: ``python -m api.spec``."""

from pathlib import Path

from api.app import operations_of
from api.openapi import build, to_yaml
from api.settings import Settings


def main() -> None:
    settings = Settings()
    Path("openapi.yaml").write_text(to_yaml(build(operations_of(settings), settings)), "utf-8")


if __name__ == "__main__":
    main()
