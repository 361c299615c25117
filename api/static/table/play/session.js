// The game that is going on: what has been entered of the turn, what the service said of it, what is looked at. Everything
// that can be done to it is here; the views of the game follow by subscribing to the table.

import { loadGame, terrainWord } from "../games.js";
import { key, sameCell, tileAt } from "../position.js";
import { ask, Unreachable } from "../service.js";
import { showAddress, state, update } from "../store.js";
import { say } from "../words.js";
import { blank, byCell, draftOf, isLaid, moveOf, placementOf, withDraft } from "./draft.js";
import {
  add,
  backTo,
  begin,
  correct,
  drawn,
  isOver,
  judgeAgain,
  onTurn,
  positionAfter,
  resume,
  tilesLeft,
  Unanswered,
} from "./game.js";
import { forget, keep } from "./kept.js";
import { gameOf, linkRequest, replayRequest } from "./record.js";

/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("./game.js").Entry} Entry */
/** @typedef {import("./game.js").Refusal} Refusal */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../types.js").Cell} Cell */

/**
 * @typedef {object} Session
 * @property {Play} play
 * @property {import("./game.js").Step[]} future what was gone back over, the next one last
 * @property {Draft} draft
 * @property {Map<string, any[]> | null} cells where the drawn tile may lie; null while that is not known
 * @property {any} told what the service says of all placements (crown spaces)
 * @property {any} wheel what the drawn symbol does
 * @property {Refusal | null} refusal why the turn was not taken
 * @property {boolean} hopeless whether the table cannot insist on it
 * @property {import("./game.js").Outcome | null} preview what the turn brings, while it is asked for more
 * @property {boolean} everything whether spots are offered where nobody may stand
 * @property {number | null} seen the step that is looked at
 * @property {number | null} correcting the step that is being corrected
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
  const play = begin(settings, { startTile: game.startTile, followers: game.followers, box, fields: game.fields });
  await enter({ ...play, rest: entries }, game);
  if (!entries.length) return;
  now.busy = say("play.judging", { done: 0, all: entries.length });
  await step(() => resume(now.play, ask, judged), "");
}

/** @param {number} done @param {number} all */
function judged(done, all) {
  now.busy = say("play.judging", { done, all });
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
  running = clock?.since ? onTurn(play) : null;
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
    correcting: null,
    seen: null,
    busy: "",
    gains: {},
    clock: minutes
      ? { left: Object.fromEntries(players.map(({ name }) => [name, 60_000 * minutes])), since: null }
      : null,
  });
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
const fresh = (play) => ({
  draft: blank(onTurn(play) ?? play.settings.players[0].name),
  cells: null,
  told: {},
  wheel: null,
  refusal: null,
  hopeless: false,
  preview: null,
  everything: false,
});

/** Leaves the game, which stays in the browser. */
export function leave() {
  update({ playing: null, faults: new Map(), lit: new Set() });
}

/** Lets the game go for good. */
export const discardGame = () => forget();

// What is shown

/** How many entries the board that is shown has behind it. */
export const shownCount = () =>
  now.seen !== null ? now.seen + 1 : now.correcting !== null ? now.correcting : now.play.steps.length;

/** The board before the turn that is entered, after what a wheel symbol has done. */
const before = () => now.wheel?.position ?? positionAfter(now.play, now.seen !== null ? now.seen + 1 : shownCount());

/** Whether the turn that is entered is on the board, and not an older one that is looked at. */
export const isEntering = () => now.seen === null && (!isOver(now.play) || now.correcting !== null);

/** Shows the game as it stands. @param {Partial<Session>} [changes] */
export function show(changes = {}) {
  Object.assign(now, changes);
  const { draft, cells, seen, play } = now;
  const entering = isEntering();
  const position = entering ? withDraft(before(), draft) : before();
  const laid = entering && isLaid(draft);
  const looked = seen === null ? null : play.steps[seen];
  const move = looked?.entry.kind === "move" && looked.entry.move.tile ? looked.entry.move : null;
  const faults = new Map();
  if (now.refusal && laid && draft.cell) faults.set(key(draft.cell), now.refusal.problems.map(({ detail }) => detail));
  update({
    position: /** @type {any} */ (position),
    player: draft.player,
    hand: entering && draft.tile && !laid ? { tile: draft.tile, rotation: draft.rotation } : null,
    selected: move ? [move.x, move.y] : entering ? draft.cell : null,
    last: null,
    legal: entering ? legalFor(draft, cells, laid) : null,
    lit: new Set((looked?.outcome.lines ?? []).flatMap((line) => line.cells.map((/** @type {Cell} */ cell) => key(cell)))),
    litFeature: null,
    faults,
  });
  if (keptPlay === now.play && keptClock === now.clock) return;
  [keptPlay, keptClock] = [now.play, now.clock];
  showAddress();
  keep(now.play, now.clock);
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
  const found = placementOf(draft, cells);
  const spots = found ? spotsOf(found, draft.figure) : [];
  return {
    question: "",
    cells: new Map([[key(/** @type {Cell} */ (draft.cell)), [{ x: 0, y: 0, rotation: draft.rotation, spots }]]]),
    placeable: true,
  };
}

