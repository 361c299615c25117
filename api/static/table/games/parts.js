// What games have on the page besides tiles and followers, a file for each. Here is what such a part may tell; the page
// asks all parts of the game that is on the table and knows none of them by name.

import { castle } from "./castle.js";
import { discovery } from "./discovery.js";
import { traders } from "./traders.js";
import { wheel } from "./wheel.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../types.js").Position} Position */

/**
 * @typedef {object} Choice
 * @property {import("../types.js").Follower} follower
 * @property {boolean} chosen
 * @property {string} label
 * @property {() => void} choose
 */

/**
 * @typedef {object} Part
 * @property {(state: State) => void} [furnish] moves the pieces of the drawing to where they stand
 * @property {(state: State, looks: Map<string, import("../pieces.js").Piece>) => Iterable<Element>} [standing]
 *   players' pieces that stand on the table and not on tiles
 * @property {(target: Element) => boolean} [tap] whether a tap on the drawing meant a piece of it; then it is done
 * @property {(state: State) => {title: string, content: Node[]}} [form] the same for keys and screen readers
 * @property {(state: State) => Node[]} [details] what a question needs besides the position
 * @property {(state: State, tile: import("../types.js").Tile) => (Node | null)[]} [onTile] what the selected tile has
 * @property {(answer: any) => string | null} [headline] what an answer is about, where its summary does not say it
 * @property {(answer: any) => Node[]} [notes] what an answer has besides its lines
 * @property {(state: State) => Choice[]} [choosable] followers on the board among which a question lets people choose
 * @property {(position: Position, player: string) => number} [away] a player's followers that are neither home nor on tiles
 * @property {(position: Position, names: Map<string, string>) => Partial<Position>} [rename] what belongs to players
 *   under their new names; who is not among them has left
 */

/** By the id of the variant or the expansion. @type {Record<string, Part>} */
const PARTS = { "wheel-of-fortune": wheel, discovery, castle, "traders-and-builders": traders };

/**
 * The parts of a game.
 * @param {Position} position
 * @returns {Part[]}
 */
export const partsOf = ({ variant, expansions = [] }) =>
  [variant, ...expansions].map((id) => PARTS[id]).filter((part) => part !== undefined);

/**
 * The followers that a player has left.
 * @param {Position} position
 * @param {import("../games.js").Game} game
 * @param {string} player
 */
export function followersLeft(position, game, player) {
  const out = position.meeples.filter(
    (one) => one.player === player && (one.figure ?? "follower") === "follower",
  ).length;
  const away = partsOf(position).reduce((sum, part) => sum + (part.away?.(position, player) ?? 0), 0);
  return Math.max(0, game.followers - out - away);
}
