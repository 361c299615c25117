"""Whole random games, played position by position through the other questions: what a replay must come to as well."""

from __future__ import annotations

from random import Random
from typing import Any

import scorer
from scorer.rules.variants import find_ruleset
from scorer.rules.wheel.state import symbols_of

Json = dict[str, Any]

NAMES = {"castle": ("white", "black")}
SEATS = ("red", "blue", "yellow", "green", "black")


class Table:
    """A game that is played without any help of the replay; every turn is noted with the points after it."""

    def __init__(self, variant: str, rules: Json, random: Random, players: int = 3) -> None:
        found = find_ruleset(variant)
        assert found is not None
        self.random = random
        self.players = list(NAMES.get(variant, SEATS[:players]))
        self.scores = dict.fromkeys(self.players, 0)
        self.position: Json = {"variant": variant, "rules": rules, "tiles": [], "meeples": []}
        if found.start_tile is not None:
            self.position["tiles"].append({"x": 0, "y": 0, "tile": found.start_tile, "rotation": 0})
        whole = {**found.default_rules(), **rules}
        tile_set = found.tile_set(whole)
        copies = dict(found.copies(tile_set, whole))
        if found.start_tile is not None:
            copies[found.start_tile] -= 1
        self.bag = [kind for kind, count in copies.items() for _ in range(count)]
        random.shuffle(self.bag)
        self.on_turn = 0
        self.moves: list[Json] = []
        self.after: list[dict[str, int]] = []
        self.events: set[str] = set()

    def ask(self, **fields: Any) -> Json:
        players = [{"name": name, "score": score} for name, score in self.scores.items()]
        return {**self.position, "players": players, **fields}

    def settle(self, answer: Json) -> None:
        for name, player in answer["players"].items():
            self.scores[name] = player["after"]
        home = {(gone["x"], gone["y"]) for gone in answer["returned"] if "x" in gone}
        self.position["meeples"] = [f for f in self.position["meeples"] if (f["x"], f["y"]) not in home]

    def play(self, most: int) -> None:
        for _ in range(most):
            if not self.bag:
                break
            self.turn(self.players[self.on_turn])

    def turn(self, player: str) -> None:
        tile = self.bag.pop()
        move: Json = {"player": player}
        drawn = self.drawn(move, tile)
        offered = scorer.placements(self.ask(tile=tile, player=player))
        if not offered["placements"]:
            self.events.add("discard")
            self.note({**move, "discard": tile})
            return
        chosen = self.choose(move, tile, offered["placements"])
        cell = {key: chosen[key] for key in ("x", "y", "rotation")}
        move |= {"tile": tile, **cell}
        self.position["tiles"].append({"tile": tile, **cell, **drawn})
        self.act(move, chosen, offered)
        self.finish(move)
        self.note(move)
        self.on_turn = (self.on_turn + 1) % len(self.players)

    def choose(self, move: Json, tile: str, legal: list[Json]) -> Json:
        return self.random.choice(legal)

    def note(self, move: Json) -> None:
        self.moves.append(move)
        self.after.append(dict(self.scores))

    def drawn(self, move: Json, tile: str) -> Json:
        """What the tile does before it is laid; answers what it carries."""
        return {}

    def act(self, move: Json, chosen: Json, offered: Json) -> None:
        if chosen["spots"] and self.random.random() < 0.6:
            self.stand(move, self.random.choice(chosen["spots"]))

    def stand(self, move: Json, spot: str) -> None:
        move["spot"] = spot
        self.position["meeples"].append({key: move[key] for key in ("player", "x", "y", "spot")})

    def finish(self, move: Json) -> None:
        self.settle(scorer.score(self.ask(phase="interim")))

    def final(self) -> Json:
        return scorer.score(self.ask(phase="final"))

    def request(self, **more: Any) -> Json:
        heading = {key: self.position[key] for key in ("variant", "rules")}
        return {**heading, "players": self.players, "moves": self.moves, **more}


class WheelTable(Table):
    """With pig, actions and crown spaces."""

    def __init__(self, variant: str, rules: Json, random: Random, players: int = 3) -> None:
        super().__init__(variant, rules, random, players)
        found = find_ruleset(variant)
        assert found is not None
        self.symbols = {
            kind.id: [symbol for symbol, count in symbols_of(kind).items() for _ in range(count)]
            for kind in found.tile_set(found.default_rules()).kinds.values()
        }
        for symbols in self.symbols.values():
            random.shuffle(symbols)
        self.position["wheel"] = {"pig": "fortuna", "crowns": []}

    def drawn(self, move: Json, tile: str) -> Json:
        symbol = self.symbols[tile].pop()
        if symbol == "none":
            return {}
        move["wheel"] = int(symbol)
        asked = self.ask(phase="wheel", drawn=int(symbol), player=move["player"])
        answer = scorer.score(asked)
        if "plague_choices" in answer:
            self.events.add("plague")
            move["plague"] = [self.random.choice(own) for own in answer["plague_choices"].values()]
            answer = scorer.score({**asked, "plague": move["plague"]})
        self.settle(answer)
        self.position["wheel"] = answer["wheel"]
        return {"wheel": int(symbol)}

    def act(self, move: Json, chosen: Json, offered: Json) -> None:
        free = [segment for segment, spaces in offered["crowns"].items() if spaces]
        out = [follower["player"] for follower in self.position["meeples"] + self.position["wheel"]["crowns"]]
        if free and out.count(move["player"]) < 7 and self.random.random() < 0.2:
            self.events.add("crown")
            move["crown"] = self.random.choice(free)
            self.position["wheel"]["crowns"].append({"segment": move["crown"], "player": move["player"]})
            return
        super().act(move, chosen, offered)


