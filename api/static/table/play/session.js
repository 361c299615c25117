// The game that is going on: what has been entered of the turn, what the service said of it, what is looked at. Everything
// that can be done to it is here; the views of the game follow by subscribing to the table.

import { loadGame, showPictures } from "../games.js";
import { turnParts } from "../games/parts.js";
import { key } from "../position.js";
import { Unreachable, ask } from "../service.js";
import { showAddress, state, update } from "../store.js";
import { say } from "../words.js";
import { wind } from "./clock.js";
import { blank, isLaid, placementOf, withDraft } from "./draft.js";
import { isWaiting } from "./entering.js";
import { Unanswered, begin, isOver, onTurn, positionAfter, resume } from "./game.js";
import { hooks } from "./hooks.js";
import { step, stuck } from "./judging.js";
import { keep, putAside } from "./kept.js";
import { gameOf } from "./record.js";

/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("./game.js").Entry} Entry */
/** @typedef {import("./game.js").Refusal} Refusal */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../types.js").Cell} Cell */

/**
 * What was changed of what had been entered.
 * @typedef {{before: Play, after: Play}} Change
 */

/**
 * @typedef {object} Session
 * @property {Play} play
 * @property {(import("./game.js").Step | Change)[]} future what was gone back over, the next one last
 * @property {Draft} draft
 * @property {Map<string, any[]> | null} cells where the drawn tile may lie; null while that is not known
 * @property {any} offered what the service says of all placements
 * @property {any} drawn what drawing the tile has done
 * @property {{position: import("../types.js").Position, player: string, told: import("./game.js").Offers} | null} offers what
 *   a player may do on a position with each tile, as the service told it with the turn before
 * @property {Refusal | null} refusal why the turn was not taken
 * @property {boolean} hopeless whether the table cannot insist on it
 * @property {{entry: Entry, play: Play, offers?: import("./game.js").Offers} | null} preview the turn as it was judged,
 *   while it is asked for more
 * @property {boolean} everything whether spots are offered where nobody may stand
 * @property {number | null} seen the step that is looked at
 * @property {number | null} correcting the step that is being corrected
 * @property {Change[]} changes the last one last
 * @property {string} busy what is being done
 * @property {Record<string, number>} gains what the last turn brought
 * @property {{left: Record<string, number>, since: number | null} | null} clock
 */

/** @type {Session} */
export const now = /** @type {any} */ ({ play: null });

// Opening

/**
 * Starts a game, or opens one that has been played already; what it holds is judged move by move.
 * @param {import("./game.js").Settings} settings
 * @param {Entry[]} entries
 */
export async function open(settings, entries = []) {
  const game = await loadGame(settings.variant, settings.expansions);
  const removed = /** @type {string[]} */ (settings.rules?.removed_tiles ?? []);
  const box = Object.fromEntries(
    [...game.kinds.values()].map(({ id, count }) => [id, count - removed.filter((one) => one === id).length]),
  );
  putAside();
  const others = game.figures.filter(({ name }) => name !== "follower").map(({ name, each }) => [name, each]);
  const { startTile, followers, fields } = game;
  const play = begin(settings, { startTile, followers, figures: Object.fromEntries(others), box, fields });
  await enter({ ...play, rest: entries }, game);
  if (!entries.length) return;
  now.busy = say("play.judging", { done: 0, all: entries.length });
  await step(() => resume(now.play, ask, judged), "");
}

/** @param {number} done @param {number} all */
export function judged(done, all) {
  // It is told now and then, because telling takes longer than judging.
  if (done % 10) return;
  now.busy = say("play.judging", { done, all });
  changed();
  update({});
}

/** Opens a game as a link, a file or another program tells it. @param {any} request */
export function openRequest(request) {
  const { settings, entries } = gameOf(request);
  return open(settings, entries);
}

/** Goes on with a game that was kept. @param {Play} play @param {Session["clock"]} clock */
export async function restore(play, clock) {
  const { settings } = play;
  await enter(play, await loadGame(settings.variant, settings.expansions));
  wind(clock?.since ? onTurn(play) : null);
  stuck();
  show({ clock });
}

/** @param {Play} play @param {import("../games.js").Game} game */
async function enter(play, game) {
  const { minutes, players } = { minutes: play.settings.clock, players: play.settings.players };
  Object.assign(now, {
    play,
    future: [],
    ...fresh(play),
    offers: null,
    correcting: null,
    changes: [],
    seen: null,
    busy: "",
    gains: {},
    clock: minutes
      ? { left: Object.fromEntries(players.map(({ name }) => [name, 60_000 * minutes])), since: null }
      : null,
  });
  showPictures(game);
  update({
    playing: hooks,
    game: game.extended(play.settings.tileset),
    past: [],
    future: [],
    question: { kind: game.phases[0], extra: {} },
    example: null,
    status: "",
    opened: state.opened + 1,
  });
  show();
}

/** A turn of which nothing has been entered. @param {Play} play */
export const fresh = (play) => ({
  draft: begun(onTurn(play) ?? play.settings.players[0].name, positionAfter(play)),
  cells: null,
  offered: {},
  drawn: null,
  refusal: null,
  hopeless: false,
  preview: null,
  everything: false,
});

