"""How a raw position becomes a game: tiles are laid and joined, figures set, and ALL that is wrong is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from scorer.board.board import FOLLOWER, Board, Meeple
from scorer.board.joining import Joined, join
from scorer.game.game import Game
from scorer.game.position import Position
from scorer.game.proofs import impossible, start_board_assumed
from scorer.limits import MOST_PROBLEMS, shortened
from scorer.problems import (
    Illegal,
    Problem,
    TooCostly,
    Where,
    comparing,
    escaped,
    too_costly,
    unknown_player,
    unknown_tile,
)
from scorer.rules.assumptions import Assumption
from scorer.rules.part import Figure
from scorer.rules.places import at, feature_words, where_figure, where_region, where_tiles
from scorer.rules.placing import joins_own
from scorer.rules.refusals import (
    away_from_board,
    away_from_start,
    edge_mismatch,
    figure_forbidden,
    no_such_spot,
    outside_wall,
)
from scorer.texts import Capital, Message, counted, text, titled
from scorer.tiles.cells import cell_of, connected
from scorer.tiles.orientations import Orientation
from scorer.tiles.ports import opposite


def build(position: Position) -> Game:
    """The game of a position. Raises :class:`Illegal` with ALL its problems if it breaks the rules."""
    built = attempt(position)
    if built.problems:
        raise Illegal(built.problems)
    return built.game


class Built(NamedTuple):
    """The game of a position as far as there is one, and ALL that is wrong with it."""

    game: Game
    #: The rules that it breaks.
    problems: list[Problem]
    #: What no play can have led to, though the game can be judged as it lies.
    doubts: list[Problem]


def attempt(position: Position) -> Built:
    builder = _Builder(position)
    game = builder.game()
    return Built(game, builder.problems, builder.doubts(game))


def refuse_too_many_parts(position: Position) -> None:
    """Made-up kinds may have far more parts than printed ones; what all of them together cost is known beforehand."""
    most = position.limits.parts
    if most is None or not position.extra_kinds:
        return
    parts = {kind.id: kind.parts for kind in position.extra_kinds}
    total = sum([parts.get(tile, 0) for _, tile, _ in position.tiles])
    if total > most:
        raise too_many_parts(total, most)


def too_many_parts(count: int, most: int) -> TooCostly:
    message = text(
        "The made-up tiles on the board have {count} parts (segments, borders, and what stands on them); at most "
        "{most} are judged here.",
        count=count,
        most=most,
    )
    return too_costly("/tiles", message)


class _Builder:
    """Lays the tiles, joins their segments, sets the figures, and notes everything that is not allowed."""

    def __init__(self, position: Position) -> None:
        refuse_too_many_parts(position)
        self.position = position
        self.ruleset = position.ruleset
        self.tile_set = position.tile_set
        self.problems: list[Problem] = []
        self._numbers: dict[int, int] | None = None
        self.board = Board(self.tile_set, position.limits.farthest, self.laid())

    def game(self) -> Game:
        position = self.position
        joined = join(self.board)
        for tile, side, other in joined.mismatches:
            self.refuse_edge(tile, side, other)
        if not position.excerpt:
            copies = self.ruleset.copies(self.tile_set, position.rules)
            left = self.copies_left(copies)
            self.check_start(left, copies)
            self.check_connected(joined)
            self.check_copies(left, copies)
        self.check_wall()
        self.check_discarded()
        self.check_players()
        self.set_meeples()
        game = Game(position, self.board)
        self.check_supply(game)
        for part in self.ruleset.parts:
            if part.check is not None:
                part.check(game, position, self.problems)
        return game

    def doubts(self, game: Game) -> list[Problem]:
        """What the board alone proves that no play leads to; the game takes it for granted."""
        doubts = impossible(game)
        game.assumed += [Assumption.of(problem) for problem in doubts[:MOST_PROBLEMS]]
        game.assumed += start_board_assumed(self.position)
        return doubts

    def refuse(self, code: str, pointer: str, message: Message, rule: str, where: Where | None = None) -> None:
        self.problems.append(Problem(code, pointer, message, rule, where))

    # Tiles

    def laid(self) -> dict[int, Orientation]:
        """What lies on each cell."""
        tiles, oriented = self.position.tiles, self.tile_set.oriented
        try:
            laid = {key: oriented[tile][rotation] for key, tile, rotation in tiles}
        except KeyError:
            return self.lay_what_fits()
        laid.update(self.tile_set.start_cells)
        if len(laid) < len(tiles) + len(self.tile_set.start_cells):
            return self.lay_what_fits()
        return laid

    def lay_what_fits(self) -> dict[int, Orientation]:
        """The first tile on each cell, a blank for one of unknown kind; everything else is refused."""
        laid = dict(self.tile_set.start_cells)
        for number, (key, tile, rotation) in enumerate(self.position.tiles):
            orientation = self.tile_set.blank
            if tile in self.tile_set.kinds:
                orientation = self.tile_set.oriented[tile][rotation]
            else:
                compared = comparing(self.problems)
                pointer = f"/tiles/{number}/tile"
                unknown = unknown_tile(pointer, tile, self.tile_set.kinds, compared=compared)
                self.problems.append(replace(unknown, where=at(key)))
            if key not in laid:
                laid[key] = orientation
            elif key not in self.tile_set.labels:
                # A labelled piece is no cell of the playing area: a tile there lies outside the wall.
                self.refuse_cell(key, number)
        return laid

    @property
    def numbers(self) -> dict[int, int]:
        """The number in the request of the tile on each cell; start pieces come before all, as -1."""
        if self._numbers is None:
            tiles = self.position.tiles
            numbers = {tiles[number][0]: number for number in reversed(range(len(tiles)))}
            self._numbers = {**numbers, **dict.fromkeys(self.tile_set.start_cells, -1)}
        return self._numbers

    def refuse_cell(self, key: int, number: int) -> None:
        x, y = cell_of(key)
        earlier = self.numbers[key]
        message = (
            text("The cell {x},{y} belongs to the start board; no tile can lie there.", x=x, y=y)
            if earlier < 0
            else text(
                "The cell {x},{y} is taken: tile {tile} lies there.", x=x, y=y, tile=self.position.tiles[earlier][1]
            )
        )
        self.refuse("cell-occupied", f"/tiles/{number}", message, "placement.cell", at(key))

    def refuse_edge(self, tile: int, side: int, other: int) -> None:
        """The fault lies with the tile that comes later in the request."""
        board = self.board
        if self.numbers[board.keys[tile]] > self.numbers[board.keys[other]]:
            tile, side, other = other, opposite(side), tile
        key = board.keys[other]
        pointer = f"/tiles/{self.numbers[key]}"
        self.problems.append(
            edge_mismatch(board, key, board.orientations[other], opposite(side), tile, pointer, self.ruleset)
        )

    def copies_left(self, copies: Mapping[str, int]) -> dict[str, int]:
        """How many tiles of each kind do not lie on the board; fewer than none, if it holds too many."""
        left = dict(copies)
        for _, tile, _ in self.position.tiles:
            if tile in left:
                left[tile] -= 1
        for tile in self.position.discarded:
            if tile in left:
                left[tile] -= 1
        return left

    def check_start(self, copies_left: Mapping[str, int], copies: Mapping[str, int]) -> None:
        start = self.ruleset.start_tile
        if start is not None and copies_left[start] == copies[start]:
            message = text(
                "The start tile {tile} is not on the board. A cut-out of a board is asked with “excerpt”: true.",
                tile=start,
            )
            self.refuse("start-missing", "/tiles", message, "placement.start")

    def check_connected(self, joined: Joined) -> None:
        """Everything hangs together; the pieces that were there before the first tile count as one."""
        if joined.connected:
            return
        start_cells = list(self.tile_set.start_cells)
        left = set(self.board.keys)
        islands = [connected(left, start_cells.copy())] if start_cells else []
        while left:
            islands.append(connected(left, [min(left)]))
        home = islands[0] if start_cells else max(islands, key=lambda island: (self.holds_start(island), len(island)))
        begun = len(home) > len(start_cells)
        for island in islands:
            if island is not home:
                first = min(island)
                rule = "placement.touch" if begun else "placement.start"
                message = (
                    away_from_board(first, len(island)) if begun else away_from_start(self.ruleset, first, len(island))
                )
                where = Where(tuple([cell_of(key) for key in sorted(island)]))
                self.refuse("not-connected", f"/tiles/{self.numbers[first]}", message, rule, where)

    def holds_start(self, island: set[int]) -> bool:
        board, start = self.board, self.ruleset.start_tile
        return any(board.orientations[board.at[key]].id == start for key in island)

    def check_wall(self) -> None:
        wall = self.tile_set.wall
        if wall is None:
            return
        for number, (key, _, _) in enumerate(self.position.tiles):
            if key not in wall.cells:
                self.problems.append(outside_wall(key, f"/tiles/{number}"))

    def check_discarded(self) -> None:
        for number, tile in enumerate(self.position.discarded):
            if tile not in self.tile_set.kinds:
                compared = comparing(self.problems)
                pointer = f"/discarded/{number}"
                self.problems.append(unknown_tile(pointer, tile, self.tile_set.kinds, compared=compared))

    def check_copies(self, copies_left: Mapping[str, int], copies: Mapping[str, int]) -> None:
        if min(copies_left.values()) >= 0:
            return
        places = {tile: f"/tiles/{number}/tile" for number, (_, tile, _) in enumerate(self.position.tiles)}
        places |= {tile: f"/discarded/{number}" for number, tile in enumerate(self.position.discarded)}
        for kind, pointer in places.items():
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
                        "Of the {box} tiles {tile} in the box some were removed before play: the board can hold "
                        "{left}, not {used}.",
                        box=in_box,
                        tile=kind,
                        left=allowed,
                        used=allowed - left,
                    )
                    if allowed
                    else text("Every tile {tile} was removed before play; none can lie on the board.", tile=kind)
                )
                rule = "tiles.copies" if allowed == in_box else self.ruleset.cites["removed"]
                where = where_tiles(self.board, kind)
                self.refuse("too-many-copies", pointer, message, rule, where)

    # Players and figures

    def check_players(self) -> None:
        ruleset, players = self.ruleset, self.position.players
        least = 0 if self.position.excerpt else ruleset.least_players
        if not least <= len(players) <= ruleset.most_players:
            message = (
                counted(
                    "This game is played by exactly {count} player, not {found}.",
                    "This game is played by exactly {count} players, not {found}.",
                    ruleset.most_players,
                    found=len(players),
                )
                if ruleset.least_players == ruleset.most_players
                else text(
                    "This game is played by {least} to {most} players, not {found}.",
                    least=ruleset.least_players,
                    most=ruleset.most_players,
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
        turn = self.position.turn
        if turn is not None and turn.player not in seen:
            self.problems.append(unknown_player("/turn/player", turn.player, [player.name for player in players]))

    def set_meeples(self) -> None:
        board, open_to = self.board, self.ruleset.open_to
        names = [player.name for player in self.position.players]
        standing: dict[int, Meeple] = {}
        taken: set[int] = set()
        for number, (player, key, spot, figure) in enumerate(self.position.meeples):
            if player not in names:
                unknown = unknown_player(f"/meeples/{number}/player", player, names)
                self.problems.append(replace(unknown, where=at(key)))
            tile = board.at.get(key)
            if tile is None:
                self.no_tile_there(number, key)
                continue
            if tile in taken:
                x, y = cell_of(key)
                message = text("On {x},{y} stands a figure already; a tile holds only one.", x=x, y=y)
                self.refuse("tile-has-follower", f"/meeples/{number}", message, "follower.one", at(key))
            taken.add(tile)
            orientation = board.orientations[tile]
            segment = orientation.spots.get(spot)
            if segment is None or orientation.is_start_piece:
                self.spot_refused(number, key, spot, orientation)
                continue
            if figure not in open_to:
                self.unknown_figure(f"/meeples/{number}/figure", figure, open_to, at(key))
                continue
            terrain = orientation.terrains[segment]
            if terrain not in open_to[figure]:
                self.problems.append(figure_forbidden(self.ruleset, figure, terrain, key, f"/meeples/{number}"))
            node = board.first[tile] + segment
            standing[node] = board.meeples[key] = Meeple(player, key, orientation.names[segment], node, figure)
        labels, by_label = board.labels, board.by_label
        for node in sorted(standing):
            by_label.setdefault(labels[node], []).append(standing[node])

    def unknown_figure(self, pointer: str, figure: str, known: Iterable[str], where: Where | None = None) -> None:
        message = text(
            "This game has no figure “{figure}”; it has {known}.", figure=shortened(figure), known=list(known)
        )
        self.refuse("figure-unknown", pointer, message, self.ruleset.cites["figures"], where)

    def no_tile_there(self, number: int, key: int) -> None:
        x, y = cell_of(key)
        message = text("There is no tile on {x},{y} to stand on.", x=x, y=y)
        self.refuse("no-tile-there", f"/meeples/{number}", message, "follower.last-tile", at(key))

    def spot_refused(self, number: int, key: int, spot: str, orientation: Orientation) -> None:
        x, y = cell_of(key)
        if orientation.is_start_piece:
            message = text("No follower may stand on {x},{y}: that is part of the start board.", x=x, y=y)
            self.refuse("spot-forbidden", f"/meeples/{number}", message, self.ruleset.cites["start board"], at(key))
        elif orientation is not self.tile_set.blank:
            self.problems.append(no_such_spot(self.board, key, spot, f"/meeples/{number}/spot"))

    def check_supply(self, game: Game) -> None:
        """“De volgeling moet uit de eigen voorraad genomen worden.”"""
        position, owned = self.position, self.ruleset.followers
        owners = [player for player, _, _, figure in position.meeples if figure == FOLLOWER]
        for part in self.ruleset.parts:
            if part.out_elsewhere is not None:
                owners += part.out_elsewhere(position)
        for number, player in enumerate(position.players):
            out = owners.count(player.name)
            left = owned - out
            supply = left if player.supply is None else player.supply
            game.supply[player.name] = max(0, supply) if position.excerpt else supply
            if position.excerpt:
                continue
            if left < 0:
                message = text(
                    "{player} has {out} followers out, but owns only {owned}.",
                    player=titled(player.name),
                    out=out,
                    owned=owned,
                )
                where = self.where_out(player.name, FOLLOWER)
                self.refuse("too-many-followers", f"/players/{number}", message, "follower.supply", where)
            elif supply != left:
                message = text(
                    "{player} has {out} of {owned} followers out, so {left} must be left, not {supply}.",
                    player=titled(player.name),
                    out=out,
                    owned=owned,
                    left=left,
                    supply=supply,
                )
                where = self.where_out(player.name, FOLLOWER)
                self.refuse("supply-mismatch", f"/players/{number}/supply", message, "follower.supply", where)
        if len(self.ruleset.figures) > 1:
            self.check_figures(game)
            if not position.excerpt:
                self.check_company()

    def check_figures(self, game: Game) -> None:
        """The same for every other kind of figure."""
        position = self.position
        others = [figure for figure in self.ruleset.figures.values() if figure.name != FOLLOWER]
        out = Counter([(player, figure) for player, _, _, figure in position.meeples if figure != FOLLOWER])
        if not out and not any(player.figures for player in position.players):
            at_home = {figure.name: figure.each for figure in others}
            game.figures = {player.name: at_home for player in position.players}
            return
        for number, player in enumerate(position.players):
            left = {figure.name: figure.each - out[player.name, figure.name] for figure in others}
            told = {name: count for name, count in player.figures.items() if name in left}
            game.figures[player.name] = {name: max(0, told.get(name, count)) for name, count in left.items()}
            for name in player.figures.keys() - left.keys():
                self.unknown_figure(f"/players/{number}/figures/{escaped(name)}", name, left)
            if position.excerpt:
                continue
            for figure in others:
                wrong = self.figures_wrong(player.name, figure, left[figure.name], told.get(figure.name))
                if wrong is not None:
                    code, message = wrong
                    where = self.where_out(player.name, figure.name)
                    self.refuse(code, f"/players/{number}", message, self.ruleset.cites["figures"], where)

    def check_company(self) -> None:
        """A figure that joins an own follower never stands alone."""
        board, figures = self.board, self.ruleset.figures
        for number, (player, key, _, figure) in enumerate(self.position.meeples):
            if figure == FOLLOWER:
                continue
            meeple = board.meeples.get(key)
            if meeple is None or figure not in figures or not figures[figure].joins_own:
                continue
            region = board.region_of(meeple.node)
            if not joins_own(self.ruleset, region.meeples, player):
                message = text(
                    "{figure} of {player} has no follower of the same player there: {feature}.",
                    figure=Capital(figures[figure].the),
                    player=player,
                    feature=feature_words(region),
                )
                where = where_region(region)
                self.refuse("figure-forbidden", f"/meeples/{number}", message, figures[figure].rule, where)

    def where_out(self, player: str, figure: str) -> Where:
        """The figures of a kind that a player has on the board."""
        return where_figure(
            *[one for one in self.board.meeples.values() if (one.player, one.figure) == (player, figure)]
        )

    def figures_wrong(self, player: str, figure: Figure, left: int, told: int | None) -> tuple[str, Message] | None:
        """What is wrong with how many figures of a kind a player has out, if anything."""
        if left < 0:
            message = text(
                "{figure} of {player} stands on the board {out} times; everybody owns only {owned}.",
                player=player,
                figure=Capital(figure.the),
                out=figure.each - left,
                owned=figure.each,
            )
            return "too-many-followers", message
        if told is not None and told != left:
            message = text(
                "{figure} of {player}: {out} on the board, so {left} must be left, not {told}.",
                player=player,
                figure=Capital(figure.the),
                out=figure.each - left,
                left=left,
                told=told,
            )
            return "figure-mismatch", message
        return None
