"""A whole board as SVG."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Final

from scorer.board.board import FOLLOWER, Board, Meeple
from scorer.board.region import Region
from scorer.draw import castle, wheel
from scorer.draw.canvas import Canvas, Values, add, write
from scorer.draw.figures import Piece, draw_piece, pieces
from scorer.draw.furniture import Extent, Furniture, around
from scorer.draw.geometry import Point, on_rim, path, turned_piece, turned_point
from scorer.draw.labels import MOST_COVERED, Crowd, tries
from scorer.draw.legend import Legend
from scorer.draw.picture import Picture
from scorer.draw.rim import Landform
from scorer.draw.terrains import look
from scorer.draw.tile import Drawn, draw_badge, drawn, plan, spot_point
from scorer.game.game import Game
from scorer.rules.placing import Placement
from scorer.rules.ruleset import Ruleset
from scorer.rules.scoring import Ruling
from scorer.texts import SOURCE_LANGUAGE, Texts, counted, text
from scorer.tiles.cells import cell_of
from scorer.tiles.kinds import Kind
from scorer.tiles.orientations import Orientation

#: What parts have on the table besides tiles, by their id.
FURNITURE: Final[Mapping[str, type[Furniture]]] = {"wheel": wheel.WheelBoard, "castle": castle.CastleWall}

BACKGROUND: Final = "#fbf7ec"
HIGHLIGHT: Final = "#ffd21f"
HIGHLIGHT_EDGE: Final = "#c2127c"
LAST: Final = "#e3001b"
MARGIN: Final = 14.0
#: A picture is never narrower than this, so that the players' names fit.
LEAST_WIDTH: Final = 300.0
#: How often a description may name tiles one by one.
MOST_DESCRIBED: Final = 400

Cell = tuple[int, int]


def furniture_of(ruleset: Ruleset) -> type[Furniture]:
    """What a game has on the table besides tiles."""
    return next((FURNITURE[part.id] for part in ruleset.parts if part.id in FURNITURE), Furniture)


def board_svg(
    game: Game,
    *,
    highlight_features: Collection[str] = (),
    highlight_cells: Collection[Cell] = (),
    coordinates: bool = False,
    last: Cell | None = None,
    faults: Collection[Cell] = (),
    ghost: Sequence[Placement] = (),
    scores: Ruling | None = None,
    badges: Mapping[Cell, str] | None = None,
    size: float | None = None,
    language: str = SOURCE_LANGUAGE,
) -> str:
    """A picture of a board.

    ``highlight_features`` are ids as ``features`` answers them; one that the board does not have raises ``KeyError``.
    ``last`` is outlined in red, as the rulebooks do; ``faults`` are crossed out too. ``ghost`` are placements, half
    transparent in their first rotation. ``scores`` puts the points of a ruling upon the features they come from.
    ``badges`` are the symbols on single tiles. ``size`` is the width in pixels; without it the picture fills its frame.
    """
    drawing = _BoardDrawing(
        game,
        game.texts(language),
        coordinates=coordinates,
        cells=highlight_cells,
        ghost=ghost,
        ruling=scores,
        size=size,
    )
    drawing.tiles(highlight_features, badges or {})
    drawing.ghosts(ghost)
    drawing.marks(highlight_cells, last, faults)
    drawing.followers()
    drawing.scores(scores)
    return drawing.picture.text()


def features_by_id(board: Board) -> dict[str, Region]:
    """Every feature by its id."""
    return {region.id: region for region in board.features()}


def extent_in_cells(board: Board, cells: Iterable[Cell] = ()) -> tuple[int, int]:
    """How many columns and rows the board and these cells take."""
    both = [*(cell_of(key) for key in board.keys), *cells] or [(0, 0)]
    columns, rows = zip(*both, strict=True)
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


class _BoardDrawing:
    """Draws one board, layer upon layer."""

    def __init__(
        self,
        game: Game,
        said: Texts,
        *,
        coordinates: bool,
        cells: Iterable[Cell],
        ghost: Sequence[Placement],
        ruling: Ruling | None,
        size: float | None,
    ) -> None:
        self.game = game
        self.board = board = game.board
        self.said = said
        self.pieces = pieces(game.players)
        self.furniture = furniture_of(game.ruleset)(game, self.pieces, said)
        labels = board.tile_set.labels
        #: The tiles that lie on cells of the playing area; start spaces are the furniture's.
        self.shown = [
            (cell_of(key), orientation)
            for key, orientation in zip(board.keys, board.orientations, strict=True)
            if key not in labels and not (orientation.is_start_piece and self.furniture.left_out)
        ]
        self.kinds: dict[int, Kind] = {}
        self.drawings: dict[int, Drawn] = {}
        self.standing: list[Point] = []
        in_view = [*(cell for cell, _ in self.shown), *(placement.cell for placement in ghost), *cells]
        self.view = west, north, east, south = self.seen(in_view)
        self.columns, self.rows = self.numbered(in_view)
        #: What is written grows with the board, so that it stays readable on a phone.
        self.scale = min(max((east - west) / 800, 1.0), 2.2)
        ruler = 26 * self.scale if coordinates else 0.0
        spare = max(0.0, LEAST_WIDTH - (east - west) - 2 * MARGIN - ruler) / 2
        left, top = west - MARGIN - ruler - spare, north - MARGIN - ruler
        width = east + MARGIN + spare - left
        legend = Legend(game, self.pieces, self.furniture, ruling, width - 2 * MARGIN)
        height = south + MARGIN + legend.height - top
        described = self.description(ruling)
        self.picture = Picture(left, top, width, height, size=size, title=self.title(), description=described)
        self.canvas = self.picture.canvas
        self.canvas.group.set("class", "board")
        self.canvas.add("rect", x=left, y=top, width=width, height=height, fill=BACKGROUND, class_="table")
        self.furnish(self.furniture.beneath)
        legend.draw(self.canvas, left + MARGIN, south + MARGIN / 2)
        if coordinates:
            self.rulers(west - MARGIN / 2 - ruler / 2, north - MARGIN / 2 - ruler / 2)

    def seen(self, cells: Iterable[Cell]) -> Extent:
        """What is in the picture: these cells, and what the furniture asks for."""
        extents = [(100.0 * x, 100.0 * y, 100.0 * x + 100, 100.0 * y + 100) for x, y in cells]
        return self.furniture.view(around(extents) if extents else None) or (0.0, 0.0, 100.0, 100.0)

    def numbered(self, cells: Iterable[Cell]) -> tuple[range, range]:
        """The columns and rows of the playing area, as far as they are in the picture."""
        wall = self.board.tile_set.wall
        west, north, east, south = self.view
        both = [*cells, *(map(cell_of, wall.cells) if wall is not None else ())]
        columns = [x for x, _ in both if west < 100 * x + 50 < east] or [0]
        rows = [y for _, y in both if north < 100 * y + 50 < south] or [0]
        return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)

    def furnish(self, draw: Callable[[Canvas], None]) -> None:
        """Draws furniture, cut off where the picture of the table ends."""
        west, north, east, south = self.view
        layer = Canvas()
        draw(layer)
        if len(layer.group):
            x, y, width, height = west - 3, north - 3, east - west + 6, south - north + 6
            frame = self.canvas.add(
                "svg", x=x, y=y, width=width, height=height, viewBox=f"{x:g} {y:g} {width:g} {height:g}"
            )
            frame.append(layer.group)
            self.canvas.glyphs |= layer.glyphs

    # What is told to those who can't see it

    def title(self) -> str:
        game = self.game
        name = self.said.say(text(game.ruleset.title))
        standing = ", ".join(f"{player.name} {player.score}" for player in game.players)
        return f"{name}: {standing}" if standing else name

    def description(self, ruling: Ruling | None) -> Iterable[str]:
        """The board as text: a grid of tiles where it is small enough, then followers, furniture and rulings."""
        named = {cell: repr(o) for cell, o in self.shown if not o.is_start_piece}
        if named and len(self.rows) * len(self.columns) <= MOST_DESCRIBED:
            width = max(len(name) for name in named.values())
            for y in self.rows:
                yield " ".join(named.get((x, y), ".").ljust(width) for x in self.columns).rstrip()
        else:
            yield self.said.say(counted("{count} tile", "{count} tiles", len(named)))
        for follower in self.in_order():
            x, y = cell_of(follower.key)
            figure = "" if follower.figure == FOLLOWER else f" {follower.figure}"
            yield f"{follower.player}{figure}: {x},{y} {follower.spot}"
        yield from self.furniture.described()
        yield from (line.text.spoken(self.said) for line in (ruling.lines if ruling is not None else ()))

    # Tiles

    def drawing(self, orientation: Orientation) -> Drawn:
        drawing = self.drawings.get(id(orientation))
        if drawing is None:
            drawing = self.drawings[id(orientation)] = drawn(self.kind(orientation), orientation.rotation)
        return drawing

    def kind(self, orientation: Orientation) -> Kind:
        if not orientation.is_start_piece:
            return orientation.kind
        kind = self.kinds.get(id(orientation))
        if kind is None:
            kind = self.kinds[id(orientation)] = self.furniture.start_piece(orientation.kind)
        return kind

    def tiles(self, features: Collection[str], badges: Mapping[Cell, str]) -> None:
        for (x, y), orientation in self.shown:
            self.picture.use(self.drawing(orientation).ground, 100 * x, 100 * y)
        lit = self.lit_segments(features)
        for cell, orientation, segment in lit:
            self.light(cell, orientation, segment, beneath=True)
        for (x, y), orientation in self.shown:
            self.picture.use(self.drawing(orientation).top, 100 * x, 100 * y)
        if self.shown:
            grid = "".join(f"M{100 * x} {100 * y}h100v100h-100z" for (x, y), _ in self.shown)
            self.canvas.add("path", d=grid, fill="none", stroke="#000", stroke_opacity=0.3, class_="grid")
        for cell, orientation, segment in lit:
            self.light(cell, orientation, segment, beneath=False)
        for (x, y), badge in badges.items():
            draw_badge(self.canvas, badge, 100 * x, 100 * y)
        self.furnish(self.furniture.above)

    def lit_segments(self, features: Collection[str]) -> list[tuple[Cell, Orientation, int]]:
        board = self.board
        if not features:
            return []
        known = features_by_id(board)
        labels = board.tile_set.labels
        lit = sorted({node for name in features for node in known[name].nodes()})
        nodes = [(node, board.tile_of(node)) for node in lit]
        answer = [
            (cell_of(board.keys[tile]), board.orientations[tile], node - board.first[tile])
            for node, tile in nodes
            if board.keys[tile] not in labels
        ]
        # Strips are lit upon open land, not beneath it.
        return sorted(answer, key=lambda one: look(one[1].terrains[one[2]]).form is not Landform.OPEN)

    def light(self, cell: Cell, orientation: Orientation, segment: int, *, beneath: bool) -> None:
        """Highlights one segment: open land and strips from beneath, everything else from above."""
        kind = self.kind(orientation)
        terrain = look(kind.segments[segment].type)
        if beneath is (terrain.form is Landform.MASS):
            return
        layout = plan(kind).layout
        place = f"translate({100 * cell[0]} {100 * cell[1]})"
        clip = f"url(#{self.canvas.refer('tile_edge')})"
        group = self.canvas.add("g", transform=place, clip_path=clip, class_="highlight")
        if terrain.form is Landform.LINE:
            data = path(turned_piece(piece, orientation.rotation) for piece in layout.lines[segment])
            add(group, "path", d=data, fill="none", stroke=HIGHLIGHT_EDGE, stroke_width=terrain.width + 19)
            add(group, "path", d=data, fill="none", stroke=HIGHLIGHT, stroke_width=terrain.width + 13)
        elif terrain.form in (Landform.BUILDING, Landform.PLOT):
            x, y = turned_point(plan(kind).spots[segment], orientation.rotation)
            radius = 33 if terrain.form is Landform.BUILDING else 22
            add(group, "circle", cx=x, cy=y + 1, r=radius, fill=HIGHLIGHT, stroke=HIGHLIGHT_EDGE, stroke_width=3)
        else:
            areas = [[turned_piece(piece, orientation.rotation) for piece in area] for area in layout.areas[segment]]
            data = "".join(path(area, closed=True) for area in areas)
            add(group, "path", d=data, fill=f"url(#{self.canvas.refer('hatching')})")
            # The rim is no border of a feature that goes on beyond it.
            border = path(piece for area in areas for piece in area if not on_rim(piece))
            if border:
                add(
                    group,
                    "path",
                    d=border,
                    fill="none",
                    stroke=HIGHLIGHT_EDGE,
                    stroke_width=3.5,
                    stroke_linecap="round",
                )

    # What is marked

    def marks(self, cells: Collection[Cell], last: Cell | None, faults: Collection[Cell]) -> None:
        for x, y in cells:
            self.canvas.add(
                "rect",
                x=100 * x + 3,
                y=100 * y + 3,
                width=94,
                height=94,
                fill=HIGHLIGHT,
                fill_opacity=0.28,
                stroke=HIGHLIGHT_EDGE,
                stroke_width=5,
                class_="highlight cell",
            )
        for x, y in [last] if last is not None else []:
            self.outline(x, y, "last")
        for x, y in faults:
            self.outline(x, y, "fault")
            data = f"M{100 * x + 8} {100 * y + 8}l84 84m0-84l-84 84"
            self.canvas.add("path", d=data, stroke=LAST, stroke_width=5, stroke_opacity=0.75, stroke_linecap="round")

    def outline(self, x: int, y: int, name: str) -> None:
        values: Values = {"fill": "none", "stroke": LAST, "stroke_width": 6, "rx": 2, "class_": name}
        self.canvas.add("rect", x=100 * x + 1, y=100 * y + 1, width=98, height=98, **values)

    def ghosts(self, placements: Sequence[Placement]) -> None:
        """Where a tile may go: its first rotation half transparent, the others named, and where followers may stand."""
        rotations: dict[Cell, list[Placement]] = {}
        for placement in placements:
            rotations.setdefault(placement.cell, []).append(placement)
        for (x, y), there in rotations.items():
            orientation = there[0].orientation
            ghost = Canvas(class_="ghost", opacity=0.55)
            pictures = self.drawing(orientation)
            self.picture.use(pictures.ground, 100 * x, 100 * y, ghost)
            self.picture.use(pictures.top, 100 * x, 100 * y, ghost)
            self.picture.append(ghost)
            values: Values = {"fill": "none", "stroke": "#333", "stroke_width": 2.5, "stroke_dasharray": "7 5"}
            self.canvas.add("rect", x=100 * x + 2, y=100 * y + 2, width=96, height=96, **values)
            for spot in there[0].spots:
                spot_x, spot_y = spot_point(orientation.kind, orientation.rotation, orientation.spots[spot])
                self.canvas.add(
                    "circle",
                    cx=100 * (x + spot_x),
                    cy=100 * (y + spot_y),
                    r=7,
                    fill="#fff",
                    fill_opacity=0.85,
                    stroke="#333",
                    stroke_width=2,
                    class_="spot",
                )
            turns = [p.orientation.rotation for p in there if p.orientation.kind is orientation.kind]
            if len(turns) > 1:
                self.rotation_sign(x, y, turns)

    def rotation_sign(self, x: int, y: int, rotations: Sequence[int]) -> None:
        content = " ".join(f"{rotation}°" for rotation in rotations)
        width = 6.2 * len(content) + 6
        left = 100 * x + 50
        self.canvas.add(
            "rect", x=left - width / 2, y=100 * y + 83, width=width, height=15, rx=4, fill="#fff", fill_opacity=0.85
        )
        write(self.canvas.group, content, left, 100 * y + 90.5, 10, fill="#333")

    def rulers(self, west: float, north: float) -> None:
        group = self.canvas.add("g", fill="#5d5446", font_weight="bold", class_="coordinates")
        font = 17 * self.scale
        for x in self.columns:
            write(group, str(x), 100 * x + 50, north, font)
        for y in self.rows:
            write(group, str(y), west, 100 * y + 50, font)

    # Followers and points

    def place(self, node: int) -> Point:
        """Where on the picture a follower stands on a node."""
        board = self.board
        tile = board.tile_of(node)
        orientation = board.orientations[tile]
        x, y = cell_of(board.keys[tile])
        spot = plan(self.kind(orientation)).spots[node - board.first[tile]]
        dx, dy = turned_point(spot, orientation.rotation)
        return 100 * x + dx, 100 * y + dy

    def in_order(self) -> list[Meeple]:
        """Who stands on the board, by cell."""
        return sorted(self.board.meeples.values(), key=lambda follower: follower.key)

    def followers(self) -> None:
        layer = Canvas(class_="followers")
        for follower in self.in_order():
            x, y = self.place(follower.node)
            self.standing.append((x, y))
            lying = look(self.board.terrains[follower.node]).lying
            piece, scale = self.pieces[follower.player], min(self.scale, 1.25)
            draw_piece(layer, piece, x, y, figure=follower.figure, lying=lying, scale=scale)
        self.picture.append(layer)

    def scores(self, ruling: Ruling | None) -> None:
        if ruling is None:
            return
        features = features_by_id(self.board)
        layer = Canvas(class_="scores")
        taken = Crowd(76 * self.scale, 26 * self.scale)
        standing = Crowd(76 * self.scale / 2, 24)
        for place in self.standing:
            standing.add(place)
        lines = [line for line in ruling.lines if line.feature is not None]
        tried = tries(len(lines))
        for line in lines:
            assert line.feature is not None
            scored: list[tuple[str | None, int]] = [
                (player, points) for player, points in line.points.items() if points
            ] or [(None, 0)]
            x, y = self.label_place(features[line.feature], taken, standing, len(scored), tried)
            for row, (player, points) in enumerate(scored):
                self.label(layer, x, y + 26 * self.scale * row, player, points)
                taken.add((x, y + 26 * self.scale * row))
        self.picture.append(layer)

    def label_place(self, region: Region, taken: Crowd, standing: Crowd, rows: int, tried: int) -> Point:
        """Beside a follower of the feature or upon it, where it covers the least."""
        row, wide = 26 * self.scale, 76 * self.scale
        lift = 36 * min(self.scale, 1.25)
        beside = [self.place(follower.node) for follower in region.meeples[: tried // 4]]
        over = [(x, y - lift - row * (rows - 1)) for x, y in beside]
        under = [(x, y + lift) for x, y in beside]
        aside = [(x + side * (wide / 2 + 22), y) for x, y in beside for side in (1, -1)]
        places = [self.place(node) for node in islice(region.nodes(), tried - 4 * len(beside) or 1)]
        west, north, east, south = self.view

        def covered(place: Point) -> int:
            """How many labels and followers a label here would cover, and whether it would leave the picture."""
            x, y = place
            lines = [(x, y + row * number) for number in range(rows)]
            beneath = sum(
                not (west < x - wide / 4 and x + wide / 4 < east and north < line - 5 and line + 5 < south)
                for _, line in lines
            )
            return beneath + taken.count(lines, MOST_COVERED) + standing.count(lines, MOST_COVERED)

        return min([*over, *under, *aside, *places], key=covered)

    def label(self, layer: Canvas, x: float, y: float, player: str | None, points: int) -> None:
        piece = Piece("#fff", "#444", "") if player is None else self.pieces[player]
        content = f"{piece.letter} +{points}" if player is not None else "0"
        font = 17 * self.scale
        width = font * (0.66 * len(content) + 0.7)
        values: Values = {"fill": piece.colour, "stroke": "#111", "stroke_width": 1.6 * self.scale}
        layer.add("rect", x=x - width / 2, y=y - font * 0.7, width=width, height=font * 1.4, rx=font * 0.7, **values)
        write(layer.group, content, x, y, font, fill=piece.ink, font_weight="bold")
