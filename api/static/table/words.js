// What the page itself says; rulings come from the service in the same language.

/** @type {Record<string, string>} */
let words = {};
/**
 * What the books of single games call things: `‹tile›` in a sentence stands for such a word; `*` is for all other games.
 * @type {Record<string, Record<string, string>>}
 */
let terms = {};
let played = "*";
let current = document.documentElement.lang || "en";
const KEPT = "referee-language";

/** The language of the page; its choice is between those that have words. */
export const language = () => current;

/** The language that was chosen on this device, else the one that the page came in. */
export function preferred() {
  try {
    const kept = localStorage.getItem(KEPT);
    return kept && document.querySelector(`[data-language="${kept}"]`) ? kept : current;
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
  ({ terms = {}, ...words } = await response.json());
  if (wanted !== document.documentElement.lang) {
    document.documentElement.lang = wanted;
    document.title = words["title"];
    sayAll(document.body);
  }
  current = wanted;
}

/** Uses the words of a game's own book from now on. @param {string} game */
export function playing(game) {
  if (game === played) return;
  played = game;
  sayAll(document.body);
}

/** @param {string} sentence */
const inTerms = (sentence) =>
  sentence.replace(/‹(\w+)›/g, (_, name) => terms[played]?.[name] ?? terms["*"]?.[name] ?? name);

/** Remembers the language on this device, where the browser allows it. */
export function remember() {
  try {
    localStorage.setItem(KEPT, current);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** A text that comes in several languages: in the page's own, else in English. @param {Record<string, string>} texts */
export const said = (texts) => texts[current] ?? texts["en"];

/** The name of a language, in the page's own. @param {string} code */
export const languageName = (code) => new Intl.DisplayNames([current], { type: "language" }).of(code) ?? code;

/**
 * A sentence by its key. `{name}` in it stands for a value; with a `count` that the language takes as singular (1, in
 * French also 0) the key with `.one` is said, if any.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  const singular = typeof values.count === "number" && new Intl.PluralRules(current).select(values.count) === "one";
  const found = (singular ? words[`${key}.one`] : undefined) ?? words[key] ?? key;
  return inTerms(found).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
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
