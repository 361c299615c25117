// The board as it is drawn: cells, followers, what stands on the wheel and the wall, and what is marked.

import { byId, s, set } from "./dom.js";
import { furnish, standingOnTable } from "./furniture.js";
import { partsOf } from "./games/parts.js";
import { nextCell } from "./likely.js";
import { tileHref } from "./pictures.js";
import { follower, pieces } from "./pieces.js";
import { boardCells, cellOf, followersAt, key, openCells, tileAt } from "./position.js";
import { STEPS, terrainWord } from "./games.js";
import { subscribe } from "./store.js";
import { View } from "./view.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./store.js").State} State */

/** @type {Map<string, SVGGElement>} */
const cells = new Map();
/** The cell that the keyboard stands on. */
let cursor = "0,0";
let opened = -1;

/** @returns {View} */
export function showBoard() {
  const view = new View(byId("board"), byId("world"));
  subscribe((state) => {
    furnish(state);
    drawCells(state);
    drawMarks(state);
    drawFollowers(state);
    drawSpots(state);
    if (opened !== state.opened) {
      opened = state.opened;
      view.follows = true;
    }
    view.follow(extentOf(state), workOf(state), byId("main").dataset.shows === "ruling");
  });
  return view;
}

/** Where the work is: on a cell that may be tapped next, the nearest one. @param {State} state */
function workOf({ selected, last, shown, hand, legal }) {
  const [x, y] = selected ?? last ?? shown ?? [0, 0];
  const offered = hand && legal && !selected ? [...legal.cells.keys()].map(cellOf) : [];
  const far = (/** @type {import("./types.js").Cell} */ cell) => Math.hypot(cell[0] - x, cell[1] - y);
  const [nearest] = offered.sort((one, other) => far(one) - far(other));
  return nearest ?? selected ?? last ?? shown;
}

/**
 * What there is to see, with room around it.
 * @param {State} state
 * @param {number} [room] in cells
 */
export function extentOf({ position, game }, room = 1) {
  const laid = position.tiles.map(({ x, y }) => /** @type {Cell} */ ([x, y]));
  const taken = [...laid, ...boardCells(position, game).map(cellOf)];
  // Of a cut-out of the castle only its neighbourhood is of interest.
  const near =
    taken.length && game.wall && position.excerpt ? taken : [...taken, ...[...(game.wall ?? [])].map(cellOf)];
  const shown = near.length ? near : [/** @type {Cell} */ ([0, 0])];
  const [xs, ys] = [shown.map(([x]) => x), shown.map(([, y]) => y)];
  const margin = game.wall && shown !== taken ? 0.8 : room;
  return {
    west: 100 * (Math.min(...xs) - margin),
    north: 100 * (Math.min(...ys) - margin),
    east: 100 * (Math.max(...xs) + 1 + margin),
    south: 100 * (Math.max(...ys) + 1 + margin),
  };
}

// Cells

/** @param {State} state */
function drawCells(state) {
  const { position, game } = state;
  const wanted = new Set([...position.tiles.map(({ x, y }) => `${x},${y}`), ...openCells(position, game)]);
  if (state.selected) wanted.add(key(state.selected));
  const layer = byId("cells");
  layer.classList.toggle("walled", game.wall !== null);
  for (const [name, cell] of cells) {
    if (!wanted.has(name)) {
      const focused = cell.contains(document.activeElement);
      cell.remove();
      cells.delete(name);
      if (focused) byId("board").focus();
    }
  }
  for (const name of wanted) {
    let cell = cells.get(name);
    if (!cell) {
      const [x, y] = cellOf(name);
      cell = /** @type {SVGGElement} */ (
        s(
          "g",
          { role: "button", "data-cell": name, transform: `translate(${100 * x} ${100 * y})` },
          s("rect", { class: "ground", x: 3, y: 3, width: 94, height: 94, rx: 7 }),
          s("g"),
          s("rect", { class: "focus", x: 3, y: 3, width: 94, height: 94, rx: 5 }),
        )
      );
      cells.set(name, cell);
      layer.append(cell);
    }
    drawCell(cell, name, state);
  }
  if (!cells.has(cursor)) cursor = state.selected ? key(state.selected) : ([...wanted][0] ?? "0,0");
  for (const [name, cell] of cells) set(cell, { tabindex: name === cursor ? 0 : -1 });
}

