// The questions, and the service's answer to the one that is asked; it follows the board.

import { answerTo, pressLit } from "./answers.js";
import { byId, h } from "./dom.js";
import { redraw } from "./forms.js";
import { partsOf } from "./games/parts.js";
import { judge, Unreachable } from "./service.js";
import { ask, currentRequest, state, subscribe, update } from "./store.js";
import { knows, language, say } from "./words.js";

/** @typedef {import("./store.js").State} State */

const PAUSE = 120;
let asked = "";
/** @type {AbortController | null} */
let running = null;
let tabs = "";
let options = "";

export function showRuling() {
  subscribe((state) => {
    drawTabs(state);
    drawOptions(state);
    look(state);
    pressLit(state.lit);
  });
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
  const wanted = JSON.stringify([
    language(),
    game.id,
    question,
    position.players,
    position.castle,
    position.meeples,
    position.tiles,
    player,
  ]);
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
    show([h("p", { class: "hint" }, say("nothing-laid"))], new Map());
    return;
  }
  byId("answer").setAttribute("aria-busy", "true");
  setTimeout(() => signal.aborted || find(call, signal), PAUSE);
}

/** @param {string} call @param {AbortSignal} signal */
async function find(call, signal) {
  const { request } = currentRequest();
  const extra = Object.fromEntries(Object.entries(request).filter(([name]) => !(name in state.position)));
  try {
    const answer = await judge(call, state.position, extra, signal);
    if (!signal.aborted) show(answerTo(answer), faultsOf(answer));
  } catch (problem) {
    if (signal.aborted) return;
    if (!(problem instanceof Unreachable)) throw problem;
    show(
      [
        h("p", { class: "hint", role: "alert" }, say("unreachable")),
        h("button", { type: "button", on: { click: askAgain } }, say("try-again")),
      ],
      new Map(),
    );
  }
}

/** @param {Node[]} content @param {Map<string, string[]>} faults */
function show(content, faults) {
  const holder = byId("answer");
  holder.replaceChildren(...content);
  holder.removeAttribute("aria-busy");
  const heard = holder.querySelector("[data-heard]")?.dataset.heard ?? holder.firstElementChild?.textContent ?? "";
  if (byId("heard").textContent !== heard) byId("heard").textContent = heard;
  update({ faults });
}

/** What is wrong, by the cell where it is wrong. @param {any} answer */
function faultsOf(answer) {
  /** @type {Map<string, string[]>} */
  const faults = new Map();
  const { request } = currentRequest();
  for (const { pointer, detail } of answer.errors ?? answer.problems ?? []) {
    const cell = cellOfPointer(request, pointer);
    if (cell) faults.set(cell, [...(faults.get(cell) ?? []), detail]);
  }
  return faults;
}

/**
 * The cell of the tile or follower that a problem points at.
 * @param {import("./types.js").Request} request
 * @param {string} pointer
 */
export function cellOfPointer(request, pointer) {
  const [, list, number] = pointer.split("/");
  const found = list === "tiles" || list === "meeples" ? request[list][Number(number)] : undefined;
  return found ? `${found.x},${found.y}` : null;
}
