// The Castle: the wall with its track and wall tiles, the keeps, and who laid the last tile.

import { byId, h, s } from "../dom.js";
import { select } from "../forms.js";
import { terrainWord } from "../games.js";
import { figure, follower, pieces } from "../pieces.js";
import { tileAt } from "../position.js";
import { judge } from "../service.js";
import { askWith, commit, state as now, update } from "../store.js";
import { letterOf } from "../tags.js";
import { say } from "../words.js";
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
};

/** The boards for which it was asked where the keeps stand, and the answer. */
const keeps = { asked: "", places: /** @type {Map<string, [number, number]>} */ (new Map()) };

/** A keep stands on a finished house of its size. @param {State} state */
async function followKeeps({ position, game }) {
  const sizes = Object.entries(position.castle?.keeps ?? {});
  const asked = sizes.length ? JSON.stringify([position.tiles, sizes, position.excerpt]) : "";
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
    const chips = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tile) => {
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
const place = (one) => `${one.x},${one.y},${one.spot}`;

/** @param {import("../types.js").Follower} one */
const placeWords = (one) =>
  say("place", { terrain: terrainWord(one.spot.split("@")[0]), cell: letterOf(`${one.x},${one.y}`) });

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
          ...own.map((one) => ({ value: place(one), words: placeWords(one) })),
        ];
        return select(
          `use-${player}-${tile}-${number}`,
          say("use-wall-tile", { player, tile }),
          choices,
          chosen ? place(chosen) : "",
          (value) => {
            const target = own.find((one) => place(one) === value);
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
    ...position.meeples.map((one) => ({ value: place(one), words: placeWords(one) })),
  ];
  return select("order", say("scored-first"), choices, chosen ? place(chosen) : "", (value) => {
    const one = position.meeples.find((other) => place(other) === value);
    askWith({ order: one ? [{ x: one.x, y: one.y, spot: one.spot }] : undefined });
  });
}