/** @param {SVGGElement} cell @param {string} name @param {State} state */
function drawCell(cell, name, state) {
  const { position, hand, legal, game } = state;
  const tile = tileAt(position, cellOf(name));
  const placements = hand && !tile ? (legal?.cells.get(name) ?? []) : [];
  const ghost = placements.find(({ rotation }) => rotation === hand?.rotation) ?? placements[0];
  const shown = tile ?? (ghost && hand ? { tile: hand.tile, rotation: ghost.rotation, wheel: undefined } : null);
  const classes = ["cell", tile ? "laid" : "open", placements.length && "legal", hand && "asked"];
  set(cell, {
    class: classes.filter(Boolean).join(" "),
    "aria-label": label(name, state),
    "aria-pressed": key(state.selected ?? [NaN, NaN]) === name,
  });
  const picture = /** @type {SVGGElement} */ (cell.children[1]);
  const wanted = shown ? `${tileHref(game, shown.tile, shown.rotation)} ${shown.wheel ?? ""}` : "";
  if (picture.dataset.shown !== wanted) {
    picture.dataset.shown = wanted;
    picture.replaceChildren();
    if (shown) {
      picture.append(s("use", { href: tileHref(game, shown.tile, shown.rotation) }));
      if (!game.kinds.has(shown.tile)) picture.append(unknownTile(shown.tile));
      if (shown.wheel) picture.append(...badge(shown.wheel));
    }
  }
}

/** @param {string} name */
const unknownTile = (name) =>
  s(
    "g",
    { class: "unknown" },
    s("rect", { width: 100, height: 100 }),
    s("text", { x: 50, y: 56, "font-size": 18 }, name.slice(0, 8)),
  );

/** @param {number} symbol */
const badge = (symbol) => [
  s("circle", { cx: 84, cy: 84, r: 12, class: "badge" }),
  s("text", { x: 84, y: 89.8, "font-size": 16, "font-weight": "bold", class: "badge-number" }, symbol),
];

/** What a cell is, in words. @param {string} name @param {State} state */
function label(name, { position, game, hand, legal, faults }) {
  const [x, y] = cellOf(name);
  const tile = tileAt(position, [x, y]);
  const kind = tile && game.kinds.get(tile.tile);
  const parts = [say("cell", { x, y })];
  if (tile) parts.push(`${say("tile", { tile: tile.tile })}: ${kind?.describe(tile.rotation) ?? "?"}`);
  else parts.push(say("cell-empty"));
  if (tile?.wheel) parts.push(`${say("wheel-symbol")} ${tile.wheel}`);
  for (const one of followersAt(position, [x, y])) {
    parts.push(say("follower-on", { player: one.player, spot: terrainWord(one.spot.split("@")[0]) }));
  }
  if (!tile && hand && legal?.cells.has(name)) parts.push(say("cell-legal"));
  parts.push(...(faults.get(name) ?? []));
  return parts.join(". ");
}

/** Where the keyboard goes on when it comes to the board. @param {string} name */
export function pointAt(name) {
  cells.get(cursor)?.setAttribute("tabindex", "-1");
  cursor = name;
  cells.get(name)?.setAttribute("tabindex", "0");
}

/** Puts the keyboard on a cell. @param {string} name */
export function focusCell(name) {
  if (!cells.has(name)) return;
  pointAt(name);
  cells.get(name)?.focus({ preventScroll: true });
}

/** The cell that the keyboard is on. */
export const focusedCell = () => cursor;

/** The nearest cell in a direction, or null. @param {Cell} step */
export function cellTowards([dx, dy]) {
  const [x, y] = cellOf(cursor);
  let best = null;
  let least = Infinity;
  for (const name of cells.keys()) {
    const [ox, oy] = cellOf(name);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (ahead > 0 && ahead + 3 * aside < least) {
      least = ahead + 3 * aside;
      best = name;
    }
  }
  return best;
}

