"""Draws every tile and every example into ``docs/gallery``: contact sheets, and a page per variant with its examples.

Run by ``make gallery``. What it writes depends on the tile sets, the fixtures and the library alone, so that running it
again changes nothing.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import scorer
from scorer import notation
from scorer.draw import board_svg, question_svg, sheet_svg
from scorer.game.building import build
from scorer.game.reading import position_form, read_ruleset
from scorer.limits import DEFAULT_LIMITS
from scorer.problems import Refused
from scorer.rules.ruleset import Expansion
from scorer.rules.variants import EXPANSIONS, RULESETS, expansions_for, find_variant, ruleset
from scorer.texts import texts
from scorer.tiles.kinds import Kind

ROOT: Final = Path(__file__).parent.parent
#: The board that the README begins with.
FIRST_BOARD: Final = "base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S"
GALLERY: Final = ROOT / "docs" / "gallery"
FIXTURES: Final = ROOT / "fixtures"

Example = Mapping[str, Any]

CALLS: Final = {
    "validate": scorer.validate,
    "features": scorer.features,
    "placements": scorer.placements,
    "score": scorer.score,
    "move": scorer.move,
}


def main() -> None:
    shutil.rmtree(GALLERY, ignore_errors=True)
    GALLERY.mkdir(parents=True)
    examples = read_examples()
    sheets = draw_sheets()
    for folder, title in titles().items():
        draw_examples(folder, examples[folder])
        write_page(folder, title, examples[folder])
    write_index(sheets, examples)
    (GALLERY / "first-board.svg").write_text(first_board(), "utf-8")
    print(f"{len(sheets)} tile sets and {sum(map(len, examples.values()))} examples are drawn in {GALLERY}.")


def first_board() -> str:
    """The board of the README's first screen, with the tiles' letters."""
    request = notation.read(FIRST_BOARD)
    game = build(position_form(read_ruleset(request)).read(request, DEFAULT_LIMITS))
    letters = {(tile["x"], tile["y"]): tile["tile"] for tile in request["tiles"]}
    return board_svg(game, coordinates=True, badges=letters, size=240)


def titles() -> dict[str, str]:
    """What each folder of examples is about: a game, or an expansion."""
    return {game.id: game.title for game in RULESETS} | {one.id: one.title for one in EXPANSIONS}


def read_examples() -> dict[str, list[Example]]:
    """The examples by their folder."""
    return {
        folder: [json.loads(file.read_text("utf-8")) for file in sorted((FIXTURES / folder).glob("*.json"))]
        for folder in titles()
    }


def draw_sheets() -> dict[str, str]:
    """One contact sheet per box; answers the box's title by its file."""
    sheets: dict[str, str] = {}
    for variant in RULESETS:
        file = f"tiles-{variant.box}.svg"
        if file not in sheets:
            tile_set = variant.tile_set(variant.default_rules())
            sheets[file] = f"{variant.title}: {len(tile_set.kinds)} kinds, {tile_set.size} tiles"
            (GALLERY / file).write_text(sheet_svg(list(tile_set.kinds.values()), title=sheets[file]), "utf-8")
    for expansion in EXPANSIONS:
        kinds = kinds_added(expansion)
        file = f"tiles-{expansion.part.id}.svg"
        sheets[file] = f"{expansion.title}: {len(kinds)} kinds, {sum(kind.count for kind in kinds)} tiles"
        (GALLERY / file).write_text(sheet_svg(kinds, title=sheets[file]), "utf-8")
    return sheets


def kinds_added(expansion: Expansion) -> list[Kind]:
    """The kinds of tile that are there only with an expansion, among all that its game can be played with."""
    variant = find_variant(expansion.goes_with[0])
    assert variant is not None
    every = expansions_for(variant.id)
    whole, without = (
        ruleset(variant, added) for added in (every, [other for other in every if other is not expansion])
    )
    before = without.tile_set(without.default_rules()).kinds
    return [kind for kind in whole.tile_set(whole.default_rules()).kinds.values() if kind.id not in before]


