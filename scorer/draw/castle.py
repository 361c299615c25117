"""The castle's wall: the track around the cells, corner towers with wall tiles, start spaces and the markers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from scorer.draw.canvas import Canvas, element, write
from scorer.draw.figures import draw_piece
from scorer.draw.furniture import Extent, Furniture, Place, around
from scorer.draw.geometry import Point, number, path, towards
from scorer.draw.rim import Landform
from scorer.draw.terrains import look
from scorer.draw.tile import MARK_GLYPHS, paints
from scorer.rules.castle.state import CastleState, castle_of
from scorer.texts import text
from scorer.tiles.ports import STEPS
from scorer.tiles.tileset import StartPiece, box_data

#: How thick the wall is, and how much of it a start space's land takes.
WALL: Final = 52.0
LAND: Final = 24.0
TOWER: Final = 32.0
#: What is in the picture around the wall's middle line, and around the tiles of a cut-out.
RIM: Final = TOWER + 2
ROUND_ABOUT: Final = 110.0
STONE: Final = "#a9a4ad"
SPACE: Final = "#efeae0"
INK: Final = "#39343f"


class Space(NamedTuple):
    """One numbered space of the track: its middle, and whether it belongs to a corner tower."""

    point: Point
    corner: bool


class Track(NamedTuple):
    """The track as it runs around the cells."""

    spaces: tuple[Space, ...]
    #: The corner towers by their lower number.
    towers: Mapping[int, Point]
    #: The middle line of the wall, corner by corner.
    line: tuple[Point, ...]


def boundary(cells: frozenset[tuple[int, int]]) -> list[tuple[Point, Point]]:
    """The edges around cells, clockwise, each from corner to corner of one cell, starting anywhere."""
    ahead: dict[Point, Point] = {}
    for x, y in cells:
        corners: list[Point] = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        for side, (dx, dy) in enumerate(STEPS):
            if (x + dx, y + dy) not in cells:
                ahead[corners[side]] = corners[(side + 1) % 4]
    at = min(ahead)
    edges = []
    for _ in ahead:
        edges.append((at, ahead[at]))
        at = ahead[at]
    return edges


def lay_track(cells: frozenset[tuple[int, int]], first: Point) -> Track:
    """Numbers the wall clockwise from the corner ``first``: two spaces on each corner tower and two along each cell.

    In an inner corner of the wall the tower takes the place of both edges beside it.
    """
    edges = boundary(cells)
    start = next(i for i, (corner, _) in enumerate(edges) if corner == first)
    edges = edges[start:] + edges[:start]
    turns = [_turn(edges[i - 1], edge) for i, edge in enumerate(edges)]
    spaces: list[Space] = []
    towers: dict[int, Point] = {}
    line: list[Point] = []
    for i, (a, b) in enumerate(edges):
        before = edges[i - 1]
        outward, outward_before = _outward(a, b), _outward(*before)
        if turns[i]:
            corner = _moved(_moved((100 * a[0], 100 * a[1]), outward, WALL / 2), outward_before, WALL / 2)
            line.append(corner)
            place = corner if turns[i] > 0 else _moved(_moved(corner, outward, 6), outward_before, 6)
            towers[len(spaces)] = place
            along = towards((0, 0), (b[0] - before[0][0], b[1] - before[0][1]), 19)
            spaces += [
                Space((place[0] - along[0], place[1] - along[1]), True),
                Space((place[0] + along[0], place[1] + along[1]), True),
            ]
        if turns[i] >= 0 and turns[(i + 1) % len(edges)] >= 0:
            for share in (0.25, 0.75):
                on_edge = 100 * (a[0] + share * (b[0] - a[0])), 100 * (a[1] + share * (b[1] - a[1]))
                spaces.append(Space(_moved(on_edge, outward, WALL / 2), False))
    return Track(tuple(spaces), towers, tuple(line))


def _turn(before: tuple[Point, Point], edge: tuple[Point, Point]) -> float:
    """Positive where the wall turns right (an outer corner), negative where it turns left, 0 where it runs on."""
    (ax, ay), (bx, by) = before
    (cx, cy), (dx, dy) = edge
    return (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)


def _outward(a: Point, b: Point) -> Point:
    return b[1] - a[1], a[0] - b[0]


def _moved(point: Point, direction: Point, length: float) -> Point:
    return point[0] + direction[0] * length, point[1] + direction[1] * length


@cache
def castle_cells() -> frozenset[tuple[int, int]]:
    rows = box_data("castle")["wall_rows"]
    return frozenset((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#")


@cache
def castle_track() -> Track:
    """The track of the printed wall: number 0 stands on the tower in the south-west corner of the lowest row."""
    lowest = max(y for _, y in castle_cells())
    return lay_track(castle_cells(), (min(x for x, y in castle_cells() if y == lowest), lowest + 1))


class CastleWall(Furniture):
    """The wall, its track, and what stands upon it."""

    def view(self, tiles: Extent | None) -> Extent:
        """The whole castle; of a cut-out that has nothing to do with the track only what lies around the tiles."""
        west, north, east, south = around((x, y, x, y) for x, y in castle_track().line)
        whole = west - RIM, north - RIM, east + RIM, south + RIM
        castle = self.castle
        tracked = any(self.game.scores.values()) or castle.on_wall is not None or bool(castle.held)
        if tiles is None or tracked or not self.game.excerpt:
            return whole
        return (
            max(tiles[0] - ROUND_ABOUT, whole[0]),
            max(tiles[1] - ROUND_ABOUT, whole[1]),
            min(tiles[2] + ROUND_ABOUT, whole[2]),
            min(tiles[3] + ROUND_ABOUT, whole[3]),
        )

    @property
    def castle(self) -> CastleState:
        return castle_of(self.game)

    def beneath(self, canvas: Canvas) -> None:
        track = castle_track()
        group = Canvas(class_="castle")
        corners = track.line
        ring = path([(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)], closed=True)
        group.add("path", d=ring, fill="#e6e4d2", stroke=INK, stroke_width=WALL + 5, stroke_linejoin="round")
        group.add("path", d=ring, fill="none", stroke=STONE, stroke_width=WALL)
        group.add("path", d=ring, fill="none", stroke=f"url(#{group.refer('bricks')})", stroke_width=WALL)
        cells = "".join(f"M{100 * x} {100 * y}h100v100h-100z" for x, y in sorted(castle_cells()))
        group.add("path", d=cells, fill="#e6e4d2", stroke="#b7b39b", stroke_width=1)
        self.spaces(group, track)
        for piece in self.board.tile_set.start_pieces:
            self.land(group, piece)
        for low, point in track.towers.items():
            self.tower(group, low, point, track)
        canvas.group.append(group.group)
        canvas.glyphs |= group.glyphs

    def numbers(self, piece: StartPiece) -> list[int]:
        return [int(part) for part in (piece.label or "").split("/")]

    def side(self, piece: StartPiece) -> int:
        """The side with which a start space looks at the cells."""
        return next(side for side, (dx, dy) in enumerate(STEPS) if (piece.x + dx, piece.y + dy) in castle_cells())

    def spaces(self, canvas: Canvas, track: Track) -> None:
        """The numbered spaces along the cells."""
        lands = {place: piece for piece in self.board.tile_set.start_pieces for place in self.numbers(piece)}
        frames, numbers = [], element("g", fill=INK)
        for place, space in enumerate(track.spaces):
            if not space.corner:
                (x, y), width, height = space.point, 44.0, 44.0
                if place in lands:
                    # The land takes the inner part of the wall; the numbers move out.
                    dx, dy = STEPS[self.side(lands[place])]
                    x, y = x - dx * LAND / 2, y - dy * LAND / 2
                    width, height = (WALL - LAND - 5, height) if dx else (width, WALL - LAND - 5)
                frames.append(f"M{x - width / 2:g} {y - height / 2:g}h{width:g}v{height:g}h{-width:g}z")
                write(numbers, str(place), x, y, 19)
        canvas.add("path", d="".join(frames), fill=SPACE, stroke="#8d8794", stroke_linejoin="round", stroke_width=3)
        canvas.group.append(numbers)

    def land(self, canvas: Canvas, piece: StartPiece) -> None:
        """What a start space shows along its edge."""
        side = self.side(piece)
        group = Canvas(class_="start-space", transform=self.facing(piece, side))
        for segment in piece.kind.segments:
            shown = look(segment.type)
            for port in segment.ports:
                if shown.form is not Landform.LINE:
                    left = 0 if port % 3 == 0 else 50
                    for paint in paints(shown, group):
                        group.add("rect", x=left, y=0, width=50, height=LAND, fill=paint)
        for segment in piece.kind.segments:
            shown = look(segment.type)
            if shown.form is Landform.LINE:
                for colour, width in (
                    (shown.edge, shown.width + 2 * shown.edge_width),
                    (shown.fill, shown.width),
                ):
                    group.add("path", d=f"M50 0V{number(LAND)}", stroke=colour, stroke_width=width)
        group.add("rect", x=0, y=0, width=100, height=LAND, fill="none", stroke=INK, stroke_width=2.5)
        canvas.group.append(group.group)
        canvas.glyphs |= group.glyphs
        self.land_marks(canvas, piece, side)

    def land_marks(self, canvas: Canvas, piece: StartPiece, side: int) -> None:
        """Markets and fountains, upright whatever the side."""
        (dx, dy), (cx, cy) = STEPS[side], (100 * piece.x + 50, 100 * piece.y + 50)
        for segment in piece.kind.segments:
            along = sum((port % 3 - 1) * 25 for port in segment.ports) / max(1, len(segment.ports))
            # Clockwise along the edge: to the east in the north, to the south in the east.
            x, y = cx + dx * (50 - LAND / 2) - dy * along, cy + dy * (50 - LAND / 2) + dx * along
            for mark in segment.marks:
                canvas.use(MARK_GLYPHS[mark], x, y, scale=0.8)

    def facing(self, piece: StartPiece, side: int) -> str:
        """Moves a strip along the x axis to the inner half of the wall, its first half-edge first."""
        x, y = 100 * piece.x, 100 * piece.y
        corners = ((x, y), (x + 100, y), (x + 100, y + 100), (x, y + 100))
        left, top = corners[side]
        return f"translate({left} {top}) rotate({90 * side})"

    def tower(self, canvas: Canvas, low: int, point: Point, track: Track) -> None:
        x, y = point
        canvas.add("circle", cx=x, cy=y, r=TOWER, fill=STONE, stroke=INK, stroke_width=3, class_="corner-tower")
        canvas.add("circle", cx=x, cy=y, r=TOWER - 3, fill=SPACE, stroke=INK, stroke_width=2.5, stroke_dasharray="6 5")
        if low in self.castle.towers:
            canvas.use("wall_tile", x, y)
        for place in (low, low + 1):
            at = track.spaces[place].point
            write(canvas.group, str(place), *at, 13, fill=INK, font_weight="bold")

    def above(self, canvas: Canvas) -> None:
        """The players' markers on the track; who has passed 100 lies down."""
        spaces = castle_track().spaces
        players = self.game.players
        for seat, player in enumerate(players):
            x, y = spaces[player.score % len(spaces)].point
            shift = (
                10 * (2 * seat - len(players) + 1)
                if len({p.score % len(spaces) for p in players}) < len(players)
                else 0
            )
            draw_piece(canvas, self.pieces[player.name], x + shift, y, lying=player.score >= len(spaces), scale=0.85)

    def places(self) -> Iterable[Place]:
        track = castle_track()
        yield from (Place("wall_tile", str(low), point) for low, point in track.towers.items())
        yield from (Place("marker", str(place), space.point) for place, space in enumerate(track.spaces))

    def notes(self, player: str) -> Iterable[str]:
        keep = self.castle.keeps.get(player)
        if keep is not None:
            yield self.texts.say(text("keep {tiles}", tiles=keep))
        held = self.castle.held.get(player, ())
        if held:
            yield self.texts.say(text("wall tiles {tiles}", tiles=", ".join(map(str, held))))

    def described(self) -> Iterable[str]:
        for player in self.game.players:
            notes = list(self.notes(player.name))
            if notes:
                yield f"{player.name}: {', '.join(notes)}"
