// Entering a turn: the tile, where it lies, and what is placed; or what is done in its place.

import { figureWords, terrainWord } from "../games.js";
import { turnParts } from "../games/parts.js";
import { key, sameCell, tileAt } from "../position.js";
import { ask } from "../service.js";
import { state, update } from "../store.js";
import { say } from "../words.js";
import { byCell, isLaid, placementOf } from "./draft.js";
import { Unanswered, positionAfter, tilesLeft } from "./game.js";
import { tellMore } from "./judging.js";
import { before, begun, doing, fresh, isEntering, now, show, shownCount, spotsOf } from "./session.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../types.js").Cell} Cell */

/** The turn as the parts of the game see it. @returns {import("../games/parts.js").Turn} */
export function turnNow() {
  const { draft, play, drawn, offered } = now;
  const { player, tile, cell, rotation, told, aside } = draft;
  const position = positionAfter(play, shownCount());
  const tell = (/** @type {object} */ more) => {
    const waiting = now.draft.cell;
    now.draft = { ...now.draft, told: { ...now.draft.told, ...more }, cell: null };
    look(waiting);
  };
  const note = (/** @type {object} */ more) =>
    show({ draft: { ...now.draft, told: { ...now.draft.told, ...more } }, refusal: null, preview: null });
  return {
    player,
    tile,
    cell,
    rotation,
    told,
    aside,
    position,
    drawn,
    offered,
    home: followersHome(),
    left: Object.values(tilesLeft(play, shownCount())).reduce((sum, count) => sum + count, 0),
    tell,
    note,
    act: (more) => act({ told: { ...withoutActions(), ...more } }),
    answer: tellMore,
    take: (one) => choose(one, 0),
  };
}

/** What the parts of this game add to a turn. */
export const parts = () => turnParts(now.play.settings);

/** What is told of the move but for what stands in the place of a figure. */
const withoutActions = () => {
  const actions = parts().flatMap((part) => part.actions ?? []);
  return Object.fromEntries(Object.entries(now.draft.told).filter(([name]) => !actions.includes(name)));
};

/** The followers that the player has home, with those that drawing the tile has just sent there. */
export function followersHome() {
  const { draft, play, drawn } = now;
  const supply = play.steps[shownCount() - 1]?.outcome.supply[draft.player] ?? play.followers;
  return supply + (drawn?.returned ?? []).filter((/** @type {any} */ one) => one.player === draft.player).length;
}

/** @param {string} tile @param {number} rotation */
export function choose(tile, rotation) {
  if (now.busy) return;
  if (now.seen !== null) show({ seen: null });
  if (!isEntering()) return;
  const { draft } = now;
  if (draft.tile === tile && !isLaid(draft)) {
    show({ draft: { ...draft, rotation: (draft.rotation + 90) % 360 } });
    return;
  }
  take(tile, rotation, draft.tile ? null : draft.cell);
}

/** Takes a tile in hand. @param {string} tile @param {number} rotation @param {Cell | null} waiting the cell it is meant for */
function take(tile, rotation, waiting) {
  const turn = turnNow();
  const taken = parts().flatMap((part) => part.takes?.(turn, tile) ?? []);
  const started = begun(now.draft.player, turn.position);
  const told = Object.assign({}, started.told, ...taken.map((one) => one.told));
  const held = taken.some((one) => one.tile === null) ? null : tile;
  Object.assign(now, { ...fresh(now.play), draft: { ...started, tile: held, rotation, told } });
  if (held) look(waiting);
  else show({ draft: { ...now.draft, cell: waiting } });
}

/** Whether something must be told of the tile before it is laid. */
export const isWaiting = () => now.draft.tile !== null && parts().some((part) => part.waits?.(turnNow()));

/** What the service has told already of a tile: with the turn before, all that may come. @param {Draft} draft @returns {any} */
function known({ tile, player }) {
  const { offers } = now;
  const isMeant = offers?.position === positionAfter(now.play, shownCount()) && offers.player === player;
  return isMeant ? tellingOf(offers.told, tile ?? "") : null;
}

/** What offers say of one tile, as an answer of `placements` does. @param {import("./game.js").Offers | undefined} offers @param {string} tile */
const tellingOf = (offers, tile) =>
  offers?.placements[tile] ? { ...offers, placements: offers.placements[tile] } : null;

/** How a tile may lie on a cell, if that is known before anything is asked. @param {string} tile @param {Cell} cell @returns {number[] | null} */
export function fitsAt(tile, [x, y]) {
  const told = known({ ...now.draft, tile });
  return told && told.placements.filter((/** @type {any} */ one) => one.x === x && one.y === y).map(rotationOf);
}

