"""The command line: files and standard input, JSON and notation, tables and JSON, one request and many, exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import scorer
from scorer import cli, draw, notation, progress, streams, tables
from scorer.texts import texts
from tests.oracle_games import games

POSITION = "base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S"
GAME = "base/red,blue/>E@0,-1,180=city@S;U@1,0=road;U@-1,0"
JSON: dict[str, Any] = {
    "variant": "base",
    "players": [{"name": "red", "score": 12}, {"name": "blue", "score": 7}],
    "tiles": [{"x": 0, "y": 0, "tile": "D", "rotation": 0}, {"x": 0, "y": -1, "tile": "E", "rotation": 180}],
    "meeples": [{"player": "red", "x": 0, "y": -1, "spot": "city@S"}],
}


class Terminal:
    """Runs the program within this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch
        self.code = -1
        self.errors = ""

    def __call__(self, *arguments: str, typed: str = "") -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            self.code = cli.main(arguments)
        except SystemExit as end:
            self.code = int(str(end.code))
        captured = self.capsys.readouterr()
        self.errors = captured.err
        return captured.out


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    return Terminal(capsys, monkeypatch)


# Tables


def test_a_score_is_a_table_with_its_reasons(terminal: Terminal) -> None:
    assert terminal("score", "--phase", "interim", typed=POSITION) == (
        "base, interim\n"
        "  player  before  points  after\n"
        "  red         12       4     16\n"
        "  blue         7       0      7\n"
        "  Red scores 4 points for the finished city: 2 tiles x 2.  [city.complete]\n"
        "  Home: red city@S 0,-1.\n"
    )
    assert (terminal.code, terminal.errors) == (0, "")


def test_a_score_is_final_unless_the_request_says_otherwise(terminal: Terminal) -> None:
    assert terminal("score", typed=POSITION).startswith("base, final\n")
    assert terminal("score", typed=POSITION + "/phase:interim").startswith("base, interim\n")
    assert terminal("score", "--phase", "final", typed=POSITION + "/phase:interim").startswith("base, final\n")


def test_a_claim_is_judged(terminal: Terminal) -> None:
    output = terminal("score", "--claim", "red=8", "--claim", "blue=0", typed=POSITION)
    assert output.endswith("  Red claims 8, but it is 4: 4 too many.\n  Blue claims 0, and that is right.\n")
    assert terminal.code == 1
    assert "Red claims 2, but it is 4: 2 too few." in terminal("score", "--claim", "red=2", typed=POSITION)
    terminal("score", "--claim", "red=4", typed=POSITION)
    assert terminal.code == 0
    terminal("score", "--claim", "red", typed=POSITION)
    assert terminal.code == 2
    assert "'red' is not PLAYER=POINTS" in terminal.errors


def test_crowns_go_home_too(terminal: Terminal) -> None:
    line = "wheel-of-fortune/red,blue//wheel:(crowns:!((segment:storm,player:red))),drawn:3,player:red"
    output = terminal("score", "--phase", "wheel", typed=line)
    assert output.endswith("  Home: red storm.\n")


def test_placements_are_a_table(terminal: Terminal) -> None:
    assert terminal("placements", "--tile", "B", "--player", "red", typed="base/red:12,blue:7/D@0,0;U@0,1") == (
        "4 legal placements:\n"
        "  x  y  rotation  followers\n"
        "  0  2         0  cloister field@N\n"
        "  0  2        90  cloister field@N\n"
        "  0  2       180  cloister field@N\n"
        "  0  2       270  cloister field@N\n"
    )
    assert terminal.code == 0


def test_figures_of_expansions_stand_in_the_tables(terminal: Terminal) -> None:
    board = "base+traders-and-builders/red,blue/W@-1,0;U@0,0=red.road/excerpt:!t"
    output = terminal("placements", "--tile", "U", "--player", "red", typed=board)
    assert output.splitlines()[1] == "   x   y  rotation  followers               builder  pig"
    assert "   1   0         0  field@N field@S         road@E" in output
    with_builder = board.replace("/excerpt", ";U@1,0=red.builder.road/>red:W@2,0/excerpt")
    assert "  Home: red road@E 0,0 and red builder road@E 1,0.\n" in terminal("move", typed=with_builder)
    refused = terminal("move", typed=board.replace("/excerpt", "/>red:U@1,0=pig.field@N/excerpt"))
    assert "  Legal instead (figures): builder: road@E; pig: -\n" in refused


