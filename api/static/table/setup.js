// Which game is played, by which rules, and whether the whole board lies here or a part of it.

import { byId, h } from "./dom.js";
import { get, Unreachable } from "./service.js";
import { commit, newTable, reload, state, subscribe, update } from "./store.js";
import { language, remember, say, speak } from "./words.js";

export function showSetup() {
  byId("game").addEventListener("change", (/** @type {Event} */ event) =>
    clearFor(/** @type {HTMLSelectElement} */ (event.target).value),
  );
  byId("new").addEventListener("click", () => clearFor(state.game.id));
  byId("rules").addEventListener("click", open);
  byId("rules-form").addEventListener("submit", save);
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => choose(/** @type {HTMLElement} */ (button).dataset.language ?? "en"));
  }
  for (const radio of document.querySelectorAll("[name=extent]")) radio.addEventListener("change", extent);
  subscribe(draw);
}

/** Clears the table for a game; one that cannot be loaded leaves it as it is. @param {string} variant */
async function clearFor(variant) {
  try {
    await newTable(variant);
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    update({ status: say("unreachable") });
  }
}

/** @param {import("./store.js").State} state */
function draw({ game, position }) {
  byId("game").value = game.id;
  byId("extent-part").checked = Boolean(position.excerpt);
  byId("extent-whole").checked = !position.excerpt;
  byId("rules").classList.toggle("changed", Object.keys(position.rules ?? {}).length > 0);
  for (const button of document.querySelectorAll("[data-language]")) {
    button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.language === language()));
  }
}

/** The whole board begins from the start tile. */
function extent() {
  const { position, game } = state;
  if (byId("extent-part").checked) {
    commit({ ...position, excerpt: true });
    return;
  }
  const { excerpt: _, ...whole } = position;
  const start =
    game.startTile && !whole.tiles.length ? [{ x: 0, y: 0, tile: game.startTile, rotation: 0 }] : whole.tiles;
  commit({ ...whole, tiles: start });
}

/** @param {string} wanted */
async function choose(wanted) {
  await speak(wanted);
  remember();
  await reload();
  await nameGames();
  update({});
}

/** The games' names, in the page's language. */
export async function nameGames() {
  const { variants } = await get("v1/variants");
  for (const option of byId("game").options) {
    const found = variants.find((/** @type {any} */ one) => one.id === option.value);
    if (found)
      option.textContent = found.title
        .replace(/^Carcassonne[:,] /, "")
        .replace(/^./, (/** @type {string} */ letter) => letter.toUpperCase());
  }
}

function open() {
  const rules = state.position.rules ?? {};
  byId("rules-rows").replaceChildren(
    ...state.game.rules.map((rule) => {
      const chosen = rules[rule.name] ?? rule.default;
      const field = rule.allowed
        ? h(
            "select",
            { name: rule.name },
            ...rule.allowed.map((/** @type {unknown} */ value) =>
              h(
                "option",
                { value: JSON.stringify(value), selected: JSON.stringify(value) === JSON.stringify(chosen) },
                valueWord(value, rule.default),
              ),
            ),
          )
        : h("input", { name: rule.name, value: [chosen].flat().join(" "), autocomplete: "off" });
      return h("label", {}, h("span", {}, rule.meaning), field);
    }),
  );
  byId("rules-dialog").showModal();
}

/** @param {unknown} value @param {unknown} usual */
function valueWord(value, usual) {
  const word = value === true ? say("yes") : value === false ? say("no") : String(value);
  return JSON.stringify(value) === JSON.stringify(usual) ? `${word} (${say("usual")})` : word;
}

function save() {
  /** @type {Record<string, unknown>} */
  const rules = {};
  for (const rule of state.game.rules) {
    const { value } = byId("rules-rows").querySelector(`[name="${rule.name}"]`);
    const chosen = rule.allowed ? JSON.parse(value) : value.split(/[\s,]+/).filter(Boolean);
    if (JSON.stringify(chosen) !== JSON.stringify(rule.default)) rules[rule.name] = chosen;
  }
  const { rules: _, ...position } = state.position;
  commit(Object.keys(rules).length ? { ...position, rules } : position);
}
