// The Castle: the wall with its track and wall tiles, the keeps, and who laid the last tile.

import { byId, h, s } from "../dom.js";
import { button, select } from "../forms.js";
import { figure, follower, pieces } from "../pieces.js";
import { tileAt } from "../position.js";
import { judge } from "../service.js";
import { askWith, commit, state as now, update } from "../store.js";
import { place, spotWords } from "../tags.js";
import { capital, say } from "../words.js";
import { lastBy, lastForm } from "./last.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../types.js").Position} Position */

/** The wall tiles that are used in a phase; the others count by themselves. @type {Record<string, number[]>} */
const USED = { interim: [2, 3], final: [4, 5, 6, 7] };

/** @type {import("./parts.js").Part} */
export const castle = {
  furnish(state) {
    prepare(state.game);
    followKeeps(state);
    const standing = new Set(onWall(state));
    for (const tile of byId("table-beneath").querySelectorAll("[data-tower-tile]")) {
      tile.classList.toggle("gone", !standing.has(Number(tile.dataset.towerTile)));
    }
  },

  *standing({ position, game }, looks) {
    const track = game.placesOf("marker");
    const spaces = position.players.map(({ score = 0 }) => score % track.length);
    for (const [seat, { name, score = 0 }] of position.players.entries()) {
      const look = looks.get(name);
      const together = spaces.filter((space) => space === spaces[seat]).length > 1;
      const [x, y] = track[spaces[seat]].at;
      const shift = together ? 10 * (2 * seat - spaces.length + 1) : 0;
      if (look) yield follower(look, 100 * x + shift, 100 * y, { lying: score >= track.length, scale: 0.85 });
    }
    for (const [player, [x, y]] of keeps.places) {
      const look = looks.get(player);
      if (look) yield keepAt(look, 100 * x, 100 * y);
    }
  },

  tap(target) {
    const tower = /** @type {HTMLElement | null} */ (target.closest("[data-tower-tile]"))?.dataset.towerTile;
    if (tower) toggleTower(Number(tower));
    return Boolean(tower);
  },

  form: (state) => ({ title: say("extras.castle"), content: form(state) }),

  details(state) {
    const { question, position, game } = state;
    if (!game.fields[question.kind]?.includes("last")) return [];
    const several = position.meeples.length > 1 || question.extra.order;
    return [lastBy(state), ...wallTiles(state), ...(several ? [first(state)] : [])];
  },

  onTile: (state, tile) => [lastForm(state, tile)],

  notes: ({ castle: after }) => {
    if (!after) return [];
    const taken = after.track.filter((/** @type {any} */ step) => step.wall_tile !== null);
    const notes = taken.map((/** @type {any} */ step) =>
      h("p", { class: "hint" }, say("takes-wall-tile", { player: step.player, tower: step.wall_tile })),
    );
    if (after.order_matters) notes.push(h("p", { class: "hint" }, say("order-matters")));
    return notes;
  },

  rename({ castle: had }, names) {
    if (!had) return {};
    const renamed = (/** @type {Record<string, any> | undefined} */ found) =>
      Object.fromEntries(
        Object.entries(found ?? {})
          .filter(([name]) => names.has(name))
          .map(([name, value]) => [names.get(name), value]),
      );
    const { keeps, wall_tiles } = had;
    return {
      castle: {
        ...(keeps && { keeps: renamed(keeps) }),
        ...(wall_tiles && { wall_tiles: { ...wall_tiles, held: renamed(wall_tiles.held) } }),
      },
    };
  },

  turn: {
    besides: anotherTurn,
    asks,
    scoring: ({ player, use = [], order, took }) => {
      const features = use.filter((/** @type {any} */ one) => one.wall_tile !== ANOTHER_TURN);
      return {
        ...(features.length && { use: features.map((/** @type {any} */ one) => ({ player, ...one })) }),
        ...(order && { order }),
        ...(took && { took }),
      };
    },
  },
};

// A turn that is played along

/** The wall tiles. */
const WALL_TILES = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** The one that gives another turn at once. */
const ANOTHER_TURN = 1;
/** What a wall tile doubles. @type {Record<string, number>} */
const DOUBLING = { tower: 2, house: 3 };

/** @param {import("./parts.js").Turn} turn @returns {(number | string)[]} */
const heldBy = ({ position, player }) => position.castle?.wall_tiles?.held?.[player] ?? [];