/** Where a figure may stand after a placement. @param {any} placement @param {string} figure @returns {string[]} */
export const spotsOf = (placement, figure) =>
  (figure === "follower" ? placement.spots : placement.figures?.[figure]) ?? [];

/** Does something that asks the service. What cannot be answered is told, and the game stays as it is.
 * @template T @param {() => Promise<T>} work @param {string} busy @returns {Promise<T | null>} */
async function doing(work, busy) {
  if (busy) now.busy = busy;
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

// Entering a turn

/** @param {string} tile @param {number} rotation */
function choose(tile, rotation) {
  if (now.busy) return;
  if (now.seen !== null) show({ seen: null });
  if (!isEntering()) return;
  const { draft } = now;
  if (draft.tile === tile && !isLaid(draft)) {
    show({ draft: { ...draft, rotation: (draft.rotation + 90) % 360 } });
    return;
  }
  const waiting = draft.tile ? null : draft.cell;
  const started = { ...blank(draft.player), tile, rotation, cell: null };
  Object.assign(now, { ...fresh(now.play), draft: started });
  look(waiting);
}

/** The symbols that the drawn tile can carry; none in a game without them. */
export function symbols() {
  const kind = state.game.kinds.get(now.draft.tile ?? "");
  const off = now.play.settings.rules?.wheel_actions === false;
  return !kind || off || !kind.symbols.length ? [] : [...(kind.plain ? [0] : []), ...kind.symbols];
}

/** Whether it is still to be told which symbol the tile carries, or whom the plague takes. */
export const isWaitingForWheel = () =>
  (symbols().length > 0 && now.draft.symbol === null) || Boolean(now.wheel?.plague_choices);

/** Asks where the drawn tile may lie, after what its symbol does. @param {Cell | null} [waiting] the cell it is meant for */
async function look(waiting = null) {
  const known = symbols();
  if (known.length === 1 && now.draft.symbol === null) now.draft = { ...now.draft, symbol: known[0] };
  show();
  if (known.length && now.draft.symbol === null) {
    now.draft.cell = waiting;
    return;
  }
  const { draft } = now;
  const found = await doing(async () => {
    const { player, tile, symbol, plague } = draft;
    const position = positionAfter(now.play, shownCount());
    let wheel = null;
    if (symbol) {
      wheel = await ask("score", { ...position, phase: "wheel", drawn: symbol, player, plague, carry_out: true });
      if (wheel.errors) throw new Unanswered(wheel);
      if (wheel.plague_choices) return { wheel: { ...wheel, position: undefined }, cells: null, told: {} };
    }
    const asked = position.rules?.hand_tiles === 2 ? { hand: [tile] } : { tile };
    const answer = await ask("placements", { ...(wheel?.position ?? position), ...asked, player });
    if (answer.errors) throw new Unanswered(answer);
    return { wheel, cells: byCell(answer.placements), told: answer };
  }, "");
  if (!found || now.draft.tile !== draft.tile) return;
  Object.assign(now, found);
  if (waiting && found.cells) layAt(waiting, draft.tile ?? "", draft.rotation);
  else show();
}

/** @param {number} symbol */
export function tellSymbol(symbol) {
  const { cell } = now.draft;
  now.draft = { ...now.draft, symbol, plague: [], cell: null };
  look(cell);
}

/** A player takes this follower back because of the plague. @param {any} one */
export function takeForPlague(one) {
  const plague = [...now.draft.plague.filter(({ player }) => player !== one.player), one];
  now.draft = { ...now.draft, plague };
  look();
}

/** @param {Cell} cell @param {string} tile @param {number} rotation */
function layAt(cell, tile, rotation) {
  if (now.busy || !isEntering()) return;
  if (now.draft.tile !== tile) {
    Object.assign(now, { ...fresh(now.play), draft: { ...blank(now.draft.player), tile, rotation } });
    look(cell);
    return;
  }
  if (isWaitingForWheel()) return;
  const fitting = (now.cells?.get(key(cell)) ?? []).map((one) => one.rotation);
  const turned = fitting.includes(rotation) || !fitting.length ? rotation : fitting[0];
  const { draft } = now;
  const stays = isLaid(draft) && sameCell(draft.cell, cell) && draft.rotation === turned;
  const action = stays ? {} : { spot: null, retrieve: null };
  show({ draft: { ...draft, cell, rotation: turned, discard: false, ...action }, refusal: null, preview: null });
}

/** What a tap on a cell means. @param {Cell} cell */
function tap(cell) {
  if (now.busy) return;
  if (now.seen !== null) {
    show({ seen: null });
    return;
  }
  if (!isEntering()) return;
  const { draft } = now;
  const choices = Object.values(now.wheel?.plague_choices ?? {}).flat();
  const plagued = choices.find((/** @type {any} */ one) => one.x === cell[0] && one.y === cell[1]);
  if (plagued) takeForPlague(plagued);
  else if (isLaid(draft) && sameCell(draft.cell, cell)) turn(null);
  else if (tileAt(before(), cell)) tapOlder(cell);
  else if (draft.tile) layAt(cell, draft.tile, draft.rotation);
  else show({ draft: { ...draft, cell: sameCell(draft.cell, cell) ? null : cell } });
}

/** An own follower on an older tile may be one that can be taken back. @param {Cell} cell */
function tapOlder(cell) {
  const found = retrievals().find((one) => one.x === cell[0] && one.y === cell[1]);
  if (found) takeBack(found);
}

/** What may be taken back after this placement. @returns {any[]} */
export const retrievals = () => placementOf(now.draft, now.cells ?? new Map())?.retrievals ?? [];

/** @param {number | null} degrees */
function turn(degrees) {
  const { draft, cells } = now;
  if (!draft.tile || now.busy || !isEntering()) return;
  const legal = draft.cell && cells ? (cells.get(key(draft.cell)) ?? []).map((one) => one.rotation) : [];
  const next = legal.find((rotation) => rotation > draft.rotation) ?? legal[0];
  if (degrees === null && legal.length === 1 && legal[0] === draft.rotation) {
    update({ status: say("only-way") });
    return;
  }
  const rotation = degrees === null && next !== undefined ? next : (draft.rotation + (degrees ?? 90) + 360) % 360;
  show({ draft: { ...draft, rotation, spot: null, retrieve: null }, refusal: null, preview: null });
}

/** @param {Cell} cell @param {number} segment */
function tapSpot(cell, segment) {
  const { draft } = now;
  const kind = state.game.kinds.get(draft.tile ?? "");
  if (!kind || !isLaid(draft) || !sameCell(cell, draft.cell) || !isEntering()) return;
  const spot = kind.spot(draft.rotation, segment);
  const same = draft.spot === spot;
  act({ spot: same ? null : spot });
  const terrain = terrainWord(kind.segments[segment].type);
  update({
    status: same ? say("follower-gone", { player: draft.player }) : say("follower-stands", { player: draft.player, terrain }),
  });
}

/** Does one thing after laying, in the place of any other. @param {Partial<Draft>} done */
function act(done) {
  show({ draft: { ...now.draft, spot: null, crown: null, retrieve: null, ...done }, refusal: null, preview: null });
}

/** @param {string} figure */
export function chooseFigure(figure) {
  const spots = placementOf(now.draft, now.cells ?? new Map());
  const stays = spots && now.draft.spot && spotsOf(spots, figure).includes(now.draft.spot);
  act({ figure, spot: stays ? now.draft.spot : null });
}

/** @param {string} segment */
export const toCrown = (segment) => act({ crown: now.draft.crown === segment ? null : segment });

/** @param {any} one */
export function takeBack({ x, y, spot }) {
  const same = now.draft.retrieve?.x === x && now.draft.retrieve?.y === y;
  act({ retrieve: same ? null : { x, y, spot } });
}

/** Offers also what may not be done, because it was done. */
export const offerEverything = () => show({ everything: !now.everything });

/** The next player goes on, because the second part of a double turn is waived. */
export function waive() {
  const names = now.play.settings.players.map(({ name }) => name);
  const next = names[(names.indexOf(now.draft.player) + 1) % names.length];
  show({ ...fresh(now.play), draft: blank(next) });
}

/** Lets go of what was entered. */
export function clearTurn() {
  if (now.correcting !== null) show({ correcting: null, ...fresh(now.play) });
  else show({ ...fresh(now.play), draft: now.play.rest.length ? now.draft : blank(onTurn(now.play) ?? now.draft.player) });
}

// Judging it

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
  const gains = Object.fromEntries(positionAfter(after).players.map(({ name, score = 0 }) => [name, score - scores[name]]));
  settle(after, gains);
  update({ status: after.steps.at(-1)?.outcome.summary ?? "" });
}

