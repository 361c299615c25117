// The turn that is being entered, before it is judged: pure.

import { key } from "../position.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("./game.js").Move} Move */

/**
 * @typedef {object} Draft
 * @property {string} player
 * @property {string | null} tile
 * @property {number} rotation
 * @property {Cell | null} cell where the tile was laid, or will be
 * @property {string} figure what is placed, if a spot is
 * @property {string | null} spot
 * @property {string | null} crown
 * @property {{x: number, y: number, spot: string} | null} retrieve
 * @property {number | null} symbol the wheel symbol; 0 for none, null while it is not told
 * @property {any[]} plague
 * @property {any[]} use wall tiles that are used
 * @property {any[] | null} order in which features are scored
 * @property {{tower: number, wall_tile: number}[]} took
 * @property {boolean} discard whether the tile is put away
 */

/** @param {string} player @returns {Draft} */
export const blank = (player) => ({
  player,
  tile: null,
  rotation: 0,
  cell: null,
  figure: "follower",
  spot: null,
  crown: null,
  retrieve: null,
  symbol: null,
  plague: [],
  use: [],
  order: null,
  took: [],
  discard: false,
});

/** A move that was made, to be changed. @param {Move} move @returns {Draft} */
export function draftOf(move) {
  const { player, tile, discard, x, y, rotation, spot, figure, crown, retrieve, wheel, plague, use, order, took } =
    move;
  return {
    ...blank(player),
    tile: tile ?? discard,
    rotation: rotation ?? 0,
    cell: discard ? null : [x, y],
    figure: figure ?? "follower",
    spot: spot ?? null,
    crown: crown ?? null,
    retrieve: retrieve ?? null,
    symbol: wheel ?? 0,
    plague: plague ?? [],
    use: use ?? [],
    order: order ?? null,
    took: took ?? [],
    discard: discard !== undefined,
  };
}

/** Whether the tile lies on the board. @param {Draft} draft */
export const isLaid = ({ tile, cell, discard }) => tile !== null && cell !== null && !discard;

/** The move as it is asked about. @param {Draft} draft @returns {Move} */
export function moveOf(draft) {
  const { player, tile, rotation, cell, figure, spot, crown, retrieve, symbol, plague, use, order, took } = draft;
  const drawn = { ...(symbol && { wheel: symbol }), ...(plague.length && { plague }) };
  if (draft.discard || !cell) return { player, discard: tile, ...drawn };
  return {
    player,
    tile,
    x: cell[0],
    y: cell[1],
    rotation,
    ...drawn,
    ...(spot && { spot, ...(figure !== "follower" && { figure }) }),
    ...(crown && { crown }),
    ...(retrieve && { retrieve }),
    ...(use.length && { use }),
    ...(order && { order }),
    ...(took.length && { took }),
  };
}

/**
 * The board with the tile and the figure of the turn upon it.
 * @param {Position} position
 * @param {Draft} draft
 * @returns {Position}
 */
export function withDraft(position, draft) {
  const { player, tile, rotation, cell, figure, spot, crown, retrieve } = draft;
  if (!isLaid(draft) || !tile || !cell) return position;
  const [x, y] = cell;
  const gone = (/** @type {any} */ one) =>
    retrieve && one.player === player && one.x === retrieve.x && one.y === retrieve.y;
  const placed = spot ? [{ player, x, y, spot, ...(figure !== "follower" && { figure }) }] : [];
  return {
    ...position,
    tiles: [
      ...position.tiles.filter((one) => one.x !== x || one.y !== y),
      { x, y, tile, rotation, ...(draft.symbol ? { wheel: draft.symbol } : {}) },
    ],
    meeples: [...position.meeples.filter((one) => !gone(one)), ...placed],
    ...(crown && {
      wheel: { ...position.wheel, crowns: [...(position.wheel?.crowns ?? []), { segment: crown, player }] },
    }),
  };
}

/**
 * Placements by cell.
 * @param {any[]} placements
 * @returns {Map<string, any[]>}
 */
export function byCell(placements) {
  /** @type {Map<string, any[]>} */
  const cells = new Map();
  for (const one of placements) {
    const name = key([one.x, one.y]);
    cells.set(name, [...(cells.get(name) ?? []), one]);
  }
  return cells;
}

/** The placement of a draft among those that are legal. @param {Draft} draft @param {Map<string, any[]>} cells */
export const placementOf = ({ cell, rotation }, cells) =>
  cell ? (cells.get(key(cell)) ?? []).find((one) => one.rotation === rotation) : undefined;
