// The rule behind a line, one tap away.

import { h } from "./dom.js";
import { get, Unreachable } from "./service.js";
import { state } from "./store.js";
import { language, languageName, said, say } from "./words.js";

/** The game's own book comes first; two passages are enough at a table. */
const PASSAGES = 2;

/**
 * A button that shows a rule, and the place where it is shown.
 * @param {string} id
 * @returns {Node[]}
 */
export function ruleButton(id) {
  const text = h("div", { class: "rule-text", hidden: true });
  const button = h(
    "button",
    { type: "button", class: "rule", "aria-expanded": false, "data-rule": id, on: { click: toggle } },
    say("rule"),
  );
  async function toggle() {
    const open = text.hidden;
    if (open && !text.childElementCount) text.replaceChildren(...(await describe(id)));
    text.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  }
  return [button, text];
}

/** @param {string} id @returns {Promise<Node[]>} */
async function describe(id) {
  let catalogue;
  try {
    catalogue = await get(`v1/variants/${state.position.variant}/rules`);
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    return [h("p", {}, say("unreachable"))];
  }
  const rule = catalogue.rules.find((/** @type {any} */ one) => one.id === id);
  if (!rule) return [h("p", {}, id)];
  const books = new Map(catalogue.rulebooks.map((/** @type {any} */ book) => [book.id, book]));
  const passages = rule.passages.slice(0, PASSAGES).map((/** @type {any} */ passage) => {
    const book = books.get(passage.rulebook);
    return h(
      "blockquote",
      {},
      passage.quote && h("p", { lang: passage.language }, `“${passage.quote}”`),
      passage.quote &&
        passage.language !== language() &&
        h("p", {}, say("translated", { language: languageName(passage.language), words: said(passage.translation) })),
      h("footer", {}, [book && `${book.title} (${book.year})`, passage.section].filter(Boolean).join(" · ")),
    );
  });
  return [
    h("p", {}, said(rule)),
    ...passages,
    ...(rule.decision ? [h("p", { class: "decision" }, said(rule.decision))] : []),
  ];
}
