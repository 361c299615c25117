// Fields that several forms have.

import { h } from "./dom.js";

/**
 * A list to choose from.
 * @param {string} name
 * @param {string} label
 * @param {{value: string, words: string | number}[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
export function select(name, label, choices, chosen, change) {
  const options = choices.map(({ value, words }) => h("option", { value, selected: value === chosen }, words));
  const listen = {
    change: (/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value),
  };
  return h("label", {}, h("span", {}, label), h("select", { "data-focus": name, name, on: listen }, ...options));
}

/**
 * Draws the content of an element anew and leaves the keyboard where it was.
 * @param {HTMLElement} holder
 * @param {Node[]} content
 */
export function redraw(holder, content) {
  const focused = /** @type {HTMLElement | null} */ (holder.querySelector(":focus"))?.dataset.focus;
  holder.replaceChildren(...content);
  if (focused) /** @type {HTMLElement | null} */ (holder.querySelector(`[data-focus="${focused}"]`))?.focus();
}