def test_a_tile_that_fits_nowhere_is_a_no(terminal: Terminal) -> None:
    assert terminal("placements", "--tile", "C", typed=POSITION) == "This tile fits nowhere.\n"
    assert terminal.code == 1


def test_a_hand_names_its_tiles(terminal: Terminal) -> None:
    line = "discovery(hand_tiles:2)/red,blue/D48@0,0/hand:!(D01,D02)"
    first, heading, row, *_ = terminal("placements", typed=line).splitlines()
    assert first.endswith("legal placements:")
    assert heading.split() == ["tile", "x", "y", "rotation", "followers"]
    assert row.split()[0] in ("D01", "D02")


BEGUN = "base/red,blue/D@0,0;G@0,-1,90=red.city"


def test_a_move_that_is_allowed_shows_what_it_brings_and_the_board_afterwards(terminal: Terminal) -> None:
    assert terminal("move", typed=f"{BEGUN}/>blue:E@0,-2,180=field") == (
        "base, blue: E@0,-2,180=field\n"
        "  This move is allowed.\n"
        "  player  before  points  after\n"
        "  red          0       6      6\n"
        "  blue         0       0      0\n"
        "  Red scores 6 points for the finished city: 3 tiles x 2.  [city.complete]\n"
        "  Home: red city@N 0,-1.\n"
        "  Next: red.\n"
        "  base(small_city:4,farm_scoring:per-field-3)/red:6,blue:0/D@0,0;G@0,-1,90;E@0,-2,180=blue.field@N/"
        "turn:(player:red,part:1),discarded:!()\n"
    )
    assert terminal.code == 0
    told = terminal("move", "--json", "--move", "blue:E@0,-2,180=field", typed=BEGUN)
    assert json.loads(told) == scorer.move(f"{BEGUN}/>blue:E@0,-2,180=field")


def test_a_move_that_is_not_allowed_shows_why_and_what_would_have_been(terminal: Terminal) -> None:
    refused = (
        "base, blue: E@0,-2,180=city\n"
        "  This move is not allowed.\n"
        "  The city to the south on 0,-2 is taken already: red’s knight on 0,-1."
        "  [spot-taken /move/spot follower.free]\n"
        "  Legal instead (spots): field@N\n"
    )
    assert terminal("move", typed=f"{BEGUN}/>blue:E@0,-2,180=city") == refused
    assert terminal.code == 1
    # The same, asked of the board as it lies.
    assert terminal("move", "--last", "blue", typed=f"{BEGUN};E@0,-2,180=blue.city") == refused
    assert "This move is allowed." in terminal("move", "--last", "blue", typed=f"{BEGUN};E@0,-2,180")


def test_a_last_tile_must_be_there_to_be_asked_about(terminal: Terminal) -> None:
    for typed in ("base/red,blue/", '{"variant": "base", "tiles": [7]}', '{"variant": "base"}'):
        assert "no last tile" in terminal("move", "--last", "red", typed=typed)
        assert terminal.code == 2


def test_what_a_move_takes_for_granted_and_the_last_tile_are_told(terminal: Terminal) -> None:
    output = terminal("move", typed="base/red,blue/D@0,0/>red:U@1,0=road/excerpt:!t")
    assert "supply" in output
    game = games("base")["g00193_p3_tiny4"]
    moves = [turn["move"] for turn in game["turns"]]
    whole = {key: game[key] for key in ("variant", "rules", "players")}
    before = scorer.replay({**whole, "moves": moves[:-1]})["position"]
    assert "  The last tile is laid.\n" in terminal("move", typed=json.dumps({**before, "move": moves[-1]}))


@pytest.mark.parametrize("move", ["red", "red:U@1", "U@1,0", "red:U@1,0/turn:1", ""])
def test_a_move_that_cannot_be_read_is_refused(terminal: Terminal, move: str) -> None:
    terminal("move", "--move", move, typed=BEGUN)
    assert terminal.code == 2


