// What the page knows at this moment, and everything that can be done to it. Views follow by subscribing.

import { figureWords, loadGame, showPictures, terrainWord } from "./games.js";
import { keep, newBoard } from "./kept.js";
import { read, write } from "./notation.js";
import {
  boardCells,
  clear,
  emptyTable,
  facing,
  key,
  lay,
  move,
  rotationsFor,
  sameCell,
  stand,
  tileAt,
  turn,
} from "./position.js";
import { untouched } from "./press.js";
import { knows, say } from "./words.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./games.js").Game} Game */
/**
 * @typedef {{question: string, cells: Map<string, import("./types.js").Placement[]>, placeable: boolean | null}} Legal
 */

/**
 * A game that is played along: what taps and keys mean while it is, and what the link and the requests hold then.
 * @typedef {object} Playing
 * @property {(cell: Cell) => void} tap
 * @property {(tile: string, rotation: number) => void} choose
 * @property {(cell: Cell, tile: string, rotation: number) => void} layAt
 * @property {(degrees: number | null) => void} turn null turns to the next legal rotation
 * @property {(cell: Cell) => void} remove
 * @property {(cell: Cell, segment: number) => void} tapSpot
 * @property {(target: Element) => boolean} tapFurniture
 * @property {(name: string) => void} choosePlayer somebody else moved than whose turn it is
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {() => {call: string, request: any}} request
 * @property {() => any} linked the game as its link holds it
 * @property {Record<string, number>} left how many tiles of each kind can still be drawn
 * @property {(tile: string, cell: Cell) => number[] | null} fits how a tile may lie on a cell; null while it is not known
 * @property {string[]} recent the kinds that were drawn, the last one first
 * @property {boolean} counted whether it may be seen how many tiles of a kind are left
 */

/**
 * What a step changes, and what undoing it brings back.
 * @typedef {Pick<State, "game" | "position" | "question" | "player" | "last" | "example" | "board">} Moment
 */

/**
 * @typedef {object} State
 * @property {Playing | null} playing null while a board is asked about
 * @property {Game} game
 * @property {Position} position
 * @property {Moment[]} past
 * @property {Moment[]} future
 * @property {string} board the name under which the board is kept
 * @property {{tile: string, rotation: number} | null} hand the tile that is about to be laid
 * @property {Cell | null} selected a tile, or an empty cell for which a tile is sought
 * @property {Cell | null} last the tile that was laid last
 * @property {Cell | null} shown where a game that is played along goes on
 * @property {string} player whose follower is placed
 * @property {string} figure which of his figures
 * @property {import("./types.js").Question} question
 * @property {Legal | null} legal where the tile in hand, or the selected one, may lie
 * @property {Set<string>} lit cells that an answer is about
 * @property {string | null} litFeature the feature that those cells belong to
 * @property {string[]} litCounted features that it counts, which are numbered
 * @property {Map<string, string>} tags letters on cells that sentences name
 * @property {any} answer the last answer, or null
 * @property {Cell | null} replacing a cell whose tile gives way to another
 * @property {Map<string, string[]>} faults what is wrong, by cell
 * @property {any} example the rulebook example that was opened
 * @property {string} status what happened last, in words
 * @property {string} toast what was put away, with a way back
 * @property {number} opened counts the boards that were opened
 */

/** @type {State} */
export const state = /** @type {any} */ ({
  playing: null,
  past: [],
  future: [],
  hand: null,
  selected: null,
  last: null,
  legal: null,
  lit: new Set(),
  litFeature: null,
  litCounted: [],
  tags: new Map(),
  answer: null,
  replacing: null,
  figure: "follower",
  faults: new Map(),
  example: null,
  status: "",
  toast: "",
  shown: null,
  opened: 0,
  board: "",
  question: { kind: "interim", extra: {} },
});

/** @type {((state: State) => void)[]} */
const views = [];
let waiting = false;

/** @param {(state: State) => void} view */
export function subscribe(view) {
  views.push(view);
}

/** @param {Partial<State>} changes */
export function update(changes) {
  Object.assign(state, changes);
  if (!waiting) {
    waiting = true;
    untouched().then(() => {
      waiting = false;
      for (const view of views) view(state);
    });
  }
}

// Positions and their history

/** @returns {Moment} */
function moment() {
  const { game, position, question, player, last, example, board } = state;
  return { game, position, question, player, last, example, board };
}

