"""The start board of the Wheel of Fortune: the wheel with its segments, crown spaces and pig."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import cos, radians, sin
from typing import Final

from scorer.draw.canvas import Canvas, write
from scorer.draw.figures import draw_piece
from scorer.draw.furniture import Furniture, Place
from scorer.draw.geometry import CENTRE, Point, number, path, rim_point
from scorer.draw.rim import Landform
from scorer.draw.terrains import look
from scorer.draw.tile import NOTHING
from scorer.rules.wheel.state import CROWN_SPACES, FIELD, SEGMENT_WORDS, SEGMENTS, WheelState, wheel_of
from scorer.tiles.cells import cell_of
from scorer.tiles.kinds import Kind

#: The wheel's middle and radius; the board covers four by four cells.
HUB: Final[Point] = (200.0, 200.0)
RADIUS: Final = 158.0
CROWNS_AT: Final = 127.0
NAME_AT: Final = 90.0
PIG_AT: Final = 52.0
#: From how many cells on a cut-out is far from the board.
FAR: Final = 20
COLOURS: Final = ("#f7e3a1", "#f2b8a0", "#cfe0a8", "#b9d3ea", "#d9c3e4", "#d8d0c0")


def _at(radius: float, angle: float) -> Point:
    """A point of the wheel; the angle clockwise from the north."""
    return HUB[0] + radius * sin(radians(angle)), HUB[1] - radius * cos(radians(angle))


def _pig_at(segment: str) -> Point:
    return _at(PIG_AT, 60 * SEGMENTS.index(segment))


def _crowns_at(segment: str) -> list[Point]:
    spaces = CROWN_SPACES[segment]
    angle = 60 * SEGMENTS.index(segment)
    return [_at(CROWNS_AT, angle + 26 * (space - (spaces - 1) / 2)) for space in range(spaces)]


class WheelBoard(Furniture):
    """The wheel in the middle of its board."""

    @property
    def left_out(self) -> bool:
        """A cut-out of a board that has nothing to do with the wheel lies on its cells, or far from it."""
        board = self.board
        if not board.tile_set.start_board:
            return True
        near = [
            -FAR < x < FAR + 3 and -FAR < y < FAR + 3
            for (x, y), orientation in zip(map(cell_of, board.keys), board.orientations, strict=True)
            if not orientation.is_start_piece
        ]
        return self.game.excerpt and bool(near) and not any(near) and FIELD.name not in self.game.states

    def start_piece(self, kind: Kind) -> Kind:
        """The board's roads end at the wheel, so no village is drawn in the middle of their cells."""
        segments = tuple(
            replace(segment, ends_in=NOTHING) if form_is_strip(segment.type) else segment for segment in kind.segments
        )
        return replace(kind, segments=segments)

    def above(self, canvas: Canvas) -> None:
        if self.left_out:
            return
        self.roads(canvas)
        canvas.add("circle", cx=HUB[0], cy=HUB[1], r=RADIUS, fill="#8a5a2b", stroke="#4a2f16", stroke_width=3)
        group = Canvas(class_="wheel")
        for place, segment in enumerate(SEGMENTS):
            self.segment(group, segment, 60 * place, COLOURS[place])
        group.add("circle", cx=HUB[0], cy=HUB[1], r=24, fill="#8a5a2b", stroke="#4a2f16", stroke_width=3)
        group.add("circle", cx=HUB[0], cy=HUB[1], r=9, fill="#f6d36b", stroke="#4a2f16", stroke_width=2)
        if self.game.rules["wheel_actions"]:
            self.crowns(group)
            group.use("pig", *_pig_at(self.wheel.pig))
        canvas.group.append(group.group)
        canvas.glyphs |= group.glyphs
        canvas.add("path", d="M0 0H400V400H0Z", fill="none", stroke="#6b4423", stroke_width=5, class_="start-board")

    @property
    def wheel(self) -> WheelState:
        return wheel_of(self.game)

    def roads(self, canvas: Canvas) -> None:
        """The roads go on from the middle of their cells to the wheel."""
        for piece in self.board.tile_set.start_pieces:
            for segment in piece.kind.segments:
                if form_is_strip(segment.type):
                    shown = look(segment.type)
                    corner = 100.0 * piece.x, 100.0 * piece.y
                    on_rim, centre = (
                        (corner[0] + x, corner[1] + y) for x, y in (rim_point((segment.ports[0] + 0.5) / 3), CENTRE)
                    )
                    data = path([(on_rim, centre), (centre, HUB)])
                    for colour, width in (
                        (shown.edge, shown.width + 2 * shown.edge_width),
                        (shown.fill, shown.width),
                    ):
                        canvas.add(
                            "path", d=data, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round"
                        )

    def segment(self, canvas: Canvas, segment: str, angle: float, colour: str) -> None:
        (ax, ay), (bx, by) = _at(RADIUS - 9, angle - 30), _at(RADIUS - 9, angle + 30)
        arc = f"A{number(RADIUS - 9)} {number(RADIUS - 9)} 0 0 1 {number(bx)} {number(by)}"
        data = f"M{number(HUB[0])} {number(HUB[1])}L{number(ax)} {number(ay)}{arc}Z"
        canvas.add("path", d=data, fill=colour, stroke="#4a2f16", stroke_width=2, class_=segment)
        x, y = _at(NAME_AT, angle)
        words = self.texts.say(SEGMENT_WORDS[segment]).upper()
        upside_down = 90 < angle < 270
        turn = f"rotate({number(angle + 180 * upside_down)} {number(x)} {number(y)})"
        write(canvas.group, words, x, y, min(17, 122 / len(words)), fill="#3c2712", font_weight="bold", transform=turn)

    def crowns(self, canvas: Canvas) -> None:
        for segment in SEGMENTS:
            followers = self.wheel.on(segment)
            for space, (x, y) in enumerate(_crowns_at(segment)):
                canvas.add("circle", cx=x, cy=y, r=18, fill="#fff6d8", stroke="#7a4b12", stroke_width=2, class_="crown")
                canvas.use("crown", x, y)
                if space < len(followers):
                    draw_piece(canvas, self.pieces[followers[space].player], x, y)

    def places(self) -> Iterable[Place]:
        for segment in SEGMENTS:
            yield Place("pig", segment, _pig_at(segment))
            yield from (Place("crown", segment, point) for point in _crowns_at(segment))

    def described(self) -> Iterable[str]:
        if self.game.rules["wheel_actions"]:
            yield f"wheel: pig on {self.wheel.pig}"
            for crown in self.wheel.crowns:
                yield f"{crown.player}: crown {crown.segment}"


def form_is_strip(terrain: str) -> bool:
    return look(terrain).form is Landform.LINE
