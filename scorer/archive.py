"""Archives of games: whole games in, flat rows out, on one machine or on many.

:func:`judge` is all that a cluster needs: it takes any iterable of games and can be sent to other processes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from scorer.problems import Refused
from scorer.referee.questions import REPLAY
from scorer.streams import Input, Processes, chunks, in_order, processes, read_request
from scorer.texts import SOURCE_LANGUAGE, texts

Row = dict[str, Any]
#: A game: a request of `replay`, as a mapping, as JSON or in the notation; with a name for it, where it has no id.
Game = Mapping[str, Any] | str | tuple[str, Mapping[str, Any] | str]

#: The columns of a row, with their Arrow types; what does not apply is null.
COLUMNS: Final = {
    # The game's `id`, or the name that it came with.
    "game": "string",
    # What the row tells: `scoring` (a line of the ruling), `final` (a player at the end) or `problem`.
    "row": "string",
    # The move that scored, or that is wrong; null for what the end of the game brings.
    "move": "int32",
    "player": "string",
    "feature": "string",
    "type": "string",
    "points": "int32",
    "rule": "string",
    # Whether the whole game is legal.
    "legal": "bool",
    # The code of what is wrong, and a sentence.
    "problem": "string",
    "detail": "string",
    # The player's points at the end, and whether he wins.
    "score": "int32",
    "wins": "bool",
}
#: The problem of a game at which the referee itself failed.
FAILED: Final = "failed"
#: So many games are judged at a time.
CHUNK: Final = 250


def row(game: str, kind: str, **told: Any) -> Row:
    return {**dict.fromkeys(COLUMNS), "game": game, "row": kind, **told}


def judge(games: Iterable[Game]) -> Iterator[Row]:
    """The rows of each game, in order; a bad one is a row, not the end."""
    for number, game in enumerate(games, 1):
        name, told = game if isinstance(game, tuple) else (str(number), game)
        try:
            request = read_request(told) if isinstance(told, str) else dict(told)
            name = str(request.pop("id", name))
            yield from rows_of(name, REPLAY.ask({"end": True, **request}, SOURCE_LANGUAGE))
        except Refused as refusal:
            first, said = refusal.problems[0], texts(SOURCE_LANGUAGE, refusal.rulebook)
            yield row(name, "problem", legal=False, problem=first.code, detail=said.say(first.message))
        except Exception as error:
            # One game that nobody foresaw must not cost a night's work.
            yield row(name, "problem", legal=False, problem=FAILED, detail=repr(error))


def rows_of(game: str, answer: Mapping[str, Any]) -> Iterator[Row]:
    """The rows of an answer: its lines, what is wrong, and how everybody stands at the end."""
    legal = answer["legal"]
    final = answer.get("final", {})
    for turn in answer["turns"]:
        yield from scoring_rows(game, turn["move"], turn["lines"], legal=legal)
        for problem in turn["problems"]:
            told = {"problem": problem["code"], "detail": problem["detail"], "rule": problem.get("rule")}
            yield row(game, "problem", move=turn["move"], player=turn["player"], legal=legal, **told)
    yield from scoring_rows(game, None, final.get("lines", ()), legal=legal)
    scores = {name: player["after"] for name, player in final["players"].items()} if final else answer["scores"]
    for player, score in scores.items():
        wins = player in final["winners"] if final else None
        yield row(game, "final", player=player, legal=legal, score=score, wins=wins)


def scoring_rows(game: str, move: int | None, lines: Iterable[Mapping[str, Any]], *, legal: bool) -> Iterator[Row]:
    """A row for each player of each line, also for one who gets nothing."""
    for line in lines:
        told = {"feature": line["feature"], "type": line["type"], "rule": line["rule"], "legal": legal}
        for player, points in line["points"].items():
            yield row(game, "scoring", move=move, player=player, points=points, **told)


# Parquet


class ExtraMissing(RuntimeError):
    """What archives need is not installed."""

    def __init__(self, package: str) -> None:
        super().__init__(f"Archives need the package {package}: pip install 'carcassonne-referee[cluster]'.")


def extra(package: str) -> Any:
    """A package of the extra, loaded when it is first needed."""
    try:
        return import_module(package)
    except ImportError:
        raise ExtraMissing(package.partition(".")[0]) from None


def arrow_schema() -> Any:
    """The columns as an Arrow schema."""
    arrow = extra("pyarrow")
    return arrow.schema([(name, arrow.type_for_alias(kind)) for name, kind in COLUMNS.items()])


def judged(games: list[Game]) -> Any:
    """The rows of some games as one Arrow table; other processes and other machines can be given it."""
    return extra("pyarrow").Table.from_pylist(list(judge(games)), schema=arrow_schema())


def games_in(source: Input) -> Iterator[Game]:
    """The games of files, each with the place where it stands."""
    return ((request.source, request.content) for request in source.requests())


def archived(pool: Processes, games: Iterable[Game], output: Path, under_way: int) -> Iterator[Any]:
    """Judges games as a pool can take them, and writes their rows in order; hands on the table of each chunk."""
    parquet = extra("pyarrow.parquet")
    schema = arrow_schema()
    with whole_file(output) as file, parquet.ParquetWriter(file, schema) as writer:
        for table in in_order(pool, judged, chunks(games, CHUNK), under_way):
            writer.write_table(table)
            yield table


@contextmanager
def whole_file(output: Path) -> Iterator[Path]:
    """A file that takes its place when it is complete; until then, what lies there stays."""
    output = output.resolve()
    if output.exists() and not output.is_file():
        yield output
        return
    unfinished = output.with_name(f"{output.name}.{os.getpid()}.part")
    try:
        yield unfinished
        unfinished.replace(output)
    finally:
        unfinished.unlink(missing_ok=True)


def counted_in(table: Any) -> dict[str, int]:
    """How many games a table is about, how many of them are not legal, and how many rows it has."""
    illegal = table.filter(extra("pyarrow.compute").invert(table["legal"]))
    return {"games": len(table["game"].unique()), "bad": len(illegal["game"].unique()), "rows": table.num_rows}


@contextmanager
def pool_at(scheduler: str | None, jobs: int) -> Iterator[tuple[Processes, int]]:
    """The processes of this machine, or a Dask cluster; and how many chunks keep it busy."""
    if scheduler is None:
        with processes(jobs) as pool:
            yield pool, 2 * jobs
        return
    with extra("distributed").Client(scheduler) as client:
        # Dask gives what a lost worker had to another one; a table is handed on once, so none counts twice.
        yield client, 2 * max(1, sum(client.nthreads().values()))
