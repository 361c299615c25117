// Judging the turn that was entered: it is taken, refused, or asked more about; and entries that are no turns.

import { showPanel } from "../ruling.js";
import { ask } from "../service.js";
import { update } from "../store.js";
import { say } from "../words.js";
import { punch } from "./clock.js";
import { byCell, draftOf, moveOf } from "./draft.js";
import { anotherTile, look, parts, turnNow } from "./entering.js";
import { add, backTo, correct, onTurn, positionAfter, resume, scoresOf } from "./game.js";
import { doing, fresh, judged, now, show } from "./session.js";

/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("./game.js").Entry} Entry */
/** @typedef {import("./draft.js").Draft} Draft */

/** The turn is over. */
export const done = () => take(moveOf(now.draft), false);

/** The tile that fits nowhere is put away. */
export function putAway() {
  now.draft = { ...now.draft, discard: true };
  return take(moveOf(now.draft), false);
}

/** The table insists. */
export const insist = () => take(moveOf(now.draft), true);

/** Asks, and with a move also what the next player may do: then his turn needs no question of its own. @type {import("./game.js").Ask} */
const askAhead = (call, request) => ask(call, call === "move" ? { ...request, offers: true } : request);

/** @param {import("./game.js").Move} move @param {boolean} agreed */
async function take(move, agreed) {
  if (now.busy) return;
  /** @type {Entry} */
  const entry = { kind: "move", move, ...(agreed && { agreed }) };
  await doing(async () => {
    const { play, correcting } = now;
    const earlier = correcting === null ? play : backTo(play, correcting);
    const { refusal, ...judgedNow } = await add({ ...earlier, rest: [], refusal: null }, entry, askAhead);
    if (refusal) {
      Object.assign(now, { refusal, hopeless: agreed, preview: null });
      return;
    }
    const preview = { entry, ...judgedNow };
    if (!agreed && questionAbout(preview)) Object.assign(now, { preview, refusal: null });
    else await accept(preview);
  }, say("play.asking"));
}

/** A turn that was judged becomes part of the game, and what waits behind it is judged. @param {NonNullable<import("./session.js").Session["preview"]>} taken */
async function accept({ entry, play: next, offers }) {
  const { play, correcting, changes } = now;
  let after = next;
  if (correcting !== null) after = await correct(play, correcting, entry, ask);
  else if (play.rest.length) after = await resume({ ...next, rest: play.rest.slice(1) }, ask, judged);
  const scores = scoresOf(positionAfter(play));
  const gains = Object.fromEntries(
    Object.entries(scoresOf(positionAfter(after))).map(([name, score]) => [name, score - scores[name]]),
  );
  settle(after, gains);
  if (correcting !== null || play.rest.length) now.changes = [...changes, { before: play, after }];
  const [position, player] = [positionAfter(next), onTurn(next)];
  if (offers && player) now.offers = { position, player, told: offers };
  update({ status: "" });
}

/** Goes on with a game as it is now. @param {Play} play @param {Record<string, number>} [gains] */
function settle(play, gains = {}) {
  Object.assign(now, { play, future: [], correcting: null, seen: null, gains, ...fresh(play) });
  stuck();
  punch();
}

/** Shows the move that no longer fits, to be mended. */
export function stuck() {
  const [entry] = now.play.rest;
  if (entry?.kind === "move" && now.play.refusal) {
    now.draft = draftOf(entry.move);
    now.refusal = now.play.refusal;
    const { placements } = now.play.refusal.instead;
    now.cells = placements ? byCell(placements) : null;
  }
}

/** @param {() => Promise<Play>} work @param {string} busy */
export async function step(work, busy) {
  await doing(async () => settle(await work()), busy);
}

/** What still has to be told of a turn that was judged. @param {NonNullable<import("./session.js").Session["preview"]>} preview @returns {Node | null} */
export function questionAbout({ play }) {
  const { outcome } = /** @type {import("./game.js").Step} */ (play.steps.at(-1));
  const turn = turnNow();
  return parts().reduce((/** @type {Node | null} */ found, part) => found ?? part.asks?.(turn, outcome) ?? null, null);
}

/** Tells more about the turn, and asks again. @param {object} told @param {object} [aside] */
export function tellMore(told, aside) {
  const { draft } = now;
  now.draft = { ...draft, told: { ...draft.told, ...told }, aside: { ...draft.aside, ...aside } };
  return done();
}

/** Takes the turn with what has been told of it. */
export async function takeAsItIs() {
  const { preview } = now;
  if (!now.busy && preview) await doing(() => accept(preview), say("play.asking"));
}

/** Takes the turn back into the hand: what would be legal is lit up. */
export function reconsider() {
  const { refusal, draft, cells } = now;
  const { placements, player, tiles } = refusal?.instead ?? {};
  if ((player || tiles) && !now.play.rest.length) {
    anotherTile();
    return;
  }
  if (!cells && !placements && draft.cell) {
    Object.assign(now, { refusal: null, preview: null });
    look(draft.cell);
    return;
  }
  const nowhere = { cell: null, spot: null, onto: null, others: [], retrieve: null, discard: false };
  const lifted = placements ? { ...draft, ...nowhere } : draft;
  show({ refusal: null, preview: null, draft: lifted, cells: cells ?? (placements ? byCell(placements) : null) });
}

// Entries besides moves

/** @param {Entry} entry */
export async function enterBesides(entry) {
  await doing(async () => {
    const { play } = await add({ ...now.play, rest: [], refusal: null }, entry, ask);
    settle(play);
    if (entry.kind === "end") showPanel(true);
  }, say("play.asking"));
}