/**
 * Goes on with another position, which can be undone.
 * @param {Position} position
 * @param {Partial<State>} [changes]
 */
export function commit(position, changes = {}) {
  const step = { past: [...state.past, moment()], future: [], position, lit: new Set(), toast: "", replacing: null };
  update({ ...step, ...changes });
  showAddress();
  keepBoard();
}

export function undo() {
  if (state.playing) return state.playing.undo();
  const before = state.past.at(-1);
  if (!before) return;
  restore(before, { past: state.past.slice(0, -1), future: [moment(), ...state.future], status: say("undone") });
}

export function redo() {
  if (state.playing) return state.playing.redo();
  const [after, ...future] = state.future;
  if (!after) return;
  restore(after, { past: [...state.past, moment()], future, status: say("redone") });
}

/** @param {Moment} to @param {Partial<State>} changes */
function restore(to, changes) {
  const { position, game, board } = to;
  showPictures(game);
  const selected = state.selected && tileAt(position, state.selected) ? state.selected : null;
  const opened = board === state.board ? state.opened : state.opened + 1;
  const cleared = { selected, hand: null, legal: null, lit: new Set(), faults: new Map(), toast: "" };
  update({ ...to, ...cleared, opened, player: seated(position), ...changes });
  showAddress();
  keepBoard();
}

/** Keeps the board in this browser; an empty one is not worth it. */
function keepBoard() {
  const { position, board } = state;
  if (!position.tiles.length) return;
  const game = [position.variant, ...(position.expansions ?? [])].join("+");
  keep({ id: board, game, line: write(currentRequest().request), tiles: position.tiles.length });
}

/** The player whose turn it was, if he still sits at the table. @param {Position} position */
function seated(position) {
  const names = position.players.map(({ name }) => name);
  return names.includes(state.player) ? state.player : (names[0] ?? "");
}

// Opening boards

/** The seats of a new game, in the page's language. @param {Game} game */
export function newPlayers(game) {
  const colours = game.players.most === 2 ? ["white", "black"] : ["red", "blue"];
  return colours.map((colour) => ({ name: knows(`colour.${colour}`) ? say(`colour.${colour}`) : colour, score: 0 }));
}

/**
 * Clears the table for a game.
 * @param {string} variant
 * @param {string[]} [expansions]
 */
export async function newTable(variant, expansions = []) {
  const game = await loadGame(variant, expansions);
  const same = state.game?.id === game.id;
  const seats = same && state.position ? state.position.players.map(({ supply: _, ...one }) => ({ ...one, score: 0 })) : newPlayers(game);
  const table = emptyTable(game, seats);
  if (expansions.length) table.expansions = expansions;
  open(game, table, { kind: game.phases[0], extra: {} }, say(same ? "cleared" : "game-changed"));
  showAddress();
}

/**
 * Goes on with the same board under other rules: another printing, or other expansions.
 * @param {string} variant
 * @param {string[]} expansions
 */
export async function changeGame(variant, expansions) {
  const game = await loadGame(variant, expansions);
  const { rules, expansions: _, ...board } = state.position;
  const known = Object.entries(variant === board.variant ? (rules ?? {}) : {}).filter(([name]) =>
    game.rules.some((rule) => rule.name === name),
  );
  commit(
    {
      ...board,
      variant: game.id,
      ...(expansions.length && { expansions }),
      ...(known.length && { rules: Object.fromEntries(known) }),
    },
    { game: game.extended(board.tileset), legal: null, hand: null, status: say("board-stays") },
  );
}

/**
 * Opens a request: its position and, where it is one of the tabs, its question.
 * @param {import("./types.js").Request} request
 * @param {{call?: string, example?: any, board?: string}} [options] `board` goes on with one that is kept
 */