/** A wall tile that gives another turn. @param {import("./parts.js").Turn} turn */
function anotherTurn(turn) {
  if (!heldBy(turn).includes(ANOTHER_TURN)) return [];
  const used = turn.told.use ?? [];
  const checked = used.some((/** @type {any} */ one) => one.wall_tile === ANOTHER_TURN);
  const others = used.filter((/** @type {any} */ one) => one.wall_tile !== ANOTHER_TURN);
  const use = checked ? others : [...others, { wall_tile: ANOTHER_TURN }];
  const box = { type: "checkbox", checked, "data-focus": "use-1", on: { change: () => turn.note({ use }) } };
  return [h("label", { class: "check" }, h("input", box), say("play.another-turn"))];
}

/**
 * What has to be told before a turn is over: what is scored first where that matters, on what a wall tile is used, and
 * which one was taken.
 * @param {import("./parts.js").Turn} turn
 * @param {import("../play/game.js").Outcome} outcome
 */
function asks(turn, outcome) {
  const { told } = turn;
  const { track = [], order_matters } = outcome.castle ?? {};
  if (order_matters && !told.order) return askOrder(turn, outcome);
  const doubled = Object.entries(DOUBLING).find(([, wall_tile]) => mayDouble(turn, outcome, wall_tile));
  if (doubled) return askDoubled(turn, outcome, doubled[1]);
  const named = (told.took ?? []).map((/** @type {any} */ one) => one.tower);
  const untold = track.find(
    (/** @type {any} */ step) => step.wall_tile !== null && !named.includes(step.wall_tile),
  );
  return untold ? askTaken(turn, untold) : null;
}

/** @param {import("./parts.js").Turn} turn @param {import("../play/game.js").Outcome} outcome */
function askOrder(turn, outcome) {
  const scored = scoredFeatures(outcome, outcome.lines).map(({ at, line }) => ({ at, words: line.text }));
  const features = scored.length > 1 ? scored : housesOn(turn);
  const first = (/** @type {any} */ at) =>
    turn.answer({ order: [at, ...features.map((one) => one.at).filter((one) => one !== at)] });
  return h(
    "div",
    { class: "choices", role: "group" },
    h("p", {}, say("play.which-first")),
    ...features.map(({ at, words }, number) => button(`feature-${number}`, "", () => first(at), words)),
  );
}

/** The houses of the tile just laid: also one in which nobody stands can be the first, for the keep's sake. @param {import("./parts.js").Turn} turn */
function housesOn({ tile, cell, rotation }) {
  const kind = now.game.kinds.get(tile ?? "");
  const [x, y] = cell ?? [0, 0];
  return (kind?.segments ?? []).flatMap(({ type }, number) => {
    const spot = type === "house" && kind?.spot(rotation, number);
    return spot ? [{ at: { x, y, spot }, words: spotWords(spot) }] : [];
  });
}

/** @param {import("./parts.js").Turn} turn @param {import("../play/game.js").Outcome} outcome @param {number} wall_tile */
function mayDouble(turn, outcome, wall_tile) {
  const { told, aside } = turn;
  const decided = [...(aside.passed ?? []), ...(told.use ?? []).map((/** @type {any} */ one) => one.wall_tile)];
  return heldBy(turn).includes(wall_tile) && !decided.includes(wall_tile) && doublable(turn, outcome, wall_tile).length;
}

/** @param {import("./parts.js").Turn} turn @param {import("../play/game.js").Outcome} outcome @param {number} wall_tile */
const doublable = ({ player }, outcome, wall_tile) =>
  scoredFeatures(
    outcome,
    outcome.lines.filter((line) => DOUBLING[line.type] === wall_tile && line.complete && line.points[player]),
  );

/** @param {import("./parts.js").Turn} turn @param {import("../play/game.js").Outcome} outcome @param {number} wall_tile */
function askDoubled(turn, outcome, wall_tile) {
  const { told, aside } = turn;
  return h(
    "div",
    { class: "choices", role: "group" },
    h("p", {}, say("play.double-it", { tile: wall_tile })),
    ...doublable(turn, outcome, wall_tile).map(({ at, line }, number) =>
      button(
        `feature-${number}`,
        "",
        () => turn.answer({ use: [...(told.use ?? []), { wall_tile, ...at }] }),
        line.text,
      ),
    ),
    button(
      "pass",
      "quiet",
      () => turn.answer({}, { passed: [...(aside.passed ?? []), wall_tile] }),
      say("play.not-now"),
    ),
  );
}

