// A game that is played along: what was done, entry by entry, and what came of it. Pure: no page, no storage, and all
// rulings come from the service, which is asked through a function. Every function answers a new game.

import { besidesBoard, out, putDown, turnParts } from "../games/parts.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Problem} Problem */

/**
 * @typedef {object} Settings
 * @property {string} variant
 * @property {string[]} [expansions]
 * @property {Record<string, unknown>} [rules]
 * @property {{name: string, color?: string}[]} players in seating order; the first begins
 * @property {{kinds: object[]}} [tileset]
 * @property {boolean} [bag] whether the bag may be looked into
 * @property {number} [clock] minutes for each player
 */

/** @typedef {import("../games/parts.js").Move} Move */
/**
 * Something that was done: a move (`agreed` where the table insists on one that breaks a rule), a correction of the
 * score by hand, somebody's claim, or the end (`early` where tiles are left).
 * @typedef {{kind: "move", move: Move, agreed?: boolean}
 *   | {kind: "score", player: string, points: number}
 *   | {kind: "claim", player: string, score: number}
 *   | {kind: "end", early?: boolean}} Entry
 */

/** @typedef {{player: string, claimed: number, actual: number, difference: number, agrees: boolean, since: number}} Claim */
/**
 * What came of an entry.
 * @typedef {object} Outcome
 * @property {Position} position afterwards
 * @property {any[]} lines
 * @property {any[]} returned
 * @property {string} summary
 * @property {Problem[]} problems what an agreed move breaks
 * @property {any[]} assumed
 * @property {string | null} next who is on turn; null when the last tile has been laid
 * @property {boolean} again whether the same player goes on
 * @property {Record<string, number>} supply
 * @property {Record<string, Record<string, number>>} [figures]
 * @property {any} [castle] the castle's track and keeps
 * @property {Claim} [claim]
 * @property {string[]} [winners]
 */
/** @typedef {{entry: Entry, outcome: Outcome}} Step */
/** @typedef {{problems: Problem[], instead: Record<string, any>, summary: string}} Refusal */
/**
 * What the next player may do, by the tile that comes: where it may lie, and what is told of all placements.
 * @typedef {Record<string, any> & {placements: Record<string, any[]>}} Offers
 */

/**
 * @typedef {object} Play
 * @property {Settings} settings
 * @property {Position} start
 * @property {number} followers how many each player has
 * @property {Record<string, number>} [figures] and of each other figure
 * @property {Record<string, number>} box how many tiles of each kind the box holds, the start tile included
 * @property {Record<string, string[]>} fields what a question about each phase may tell
 * @property {Step[]} steps
 * @property {Entry[]} rest what came later and has not been judged again yet
 * @property {Refusal | null} refusal why the first of the rest no longer fits
 */

/** @typedef {(call: string, request: object) => Promise<any>} Ask */

/** The service has refused a question that should have been one: it says what is wrong. */
export class Unanswered extends Error {
  /** @param {any} answer */
  constructor(answer) {
    super(answer.detail ?? answer.title ?? "");
    /** @type {Problem[]} */
    this.problems = answer.errors ?? [];
  }
}

/**
 * A new game.
 * @param {Settings} settings
 * @param {{startTile?: string, followers: number, figures?: Record<string, number>, box: Record<string, number>, fields: Record<string, string[]>}} data
 *   what the service says of the game
 * @returns {Play}
 */
export function begin(settings, { startTile, followers, figures = {}, box, fields }) {
  const { variant, expansions, rules, players, tileset } = settings;
  /** @type {Position} */
  const start = {
    variant,
    ...(expansions?.length && { expansions }),
    ...(rules && { rules }),
    players: players.map((player) => ({ ...player, score: 0 })),
    tiles: startTile ? [{ x: 0, y: 0, tile: startTile, rotation: 0 }] : [],
    meeples: [],
    ...(tileset && { tileset }),
    turn: { player: players[0].name, part: 1 },
    discarded: [],
  };
  return { settings, start, followers, figures, box, fields, steps: [], rest: [], refusal: null };
}

/** The board after so many entries; after all of them without a number. @param {Play} play @param {number} [count] */
export const positionAfter = (play, count = play.steps.length) =>
  count ? play.steps[count - 1].outcome.position : play.start;

/** Who is on turn; null when the last tile has been laid, or the game was ended. @param {Play} play */
export function onTurn(play) {
  const last = play.steps.at(-1);
  return last ? last.outcome.next : play.start.players[0].name;
}

/** Whether the final scoring has been done. @param {Play} play */
export const isOver = (play) => play.steps.at(-1)?.entry.kind === "end" || play.steps.some(ended);

/** @param {Step} step */
const ended = ({ entry }) => entry.kind === "end";

