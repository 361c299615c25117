// The turn that is being entered, before it is judged: pure.

import { putDown } from "../games/parts.js";
import { key, sameCell } from "../position.js";

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
 * @property {Cell | null} onto the older tile on which it was placed, against the rules
 * @property {{x: number, y: number, spot: string, figure?: string}[]} others what else was placed, against the rules
 * @property {{x: number, y: number, spot: string} | null} retrieve
 * @property {Record<string, any>} told what parts of the game add to the move
 * @property {Record<string, any>} aside what was decided in them and is no part of the move
 * @property {boolean} discard whether the tile is put away
 */

/** @param {string} player @param {Record<string, any>} [told] @returns {Draft} */
export const blank = (player, told = {}) => ({
  player,
  tile: null,
  rotation: 0,
  cell: null,
  figure: "follower",
  spot: null,
  onto: null,
  others: [],
  retrieve: null,
  told,
  aside: {},
  discard: false,
});

/** A move that was made, to be changed. @param {Move} move @returns {Draft} */
export function draftOf(move) {
  const { player, tile, discard, x, y, rotation, spot, figure, placed = [], retrieve, ...told } = move;
  const last = placed.at(-1);
  return {
    ...blank(player, told),
    tile: tile ?? discard,
    rotation: rotation ?? 0,
    cell: discard ? null : [x, y],
    figure: last?.figure ?? figure ?? "follower",
    spot: last?.spot ?? spot ?? null,
    onto: last && !sameCell([last.x, last.y], [x, y]) ? [last.x, last.y] : null,
    others: placed.slice(0, -1),
    retrieve: retrieve ?? null,
    discard: discard !== undefined,
  };
}

/** Whether the tile lies on the board. @param {Draft} draft */
export const isLaid = ({ tile, cell, discard }) => tile !== null && cell !== null && !discard;

/** Whether a field of a move says anything. @param {[string, any]} field */
const saysSomething = ([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** The move as it is asked about. @param {Draft} draft @returns {Move} */
export function moveOf(draft) {
  const { player, tile, rotation, cell, figure, spot, onto, others, retrieve } = draft;
  const told = Object.fromEntries(Object.entries(draft.told).filter(saysSomething));
  if (draft.discard || !cell) return { player, discard: tile, ...told };
  const [x, y] = onto ?? cell;
  const own = spot ? [{ x, y, spot, ...(figure !== "follower" && { figure }) }] : [];
  return {
    player,
    tile,
    x: cell[0],
    y: cell[1],
    rotation,
    ...told,
    ...placedOn(cell, [...others, ...own]),
    ...(retrieve && { retrieve }),
  };
}

/**
 * What the rules know is one figure on the tile just laid; else a move says what was really done.
 * @param {Cell} cell
 * @param {Draft["others"]} figures
 */
function placedOn(cell, figures) {
  if (!figures.length) return {};
  const [{ x, y, ...only }, ...more] = figures;
  return more.length || !sameCell([x, y], cell) ? { placed: figures } : only;
}

/**
 * The board with the tile and the figures of the turn upon it.
 * @param {Position} position
 * @param {Draft} draft
 * @returns {Position}
 */
export const withDraft = (position, draft) => (isLaid(draft) ? putDown(position, moveOf(draft)) : position);

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
