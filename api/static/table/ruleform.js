// The rules of this table: a part of a board or all of it, expansions, and what printings differ in.

import { showDialog } from "./dialogs.js";
import { byId, h } from "./dom.js";
import { reaching } from "./setup.js";
import { changeGame, commit, state } from "./store.js";
import { knows, say } from "./words.js";

export function showRuleForm() {
  byId("rules").addEventListener("click", open);
  byId("rules-form").addEventListener("submit", save);
}

function open() {
  const { position, game } = state;
  byId("extent-part").checked = Boolean(position.excerpt);
  byId("extent-whole").checked = !position.excerpt;
  byId("expansions").hidden = !game.offered.length;
  byId("expansions-rows").replaceChildren(
    ...game.offered.map(({ id, title }) =>
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", value: id, checked: position.expansions?.includes(id) }),
        title,
      ),
    ),
  );
  byId("rules-rows").replaceChildren(...game.rules.map((rule) => ruleRow(rule, position.rules)));
  showDialog("rules-dialog");
}

/** A rule value to choose. @param {any} rule @param {Record<string, unknown> | undefined} rules those that differ */
export function ruleRow(rule, rules) {
  const chosen = rules?.[rule.name] ?? rule.default;
  const field = isList(rule)
    ? h("input", { name: rule.name, value: [chosen].flat().join(" "), autocomplete: "off" })
    : h(
        "select",
        { name: rule.name },
        ...rule.allowed.map((/** @type {unknown} */ value) =>
          h(
            "option",
            { value: JSON.stringify(value), selected: JSON.stringify(value) === JSON.stringify(chosen) },
            valueWords(rule, value),
          ),
        ),
      );
  const named = knows(`rule.${rule.name}`);
  return h("label", {}, h("span", {}, named ? say(`rule.${rule.name}`) : rule.meaning), field);
}

/** Whether a rule value is a list, such as that of the tiles left out. @param {any} rule */
const isList = (rule) => Array.isArray(rule.default);

/** A rule value in words. @param {any} rule @param {unknown} value */
export function valueWords(rule, value) {
  const key = `value.${rule.name}.${value}`;
  const word = knows(key) ? say(key) : value === true ? say("yes") : value === false ? say("no") : String(value);
  return JSON.stringify(value) === JSON.stringify(rule.default) ? `${word} (${say("usual")})` : word;
}

/**
 * The rule values that were chosen, as far as they differ from the printing's own.
 * @param {any} holder
 * @param {any[]} known
 */
export function rulesChosen(holder, known) {
  /** @type {Record<string, unknown>} */
  const rules = {};
  for (const rule of known) {
    const { value } = holder.querySelector(`[name="${rule.name}"]`);
    const chosen = isList(rule) ? value.split(/[\s,]+/).filter(Boolean) : JSON.parse(value);
    if (JSON.stringify(chosen) !== JSON.stringify(rule.default)) rules[rule.name] = chosen;
  }
  return rules;
}

async function save() {
  const rules = rulesChosen(byId("rules-rows"), state.game.rules);
  const { rules: before, ...position } = state.position;
  const told = Object.keys(rules).length ? { ...position, rules } : position;
  const changed = setExtent(told, byId("extent-part").checked);
  if (JSON.stringify(changed) !== JSON.stringify({ ...position, ...(before && { rules: before }) })) commit(changed);
  const expansions = [...byId("expansions-rows").querySelectorAll(":checked")].map(({ value }) => value);
  if (expansions.join() !== (position.expansions ?? []).join())
    await reaching(() => changeGame(position.variant, expansions));
}

/**
 * A part of a board, or the whole board, which begins with the start tile.
 * @param {import("./types.js").Position} position
 * @param {boolean} part
 */
export function setExtent(position, part) {
  if (part === Boolean(position.excerpt)) return position;
  if (part) return { ...position, excerpt: true };
  const { excerpt: _, ...whole } = position;
  const { startTile } = state.game;
  return startTile && !whole.tiles.length ? { ...whole, tiles: [{ x: 0, y: 0, tile: startTile, rotation: 0 }] } : whole;
}
