// Entering a turn: the tile, its symbol, where it lies, and what is placed; or what is done in its place.

import { terrainWord } from "../games.js";
import { key, sameCell, tileAt } from "../position.js";
import { ask } from "../service.js";
import { state, update } from "../store.js";
import { say } from "../words.js";
import { blank, byCell, isLaid, placementOf } from "./draft.js";
import { Unanswered, onTurn, positionAfter } from "./game.js";
import { before, doing, fresh, isEntering, now, show, shownCount, spotsOf } from "./session.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../types.js").Cell} Cell */

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
export async function look(waiting = null) {
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
export function layAt(cell, tile, rotation) {
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
export function tap(cell) {
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
  show({ draft: { ...draft, rotation, spot: null, retrieve: null }, refusal: null, preview: null });
}

/** @param {Cell} cell @param {number} segment */
export function tapSpot(cell, segment) {
  const { draft } = now;
  const kind = state.game.kinds.get(draft.tile ?? "");
  if (!kind || !isLaid(draft) || !sameCell(cell, draft.cell) || !isEntering()) return;
  const spot = kind.spot(draft.rotation, segment);
  const same = draft.spot === spot;
  act({ spot: same ? null : spot });
  const terrain = terrainWord(kind.segments[segment].type);
  update({
    status: same
      ? say("follower-gone", { player: draft.player })
      : say("follower-stands", { player: draft.player, terrain }),
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

/** Somebody else moved than whose turn it is; the referee will say so. @param {string} player */
export function choosePlayer(player) {
  if (now.busy || !isEntering() || now.correcting !== null || now.play.rest.length || player === now.draft.player)
    return;
  show({ ...fresh(now.play), draft: blank(player) });
}

/** The next player goes on, because the second part of a double turn is waived. */
export function waive() {
  const names = now.play.settings.players.map(({ name }) => name);
  const next = names[(names.indexOf(now.draft.player) + 1) % names.length];
  show({ ...fresh(now.play), draft: blank(next) });
}

/** Lets go of what was entered. */
export function clearTurn() {
  if (now.correcting !== null) show({ correcting: null, ...fresh(now.play) });
  else
    show({ ...fresh(now.play), draft: now.play.rest.length ? now.draft : blank(onTurn(now.play) ?? now.draft.player) });
}
