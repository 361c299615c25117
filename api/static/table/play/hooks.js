// What taps, keys and the link mean while a game is played along.

import { showPanel } from "../ruling.js";
import { state } from "../store.js";
import { isLaid } from "./draft.js";
import { anotherTile, choose, choosePlayer, fitsAt, layAt, parts, tap, tapSpot, turn, turnNow } from "./entering.js";
import { drawn, tilesLeft } from "./game.js";
import { canUndo, redo, undo } from "./history.js";
import { linkRequest, replayRequest } from "./record.js";
import { now, shownCount } from "./session.js";

/** The kinds that may be drawn next: of those that are left, the ones whose turn it is. */
function drawable() {
  const { settings } = now.play;
  const left = tilesLeft(now.play, shownCount());
  return parts().reduce((found, part) => part.drawable?.(found, settings.rules ?? {}, state.game.kinds) ?? found, left);
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
  remove: anotherTile,
  tapSpot,
  tapFurniture(target) {
    if (isLaid(now.draft)) for (const part of parts()) part.tapped?.(turnNow(), target);
    return true;
  },
  choosePlayer,
  undo,
  redo,
  get canUndo() {
    return canUndo();
  },
  get canRedo() {
    return now.future.length > 0;
  },
  request: () => ({ call: "replay", request: replayRequest(now.play.settings, entries()) }),
  linked: () => linkRequest(now.play.settings, entries()),
  get left() {
    return drawable();
  },
  fits: fitsAt,
  get recent() {
    return drawn(now.play);
  },
  get counted() {
    return Boolean(now.play.settings.bag);
  },
};
