// What taps, keys and the link mean while a game is played along.

import { showPanel } from "../ruling.js";
import { state } from "../store.js";
import { isLaid } from "./draft.js";
import { choose, choosePlayer, clearTurn, layAt, tap, tapSpot, toCrown, turn } from "./entering.js";
import { drawn, tilesLeft } from "./game.js";
import { redo, undo } from "./history.js";
import { linkRequest, replayRequest } from "./record.js";
import { now, shownCount } from "./session.js";

/** The tile that ends the river and comes last of its tiles, and the start tile whose place it takes. */
const LAKE = "R02";
const FORMER_START = "D";

/** The kinds that may be drawn next: of those that are left, the ones whose turn it is. */
function drawable() {
  const left = tilesLeft(now.play, shownCount());
  const isRiver = (/** @type {string} */ id) =>
    state.game.kinds.get(id)?.segments.some(({ type }) => type === "river");
  const rule = now.play.settings.rules?.river_start_tile;
  const hasOwnTurn = rule === "with-river" || rule === "after-river";
  const isDue = hasOwnTurn && left[FORMER_START] === state.game.kinds.get(FORMER_START)?.count;
  /** @type {Record<string, number>} */
  const start = isDue ? { [FORMER_START]: 1 } : {};
  /** @type {Record<string, number>} */
  const river = Object.fromEntries(Object.entries(left).filter(([id]) => isRiver(id) && id !== LAKE));
  /** @type {Record<string, number>} */
  const lake = left[LAKE] ? { [LAKE]: left[LAKE] } : {};
  const order = rule === "with-river" ? [{ ...river, ...start }, lake] : [river, lake, start];
  return order.find((group) => Object.keys(group).length) ?? left;
}

export const entries = () => [...now.play.steps.map(({ entry }) => entry), ...now.play.rest];

/** @type {import("../store.js").Playing} */
export const hooks = {
  tap(cell) {
    showPanel(false);
    tap(cell);
  },
  choose,
  layAt,
  turn,
  remove: () => clearTurn(),
  tapSpot,
  tapFurniture(target) {
    const crown = /** @type {HTMLElement | null} */ (target.closest("[data-crown], [data-segment]"))?.dataset;
    const segment = crown?.crown ?? crown?.segment;
    if (segment && isLaid(now.draft) && now.told.crowns?.[segment]) toCrown(segment);
    return true;
  },
  choosePlayer,
  undo,
  redo,
  get canUndo() {
    return now.play.steps.length > 0 || now.draft.tile !== null || now.seen !== null;
  },
  get canRedo() {
    return now.future.length > 0;
  },
  request: () => ({ call: "replay", request: replayRequest(now.play.settings, entries()) }),
  linked: () => linkRequest(now.play.settings, entries()),
  get left() {
    return drawable();
  },
  get recent() {
    return drawn(now.play);
  },
  get counted() {
    return Boolean(now.play.settings.bag);
  },
};
