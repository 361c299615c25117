"""Answers as people read them on a terminal: tables and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from scorer.notation import write, write_move
from scorer.texts import Message, Texts, counted, text, titled

Answer = Mapping[str, Any]

#: So many of the placements that would have been legal are listed.
MOST_LISTED: Final = 8


def table(heading: Sequence[object], rows: Iterable[Sequence[object]]) -> list[str]:
    """Columns as wide as they need to be; numbers stand to the right."""
    filled = [[str(cell) for cell in row] for row in (heading, *rows)]
    columns = list(zip(*filled, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [all(cell.removeprefix("-").isdecimal() for cell in column[1:]) for column in columns]
    lines = []
    for row in filled:
        cells = zip(row, widths, right, strict=True)
        lines.append(
            "  " + "  ".join(cell.rjust(w) if to_right else cell.ljust(w) for cell, w, to_right in cells).rstrip()
        )
    return lines


# One for each question; all are given the answer, the request and the language


def validate(answer: Answer, _: Answer, texts: Texts) -> list[str]:
    if answer["valid"]:
        return [texts.one("This position is possible."), "  " + answer["scope"]]
    return refused(answer["problems"], texts)


def placements(answer: Answer, _: Answer, texts: Texts) -> list[str]:
    legal = answer["placements"]
    if not legal:
        return [texts.one("This tile fits nowhere.")]
    heading = ["x", "y", texts.one("rotation"), texts.one("followers")]
    rows = [[place["x"], place["y"], place["rotation"], " ".join(place["spots"])] for place in legal]
    # Which figures are told does not depend on the placement; their names are those of requests, like the spots.
    for figure in legal[0].get("figures", {}):
        heading.append(figure)
        rows = [[*row, " ".join(place["figures"][figure])] for place, row in zip(legal, rows, strict=True)]
    if "tile" in legal[0]:
        heading = [texts.one("tile"), *heading]
        rows = [[place["tile"], *row] for place, row in zip(legal, rows, strict=True)]
    count = counted("{count} legal placement:", "{count} legal placements:", len(legal))
    return [texts.say(count), *table(heading, rows)]


def features(answer: Answer, _: Answer, texts: Texts) -> list[str]:
    heading = ["", texts.one("tiles"), texts.one("points"), texts.one("majority"), texts.one("open")]
    rows = [
        [
            feature["id"],
            feature["tiles"],
            feature["points"],
            " ".join(feature["majority"]) or "-",
            texts.one("finished") if feature["complete"] else open_sides(feature),
        ]
        for feature in answer["features"]
    ]
    count = counted("{count} feature:", "{count} features:", len(rows))
    return [texts.say(count), *(table(heading, rows) if rows else ())]


def score(answer: Answer, _: Answer, texts: Texts) -> list[str]:
    lines = [f"{answer['variant']}, {answer['phase']}", *scored(answer, texts)]
    return [*lines, *claim_lines(answer.get("claims", ()), texts)]


def bag(answer: Answer, _: Answer, texts: Texts) -> list[str]:
    count = counted("{count} tile is left to be drawn:", "{count} tiles are left to be drawn:", answer["total"])
    left = " ".join(f"{kind}:{number}" for kind, number in answer["left"].items())
    ahead = texts.say(counted("in {count} draw", "in {count} draws", answer["draws"]))
    holes = table(
        ["x", "y", texts.one("tiles"), texts.one("next"), ahead, ""],
        [
            [
                hole["x"],
                hole["y"],
                hole["tiles"],
                percent(hole["next"]),
                percent(hole["within"]),
                " ".join(hole["fits"]),
            ]
            for hole in answer["holes"]
        ],
    )
    features = table(
        ["", texts.one("holes"), texts.one("tiles"), texts.one("next"), ahead],
        [
            [feature["id"], " ".join(f"{x},{y}" for x, y in feature["holes"]), *closing(feature, texts)]
            for feature in answer["features"]
        ],
    )
    return [texts.say(count), "  " + (left or "-"), *holes, *features]


def closing(feature: Answer, texts: Texts) -> list[object]:
    """How likely it is that one tile finishes a feature, where one can."""
    if feature["dead"]:
        return [texts.one("dead"), "-", "-"]
    if "closers" not in feature:
        return ["-", "-", "-"]
    return [feature["closers"], percent(feature["next"]), percent(feature["within"])]


def percent(chance: float) -> str:
    return f"{chance:.1%}"


def move(answer: Answer, request: Answer, texts: Texts) -> list[str]:
    heading = f"{answer['variant']}, {request['move']['player']}: {write_move(request['move'])}"
    if not answer["legal"]:
        verdict = texts.one("This move is not allowed.")
        instead = instead_lines(answer["legal_instead"], texts)
        return [heading, "  " + verdict, *problem_lines(answer["problems"]), *instead]
    lines = [heading, "  " + texts.one("This move is allowed."), *scored(answer, texts)]
    lines += ["  " + assumed["detail"] for assumed in answer["assumed"]]
    following = text("Next: {player}.", player=answer["next"]) if answer["next"] else text("The last tile is laid.")
    return [*lines, "  " + texts.say(following), "  " + write(answer["position"])]


def replay(answer: Answer, request: Answer, texts: Texts) -> list[str]:
    players = list(answer["scores"])
    heading = [texts.one("move"), texts.one("player"), "", *players]
    rows = []
    notes: dict[int, list[str]] = {}
    for turn, move in zip(answer["turns"], request["moves"], strict=False):
        rows.append([turn["move"], turn["player"], write_move(move), *(turn["scores"][player] for player in players)])
        notes[turn["move"]] = [*scoring_lines(turn["lines"], "      "), *problem_lines(turn["problems"], "      ")]
    printed = [answer["variant"]]
    if rows:
        top, *lines = table(heading, rows)
        printed.append(top)
        for line, turn in zip(lines, answer["turns"], strict=True):
            printed += [line, *notes[turn["move"]]]
    if answer["turns"] and not answer["turns"][-1]["legal"]:
        printed += instead_lines(answer["turns"][-1]["legal_instead"], texts)
    elif answer["problems"]:
        printed += refused(answer["problems"], texts)
    if "final" in answer:
        printed += ["", *score(answer["final"], request, texts)]
    return [*printed, *claim_lines(answer.get("claims", ()), texts)]


def imported(answer: Answer, _: Answer, __: Texts) -> list[str]:
    """The game in one line, which `replay` takes; what is not certain stands before it, as comments."""
    return [*[f"# {note}" for note in answer["notes"]], write(answer["game"])]


# Their parts


def open_sides(feature: Answer) -> int:
    """On how many sides of tiles a feature can go on; a port's first letter is its side."""
    return len({(port["x"], port["y"], port["port"][0]) for port in feature["open_ports"]})