def test_the_features_of_a_board(terminal: Terminal) -> None:
    assert terminal("features", typed=BEGUN) == (
        "6 features:\n"
        "           tiles  points  majority  open\n"
        "  city-1       2       2  red          1\n"
        "  field-1      1       0  -            1\n"
        "  field-2      1       0  -            1\n"
        "  road-1       1       1  -            2\n"
        "  field-3      1       0  -            2\n"
        "  field-4      1       0  -            3\n"
    )
    assert terminal("features", typed="base/red,blue//excerpt:!t") == "0 features:\n"


def test_the_bag_is_a_table_of_counts_and_chances(terminal: Terminal) -> None:
    left = json.loads(terminal("bag", "--json", typed=BEGUN))["left"]
    gone = [kind for kind, count in left.items() for _ in range(count) if kind not in "EU"]
    typed = f"{BEGUN}/discarded:!({','.join(gone)})"
    assert terminal("bag", "--draws", "2", typed=typed) == (
        "13 tiles are left to be drawn:\n"
        "  E:5 U:8\n"
        "   x   y  tiles  next    in 2 draws\n"
        "  -1  -1     13  100.0%  100.0%      E U\n"
        "  -1   0      8  61.5%   87.2%       U\n"
        "   0  -2      5  38.5%   64.1%       E\n"
        "   0   1     13  100.0%  100.0%      E U\n"
        "   1  -1     13  100.0%  100.0%      E U\n"
        "   1   0      8  61.5%   87.2%       U\n"
        "          holes     tiles  next   in 2 draws\n"
        "  city-1  0,-2      5      38.5%  64.1%\n"
        "  road-1  -1,0 1,0  -      -      -\n"
    )
    assert terminal.code == 0
    dead = terminal("bag", "--player", "red", typed=typed.replace("(", "(" + ",".join("E" * 5) + ","))
    assert "  city-1  0,-2      dead   -" in dead
    empty = terminal("bag", typed=typed.replace("(", "(" + ",".join("E" * 5 + "U" * 8) + ","))
    assert empty.startswith("0 tiles are left to be drawn:\n  -\n")


@pytest.mark.parametrize(
    ("kind", "name"), [("jcz", "evening.jcz"), ("bga", "evening.bga.json"), ("carcassonnelab", "evening.lab.txt")]
)
def test_a_game_from_elsewhere_becomes_a_line_that_replay_takes(terminal: Terminal, kind: str, name: str) -> None:
    file = Path(__file__).parent / "imports" / name
    output = terminal("import", "--format", kind, str(file))
    assert terminal.code == 0
    *notes, line = output.splitlines()
    assert notes
    assert all(note.startswith("# ") for note in notes)
    told = json.loads(terminal("import", "--format", kind, "--json", str(file)))
    # Empty rules are not written.
    game = {"rules": {}, **notation.read(line)}
    assert told == {"game": game, "notes": [note.removeprefix("# ") for note in notes]}
    assert json.loads(terminal("replay", "--json", typed=output))["legal"]


def test_what_is_no_game_from_elsewhere_is_refused(terminal: Terminal) -> None:
    # What reads on from it gets no refusal for a game.
    assert terminal("import", "--format", "jcz", typed='{"slots": []}') == ""
    assert "too old" in terminal.errors
    assert terminal.code == 2
    assert terminal("import", "--format", "carcassonnelab", typed="https://example.org/") == ""
    assert "no link" in terminal.errors
    assert terminal.code == 2
    assert "too old" in terminal("import", "--format", "jcz", "--json", typed='{"slots": []}')


def test_games_from_elsewhere_are_parted_by_comments(terminal: Terminal) -> None:
    save = str(Path(__file__).parent / "imports" / "evening.jcz")
    output = terminal("import", "--format", "jcz", save, save)
    assert sum(line.startswith(f"# {save}") for line in output.splitlines()) == 2
    terminal("replay", "--summary", typed=output)
    assert (terminal.code, terminal.errors) == (0, "2 requests: 2 fine, 0 no, 0 unreadable.\n")


