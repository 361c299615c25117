// Where the tile in hand may go, and how the selected one may lie: asked of the service whenever it changes.

import { clear, key, tileAt } from "./position.js";
import { judge } from "./service.js";
import { subscribe, update } from "./store.js";

/** The last answers, so that turning a tile or laying the one in hand asks nothing again. @type {Map<string, any>} */
const known = new Map();
const MOST_KNOWN = 30;
/** @type {{question: string, stop: AbortController} | null} */
let running = null;

/** Keeps `state.legal` up to date. */
export function follow() {
  subscribe(look);
}

/** @param {import("./store.js").State} state */
function look({ position, hand, selected, player, legal, playing }) {
  if (playing) return;
  const tile = selected && tileAt(position, selected);
  const subject = hand?.tile ?? tile?.tile;
  if (!subject) {
    if (legal) update({ legal: null });
    return;
  }
  // The selected tile is judged as if it were just being laid. A cut-out is enough for that: whether the whole board is
  // as it should be is another question.
  const around = hand || !selected ? position : clear(position, selected);
  const { hand_tiles: _, ...rules } = /** @type {any} */ (around.rules ?? {});
  const cutOut = { ...around, rules, excerpt: true };
  const question = JSON.stringify([cutOut, subject, player]);
  if (legal?.question === question || running?.question === question) return;
  running?.stop.abort();
  running = null;
  const found = known.get(question);
  if (found) {
    update({ legal: found });
  } else {
    if (legal) update({ legal: null });
    running = { question, stop: new AbortController() };
    find(cutOut, { tile: subject, player }, running);
  }
}

/**
 * @param {import("./types.js").Position} position
 * @param {object} question
 * @param {{question: string, stop: AbortController}} asked
 */
async function find(position, question, asked) {
  let answer;
  try {
    answer = await judge("placements", position, question, asked.stop.signal);
  } catch {
    answer = {};
  }
  if (asked.stop.signal.aborted) return;
  running = null;
  /** @type {Map<string, import("./types.js").Placement[]>} */
  const cells = new Map();
  for (const placement of answer.placements ?? []) {
    const cell = key([placement.x, placement.y]);
    cells.set(cell, [...(cells.get(cell) ?? []), placement]);
  }
  const legal = { question: asked.question, cells, placeable: answer.placeable ?? null };
  if (known.size >= MOST_KNOWN) known.clear();
  if (answer.placements) known.set(asked.question, legal);
  update({ legal });
}