class DiscoveryTable(Table):
    """Points come from followers that are taken back."""

    def act(self, move: Json, chosen: Json, offered: Json) -> None:
        if chosen["retrievals"] and self.random.random() < 0.35:
            self.events.add("retrieve")
            taken = self.random.choice(chosen["retrievals"])
            move["retrieve"] = {key: taken[key] for key in ("x", "y", "spot")}
            before = self.scores[move["player"]]
            asked = {"player": move["player"], **move["retrieve"]}
            self.settle(scorer.score(self.ask(phase="retrieve", retrieve=asked)))
            assert self.scores[move["player"]] - before == taken["points"]
            return
        super().act(move, chosen, offered)

    def finish(self, move: Json) -> None:
        """Nothing is scored merely because a region is finished."""


class CastleTable(Table):
    """With keeps, wall tiles and extra turns."""

    def __init__(self, variant: str, rules: Json, random: Random, players: int = 2) -> None:
        super().__init__(variant, rules, random, players)
        self.pile = [kind for kind in range(1, 10) for _ in range(2)]
        random.shuffle(self.pile)
        towers = [12, 16, 20, 26, 32, 38, 42, 56, 64, 66, 82, 88, 90]
        self.position["castle"] = {"keeps": {}, "wall_tiles": {"on_wall": towers, "held": {}}}

    def choose(self, move: Json, tile: str, legal: list[Json]) -> Json:
        """Of a few placements the one that scores most, so that markers get far enough to take wall tiles."""

        def scored(place: Json) -> int:
            cell = {key: place[key] for key in ("x", "y", "rotation")}
            laid = self.ask(phase="interim", tiles=[*self.position["tiles"], {"tile": tile, **cell}])
            answer = scorer.score(laid)
            return sum(player["points"] for player in answer["players"].values())

        return max(self.random.sample(legal, min(12, len(legal))), key=scored)

    @property
    def held(self) -> dict[str, list[int]]:
        held: dict[str, list[int]] = self.position["castle"]["wall_tiles"]["held"]
        return held

    def finish(self, move: Json) -> None:
        player = move["player"]
        last = {key: move[key] for key in ("x", "y")}
        uses = self.uses(player, last)
        named = [{"player": player, **use} for use in uses]
        answer = scorer.score(self.ask(phase="interim", player=player, last=last, use=named))
        self.settle(answer)
        if 1 in self.held.get(player, ()) and self.random.random() < 0.5:
            uses.append({"wall_tile": 1})
        for use in uses:
            self.held[player].remove(use["wall_tile"])
        if uses:
            move["use"] = uses
        castle = self.position["castle"]
        castle["keeps"] = answer["castle"]["keeps"]
        for step in answer["castle"]["track"]:
            tower = step["wall_tile"]
            if tower is not None:
                self.events.add("took")
                castle["wall_tiles"]["on_wall"].remove(tower)
                wall_tile = self.pile.pop()
                self.held.setdefault(step["player"], []).append(wall_tile)
                move.setdefault("took", []).append({"tower": tower, "wall_tile": wall_tile})
        castle["wall_tiles"]["held"] = {player: sorted(tiles) for player, tiles in self.held.items() if tiles}
        if {"wall_tile": 1} in uses:
            self.events.add("another turn")
            self.on_turn += 1

    def uses(self, player: str, last: Json) -> list[Json]:
        """Doubles the first finished tower or house for which a wall tile is held."""
        answer = scorer.score(self.ask(phase="interim", player=player, last=last))
        for line in answer["lines"]:
            wall_tile = {"tower": 2, "house": 3}.get(line["type"])
            if wall_tile in self.held.get(player, ()) and line["points"].get(player):
                self.events.add("doubled")
                return [{"wall_tile": wall_tile, **self.follower_on(line)}]
        return []

    def follower_on(self, line: Json) -> Json:
        """Where a follower stands on the feature of a line."""
        features = scorer.features(self.ask())["features"]
        feature = next(feature for feature in features if feature["id"] == line["feature"])
        return {key: feature["meeples"][0][key] for key in ("x", "y", "spot")}


TABLES: dict[str, type[Table]] = {"wheel-of-fortune": WheelTable, "discovery": DiscoveryTable, "castle": CastleTable}


def played(variant: str, random: Random, rules: Json | None = None, *, players: int = 3, most: int = 100) -> Table:
    """A game of so many turns."""
    table = TABLES.get(variant, Table)(variant, rules or {}, random, players)
    table.play(most)
    return table
