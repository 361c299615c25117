// The rule behind a line, one tap away.

import { h } from "./dom.js";
import { get, Unreachable } from "./service.js";
import { state } from "./store.js";
import { language, languageName, said, say } from "./words.js";

/** The game's own book comes first; two passages are enough at a table. */
const PASSAGES = 2;

/**
 * A button that shows the rules behind something, and the place where they are shown.
 * @param {string[]} ids
 * @returns {Node[]}
 */
export function ruleButton(ids) {
  const text = h("div", { class: "rule-text", hidden: true });
  const button = h(
    "button",
    { type: "button", class: "rule", "aria-expanded": false, "data-rule": ids.join(" "), on: { click: toggle } },
    say("rule"),
  );
  async function toggle() {
    const open = text.hidden;
    if (open && !text.childElementCount) text.replaceChildren(...(await describe([...new Set(ids)])));
    text.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  }
  return [button, text];
}

/** @param {string[]} ids @returns {Promise<Node[]>} */
async function describe(ids) {
  const { variant, expansions = [] } = state.position;
  let catalogue;
  try {
    const asked = expansions.length ? `?expansions=${expansions.join(",")}` : "";
    catalogue = await get(`v1/variants/${variant}/rules${asked}`);
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    return [h("p", {}, say("unreachable"))];
  }
  const books = new Map(catalogue.rulebooks.map((/** @type {any} */ book) => [book.id, book]));
  return ids.flatMap((id, number) => {
    const rule = catalogue.rules.find((/** @type {any} */ one) => one.id === id);
    if (!rule) return [];
    const passages = number ? [] : rule.passages.slice(0, PASSAGES);
    return [
      h("p", {}, said(rule)),
      ...passages.map((/** @type {any} */ passage) => quotation(passage, books.get(passage.rulebook))),
      ...(rule.decision ? [h("p", { class: "decision" }, said(rule.decision))] : []),
    ];
  });
}

/** What a book says, our translation first for who does not read its language. @param {any} passage @param {any} book */
function quotation({ quote, section, translation, language: spoken }, book) {
  const foreign = quote && spoken !== language();
  const where = [book && `${book.title} (${book.year})`, section].filter(Boolean).join(" · ");
  return h(
    "blockquote",
    {},
    foreign && h("p", {}, say("translated", { language: languageName(spoken), words: said(translation) })),
    quote && h("p", { lang: spoken, class: foreign ? "original" : null }, `“${quote}”`),
    h("footer", {}, `${where} · ${languageName(spoken)}`),
  );
}