// What is marked

/** @param {State} state */
function drawMarks(state) {
  const { position, selected, last, lit, faults, question, tags, answer, playing } = state;
  const marks = [];
  const mark = (/** @type {string} */ name, /** @type {string} */ kind) => {
    const [x, y] = cellOf(name);
    marks.push(s("rect", { class: `mark ${kind}`, x: 100 * x + 2, y: 100 * y + 2, width: 96, height: 96, rx: 3 }));
  };
  if (lit.size) marks.push(s("path", { class: "mark lit-ground", d: [...lit].map(square).join("") }));
  if (lit.size) marks.push(s("path", { class: "mark lit", d: outline(lit) }));
  if (last && tileAt(position, last) && question.extra.last) marks.push(flag(last));
  const problems = answer?.errors ?? answer?.problems ?? [];
  const edges = problems.flatMap((/** @type {any} */ problem) => problem.where?.edges ?? []);
  for (const name of faults.keys()) mark(name, "fault");
  for (const edge of edges) marks.push(s("path", { class: "edge-fault", d: edgePath(edge) }));
  if (selected) {
    mark(key(selected), "halo");
    mark(key(selected), "selected");
  }
  const next = !playing && !state.hand && (!selected || tileAt(position, selected)) && nextOpen(state);
  if (next) mark(key(next), "next");
  byId("marks").replaceChildren(...marks);
  byId("tags").replaceChildren(...[...tags].map(([cell, letter]) => tag(cellOf(cell), letter)), ...badges(state));
}

/** The cell that will be filled next, as far as one can tell. @param {State} state */
const nextOpen = ({ position, game }) => nextCell(position, openCells(position, game));

/** A tile that was laid last has a flag in its corner. @param {Cell} cell */
const flag = ([x, y]) =>
  s("path", { class: "mark last", d: `M${100 * x + 100} ${100 * y}v34l-34-34z` });

/** The side of a cell. @param {{x: number, y: number, side: string}} edge */
function edgePath({ x, y, side }) {
  const [[ax, ay], [bx, by]] = /** @type {Record<string, number[][]>} */ ({
    N: [[0, 0], [1, 0]],
    E: [[1, 0], [1, 1]],
    S: [[0, 1], [1, 1]],
    W: [[0, 0], [0, 1]],
  })[side];
  return `M${100 * (x + ax)} ${100 * (y + ay)}L${100 * (x + bx)} ${100 * (y + by)}`;
}

/** A letter by which a sentence names a cell. @param {Cell} cell @param {string} letter */
const tag = ([x, y], letter) =>
  s(
    "g",
    { class: "cell-tag", transform: `translate(${100 * x + 16} ${100 * y + 16})` },
    s("circle", { r: 14 }),
    s("text", { y: 6.5, "font-size": 18, "font-weight": "bold" }, letter),
  );

/** What each scorer gets, beside one of his followers on the feature. @param {State} state */
function badges({ answer, position, game }) {
  const taken = new Set();
  return (answer?.lines ?? []).flatMap((/** @type {any} */ line) => {
    const cells = new Set(line.cells.map(String));
    return Object.entries(line.points).flatMap(([player, points]) => {
      const one = position.meeples.find(
        (other) =>
          other.player === player &&
          !taken.has(other) &&
          other.spot.split("@")[0] === line.type &&
          cells.has(`${other.x},${other.y}`),
      );
      if (!points || !one || line.feature === null) return [];
      taken.add(one);
      const [x, y] = placeOf(position, game, one);
      const words = `${points > 0 ? "+" : ""}${points}`;
      const width = 16 + 11 * words.length;
      return [
        s(
          "g",
          { class: "points-badge", transform: `translate(${100 * x + 14} ${100 * y - 26})` },
          s("rect", { x: -width / 2, y: -12, width, height: 24, rx: 12 }),
          s("text", { y: 6, "font-size": 17, "font-weight": "bold" }, words),
        ),
      ];
    });
  });
}

/**
 * Where a figure stands, in cells.
 * @param {import("./types.js").Position} position
 * @param {import("./games.js").Game} game
 * @param {import("./types.js").Follower} one
 * @returns {[number, number]}
 */
