// The game in the browser's own storage, so that a reload or a dead battery loses nothing.

import { write } from "../notation.js";
import { linkRequest, packed, unpacked } from "./record.js";

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

// Games that were left for another one

const EARLIER = "referee-games";
const MOST = 8;

/** @typedef {{line: string, players: string[], moves: number, left: number}} Earlier */

/** The games that were left, the last one first. @returns {Earlier[]} */
export function earlier() {
  try {
    return JSON.parse(localStorage.getItem(EARLIER) ?? "[]");
  } catch {
    return [];
  }
}

/** Puts the game that is kept aside, because another one takes its place. */
export function putAside() {
  const found = kept();
  if (!found?.play.steps.length) return;
  const { settings, steps, rest } = found.play;
  const line = write(linkRequest(settings, [...steps.map(({ entry }) => entry), ...rest]));
  const moves = steps.filter(({ entry }) => entry.kind === "move").length;
  const players = settings.players.map(({ name }) => name);
  const others = earlier().filter((one) => one.line !== line && !line.startsWith(one.line));
  try {
    localStorage.setItem(
      EARLIER,
      JSON.stringify([{ line, players, moves, left: Date.now() }, ...others].slice(0, MOST)),
    );
  } catch {
    // Without storage there was nothing to put aside either.
  }
}
