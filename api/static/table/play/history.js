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
import { step } from "./judging.js";
import { doing, fresh, judged, now, show } from "./session.js";

export function undo() {
  if (now.busy) return;
  if (now.seen !== null) show({ seen: null });
  else if (now.draft.tile || now.draft.cell || now.correcting !== null) clearTurn();
  else if (now.play.steps.length) goBack(now.play.steps.length - 1);
}

export function redo() {
  const next = now.future.at(-1);
  if (!next || now.busy) return;
  const play = { ...now.play, steps: [...now.play.steps, next] };
  const future = now.future.slice(0, -1);
  Object.assign(now, { play, ...fresh(play), future, gains: {} });
  show();
}

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
export const leaveOut = (number) => step(() => correct(now.play, number, null, ask), say("play.asking"));

/** Leaves out the move that no longer fits, or everything from it on. @param {boolean} all */
export function dropStuck(all) {
  const { play } = now;
  const rest = all ? [] : play.rest.slice(1);
  return step(() => resume({ ...play, rest, refusal: null }, ask, judged), say("play.asking"));
}

/** Says everything in the language that the page speaks now. */
export async function sayAgain() {
  const { settings } = now.play;
  const game = await loadGame(settings.variant, settings.expansions);
  showPictures(game);
  update({ game: game.extended(settings.tileset) });
  const { seen, correcting, draft, future } = now;
  const play = await doing(() => judgeAgain(now.play, ask, judged), say("play.asking"));
  if (play) show({ play: { ...play, refusal: play.refusal }, seen, correcting, draft, future });
}

/** Changes a setting that is no rule. @param {Partial<import("./game.js").Settings>} settings */
export const change = (settings) => show({ play: { ...now.play, settings: { ...now.play.settings, ...settings } } });