/** Everybody's points on a position. @param {Position} position @returns {Record<string, number>} */
export const scoresOf = (position) => Object.fromEntries(position.players.map(({ name, score = 0 }) => [name, score]));

/** How many moves have been made. @param {Play} play @param {number} [count] */
export const moveCount = (play, count = play.steps.length) =>
  play.steps.slice(0, count).filter(({ entry }) => entry.kind === "move").length;

/** The tiles that can still be drawn, by kind. @param {Play} play @param {number} [count] */
export function tilesLeft(play, count) {
  const { tiles, discarded = [] } = positionAfter(play, count);
  const left = { ...play.box };
  for (const kind of [...tiles.map(({ tile }) => tile), ...discarded]) left[kind] = (left[kind] ?? 0) - 1;
  return Object.fromEntries(Object.entries(left).filter(([, number]) => number > 0));
}

/** The kinds that were drawn, the last one first. @param {Play} play */
export function drawn(play) {
  const kinds = play.steps.flatMap(({ entry }) =>
    entry.kind === "move" ? [entry.move.tile ?? entry.move.discard] : [],
  );
  return [...new Set(kinds.reverse())];
}

// Going on

/**
 * One entry more, and what the next player may do then, if that was asked. A move that is refused is not taken: the
 * game stays as it is, with the refusal.
 * @param {Play} play
 * @param {Entry} entry
 * @param {Ask} ask
 * @returns {Promise<{play: Play, refusal: Refusal | null, offers?: Offers}>}
 */
export async function add(play, entry, ask) {
  const judged = await judge(play, entry, ask);
  if ("instead" in judged) return { play, refusal: judged };
  const { offers, ...outcome } = judged;
  return { play: { ...play, steps: [...play.steps, { entry, outcome }] }, refusal: null, offers };
}

/**
 * The game as it was after so many entries; what came later is gone.
 * @param {Play} play
 * @param {number} count
 * @returns {Play}
 */
export const backTo = (play, count) => ({ ...play, steps: play.steps.slice(0, count), rest: [], refusal: null });

/**
 * The game with another entry in the place of one, or without it; what came later is judged again as far as it fits.
 * @param {Play} play
 * @param {number} number
 * @param {Entry | null} entry
 * @param {Ask} ask
 * @returns {Promise<Play>}
 */
export function correct(play, number, entry, ask) {
  const later = play.steps.slice(number + 1).map((step) => step.entry);
  const rest = [...(entry ? [entry] : []), ...later, ...play.rest];
  return resume({ ...backTo(play, number), rest }, ask);
}

/**
 * Judges what waits, until something no longer fits.
 * @param {Play} play
 * @param {Ask} ask
 * @param {(done: number, all: number) => void} [tell]
 * @returns {Promise<Play>}
 */
export async function resume(play, ask, tell) {
  let now = { ...play, refusal: /** @type {Refusal | null} */ (null) };
  const all = now.steps.length + now.rest.length;
  while (now.rest.length) {
    const [entry, ...rest] = now.rest;
    const { play: next, refusal } = await add(now, entry, ask);
    if (refusal) return { ...now, refusal };
    now = { ...next, rest };
    tell?.(now.steps.length, all);
  }
  return now;
}

/** Judges everything anew, for instance in another language. @param {Play} play @param {Ask} ask @param {(done: number, all: number) => void} [tell] */
export const judgeAgain = (play, ask, tell) =>
  resume({ ...backTo(play, 0), rest: [...play.steps.map(({ entry }) => entry), ...play.rest] }, ask, tell);

// What comes of an entry

/** @typedef {Outcome & {offers?: Offers}} Judged */

/** @param {Play} play @param {Entry} entry @param {Ask} ask @returns {Promise<Judged | Refusal>} */
function judge(play, entry, ask) {
  if (entry.kind === "move") return judgeMove(play, entry, ask);
  if (entry.kind === "end") return judgeEnd(play, ask);
  return Promise.resolve(entry.kind === "score" ? judgeCorrection(play, entry) : judgeClaim(play, entry));
}

/** @param {Play} play @param {Extract<Entry, {kind: "move"}>} entry @param {Ask} ask */
async function judgeMove(play, { move, agreed }, ask) {
  const position = positionAfter(play);
  const answer = await askAbout(ask, "move", { ...position, move });
  if (answer.legal) return outcomeOf(answer);
  return agreed ? carryOut(play, move, answer, ask) : refusalOf(answer);
}

/** @param {Ask} ask @param {string} call @param {object} request */
async function askAbout(ask, call, request) {
  const answer = await ask(call, request);
  if (answer.errors || !answer.variant) throw new Unanswered(answer);
  return answer;
}

