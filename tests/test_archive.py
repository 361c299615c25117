"""Archives: whole games become flat rows, on one machine and on a cluster that loses a worker."""

from __future__ import annotations

import json
import os
import pickle
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from scorer import archive, cli
from scorer.archive import COLUMNS, FAILED, judge
from scorer.notation import read
from tests.oracle_games import games

GAME = "base/red,blue/>E@0,-1,180=city@S;U@1,0=road;U@-1,0"


def told(name: str, row: str, **values: Any) -> dict[str, Any]:
    return {**dict.fromkeys(COLUMNS), "game": name, "row": row, **values}


def test_a_game_is_its_lines_and_how_everybody_stands() -> None:
    rows = list(judge([{**read(GAME), "id": "g1"}]))
    assert rows == [
        told(
            "g1",
            "scoring",
            move=1,
            player="red",
            feature="city-1",
            type="city",
            points=4,
            rule="city.complete",
            legal=True,
        ),
        told(
            "g1", "scoring", player="blue", feature="road-1", type="road", points=3, rule="road.unfinished", legal=True
        ),
        told("g1", "final", player="red", legal=True, score=4, wins=True),
        told("g1", "final", player="blue", legal=True, score=3, wins=False),
    ]


def test_a_bad_game_is_a_row_and_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    illegal = "base/red,blue/>U@1,0=road;U@-1,0=road"
    found = list(judge([("f:1", "?"), ("f:2", illegal), "{", "[]", GAME]))
    assert [(row["game"], row["row"], row["problem"]) for row in found if row["row"] != "scoring"] == [
        ("f:1", "problem", "notation"),
        ("f:2", "problem", "spot-taken"),
        ("f:2", "final", None),
        ("f:2", "final", None),
        ("3", "problem", "not-json"),
        ("4", "problem", "wrong-type"),
        ("5", "final", None),
        ("5", "final", None),
    ]
    assert (found[1]["move"], found[1]["player"], found[1]["rule"]) == (2, "blue", "follower.free")
    assert [row["legal"] for row in found[:4]] == [False] * 4

    def fails(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("scorer.archive.rows_of", fails)
    assert [(row["problem"], row["detail"]) for row in judge([GAME])] == [(FAILED, "ZeroDivisionError('oh')")]


def test_it_can_be_sent_to_other_processes() -> None:
    assert pickle.loads(pickle.dumps(judge)) is judge
    assert pickle.loads(pickle.dumps(archive.judged)) is archive.judged


def written(path: Path, count: int) -> Counter[str]:
    """Writes so many games with names of their own, some of them bad; answers how many rows each must have."""
    chosen = list(games("base").values())[:3]
    requests = [
        {name: game[name] for name in ("variant", "rules", "players")}
        | {"moves": [one["move"] for one in game["turns"]]}
        for game in chosen
    ]
    rows = [sum(1 for _ in judge([request])) for request in requests]
    expected: Counter[str] = Counter()
    lines = []
    for number in range(count):
        bad = number % 7 == 6
        lines.append("{" if bad else json.dumps({**requests[number % 3], "id": f"g{number}"}))
        expected[f"{path}:{number + 1}" if bad else f"g{number}"] = 1 if bad else rows[number % 3]
    path.write_text("\n".join(lines), "utf-8")
    return expected


def names_in(output: Path) -> Counter[str]:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra “cluster” is not installed")
    table = parquet.read_table(output)
    assert table.schema.equals(archive.arrow_schema())
    return Counter(table["game"].to_pylist())


def test_an_archive_on_one_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow", reason="the extra “cluster” is not installed")
    monkeypatch.setattr(archive, "CHUNK", 5)
    file, output = tmp_path / "games.jsonl", tmp_path / "scores.parquet"
    expected = written(file, 21)
    assert cli.main(["archive", str(file), "--output", str(output), "--jobs", "2", "--lang", "en"]) == 0
    assert names_in(output) == expected
    assert archive.judged([GAME]).num_rows == 4
    assert capsys.readouterr().err == f"21 games judged, 3 of them not legal; {expected.total()} rows in {output}.\n"
    # What lies there stays where nothing can be read, and until all is judged.
    assert cli.main(["archive", str(tmp_path / "none"), "--output", str(output), "--jobs", "1"]) == 2
    assert names_in(output) == expected
    monkeypatch.setattr(archive, "in_order", Mock(side_effect=KeyboardInterrupt))
    assert cli.main(["archive", str(file), "--output", str(output), "--jobs", "1"]) == 130
    assert names_in(output) == expected
    assert {path.name for path in tmp_path.iterdir()} == {file.name, output.name}
    assert cli.main(["archive", str(file), "--output", str(tmp_path), "--jobs", "1"]) == 2
    monkeypatch.undo()
    # A link stays one.
    link = tmp_path / "link.parquet"
    link.symlink_to(tmp_path / "there.parquet")
    assert cli.main(["archive", str(file), "--output", str(link), "--jobs", "1"]) == 0
    assert link.is_symlink()
    assert names_in(tmp_path / "there.parquet") == expected
    # What is no file is written to as it is.
    assert cli.main(["archive", str(file), "--output", os.devnull, "--jobs", "1"]) == 0
    assert Path(os.devnull).is_char_device()


def test_without_the_extra_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(_: str) -> None:
        raise ImportError

    monkeypatch.setattr(archive, "import_module", missing)
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(GAME), "utf-8")
    arguments = ["archive", str(file), "--output", str(tmp_path / "x.parquet"), "--jobs", "1"]
    assert cli.main(arguments) == 2
    assert "pip install 'carcassonne-referee[cluster]'" in capsys.readouterr().err
    assert cli.main([*arguments, "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "the package distributed" in capsys.readouterr().err


@pytest.mark.filterwarnings("default")
def test_a_cluster_that_loses_a_worker_judges_every_game_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra “cluster” is not installed")
    monkeypatch.setattr(archive, "CHUNK", 5)
    file, output = tmp_path / "games.jsonl", tmp_path / "scores.parquet"
    expected = written(file, 105)
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50, host="127.0.0.1"
    )
    killed: list[int] = []
    plain = archive.archived

    def with_an_accident(*arguments: Any) -> Iterator[Any]:
        for number, table in enumerate(plain(*arguments)):
            if number == 2:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)
            yield table

    monkeypatch.setattr(archive, "archived", with_an_accident)
    with cluster:
        address = cluster.scheduler_address
        assert cli.main(["archive", str(file), "--output", str(output), "--scheduler", address]) == 0
    assert killed
    assert names_in(output) == expected
