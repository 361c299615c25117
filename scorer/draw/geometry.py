"""Points, curves and outlines on a tile of 100 by 100 units; ``y`` grows to the south."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, hypot
from typing import Final

Point = tuple[float, float]
#: Two points are a straight line, four a cubic Bézier curve.
Piece = tuple[Point, ...]
#: Pieces one after the other that come back to their start.
Outline = tuple[Piece, ...]

CENTRE: Final[Point] = (50.0, 50.0)
SQUARE: Final[Outline] = (
    ((0.0, 0.0), (100.0, 0.0)),
    ((100.0, 0.0), (100.0, 100.0)),
    ((100.0, 100.0), (0.0, 100.0)),
    ((0.0, 100.0), (0.0, 0.0)),
)


def turned_point(point: Point, rotation: int) -> Point:
    """Where a point lies after the tile was turned clockwise."""
    x, y = point
    return ((x, y), (100 - y, x), (100 - x, 100 - y), (y, 100 - x))[rotation // 90]


def turned_piece(piece: Piece, rotation: int) -> Piece:
    return tuple(turned_point(point, rotation) for point in piece)


def rim_point(place: float) -> Point:
    """A point on the rim: 0 is the north-west corner, 1 the north-east one, and so on clockwise to 4."""
    side = int(place) % 4
    along = 100 * (place - int(place))
    return ((along, 0.0), (100.0, along), (100 - along, 100.0), (0.0, 100 - along))[side]


def towards(start: Point, target: Point, length: float) -> Point:
    """The point that lies so far from ``start`` in the direction of ``target``."""
    dx, dy = target[0] - start[0], target[1] - start[1]
    whole = hypot(dx, dy) or 1.0
    return start[0] + dx * length / whole, start[1] + dy * length / whole


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def on_rim(piece: Piece) -> bool:
    return any(key(piece[0])[axis] == key(piece[-1])[axis] in (0, 1000) for axis in (0, 1)) and len(piece) == 2


def reverse(piece: Piece) -> Piece:
    return piece[::-1]


def point_at(piece: Piece, t: float) -> Point:
    points: Sequence[Point] = piece
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
    return points[0]


def split(piece: Piece, t: float) -> tuple[Piece, Piece]:
    """A piece cut in two (de Casteljau)."""
    points: list[Point] = list(piece)
    head, tail = [points[0]], [points[-1]]
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
        head.append(points[0])
        tail.append(points[-1])
    return tuple(head), tuple(reversed(tail))


def flat(pieces: Iterable[Piece], steps: int = 8) -> list[Point]:
    """The points along pieces, curves in so many steps."""
    points: list[Point] = []
    for piece in pieces:
        if not points or points[-1] != piece[0]:
            points.append(piece[0])
        count = 1 if len(piece) == 2 else steps
        points += [point_at(piece, step / count) for step in range(1, count + 1)]
    return points


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    x, y = point
    odd = False
    x1, y1 = polygon[-1]
    for x2, y2 in polygon:
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
        x1, y1 = x2, y2
    return odd


def distance(point: Point, points: Sequence[Point]) -> float:
    """How far a point is from a chain of straight lines."""
    px, py = point
    least = float("inf")
    ax, ay = points[0]
    for bx, by in points[1:]:
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        t = ((px - ax) * dx + (py - ay) * dy) / length if length else 0.0
        t = 0.0 if t < 0 else 1.0 if t > 1 else t
        ex, ey = ax + t * dx - px, ay + t * dy - py
        squared = ex * ex + ey * ey
        if squared < least:
            least = squared
        ax, ay = bx, by
    return float(least**0.5)


def cut(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces with straight lines cut where others cross them, or end upon them."""
    answer: list[Piece] = []
    for piece in pieces:
        stops = {round(at, 6) for other in pieces if other is not piece for at in _meetings(piece, other)}
        points = [piece[0], *[point_at(piece, at) for at in sorted(stops)], piece[-1]]
        answer += pairwise(points) if stops else [piece]
    return answer


def _meetings(line: Piece, other: Piece) -> Iterable[float]:
    """How far along a straight line another piece crosses it, or ends upon it."""
    if len(line) > 2:
        return
    (x, y), (end_x, end_y) = line
    dx, dy = end_x - x, end_y - y
    for px, py in (other[0], other[-1]):
        along = ((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy)
        if 0.01 < along < 0.99 and distance((px, py), line) < 0.05:
            yield along
    if len(other) == 2:
        (ox, oy), (oend_x, oend_y) = other
        across = dx * (oend_y - oy) - dy * (oend_x - ox)
        if across:
            along = ((ox - x) * (oend_y - oy) - (oy - y) * (oend_x - ox)) / across
            aside = ((ox - x) * dy - (oy - y) * dx) / across
            if 0.01 < along < 0.99 and 0.01 < aside < 0.99:
                yield along


def number(value: float) -> str:
    """A coordinate as short text."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


def path(pieces: Iterable[Piece], *, closed: bool = False) -> str:
    """The path data of pieces; those that don't follow each other start anew."""
    data: list[str] = []
    at: Point | None = None
    for piece in pieces:
        if at is None or key(at) != key(piece[0]):
            data.append(f"M{_pair(piece[0])}")
        data.append(("L" if len(piece) == 2 else "C") + " ".join(_pair(point) for point in piece[1:]))
        at = piece[-1]
    return "".join(data) + ("Z" if closed else "")


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def key(point: Point) -> tuple[int, int]:
    """Points with the same key are one point."""
    return round(point[0] * 10), round(point[1] * 10)


def faces(rim: Sequence[tuple[Piece, int | None]], inner: Iterable[Piece]) -> list[tuple[Outline, int | None]]:
    """The areas into which pieces cut the tile, each with its owner on the rim.

    ``rim`` goes around clockwise, each piece with whoever it belongs to. Walking along a piece the area lies on the
    right; where several meet, the way goes on along the first to the right.
    """
    leaving: dict[tuple[int, int], dict[float, Piece]] = {}
    owners: dict[tuple[tuple[int, int], ...], int | None] = {}

    def add(piece: Piece) -> None:
        (x, y), (towards_x, towards_y) = piece[0], piece[1]
        leaving.setdefault(key(piece[0]), {})[atan2(towards_y - y, towards_x - x)] = piece

    for piece, owner in rim:
        add(piece)
        add(reverse(piece))
        owners[_keys(piece)] = owner
        owners[_keys(reverse(piece))] = OUTSIDE
    for piece in inner:
        add(piece)
        add(reverse(piece))
    answer = []
    seen: set[tuple[tuple[int, int], ...]] = set()
    for start in [piece for around in leaving.values() for piece in around.values()]:
        outline: list[Piece] = []
        held: list[int | None] = []
        piece = start
        while _keys(piece) not in seen:
            seen.add(_keys(piece))
            outline.append(piece)
            if _keys(piece) in owners:
                held.append(owners[_keys(piece)])
            back = reverse(piece)
            angle = atan2(back[1][1] - back[0][1], back[1][0] - back[0][0])
            around = leaving[key(piece[-1])]
            right = [other for other in around if other < angle - 1e-9] or list(around)
            piece = around[max(right)]
        if outline and OUTSIDE not in held:
            answer.append((tuple(outline), next((owner for owner in held if owner is not None), None)))
    return answer


#: The owner of everything beyond the rim.
OUTSIDE: Final = -1


def _keys(piece: Piece) -> tuple[tuple[int, int], ...]:
    return tuple(key(point) for point in piece)
