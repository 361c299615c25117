// A button that is drawn anew while it is pressed takes no click: whoever draws waits until it is let go.

/** How far a press may tremble, in pixels, and how soon the click follows when it ends, in milliseconds. */
const SLACK = 10;
const SOON = 100;

let over = Promise.resolve();
/** The press that may become a click. */
let stop = new AbortController();

/** Comes when no button is pressed, which is mostly at once. */
export const untouched = () => over;

/** What is pressed is no button any more: a tile is carried away, a list is scrolled. */
export const noClick = () => stop.abort();

export function follow() {
  window.addEventListener("pointerdown", press, true);
}

/** @param {PointerEvent} event */
function press({ button, target, clientX, clientY }) {
  stop.abort();
  if (button || !(/** @type {Element} */ (target).closest("button, summary, [role=button]"))) return;
  const pressed = (stop = new AbortController());
  const { signal } = pressed;
  const end = () => pressed.abort();
  const moved = (/** @type {PointerEvent} */ event) =>
    Math.hypot(event.clientX - clientX, event.clientY - clientY) > SLACK && end();
  over = new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      over = Promise.resolve();
      // The button hears of the click before it is drawn anew.
      setTimeout(resolve);
    });
  });
  window.addEventListener("click", end, { signal, capture: true });
  window.addEventListener("pointercancel", end, { signal, capture: true });
  window.addEventListener("blur", end, { signal });
  window.addEventListener("pointermove", moved, { signal, capture: true });
  window.addEventListener("pointerup", () => setTimeout(end, SOON), { signal, capture: true });
}
