"""What is on the board?"""

from __future__ import annotations

from typing import Any

from scorer.board.board import ALL_SIDES, Board
from scorer.board.region import Region
from scorer.game.building import build
from scorer.game.game import Game
from scorer.game.position import Position
from scorer.referee.asking import Answer, assumed_json
from scorer.tiles.cells import KEY_STEPS
from scorer.tiles.orientations import SIDES_LEFT_OPEN


def list_features(position: Position, language: str) -> Answer:
    """What is on the board?"""
    game = build(position)
    return {"features": feature_list(game), "assumed": assumed_json(game, game.texts(language))}


def feature_list(game: Game) -> list[dict[str, Any]]:
    """Every region as an answer shows it."""
    ports, features = open_ports(game.board), game.board.features()
    ids = {region.label: region.id for region in features}
    return [feature_json(game, region, ports.get(region.label, []), ids) for region in features]


def open_ports(board: Board) -> dict[int, list[dict[str, Any]]]:
    """For each region, by its label, the ports where it looks at an empty cell: by cell, segment and port."""
    by_label: dict[int, list[dict[str, Any]]] = {}
    for key, tile in sorted(board.at.items()):
        covered = board.covered[tile]
        if covered == ALL_SIDES:
            continue
        orientation, base = board.orientations[tile], board.first[tile]
        x, y = board.cells[tile]
        of_segment: dict[int, list[dict[str, Any]]] = {}
        for side in SIDES_LEFT_OPEN[covered]:
            exposed = board.tile_set.open_segments(key + KEY_STEPS[side], orientation, side)
            for segment, port in orientation.reaching[side]:
                if segment in exposed:
                    of_segment.setdefault(segment, []).append({"x": x, "y": y, "port": port})
        for segment in sorted(of_segment):
            by_label.setdefault(board.label_of(base + segment), []).extend(of_segment[segment])
    return by_label


def feature_json(game: Game, region: Region, ports: list[dict[str, Any]], ids: dict[int, str]) -> dict[str, Any]:
    draft = game.worth(region)
    meeples = region.meeples
    counts = {mark: region.marks(mark) for mark in game.ruleset.counts[region.type]}
    return {
        "id": ids[region.label],
        "type": region.type,
        "complete": draft.value.complete,
        "tiles": draft.tiles,
        "cells": draft.cells,
        "open_ports": ports,
        "counts": {**counts, **draft.counts} if draft.counts else counts,
        "meeples": [meeple.to_json() for meeple in meeples],
        "majority": game.majority_on(meeples) if meeples else [],
        "points": draft.value.points,
        "touches": [ids[label] for label in region.board.in_order(region.touched_labels()) if label in ids],
        **draft.details,
    }