function placeOf(position, game, one) {
  const tile = tileAt(position, [one.x, one.y]);
  const kind = tile && game.kinds.get(tile.tile);
  const segment = kind ? kind.segmentOf(tile.rotation, one.spot) : -1;
  const [x, y] = kind && segment >= 0 ? kind.point(tile.rotation, segment) : [0.5, 0.5];
  return [one.x + x, one.y + y];
}

/** @param {string} name */
const square = (name) => `M${cellOf(name).map((place) => 100 * place)}h100v100h-100z`;

/** The line around cells. @param {Set<string>} group */
function outline(group) {
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  return [...group]
    .flatMap((name) => {
      const [x, y] = cellOf(name);
      const outer = STEPS.map(([dx, dy], side) => ({ side, open: !group.has(`${x + dx},${y + dy}`) })).filter(
        ({ open }) => open,
      );
      return outer.map(({ side }) => {
        const [[ax, ay], [bx, by]] = [corners[side], corners[(side + 1) % 4]];
        return `M${100 * (x + ax)} ${100 * (y + ay)}L${100 * (x + bx)} ${100 * (y + by)}`;
      });
    })
    .join("");
}

/** @param {State} state */
function drawFollowers(state) {
  const { position, game } = state;
  const looks = pieces(position.players, game.colours);
  const shown = standingOnTable(state, looks);
  const choices = partsOf(position).flatMap((part) => part.choosable?.(state) ?? []);
  for (const one of position.meeples) {
    const [x, y] = placeOf(position, game, one);
    const look = looks.get(one.player) ?? { colour: "#8b8f94", ink: "#fff", letter: "?" };
    const lying = game.lying.has(one.spot.split("@")[0]);
    const choice = choices.find(
      ({ follower: other }) => other.x === one.x && other.y === one.y && other.player === one.player,
    );
    const attributes = choice
      ? {
          class: choice.chosen ? "follower choice chosen" : "follower choice",
          role: "button",
          tabindex: 0,
          "aria-label": choice.label,
          "aria-pressed": choice.chosen,
          "data-choice": `${one.player} ${one.x},${one.y}`,
          on: {
            click: choice.choose,
            keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && choice.choose(),
          },
        }
      : {};
    // Small enough that what the tile shows beneath is still seen.
    const scale = choice ? 1.15 : 0.9;
    shown.push(
      follower(look, 100 * x, 100 * y, { lying, scale, look: game.looks[one.figure ?? "follower"], attributes }),
    );
  }
  byId("followers").replaceChildren(...shown);
}

/** Where the player's figure may stand on the selected tile. @param {State} state */
function drawSpots(state) {
  const { position, selected, game, player, playing, replacing } = state;
  const tile = selected && tileAt(position, selected);
  const kind = tile && game.kinds.get(tile.tile);
  if (!selected || !tile || !kind || replacing) {
    byId("spots").replaceChildren();
    return;
  }
  const look = pieces(position.players, game.colours).get(player);
  const taken = followersAt(position, selected).map((one) => kind.segmentOf(tile.rotation, one.spot));
  const found = state.legal?.cells.get(key(selected))?.find(({ rotation }) => rotation === tile.rotation);
  const allowed = state.figure === "follower" || playing ? (found?.spots ?? null) : (found?.figures?.[state.figure] ?? null);
  const spots = kind.segments.map((_, segment) => {
    const [x, y] = kind.point(tile.rotation, segment);
    const free = !allowed || allowed.includes(kind.spot(tile.rotation, segment));
    const [cx, cy] = [100 * (selected[0] + x), 100 * (selected[1] + y)];
    // What is refused is not offered on the board, where it would only be in the way.
    if (!free || taken.includes(segment)) return null;
    return s(
      "g",
      { "data-spot": segment, class: "spot" },
      s("circle", { cx, cy, r: 15, class: "touch" }),
      s("circle", { cx, cy, r: 9, class: "dot", stroke: look?.colour ?? "#333" }),
    );
  });
  byId("spots").replaceChildren(...spots.filter((one) => one !== null));
}
