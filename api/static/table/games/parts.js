// What games have on the page besides tiles and followers, a file for each. Here is what such a part may tell; the page
// asks all parts of the game that is on the table and knows none of them by name.

import { castle } from "./castle.js";
import { discovery } from "./discovery.js";
import { river } from "./river.js";
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
 * @property {TurnPart} [turn] what a turn has besides tile and figure, in a game that is played along
 */

/**
 * A turn that is being entered, as a part sees it, and what a part can do to it.
 * @typedef {object} Turn
 * @property {string} player
 * @property {string | null} tile
 * @property {import("../types.js").Cell | null} cell where it lies
 * @property {number} rotation
 * @property {Record<string, any>} told what the move says besides tile, cell and figure
 * @property {Record<string, any>} aside what was decided and is no part of the move
 * @property {Position} position before the turn
 * @property {any} drawn what drawing the tile has done, as the service tells it
 * @property {any} offered what the service tells of all placements
 * @property {number} home how many followers the player has left
 * @property {number} left how many tiles are left
 * @property {(told: object) => void} tell says more about the tile that was drawn, and goes on
 * @property {(told: object) => void} act does this in the place of placing a figure
 * @property {(told: object) => void} note says this of the move, and no more
 * @property {(told: object, aside?: object) => void} answer says this of a turn that was judged, and has it judged again
 * @property {(tile: string) => void} take takes a tile in hand
 */

/** @typedef {Record<string, any> & {player: string}} Move as a replay has it */

/**
 * @typedef {object} TurnPart
 * @property {string[]} [actions] fields of a move that stand in the place of a figure
 * @property {(position: Position, player: string) => object} [begins] what a move says before anything has been told
 * @property {(turn: Turn, tile: string) => {tile: string | null, told: object}} [takes] what it means to choose a tile
 * @property {(rules: Record<string, unknown>, tile: string) => object} [asked] how a tile is asked about, if not as `tile`
 * @property {(turn: Turn) => boolean} [waits] whether something must be told before the tile is laid
 * @property {(turn: Turn) => Node[]} [drawing] what must be told then
 * @property {(turn: Turn) => {call: string, request: object} | null} [draws] the question what drawing the tile does,
 *   besides the position
 * @property {(turn: Turn) => Node[]} [hand] what a player has before him
 * @property {(turn: Turn, cell: import("../types.js").Cell) => boolean} [taps] whether a tap on a cell answers a question
 * @property {(turn: Turn, target: Element) => void} [tapped] what a tap on the drawing means once the tile lies
 * @property {(turn: Turn) => Node[]} [besides] what may be done besides, or in the place of placing a figure
 * @property {(turn: Turn, outcome: import("../play/game.js").Outcome) => Node | null} [asks] what has to be told before
 *   a turn that was judged is over
 * @property {(position: Position, move: Move) => Partial<Position>} [put] what a move changes besides the board
 * @property {(move: Move) => object} [onTile] what the laid tile carries
 * @property {(move: Move) => object} [scoring] what a scoring has to be told of a move
 * @property {(instead: Record<string, any>) => string} [instead] what would have been legal, in words
 * @property {(move: Move) => string} [words] what was done, for the log
 * @property {(left: Record<string, number>, rules: Record<string, unknown>, kinds: Map<string, import("../games.js").Kind>) => Record<string, number>} [drawable]
 *   which of the tiles that are left may be drawn next
 * @property {(rules: Record<string, unknown>) => boolean} [mayWaive] whether the second part of a turn may be left out
 */

/** By the id of the variant or the expansion. @type {Record<string, Part>} */
const PARTS = { "wheel-of-fortune": wheel, discovery, castle, river, "traders-and-builders": traders };

/**
 * The parts of a game.
 * @param {{variant: string, expansions?: string[]}} game
 * @returns {Part[]}
 */
export const partsOf = ({ variant, expansions = [] }) =>
  [variant, ...expansions].map((id) => PARTS[id]).filter((part) => part !== undefined);

/**
 * What the parts of a game add to a turn.
 * @param {{variant: string, expansions?: string[]}} game
 * @returns {TurnPart[]}
 */
export const turnParts = (game) => partsOf(game).flatMap(({ turn }) => turn ?? []);

/** What a move changes besides tiles and figures. @param {Position} position @param {Move} move @returns {Partial<Position>} */
export const besidesBoard = (position, move) =>
  Object.assign({}, ...turnParts(position).map((part) => part.put?.(position, move)));

/**
 * The board with what a move puts there: a tile, figures, and what parts add; whatever the rules say.
 * @param {Position} position
 * @param {Move} move
 * @returns {Position}
 */
export function putDown(position, move) {
  const { player, tile, x, y, rotation, spot, figure, retrieve } = move;
  const carried = turnParts(position).map((part) => part.onTile?.(move));
  const placed = move.placed ?? (spot ? [{ x, y, spot, figure }] : []);
  const standing = placed.map((/** @type {any} */ one) => ({
    player,
    x: one.x,
    y: one.y,
    spot: one.spot,
    ...(one.figure && one.figure !== "follower" && { figure: one.figure }),
  }));
  const isGone = (/** @type {import("../types.js").Follower} */ one) =>
    retrieve && one.player === player && one.x === retrieve.x && one.y === retrieve.y && one.spot === retrieve.spot;
  return {
    ...position,
    tiles: [
      ...position.tiles.filter((one) => one.x !== x || one.y !== y),
      { x, y, tile, rotation, ...Object.assign({}, ...carried) },
    ],
    meeples: [...position.meeples.filter((one) => !isGone(one)), ...standing],
    ...besidesBoard(position, move),
  };
}

/** How many figures of a player are not home. @param {Position} position @param {string} player @param {string} [figure] */
export function out(position, player, figure = "follower") {
  const standing = position.meeples.filter(
    (one) => one.player === player && (one.figure ?? "follower") === figure,
  ).length;
  if (figure !== "follower") return standing;
  return partsOf(position).reduce((sum, part) => sum + (part.away?.(position, player) ?? 0), standing);
}

/**
 * The followers that a player has left.
 * @param {Position} position
 * @param {import("../games.js").Game} game
 * @param {string} player
 */
export const followersLeft = (position, game, player) => Math.max(0, game.followers - out(position, player));