def draw_examples(folder: str, examples: Iterable[Example]) -> None:
    (GALLERY / folder).mkdir()
    for example in examples:
        picture = question_svg(example["call"], example["request"])
        (GALLERY / folder / f"{example['id']}.svg").write_text(picture, "utf-8")


def write_page(folder: str, title: str, examples: list[Example]) -> None:
    lines = [
        f"# {title}",
        "",
        f"The {len(examples)} examples of `fixtures/{folder}/`, drawn by `make gallery`.",
        "",
    ]
    for example in examples:
        lines += [
            f"## {example['title']['en']}",
            "",
            picture(f"{folder}/{example['id']}.svg", example["title"]["en"]),
            "",
        ]
        lines += [f"> {words}  " for words in example["caption"].values() if words]
        lines += ["", *(f"- {found}" for found in result(example)), "", f"<sub>{source(example)}</sub>", ""]
    (GALLERY / f"{folder}.md").write_text("\n".join(lines), "utf-8")


def picture(file: str, alternative: str) -> str:
    return f'<img src="{file}" alt="{alternative}" width="480">'


def source(example: Example) -> str:
    book = example["source"]
    page = "" if book["page"] is None else f", page {book['page']}"
    made = "after the printed figure" if example["board"] == "figure" else "rebuilt from the words"
    return f"`{example['id']}`: {', '.join(book['rulebook'])}{page}, “{book['section']}”; {made}"


def result(example: Example) -> Iterable[str]:
    """What the referee says about an example, in short sentences."""
    request, call = example["request"], example["call"]
    try:
        answer = CALLS[call](request)
    except Refused as refusal:
        return [f"Refused: {texts().say(problem.message)}" for problem in refusal.problems]
    match call:
        case "score":
            totals = ", ".join(f"{player} {total['points']}" for player, total in answer["players"].items())
            return [f"{request['phase']}: **{totals}**", *(line["text"] for line in answer["lines"])]
        case "move":
            return [answer["summary"], *(line["text"] for line in answer["lines"])]
        case "placements":
            return placement_words(answer["placements"])
        case "features":
            return [feature_words(feature) for feature in answer["features"] if feature["meeples"]]
        case _:
            return [problem["detail"] for problem in answer["problems"]] or ["The position is possible."]


def placement_words(placements: list[dict[str, Any]]) -> list[str]:
    if not placements:
        return ["The tile can be laid nowhere."]
    cells: dict[tuple[int, int], list[str]] = {}
    for placement in placements:
        cells.setdefault((placement["x"], placement["y"]), []).append(f"{placement['rotation']}°")
    found = [f"{x},{y} ({', '.join(rotations)})" for (x, y), rotations in cells.items()]
    shown = "; ".join(found[:8]) + ("; ..." if len(found) > 8 else "")
    return [f"{len(placements)} legal placements: {shown}"]


def feature_words(feature: Mapping[str, Any]) -> str:
    state = "finished" if feature["complete"] else "not finished"
    followers = ", ".join(f"{follower['player']} on {follower['x']},{follower['y']}" for follower in feature["meeples"])
    return f"{feature['id']}: {feature['tiles']} tiles, {state}, worth {feature['points']}; {followers}"


def write_index(sheets: Mapping[str, str], examples: Mapping[str, list[Example]]) -> None:
    lines = [
        "# Gallery",
        "",
        "Every tile and every rulebook example, drawn from the tiles' segments by `make gallery`.",
        "",
    ]
    lines += ["## Examples", ""]
    lines += [f"- [{title}]({folder}.md): {len(examples[folder])} examples" for folder, title in titles().items()]
    for file, title in sheets.items():
        lines += ["", f"## {title}", "", f'<img src="{file}" alt="{title}" width="960">']
    (GALLERY / "README.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
