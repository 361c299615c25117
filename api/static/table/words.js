// What the page itself says; rulings come from the service in the same language.

/** @type {Record<string, string>} */
let words = {};
let current = document.documentElement.lang || "en";
const KEPT = "referee-language";

/** The language of the page: `en` or `nl`. */
export const language = () => current;

/** The language that was chosen on this device, else the one that the page came in. */
export function preferred() {
  try {
    return localStorage.getItem(KEPT) ?? current;
  } catch {
    return current;
  }
}

/**
 * Speaks another language from now on.
 * @param {string} wanted
 */
export async function speak(wanted) {
  const response = await fetch(`static/table/${wanted}.json`);
  words = await response.json();
  if (wanted !== document.documentElement.lang) {
    document.documentElement.lang = wanted;
    document.title = words["title"];
    sayAll(document.body);
  }
  current = wanted;
}

/** Remembers the language on this device, where the browser allows it. */
export function remember() {
  try {
    localStorage.setItem(KEPT, current);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/**
 * A sentence by its key. `{name}` in it stands for a value; with a `count` of 1 the key with `.one` is said, if any.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  const found = (values.count === 1 ? words[`${key}.one`] : undefined) ?? words[key] ?? key;
  return found.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A word as a sentence begins with it. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** Whether there are words for a key. @param {string} key */
export const knows = (key) => key in words;

/** @param {ParentNode} root */
function sayAll(root) {
  for (const element of root.querySelectorAll("[data-say]")) {
    element.textContent = say(/** @type {HTMLElement} */ (element).dataset.say ?? "");
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    const label = say(/** @type {HTMLElement} */ (element).dataset.label ?? "");
    element.setAttribute("aria-label", label);
    if (element.hasAttribute("title")) element.setAttribute("title", label);
  }
}
