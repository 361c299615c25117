// The feature that a line is about, lit up as in the service's pictures: the field itself, not only its tiles. What it
// counts, such as the cities of a field, is numbered.

import { byId, s } from "./dom.js";
import { importDefinitions } from "./pictures.js";
import { tileAt } from "./position.js";
import { judge, post } from "./service.js";
import { state, subscribe } from "./store.js";

/** @type {Set<string> | null} */
let shown = null;
/** @type {AbortController | null} */
let running = null;

/** Draws the lit feature whenever it changes. */
export function follow() {
  subscribe(({ lit, litFeature, litCounted }) => {
    if (lit === shown) return;
    shown = lit;
    running?.abort();
    byId("glow").replaceChildren();
    byId("numbers").replaceChildren();
    if (!lit.size || litFeature === null) return;
    running = new AbortController();
    draw(litFeature, running.signal);
    if (litCounted.length) number(litCounted, running.signal);
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

/** Numbers features on the board. @param {string[]} counted @param {AbortSignal} signal */
async function number(counted, signal) {
  try {
    const { features = [] } = await judge("features", state.position, {}, signal);
    if (signal.aborted) return;
    const signs = counted.flatMap((id, at) => {
      const found = features.find((/** @type {any} */ one) => one.id === id);
      return found ? [sign(placeOn(found), at + 1)] : [];
    });
    byId("numbers").replaceChildren(...signs);
  } catch {
    // The line says how many there are.
  }
}

/**
 * A point upon a feature, on a tile that has only one such segment if there is any.
 * @param {{type: string, cells: import("./types.js").Cell[]}} feature
 */
function placeOn({ type, cells }) {
  const places = cells.flatMap(([x, y]) => {
    const tile = tileAt(state.position, [x, y]);
    const kind = tile && state.game.kinds.get(tile.tile);
    const own = (kind?.segments ?? []).map((one, at) => (one.type === type ? at : -1)).filter((at) => at >= 0);
    if (!tile || !kind || !own.length) return [];
    const [dx, dy] = kind.point(tile.rotation, own[0]);
    return [{ x: x + dx, y: y + dy, alone: own.length === 1 }];
  });
  return places.find(({ alone }) => alone) ?? places[0] ?? { x: cells[0][0] + 0.5, y: cells[0][1] + 0.5 };
}

/** @param {{x: number, y: number}} at @param {number} count */
const sign = ({ x, y }, count) =>
  s(
    "g",
    { class: "count-sign", transform: `translate(${100 * x} ${100 * y})` },
    s("circle", { r: 15 }),
    s("text", { y: 7, "font-size": 20, "font-weight": "bold" }, count),
  );
