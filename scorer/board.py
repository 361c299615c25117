"""The immutable board: which segments are joined, which regions are open, who stands where.

:func:`build` turns a raw position into a board or says everything that is wrong with it. What a board does not promise: that the
position can be reached by legal play.

Everything is kept in flat lists. Tiles are numbered in order of their cells (x, then y), and their segments, the *nodes*, in
order of tiles; the smallest node of a region is its *root*. So numbers depend on the board alone, never on the order of a request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from scorer.ports import EAST, PORTS, SOUTH, opposite, ports_of
from scorer.position import FollowerPlaced, Player, Position
from scorer.problems import Illegal, Problem, nearest
from scorer.texts import Message, counted, text
from scorer.tiles import KEY_STEPS, SIDE_WORDS, STRIDE, Orientation, TileSet, edge_words
from scorer.variant import Rules, Variant

_HALF: Final = STRIDE // 2
#: For each set of covered sides (as bits) the sides that are open.
_OPEN_SIDES: Final = tuple(tuple(side for side in range(4) if not covered >> side & 1) for covered in range(16))


def cell_of(key: int) -> tuple[int, int]:
    """The cell that a key stands for."""
    x, y = divmod(key + _HALF, STRIDE)
    return x, y - _HALF


class Follower(NamedTuple):
    """A follower that stands on the board."""

    player: str
    key: int
    spot: str
    node: int
    root: int

    def to_json(self) -> dict[str, Any]:
        x, y = cell_of(self.key)
        return {"player": self.player, "x": x, "y": y, "spot": self.spot}


class Board:
    """A legal position. Nothing on it ever changes."""

    __slots__ = (
        "_members",
        "_numbers",
        "at",
        "by_root",
        "covered",
        "excerpt",
        "extras",
        "first",
        "followers",
        "keys",
        "open_roots",
        "orientations",
        "owner",
        "players",
        "roots",
        "rules",
        "supply",
        "tile_set",
        "variant",
    )

    variant: Variant
    rules: Rules
    tile_set: TileSet
    players: tuple[Player, ...]
    excerpt: bool
    #: The fields of the position that only this variant has.
    extras: Mapping[str, Any]
    #: The number of the tile on each cell.
    at: dict[int, int]
    #: For each tile: its cell, its orientation, its first node, and the sides that have a neighbour, as bits.
    keys: list[int]
    orientations: list[Orientation]
    first: list[int]
    covered: list[int]
    #: For each node: its tile, and its region's root.
    owner: list[int]
    roots: list[int]
    #: The regions that an empty cell could still enlarge.
    open_roots: set[int]
    followers: list[Follower]
    by_root: dict[int, list[Follower]]
    #: Followers that each player has left.
    supply: dict[str, int]

    def members(self) -> dict[int, list[int]]:
        """The nodes of each region, by its root; roots in order."""
        try:
            return self._members
        except AttributeError:
            members: dict[int, list[int]] = {}
            for node, root in enumerate(self.roots):
                if node == root:
                    members[root] = [node]
                else:
                    members[root].append(node)
            self._members = members
            return members

    def terrain(self, node: int) -> str:
        tile = self.owner[node]
        return self.orientations[tile].terrains[node - self.first[tile]]

    def numbers(self) -> dict[int, int]:
        """The number of each region among those of its terrain; regions that lie only on start spaces have none."""
        try:
            return self._numbers
        except AttributeError:
            labels = self.tile_set.labels
            counts: dict[str, int] = {}
            numbers = {}
            for root, nodes in self.members().items():
                if labels and all(self.keys[self.owner[node]] in labels for node in nodes):
                    continue
                terrain = self.terrain(root)
                counts[terrain] = numbers[root] = counts.get(terrain, 0) + 1
            self._numbers = numbers
            return numbers

    def feature_id(self, root: int) -> str:
        return f"{self.terrain(root)}-{self.numbers()[root]}"

    def is_complete(self, root: int) -> bool:
        return self.variant.is_complete(self, root)

    def node_at(self, key: int, spot: str) -> int | None:
        """The node that a spot on a cell means."""
        tile = self.at.get(key)
        if tile is None:
            return None
        segment = self.orientations[tile].spots.get(spot)
        return None if segment is None else self.first[tile] + segment

    def open_ports(self, root: int) -> list[tuple[int, str]]:
        """Where the region of this root looks at an empty cell, as cell keys and ports."""
        answer = []
        for node in self.members()[root]:
            tile = self.owner[node]
            orientation = self.orientations[tile]
            segment = node - self.first[tile]
            for side in _OPEN_SIDES[self.covered[tile]]:
                if segment in open_segments(self.tile_set, self.keys[tile], orientation, side):
                    for port in ports_of(side):
                        if orientation.edges[side][port % 3] == segment:
                            answer.append((self.keys[tile], PORTS[port]))
        return answer

    def around(self) -> dict[int, list[tuple[int, int]]]:
        """The empty cells beside tiles; for each, over which sides lie which tiles."""
        cells: dict[int, list[tuple[int, int]]] = {}
        wall = self.tile_set.wall
        for tile, covered in enumerate(self.covered):
            if covered != 15:
                key = self.keys[tile]
                for side in _OPEN_SIDES[covered]:
                    cell = key + KEY_STEPS[side]
                    if wall is None or cell in wall.cells:
                        cells.setdefault(cell, []).append((opposite(side), tile))
        return cells


def open_segments(tile_set: TileSet, key: int, orientation: Orientation, side: int) -> tuple[int, ...]:
    """The segments that a tile leaves open over a side without neighbour; a wall closes some."""
    wall = tile_set.wall
    if wall is None or key + KEY_STEPS[side] in wall.cells:
        return orientation.sides[side]
    return tuple(segment for segment in orientation.sides[side] if orientation.terrains[segment] not in wall.closes)


def build(position: Position) -> Board:
    """The board of a position. Raises :class:`Illegal` with ALL its problems if it breaks the rules."""
    return _Builder(position).board()


class _Builder:
    """Lays the tiles, joins their segments, sets the followers, and notes everything that is not allowed."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.problems: list[Problem] = []
        self.tile_set = position.tile_set

    def board(self) -> Board:
        position = self.position
        board = Board()
        board.variant = position.variant
        board.rules = position.rules
        board.tile_set = self.tile_set
        board.players = position.players
        board.excerpt = position.excerpt
        board.extras = position.extras
        self.lay_tiles(board)
        self.check_copies()
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
        """Numbers the tiles by their cells and joins what meets.

        In order of cells a tile's northern neighbour is the one just laid, and its western one was laid before; so a single pass
        sees every edge once, and a parent in the union-find never has a larger number than its child.
        """
        tile_set = self.tile_set
        joins_of = tile_set.joins
        at: dict[int, int] = {}
        keys: list[int] = []
        orientations: list[Orientation] = []
        numbers: list[int] = []
        first: list[int] = []
        covered: list[int] = []
        owner: list[int] = []
        parent: list[int] = []
        nodes = 0
        tile = 0
        previous = None
        group: list[int] = []
        for key, number, orientation in self.sorted_tiles():
            if key == previous:
                self.cell_occupied(key, number, numbers[-1])
                continue
            size = orientation.size
            base = nodes
            nodes += size
            parent.extend(range(base, nodes))
            owner.extend([tile] * size)
            north = tile - 1 if previous == key - 1 else None
            west = at.get(key - STRIDE)
            sides = 0
            own_group = tile
            for neighbour, side, bit in ((north, SOUTH, 1), (west, EAST, 8)):
                if neighbour is None:
                    continue
                sides |= bit
                covered[neighbour] |= 1 << side
                joins = joins_of(orientations[neighbour], side, orientation)
                if joins is None:
                    self.edge_mismatch(
                        numbers[neighbour], keys[neighbour], orientations[neighbour], side, number, key, orientation
                    )
                else:
                    start = first[neighbour]
                    for theirs, ours in joins:
                        a = start + theirs
                        while parent[a] != a:
                            parent[a] = a = parent[parent[a]]
                        b = base + ours
                        while parent[b] != b:
                            parent[b] = b = parent[parent[b]]
                        if a < b:
                            parent[b] = a
                        elif b < a:
                            parent[a] = b
                a = neighbour
                while group[a] != a:
                    group[a] = a = group[group[a]]
                if own_group == tile:
                    own_group = a
                elif a < own_group:
                    group[own_group] = own_group = a
                else:
                    group[a] = own_group
            at[key] = tile
            keys.append(key)
            numbers.append(number)
            orientations.append(orientation)
            first.append(base)
            covered.append(sides)
            group.append(own_group)
            previous = key
            tile += 1
        for region in tile_set.start_regions().values() if tile_set.start_pieces else ():
            _join_all(parent, [first[at[key]] + segment for key, segment in region])
        for node, above in enumerate(parent):
            parent[node] = parent[above]
        board.at, board.keys, board.orientations, board.first = at, keys, orientations, first
        board.covered, board.owner, board.roots = covered, owner, parent
        board.open_roots = self.open_roots(board)
        if not self.position.excerpt:
            self.check_start(orientations)
            self.check_connected(board, group, numbers)
        self.check_wall(keys, numbers)

    def sorted_tiles(self) -> list[tuple[int, int, Orientation]]:
        """Start pieces (numbered -1) and tiles with their number in the request, in order of their cells."""
        oriented = self.tile_set.oriented
        tiles = [(key, -1, orientation) for key, orientation in self.tile_set.start_cells]
        number = 0
        for key, tile, rotation in self.position.tiles:
            try:
                tiles.append((key, number, oriented[tile][rotation]))
            except KeyError:
                self.tile_unknown(number, tile)
                tiles.append((key, number, self.tile_set.blank))
            number += 1
        tiles.sort()
        return tiles

    def open_roots(self, board: Board) -> set[int]:
        tile_set, roots = self.tile_set, board.roots
        found = set()
        for tile, covered in enumerate(board.covered):
            if covered != 15:
                base = board.first[tile]
                orientation = board.orientations[tile]
                for side in _OPEN_SIDES[covered]:
                    if tile_set.wall is None:
                        segments = orientation.sides[side]
                    else:
                        segments = open_segments(tile_set, board.keys[tile], orientation, side)
                    for segment in segments:
                        found.add(roots[base + segment])
        return found

    def tile_unknown(self, number: int, tile: str) -> None:
        near = nearest(tile, self.tile_set.kinds)
        message = (
            text("No tile of this game is called “{tile}”; did you mean “{near}”?", tile=tile, near=near)
            if near is not None
            else text(
                "No tile of this game is called “{tile}”; there are {known}.",
                tile=tile,
                known=list(self.tile_set.kinds),
            )
        )
        self.refuse("tile-unknown", f"/tiles/{number}/tile", message, "tiles.copies")

    def cell_occupied(self, key: int, number: int, earlier: int) -> None:
        x, y = cell_of(key)
        message = (
            text("Cell {x},{y} belongs to the start board; no tile can lie there.", x=x, y=y)
            if earlier < 0
            else text("Cell {x},{y} already holds tile {earlier} of the list.", x=x, y=y, earlier=earlier)
        )
        self.refuse("cell-occupied", f"/tiles/{number}", message, "placement.cell")

    def edge_mismatch(
        self, number: int, key: int, tile: Orientation, side: int, other_number: int, other_key: int, other: Orientation
    ) -> None:
        """The fault lies with the tile that comes later in the request."""
        if number > other_number:
            number, key, tile, other_number, other_key, other = other_number, other_key, other, number, key, tile
            side = opposite(side)
        (x, y), (other_x, other_y) = cell_of(other_key), cell_of(key)
        message = text(
            "The {side} edge of {x},{y} shows {ours}, but its neighbour on {other_x},{other_y} shows {theirs}.",
            side=SIDE_WORDS[opposite(side)],
            x=x,
            y=y,
            ours=edge_words(other, opposite(side)),
            other_x=other_x,
            other_y=other_y,
            theirs=edge_words(tile, side),
        )
        self.refuse("edge-mismatch", f"/tiles/{other_number}", message, self.position.variant.match_rule)

    def check_start(self, orientations: list[Orientation]) -> None:
        start = self.position.variant.start_tile
        if start is not None and not any(orientation.kind.id == start for orientation in orientations):
            message = text(
                "The start tile {tile} is not on the board. A cut-out of a board is asked with “excerpt”: true.",
                tile=start,
            )
            self.refuse("start-missing", "/tiles", message, "placement.start")

    def check_connected(self, board: Board, group: list[int], numbers: list[int]) -> None:
        """Everything hangs together; the pieces that were there before the first tile count as one."""
        roots = {}
        for tile, above in enumerate(group):
            group[tile] = group[above]
        starts = {group[tile] for tile, number in enumerate(numbers) if number < 0}
        for tile, root in enumerate(group):
            roots.setdefault(0 if root in starts else root + 1, tile)
        if len(roots) < 2:
            return
        if starts:
            home = 0
        else:
            start = self.position.variant.start_tile
            sizes = Counter(root + 1 for root in group)
            with_start = {group[tile] + 1 for tile, o in enumerate(board.orientations) if o.kind.id == start}
            home = max(with_start or sizes, key=lambda root: (sizes[root], -root))
        for root, tile in roots.items():
            if root != home:
                x, y = cell_of(board.keys[tile])
                size = sum((0 if above in starts else above + 1) == root for above in group)
                message = counted(
                    "The tile on {x},{y} does not touch the rest of the board; corners do not count.",
                    "The {count} tiles around {x},{y} do not touch the rest of the board; corners do not count.",
                    size,
                    x=x,
                    y=y,
                )
                self.refuse("not-connected", f"/tiles/{numbers[tile]}", message, "placement.touch")

    def check_wall(self, keys: list[int], numbers: list[int]) -> None:
        wall = self.tile_set.wall
        if wall is None:
            return
        for key, number in zip(keys, numbers, strict=True):
            if number >= 0 and key not in wall.cells:
                x, y = cell_of(key)
                self.refuse(
                    "outside-wall",
                    f"/tiles/{number}",
                    text("Cell {x},{y} lies outside the wall.", x=x, y=y),
                    "placement.wall",
                )

    def check_copies(self) -> None:
        position = self.position
        if position.excerpt:
            return
        used = Counter([tile for _, tile, _ in position.tiles])
        for kind, count in used.items():
            if kind in self.tile_set.kinds:
                allowed = position.variant.copies(self.tile_set, kind, position.rules)
                if count > allowed:
                    last = max(number for number, placed in enumerate(position.tiles) if placed.tile == kind)
                    message = counted(
                        "The game holds {count} tile {tile}; here are {used}.",
                        "The game holds {count} tiles {tile}; here are {used}.",
                        allowed,
                        tile=kind,
                        used=count,
                    )
                    self.refuse("too-many-copies", f"/tiles/{last}/tile", message, "tiles.copies")

    # Players and followers

    def check_players(self) -> None:
        variant, players = self.position.variant, self.position.players
        least = 0 if self.position.excerpt else variant.least_players
        if not least <= len(players) <= variant.most_players:
            message = (
                counted(
                    "This game is played by exactly {count} player, here are {found}.",
                    "This game is played by exactly {count} players, here are {found}.",
                    variant.most_players,
                    found=len(players),
                )
                if variant.least_players == variant.most_players
                else text(
                    "This game is played by {least} to {most} players, here are {found}.",
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
        names = {player.name for player in board.players}
        at, orientations, first, roots = board.at, board.orientations, board.first, board.roots
        followers: list[Follower] = []
        by_root: dict[int, list[Follower]] = {}
        taken: set[int] = set()
        for number, placed in enumerate(self.position.followers):
            player, key, spot = placed
            if player not in names:
                self.player_unknown(f"/meeples/{number}/player", player)
            tile = at.get(key)
            if tile is None:
                self.no_tile_there(number, key)
                continue
            if key in taken:
                x, y = cell_of(key)
                message = text("A follower stands on {x},{y} already; only one can be placed on a tile.", x=x, y=y)
                self.refuse("tile-has-follower", f"/meeples/{number}", message, "follower.one")
            taken.add(key)
            orientation = orientations[tile]
            segment = orientation.spots.get(spot)
            if segment is None or orientation.is_start_piece:
                self.spot_refused(number, placed, orientation)
                continue
            node = first[tile] + segment
            root = roots[node]
            follower = Follower(player, key, orientation.names[segment], node, root)
            followers.append(follower)
            if root in by_root:
                by_root[root].append(follower)
            else:
                by_root[root] = [follower]
        board.followers, board.by_root = followers, by_root

    def player_unknown(self, pointer: str, name: str) -> None:
        known = [player.name for player in self.position.players]
        message = (
            text("There is no player “{name}”; the players are {known}.", name=name[:40], known=known)
            if known
            else text("There is no player “{name}”: the position names no players.", name=name[:40])
        )
        self.refuse("player-unknown", pointer, message, "players.distinct")

    def no_tile_there(self, number: int, key: int) -> None:
        x, y = cell_of(key)
        self.refuse(
            "no-tile-there",
            f"/meeples/{number}",
            text("There is no tile on {x},{y} to stand on.", x=x, y=y),
            "follower.last-tile",
        )

    def spot_refused(self, number: int, placed: FollowerPlaced, orientation: Orientation) -> None:
        x, y = cell_of(placed.key)
        if orientation.is_start_piece:
            message = text("No follower may stand on {x},{y}: it belongs to the start board.", x=x, y=y)
            self.refuse("spot-forbidden", f"/meeples/{number}", message, "follower.last-tile")
        elif orientation is not self.tile_set.blank:
            message = text(
                "The tile {tile} on {x},{y} has no spot “{spot}”; it has {known}.",
                tile=orientation.kind.id,
                x=x,
                y=y,
                spot=placed.spot[:40],
                known=[name for name, _ in orientation.by_name],
            )
            self.refuse("spot-unknown", f"/meeples/{number}/spot", message, "follower.spot")

    def check_supply(self, board: Board) -> None:
        """“De volgeling moet uit de eigen voorraad genomen worden.”"""
        position = self.position
        owned = position.variant.followers
        out = Counter([placed.player for placed in position.followers])
        out.update(position.variant.followers_elsewhere(position))
        board.supply = {}
        for number, player in enumerate(position.players):
            left = owned - out[player.name]
            board.supply[player.name] = left if player.supply is None else player.supply
            if position.excerpt:
                board.supply[player.name] = max(0, board.supply[player.name])
                continue
            if left < 0:
                message = text(
                    "{player} has {out} followers out, but owns only {owned}.",
                    player=player.name,
                    out=out[player.name],
                    owned=owned,
                )
                self.refuse("too-many-followers", f"/players/{number}", message, "follower.supply")
            elif player.supply is not None and player.supply != left:
                message = text(
                    "{player} has {out} of {owned} followers out, so {left} must be left, not {supply}.",
                    player=player.name,
                    out=out[player.name],
                    owned=owned,
                    left=left,
                    supply=player.supply,
                )
                self.refuse("supply-mismatch", f"/players/{number}/supply", message, "follower.supply")


def _join_all(parent: list[int], nodes: list[int]) -> None:
    """Joins these nodes in a union-find whose parents never have larger numbers than their children."""
    tops = []
    for node in nodes:
        top = node
        while parent[top] != top:
            top = parent[top]
        tops.append(top)
    least = min(tops)
    for top in tops:
        parent[top] = least