/** @param {{rotation: number}} placement */
const rotationOf = ({ rotation }) => rotation;

/** Finds out where the drawn tile may lie, after what drawing it does. @param {Cell | null} [waiting] the cell it is meant for */
export async function look(waiting = null) {
  now.drawn = null;
  if (isWaiting()) {
    show({ draft: { ...now.draft, cell: waiting } });
    return;
  }
  const { draft } = now;
  const question = parts().reduce((/** @type {any} */ found, part) => found ?? part.draws?.(turnNow()), null);
  const told = question ? null : known(draft);
  const found = told ? { drawn: null, told } : await asking(draft, question);
  if (!found || now.draft.tile !== draft.tile) return;
  const { placements, ...offered } = found.told ?? {};
  Object.assign(now, { drawn: found.drawn, cells: placements ? byCell(placements) : null, offered });
  if (waiting && placements) layAt(waiting, draft.tile ?? "", draft.rotation);
  else show();
}

/**
 * Asks what drawing a tile does, if it does anything, and where the tile may lie then.
 * @param {Draft} draft
 * @param {{call: string, request: object} | null} question
 */
function asking({ tile, player }, question) {
  show();
  return doing(async () => {
    const position = positionAfter(now.play, shownCount());
    const drawn = question && (await answered(question.call, { ...position, ...question.request }));
    // While there is something to choose, the board is as it was.
    if (drawn && parts().some((part) => part.waits?.({ ...turnNow(), drawn })))
      return { drawn: { ...drawn, position: undefined }, told: null };
    const offered = tellingOf(drawn?.offers, tile ?? "");
    if (offered) return { drawn, told: offered };
    const named = parts().map((part) => part.asked?.(position.rules ?? {}, tile ?? ""));
    const asked = Object.assign({}, ...named);
    const about = Object.keys(asked).length ? asked : { tile };
    const told = await answered("placements", { ...(drawn?.position ?? position), ...about, player });
    return { drawn, told };
  }, "");
}

/** @param {string} call @param {object} request */
async function answered(call, request) {
  const answer = await ask(call, request);
  if (answer.errors) throw new Unanswered(answer);
  return answer;
}

/** @param {Cell} cell @param {string} tile @param {number} rotation */
export function layAt(cell, tile, rotation) {
  if (now.busy || !isEntering()) return;
  if (now.draft.tile !== tile) {
    take(tile, rotation, cell);
    return;
  }
  if (isWaiting()) return;
  const fitting = (now.cells?.get(key(cell)) ?? []).map((one) => one.rotation);
  const turned = fitting.includes(rotation) || !fitting.length ? rotation : fitting[0];
  const { draft } = now;
  const stays = isLaid(draft) && sameCell(draft.cell, cell) && draft.rotation === turned;
  const action = stays ? {} : { ...NO_FIGURE, retrieve: null };
  show({ draft: { ...draft, cell, rotation: turned, discard: false, ...action }, refusal: null, preview: null });
}

/** What a tap on a cell means. @param {Cell} cell */
export function tap(cell) {
  if (now.busy) return;
  if (now.seen !== null) {
    show({ seen: null });
    return;
  }
  if (!isEntering()) return;
  const { draft } = now;
  if (parts().some((part) => part.taps?.(turnNow(), cell))) return;
  if (isLaid(draft) && sameCell(draft.cell, cell)) tapLaid();
  else if (tileAt(before(), cell)) tapOlder(cell);
  else if (draft.tile) layAt(cell, draft.tile, draft.rotation);
  else show({ draft: { ...draft, cell: sameCell(draft.cell, cell) ? null : cell } });
}

/** A tap turns the tile of the turn; or a figure goes on it again, and not on an older one. */
function tapLaid() {
  if (now.draft.onto) act({ others: now.draft.others });
  else turn(null);
}

/**
 * An own follower on an older tile may be one that can be taken back; and where it was done differently, a figure may
 * have been placed on an older tile.
 * @param {Cell} cell
 */
function tapOlder(cell) {
  const found = retrievals().find((one) => one.x === cell[0] && one.y === cell[1]);
  if (found) takeBack(found);
  else if (now.everything && isLaid(now.draft)) act({ onto: cell, others: now.draft.others });
}

/** What may be taken back after this placement. @returns {any[]} */
export const retrievals = () => placementOf(now.draft, now.cells ?? new Map())?.retrievals ?? [];

