// Fingers, mouse and keys on the board.

import { cellTowards, focusCell, focusedCell, pointAt } from "./board.js";
import { byId } from "./dom.js";
import { tapFurniture } from "./furniture.js";
import { cellOf, key, openCells, sameCell, tileAt } from "./position.js";
import { layAt, moveTile, remove, state, tap, tapSpot, turnBy, turnSelected, undo, redo, update } from "./store.js";
import { startDrag } from "./drag.js";

/** A finger that moves less than this has tapped. */
const SLACK = 8;
/** @type {Record<string, import("./types.js").Cell>} */
const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

/** @param {import("./view.js").View} view */
export function listen(view) {
  const frame = byId("board");
  new Fingers(frame, view);
  frame.addEventListener("keydown", keyOnBoard);
  frame.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
    const name = /** @type {HTMLElement} */ (event.target).dataset.cell;
    if (name) view.reveal(cellOf(name));
  });
  frame.addEventListener(
    "wheel",
    (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      const { left, top } = frame.getBoundingClientRect();
      view.zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 500)), event.clientX - left, event.clientY - top);
    },
    { passive: false },
  );
  document.addEventListener("keydown", keyAnywhere);
}

class Fingers {
  /** @param {HTMLElement} frame @param {import("./view.js").View} view */
  constructor(frame, view) {
    this.frame = frame;
    this.view = view;
    /** @type {Map<number, {x: number, y: number}>} */
    this.down = new Map();
    this.start = { x: 0, y: 0 };
    /** @type {Element | null} */
    this.target = null;
    this.moved = false;
    frame.addEventListener("pointerdown", (event) => this.press(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.release(event));
    frame.addEventListener("pointercancel", (event) => this.forget(event));
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button) return;
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.down.size > 1) {
      this.moved = true;
      return;
    }
    this.start = { x: event.clientX, y: event.clientY };
    this.target = /** @type {Element} */ (event.target);
    this.moved = false;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.down.get(event.pointerId);
    if (!before) return;
    const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.pinch(before, event, other);
    else this.drag(before, event);
  }

  /** @param {{x: number, y: number}} before @param {PointerEvent} event @param {{x: number, y: number}} other */
  pinch(before, event, other) {
    const { left, top } = this.frame.getBoundingClientRect();
    const factor =
      Math.hypot(event.clientX - other.x, event.clientY - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
    this.view.pan((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
    this.view.zoom(factor, (event.clientX + other.x) / 2 - left, (event.clientY + other.y) / 2 - top);
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {{x: number, y: number}} before @param {PointerEvent} event */
  drag(before, event) {
    if (!this.moved && Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < SLACK) return;
    if (!this.moved) {
      this.moved = true;
      if (this.dragTile(event)) return;
      // From here on the finger belongs to the board, wherever it goes.
      this.frame.setPointerCapture(event.pointerId);
      this.frame.classList.add("moving");
    }
    this.view.pan(event.clientX - before.x, event.clientY - before.y);
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** The selected tile can be dragged to another cell. @param {PointerEvent} event */
  dragTile(event) {
    const from = this.view.cellAt(this.start.x, this.start.y);
    const tile = from && tileAt(state.position, from);
    if (!from || !tile || !sameCell(from, state.selected)) return false;
    this.down.clear();
    startDrag(event, tile.tile, tile.rotation, (cell) => cell && moveTile(from, cell));
    return true;
  }

  /** @param {PointerEvent} event */
  release(event) {
    const tapped = this.down.has(event.pointerId) && !this.moved;
    this.forget(event);
    if (tapped && this.target) touch(this.target, this.view.cellAt(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  forget(event) {
    this.down.delete(event.pointerId);
    this.frame.classList.remove("moving");
  }
}

/** @param {Element} target @param {import("./types.js").Cell | null} cell */
function touch(target, cell) {
  // A follower that can be chosen listens itself.
  if (target.closest("[data-choice]")) return;
  const spot = /** @type {HTMLElement | null} */ (target.closest("[data-spot]"))?.dataset.spot;
  const name = /** @type {HTMLElement | null} */ (target.closest("[data-cell]"))?.dataset.cell;
  if (spot && state.selected) tapSpot(state.selected, Number(spot));
  else if (name) {
    pointAt(name);
    tap(cellOf(name));
  } else if (!tapFurniture(target)) {
    // A cut-out may be laid in pieces: a tile in hand may go anywhere.
    if (cell && state.hand && !state.game.wall && state.position.excerpt)
      layAt(cell, state.hand.tile, state.hand.rotation);
    else update({ selected: null, hand: null });
  }
}

/** @param {KeyboardEvent} event */
function keyOnBoard(event) {
  const cell = cellOf(focusedCell());
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (ARROWS[pressed]) {
    const next = cellTowards(ARROWS[pressed]);
    if (next) focusCell(next);
  } else if (pressed === "Enter" || pressed === " ") {
    if (sameCell(state.selected, cell) && tileAt(state.position, cell)) nextSpot(cell);
    else tap(cell);
  } else if (pressed === "r") {
    if (!state.hand && !sameCell(state.selected, cell) && tileAt(state.position, cell)) update({ selected: cell });
    if (state.hand) turnBy(90);
    else turnSelected();
  } else if (pressed === "Delete" || pressed === "Backspace") {
    remove(cell);
  } else if (pressed === "f" && tileAt(state.position, cell)) {
    update({ selected: cell, hand: null });
    nextSpot(cell);
  } else if (/^[1-9]$/.test(pressed) && state.position.players[Number(pressed) - 1]) {
    update({ player: state.position.players[Number(pressed) - 1].name });
  } else if (pressed === "Escape") {
    update({ selected: null, hand: null });
  } else {
    return;
  }
  event.preventDefault();
}

/**
 * Moves the player's follower to the next spot of a tile where it may stand, and from the last one away.
 * @param {import("./types.js").Cell} cell
 */
function nextSpot(cell) {
  const { position, game, legal } = state;
  const tile = tileAt(position, cell);
  const kind = tile && game.kinds.get(tile.tile);
  if (!tile || !kind) return;
  const allowed = legal?.cells.get(key(cell))?.find(({ rotation }) => rotation === tile.rotation)?.spots;
  const segments = kind.segments.map((_, number) => number);
  const free = segments.filter((segment) => !allowed || allowed.includes(kind.spot(tile.rotation, segment)));
  const standing = position.meeples.find((one) => one.x === cell[0] && one.y === cell[1]);
  const at = standing ? free.indexOf(kind.segmentOf(tile.rotation, standing.spot)) : -1;
  if (at + 1 < free.length) tapSpot(cell, free[at + 1]);
  else if (standing && at >= 0) tapSpot(cell, free[at]);
}

/** @param {KeyboardEvent} event */
function keyAnywhere(event) {
  const typing = /** @type {HTMLElement} */ (event.target).closest("input, textarea, select, dialog");
  if (typing || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  const pressed = event.key.toLowerCase();
  if (pressed === "z" && !event.shiftKey) undo();
  else if (pressed === "y" || pressed === "z") redo();
  else return;
  event.preventDefault();
}

/** Puts the keyboard on the first cell where the tile in hand may go. */
export function focusLegal() {
  const [first] = [...(state.legal?.cells.keys() ?? [])].filter((name) => !tileAt(state.position, cellOf(name)));
  const [open] = openCells(state.position, state.game);
  focusCell(first ?? open);
}