def test_validity_is_a_yes_or_all_that_is_wrong(terminal: Terminal) -> None:
    output = terminal("validate", typed=POSITION)
    assert output.startswith("This position is possible.\n  Checked: ")
    assert terminal.code == 0
    assert terminal("validate", typed="base/red,blue/D@0,0;E@0,0;U@9,9") == (
        "2 things are wrong:\n  The cell 0,0 is taken: tile D lies there.  [cell-occupied /tiles/1 "
        "placement.cell]\n  The tile on 9,9 does not touch the rest of the board; corners do not count.  "
        "[not-connected /tiles/2 placement.touch]\n"
    )
    assert terminal.code == 1


def test_a_game_is_a_table_of_its_moves(terminal: Terminal) -> None:
    claims = "/claims:!((after:3,player:red,score:2),(after:end,player:blue,score:3))"
    assert terminal("replay", "--end", typed=GAME + claims) == (
        "base\n"
        "  move  player                     red  blue\n"
        "     1  red     E@0,-1,180=city@S    4     0\n"
        "      Red scores 4 points for the finished city: 2 tiles x 2.  [city.complete]\n"
        "     2  blue    U@1,0=road           4     0\n"
        "     3  red     U@-1,0               4     0\n"
        "\n"
        "base, final\n"
        "  player  before  points  after\n"
        "  red          4       0      4\n"
        "  blue         0       3      3\n"
        "  Blue scores 3 points for the unfinished road: 3 tiles.  [road.unfinished]\n"
        "  move 3: Red claims 2, but it is 4: 2 too few.\n"
        "      move 1: Red scores 4 points for the finished city: 2 tiles x 2.  [city.complete]\n"
        "  end: Blue claims 3, and that is right.\n"
    )
    assert terminal.code == 1
    assert terminal("replay", typed="base/red,blue/>") == "base\n"
    assert terminal.code == 0


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (
            "blue:U@1,0",
            [
                "     1  blue    U@1,0    0     0",
                "      Red, the first of the players, begins; not blue.  [wrong-turn /moves/0/player turn.first]",
                "  Legal instead (player): red",
            ],
        ),
        (
            "C@1,0",
            [
                "      The west edge of the tile on 1,0 shows city, but its neighbour on 0,0 shows field and road."
                "  [edge-mismatch /moves/0 placement.match]",
                "  Legal instead (placements): 0,-1,0; 0,-1,90; 0,-1,180; 0,-1,270",
            ],
        ),
        (
            "!U",
            [
                "      Tile U cannot be put away: it fits on -1,0 with rotation 0."
                "  [discard-needless /moves/0/discard placement.unplaceable]"
            ],
        ),
        (
            "U@1,0=road;U@-1,0=road",
            [
                "      The road to the east on -1,0 is taken already: red’s thief on 1,0."
                "  [spot-taken /moves/1/spot follower.free]",
                "  Legal instead (spots): field@N; field@S",
            ],
        ),
        ("Q9@1,0", ["  Legal instead (tiles): A: 2; B: 4; C: 1; D: 3; E: 5;"]),
    ],
)
def test_an_illegal_move_is_shown_with_what_was_legal(terminal: Terminal, moves: str, told: list[str]) -> None:
    output = terminal("replay", "--end", typed=f"base/red,blue/>{moves}").splitlines()
    assert terminal.code == 1
    for line in told:
        assert any(found.startswith(line) for found in output), (line, output)


def test_a_long_list_of_what_was_legal_is_cut() -> None:
    places = [{"x": x, "y": 0, "rotation": 0} for x in range(11)]
    (line,) = tables.instead_lines({"placements": places}, texts("en"))
    assert line.endswith("7,0,0; 3 more")
    assert tables.instead_lines({"spots": []}, texts("nl")) == ["  Wel toegestaan (spots): -"]


def test_what_stops_a_game_at_its_end_is_shown(terminal: Terminal) -> None:
    line = "castle/white,black/>/end:!t,use:!((player:white,wall_tile:9))"
    assert terminal("replay", typed=line) == (
        "castle\n1 thing is wrong:\n  White holds no wall tile 9.  [wall-tile-not-held /use/0 wall-tile.use]\n"
    )
    assert terminal.code == 1


