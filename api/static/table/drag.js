// A tile under the finger, from the palette or from the board.

import { s } from "./dom.js";
import { tileHref } from "./pictures.js";
import { state, update } from "./store.js";

/** @type {import("./view.js").View} */
let view;

/** @param {import("./view.js").View} shown */
export function dragOver(shown) {
  view = shown;
}

/**
 * Follows a pointer with a tile until it is let go.
 * @param {PointerEvent} event
 * @param {string} tile
 * @param {number} rotation
 * @param {(cell: import("./types.js").Cell | null) => void} drop told the cell, or null beside the board
 */
export function startDrag(event, tile, rotation, drop) {
  const size = Math.max(56, 100 * view.scale);
  const ghost = s(
    "svg",
    { class: "dragged", viewBox: "0 0 100 100", width: size, height: size },
    s("use", { href: tileHref(state.game, tile, rotation) }),
  );
  document.body.append(ghost);
  // A finger covers what is under it, so that the tile hangs above it.
  const lift = event.pointerType === "touch" ? size * 0.75 : 0;
  const stop = new AbortController();
  const at = (/** @type {PointerEvent} */ moved) => view.cellAt(moved.clientX, moved.clientY - lift);
  const follow = (/** @type {PointerEvent} */ moved) => {
    if (moved.pointerId !== event.pointerId) return;
    ghost.style.transform = `translate(${moved.clientX - size / 2}px, ${moved.clientY - lift - size / 2}px)`;
  };
  const end = (/** @type {PointerEvent} */ moved, /** @type {boolean} */ dropped) => {
    if (moved.pointerId !== event.pointerId) return;
    stop.abort();
    ghost.remove();
    if (dropped) drop(at(moved));
  };
  const { signal } = stop;
  window.addEventListener("pointermove", follow, { signal });
  window.addEventListener("pointerup", (moved) => end(moved, true), { signal });
  window.addEventListener("pointercancel", (moved) => end(moved, false), { signal });
  follow(event);
}

/**
 * Makes an element a source of tiles: pulled away it is dragged, tapped it does nothing new.
 * @param {HTMLElement} source
 * @param {() => {tile: string, rotation: number}} held
 * @param {(cell: import("./types.js").Cell | null) => void} drop
 */
export function draggable(source, held, drop) {
  source.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const stop = new AbortController();
    const { signal } = stop;
    const pulled = (/** @type {PointerEvent} */ moved) => {
      if (moved.pointerId !== event.pointerId) return;
      if (Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < 10) return;
      stop.abort();
      const { tile, rotation } = held();
      update({ hand: { tile, rotation }, selected: null });
      source.addEventListener("click", (click) => click.stopPropagation(), {
        capture: true,
        once: true,
        signal: AbortSignal.timeout(800),
      });
      startDrag(moved, tile, rotation, drop);
    };
    window.addEventListener("pointermove", pulled, { signal });
    window.addEventListener("pointerup", () => stop.abort(), { signal });
    window.addEventListener("pointercancel", () => stop.abort(), { signal });
  });
}
