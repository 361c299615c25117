// The game in the browser's own storage, so that a reload or a dead battery loses nothing.

import { packed, unpacked } from "./record.js";

const KEPT = "referee-game";
/** How the game is kept; one of another form is not opened. */
const FORM = 1;

/**
 * @param {import("./game.js").Play} play
 * @param {{left: Record<string, number>, since: number | null} | null} clock
 */
export function keep(play, clock) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ form: FORM, play: packed(play), clock }));
  } catch {
    // Without storage the game lasts as long as the page; its link holds it too.
  }
}

/** The game that was kept, or null. */
export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return found?.form === FORM ? { play: unpacked(found.play), clock: found.clock ?? null } : null;
  } catch {
    return null;
  }
}

/** Lets go of it. */
export function forget() {
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // There is nothing to let go of.
  }
}
