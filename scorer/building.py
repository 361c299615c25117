"""How a raw position becomes a board: tiles are laid and joined, followers set, and ALL that is wrong is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise

from scorer.board import (
    ALL_SIDES,
    EAST_BIT,
    NORTH_BIT,
    SOUTH_BIT,
    WEST_BIT,
    Board,
    Follower,
    cell_of,
    cells_of,
    open_segments,
)
from scorer.limits import STRIDE, shortened
from scorer.ports import EAST, SOUTH, opposite
from scorer.position import Laid, Position
from scorer.problems import MOST_COMPARED, Illegal, Problem, unknown_player, unknown_tile
from scorer.texts import Message, counted, text, titled
from scorer.tiles import KEY_STEPS, SIDE_WORDS, SIDES_LEFT_OPEN, Orientation, edge_words
from scorer.variant import Variant


def build(position: Position) -> Board:
    """The board of a position. Raises :class:`Illegal` with ALL its problems if it breaks the rules."""
    return _Builder(position).board()


class _Builder:
    """Lays the tiles, joins their segments, sets the followers, and notes everything that is not allowed."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.problems: list[Problem] = []
        self.tile_set = position.tile_set
        #: For each tile the first tile of the part of the board that it belongs to; how many parts there were, until
        #: some turned out to be one.
        self.parts: list[int] = []
        self.apart = 0
        self.part_seams: list[tuple[int, int]] = []

    def board(self) -> Board:
        position = self.position
        board = Board(position)
        self.lay_tiles(board)
        self.join_tiles(board)
        board.open_roots = self.open_roots(board)
        if not position.excerpt:
            copies = position.variant.copies(self.tile_set, position.rules)
            copies_left = self.copies_left(copies)
            self.check_start(copies_left, copies)
            self.check_connected(board)
            self.check_copies(copies_left, copies)
        self.check_wall()
        self.check_players()
        self.set_followers(board)
        self.check_supply(board)
        position.variant.check(board, position, self.problems)
        if self.problems:
            raise Illegal(self.problems)
        return board

    def refuse(self, code: str, pointer: str, message: Message, rule: str | None = None) -> None:
        self.problems.append(Problem(code, pointer, message, rule))

    # Tiles

    def lay_tiles(self, board: Board) -> None:
        """Numbers the tiles by their cells, and their segments as nodes."""
        laid = self.laid()
        keys = board.keys = sorted(laid)
        board.cells = cells_of(keys)
        board.at = {key: tile for tile, key in enumerate(keys)}
        orientations = board.orientations = [laid[key] for key in keys]
        first = board.first = [0]
        terrains: list[str] = []
        board.terrains = terrains
        for orientation in orientations:
            terrains += orientation.terrains
            first.append(len(terrains))

    def laid(self) -> Mapping[int, Orientation]:
        """What lies on each cell."""
        tiles, start_cells = self.position.tiles, self.tile_set.start_cells
        if isinstance(tiles, Laid):
            laid = {**tiles.on, **dict(start_cells)} if start_cells else tiles.on
            if len(laid) == len(tiles) + len(start_cells):
                return laid
        return self.lay_what_fits()

    def lay_what_fits(self) -> dict[int, Orientation]:
        """The first tile on each cell, a blank for one of unknown kind; everything else is refused."""
        laid = dict(self.tile_set.start_cells)
        for number, (key, tile, rotation) in enumerate(self.position.tiles):
            orientation = self.tile_set.blank
            if tile in self.tile_set.kinds:
                orientation = self.tile_set.oriented[tile][rotation]
            else:
                compared = len(self.problems) < MOST_COMPARED
                pointer = f"/tiles/{number}/tile"
                self.problems.append(unknown_tile(pointer, tile, self.tile_set.kinds, compared=compared))
            if key not in laid:
                laid[key] = orientation
            elif key not in self.tile_set.labels:
                # A labelled piece is no cell of the playing area: a tile there lies outside the wall.
                self.cell_occupied(key, number)
        return laid

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number in the request of the tile on each cell; start pieces come before all, as -1."""
        tiles = self.position.tiles
        numbers = {tiles[number][0]: number for number in reversed(range(len(tiles)))}
        return {**numbers, **{key: -1 for key, _ in self.tile_set.start_cells}}

    def join_tiles(self, board: Board) -> None:
        """Joins what meets at every edge; the smallest node of a region becomes its root.

        In order of cells a tile's northern neighbour is the one just before it, and its western one came earlier too.
        So a node takes over the root of the region that it meets first, and only where it meets two a seam is left to
        be closed. The parts of the board, which must be one, are found likewise.

        This is the heart of every answer: the loop over an edge's joins stands here twice, for to note first who meets
        whom, and then to join, takes a hundredth more time.
        """
        orientations, first, at = board.orientations, board.first, board.at
        covered = board.covered = [0] * len(orientations)
        roots = list(range(first[-1]))
        seams: list[tuple[int, int]] = []
        parts, part_seams = self.parts, self.part_seams
        part = start = 0
        previous, above = None, self.tile_set.blank
        for tile, key in enumerate(board.keys):
            orientation, base = orientations[tile], first[tile]
            west = at.get(key - STRIDE)
            if previous == key - 1:
                covered[tile] = NORTH_BIT
                covered[tile - 1] |= SOUTH_BIT
                for theirs, ours in above.joins[SOUTH][orientation] or self.no_joins(board, tile - 1, SOUTH, tile):
                    root = roots[start + theirs]
                    node = base + ours
                    if roots[node] == node:
                        roots[node] = root
                    elif roots[node] != root:
                        seams.append((root, roots[node]))
            elif west is None:
                part = tile
                self.apart += 1
            else:
                part = parts[west]
            if west is not None:
                if part != parts[west]:
                    part_seams.append((part, parts[west]))
                    part = parts[west]
                covered[tile] |= WEST_BIT
                covered[west] |= EAST_BIT
                start = first[west]
                beside = orientations[west]
                for theirs, ours in beside.joins[EAST][orientation] or self.no_joins(board, west, EAST, tile):
                    root = roots[start + theirs]
                    node = base + ours
                    if roots[node] == node:
                        roots[node] = root
                    elif roots[node] != root:
                        seams.append((root, roots[node]))
            parts.append(part)
            previous, above, start = key, orientation, base
        for region in self.tile_set.start_regions:
            seams += pairwise([roots[first[at[key]] + segment] for key, segment in region])
        board.roots = [roots[root] for root in roots] if _close(roots, seams) else roots

    def no_joins(self, board: Board, tile: int, side: int, other: int) -> tuple[()]:
        """Nothing joins between two tiles: refused if they may not even meet."""
        if board.orientations[tile].joins[side][board.orientations[other]] is None:
            self.edge_mismatch(board, tile, side, other)
        return ()

    def open_roots(self, board: Board) -> set[int]:
        roots = board.roots
        tiles = zip(board.covered, board.first, board.orientations, strict=False)
        if self.tile_set.wall is None:
            return {
                roots[base + segment]
                for covered, base, orientation in tiles
                if covered != ALL_SIDES
                for segment in orientation.exposed[covered]
            }
        return {
            roots[base + segment]
            for (covered, base, orientation), key in zip(tiles, board.keys, strict=True)
            for side in SIDES_LEFT_OPEN[covered]
            for segment in open_segments(self.tile_set, key, orientation, side)
        }

    def cell_occupied(self, key: int, number: int) -> None:
        x, y = cell_of(key)
        earlier = self.numbers[key]
        message = (
            text("Cell {x},{y} belongs to the start board; no tile can lie there.", x=x, y=y)
            if earlier < 0
            else text("Cell {x},{y} already holds tile {earlier} of the list.", x=x, y=y, earlier=earlier)
        )
        self.refuse("cell-occupied", f"/tiles/{number}", message, "placement.cell")

    def edge_mismatch(self, board: Board, tile: int, side: int, other: int) -> None:
        """The fault lies with the tile that comes later in the request."""
        if self.numbers[board.keys[tile]] > self.numbers[board.keys[other]]:
            tile, side, other = other, opposite(side), tile
        number = self.numbers[board.keys[other]]
        (x, y), (other_x, other_y) = cell_of(board.keys[other]), cell_of(board.keys[tile])
        message = text(
            "The {side} edge of {x},{y} shows {ours}, but its neighbour on {other_x},{other_y} shows {theirs}.",
            side=SIDE_WORDS[opposite(side)],
            x=x,
            y=y,
            ours=edge_words(board.orientations[other], opposite(side)),
            other_x=other_x,
            other_y=other_y,
            theirs=edge_words(board.orientations[tile], side),
        )
        self.refuse("edge-mismatch", f"/tiles/{number}", message, self.position.variant.match_rule)

    def copies_left(self, copies: Mapping[str, int]) -> dict[str, int]:
        """How many tiles of each kind do not lie on the board; fewer than none, if it holds too many."""
        left = dict(copies)
        tiles = self.position.tiles
        if isinstance(tiles, Laid):
            for orientation in tiles.on.values():
                left[orientation.id] -= 1
        else:
            for _, tile, _ in tiles:
                if tile in left:
                    left[tile] -= 1
        return left

    def check_start(self, copies_left: Mapping[str, int], copies: Mapping[str, int]) -> None:
        start = self.position.variant.start_tile
        if start is not None and copies_left[start] == copies[start]:
            message = text(
                "The start tile {tile} is not on the board. A cut-out of a board is asked with “excerpt”: true.",
                tile=start,
            )
            self.refuse("start-missing", "/tiles", message, "placement.start")

    def check_connected(self, board: Board) -> None:
        """Everything hangs together; the pieces that were there before the first tile count as one."""
        starts = [board.at[key] for key, _ in self.tile_set.start_cells]
        self.part_seams += pairwise([self.parts[tile] for tile in starts])
        if self.apart - len(_close(self.parts, self.part_seams)) < 2:
            return
        parts = []
        left = set(board.keys)
        if starts:
            parts.append(connected(left, [board.keys[tile] for tile in starts]))
        while left:
            parts.append(connected(left, [min(left)]))
        home = parts[0] if starts else max(parts, key=lambda part: (self.holds_start(board, part), len(part)))
        begun = len(home) > len(starts)
        for part in parts:
            if part is not home:
                first = min(part)
                rule = "placement.touch" if begun else "placement.start"
                message = (
                    away_from_board(first, len(part))
                    if begun
                    else away_from_start(self.position.variant, first, len(part))
                )
                self.refuse("not-connected", f"/tiles/{self.numbers[first]}", message, rule)

    def holds_start(self, board: Board, part: set[int]) -> bool:
        start = self.position.variant.start_tile
        return any(board.orientations[board.at[key]].id == start for key in part)

    def check_wall(self) -> None:
        wall = self.tile_set.wall
        if wall is None:
            return
        for number, (key, _, _) in enumerate(self.position.tiles):
            if key not in wall.cells:
                x, y = cell_of(key)
                message = text("Cell {x},{y} lies outside the wall.", x=x, y=y)
                self.refuse("outside-wall", f"/tiles/{number}", message, "placement.wall")

    def check_copies(self, copies_left: Mapping[str, int], copies: Mapping[str, int]) -> None:
        if min(copies_left.values()) >= 0:
            return
        last = {tile: number for number, (_, tile, _) in enumerate(self.position.tiles)}
        for kind, number in last.items():
            left = copies_left.get(kind, 0)
            if left < 0:
                allowed, in_box = copies[kind], self.tile_set.copies[kind]
                message = (
                    counted(
                        "The game holds {count} tile {tile}, not {used}.",
                        "The game holds {count} tiles {tile}, not {used}.",
                        allowed,
                        tile=kind,
                        used=allowed - left,
                    )
                    if allowed == in_box
                    else text(
                        "Of {box} {tile} in the box, {left} can be on the board, not {used}: the rest was "
                        "removed before play.",
                        box=in_box,
                        tile=kind,
                        left=allowed,
                        used=allowed - left,
                    )
                )
                rule = "tiles.copies" if allowed == in_box else self.position.variant.removed_rule
                self.refuse("too-many-copies", f"/tiles/{number}/tile", message, rule)

    # Players and followers

    def check_players(self) -> None:
        variant, players = self.position.variant, self.position.players
        least = 0 if self.position.excerpt else variant.least_players
        if not least <= len(players) <= variant.most_players:
            message = (
                counted(
                    "This game is played by exactly {count} player, not {found}.",
                    "This game is played by exactly {count} players, not {found}.",
                    variant.most_players,
                    found=len(players),
                )
                if variant.least_players == variant.most_players
                else text(
                    "This game is played by {least} to {most} players, not {found}.",
                    least=variant.least_players,
                    most=variant.most_players,
                    found=len(players),
                )
            )
            self.refuse("player-count", "/players", message, "players.count")
        seen: set[str] = set()
        for number, player in enumerate(players):
            if player.name in seen:
                self.refuse(
                    "player-duplicate",
                    f"/players/{number}/name",
                    text("There are two players called “{name}”.", name=player.name),
                    "players.distinct",
                )
            seen.add(player.name)

    def set_followers(self, board: Board) -> None:
        names = [player.name for player in board.players]
        at, orientations, first, roots = board.at, board.orientations, board.first, board.roots
        standing: dict[int, Follower] = {}
        taken: set[int] = set()
        for number, (player, key, spot) in enumerate(self.position.followers):
            if player not in names:
                self.problems.append(unknown_player(f"/meeples/{number}/player", player, names))
            tile = at.get(key)
            if tile is None:
                self.no_tile_there(number, key)
                continue
            if tile in taken:
                x, y = cell_of(key)
                message = text("A follower stands on {x},{y} already; only one can be placed on a tile.", x=x, y=y)
                self.refuse("tile-has-follower", f"/meeples/{number}", message, "follower.one")
            taken.add(tile)
            orientation = orientations[tile]
            segment = orientation.spots.get(spot)
            if segment is None or orientation.is_start_piece:
                self.spot_refused(number, key, spot, orientation)
                continue
            node = first[tile] + segment
            # Follower() does the same, in twice the time.
            standing[node] = tuple.__new__(Follower, (player, key, orientation.names[segment], node, roots[node]))
        board.followers = [standing[node] for node in sorted(standing)]
        by_root = board.by_root = {}
        for follower in board.followers:
            root = follower[-1]
            if root in by_root:
                by_root[root].append(follower)
            else:
                by_root[root] = [follower]

    def no_tile_there(self, number: int, key: int) -> None:
        x, y = cell_of(key)
        self.refuse(
            "no-tile-there",
            f"/meeples/{number}",
            text("There is no tile on {x},{y} to stand on.", x=x, y=y),
            "follower.last-tile",
        )

    def spot_refused(self, number: int, key: int, spot: str, orientation: Orientation) -> None:
        x, y = cell_of(key)
        if orientation.is_start_piece:
            message = text("No follower may stand on {x},{y}: it was there before the first tile.", x=x, y=y)
            self.refuse("spot-forbidden", f"/meeples/{number}", message, self.position.variant.start_board_rule)
        elif orientation is not self.tile_set.blank:
            message = text(
                "The tile {tile} on {x},{y} has no spot “{spot}”; it has {known}.",
                tile=orientation.id,
                x=x,
                y=y,
                spot=shortened(spot),
                known=[name for name, _ in orientation.by_name],
            )
            self.refuse("spot-unknown", f"/meeples/{number}/spot", message, "follower.spot")

    def check_supply(self, board: Board) -> None:
        """“De volgeling moet uit de eigen voorraad genomen worden.”"""
        position = self.position
        owned = position.variant.followers
        owners = [player for player, _, _ in position.followers]
        owners += position.variant.followers_elsewhere(position)
        board.supply = {}
        for number, player in enumerate(position.players):
            out = owners.count(player.name)
            left = owned - out
            board.supply[player.name] = left if player.supply is None else player.supply
            if position.excerpt:
                board.supply[player.name] = max(0, board.supply[player.name])
                continue
            if left < 0:
                message = text(
                    "{player} has {out} followers out, but owns only {owned}.",
                    player=titled(player.name),
                    out=out,
                    owned=owned,
                )
                self.refuse("too-many-followers", f"/players/{number}", message, "follower.supply")
            elif player.supply is not None and player.supply != left:
                message = text(
                    "{player} has {out} of {owned} followers out, so {left} must be left, not {supply}.",
                    player=titled(player.name),
                    out=out,
                    owned=owned,
                    left=left,
                    supply=player.supply,
                )
                self.refuse("supply-mismatch", f"/players/{number}/supply", message, "follower.supply")


def _close(roots: list[int], seams: Iterable[tuple[int, int]]) -> list[int]:
    """Makes the two roots of each seam one, the smaller; answers those that are roots no longer, in order."""
    closed = []
    for a, b in seams:
        while roots[a] != a:
            roots[a] = a = roots[roots[a]]
        while roots[b] != b:
            roots[b] = b = roots[roots[b]]
        if a < b:
            roots[b] = a
            closed.append(b)
        elif b < a:
            roots[a] = b
            closed.append(a)
    closed.sort()
    for root in closed:
        roots[root] = roots[roots[root]]
    return closed


def away_from_board(key: int, tiles: int) -> Message:
    """Some tiles, the first of them on this cell, lie by themselves."""
    x, y = cell_of(key)
    return counted(
        "The tile on {x},{y} does not touch the rest of the board; corners do not count.",
        "The {count} tiles around {x},{y} do not touch the rest of the board; corners do not count.",
        tiles,
        x=x,
        y=y,
    )


def away_from_start(variant: Variant, key: int, tiles: int = 1) -> Message:
    """The same while no tile lies where the first one must."""
    x, y = cell_of(key)
    return counted(
        "The tile on {x},{y} does not lie at {start}, where the first tile must lie; corners do not count.",
        "None of the {count} tiles around {x},{y} lies at {start}, where the first tile must lie; corners do not "
        "count.",
        tiles,
        x=x,
        y=y,
        start=variant.start_words,
    )


def connected(left: set[int], seeds: list[int]) -> set[int]:
    """Takes the cells that hang together with the seeds out of those that are left."""
    found = set(seeds)
    left -= found
    queue = seeds
    while queue:
        key = queue.pop()
        for step in KEY_STEPS:
            neighbour = key + step
            if neighbour in left:
                left.discard(neighbour)
                found.add(neighbour)
                queue.append(neighbour)
    return found
