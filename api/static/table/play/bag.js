// What is in the bag: the tiles left, the holes and what fits there. Only where the game's settings allow it.

import { h, s } from "../dom.js";
import { tileHref } from "../pictures.js";
import { ask, Unreachable } from "../service.js";
import { state, update } from "../store.js";
import { language, say } from "../words.js";
import { positionAfter } from "./game.js";
import { changeSettings } from "./history.js";
import { now, show, shownCount } from "./session.js";

let asked = "";
/** @type {any} */
let answer = null;

/** @returns {Node[]} */
export function bagView() {
  const on = Boolean(now.play.settings.bag);
  const toggle = h(
    "label",
    { class: "check" },
    h("input", { type: "checkbox", checked: on, "data-focus": "bag", on: { change: () => changeSettings({ bag: !on }) } }),
    h("span", {}, say("play.bag-switch")),
  );
  if (!on) return [toggle, h("p", { class: "hint" }, say("play.bag-off"))];
  look();
  return [toggle, ...(answer ? content() : [])];
}

/** Asks about the board that is shown, once. */
function look() {
  const { turn: _, ...position } = positionAfter(now.play, shownCount());
  const question = JSON.stringify([language(), position]);
  if (question === asked) return;
  asked = question;
  answer = null;
  ask("bag", position).then(
    (found) => {
      if (question !== asked) return;
      answer = found;
      show();
    },
    (problem) => {
      if (!(problem instanceof Unreachable)) throw problem;
      asked = "";
      update({ status: say("unreachable") });
    },
  );
}

/** @returns {Node[]} */
function content() {
  if (answer.errors || !answer.left) return [h("p", { class: "hint" }, answer.detail ?? answer.title ?? "")];
  const { left, total, holes } = answer;
  const dead = holes.filter((/** @type {any} */ one) => one.dead);
  const chosen =
    state.selected &&
    holes.find((/** @type {any} */ one) => one.x === state.selected?.[0] && one.y === state.selected?.[1]);
  return [
    h("p", {}, say("play.tiles-left", { count: total })),
    ...(chosen ? [hole(chosen)] : [h("p", { class: "hint" }, say("play.tap-hole"))]),
    h("p", {}, dead.length ? say("play.dead-holes", { count: dead.length }) : say("play.no-dead-holes")),
    ...(dead.length
      ? [h("button", { type: "button", "data-focus": "dead", on: { click: () => light(dead) } }, say("play.show-dead"))]
      : []),
    h(
      "ul",
      { class: "bag" },
      ...Object.entries(left).map(([tile, count]) => h("li", {}, small(tile, 0), h("span", {}, `×${count}`))),
    ),
  ];
}

/** @param {{x: number, y: number}[]} holes */
const light = (holes) => update({ lit: new Set(holes.map(({ x, y }) => `${x},${y}`)), litFeature: null });

/** @param {any} one */
function hole({ fits, tiles, next, within, dead }) {
  const percent = (/** @type {number} */ chance) => `${Math.round(100 * chance)} %`;
  return h(
    "div",
    { class: "told" },
    h(
      "p",
      {},
      dead
        ? say("play.hole-dead")
        : say("play.hole-fits", { count: tiles, next: percent(next), within: percent(within) }),
    ),
    h(
      "ul",
      { class: "bag" },
      ...Object.entries(fits).map(([tile, rotations]) =>
        h("li", {}, small(tile, rotations[0]), h("span", {}, `×${answer.left[tile]}`)),
      ),
    ),
  );
}

/** @param {string} tile @param {number} rotation */
const small = (tile, rotation) =>
  s(
    "svg",
    { viewBox: "0 0 100 100", role: "img", "aria-label": say("tile", { tile }) },
    s("use", { href: tileHref(state.game, tile, rotation) }),
  );