/** A turn of a player, with what is known of it beforehand. @param {string} player @param {import("../types.js").Position} position */
export const begun = (player, position) =>
  blank(player, Object.assign({}, ...turnParts(position).map((part) => part.begins?.(position, player))));

/** Leaves the game, which stays in the browser. */
export function leave() {
  update({ playing: null, faults: new Map(), lit: new Set(), shown: null });
}

// What is shown

/** How many entries the board that is shown has behind it. */
export const shownCount = () =>
  now.seen !== null ? now.seen + 1 : now.correcting !== null ? now.correcting : now.play.steps.length;

/** The board before the turn that is entered, after what drawing the tile has done. */
export const before = () =>
  now.drawn?.position ?? positionAfter(now.play, now.seen !== null ? now.seen + 1 : shownCount());

/** Whether the turn that is entered is on the board, and not an older one that is looked at. */
export const isEntering = () => now.seen === null && (!isOver(now.play) || now.correcting !== null);

/** Counts what happens, so that views draw nothing anew while nothing does. */
export let happened = 0;
export function changed() {
  happened += 1;
}

/** Shows the game as it stands. @param {Partial<Session>} [changes] */
export function show(changes = {}) {
  Object.assign(now, changes);
  changed();
  // An answer may come when the game has been left.
  if (!state.playing) return;
  const { draft, cells, seen, play } = now;
  const entering = isEntering();
  const position = entering ? withDraft(before(), draft) : before();
  const laid = entering && isLaid(draft);
  const looked = seen === null ? null : play.steps[seen];
  const move = looked?.entry.kind === "move" && looked.entry.move.tile ? looked.entry.move : null;
  const lit = (looked?.outcome.lines ?? []).flatMap((line) => line.cells.map((/** @type {Cell} */ cell) => key(cell)));
  const faults = new Map();
  if (now.refusal && laid && draft.cell)
    faults.set(
      key(draft.cell),
      now.refusal.problems.map(({ detail }) => detail),
    );
  update({
    position: /** @type {any} */ (position),
    player: draft.player,
    hand: entering && draft.tile && !laid && !isWaiting() ? { tile: draft.tile, rotation: draft.rotation } : null,
    selected: entering ? (draft.onto ?? draft.cell) : null,
    last: null,
    shown: cellOfStep(seen ?? shownCount() - 1),
    legal: entering ? legalFor(draft, cells, laid) : null,
    lit: new Set(lit.length ? lit : move ? [key([move.x, move.y])] : []),
    litFeature: null,
    litCounted: [],
    tags: new Map(),
    answer: now.refusal ? { problems: now.refusal.problems } : null,
    replacing: null,
    figure: draft.figure,
    toast: "",
    faults,
  });
  if (keptPlay === now.play && keptClock === now.clock) return;
  [keptPlay, keptClock] = [now.play, now.clock];
  showAddress();
  keep(now.play, now.clock);
}
/** Where a step, or the one before it, laid its tile. @param {number} number @returns {Cell | null} */
function cellOfStep(number) {
  const steps = now.play.steps.slice(0, number + 1);
  const laid = steps.findLast(({ entry }) => entry.kind === "move" && entry.move.tile);
  return laid?.entry.kind === "move" ? [laid.entry.move.x, laid.entry.move.y] : null;
}
/** What was kept last. @type {Play | null} */
let keptPlay = null;
/** @type {Session["clock"]} */
let keptClock = null;

/**
 * What the board lights up: cells for the tile in hand, or spots for the figure that is chosen.
 * @param {Draft} draft
 * @param {Map<string, any[]> | null} cells
 * @param {boolean} laid
 */
function legalFor(draft, cells, laid) {
  if (!cells) return null;
  if (!laid) return { question: "", cells, placeable: cells.size > 0 };
  if (draft.onto) return null;
  const found = placementOf(draft, cells);
  const spots = found ? spotsOf(found, draft.figure) : [];
  return {
    question: "",
    cells: new Map([
      [
        key(/** @type {Cell} */ (draft.cell)),
        [{ x: 0, y: 0, rotation: draft.rotation, spots, figures: { [draft.figure]: spots } }],
      ],
    ]),
    placeable: true,
  };
}

/** Where a figure may stand after a placement. @param {any} placement @param {string} figure @returns {string[]} */
export const spotsOf = (placement, figure) =>
  (figure === "follower" ? placement.spots : placement.figures?.[figure]) ?? [];

/** Does something that asks the service. What cannot be answered is told, and the game stays as it is.
 * @template T @param {() => Promise<T>} work @param {string} busy @returns {Promise<T | null>} */
export async function doing(work, busy) {
  if (busy) now.busy = busy;
  changed();
  update({});
  try {
    return await work();
  } catch (problem) {
    if (problem instanceof Unreachable) update({ status: say("unreachable") });
    else if (problem instanceof Unanswered) {
      now.refusal = { problems: problem.problems, instead: {}, summary: problem.message };
      now.hopeless = true;
    } else throw problem;
    return null;
  } finally {
    now.busy = "";
    show();
  }
}
