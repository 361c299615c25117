// The chess clock: everybody's time, which runs while it is his turn.

import { isOver, onTurn } from "./game.js";
import { now, show } from "./session.js";

/** The clock of the player on turn runs; that of the one before has stopped. */
export function punch() {
  const { clock } = now;
  if (!clock || clock.since === null) return;
  now.clock = { left: timesLeft(), since: isOver(now.play) || !onTurn(now.play) ? null : Date.now() };
  running = onTurn(now.play);
}
/** Whose clock runs. @type {string | null} */
let running = null;

/** How much time everybody has at this moment. @returns {Record<string, number>} */
export function timesLeft() {
  const { clock } = now;
  if (!clock) return {};
  if (clock.since === null || !running) return clock.left;
  return { ...clock.left, [running]: clock.left[running] - (Date.now() - clock.since) };
}

/** Starts the clock, or stops it. */
export function startClock() {
  const { clock } = now;
  if (!clock) return;
  if (clock.since === null) {
    running = onTurn(now.play);
    show({ clock: { ...clock, since: Date.now() } });
  } else {
    show({ clock: { left: timesLeft(), since: null } });
  }
}

/** Whose clock runs from now on; nobody's with null. @param {string | null} player */
export function wind(player) {
  running = player;
}