/** Goes on with a game as it is now. @param {Play} play @param {Record<string, number>} [gains] */
function settle(play, gains = {}) {
  Object.assign(now, { play, future: [], correcting: null, seen: null, gains, ...fresh(play) });
  stuck();
  punch();
}

/** Shows the move that no longer fits, to be mended. */
function stuck() {
  const [entry] = now.play.rest;
  if (entry?.kind === "move" && now.play.refusal) {
    now.draft = draftOf(entry.move);
    now.refusal = now.play.refusal;
    now.cells = byCell(now.play.refusal.instead.placements ?? []);
  }
}

/** @param {() => Promise<Play>} work @param {string} busy */
async function step(work, busy) {
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
  }, say("play.asking"));
}

// Going back

function undo() {
  if (now.busy) return;
  if (now.seen !== null) show({ seen: null });
  else if (now.draft.tile || now.draft.cell || now.correcting !== null) clearTurn();
  else if (now.play.steps.length) goBack(now.play.steps.length - 1);
}

function redo() {
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
export const lookAt = (number) => show({ seen: number, gains: {} });

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
  update({ game: game.extended(settings.tileset) });
  const { seen, correcting, draft, future } = now;
  const play = await doing(() => judgeAgain(now.play, ask, judged), say("play.asking"));
  if (play) show({ play: { ...play, refusal: play.refusal }, seen, correcting, draft, future });
}

