// Search by shape: a tile's rim on which people tap what they see.

import { h, s, icon } from "./dom.js";
import { SIDES, terrainWord } from "./games.js";
import { say } from "./words.js";

/**
 * For each port what is seen there: a terrain, null for nothing, undefined for anything.
 * @typedef {(string | null | undefined)[]} Seen
 */

/** @type {Seen} */
let seen = Array(12).fill(undefined);

export const isSearching = () => seen.some((terrain) => terrain !== undefined);

export function clearSearch() {
  seen = Array(12).fill(undefined);
}

/**
 * Whether a kind shows what was tapped, at this rotation.
 * @param {import("./games.js").Kind} kind
 * @param {number} rotation
 */
export function showsSearched(kind, rotation) {
  const holders = kind.holders(rotation);
  return seen.every((terrain, port) => {
    const held = holders[port];
    return terrain === undefined || terrain === (held === null ? null : kind.segments[held].type);
  });
}

/** @typedef {"side" | "left" | "middle" | "right"} Shape */

/**
 * The places that can be tapped: whole sides where both halves always show the same, else halves and middles.
 * @param {import("./games.js").Game} game
 * @returns {{ports: number[], shape: Shape, side: number, options: Seen[]}[]}
 */
function zones(game) {
  const edges = [...game.kinds.values()].flatMap((kind) => SIDES.map((_, side) => kind.edge(0, side)));
  const plain = edges.every(([left, , right]) => left === right);
  const distinct = (/** @type {Seen[]} */ options) => [
    ...new Map(options.map((one) => [JSON.stringify(one), one])).values(),
  ];
  return SIDES.flatMap((_, side) => {
    if (plain)
      return [
        {
          ports: [0, 1, 2].map((n) => 3 * side + n),
          shape: /** @type {Shape} */ ("side"),
          side,
          options: distinct(edges),
        },
      ];
    return /** @type {Shape[]} */ (["left", "middle", "right"]).map((shape, n) => ({
      ports: [3 * side + n],
      shape,
      side,
      options: distinct(edges.map((edge) => [edge[n]])),
    }));
  });
}

const SHAPES = {
  side: "M1 1H99L71 29H29Z",
  left: "M1 1H49.5V29H29Z",
  right: "M50.5 1H99L71 29H50.5Z",
  middle: "M42 1H58V22H42Z",
};

/**
 * The rim to tap on.
 * @param {import("./games.js").Game} game
 * @param {() => void} changed
 * @param {number} found
 */
export function searchForm(game, changed, found) {
  const rim = s("svg", { class: "rim", viewBox: "0 0 100 100", role: "group", "aria-label": say("search") });
  const places = zones(game).sort((a, b) => Number(a.shape === "middle") - Number(b.shape === "middle"));
  for (const { ports, shape, side, options } of places) {
    const now = ports.map((port) => seen[port]);
    const at = options.findIndex((option) => option.every((terrain, n) => terrain === now[n]));
    const next = () => {
      const option = at + 1 < options.length ? options[at + 1] : ports.map(() => undefined);
      ports.forEach((port, n) => (seen[port] = option[n]));
      changed();
    };
    const word = at < 0 ? say("any") : shownWord(options[at]);
    const name = `${say(`side.${SIDES[side]}`)}${shape === "side" ? "" : ` (${say(`half.${shape}`)})`}: ${word}`;
    const colour = at < 0 ? "any" : (options[at][1] ?? options[at][0] ?? "none");
    rim.append(
      s(
        "g",
        {
          role: "button",
          tabindex: 0,
          "aria-label": name,
          "data-port": ports[0],
          transform: `rotate(${90 * side} 50 50)`,
          on: { click: next, keydown: (/** @type {KeyboardEvent} */ event) => pressed(event, next) },
        },
        s("path", { d: SHAPES[shape], class: `terrain ${colour}` }),
      ),
    );
    if (at >= 0 && shape === "side") rim.append(caption(side, word));
  }
  rim.append(s("text", { x: 50, y: 55, "font-size": 14, class: "found" }, found));
  const clear = h(
    "button",
    { class: "quiet", type: "button", disabled: !isSearching(), on: { click: () => (clearSearch(), changed()) } },
    icon("close"),
    say("search-clear"),
  );
  return h("div", { class: "search" }, rim, h("div", {}, h("p", {}, say("search-hint")), clear));
}

/** @param {Seen} option */
const shownWord = (option) => {
  const terrain = option[1] ?? option[0];
  return terrain ? terrainWord(terrain) : say("nothing");
};

/** @param {number} side @param {string} word */
function caption(side, word) {
  const [x, y] = [
    [50, 18],
    [84, 53],
    [50, 89],
    [16, 53],
  ][side];
  return s("text", { x, y, "font-size": 9.5, class: "seen" }, word);
}

/** @param {KeyboardEvent} event @param {() => void} act */
export function pressed(event, act) {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  act();
}