def test_a_claim_that_the_game_does_not_reach(terminal: Terminal) -> None:
    line = "base/red,blue/>blue:U@1,0/claims:!((after:1,player:red,score:3))"
    output = terminal("replay", typed=line)
    assert output.endswith("  move 1: Red claims 3, but the game did not get there.\n")


# Languages


def test_dutch_is_spoken_when_asked_or_by_the_environment(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    dutch = terminal("score", "--lang", "nl", typed=POSITION)
    assert "speler  vooraf  punten  daarna" in dutch
    assert "Red krijgt 4 punten voor de afgebouwde stad: 2 landtegels x 2." in dutch
    monkeypatch.setenv("LANG", "nl_BE.UTF-8")
    assert terminal("score", typed=POSITION) == dutch
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert "Red scores 4 points" in terminal("score", typed=POSITION)
    terminal("score", "--lang", "xx", typed=POSITION)
    assert terminal.code == 2


# What comes in


def test_files_hold_json_or_notation(terminal: Terminal, tmp_path: Path) -> None:
    expected = terminal("score", typed=POSITION)
    pretty, notation = tmp_path / "pretty.json", tmp_path / "position.txt"
    pretty.write_text(json.dumps(JSON, indent=2), "utf-8")
    notation.write_text(f"# the two-tile city\n\n{POSITION}\n", "utf-8")
    assert terminal("score", str(pretty)) == expected
    assert terminal("score", str(notation)) == expected
    assert terminal("score", "-", typed=json.dumps(JSON)) == expected


def test_many_requests_are_answered_in_order(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    broken = {**JSON, "players": [{"name": "red"}]}
    file.write_text("\n".join(json.dumps(each) for each in (JSON, broken, {"variant": "base", "tiles": 3})), "utf-8")
    output = terminal("validate", str(file))
    assert [line for line in output.splitlines() if line.startswith("==")] == [f"== {file}:{n}" for n in (1, 2, 3)]
    assert terminal.code == 2
    assert terminal.errors == "3 requests: 1 fine, 1 no, 1 unreadable.\n"
    answers = [json.loads(line) for line in terminal("validate", "--json", str(file)).splitlines()]
    assert [answer.get("valid") for answer in answers] == [True, False, None]
    assert answers[2]["errors"][0]["code"] == "wrong-type"
    listed = terminal("validate", "--json", typed=json.dumps([JSON, broken]))
    assert [json.loads(line)["valid"] for line in listed.splitlines()] == [True, False]
    assert terminal.code == 1
    two_lines = terminal("validate", "--json", typed=f"{POSITION}\n{POSITION}\n")
    assert two_lines.count('"valid": true') == 2


def test_json_is_the_librarys_answer(terminal: Terminal) -> None:
    for command, more in (("score", {"phase": "final"}), ("validate", {}), ("placements", {"tile": "U"})):
        asked = {**JSON, **more}
        output = terminal(command, "--json", typed=json.dumps(asked))
        assert json.loads(output) == getattr(scorer, command)(asked)
    game = {"variant": "base", "players": ["red", "blue"], "moves": []}
    assert json.loads(terminal("replay", "--json", typed=json.dumps(game))) == scorer.replay(game)


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        ("{", "not-json", "This is no JSON: "),
        ('{"variant": "base",\n "players": [}', "not-json", "This is no JSON: "),
        ("[" * 200_000, "not-json", "This JSON cannot be read: "),
        ('{"id": ' + "1" * 5_000 + "}", "not-json", "This JSON cannot be read: "),
        ('{"id": NaN}', "not-json", "This is no JSON: NaN is no number."),
        ("[[1]]", "wrong-type", "This must be an object, not a list."),
        ("[3]", "notation", "The notation cannot be read at column 2: "),
        ("base/red", "notation", "The notation cannot be read at column 9: “/” is expected here."),
        ('{"variant": "chess"}', "variant-unknown", "There is no variant “chess”; "),
    ],
)
def test_what_cannot_be_read(terminal: Terminal, typed: str, code: str, said: str) -> None:
    output = json.loads(terminal("validate", "--json", typed=typed))
    assert terminal.code == 2
    assert output["errors"][0]["code"] == code
    assert output["errors"][0]["detail"].startswith(said)
    assert terminal("validate", typed=typed).startswith("1 thing is wrong:\n")


