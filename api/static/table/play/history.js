// Going back: to see how it was, to go on from there, to correct a turn and judge the rest again.

import { loadGame, showPictures } from "../games.js";
import { showPanel } from "../ruling.js";
import { ask } from "../service.js";
import { update } from "../store.js";
import { say } from "../words.js";
import { punch } from "./clock.js";
import { draftOf } from "./draft.js";
import { clearTurn, look } from "./entering.js";
import { backTo, correct, judgeAgain, resume } from "./game.js";
import { step, stuck } from "./judging.js";
import { doing, fresh, judged, now, show } from "./session.js";

/** What Undo does now, if anything. @returns {(() => void) | null} */
function undoing() {
  const { seen, draft, correcting, play } = now;
  const waiting = play.rest.length > 0;
  if (seen !== null) return () => show({ seen: null });
  if (correcting !== null || (!waiting && (draft.tile || draft.cell))) return clearTurn;
  const change = lastChange();
  if (change) return () => takeChangeBack(change);
  if (waiting) return showStuck;
  return play.steps.length ? () => goBack(play.steps.length - 1) : null;
}

export const canUndo = () => undoing() !== null;

export function undo() {
  if (!now.busy) undoing()?.();
}

/** The turn that no longer fits, as it was entered. */
function showStuck() {
  Object.assign(now, fresh(now.play));
  stuck();
  show();
}

/** The change of older entries after which nothing was entered, or which the table is about to finish. */
function lastChange() {
  const change = now.changes.at(-1);
  const steps = now.play.steps;
  const isLast = steps.length === change?.after.steps.length && steps.every((one, at) => one === change.after.steps[at]);
  return isLast ? change : null;
}

/** The game as it was before something of it was changed. @param {import("./session.js").Change} change */
function takeChangeBack(change) {
  const play = { ...change.before, settings: now.play.settings };
  const changes = now.changes.slice(0, -1);
  Object.assign(now, { play, ...fresh(play), future: [...now.future, change], changes, gains: {} });
  stuck();
  punch();
  show();
  update({ status: say("play.change-undone") });
}

export function redo() {
  const next = now.future.at(-1);
  if (!next || now.busy) return;
  const { settings, steps } = now.play;
  const play = isChange(next) ? { ...next.after, settings } : { ...now.play, steps: [...steps, next] };
  const changes = isChange(next) ? [...now.changes, next] : now.changes;
  const future = now.future.slice(0, -1);
  Object.assign(now, { play, ...fresh(play), seen: null, correcting: null, future, changes, gains: {} });
  stuck();
  punch();
  show();
}

/**
 * @param {import("./session.js").Change | import("./game.js").Step} one
 * @returns {one is import("./session.js").Change}
 */
const isChange = (one) => "after" in one;

/** The game as it was after so many entries; Redo brings the others back. @param {number} count */
export function goBack(count) {
  const gone = now.play.steps.slice(count);
  const play = backTo(now.play, count);
  Object.assign(now, { play, ...fresh(play), seen: null, correcting: null, gains: {} });
  now.future = [...now.future, ...gone.reverse()];
  punch();
  show();
  update({ status: say("play.gone-back", { count: gone.length }) });
}

/** Looks at the board as it was. @param {number | null} number */
export function lookAt(number) {
  showPanel(false);
  show({ seen: number, gains: {} });
}

/** Changes a move that was made. @param {number} number */
export function startCorrecting(number) {
  const { entry } = now.play.steps[number];
  if (entry.kind !== "move") return;
  Object.assign(now, { ...fresh(now.play), seen: null, correcting: number, draft: draftOf(entry.move) });
  look();
}

/** Takes an entry out; what came later is judged again. @param {number} number */
export const leaveOut = (number) => change(() => correct(now.play, number, null, ask));

/** Changes what was entered; Undo takes that back as a whole. @param {() => Promise<import("./game.js").Play>} work */
async function change(work) {
  const before = now.play;
  await step(work, say("play.asking"));
  if (now.play !== before) show({ changes: [...now.changes, { before, after: now.play }] });
}

/** Leaves out the move that no longer fits, or everything from it on. @param {boolean} all */
export function dropStuck(all) {
  const { play } = now;
  const rest = all ? [] : play.rest.slice(1);
  return change(() => resume({ ...play, rest, refusal: null }, ask, judged));
}

/** Says everything in the language that the page speaks now. */
export async function sayAgain() {
  const { settings } = now.play;
  const game = await loadGame(settings.variant, settings.expansions);
  showPictures(game);
  update({ game: game.extended(settings.tileset) });
  const { seen, correcting, draft, future } = now;
  const play = await doing(() => judgeAgain(now.play, ask, judged), say("play.asking"));
  if (!play) return;
  // What was changed before, and what followed from it, is no longer the game that is shown.
  const steps = future.slice(future.findLastIndex(isChange) + 1);
  show({ play: { ...play, refusal: play.refusal }, seen, correcting, draft, future: steps, changes: [] });
}

/** Changes a setting that is no rule. @param {Partial<import("./game.js").Settings>} settings */
export const changeSettings = (settings) => show({ play: { ...now.play, settings: { ...now.play.settings, ...settings } } });