export async function openRequest(request, { call, example = null, board } = {}) {
  const game = await loadGame(request.variant, request.expansions);
  const { phase, tile, hand, ...rest } = request;
  const fields = phase ? (game.fields[phase] ?? []) : call === "placements" ? ["player"] : [];
  const extra = Object.fromEntries(fields.filter((name) => name in rest).map((name) => [name, rest[name]]));
  /** @type {any} */
  const position = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !(name in extra) && !QUESTION_FIELDS.includes(name)),
  );
  position.variant = game.id;
  position.players = request.players?.length ? request.players : newPlayers(game);
  position.tiles ??= [];
  position.meeples ??= [];
  const kind = game.phases.includes(phase) ? phase : call === "features" || call === "validate" ? call : game.phases[0];
  open(game, position, { kind, extra: phase ? extra : {} }, say("opened"), board);
  const last = extra.last ? /** @type {Cell} */ ([extra.last.x, extra.last.y]) : null;
  const asked = tile ?? hand?.[0];
  update({ example, last, hand: asked && state.game.kinds.has(asked) ? { tile: asked, rotation: 0 } : null });
  if (position.players.some((/** @type {any} */ one) => one.name === extra.player)) update({ player: extra.player });
  showAddress();
}

/** What a request may ask besides its position. */
const QUESTION_FIELDS = ["move", "claim", "retrieve", "drawn", "plague", "player", "last", "order", "use", "options"];

/**
 * Shows another board; the one that lay there can be had back.
 * @param {Game} game
 * @param {Position} position
 * @param {import("./types.js").Question} question
 * @param {string} told what is said about it
 * @param {string} [board]
 */
function open(game, position, question, told, board = newBoard()) {
  const lost = state.position && (state.position.tiles.length > 0 || state.position.meeples.length > 0);
  showPictures(game);
  update({
    game: game.extended(position.tileset),
    position,
    question,
    past: lost ? [...state.past, moment()] : state.past,
    future: [],
    hand: null,
    selected: null,
    last: null,
    legal: null,
    lit: new Set(),
    faults: new Map(),
    example: null,
    status: "",
    toast: lost ? told : "",
    player: position.players[0]?.name ?? "",
    opened: state.opened + 1,
    board,
  });
}

/** The same board with the game's data in the language that the page speaks now. */
export async function reload() {
  const game = await loadGame(state.position.variant, state.position.expansions);
  showPictures(game);
  update({ game: game.extended(state.position.tileset) });
}

// The link

/** The position with its question, as the service takes it. */
export function currentRequest() {
  if (state.playing) return state.playing.request();
  const { kind, extra } = state.question;
  if (!state.game.phases.includes(kind)) return { call: kind, request: state.position };
  const fields = state.game.fields[kind];
  const asked = Object.fromEntries(Object.entries(extra).filter(([name]) => fields.includes(name)));
  return { call: "score", request: { ...state.position, phase: kind, ...asked } };
}

