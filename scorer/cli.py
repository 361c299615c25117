"""The command line: ``carcassonne-referee score|placements|validate|move|bag|import|replay|archive|draw ...``."""

from __future__ import annotations

import argparse
import codecs
import io
import json
import os
import platform
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

import scorer
from scorer import archive, draw, imports, notation, progress, tables
from scorer.problems import Malformed, Problem, Refused
from scorer.referee import questions
from scorer.rules.variants import find_ruleset
from scorer.streams import STANDARD_INPUT, Input, parsed, read_request, shared
from scorer.texts import SOURCE_LANGUAGE, Texts, languages, text, texts

DESCRIPTION: Final = """\
The referee for Carcassonne. Files, or standard input, hold requests as JSON or in
the text notation of docs/notation.md: one request, or one a line.

It ends with 0 if all is well, with 1 if an answer is no (a position that is not
possible, an illegal move, a tile that fits nowhere, a wrong claim), and with 2 if
something cannot be read or asked, or nothing was.
"""

FINE, NO, UNREADABLE = 0, 1, 2
#: What a client calls its request; it comes back with the answer.
ID: Final = "id"
PNG_WIDTH: Final = 1200

#: How what an output cannot show is written.
ESCAPED: Final = "escaped-as-in-json"

#: What these write is for other programs, so a refusal is told beside it.
WRITING: Final = ("draw", "import")

#: The option that asks about the last tile of a board.
LAST: Final = "last"

Json = dict[str, Any]


class Task(NamedTuple):
    """One request, still as text, and what is asked about it."""

    source: str
    content: str
    command: str
    #: What the options put into the request.
    fields: Json
    language: str
    as_json: bool
    #: Whether a game is summed up in one row.
    summary: bool = False


class Result(NamedTuple):
    """What is printed, and how the program would end if this were all."""

    source: str
    code: int
    output: str


class Command(NamedTuple):
    """What a command asks of the library, how the answer is shown, and whether it is a yes."""

    ask: Callable[[object, str], Json]
    show: Callable[[Json, Json, Texts], list[str]]
    is_yes: Callable[[Json], bool]


def claims_agree(answer: Json) -> bool:
    return all(claim["agrees"] is not False for claim in answer.get("claims", ()))


QUESTIONS: Final[Mapping[str, Command]] = {
    "score": Command(questions.SCORE.ask, tables.score, claims_agree),
    "features": Command(questions.FEATURES.ask, tables.features, lambda _: True),
    "bag": Command(questions.BAG.ask, tables.bag, lambda _: True),
    "placements": Command(questions.PLACEMENTS.ask, tables.placements, lambda answer: bool(answer["placeable"])),
    "validate": Command(questions.VALIDATE.ask, tables.validate, lambda answer: bool(answer["valid"])),
    "move": Command(questions.MOVE.ask, tables.move, lambda answer: bool(answer["legal"])),
    "import": Command(imports.read, tables.imported, lambda _: True),
    "replay": Command(questions.REPLAY.ask, tables.replay, lambda answer: answer["legal"] and claims_agree(answer)),
}


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    if options.command == "serve":
        serve(options)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # The notation has no escapes, and pictures have their own.
        encoding = "utf-8" if options.command == "import" else None
        sys.stdout.reconfigure(encoding=encoding, errors="xmlcharrefreplace" if options.command == "draw" else ESCAPED)
    try:
        return run(options)
    except OSError as error:
        # Whoever reads may have enough, as in “| head”.
        if not isinstance(error, BrokenPipeError):
            print(error, file=sys.stderr)
        # Python would complain again when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREADABLE
    except KeyboardInterrupt:
        return 128 + 2


def escape(error: UnicodeError) -> tuple[str, int]:
    """What an output cannot show, as JSON would write it."""
    assert isinstance(error, UnicodeEncodeError)
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join([f"\\u{units[place : place + 2].hex()}" for place in range(0, len(units), 2)]), error.end


codecs.register_error(ESCAPED, escape)


def serve(options: argparse.Namespace) -> NoReturn:
    """Becomes the service, in a process of its own kind: the rules know nothing of it."""
    told = {"HOST": options.host, "PORT": options.port}
    environment = {**os.environ, **{name: value for name, value in told.items() if value is not None}}
    # Without -P a folder “api” that lies where the command is given would be run instead.
    os.execve(sys.executable, [sys.executable, "-P", "-m", "api"], environment)