def test_an_illegal_position_is_a_no(terminal: Terminal) -> None:
    terminal("score", typed="base/red,blue/E@0,0")
    assert terminal.code == 1


def test_a_file_that_is_not_there(terminal: Terminal, tmp_path: Path) -> None:
    there, binary = tmp_path / "there", tmp_path / "binary"
    there.write_text(POSITION, "utf-8")
    binary.write_bytes(b"\xff\xfe")
    output = terminal("score", str(tmp_path / "none"), str(binary), str(there))
    assert output.startswith("base, final\n")
    assert terminal.code == 2
    assert "none" in terminal.errors
    assert "binary" in terminal.errors


def test_nothing_to_read(terminal: Terminal, tmp_path: Path) -> None:
    table = tmp_path / "scores.parquet"
    for arguments in (["score"], ["draw"], ["archive", "--output", str(table)]):
        assert terminal(*arguments, typed="# nothing but a comment\n") == ""
        assert (terminal.code, terminal.errors) == (2, "There is no request here.\n")
    assert not table.exists()
    twice = run("validate", "-", "-", typed=POSITION)
    assert twice.stdout.startswith("This position is possible.")
    assert (twice.returncode, twice.stderr) == (2, "-: standard input is closed, or has been read already\n")


def test_zero_draws_are_refused(terminal: Terminal) -> None:
    assert "This must be from 1 to 1000000." in terminal("bag", "--draws", "0", typed=POSITION)
    assert terminal.code == 2


def test_wrong_usage(terminal: Terminal) -> None:
    for arguments in ([], ["judge"], ["score", "--tile", "U"], ["score", "--jobs", "0"]):
        terminal(*arguments)
        assert terminal.code == 2
        assert "usage: carcassonne-referee" in terminal.errors
    assert "It ends with 0 if all is well" in terminal("--help")
    assert terminal("--version").startswith("carcassonne-referee ")


# Pictures


def test_a_position_is_drawn(terminal: Terminal, tmp_path: Path) -> None:
    svg = terminal("draw", typed=POSITION)
    assert svg.startswith("<svg ")
    assert (
        terminal("draw", "--coordinates", "--scores", "final", "--tile", "U", "--player", "red", typed=POSITION) != svg
    )
    file = tmp_path / "board.svg"
    assert terminal("draw", "-o", str(file), typed=POSITION) == ""
    assert file.read_text("utf-8") == svg
    terminal("draw", "-o", str(tmp_path / "board.png"), typed=POSITION)
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


def test_the_end_of_a_game_is_drawn(terminal: Terminal) -> None:
    assert terminal("draw", typed=GAME + "/end:!t") == terminal(
        "draw", typed="base/red:4,blue:0/D@0,0;E@0,-1,180;U@1,0=blue.road@E;U@-1,0"
    )


def test_many_pictures_go_into_a_folder(terminal: Terminal, tmp_path: Path) -> None:
    two = f"{POSITION}\n{POSITION}"
    assert terminal("draw", typed=two) == ""
    assert (terminal.code, terminal.errors) == (2, "Many pictures need a folder: --output FOLDER.\n")
    terminal("draw", "-o", str(tmp_path / "boards"), typed=two)
    assert sorted(path.name for path in (tmp_path / "boards").iterdir()) == ["--1.svg", "--2.svg"]
    # One goes there too, if the folder is there.
    terminal("draw", "-o", str(tmp_path), typed=POSITION)
    assert (tmp_path / "--1.svg").is_file()


