// “Was that allowed?”: the selected tile, with the figure on it, judged as the move that was just made.

import { h, icon } from "./dom.js";
import { clear, followersAt, key, tileAt } from "./position.js";
import { ruleButton } from "./rules.js";
import { judge } from "./service.js";
import { state, update } from "./store.js";
import { pointed } from "./tags.js";
import { say } from "./words.js";

/** The board and the tile that were judged, and the answer. @type {{asked: string, content: Node[]}} */
let judged = { asked: "", content: [] };

/**
 * @param {import("./store.js").State} now
 * @param {import("./types.js").Cell} cell
 */
export function judgeMove(now, cell) {
  const asked = `${key(cell)} ${JSON.stringify(now.position)} ${now.player}`;
  const content = judged.asked === asked ? judged.content : [];
  return h(
    "div",
    { class: "judged" },
    h(
      "button",
      { type: "button", class: "quiet was-allowed", "data-focus": "was-allowed", on: { click: () => ask(cell, asked) } },
      say("was-allowed"),
    ),
    ...content,
  );
}

/** @param {import("./types.js").Cell} cell @param {string} asked */
async function ask(cell, asked) {
  const tile = tileAt(state.position, cell);
  if (!tile) return;
  const [standing] = followersAt(state.position, cell);
  const player = standing?.player ?? state.player;
  const { x, y, rotation } = tile;
  const placed = standing && {
    spot: standing.spot,
    ...(standing.figure && standing.figure !== "follower" && { figure: standing.figure }),
  };
  const { turn: _, ...before } = clear(state.position, cell);
  const move = { player, tile: tile.tile, x, y, rotation, ...placed, ...(tile.wheel && { wheel: tile.wheel }) };
  try {
    const answer = await judge("move", before, { move });
    judged = { asked, content: said(answer) };
  } catch {
    judged = { asked, content: [h("p", { class: "hint" }, say("unreachable"))] };
  }
  update({});
}

/** @param {any} answer @returns {Node[]} */
function said(answer) {
  if (answer.legal) {
    const words = answer.summary ? `${say("allowed")} ${answer.summary}` : say("allowed");
    return [h("p", { class: "fits" }, icon("done"), h("span", {}, words))];
  }
  const problems = answer.problems ?? answer.errors ?? [];
  if (!problems.length) return [h("p", { class: "hint" }, answer.detail ?? say("unreachable"))];
  return problems.map((/** @type {import("./types.js").Problem} */ { detail, rule }) =>
    h(
      "div",
      { class: "misfits" },
      icon("wrong"),
      h("span", {}, pointed(detail)),
      ...(rule ? ruleButton([rule]) : []),
    ),
  );
}