/** The address that holds the whole position. */
export function address() {
  const held = state.playing ? state.playing.linked() : currentRequest().request;
  const line = encodeURI(write(held)).replace(/[#'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${location.href.split("#")[0]}#${line}`;
}

export function showAddress() {
  history.replaceState({ ...history.state, board: state.board }, "", address());
}

/** The request that the address holds, or null. */
export function addressed() {
  const line = location.hash.slice(1);
  return line ? read(decodeURIComponent(line)) : null;
}

/** @param {Partial<import("./types.js").Question>} changes */
export function ask(changes) {
  update({ question: { ...state.question, ...changes }, lit: new Set() });
  showAddress();
}

/** Asks the same with other details. @param {Record<string, any>} extra */
export function askWith(extra) {
  const asked = Object.fromEntries(
    Object.entries({ ...state.question.extra, ...extra }).filter(([, value]) => value !== undefined),
  );
  ask({ extra: asked });
}

// Tiles

/**
 * Takes a tile into the hand; the same one again is turned. Where a cell waits for a tile, it is laid there.
 * @param {string} tile
 * @param {number} rotation
 */
export function choose(tile, rotation) {
  const { hand, selected, replacing, position, playing } = state;
  if (playing) playing.choose(tile, rotation);
  else if (replacing || (selected && !tileAt(position, selected))) {
    layAt(/** @type {Cell} */ (replacing ?? selected), tile, rotation);
  } else if (hand?.tile === tile) {
    update({ hand: { tile, rotation: (hand.rotation + 90) % 360 } });
  } else {
    update({ hand: { tile, rotation }, selected: null, status: "" });
  }
}

/** @param {Cell} cell @param {string} tile @param {number} rotation */
export function layAt(cell, tile, rotation) {
  if (state.playing) return state.playing.layAt(cell, tile, rotation);
  const fitting = fittingRotations(cell, tile);
  const turned = fitting.includes(rotation) || !fitting.length ? rotation : fitting[0];
  commit(lay(state.position, cell, tile, turned), {
    hand: null,
    selected: cell,
    last: cell,
    figure: "follower",
    status: "",
  });
}

/**
 * The rotations in which a tile may lie on a cell: as the service said, or as shapes go while it has not.
 * @param {Cell} cell
 * @param {string} tile
 */
function fittingRotations(cell, tile) {
  const { legal, hand, position, game } = state;
  const kind = game.kinds.get(tile);
  if (legal?.placeable && hand?.tile === tile)
    return (legal.cells.get(key(cell)) ?? []).map(({ rotation }) => rotation);
  return kind ? rotationsFor(game, kind, facing(position, game, cell)) : [];
}

/** What a tap on a cell means. @param {Cell} cell */
export function tap(cell) {
  const { position, hand, selected, game, playing } = state;
  if (playing) {
    playing.tap(cell);
  } else if (tileAt(position, cell)) {
    if (sameCell(selected, cell)) turnSelected();
    else update({ selected: cell, hand: null, replacing: null, status: "" });
  } else if (boardCells(position, game).includes(key(cell))) {
    update({ selected: null });
  } else if (hand) {
    layAt(cell, hand.tile, hand.rotation);
  } else {
    update({ selected: sameCell(selected, cell) ? null : cell, replacing: null, status: "" });
  }
}

/** Turns the selected tile to the next rotation that is legal, or by a quarter where that is not known. */
export function turnSelected() {
  if (state.playing) return state.playing.turn(null);
  const { position, selected, legal, game } = state;
  const tile = selected && tileAt(position, selected);
  if (!selected || !tile) return;
  const rotations = (legal?.cells.get(key(selected)) ?? []).map(({ rotation }) => rotation);
  if (rotations.length === 1 && rotations[0] === tile.rotation) {
    update({ status: say("only-way") });
  } else {
    const next = rotations.find((rotation) => rotation > tile.rotation) ?? rotations[0] ?? (tile.rotation + 90) % 360;
    commit(turn(position, game, selected, next), { status: say("turned", { degrees: next }) });
  }
}

/** Turns the tile in hand, or the selected one, whatever the rules say. @param {number} degrees */
export function turnBy(degrees) {
  if (state.playing) return state.playing.turn(degrees);
  const { position, selected, hand, game } = state;
  const tile = selected && tileAt(position, selected);
  if (hand) {
    update({ hand: { ...hand, rotation: (hand.rotation + degrees + 360) % 360 } });
  } else if (selected && tile) {
    const rotation = (tile.rotation + degrees + 360) % 360;
    commit(turn(position, game, selected, rotation), { status: say("turned", { degrees: rotation }) });
  }
}

/** @param {Cell} cell */
export function remove(cell) {
  if (state.playing) return state.playing.remove(cell);
  const tile = tileAt(state.position, cell);
  if (!tile) return;
  commit(clear(state.position, cell), { selected: null, status: say("removed") });
}

/** @param {Cell} from @param {Cell} to */
export function moveTile(from, to) {
  if (state.playing) return state.playing.tap(to);
  if (sameCell(from, to) || boardCells(state.position, state.game).includes(key(to))) return;
  commit(move(state.position, from, to), { selected: to, last: to });
}

/**
 * Puts a player's figure on a spot, or takes it away again.
 * @param {Cell} cell
 * @param {number} segment
 * @param {string} [player] the one that is chosen, if nobody else is named
 */
export function tapSpot(cell, segment, player = state.player) {
  const { position, game, playing, figure } = state;
  if (playing) return playing.tapSpot(cell, segment);
  const tile = tileAt(position, cell);
  const kind = tile && game.kinds.get(tile.tile);
  if (!tile || !kind) return;
  const there = position.meeples.find(
    (one) => one.x === cell[0] && one.y === cell[1] && kind.segmentOf(tile.rotation, one.spot) === segment,
  );
  const spot = kind.spot(tile.rotation, segment);
  const terrain = terrainWord(kind.segments[segment].type);
  if (there?.player === player && (there.figure ?? "follower") === figure) {
    commit(stand(position, cell, null), { player, status: figureWords(true, { player, figure, terrain }) });
  } else {
    const standing = { player, spot, ...(figure !== "follower" && { figure }) };
    commit(stand(position, cell, standing), { player, status: figureWords(false, { player, figure, terrain }) });
  }
}
