// Positions are values: every function answers a new one and leaves the old one as it is.

import { ROTATIONS, STEPS } from "./games.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./games.js").Game} Game */

/** @param {Cell} cell */
export const key = ([x, y]) => `${x},${y}`;

/** @param {string} name @returns {Cell} */
export const cellOf = (name) => /** @type {Cell} */ (name.split(",").map(Number));

/** @param {Cell | null} a @param {Cell | null} b */
export const sameCell = (a, b) => a !== null && b !== null && a[0] === b[0] && a[1] === b[1];

/**
 * An empty table.
 * @param {Game} game
 * @param {import("./types.js").Player[]} players
 * @returns {Position}
 */
export function emptyTable(game, players) {
  return { variant: game.id, players, tiles: [], meeples: [], excerpt: true };
}

/** @param {Position} position @param {Cell} cell */
export const tileAt = (position, [x, y]) => position.tiles.find((tile) => tile.x === x && tile.y === y);

/** @param {Position} position @param {Cell} cell */
export const followersAt = (position, [x, y]) => position.meeples.filter((one) => one.x === x && one.y === y);

/**
 * Lays a tile; whatever lay there goes.
 * @param {Position} position
 * @param {Cell} cell
 * @param {string} tile
 * @param {number} rotation
 * @returns {Position}
 */
export function lay(position, [x, y], tile, rotation) {
  const cleared = clear(position, [x, y]);
  return { ...cleared, tiles: [...cleared.tiles, { x, y, tile, rotation }] };
}

/**
 * Takes a tile and the followers on it off the table.
 * @param {Position} position
 * @param {Cell} cell
 * @returns {Position}
 */
export function clear(position, [x, y]) {
  return {
    ...position,
    tiles: position.tiles.filter((tile) => tile.x !== x || tile.y !== y),
    meeples: position.meeples.filter((one) => one.x !== x || one.y !== y),
  };
}

/**
 * Moves a tile with its follower to another cell.
 * @param {Position} position
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Position}
 */
export function move(position, from, to) {
  const cleared = clear(position, to);
  const moved = (/** @type {any} */ thing) =>
    thing.x === from[0] && thing.y === from[1] ? { ...thing, x: to[0], y: to[1] } : thing;
  return { ...cleared, tiles: cleared.tiles.map(moved), meeples: cleared.meeples.map(moved) };
}

/**
 * Turns a tile; a follower stays on its segment.
 * @param {Position} position
 * @param {Game} game
 * @param {Cell} cell
 * @param {number} rotation
 * @returns {Position}
 */
export function turn(position, game, cell, rotation) {
  const tile = tileAt(position, cell);
  const kind = tile && game.kinds.get(tile.tile);
  if (!tile || !kind) return position;
  const standing = (/** @type {import("./types.js").Follower} */ one) => {
    if (one.x !== cell[0] || one.y !== cell[1]) return one;
    const segment = kind.segmentOf(tile.rotation, one.spot);
    return segment < 0 ? one : { ...one, spot: kind.spot(rotation, segment) };
  };
  return {
    ...position,
    tiles: position.tiles.map((one) => (one === tile ? { ...one, rotation } : one)),
    meeples: position.meeples.map(standing),
  };
}

/**
 * Puts a player's follower on a spot, in the place of any other on that tile; null takes it away.
 * @param {Position} position
 * @param {Cell} cell
 * @param {{player: string, spot: string, figure?: string} | null} follower
 * @returns {Position}
 */
export function stand(position, [x, y], follower) {
  const others = position.meeples.filter((one) => one.x !== x || one.y !== y);
  return {
    ...position,
    meeples: follower ? [...others, { x, y, ...follower }] : others,
  };
}

/**
 * How many copies of each kind are on the table.
 * @param {Position} position
 */
export function used(position) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { tile } of position.tiles) found.set(tile, (found.get(tile) ?? 0) + 1);
  return found;
}

/**
 * The empty cells that people may want: next to a tile, the start board or, in the castle, all within the wall.
 * @param {Position} position
 * @param {Game} game
 * @returns {Set<string>}
 */
export function openCells(position, game) {
  const taken = new Set([...position.tiles.map(({ x, y }) => `${x},${y}`), ...boardCells(position, game)]);
  if (game.wall) return new Set([...game.wall].filter((cell) => !taken.has(cell)));
  if (!taken.size) return new Set(["0,0"]);
  const open = new Set();
  for (const cell of taken) {
    const [x, y] = cellOf(cell);
    for (const [dx, dy] of STEPS) if (!taken.has(`${x + dx},${y + dy}`)) open.add(`${x + dx},${y + dy}`);
  }
  return open;
}

/**
 * The kinds on the cells of the start board; none for a cut-out that lies on them, which shows another part of the table.
 * @param {Position} position
 * @param {Game} game
 */
export function startBoard(position, game) {
  const elsewhere = position.excerpt && position.tiles.some(({ x, y }) => game.startCells.has(key([x, y])));
  return elsewhere ? new Map() : game.startCells;
}

/**
 * The cells of the start board, with those inside it.
 * @param {Position} position
 * @param {Game} game
 */
export function boardCells(position, game) {
  const cells = [...startBoard(position, game).keys()].map(cellOf);
  if (!cells.length) return [];
  const [wests, norths] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const found = [];
  for (let x = Math.min(...wests); x <= Math.max(...wests); x += 1) {
    for (let y = Math.min(...norths); y <= Math.max(...norths); y += 1) found.push(`${x},${y}`);
  }
  return found;
}

/**
 * The edges that a tile on this cell would meet, by side; null where nothing lies.
 * @param {Position} position
 * @param {Game} game
 * @param {Cell} cell
 * @returns {(import("./games.js").Edge | null)[]}
 */
export function facing(position, game, [x, y]) {
  const start = startBoard(position, game);
  return STEPS.map(([dx, dy], side) => {
    /** @type {Cell} */
    const next = [x + dx, y + dy];
    const tile = tileAt(position, next);
    const kind = tile ? game.kinds.get(tile.tile) : start.get(key(next));
    return kind ? kind.edge(tile?.rotation ?? 0, (side + 2) % 4) : null;
  });
}

/**
 * The rotations in which a kind shows the edges that are wanted; null wants nothing.
 * @param {Game} game
 * @param {import("./games.js").Kind} kind
 * @param {(import("./games.js").Edge | null)[]} wanted
 */
export function rotationsFor(game, kind, wanted) {
  return ROTATIONS.filter((rotation) =>
    wanted.every((edge, side) => edge === null || game.looksLike(kind.edge(rotation, side), edge)),
  );
}