/** @param {import("./parts.js").Turn} turn @param {{player: string, wall_tile: number}} step */
function askTaken({ told, answer }, { player, wall_tile: tower }) {
  const took = (/** @type {number} */ wall_tile) => answer({ took: [...(told.took ?? []), { tower, wall_tile }] });
  return h(
    "div",
    { class: "choices", role: "group" },
    h("p", {}, say("play.which-wall-tile", { player: capital(player), tower })),
    h("div", { class: "chips" }, ...WALL_TILES.map((one) => button(`took-${one}`, "chip", () => took(one), one))),
  );
}

/** The features that are scored, each by a follower that goes home from it. @param {import("../play/game.js").Outcome} outcome @param {any[]} wanted */
const scoredFeatures = (outcome, wanted) =>
  wanted.flatMap((line) => {
    const on = outcome.returned.find(
      (one) =>
        one.spot.split("@")[0] === line.type &&
        line.cells.some((/** @type {any} */ [x, y]) => x === one.x && y === one.y),
    );
    return on ? [{ line, at: { x: on.x, y: on.y, spot: on.spot } }] : [];
  });

// The keeps

/** The boards for which it was asked where the keeps stand, and the answer. */
const keeps = { asked: "", places: /** @type {Map<string, [number, number]>} */ (new Map()) };

/** A keep stands on a finished house of its size. @param {State} state */
async function followKeeps({ position, game, playing, opened }) {
  const sizes = Object.entries(position.castle?.keeps ?? {});
  // In a game a finished house stays where it is: the tiles of a turn change nothing.
  const board = playing ? opened : [position.tiles, position.excerpt];
  const asked = sizes.length ? JSON.stringify([board, sizes]) : "";
  if (asked === keeps.asked) return;
  keeps.asked = asked;
  keeps.places.clear();
  if (!asked) return;
  try {
    const { features = [] } = await judge("features", position, {});
    if (keeps.asked !== asked) return;
    const free = features.filter((/** @type {any} */ one) => one.type === "house" && one.complete);
    for (const [player, size] of sizes) {
      const at = free.findIndex((/** @type {any} */ one) => one.tiles === size);
      if (at >= 0) keeps.places.set(player, upon(free.splice(at, 1)[0], position, game));
    }
    update({});
  } catch {
    // The form says how large the houses are.
  }
}

/**
 * A point upon a feature.
 * @param {{type: string, cells: import("../types.js").Cell[]}} feature
 * @param {Position} position
 * @param {import("../games.js").Game} game
 * @returns {[number, number]}
 */
function upon({ type, cells: [[x, y]] }, position, game) {
  const tile = tileAt(position, [x, y]);
  const kind = tile && game.kinds.get(tile.tile);
  const segment = kind?.segments.findIndex((one) => one.type === type) ?? -1;
  const [dx, dy] = tile && kind && segment >= 0 ? kind.point(tile.rotation, segment) : [0.5, 0.5];
  return [x + dx, y + dy];
}

/** @param {import("../pieces.js").Piece} look @param {number} x @param {number} y */
const keepAt = (look, x, y) =>
  s(
    "g",
    { class: "keep", transform: `translate(${x} ${y})` },
    s("path", {
      d: "M-15 18V-18H-9V-12H-3V-18H3V-12H9V-18H15V18Z",
      fill: look.colour,
      stroke: "#1b1b1b",
      "stroke-width": 2,
    }),
    s("text", { y: 9, "font-size": 15, "font-weight": "bold", fill: look.ink }, look.letter),
  );

/** Names what can be tapped on the drawing. @param {import("../games.js").Game} game */
function prepare(game) {
  byId("table-beneath")
    .querySelectorAll('use[href="#glyph-wall_tile"]:not([data-tower-tile])')
    .forEach((/** @type {any} */ tile) => {
      tile.dataset.towerTile = game.placeAt("wall_tile", tile.getAttribute("x"), tile.getAttribute("y"))?.name;
    });
}

/** The towers that had a wall tile at the start. */
const towers = () =>
  [...byId("table-beneath").querySelectorAll("[data-tower-tile]")]
    .map((/** @type {any} */ tile) => Number(tile.dataset.towerTile))
    .sort((a, b) => a - b);

/** The towers that still have their wall tile. @param {State} state @returns {number[]} */
function onWall({ position }) {
  const tiles = position.castle?.wall_tiles;
  const held = Object.values(tiles?.held ?? {}).some((list) => list.length);
  return tiles?.on_wall ?? (held ? [] : towers());
}

/** @param {number} tower */
function toggleTower(tower) {
  const { position } = now;
  const standing = onWall(now);
  const on_wall = standing.includes(tower)
    ? standing.filter((one) => one !== tower)
    : [...standing, tower].sort((a, b) => a - b);
  commit({ ...position, castle: { ...position.castle, wall_tiles: { ...position.castle?.wall_tiles, on_wall } } });
}