/** @param {any} answer @returns {Judged} */
const outcomeOf = ({ position, lines, returned, summary, assumed, next, again, supply, figures, castle, offers }) => ({
  position,
  lines,
  returned,
  summary,
  problems: [],
  assumed: assumed ?? [],
  next,
  again,
  supply,
  ...(figures && { figures }),
  ...(castle && { castle }),
  ...(offers && { offers }),
});

/** @param {any} answer @returns {Refusal} */
const refusalOf = ({ problems, legal_instead, summary }) => ({ problems, instead: legal_instead ?? {}, summary });

/** @param {Play} play @returns {Outcome} what there is before anything happens */
function unchanged(play) {
  const position = positionAfter(play);
  const last = play.steps.at(-1)?.outcome;
  return {
    position,
    lines: [],
    returned: [],
    summary: "",
    problems: [],
    assumed: [],
    next: onTurn(play),
    again: last?.again ?? false,
    ...(last ? { supply: last.supply, ...(last.figures && { figures: last.figures }) } : left(play, position)),
  };
}

/** @param {Play} play @param {Extract<Entry, {kind: "score"}>} entry @returns {Outcome} */
function judgeCorrection(play, { player, points }) {
  const before = unchanged(play);
  const players = before.position.players.map((one) =>
    one.name === player ? { ...one, score: (one.score ?? 0) + points } : one,
  );
  return { ...before, position: { ...before.position, players } };
}

/**
 * Holds what a player believes to have against what the log says; where they differ, the moves since the last claim
 * of his that was right are those among which the counts part.
 * @param {Play} play
 * @param {Extract<Entry, {kind: "claim"}>} entry
 * @returns {Outcome}
 */
function judgeClaim(play, { player, score }) {
  const before = unchanged(play);
  const actual = scoresOf(before.position)[player] ?? 0;
  const since = play.steps.findLastIndex(({ outcome }) => outcome.claim?.player === player && outcome.claim.agrees) + 1;
  const claim = { player, claimed: score, actual, difference: score - actual, agrees: score === actual, since };
  return { ...before, claim };
}

/** @param {Play} play @param {Ask} ask @returns {Promise<Outcome>} */
async function judgeEnd(play, ask) {
  const before = unchanged(play);
  const answer = await askAbout(ask, "score", { ...before.position, phase: "final", carry_out: true });
  const { lines, returned, summary, assumed = [], winners, castle } = answer;
  const afterwards = answer.position ?? withPoints(before.position, answer.players);
  // Nobody is on turn any more, and everything that stands on the board stays there to be seen.
  const position = { ...before.position, players: afterwards.players };
  return { ...before, position, lines, returned, summary, assumed, winners, castle, next: null, again: false };
}

/** @param {Position} position @param {Record<string, {after: number}>} players */
const withPoints = (position, players) => ({
  ...position,
  players: position.players.map((one) => ({ ...one, score: players[one.name].after })),
});

// What the table insists on

/** What a cut-out of a board is not asked for. */
const NOT_IN_EXCERPTS = ["tile-not-in-bag", "bag-order", "game-over", "no-follower-left"];

/**
 * Carries out a move that breaks a rule, because the table agreed on it. What the service can carry out in spite of the
 * rule (out of turn, out of the bag's order) it does; else the tile and the figures are put where they were put, and the
 * service scores what is finished. A board that cannot be counted at all is refused.
 * @param {Play} play
 * @param {Move} move
 * @param {any} answer what the service said of the move
 * @param {Ask} ask
 * @returns {Promise<Judged | Refusal>}
 */
async function carryOut(play, move, answer, ask) {
  const { problems } = answer;
  const codes = problems.map((/** @type {Problem} */ one) => one.code);
  if (codes.includes("wrong-turn") || codes.some((/** @type {string} */ code) => NOT_IN_EXCERPTS.includes(code))) {
    const found = await loosely(play, move, ask);
    if (found) return { ...outcomeOf(found), problems };
  }
  if (move.discard) return { ...unchanged(play), ...putAway(play, move), problems };
  const drawn = await drawnBy(play, move, ask);
  const { put, faults } = await countable(play, putDown(drawn?.position ?? positionAfter(play), move), ask);
  if (!put) {
    const others = faults.filter(({ code }) => !codes.includes(code));
    return { ...refusalOf(answer), problems: [...problems, ...others] };
  }
  const following = await whoFollows(play, move, ask);
  const scored = await scoreTurn(play, { ...put, turn: following.turn }, move, ask);
  const [lines, returned] = [drawn?.lines ?? [], drawn?.returned ?? []];
  return {
    ...unchanged(play),
    ...scored,
    lines: [...lines, ...scored.lines],
    returned: [...returned, ...scored.returned],
    next: following.turn.player,
    again: following.again,
    problems,
  };
}

/**
 * What the service says of a move if it need not be the player's turn, and the tile not in the bag; null where it is
 * not allowed even so.
 * @param {Play} play
 * @param {Move} move
 * @param {Ask} ask
 */