def run(options: argparse.Namespace) -> int:
    if options.command == "archive":
        return archive_games(options)
    source = Input(options.files)
    tasks = as_tasks(source, options)
    # Whoever reads JSON wants no headings, so the first answer need not wait for a second request.
    as_json = writes_json(options)
    first = list(islice(tasks, 1 if as_json else 2))
    many = len(first) > 1
    if options.command == "draw" and many and options.output is None:
        print("Many pictures need a folder: --output FOLDER.", file=sys.stderr)
        return UNREADABLE
    codes: Counter[int] = Counter()
    code = FINE
    for result in progress.shown(shared(answered, chain(first, tasks), options.jobs), source.share, sys.stderr):
        codes[result.code] += 1
        code = max(code, result.code)
        if options.command == "draw" and result.code == FINE and options.output is not None:
            code = max(code, save(result, options.output, many=many))
        elif options.command in WRITING and result.code != FINE and not as_json:
            print(f"{result.source}: {result.output.strip()}", file=sys.stderr)
        else:
            heading = heading_of(result.source, options) if many and not as_json and not summed_up(options) else ""
            print(heading + result.output.rstrip("\n"), flush=True)
    if not codes:
        return nothing_asked(source, options)
    if codes.total() > 1:
        summary = text(
            "{total} requests: {fine} fine, {no} no, {unreadable} unreadable.",
            total=codes.total(),
            fine=codes[FINE],
            no=codes[NO],
            unreadable=codes[UNREADABLE],
        )
        print(texts(options.lang).say(summary), file=sys.stderr)
    return UNREADABLE if source.failed else code


def nothing_asked(source: Input, options: argparse.Namespace) -> int:
    """Says so, unless it was said already that something could not be read."""
    if not source.failed:
        print(texts(options.lang).say(text("There is no request here.")), file=sys.stderr)
    return UNREADABLE


def heading_of(source: str, options: argparse.Namespace) -> str:
    """What stands above an answer; a comment where other programs read on."""
    return f"# {source}\n" if options.command in WRITING else f"== {source}\n"


def writes_json(options: argparse.Namespace) -> bool:
    return options.command != "draw" and bool(options.json)


def summed_up(options: argparse.Namespace) -> bool:
    """Whether a game is one row."""
    return options.command == "replay" and bool(options.summary)


def archive_games(options: argparse.Namespace) -> int:
    """Judges whole games and writes their rows; a bad game is a row, not the end."""
    source = Input(options.files)
    games = archive.games_in(source)
    first = next(games, None)
    if first is None:
        return nothing_asked(source, options)
    counts = Counter({"games": 0, "bad": 0, "rows": 0})
    try:
        with archive.pool_at(options.scheduler, options.jobs) as (pool, under_way):
            tables_written = archive.archived(pool, chain([first], games), options.output, under_way)
            for table in progress.shown(tables_written, source.share, sys.stderr):
                counts.update(archive.counted_in(table))
    except (archive.ExtraMissing, OSError) as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    summary = text(
        "{games} games judged, {bad} of them not legal; {rows} rows in {file}.", **counts, file=str(options.output)
    )
    print(texts(options.lang).say(summary), file=sys.stderr)
    return UNREADABLE if source.failed else FINE


# Answering


def answered(task: Task) -> Result:
    own: Json = {}
    try:
        request = saved(task) if task.command == "import" else asked(read_request(task.content), task.fields)
        if ID in request:
            own = {ID: request.pop(ID)}
        if task.command == "draw":
            return Result(task.source, FINE, picture(request, task.language))
        question = QUESTIONS[task.command]
        if task.command == "score":
            request.setdefault("phase", "final")
        answer = question.ask(request, task.language)
    except Refused as refusal:
        said = texts(task.language, refusal.rulebook)
        problems = [problem.to_json(said) for problem in refusal.problems]
        code = UNREADABLE if isinstance(refusal, Malformed) else NO
        if task.as_json:
            return Result(task.source, code, json_line({**own, "source": task.source, "errors": problems}))
        refused = [summed(task, own, str(refusal))] if task.summary else tables.refused(problems, said)
        return Result(task.source, code, "\n".join(refused))
    code = FINE if question.is_yes(answer) else NO
    if task.summary:
        answer = summary_of(answer)
    if task.as_json:
        return Result(task.source, code, json_line({**own, **answer}))
    if task.summary:
        return Result(task.source, code, summed(task, own, answer["summary"]))
    ruleset = find_ruleset(request["variant"] if "variant" in request else answer["game"]["variant"])
    assert ruleset is not None
    said = texts(task.language, ruleset.rulebook)
    return Result(task.source, code, "\n".join(question.show(answer, request, said)))