def test_what_cannot_be_drawn(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert terminal("draw", typed="base/red,blue/E@0,0") == ""
    assert terminal.code == 1
    assert terminal.errors.startswith("-:1: 1 thing is wrong:\n  The start tile D is not on the board.")

    monkeypatch.setattr(draw, "png", Mock(side_effect=draw.PngUnavailable))
    terminal("draw", "-o", str(tmp_path / "board.png"), typed=POSITION)
    assert terminal.code == 2
    assert "resvg-py" in terminal.errors
    terminal("draw", "-o", str(tmp_path / "none" / "board.svg"), typed=POSITION)
    assert terminal.code == 2
    assert "No such file or directory" in terminal.errors


# Many at once


def test_many_games_are_shared_among_processes(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    chosen = list(games("base").values())[: streams.WORTH_SHARING + 2]
    file.write_text(
        "\n".join(
            json.dumps(
                {
                    "variant": game["variant"],
                    "rules": game["rules"],
                    "players": game["players"],
                    "moves": [turn["move"] for turn in game["turns"]],
                }
            )
            for game in chosen
        ),
        "utf-8",
    )
    shared = terminal("replay", "--end", "--json", "--jobs", "2", str(file))
    assert [json.loads(line)["scores"] for line in shared.splitlines()] == [game["final"]["scores"] for game in chosen]
    assert terminal.code == 0
    assert terminal("replay", "--end", "--json", "--jobs", "1", str(file)) == shared


def test_what_a_client_calls_its_request_comes_back(terminal: Terminal) -> None:
    lines = [json.dumps({**JSON, "id": 7}), json.dumps({**JSON, "tiles": [], "id": ["b"]}), '{"variant": "base"']
    answers = [json.loads(line) for line in terminal("score", "--json", typed="\n".join(lines)).splitlines()]
    assert [answer.get("id") for answer in answers] == [7, ["b"], None]
    assert [answer.get("source") for answer in answers] == [None, "-:2", "-:3"]
    assert terminal.errors == "3 requests: 1 fine, 1 no, 1 unreadable.\n"


def test_a_game_in_one_row(terminal: Terminal) -> None:
    claimed = f"{GAME}/claims:!((after:3,player:red,score:4))"
    games = [claimed, json.dumps({**notation.read(GAME), "id": "g1", "end": True}), "base/red,blue/>Z@0,1", "?"]
    typed = "\n".join(games)
    rows = [line.split("\t") for line in terminal("replay", "--summary", typed=typed).splitlines()]
    assert [(source, name) for source, name, _ in rows] == [("-:1", ""), ("-:2", "g1"), ("-:3", ""), ("-:4", "")]
    assert "Red wins with 4 points; blue 3." in rows[1][2]
    assert rows[2][2].startswith("Move 1 is not allowed.")
    found = [json.loads(line) for line in terminal("replay", "--summary", "--json", typed=typed).splitlines()]
    assert found[1]["id"] == "g1"
    assert (found[1]["moves"], found[1]["legal"], found[1]["winners"]) == (3, True, ["red"])
    assert (found[2]["legal"], found[2]["problems"]) == (False, ["tile-unknown"])
    assert found[3]["source"] == "-:4"


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_shows_how_far_it_is() -> None:
    screen = Screen()
    shares = iter([2 / 3, 1.0])
    for item in progress.shown("abc", lambda: next(shares), screen):
        assert "[" not in screen.getvalue().rpartition(progress.GONE)[2], "the bar is in the way of what is printed now"
        screen.write(f"{item}\n")
    before, after, rest = screen.getvalue().split(progress.GONE)
    assert before.startswith("a\nb\n[####################..........] 67%, 2, ")
    assert after.startswith("c\n[##############################] 100%, 3, ")
    assert rest == ""


def test_a_bar_of_which_nobody_knows_the_end_counts() -> None:
    screen = Screen()
    assert list(progress.shown("ab", lambda: None, screen)) == ["a", "b"]
    assert re.fullmatch(rf"2, \d+/s{re.escape(progress.GONE)}", screen.getvalue())
    assert progress.bar(2, None, 0) == "2"


def test_there_is_no_bar_for_one_or_in_a_file() -> None:
    screen, file = Screen(), io.StringIO()
    assert list(progress.shown("a", lambda: 1.0, screen)) == ["a"]
    assert list(progress.shown("", lambda: 1.0, screen)) == []
    assert list(progress.shown("ab", lambda: 1.0, file)) == ["a", "b"]
    assert screen.getvalue() == file.getvalue() == ""


# As a program


PROGRAM = Path(sys.executable).with_name("carcassonne-referee")


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *arguments], input=typed, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_the_program_ends_with_its_code() -> None:
    assert run("validate", typed=POSITION).returncode == 0
    assert run("validate", typed="base/red,blue/").returncode == 1
    assert run("validate", typed="?").returncode == 2


def test_a_reader_that_has_enough_is_no_failure() -> None:
    script = f"'{PROGRAM}' validate --json --jobs 1 | head -n 1"
    lines = "\n".join([POSITION] * 5000)
    ended = subprocess.run(["bash", "-c", script], input=lines, capture_output=True, text=True, check=True)
    assert ended.stdout.startswith('{"valid": true')
    assert ended.stderr == ""


def test_after_a_broken_pipe_nothing_more_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "run", Mock(side_effect=BrokenPipeError))
    monkeypatch.setattr(sys, "stdout", Mock(fileno=Mock(return_value=99)))
    moved = Mock()
    monkeypatch.setattr(os, "dup2", moved)
    assert cli.main(["score"]) == 2
    assert moved.call_args.args[1] == 99
    os.close(moved.call_args.args[0])


