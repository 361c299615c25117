// What is against the rules, where it is, and what can be done about it.

import { line } from "./answers.js";
import { h, icon } from "./dom.js";
import { facing, rotationsFor, tileAt, turn } from "./position.js";
import { setExtent } from "./ruleform.js";
import { cellsOfProblem } from "./ruling.js";
import { commit, state, update } from "./store.js";
import { pointed } from "./tags.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Problem} Problem */

/** What a cut-out of a board need not have. */
const WHOLE_BOARD = ["start-missing", "not-connected", "too-many-copies", "player-count", "supply-mismatch"];

/** @param {Problem[]} found @returns {Node[]} */
export function problemList(found) {
  const list = found.map((problem) => {
    const shown = line(
      cellsOfProblem(problem),
      { rules: problem.rule ? [problem.rule] : [] },
      icon("wrong"),
      pointed(problem.detail),
    );
    shown.append(...remedies(problem));
    return shown;
  });
  const whole = found.some(({ code }) => WHOLE_BOARD.includes(code)) && !state.position.excerpt;
  return [
    h("ul", { class: "lines problems" }, ...list),
    ...(whole
      ? [
          h("p", { class: "hint" }, say("maybe-excerpt")),
          action(say("extent-part"), () => commit(setExtent(state.position, true))),
        ]
      : []),
  ];
}

/** @param {string} words @param {() => void} act */
const action = (words, act) => h("button", { type: "button", class: "remedy", on: { click: act } }, words);

/** Ways out where an edge does not match. @param {Problem} problem @returns {Node[]} */
function remedies({ where }) {
  const edge = where?.edges?.[0];
  const tile = edge && tileAt(state.position, [edge.x, edge.y]);
  if (!edge || !tile) return [];
  /** @type {import("./types.js").Cell} */
  const cell = [edge.x, edge.y];
  const { position, game } = state;
  const kind = game.kinds.get(tile.tile);
  const [fitting] = kind ? rotationsFor(game, kind, facing(position, game, cell)) : [];
  const row = [
    fitting !== undefined &&
      action(say("turn-it"), () => commit(turn(state.position, game, cell, fitting), { selected: cell })),
    action(say("tiles-that-fit"), () => update({ selected: cell, replacing: cell, hand: null })),
  ];
  return [h("div", { class: "remedies" }, ...row)];
}