/** Changes a setting that is no rule. @param {Partial<import("./game.js").Settings>} settings */
export const change = (settings) => show({ play: { ...now.play, settings: { ...now.play.settings, ...settings } } });

// The clock

/** The clock of the player on turn runs; that of the one before has stopped. */
function punch() {
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

// What the table hands over

/** The kinds that may be drawn next: of those that are left, the ones whose turn it is. */
function drawable() {
  const left = tilesLeft(now.play, shownCount());
  const river = Object.keys(left).filter((id) => state.game.kinds.get(id)?.segments.some(({ type }) => type === "river"));
  const lake = river.filter((id) => id !== LAKE);
  const due = lake.length ? lake : river;
  const started = now.play.settings.rules?.river_start_tile === "with-river" ? ["D"] : [];
  return due.length ? Object.fromEntries([...due, ...started].filter((id) => left[id]).map((id) => [id, left[id]])) : left;
}
/** The tile that ends the river, and comes last of its tiles. */
const LAKE = "R02";

const entries = () => [...now.play.steps.map(({ entry }) => entry), ...now.play.rest];

/** @type {import("../store.js").Playing} */
export const hooks = {
  tap,
  choose,
  layAt,
  turn,
  remove: () => clearTurn(),
  tapSpot,
  tapFurniture(target) {
    const crown = /** @type {HTMLElement | null} */ (target.closest("[data-crown], [data-segment]"))?.dataset;
    const segment = crown?.crown ?? crown?.segment;
    if (segment && isLaid(now.draft) && now.told.crowns?.[segment]) toCrown(segment);
    return true;
  },
  undo,
  redo,
  get canUndo() {
    return now.play.steps.length > 0 || now.draft.tile !== null || now.seen !== null;
  },
  get canRedo() {
    return now.future.length > 0;
  },
  request: () => ({ call: "replay", request: replayRequest(now.play.settings, entries()) }),
  linked: () => linkRequest(now.play.settings, entries()),
  get left() {
    return drawable();
  },
  get recent() {
    return drawn(now.play);
  },
  get counted() {
    return Boolean(now.play.settings.bag);
  },
};
