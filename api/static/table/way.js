// Why nobody may stand on a spot: the feature lights up, all the way to the follower that occupies it.

import { judge } from "./service.js";
import { state, update } from "./store.js";
import { say } from "./words.js";

/**
 * @param {import("./types.js").Cell} cell
 * @param {string} terrain
 */
export async function lightWay(cell, terrain) {
  let features;
  try {
    ({ features } = await judge("features", { ...state.position, excerpt: true }, {}));
  } catch {
    update({ status: say("unreachable-short") });
    return;
  }
  const here = (/** @type {any} */ one) => one.cells.some((/** @type {import("./types.js").Cell} */ [x, y]) => x === cell[0] && y === cell[1]);
  const found = (features ?? []).find(
    (/** @type {any} */ one) => one.type === terrain && here(one) && one.meeples.length,
  );
  if (!found) return;
  const players = [...new Set(found.meeples.map((/** @type {any} */ one) => one.player))].join(", ");
  update({
    lit: new Set(found.cells.map(String)),
    litFeature: found.id,
    litCounted: [],
    status: say("occupied-by", { players }),
  });
}
