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
 * A button, by whose name the keyboard finds it again.
 * @param {string} focus
 * @param {string} kind
 * @param {() => void} act
 * @param {...any} content
 */
export const button = (focus, kind, act, ...content) =>
  h("button", { type: "button", class: kind, "data-focus": focus, on: { click: act } }, ...content);

/**
 * A button that stays pressed.
 * @param {string} focus
 * @param {boolean} on
 * @param {() => void} act
 * @param {...any} content
 */
export const chip = (focus, on, act, ...content) =>
  h(
    "button",
    { type: "button", class: "chip", "data-focus": focus, "aria-pressed": on, on: { click: act } },
    ...content,
  );

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
