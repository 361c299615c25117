// The rulebooks' own examples, to open and play with.

import { showDialog } from "./dialogs.js";
import { byId, h } from "./dom.js";
import { get, Unreachable } from "./service.js";
import { openRequest, state } from "./store.js";
import { said, say } from "./words.js";

export function showExamples() {
  byId("examples").addEventListener("click", open);
  byId("examples-search").addEventListener("input", list);
  byId("examples-all").addEventListener("change", list);
}

function open() {
  byId("examples-search").value = "";
  showDialog("examples-dialog");
  list();
}

async function list() {
  const holder = byId("examples-list");
  let examples;
  try {
    ({ examples } = await get("v1/examples"));
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    holder.replaceChildren(h("li", {}, say("unreachable")));
    return;
  }
  const wanted = byId("examples-search").value.trim().toLowerCase();
  const all = byId("examples-all").checked;
  const shown = examples.filter(
    (/** @type {any} */ one) =>
      (all || one.variant === state.game.id) && `${said(one.title)} ${one.id}`.toLowerCase().includes(wanted),
  );
  holder.replaceChildren(
    ...shown.map((/** @type {any} */ one) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", "data-example": one.id, on: { click: () => choose(one.id) } },
          h("span", {}, said(one.title)),
          h(
            "small",
            {},
            [one.source.section, one.source.page && say("page", { page: one.source.page })].filter(Boolean).join(" · "),
          ),
        ),
      ),
    ),
  );
  byId("examples-count").textContent = say("examples-count", { count: shown.length });
}

/** @param {string} id */
async function choose(id) {
  try {
    const example = await get(`v1/examples/${id}`);
    await openRequest(example.request, { call: example.call, example });
    byId("examples-dialog").close();
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    byId("examples-count").textContent = say("unreachable");
  }
}
