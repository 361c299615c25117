"""One turn while it is being judged.

A variant's hooks are given the :class:`Turn`: they read its move, refuse what their rules forbid, and leave the game as
it is afterwards. Nothing of a refused turn remains, because a :class:`~scorer.game.Game` never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NoReturn

from scorer.board import Board, Follower, cell_of
from scorer.building import away_from_start
from scorer.game import Game, Move, tile_of
from scorer.placement import free_spots, placement_list, standing_terrains
from scorer.problems import Illegal, Problem, Refused, unknown_player
from scorer.scoring import Line, Returned, Ruling
from scorer.texts import Message, text, titled
from scorer.tiles import KEY_STEPS, cell_key

Judge = Callable[[Board, Mapping[str, Any]], Ruling]


class IllegalMove(Exception):
    """A move that the rules forbid: what is wrong with it, and what would have been legal instead."""

    def __init__(self, problems: list[Problem], instead: Mapping[str, Any]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems
        self.instead = instead


class Turn:
    """One move, the game as it goes along, and what has been scored so far."""

    def __init__(self, game: Game, move: Move) -> None:
        self.game = game
        self.move = move
        self.player: str = move["player"]
        self.pointer = f"/moves/{len(game.moves)}"
        self.lines: list[Line] = []
        self.returned: list[Returned] = []
        #: What this game shows of a turn besides.
        self.shown: dict[str, Any] = {}
        #: Whether the same player is on turn again.
        self.again = False
        self._board: Board | None = None

    @property
    def cell(self) -> int:
        return cell_key(self.move["x"], self.move["y"])

    def refuse(self, code: str, place: str, message: Message, rule: str, **instead: Any) -> NoReturn:
        """Stops the game here; ``place`` is where in the move it goes wrong."""
        raise IllegalMove([Problem(code, self.pointer + place, message, rule)], instead)

    def judged(self, judge: Judge, question: Mapping[str, Any], **instead: Any) -> Ruling:
        """What a scoring says; what it refuses of the question is wrong with the move."""
        try:
            return judge(self.board, question)
        except Refused as refusal:
            problems = [replace(problem, pointer=self.pointer + problem.pointer) for problem in refusal.problems]
            raise IllegalMove(problems, instead) from None

    def change(self, **fields: Any) -> None:
        """Goes on with another state of the game."""
        self.game = replace(self.game, **fields)
        self._board = None

    @property
    def board(self) -> Board:
        """The board as it lies now."""
        if self._board is None:
            self._board = self.game.board()
        return self._board

    def settle(self, ruling: Ruling) -> None:
        """Adds the points of a ruling, and takes home who goes home from the land."""
        points = ruling.points(self.board)
        gone = {follower[:2] for follower in ruling.returned if isinstance(follower, Follower)}
        self.lines += ruling.lines
        self.returned += ruling.returned
        self.change(
            scores={player: score + points[player] for player, score in self.game.scores.items()},
            followers=[follower for follower in self.game.followers if follower[:2] not in gone],
        )

    # The steps of a turn

    def play(self) -> Game:
        """The game after this move. Raises :class:`IllegalMove` if the rules forbid it."""
        variant = self.game.variant
        self.check_player()
        self.check_tile()
        variant.tile_drawn(self)
        if "discard" in self.move:
            self.discard()
        else:
            self.lay()
            variant.act(self)
            ruling = variant.judge_turn(self)
            self.settle(ruling)
            variant.end_turn(self, ruling)
        on_turn = self.player if self.again else self.game.next_player()
        return replace(self.game, moves=(*self.game.moves, self.move), on_turn=on_turn)

    def check_player(self) -> None:
        game = self.game
        if self.player not in game.scores:
            problem = unknown_player(f"{self.pointer}/player", self.player, game.scores)
            raise IllegalMove([problem], {"player": game.on_turn})
        if self.player != game.on_turn:
            message = text("It is {player}’s turn, not {other}’s.", player=game.on_turn, other=self.player)
            self.refuse("wrong-turn", "/player", message, "turn.order", player=game.on_turn)

    @property
    def tile_place(self) -> str:
        """Where the move names its tile."""
        return "/discard" if "discard" in self.move else "/tile"

    def check_tile(self) -> None:
        """Whether the tile can have been drawn."""
        game, tile = self.game, tile_of(self.move)
        left = game.left()
        if not left:
            self.refuse("game-over", "", text("Every tile has been drawn: the game is over."), "game.end")
        if tile not in game.tile_set.kinds:
            message = text("No tile of this game is called “{tile}”; there are {known}.", tile=tile, known=list(left))
            self.refuse("tile-unknown", self.tile_place, message, "tiles.copies", tiles=left)
        if tile not in left:
            rule = "tiles.copies"
            moves = [number for number, move in enumerate(game.moves, 1) if tile_of(move) == tile]
            if tile in game.variant.removed(game.rules):
                message = text("Tile {tile} was removed before play; no other is left.", tile=tile)
                rule = game.variant.removed_rule
            elif moves:
                message = text("No tile {tile} is left: the last one came in move {move}.", tile=tile, move=moves[-1])
            else:
                message = text("No tile {tile} is there to be drawn.", tile=tile)
            self.refuse("tile-not-in-bag", self.tile_place, message, rule, tiles=left)

    def discard(self) -> None:
        """“Kan een burchtkaart niet geplaatst worden, verdwijnt deze uit het spel en trekt de speler aan beurt een
        nieuw kaartje.” The same goes for the tiles of every other game."""
        tile = self.move["discard"]
        legal = self.legal_placements(tile)
        if legal:
            message = text(
                "Tile {tile} must be laid: it fits on {x},{y} with rotation {rotation}.",
                tile=tile,
                x=legal[0]["x"],
                y=legal[0]["y"],
                rotation=legal[0]["rotation"],
            )
            self.refuse("discard-needless", "/discard", message, "placement.unplaceable", placements=legal)
        self.again = True

    def legal_placements(self, *tiles: str) -> list[dict[str, Any]]:
        return placement_list(self.board, dict.fromkeys(tiles), self.player)

    def lay(self) -> None:
        """Lays the tile on its cell."""
        game, move = self.game, self.move
        key, number = self.cell, len(game.tiles)
        self.check_cell(key)
        carried = {name: move[name] for name in game.variant.tile_fields if name in move}
        laid = replace(
            game,
            tiles=[*game.tiles, (key, move["tile"], move["rotation"])],
            tile_extras={**game.tile_extras, number: carried} if carried else game.tile_extras,
        )
        try:
            board = laid.board()
        except Illegal as refusal:
            here = f"/tiles/{number}"
            problems = [
                replace(problem, pointer=self.pointer + problem.pointer.removeprefix(here))
                for problem in refusal.problems
            ]
            raise IllegalMove(problems, {"placements": self.legal_placements(move["tile"])}) from None
        self.game, self._board = laid, board

    def check_cell(self, key: int) -> None:
        """The cell is empty, inside the wall where there is one, and beside what lies there."""
        tile_set = self.game.tile_set
        x, y = cell_of(key)
        taken = {cell for cell, _, _ in self.game.tiles}
        taken.update([cell for cell, _ in tile_set.start_cells])
        if tile_set.wall is not None and key not in tile_set.wall.cells:
            message = text("Cell {x},{y} lies outside the wall.", x=x, y=y)
            self.refuse_cell("outside-wall", message, "placement.wall")
        if key in taken:
            laid = self.game.move_that_laid(key)
            message = (
                text("A tile lies on {x},{y} since before the first move.", x=x, y=y)
                if laid is None
                else text("A tile lies on {x},{y} already, since move {move}.", x=x, y=y, move=laid)
            )
            self.refuse_cell("cell-occupied", message, "placement.cell")
        if not any(key + step in taken for step in KEY_STEPS):
            if not self.game.tiles:
                self.refuse_cell("not-connected", away_from_start(self.game.variant, key), "placement.start")
            message = text("No tile lies beside {x},{y}; corners do not count.", x=x, y=y)
            self.refuse_cell("not-connected", message, "placement.touch")

    def refuse_cell(self, code: str, message: Message, rule: str) -> NoReturn:
        self.refuse(code, "", message, rule, placements=self.legal_placements(self.move["tile"]))

    def place_follower(self) -> None:
        """Places the follower that the move names, if it names one.

        “De volgeling kan enkel geplaatst worden in een 'deel' waar nog geen enkele andere figuur (eigen of vreemde)
        aanwezig is.”
        """
        if "spot" not in self.move:
            return
        spot, board, variant = self.move["spot"], self.board, self.game.variant
        key = self.cell
        x, y = cell_of(key)
        tile = board.at[key]
        orientation = board.orientations[tile]
        self.check_supply()
        node = board.node_at(key, spot)
        if node is None:
            known = [name for name, _ in orientation.by_name]
            message = text(
                "The tile on {x},{y} has no spot “{spot}”; it has {known}.", x=x, y=y, spot=spot, known=known
            )
            self.refuse("spot-unknown", "/spot", message, "follower.spot", spots=self.free_spots())
        if not variant.may_stand_on(board.terrains[node], board.rules):
            message = text("In this game no follower may stand on {spot} of {x},{y}.", spot=spot, x=x, y=y)
            self.refuse("spot-forbidden", "/spot", message, variant.standing_rule, spots=self.free_spots())
        standing = board.by_root.get(board.roots[node])
        if standing is not None:
            message = text(
                "{spot} on {x},{y} is taken by {followers}.",
                spot=spot,
                x=x,
                y=y,
                followers=[follower_said(board, follower) for follower in standing],
            )
            self.refuse("spot-taken", "/spot", message, "follower.free", spots=self.free_spots())
        canonical = orientation.names[node - board.first[tile]]
        self.change(followers=[*self.game.followers, (self.player, key, canonical)])

    def free_spots(self) -> list[str]:
        """Where the player may place a follower on the tile that he has laid."""
        board = self.board
        if not board.supply[self.player]:
            return []
        tile = board.at[self.cell]
        orientation = board.orientations[tile]
        links = list(enumerate(board.roots[board.first[tile] : board.first[tile + 1]]))
        return free_spots(board, orientation, links, standing_terrains(board))

    def check_supply(self, place: str = "/spot") -> None:
        """“De volgeling moet uit de eigen voorraad genomen worden.”"""
        if not self.board.supply[self.player]:
            message = text(
                "{player} has no follower left to place: all {owned} are out.",
                player=titled(self.player),
                owned=self.game.variant.followers,
            )
            self.refuse("no-follower-left", place, message, "follower.supply", spots=[])


def follower_said(board: Board, follower: Follower) -> Message:
    """A follower in a sentence: “blue’s knight on 3,4”."""
    x, y = cell_of(follower.key)
    name = board.variant.follower_names[board.terrains[follower.node]]
    return text("{player}’s {follower} on {x},{y}", player=follower.player, follower=name, x=x, y=y)