async function loosely(play, move, ask) {
  const position = positionAfter(play);
  const own = position.turn?.player === move.player ? position.turn.part : 1;
  const turned = { ...position, turn: { player: move.player, part: own } };
  for (const loosened of [turned, withSupply({ ...turned, excerpt: true }, play)]) {
    const answer = await ask("move", { ...loosened, move });
    if (answer.legal) return answer;
  }
  return null;
}

/** What drawing the tile did before it was laid. @param {Play} play @param {Move} move @param {Ask} ask */
async function drawnBy(play, move, ask) {
  const position = positionAfter(play);
  const { player, tile, ...told } = move;
  const turn = /** @type {any} */ ({ player, tile, told, position });
  for (const { draws } of turnParts(position)) {
    const question = draws?.(turn);
    if (question) return askAbout(ask, question.call, { ...position, ...question.request });
  }
  return null;
}

/**
 * Who goes on after a move on which the table insists: whoever would if nothing but the tile had been laid, so that a
 * builder gives his double turn all the same.
 * @param {Play} play
 * @param {Move} move
 * @param {Ask} ask
 */
async function whoFollows(play, move, ask) {
  const { spot: _, figure: __, placed: ___, retrieve: ____, ...laid } = move;
  for (const { actions = [] } of turnParts(play.settings)) for (const action of actions) delete laid[action];
  const answer = await loosely(play, laid, ask);
  if (answer?.position.turn) return { turn: answer.position.turn, again: answer.again };
  const names = play.settings.players.map(({ name }) => name);
  return { turn: { player: names[(names.indexOf(move.player) + 1) % names.length], part: 1 }, again: false };
}

/** A tile is put away that could have been laid: the same player goes on. @param {Play} play @param {Move} move */
function putAway(play, move) {
  const before = positionAfter(play);
  const turn = { player: move.player, part: before.turn?.part ?? 1 };
  const discarded = [...(before.discarded ?? []), move.discard];
  const position = { ...before, ...besidesBoard(before, move), discarded, turn };
  return { position, next: move.player, again: true };
}

/** What shows that a board was not played by the rules, but can be counted all the same. */
const PROOFS = ["follower-not-free", "follower-on-start", "keep-impossible"];
/** What a cut-out may have that a whole board may not. */
const TOO_MANY = ["too-many-copies", "too-many-followers", "supply-mismatch", "figure-mismatch"];

/**
 * A board in a form that the service can count, or what stands against that.
 * @param {Play} play
 * @param {Position} position
 * @param {Ask} ask
 */
async function countable(play, position, ask) {
  const { problems = [], errors = [] } = await ask("validate", position);
  const faults = [...problems, ...errors].filter((/** @type {Problem} */ { code }) => !PROOFS.includes(code));
  if (!faults.length) return { put: position, faults };
  const many = faults.every(({ code }) => TOO_MANY.includes(code));
  return { put: many ? withSupply({ ...position, excerpt: true }, play) : null, faults };
}

/** @param {Position} position @param {Play} play */
function withSupply(position, play) {
  const { supply } = unchanged(play);
  return { ...position, players: position.players.map((one) => ({ ...one, supply: supply[one.name] })) };
}

/**
 * What a board scores after a turn.
 * @param {Play} play
 * @param {Position} position
 * @param {Move} move
 * @param {Ask} ask
 */
async function scoreTurn(play, position, move, ask) {
  const told = play.fields.interim;
  // A game in which followers are taken back one by one scores nothing else.
  if (!told) return { position, lines: [], returned: [], summary: "", ...left(play, position) };
  const { player, x, y } = move;
  const details = {
    ...(told.includes("player") && { player }),
    ...(told.includes("last") && { last: { x, y } }),
    ...Object.assign({}, ...turnParts(position).map((part) => part.scoring?.(move))),
  };
  const answer = await askAbout(ask, "score", { ...position, phase: "interim", carry_out: true, ...details });
  const { lines, returned, summary = "", position: after } = answer;
  return { position: after, lines, returned, summary, ...left(play, after) };
}

/** How many figures of each kind everybody has left. @param {Play} play @param {Position} position */
export function left({ followers, figures = {} }, position) {
  const names = position.players.map(({ name }) => name);
  const counted = (/** @type {(player: string) => any} */ count) =>
    Object.fromEntries(names.map((name) => [name, count(name)]));
  const others = Object.entries(figures);
  const supply = counted((player) => Math.max(0, followers - out(position, player)));
  if (!others.length) return { supply };
  const leftOf = (/** @type {string} */ player) =>
    Object.fromEntries(others.map(([name, each]) => [name, Math.max(0, each - out(position, player, name))]));
  return { supply, figures: counted(leftOf) };
}