/** @param {State} state @returns {Node[]} */
function form(state) {
  const { game, position } = state;
  const looks = pieces(position.players, game.colours);
  const held = position.castle?.wall_tiles?.held ?? {};
  const rows = position.players.map(({ name }) => {
    const keep = h("input", {
      type: "number",
      min: 0,
      max: 60,
      inputmode: "numeric",
      value: position.castle?.keeps?.[name] ?? "",
      "data-focus": `keep-${name}`,
      on: { change: (/** @type {any} */ event) => setKeep(name, Number(event.target.value)) },
    });
    const chips = WALL_TILES.map((tile) => {
      const count = (held[name] ?? []).filter((one) => one === tile).length;
      return h(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": count > 0,
          "data-focus": `held-${name}-${tile}`,
          "aria-label": say("held-label", { player: name, tile, count }),
          on: { click: () => cycleHeld(name, tile, count) },
        },
        tile,
        count > 1 && h("sup", {}, "×2"),
      );
    });
    return h(
      "fieldset",
      {},
      h("legend", {}, figure(/** @type {any} */ (looks.get(name))), name),
      h("label", {}, h("span", {}, say("keep")), keep),
      h(
        "div",
        { class: "chips", role: "group", "aria-label": say("held", { player: name }) },
        h("span", {}, say("wall-tiles")),
        ...chips,
      ),
    );
  });
  const standing = new Set(onWall(state));
  const wall = towers().map((tower) =>
    h(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": standing.has(tower),
        "data-focus": `tower-${tower}`,
        "aria-label": say("tower-label", { tower }),
        on: { click: () => toggleTower(tower) },
      },
      tower,
    ),
  );
  return [
    ...rows,
    h("div", { class: "chips", role: "group", "aria-label": say("on-wall") }, h("span", {}, say("on-wall")), ...wall),
  ];
}

/** @param {string} player @param {number} tiles */
function setKeep(player, tiles) {
  const { position } = now;
  const { [player]: _, ...others } = position.castle?.keeps ?? {};
  commit({ ...position, castle: { ...position.castle, keeps: tiles > 0 ? { ...others, [player]: tiles } : others } });
}

/** None, one or two of a wall tile. @param {string} player @param {number} tile @param {number} count */
function cycleHeld(player, tile, count) {
  const { position } = now;
  const before = position.castle?.wall_tiles?.held ?? {};
  const others = (before[player] ?? []).filter((one) => one !== tile);
  const held = { ...before, [player]: [...others, ...Array((count + 1) % 3).fill(tile)].sort() };
  commit({ ...position, castle: { ...position.castle, wall_tiles: { on_wall: onWall(now), held } } });
}

/** @param {import("../types.js").Follower} one */
const named = (one) => `${one.x},${one.y},${one.spot}`;

/** For each wall tile that a player holds: on which of his followers' features it is used. @param {State} state */
function wallTiles({ position, question }) {
  const use = question.extra.use ?? [];
  return Object.entries(position.castle?.wall_tiles?.held ?? {}).flatMap(([player, held]) =>
    held
      .filter((tile) => USED[question.kind]?.includes(tile))
      .map((tile, number) => {
        const own = position.meeples.filter((one) => one.player === player);
        const same = (/** @type {any} */ one) => one.player === player && one.wall_tile === tile;
        const chosen = use.find(same);
        const choices = [
          { value: "", words: say("not-used") },
          ...own.map((one) => ({ value: named(one), words: place(one) })),
        ];
        return select(
          `use-${player}-${tile}-${number}`,
          say("use-wall-tile", { player, tile }),
          choices,
          chosen ? named(chosen) : "",
          (value) => {
            const target = own.find((one) => named(one) === value);
            const others = use.filter((/** @type {any} */ one) => !same(one));
            const changed = target
              ? [...others, { player, wall_tile: tile, x: target.x, y: target.y, spot: target.spot }]
              : others;
            askWith({ use: changed.length ? changed : undefined });
          },
        );
      }),
  );
}

/** Which feature is scored first, where the order may matter. @param {State} state */
function first({ position, question }) {
  const chosen = question.extra.order?.[0];
  const choices = [
    { value: "", words: "–" },
    ...position.meeples.map((one) => ({ value: named(one), words: place(one) })),
  ];
  return select("order", say("scored-first"), choices, chosen ? named(chosen) : "", (value) => {
    const one = position.meeples.find((other) => named(other) === value);
    askWith({ order: one ? [{ x: one.x, y: one.y, spot: one.spot }] : undefined });
  });
}
