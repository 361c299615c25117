// A tile under the finger, from the palette or from the board.

import { s } from "./dom.js";
import { tileHref } from "./pictures.js";
import { noClick } from "./press.js";
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
 * @param {(cell: import("./types.js").Cell | null) => void} drop told the cell; null beside the board, or where the
 *   browser took the finger for something else
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
  const end = (/** @type {import("./types.js").Cell | null} */ cell) => {
    stop.abort();
    ghost.remove();
    drop(cell);
  };
  const { signal } = stop;
  window.addEventListener("pointermove", follow, { signal });
  window.addEventListener("pointerup", (moved) => moved.pointerId === event.pointerId && end(at(moved)), { signal });
  window.addEventListener("pointercancel", (moved) => moved.pointerId === event.pointerId && end(null), { signal });
  // Another tab, a call, a second finger: the tile goes back to the box.
  window.addEventListener("blur", () => end(null), { signal });
  window.addEventListener("pointerdown", () => end(null), { signal });
  // While a tile hangs on the finger nothing scrolls.
  window.addEventListener("touchmove", (moved) => moved.cancelable && moved.preventDefault(), {
    signal,
    passive: false,
  });
  follow(event);
}

/** How long a finger rests on a tile to pick it up, in milliseconds, and how far it may tremble, in pixels. */
const LONG = 400;
const SLACK = 10;

/**
 * Makes an element a source of tiles: tapped it does nothing new, pulled out of its list or pressed for long it is
 * dragged. A finger that moves along the list scrolls it.
 * @param {HTMLElement} source
 * @param {() => {tile: string, rotation: number}} held
 * @param {(cell: import("./types.js").Cell | null) => void} drop
 */
export function draggable(source, held, drop) {
  // Once the tile is picked up the browser may not take the finger for scrolling; that is settled at its first move.
  let picked = false;
  source.addEventListener("touchmove", (event) => picked && event.cancelable && event.preventDefault(), {
    passive: false,
  });
  source.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    picked = false;
    const stop = new AbortController();
    const { signal } = stop;
    const touch = event.pointerType === "touch";
    let last = event;
    const pick = () => {
      stop.abort();
      clearTimeout(resting);
      noClick();
      picked = true;
      const { tile, rotation } = held();
      update({ hand: { tile, rotation }, selected: null, replacing: null });
      source.addEventListener("click", (click) => click.stopPropagation(), {
        capture: true,
        once: true,
        signal: AbortSignal.timeout(800),
      });
      startDrag(last, tile, rotation, drop);
    };
    const resting = touch ? setTimeout(pick, LONG) : 0;
    const pulled = (/** @type {PointerEvent} */ moved) => {
      if (moved.pointerId !== event.pointerId) return;
      last = moved;
      const [dx, dy] = [moved.clientX - event.clientX, moved.clientY - event.clientY];
      if (Math.hypot(dx, dy) < SLACK) return;
      clearTimeout(resting);
      const scrolls = getComputedStyle(source).touchAction === "pan-y" ? [dy, dx] : [dx, dy];
      if (!touch || Math.abs(scrolls[0]) < Math.abs(scrolls[1])) pick();
      else stop.abort();
    };
    const ended = () => {
      stop.abort();
      clearTimeout(resting);
    };
    window.addEventListener("pointermove", pulled, { signal });
    window.addEventListener("pointerup", ended, { signal });
    window.addEventListener("pointercancel", ended, { signal });
  });
}