def test_an_output_that_is_full_is_told() -> None:
    script = f"'{PROGRAM}' score > /dev/full"
    ended = subprocess.run(["bash", "-c", script], input=POSITION, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert "No space left" in ended.stderr


def test_an_output_that_fails_is_told_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cli, "run", Mock(side_effect=OSError("no room")))
    with Path(os.devnull).open("w") as output:
        monkeypatch.setattr(sys, "stdout", output)
        assert cli.main(["score"]) == 2
    assert capsys.readouterr().err == "no room\n"


@pytest.mark.parametrize(
    ("shown", "escaped"), [("Jos\xe9", r"Jos\u00e9"), ("\U0001f3f0!", r"\ud83c\udff0!"), ("\ud800", r"\ud800")]
)
def test_what_cannot_be_encoded_is_escaped(shown: str, escaped: str) -> None:
    assert shown.encode("ascii", cli.ESCAPED).decode() == escaped


def test_what_an_output_cannot_show_is_escaped_as_in_json() -> None:
    named = {**JSON, "id": "é\ud800🏰"}
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ended = subprocess.run(
        [PROGRAM, "validate", "--json"],
        input=json.dumps(named),
        capture_output=True,
        text=True,
        check=True,
        env=ascii_only,
    )
    assert ended.stdout.isascii()
    assert json.loads(ended.stdout)["id"] == named["id"]
    drawn = subprocess.run(
        [PROGRAM, "draw"],
        input="base/José,blue/D@0,0",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env=ascii_only,
    )
    assert "Jos&#233;" in drawn.stdout


def test_numbers_that_json_does_not_know_spoil_no_other_line(terminal: Terminal) -> None:
    output = terminal("validate", "--json", typed=f'{{"id": NaN}}\n{{"id": NaN}}\n{json.dumps(JSON)}\n')
    assert [json.loads(line).get("valid") for line in output.splitlines()] == [None, None, True]


def test_an_interrupt_ends_it_quietly(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "run", Mock(side_effect=KeyboardInterrupt))
    terminal("score", typed=POSITION)
    assert terminal.code == 130


def test_serve_becomes_the_service(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    class Became(Exception):
        pass

    def become(program: str, arguments: list[str], environment: dict[str, str]) -> None:
        raise Became(program, *arguments[1:], environment["HOST"], environment.get("PORT"))

    monkeypatch.setattr(os, "execve", become)
    monkeypatch.delenv("PORT", raising=False)
    with pytest.raises(Became) as became:
        terminal("serve", "--host", "0.0.0.0")
    assert became.value.args == (sys.executable, "-P", "-m", "api", "0.0.0.0", None)


def test_its_documentation_is_true(terminal: Terminal) -> None:
    page = (Path(__file__).parents[1] / "docs" / "cli.md").read_text("utf-8")
    shown = re.findall(r'^\$ echo "(.*)" \| carcassonne-referee (.*)\n((?:.*\n)*?)```$', page, re.MULTILINE)
    assert len(shown) >= 5
    for typed, arguments, output in shown:
        assert terminal(*arguments.split(), typed=typed) == output
