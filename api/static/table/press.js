// A button that is drawn anew while it is pressed takes no click: whoever draws waits until it is let go.

/** How far a press may tremble, in pixels, and how soon the click follows when it ends, in milliseconds. */
const SLACK = 10;
const SOON = 100;
const PRESSED = "button, summary, label, input, select, [role=button]";

let over = Promise.resolve();
/** The press that may become a click. */
let stop = new AbortController();

/** Comes when nothing is pressed, which is mostly at once. */
export async function untouched() {
  let known;
  do {
    known = over;
    await known;
  } while (known !== over);
}

/** What is pressed takes no click any more: a tile is carried away. */
export const noClick = () => stop.abort();

export function follow() {
  window.addEventListener("pointerdown", press, true);
  window.addEventListener("keydown", pressKey, true);
}

/** @param {PointerEvent} event */
function press({ button, target, pointerId, clientX, clientY }) {
  const signal = begin(button ? null : target);
  const own = (/** @type {(event: PointerEvent) => void} */ act) => (/** @type {PointerEvent} */ event) => {
    if (event.pointerId === pointerId) act(event);
  };
  const far = (/** @type {PointerEvent} */ event) =>
    Math.hypot(event.clientX - clientX, event.clientY - clientY) > SLACK && noClick();
  window.addEventListener("pointercancel", own(noClick), { signal, capture: true });
  window.addEventListener("pointermove", own(far), { signal, capture: true });
  window.addEventListener("pointerup", own(endSoon), { signal, capture: true });
}

/** The space bar clicks when it is let go. @param {KeyboardEvent} event */
function pressKey({ key, target, repeat }) {
  if (repeat) return;
  const signal = begin(key === " " ? target : null);
  window.addEventListener("keyup", endSoon, { signal, capture: true });
}

/** @param {EventTarget | null} target */
function begin(target) {
  stop.abort();
  const { signal } = (stop = new AbortController());
  if (!(target instanceof Element && target.closest(PRESSED))) {
    stop.abort();
    return signal;
  }
  over = new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      over = Promise.resolve();
      // The button hears of the click before it is drawn anew.
      setTimeout(resolve);
    });
  });
  for (const end of ["click", "change"]) window.addEventListener(end, noClick, { signal, capture: true });
  window.addEventListener("blur", noClick, { signal });
  return signal;
}

function endSoon() {
  const ended = stop;
  setTimeout(() => ended.abort(), SOON);
}
