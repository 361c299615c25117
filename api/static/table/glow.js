// The feature that a line is about, lit up as in the service's pictures: the field itself, not only its tiles.

import { byId } from "./dom.js";
import { importDefinitions } from "./pictures.js";
import { post } from "./service.js";
import { state, subscribe } from "./store.js";

/** @type {Set<string> | null} */
let shown = null;
/** @type {AbortController | null} */
let running = null;

/** Draws the lit feature whenever it changes. */
export function follow() {
  subscribe(({ lit, litFeature }) => {
    if (lit === shown) return;
    shown = lit;
    running?.abort();
    byId("glow").replaceChildren();
    if (!lit.size || litFeature === null) return;
    running = new AbortController();
    draw(litFeature, running.signal);
  });
}

/** @param {string} feature @param {AbortSignal} signal */
async function draw(feature, signal) {
  const request = { ...state.position, options: { highlight: { features: [feature] } } };
  try {
    const response = await post("render", request, "image/svg+xml", signal);
    if (!response.ok) return;
    const drawing = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
    if (signal.aborted) return;
    importDefinitions(drawing);
    const parts = [...drawing.querySelectorAll(".board .highlight")].map((part) => document.importNode(part, true));
    byId("glow").replaceChildren(...parts);
  } catch {
    // The cells are lit all the same.
  }
}
