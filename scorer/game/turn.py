"""One turn while it is being judged.

Parts are given the :class:`Turn` at each of its moments: they read its move, refuse what their rules forbid, and leave
the game as it is afterwards. Nothing of a refused turn remains.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, NoReturn

from scorer.board.board import FOLLOWER, Board, Meeple
from scorer.board.region import Region
from scorer.game.game import Again, Game, Move, tile_of
from scorer.problems import Problem, Refused, Where, unknown_player, unknown_tile
from scorer.rules.assumptions import Assumption
from scorer.rules.lines import Line
from scorer.rules.part import Figure, Moment, State
from scorer.rules.places import at, feature_words, figure_said, where_figure, where_region, where_tiles
from scorer.rules.placing import joins_own, placement_list, spots_on, vetoes
from scorer.rules.refusals import (
    away_from_start,
    drawn_out,
    edge_mismatch,
    figure_forbidden,
    no_such_spot,
    outside_wall,
)
from scorer.rules.scoring import Returned, Ruling
from scorer.texts import Capital, Message, text, titled
from scorer.tiles.cells import cell_key, cell_of
from scorer.tiles.ports import EAST, NORTH, SOUTH, WEST
from scorer.tiles.words import spot_words

#: The second part of a double turn.
SECOND_PART: Final = 2
DRAWS_ANOTHER: Final = Again(
    text("a tile that fits nowhere is put away, and the same player draws another"), "placement.unplaceable"
)
#: The order in which the edges of a tile on a whole board are looked at.
AS_BOARDS_ARE_READ: Final = (NORTH, WEST, SOUTH, EAST)


class IllegalMove(Exception):
    """A move that the rules forbid: what is wrong with it, and what would have been legal instead."""

    def __init__(self, problems: list[Problem], instead: Mapping[str, Any]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems
        self.instead = instead


class Turn:
    """One move, the game as it goes along, and what has been scored so far."""

    def __init__(self, game: Game, move: Move, pointer: str, *, demanding: bool = True) -> None:
        self.game = game
        #: Whether the move must tell all that the game needs to go on, as in the record of a whole game.
        self.demanding = demanding
        self.move = move
        self.player: str = move["player"]
        #: Where the request has the move.
        self.pointer = pointer
        self.lines: list[Line] = []
        self.returned: list[Returned] = []
        self.assumed: list[Assumption] = []
        #: What a part shows of a turn besides.
        self.shown: dict[str, Any] = {}
        #: Whether the same player is on turn again, and with which part of his turn.
        self.again = False
        self.part_after = game.part

    @property
    def board(self) -> Board:
        return self.game.board

    @property
    def key(self) -> int:
        """The cell on which the tile is laid."""
        return cell_key(self.move["x"], self.move["y"])

    def refuse(
        self, code: str, place: str, message: Message, rule: str, where: Where | None = None, **instead: Any
    ) -> NoReturn:
        """Stops the game here; ``place`` is where in the move it goes wrong, ``where`` on the table."""
        raise IllegalMove([Problem(code, self.pointer + place, message, rule, where)], instead)

    def judged(self, judge: Callable[[], Ruling], **instead: Any) -> Ruling:
        """What a scoring says; what it refuses of the question is wrong with the move."""
        try:
            return judge()
        except Refused as refusal:
            problems = [replace(problem, pointer=self.pointer + problem.pointer) for problem in refusal.problems]
            raise IllegalMove(problems, instead) from None

    def settle(self, ruling: Ruling) -> None:
        """Adds the points of a ruling, takes home who goes home, and leaves parts' states as they are then."""
        self.game.settle(ruling)
        self.lines += ruling.lines
        self.returned += ruling.returned
        self.assumed += ruling.assumed

    def go_on(self, again: Again) -> None:
        """The same player is on turn again, for this reason."""
        self.again, self.game.goes_on = True, again

    def change_state(self, name: str, state: State) -> None:
        self.game.states = {**self.game.states, name: state}

    # The steps of a turn

    def play(self) -> None:
        """Makes the move. Raises :class:`IllegalMove` if the rules forbid it, and leaves the game as it was."""
        before = self.game.kept()
        try:
            self.make()
        except IllegalMove:
            self.game.put_back(before)
            raise

    def make(self) -> None:
        game = self.game
        self.check_end()
        self.reach(Moment.BEGUN)
        self.check_player()
        self.check_tile()
        self.reach(Moment.DRAWN)
        if "discard" in self.move:
            self.discard()
        else:
            self.lay()
            self.reach(Moment.LAID)
            self.act()
            self.reach(Moment.PLACED)
            self.reach(Moment.SCORED)
            self.reach(Moment.TURN_END)
        game.moves = (*game.moves, self.move)
        game.goes_on = game.goes_on if self.again else None
        game.on_turn = self.player if self.again else game.next_player(self.player)
        game.part = self.part_after if self.again else 1

    def reach(self, moment: Moment) -> None:
        for step in self.game.ruleset.turn_steps(moment):
            step(self)

    def check_end(self) -> None:
        """“Het spel is afgelopen” with the turn of the last tile, whoever would move then."""
        if not self.game.excerpt and not self.game.any_left:
            self.refuse("game-over", "", text("Every tile has been drawn: the game is over."), "game.end")

    def check_player(self) -> None:
        game = self.game
        if self.player not in game.scores:
            problem = unknown_player(f"{self.pointer}/player", self.player, game.scores)
            raise IllegalMove([problem], {} if game.on_turn is None else {"player": game.on_turn})
        if game.on_turn in (None, self.player):
            return
        if game.goes_on is not None and game.goes_on.may_waive and self.player == game.next_player(game.on_turn):
            game.on_turn, game.goes_on, game.part, self.part_after = self.player, None, 1, 1
            return
        message, rule = self.whose_turn(game.on_turn)
        self.refuse("wrong-turn", "/player", message, rule, player=game.on_turn)

    def whose_turn(self, on_turn: str) -> tuple[Message, str]:
        """Why it is another player's turn, and by which rule."""
        game = self.game
        again = game.goes_on
        if again is not None:
            message = text(
                "It is {player}’s turn again, not {other}’s: {why}.", player=on_turn, other=self.player, why=again.why
            )
            return message, again.rule
        if on_turn == next(iter(game.scores)) and not game.moves and not game.laid_since_start:
            message = text(
                "{player}, the first of the players, begins; not {other}.", player=titled(on_turn), other=self.player
            )
            return message, "turn.first"
        return text("It is {player}’s turn, not {other}’s.", player=on_turn, other=self.player), "turn.order"

    @property
    def tile_place(self) -> str:
        """Where the move names its tile."""
        return "/discard" if "discard" in self.move else "/tile"

    def check_tile(self) -> None:
        """Whether the tile can have been drawn."""
        game, tile = self.game, tile_of(self.move)
        if tile not in game.tile_set.kinds:
            problem = unknown_tile(self.pointer + self.tile_place, tile, game.tile_set.kinds)
            raise IllegalMove([problem], {"tiles": game.left()})
        if game.excerpt:
            return
        order = game.ruleset.draw_order
        if order is None and game.left_of(tile) > 0:
            return
        left = game.left()
        if tile not in left:
            rule = "tiles.copies"
            moves = [number for number, move in enumerate(game.moves, 1) if tile_of(move) == tile]
            if tile in game.ruleset.removed(game.rules):
                message = text("Tile {tile} was removed before play; no other is left.", tile=tile)
                rule = game.ruleset.cites["removed"]
            elif moves:
                message = text("No tile {tile} is left: the last one came in move {move}.", tile=tile, move=moves[-1])
            elif game.ruleset.copies(game.tile_set, game.rules)[tile]:
                message = drawn_out(tile)
            else:
                message = text("The game holds no tile {tile} that could be drawn.", tile=tile)
            self.refuse("tile-not-in-bag", self.tile_place, message, rule, where_tiles(game.board, tile), tiles=left)
        drawable = game.drawable(left)
        if order is not None and tile not in drawable:
            message, rule = order.not_yet(game, drawable)
            self.refuse("bag-order", self.tile_place, message, rule, tiles=dict(drawable))

    def discard(self) -> None:
        """“Kan een burchtkaart niet geplaatst worden, verdwijnt deze uit het spel en trekt de speler aan beurt een
        nieuw kaartje.” The same goes for the tiles of every other game."""
        tile = self.move["discard"]
        legal = self.legal_placements(tile)
        if legal:
            others = [other for other in self.choice() if other != tile]
            fits = {"tile": tile, **{name: legal[0][name] for name in ("x", "y", "rotation")}}
            message = (
                text(
                    "Tile {tile} cannot be put away: it fits on {x},{y} with rotation {rotation}. It may also be kept, "
                    "and the other tile laid: {others}.",
                    **fits,
                    others=others,
                )
                if others
                else text(
                    "Tile {tile} cannot be put away: it fits on {x},{y} with rotation {rotation}.",
                    **fits,
                )
            )
            instead = self.placements_instead()
            where = Where(tuple(dict.fromkeys((one["x"], one["y"]) for one in legal)))
            self.refuse("discard-needless", "/discard", message, "placement.unplaceable", where, **instead)
        self.game.discarded = (*self.game.discarded, tile)
        # Who puts a tile away in the second part of a double turn is still in it.
        second_part = self.game.goes_on if self.game.part == SECOND_PART else None
        self.go_on(second_part or DRAWS_ANOTHER)

    def legal_placements(self, *tiles: str) -> list[dict[str, Any]]:
        return placement_list(self.game, dict.fromkeys(tiles), self.player)

    def lay(self) -> None:
        """Lays the tile on its cell."""
        game, move, key = self.game, self.move, self.key
        self.check_cell(key)
        orientation = game.tile_set.oriented[move["tile"]][move["rotation"]]
        board = game.board
        neighbours = dict(board.neighbours(key))
        faults = [
            edge_mismatch(board, key, orientation, side, neighbours[side], self.pointer, game.ruleset)
            for side in AS_BOARDS_ARE_READ
            if side in neighbours and orientation.joins[side][board.orientations[neighbours[side]]] is None
        ]
        faults = faults or vetoes(game, key, orientation, self.pointer)
        if faults:
            raise IllegalMove(faults, self.placements_instead())
        carried = {name: move[name] for name in game.ruleset.tile_fields if name in move}
        if carried:
            game.carried = {**game.carried, key: carried}
        board.lay(key, orientation)

    def check_cell(self, key: int) -> None:
        """The cell is empty, inside the wall where there is one, and beside what lies there."""
        board, wall = self.board, self.game.tile_set.wall
        x, y = cell_of(key)
        if wall is not None and key not in wall.cells:
            self.refuse_cell(outside_wall(key, self.pointer))
        if key in board.at:
            laid = self.game.move_that_laid(key)
            message = (
                text("The cell {x},{y} is taken: a tile lies there.", x=x, y=y)
                if laid is None
                else text("The cell {x},{y} is taken: a tile was laid there in move {move}.", x=x, y=y, move=laid)
            )
            self.refuse_cell(Problem("cell-occupied", self.pointer, message, "placement.cell", at(key)))
        if not board.neighbours(key):
            begun = len(board.keys) > len(self.game.tile_set.start_cells)
            rule = "placement.touch" if begun else "placement.start"
            message = (
                text("No tile lies beside {x},{y}; corners do not count.", x=x, y=y)
                if begun
                else away_from_start(self.game.ruleset, key)
            )
            self.refuse_cell(Problem("not-connected", self.pointer, message, rule, at(key)))

    def refuse_cell(self, problem: Problem) -> NoReturn:
        raise IllegalMove([problem], self.placements_instead())

    def choice(self) -> list[str]:
        """The tiles of which the player may lay one: the one he has drawn, or those before him."""
        before_him = self.game.ruleset.tiles_before
        return [tile_of(self.move)] if before_him is None else before_him(self)

    def placements_instead(self) -> dict[str, Any]:
        """Where the tiles may go that the player may lay; the one he has drawn is put away if it fits nowhere."""
        legal, drawn = self.legal_placements(*self.choice()), tile_of(self.move)
        fits = any(placement.get("tile", drawn) == drawn for placement in legal)
        return {"placements": legal} if fits else {"placements": legal, "discard": drawn}

    @property
    def places(self) -> bool:
        """Whether the move places a figure."""
        return "spot" in self.move or bool(self.move.get("placed"))

    def act(self) -> None:
        """Does what the player does after laying the tile, if he does anything."""
        for action in self.game.ruleset.actions:
            if action.name in self.move:
                action.do(self)
        if self.places:
            self.check_placed()
            self.place_figure()

    def check_placed(self) -> None:
        """What was really placed is one figure, from the supply, on the tile just laid; ALL that is wrong is told."""
        placed, problems = self.move.get("placed", ()), []
        if len(placed) > 1:
            message = text("A player places one figure a turn, not {count}.", count=len(placed))
            where = Where(tuple([(one["x"], one["y"]) for one in placed]))
            problems.append(Problem("one-action-only", f"{self.pointer}/placed/1", message, "follower.one", where))
        for number, one in enumerate(placed):
            pointer, key = f"{self.pointer}/placed/{number}", cell_key(one["x"], one["y"])
            if key != self.key:
                problems.append(self.not_last_tile(key, pointer))
            if one.get("from", "supply") != "supply":
                message = text("A figure is placed from its owner's supply; this one came from elsewhere.")
                problems.append(Problem("not-from-supply", f"{pointer}/from", message, "follower.supply", at(key)))
        if problems:
            raise IllegalMove(problems, self.spots_instead())

    def not_last_tile(self, key: int, pointer: str) -> Problem:
        """A figure is placed on this cell, where another tile lies than the one just laid, or none."""
        (x, y), (other_x, other_y) = cell_of(self.key), cell_of(key)
        message = text(
            "A figure is placed on the tile just laid, on {x},{y}; not on {other_x},{other_y}.",
            x=x,
            y=y,
            other_x=other_x,
            other_y=other_y,
        )
        where = Where(((x, y), (other_x, other_y)))
        return Problem("not-last-tile", pointer, message, "follower.last-tile", where)

    def place_figure(self) -> None:
        """Places the figure that the move names.

        “De volgeling kan enkel geplaatst worden in een 'deel' waar nog geen enkele andere figuur (eigen of vreemde)
        aanwezig is.”
        """
        placed, board, game = (self.move.get("placed") or [self.move])[0], self.board, self.game
        spot, figure, key = placed["spot"], self.figure(placed), self.key
        place = "/placed/0/spot" if "placed" in self.move else "/spot"
        x, y = cell_of(key)
        tile = board.at[key]
        orientation = board.orientations[tile]
        self.check_supply(place, figure)
        node = board.node_at(key, spot)
        if node is None:
            raise IllegalMove([no_such_spot(board, key, spot, self.pointer + place)], self.spots_instead())
        words = spot_words(game.tile_set.landscape, board.spot_of(node))
        terrain = board.terrains[node]
        if terrain not in game.ruleset.open_to[figure.name]:
            problem = figure_forbidden(game.ruleset, figure.name, terrain, key, self.pointer + place)
            raise IllegalMove([problem], self.spots_instead())
        if terrain not in game.standing_terrains(figure.name):
            message = text(
                "By the rules of this game no follower may stand there: {spot} on {x},{y}.", spot=words, x=x, y=y
            )
            rule = game.ruleset.cites["standing"]
            self.refuse("spot-forbidden", place, message, rule, at(key), **self.spots_instead())
        region = board.region_of(node)
        if figure.joins_own:
            self.check_company(figure, region, place)
        elif region.meeples:
            message = text(
                "{spot} on {x},{y} is taken already: {followers}.",
                spot=Capital(words),
                x=x,
                y=y,
                followers=[figure_said(game, figure) for figure in region.meeples],
            )
            way = board.way(node, region.meeples[0].node)
            where = Where(tuple(way), (), tuple(meeple.to_json() for meeple in region.meeples))
            problem = Problem("spot-taken", self.pointer + place, message, "follower.free", where)
            raise IllegalMove([problem], self.spots_instead())
        board.stand(Meeple(self.player, key, orientation.names[node - board.first[tile]], node, figure.name))
        game.change_left(self.player, figure.name, -1)

    def figure(self, placed: Mapping[str, Any]) -> Figure:
        """The kind of figure that the move places."""
        name, known = placed.get("figure", FOLLOWER), self.game.ruleset.figures
        if name not in known:
            message = text("This game has no figure “{figure}”; it has {known}.", figure=name, known=list(known))
            self.refuse(
                "figure-unknown",
                "/placed/0/figure" if "placed" in self.move else "/figure",
                message,
                self.game.ruleset.cites["figures"],
                **self.spots_instead(),
            )
        return known[name]

    def check_company(self, figure: Figure, region: Region, place: str) -> None:
        """A figure that joins an own follower finds one, on a feature that goes on."""
        where = where_region(region)
        if not joins_own(self.game.ruleset, region.meeples, self.player):
            message = text(
                "{figure} must join a follower of the same player, and {player} has none there: {feature}.",
                figure=Capital(figure.the),
                player=self.player,
                feature=feature_words(region),
            )
            self.refuse("figure-forbidden", place, message, figure.rule, where, **self.spots_instead())
        if region.complete:
            message = text(
                "{figure} may not stand on what this tile finishes: {feature}.",
                figure=Capital(figure.the),
                feature=feature_words(region),
            )
            self.refuse("figure-forbidden", place, message, figure.rule, where, **self.spots_instead())

    def spots_instead(self) -> dict[str, Any]:
        """What the player may do after laying the tile: where he may place figures, and what else there is."""
        game = self.game
        others = {name: self.free_spots(name) for name in game.figures.get(self.player, {})}
        legal = {"spots": self.free_spots(FOLLOWER), **({"figures": others} if others else {})}
        for action in game.ruleset.actions:
            legal |= action.instead(self)
        return legal

    def free_spots(self, figure: str = FOLLOWER) -> list[str]:
        """Where the player may place a figure on the tile that he has laid."""
        if not self.game.has_left(self.player, figure):
            return []
        return spots_on(self.game, self.key, self.player, [self.game.ruleset.figures[figure]])[figure]

    def check_supply(self, place: str, figure: Figure | None = None) -> None:
        """“De volgeling moet uit de eigen voorraad genomen worden.”"""
        game = self.game
        wanted = game.ruleset.figures[FOLLOWER] if figure is None else figure
        if game.has_left(self.player, wanted.name):
            return
        if wanted.name == FOLLOWER:
            message = text(
                "{player} has no follower left to place: all {owned} are out.",
                player=titled(self.player),
                owned=wanted.each,
            )
            rule = "follower.supply"
        else:
            message = text("{figure} of {player} is out already.", figure=Capital(wanted.the), player=self.player)
            rule = game.ruleset.cites["figures"]
        out = [one for one in game.board.meeples.values() if (one.player, one.figure) == (self.player, wanted.name)]
        self.refuse("no-follower-left", place, message, rule, where_figure(*out), **self.spots_instead())
