// What a game has on the table besides tiles: its wheel, its wall. What stands on them its parts tell.

import { byId } from "./dom.js";
import { partsOf } from "./games/parts.js";
import { startBoard } from "./position.js";
import { state as now } from "./store.js";

/** @typedef {import("./store.js").State} State */

/** @type {import("./games.js").Game | null} */
let furnished = null;

/** Shows the table of the game, its pieces where they stand. @param {State} state */
export function furnish(state) {
  const { game, position } = state;
  if (furnished !== game) {
    furnished = game;
    for (const layer of ["beneath", "above"]) {
      const copy = /** @type {Element} */ (byId(layer)?.cloneNode(true));
      copy?.removeAttribute("id");
      byId(`table-${layer}`).replaceChildren(...(copy ? [copy] : []));
    }
  }
  const elsewhere = game.startCells.size > 0 && !startBoard(position, game).size;
  for (const layer of ["beneath", "above"]) byId(`table-${layer}`).style.display = elsewhere ? "none" : "";
  for (const part of partsOf(position)) part.furnish?.(state);
}

/**
 * Players' pieces that stand on the table and not on tiles.
 * @param {State} state
 * @param {Map<string, import("./pieces.js").Piece>} looks
 */
export const standingOnTable = (state, looks) =>
  partsOf(state.position).flatMap((part) => [...(part.standing?.(state, looks) ?? [])]);

/** Whether a tap on the drawing meant a piece of the table; then it is done. @param {Element} target */
export const tapFurniture = (target) =>
  now.playing ? now.playing.tapFurniture(target) : partsOf(now.position).some((part) => part.tap?.(target));
