// The questions, and the service's answer to the one that is asked; it follows the board. Its headline never leaves the
// screen.

import { answerTo, pressLit } from "./answers.js";
import { byId, h } from "./dom.js";
import { redraw } from "./forms.js";
import { partsOf } from "./games/parts.js";
import { untouched } from "./press.js";
import { judge, Unreachable } from "./service.js";
import { ask, currentRequest, state, subscribe, update } from "./store.js";
import { forgetTags } from "./tags.js";
import { knows, language, say } from "./words.js";

/** @typedef {import("./store.js").State} State */

let asked = "";
/** @type {AbortController | null} */
let running = null;
let tabs = "";
let options = "";

export function showRuling() {
  byId("headline").addEventListener("click", () => showPanel(byId("main").dataset.shows !== "ruling"));
  subscribe((state) => {
    drawTabs(state);
    drawOptions(state);
    look(state);
    pressLit(state.lit);
    if (state.selected && !state.playing && byId("main").dataset.shows === "ruling") showPanel(false);
  });
}

/** Whether the lines are read, where there is no room for them beside the tiles. @param {boolean} open */
export function showPanel(open) {
  byId("main").dataset.shows = open ? "ruling" : "tiles";
  byId("headline").setAttribute("aria-expanded", String(open));
  update(open && !state.playing ? { selected: null, replacing: null } : {});
}

/** Asks again, because the service could not be reached. */
export function askAgain() {
  asked = "";
  update({});
}

/** @param {State} state */
function drawTabs({ game, question }) {
  const wanted = `${language()} ${game.id} ${question.kind}`;
  if (wanted === tabs) return;
  tabs = wanted;
  const kinds = [...game.phases, "features", "validate"];
  const focused = byId("questions").contains(document.activeElement);
  byId("questions").replaceChildren(
    ...kinds.map((kind) =>
      h(
        "button",
        {
          type: "button",
          "data-kind": kind,
          "aria-pressed": kind === question.kind,
          on: { click: () => ask({ kind, extra: {} }) },
        },
        knows(`question.${kind}`) ? say(`question.${kind}`) : kind,
      ),
    ),
  );
  if (focused) byId("questions").querySelector('[aria-pressed="true"]')?.focus();
}

/** @param {State} state */
function drawOptions(state) {
  const { game, question, position, player } = state;
  const { castle, meeples, tiles, players } = position;
  const wanted = JSON.stringify([language(), game.id, question, players, castle, meeples, tiles, player]);
  if (wanted === options) return;
  options = wanted;
  const form = partsOf(position).flatMap((part) => part.details?.(state) ?? []);
  byId("options").hidden = !form.length;
  redraw(byId("options"), form);
}

/** @param {State} state */
function look(state) {
  if (state.playing) {
    running?.abort();
    asked = "";
    return;
  }
  const { call, request } = currentRequest();
  const question = JSON.stringify([language(), call, request]);
  if (question === asked) return;
  asked = question;
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  if (!state.position.tiles.length && !state.game.startCells.size && !state.game.wall) {
    show(null, { content: [h("p", { class: "hint" }, say("nothing-laid"))], headline: say("nothing-laid"), mood: "" });
    return;
  }
  byId("answer").setAttribute("aria-busy", "true");
  find(call, signal);
}

/** @param {string} call @param {AbortSignal} signal */
async function find(call, signal) {
  const { request } = currentRequest();
  const extra = Object.fromEntries(Object.entries(request).filter(([name]) => !(name in state.position)));
  if (call === "score") extra.carry_out = true;
  try {
    const answer = await judge(call, state.position, extra, signal);
    await untouched();
    if (signal.aborted) return;
    forgetTags();
    show(answer, answerTo(answer));
  } catch (problem) {
    await untouched();
    if (signal.aborted) return;
    if (!(problem instanceof Unreachable)) throw problem;
    const again = h("button", { type: "button", on: { click: askAgain } }, say("try-again"));
    const content = [h("p", { class: "hint", role: "alert" }, say("unreachable")), again];
    show(null, { content, headline: say("unreachable-short"), mood: "bad" });
  }
}

/**
 * @param {any} answer
 * @param {{content: Node[], headline: string, mood: string}} said
 */
function show(answer, { content, headline, mood }) {
  byId("answer").replaceChildren(...content);
  byId("answer").removeAttribute("aria-busy");
  byId("headline").className = mood;
  byId("headline-words").textContent = headline;
  if (byId("heard").textContent !== headline) byId("heard").textContent = headline;
  // The details of the question name cells by letters of this answer.
  options = "";
  update({ answer, faults: faultsOf(answer) });
}

/** What is wrong, by the cell where it is wrong. @param {any} answer */
function faultsOf(answer) {
  /** @type {Map<string, string[]>} */
  const faults = new Map();
  for (const problem of answer?.errors ?? answer?.problems ?? []) {
    for (const cell of cellsOfProblem(problem)) faults.set(cell, [...(faults.get(cell) ?? []), problem.detail]);
  }
  return faults;
}

/**
 * The cells that a problem is about: those that it points at, else that of the tile or follower in the request.
 * @param {import("./types.js").Problem} problem
 * @returns {string[]}
 */
export function cellsOfProblem({ where, pointer }) {
  const { cells = [], edges = [], meeples = [] } = where ?? {};
  const found = [...edges, ...meeples].map(({ x, y }) => `${x},${y}`);
  if (found.length || cells.length) return [...new Set(found.length ? found : cells.map(String))];
  const [, list, number] = pointer.split("/");
  const { request } = currentRequest();
  const one = list === "tiles" || list === "meeples" ? request[list]?.[Number(number)] : undefined;
  return one ? [`${one.x},${one.y}`] : [];
}