/** @param {number | null} degrees */
export function turn(degrees) {
  const { draft, cells } = now;
  if (!draft.tile || now.busy || !isEntering()) return;
  const legal = draft.cell && cells ? (cells.get(key(draft.cell)) ?? []).map((one) => one.rotation) : [];
  const next = legal.find((rotation) => rotation > draft.rotation) ?? legal[0];
  if (degrees === null && legal.length === 1 && legal[0] === draft.rotation) {
    update({ status: say("only-way") });
    return;
  }
  const rotation = degrees === null && next !== undefined ? next : (draft.rotation + (degrees ?? 90) + 360) % 360;
  show({ draft: { ...draft, rotation, ...NO_FIGURE, retrieve: null }, refusal: null, preview: null });
}

/** @param {Cell} cell @param {number} segment */
export function tapSpot(cell, segment) {
  const { draft } = now;
  const tile = isLaid(draft) ? tileAt(state.position, cell) : null;
  const kind = state.game.kinds.get(tile?.tile ?? "");
  if (!tile || !kind || !sameCell(cell, draft.onto ?? draft.cell) || !isEntering()) return;
  const spot = kind.spot(tile.rotation, segment);
  const terrain = terrainWord(kind.segments[segment].type);
  const others = draft.others.filter((one) => !sameCell([one.x, one.y], cell) || one.spot !== spot);
  const away = draft.others.find((one) => !others.includes(one));
  const gone = draft.spot === spot || away !== undefined;
  if (gone) act({ spot: draft.spot === spot ? null : draft.spot, onto: draft.onto, others });
  else act({ spot, onto: draft.onto, others: draft.others });
  const figure = away && draft.spot !== spot ? (away.figure ?? "follower") : draft.figure;
  update({ status: figureWords(gone, { player: draft.player, figure, terrain }) });
}

/** Nothing is placed. */
const NO_FIGURE = { spot: null, onto: null, others: [] };

/** Does one thing after laying, in the place of any other. @param {Partial<Draft>} done */
function act(done) {
  const nothing = { ...NO_FIGURE, retrieve: null, told: withoutActions() };
  show({ draft: { ...now.draft, ...nothing, ...done }, refusal: null, preview: null });
}

/** What was placed stays, and another figure was placed besides; the referee will say so. */
export function placeAnother() {
  const { draft } = now;
  const at = draft.onto ?? draft.cell;
  if (!draft.spot || !at) return;
  const one = { x: at[0], y: at[1], spot: draft.spot, ...(draft.figure !== "follower" && { figure: draft.figure }) };
  act({ others: [...draft.others, one] });
}

/** @param {string} figure */
export function chooseFigure(figure) {
  const spots = placementOf(now.draft, now.cells ?? new Map());
  const stays = spots && now.draft.spot && spotsOf(spots, figure).includes(now.draft.spot);
  const { onto, others } = now.draft;
  act({ figure, spot: stays ? now.draft.spot : null, onto, others });
}

/** @param {any} one */
export function takeBack({ x, y, spot }) {
  const same = now.draft.retrieve?.x === x && now.draft.retrieve?.y === y;
  act({ retrieve: same ? null : { x, y, spot } });
}

/** Offers also what may not be done, because it was done. */
export const offerEverything = () => show({ everything: !now.everything });

/** Somebody else moved than whose turn it is; the referee will say so. @param {string} player */
export function choosePlayer(player) {
  if (now.busy || !isEntering() || now.correcting !== null || now.play.rest.length || player === now.draft.player)
    return;
  show({ ...fresh(now.play), draft: begun(player, positionAfter(now.play)) });
}

/** The next player goes on, because the second part of a double turn is waived. */
export function waive() {
  const names = now.play.settings.players.map(({ name }) => name);
  const next = names[(names.indexOf(now.draft.player) + 1) % names.length];
  show({ ...fresh(now.play), draft: begun(next, positionAfter(now.play)) });
}

/** Lets go of the tile; a turn that is corrected, or that no longer fits, is entered anew. */
export function anotherTile() {
  const { correcting, play, draft } = now;
  if (correcting === null && !play.rest.length) clearTurn();
  else show({ ...fresh(play), draft: begun(draft.player, positionAfter(play, shownCount())) });
}

/** Lets go of what was entered. */
export function clearTurn() {
  if (now.correcting !== null) show({ correcting: null, ...fresh(now.play) });
  else show({ ...fresh(now.play), ...(now.play.rest.length && { draft: now.draft }) });
}