def scored(answer: Answer, texts: Texts) -> list[str]:
    """Everybody's points, the lines that they come from, and who goes home."""
    heading = [texts.one("player"), texts.one("before"), texts.one("points"), texts.one("after")]
    rows = [[name, player["before"], player["points"], player["after"]] for name, player in answer["players"].items()]
    lines = [*table(heading, rows), *scoring_lines(answer["lines"])]
    if answer["returned"]:
        home = [follower_said(follower) for follower in answer["returned"]]
        lines.append("  " + texts.say(text("Home: {followers}.", followers=home)))
    return lines


def refused(problems: Sequence[Answer], texts: Texts) -> list[str]:
    """Everything that is wrong."""
    heading = counted("{count} thing is wrong:", "{count} things are wrong:", len(problems))
    return [texts.say(heading), *problem_lines(problems)]


def problem_lines(problems: Iterable[Answer], indent: str = "  ") -> list[str]:
    """Each problem with its code, its place and the rule it breaks."""
    lines = []
    for problem in problems:
        where = " ".join(part for part in (problem["code"], problem["pointer"], problem.get("rule")) if part)
        lines.append(f"{indent}{problem['detail']}  [{where}]")
    return lines


def scoring_lines(lines: Iterable[Answer], indent: str = "  ") -> list[str]:
    """Each line's sentence with its rule."""
    return [f"{indent}{line['text']}  [{line['rule']}]" for line in lines]


def follower_said(follower: Answer) -> str:
    place = f"{follower['spot']} {follower['x']},{follower['y']}" if "spot" in follower else follower["segment"]
    figure = f"{follower['figure']} " if "figure" in follower else ""
    return f"{follower['player']} {figure}{place}"


def instead_lines(instead: Answer, texts: Texts) -> list[str]:
    """What would have been legal: the first few placements, or whatever else it is."""
    lines: list[str] = []
    for name, value in instead.items():
        if name == "placements":
            listed = [f"{place['x']},{place['y']},{place['rotation']}" for place in value[:MOST_LISTED]]
            if len(value) > MOST_LISTED:
                listed.append(texts.say(text("{count} more", count=len(value) - MOST_LISTED)))
        elif isinstance(value, Mapping):
            listed = [f"{key}: {listed_in_line(content)}" for key, content in value.items()]
        else:
            listed = [value] if isinstance(value, str) else [str(item) for item in value]
        what = "; ".join(listed) or "-"
        lines.append("  " + texts.say(text("Legal instead ({what}): {listed}", what=name, listed=what)))
    return lines


def listed_in_line(content: object) -> str:
    """What a table shows of a value: the spots of a figure, or how many tiles of a kind there are."""
    return " ".join(map(str, content)) or "-" if isinstance(content, list) else str(content)


def claim_lines(claims: Iterable[Answer], texts: Texts) -> list[str]:
    """Each claim with its verdict; at the first wrong one the lines among which the counts part."""
    lines = []
    for claim in claims:
        sentence = texts.say(claim_said(claim))
        lines.append(f"  {when(claim['after'], texts)}: {sentence}" if "after" in claim else f"  {sentence}")
        for line in claim.get("lines", ()):
            lines.append(f"      {when(line['after'], texts)}: {line['text']}  [{line['rule']}]")
    return lines


def when(after: int | str, texts: Texts) -> str:
    return texts.one("end") if after == "end" else texts.say(text("move {number}", number=after))


def claim_said(claim: Answer) -> Message:
    player, claimed, actual, difference = (claim[name] for name in ("player", "claimed", "actual", "difference"))
    player = titled(player)
    if difference is None:
        return text("{player} claims {claimed}, but the game did not get there.", player=player, claimed=claimed)
    if not difference:
        return text("{player} claims {claimed}, and that is right.", player=player, claimed=claimed)
    sentence = (
        text("{player} claims {claimed}, but it is {actual}: {difference} too many.")
        if difference > 0
        else text("{player} claims {claimed}, but it is {actual}: {difference} too few.")
    )
    places = {"player": player, "claimed": claimed, "actual": actual, "difference": abs(difference)}
    return Message(sentence.one, sentence.many, sentence.number, places)