def summed(task: Task, own: Json, sentence: str) -> str:
    """A game in one row of text, its columns parted by tabs."""
    return "\t".join([task.source, str(own.get(ID, "")), " ".join(sentence.split())])


def summary_of(answer: Json) -> Json:
    """A game in one row: whether it is legal, how far it got, and how it stands."""
    final = answer.get("final", {})
    kept = {name: answer[name] for name in ("variant", "legal", "scores", "summary")}
    problems = [problem["code"] for problem in answer["problems"]]
    return {**kept, "moves": len(answer["turns"]), "winners": final.get("winners", []), "problems": problems}


def saved(task: Task) -> Json:
    """What another program has saved, JSON or a link."""
    data = parsed(task.content)
    return {**task.fields, "data": task.content.strip() if data is None else data}


def asked(request: Json, fields: Json) -> Json:
    """A request with what the options put into it."""
    if LAST in fields:
        return last_move(request, fields[LAST])
    return {**request, **fields}


def last_move(request: Json, player: str) -> Json:
    """The question whether a player was allowed to lay the last tile of a board, with the figure that stands on it."""
    tiles = request.get("tiles")
    if not isinstance(tiles, list) or not tiles or not isinstance(tiles[-1], dict):
        message = text("The position has no last tile to ask about.")
        raise Malformed([Problem("no-tile-there", "/tiles", message, "follower.last-tile")])
    *before, last = tiles
    on_last = [follower for follower in request.get("meeples", ()) if on_cell(follower, last)]
    others = [follower for follower in request.get("meeples", ()) if not on_cell(follower, last)]
    figure = {name: on_last[0][name] for name in ("spot", "figure") if name in on_last[0]} if on_last else {}
    return {**request, "tiles": before, "meeples": others, "move": {"player": player, **last, **figure}}


def on_cell(follower: Any, tile: Json) -> bool:
    return isinstance(follower, dict) and all(follower.get(name) == tile.get(name) for name in ("x", "y"))


def json_line(answer: Json) -> str:
    return json.dumps(answer, ensure_ascii=False)


def picture(request: Any, language: str) -> str:
    """The picture of a position; of a game, that of its end."""
    if "moves" in request:
        options = request.pop("options", {})
        request = {**questions.REPLAY.ask(request, language)["position"], "options": options}
    return draw.render(request, language)


def save(result: Result, output: Path, *, many: bool) -> int:
    """Writes a picture to a file, or into a folder under its source's name; says so where that cannot be."""
    try:
        write_picture(result, output, named=many or output.is_dir())
    except (draw.PngUnavailable, OSError) as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    return FINE


def write_picture(result: Result, output: Path, *, named: bool) -> None:
    if named:
        output.mkdir(parents=True, exist_ok=True)
        output /= "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in Path(result.source).name) + ".svg"
    if output.suffix == ".png":
        output.write_bytes(draw.png(result.output, width=PNG_WIDTH))
    else:
        output.write_text(result.output, "utf-8")


# Reading


def as_tasks(source: Input, options: argparse.Namespace) -> Iterator[Task]:
    fields = fields_of(options)
    as_json, summary = writes_json(options), summed_up(options)
    return (
        Task(request.source, request.content, options.command, fields, options.lang, as_json, summary)
        for request in source.requests()
    )


# The options


def version() -> str:
    core = "compiled" if scorer.COMPILED else "plain Python"
    return f"%(prog)s {scorer.__version__} ({core}, Python {platform.python_version()})"


def parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("files", nargs="*", default=[STANDARD_INPUT], help="requests; - or nothing for standard input")
    common.add_argument(
        "--lang",
        "--language",
        choices=languages(),
        default=own_language(),
        help="the language of the sentences",
    )
    common.add_argument(
        "--jobs", type=jobs, default=os.cpu_count() or 1, help="processes for many requests (all cores)"
    )
    asking = argparse.ArgumentParser(add_help=False, parents=[common])
    asking.add_argument("--json", action="store_true", help="answers as JSON, one a line")
    root = argparse.ArgumentParser(
        "carcassonne-referee", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    root.add_argument("--version", action="version", version=version())
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")
    score = commands.add_parser("score", parents=[asking], help="who gets what, and why?")
    score.add_argument("--phase", help="interim, final, ... (default: the request's own, else final)")
    score.add_argument(
        "--claim",
        action="append",
        default=[],
        type=claim,
        metavar="PLAYER=POINTS",
        help="what a player believes to get",
    )
    placements = commands.add_parser("placements", parents=[asking], help="where may a tile go?")
    placements.add_argument("--tile", help="the tile (default: the request's own)")
    placements.add_argument("--player", help="whose followers would stand on it")
    commands.add_parser("features", parents=[asking], help="what is on the board?")
    commands.add_parser("validate", parents=[asking], help="is this position possible?")
    move = commands.add_parser("move", parents=[asking], help="was this move allowed, and what does it bring?")
    which = move.add_mutually_exclusive_group()
    which.add_argument("--move", type=move_told, metavar="PLAYER:MOVE", help="the move, as in red:U@1,0=road")
    which.add_argument("--last", metavar="PLAYER", help="ask about the last tile of the board, which this player laid")
    bag = commands.add_parser("bag", parents=[asking], help="what is left, where does it fit, and how likely is it?")
    bag.add_argument("--draws", type=int, help="how many draws to look ahead (default: the player's share of the bag)")
    bag.add_argument("--player", help="whose share")
    importing = commands.add_parser("import", parents=[asking], help="a game that another program has saved")
    importing.add_argument("--format", required=True, choices=imports.FORMATS, help="which program's")
    replay = commands.add_parser("replay", parents=[asking], help="was every move of a game allowed?")
    replay.add_argument("--summary", action="store_true", help="one row for each game")
    replay.add_argument("--end", action="store_true", help="the game ends with these moves; score what is left")
    archiving = commands.add_parser("archive", parents=[common], help="judge whole games, into one table (Parquet)")
    archiving.add_argument("-o", "--output", type=Path, required=True, help="the .parquet file to write")
    archiving.add_argument("--scheduler", metavar="ADDRESS", help="a Dask cluster, as in tcp://host:8786")
    drawing = commands.add_parser("draw", parents=[common], help="a picture of a position, or of where a game ends")
    drawing.add_argument("-o", "--output", type=Path, help="a .svg or .png file; a folder for many (default: stdout)")
    drawing.add_argument("--coordinates", action="store_true", help="number columns and rows")
    drawing.add_argument("--scores", choices=("interim", "final"), help="show what each feature brings")
    drawing.add_argument("--tile", help="show where this tile may go")
    drawing.add_argument("--player", help="whose followers would stand on it")
    serving = commands.add_parser("serve", help="run the service (docs/running.md has its settings)")
    serving.add_argument("--host", help="where it listens; 0.0.0.0 lets phones in (default: HOST, else 127.0.0.1)")
    serving.add_argument("--port", help="on which port (default: PORT, else 8000)")
    return root


def jobs(value: str) -> int:
    if not value.isdecimal() or not int(value):
        raise argparse.ArgumentTypeError(f"{value!r} is not a whole number above 0")
    return int(value)


def claim(value: str) -> tuple[str, int]:
    player, _, points = value.rpartition("=")
    if not player or not points.removeprefix("-").isdecimal():
        raise argparse.ArgumentTypeError(f"{value!r} is not PLAYER=POINTS")
    return player, int(points)


def move_told(value: str) -> Json:
    """A move in the notation, with its player."""
    try:
        *_, (name, move) = notation.read(f"-///>{value}").items()
    except Malformed:
        name = ""
    if name != "move":
        raise argparse.ArgumentTypeError(f"{value!r} is not PLAYER:MOVE, as in red:U@1,0=road")
    told: Json = move
    return told


def own_language() -> str:
    """The language that the environment asks for, where there is a catalogue."""
    variables = [os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG")]
    wanted = next(filter(None, variables), "").partition(".")[0].partition("_")[0]
    return wanted if wanted in languages() else SOURCE_LANGUAGE


def fields_of(options: argparse.Namespace) -> Json:
    """What the options put into each request."""
    given = vars(options)
    asked: Json = {
        name: given[name]
        for name in ("phase", "tile", "player", "end", "draws", "format", "move", LAST)
        if given.get(name) is not None and given[name] is not False
    }
    if given.get("claim"):
        asked["claim"] = dict(given["claim"])
    if options.command == "draw":
        shown = {"coordinates": options.coordinates, "scores": options.scores, "ghost": asked}
        return {"options": {name: value for name, value in shown.items() if value}}
    return asked
