// Judging the turn that was entered: it is taken, refused, or asked more about; and entries that are no turns.

import { byId } from "../dom.js";
import { showPanel } from "../ruling.js";
import { ask } from "../service.js";
import { update } from "../store.js";
import { say } from "../words.js";
import { punch } from "./clock.js";
import { byCell, draftOf, moveOf } from "./draft.js";
import { clearTurn } from "./entering.js";
import { add, backTo, correct, positionAfter, resume } from "./game.js";
import { doing, fresh, judged, now, show, shownCount } from "./session.js";

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

/** @param {import("./game.js").Move} move @param {boolean} agreed */
async function take(move, agreed) {
  if (now.busy) return;
  /** @type {Entry} */
  const entry = { kind: "move", move, ...(agreed && { agreed }) };
  await doing(async () => {
    const { play, correcting } = now;
    const earlier = correcting === null ? play : backTo(play, correcting);
    const { play: next, refusal } = await add({ ...earlier, rest: [], refusal: null }, entry, ask);
    if (refusal) {
      Object.assign(now, { refusal, hopeless: agreed, preview: null });
      return;
    }
    const outcome = /** @type {import("./game.js").Step} */ (next.steps.at(-1)).outcome;
    if (!agreed && openQuestions(outcome).length) {
      Object.assign(now, { preview: outcome, refusal: null });
      return;
    }
    await accept(entry, next);
  }, say("play.asking"));
}

/** A turn that was judged becomes part of the game, and what waits behind it is judged. @param {Entry} entry @param {Play} next */
async function accept(entry, next) {
  const { play, correcting } = now;
  let after = next;
  if (correcting !== null) after = await correct(play, correcting, entry, ask);
  else if (play.rest.length) after = await resume({ ...next, rest: play.rest.slice(1) }, ask, judged);
  const scores = Object.fromEntries(positionAfter(play).players.map(({ name, score = 0 }) => [name, score]));
  const gains = Object.fromEntries(
    positionAfter(after).players.map(({ name, score = 0 }) => [name, score - scores[name]]),
  );
  settle(after, gains);
  update({ status: "" });
}

/** Goes on with a game as it is now. @param {Play} play @param {Record<string, number>} [gains] */
function settle(play, gains = {}) {
  Object.assign(now, { play, future: [], correcting: null, seen: null, gains, ...fresh(play) });
  stuck();
  punch();
  byId("palette").scrollTo(0, 0);
}

/** Shows the move that no longer fits, to be mended. */
export function stuck() {
  const [entry] = now.play.rest;
  if (entry?.kind === "move" && now.play.refusal) {
    now.draft = draftOf(entry.move);
    now.refusal = now.play.refusal;
    now.cells = byCell(now.play.refusal.instead.placements ?? []);
  }
}

/** @param {() => Promise<Play>} work @param {string} busy */
export async function step(work, busy) {
  await doing(async () => settle(await work()), busy);
}

/** What the castle still has to be told about a turn. @param {import("./game.js").Outcome} outcome */
export function openQuestions(outcome) {
  const { draft } = now;
  const { track = [], order_matters } = outcome.castle ?? {};
  const told = draft.took.map(({ tower }) => tower);
  const towers = track.flatMap((/** @type {any} */ one) => (one.wall_tile === null ? [] : [one.wall_tile]));
  const untold = towers.filter((/** @type {number} */ tower) => !told.includes(tower));
  const held = positionAfter(now.play, shownCount()).castle?.wall_tiles?.held?.[draft.player] ?? [];
  const doubled = { 2: "tower", 3: "house" };
  const used = draft.use.map((/** @type {any} */ one) => one.wall_tile);
  const doubling = Object.entries(doubled).flatMap(([wall_tile, type]) => {
    const lines = outcome.lines.filter((line) => line.type === type && line.complete && line.points[draft.player]);
    const there = held.includes(Number(wall_tile)) && !used.includes(Number(wall_tile));
    return there && lines.length ? [{ ask: "double", wall_tile: Number(wall_tile), lines }] : [];
  });
  return [
    ...(order_matters && !draft.order ? [{ ask: "order" }] : []),
    ...doubling.filter(({ wall_tile }) => !passed.has(wall_tile)),
    ...untold.map((/** @type {number} */ tower) => ({ ask: "took", tower })),
  ];
}

/** Wall tiles that the player chose not to use in this turn. @type {Set<number>} */
const passed = new Set();

/** Tells the castle more about the turn, and asks again. @param {Partial<Draft>} more @param {number} [pass] */
export function tellMore(more, pass) {
  if (pass) passed.add(pass);
  else if (!Object.keys(more).length) passed.clear();
  now.draft = { ...now.draft, ...more };
  return done();
}

/** Takes a wall tile that is used at once into the turn, or out of it. @param {number} wall_tile */
export function useNow(wall_tile) {
  const used = now.draft.use.some((one) => one.wall_tile === wall_tile);
  const use = used ? now.draft.use.filter((one) => one.wall_tile !== wall_tile) : [...now.draft.use, { wall_tile }];
  show({ draft: { ...now.draft, use }, refusal: null, preview: null });
}

/** Takes the turn with what has been told of it: a wall tile may stay unknown. */
export async function takeAsItIs() {
  if (now.busy || !now.preview) return;
  /** @type {Entry} */
  const entry = { kind: "move", move: moveOf(now.draft) };
  await doing(async () => {
    const { play, correcting } = now;
    const earlier = correcting === null ? play : backTo(play, correcting);
    const { play: next, refusal } = await add({ ...earlier, rest: [], refusal: null }, entry, ask);
    if (refusal) Object.assign(now, { refusal, hopeless: false });
    else await accept(entry, next);
  }, say("play.asking"));
}

/** Takes the turn back into the hand: what would be legal is lit up. */
export function reconsider() {
  const { refusal, draft, cells } = now;
  const { placements, player, tiles } = refusal?.instead ?? {};
  if (player || tiles) {
    clearTurn();
    return;
  }
  const lifted = placements ? { ...draft, cell: null, spot: null, retrieve: null, discard: false } : draft;
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
