// The dialog that starts a game: what is played, by whom, by which rules, and who begins.

import { showDialog } from "../dialogs.js";
import { byId, h, icon } from "../dom.js";
import { pieces } from "../pieces.js";
import { namesProblem } from "../players.js";
import { ruleRow, rulesChosen } from "../ruleform.js";
import { showPanel } from "../ruling.js";
import { get, Unreachable } from "../service.js";
import { gameWords } from "../setup.js";
import { state, update } from "../store.js";
import { knows, say } from "../words.js";
import { openDialog } from "./files.js";
import { now, open } from "./session.js";

/**
 * A dialog of its own, made when it is first needed.
 * @param {string} name
 * @param {string} title
 * @param {Node[]} content
 */
export function dialog(name, title, content) {
  let found = byId(`${name}-dialog`);
  if (!found) {
    found = h("dialog", { id: `${name}-dialog`, class: "play-dialog", "aria-labelledby": `${name}-title` });
    document.body.append(found);
  }
  const close = h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": say("close"),
      title: say("close"),
      on: { click: () => found.close() },
    },
    icon("close"),
  );
  found.replaceChildren(h("div", { class: "dialog-head" }, h("h2", { id: `${name}-title` }, title), close), ...content);
  if (!found.open) showDialog(found.id);
  return found;
}

// A new game

/** What is being chosen. */
const chosen = {
  variant: "base",
  /** @type {string[]} */
  expansions: [],
  /** @type {Record<string, unknown>} */
  rules: {},
  /** @type {{name: string, color: string}[]} */
  players: [],
  first: 0,
  bag: false,
  clock: 0,
};

const SEATS = ["red", "blue", "yellow", "green", "black", "grey"];
const TWO_SEATS = ["white", "black"];

/** Asks what is played, by whom, and who begins. */
export async function newGame() {
  if (state.playing && now.play) {
    const { variant, expansions = [], players, rules = {} } = now.play.settings;
    Object.assign(chosen, {
      variant,
      expansions,
      rules,
      players: coloured(players),
    });
  } else if (!chosen.players.length) chosen.variant = state.game?.id ?? "base";
  await draw();
}

/** @param {string} colour */
const colourWord = (colour) => (knows(`colour.${colour}`) ? say(`colour.${colour}`) : colour);

/**
 * The players with the colours that their pieces have on the table, told or not, each another one.
 * @param {import("../types.js").Player[]} players
 */
function coloured(players) {
  const { colours } = state.game;
  const looks = pieces(players, colours);
  const taken = new Set();
  const own = players.map(({ name }) => {
    const shown = looks.get(name)?.colour;
    const found = Object.keys(colours.names).find((one) => colours.names[one] === shown && !taken.has(one));
    if (found) taken.add(found);
    return { name, color: found };
  });
  return own.map(({ name, color }) => {
    const found = color ?? SEATS.find((one) => !taken.has(one)) ?? SEATS[0];
    taken.add(found);
    return { name, color: found };
  });
}

/** @param {any} variant */
function seatPlayers(variant) {
  const { least, most } = variant.players;
  const seats = most === 2 ? TWO_SEATS : SEATS;
  const kept =
    most === 2 && !chosen.players.every(({ name }) => TWO_SEATS.map(colourWord).includes(name)) ? [] : chosen.players;
  const players = kept.slice(0, most);
  while (players.length < least) {
    const free = seats.find((colour) => !players.some(({ color }) => color === colour)) ?? seats[0];
    players.push({ name: colourWord(free), color: free });
  }
  chosen.players = players;
  chosen.first = Math.min(chosen.first, players.length - 1);
}

/** How often the dialog was asked for: an answer that comes late must not undo what was chosen since. */
let asked = 0;

async function draw() {
  const own = ++asked;
  let variants;
  let variant;
  try {
    ({ variants } = await get("v1/variants"));
    const added = chosen.expansions.length ? `?expansions=${chosen.expansions.join(",")}` : "";
    variant = await get(`v1/variants/${chosen.variant}${added}`);
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    update({ status: say("unreachable") });
    return;
  }
  if (own !== asked) return;
  seatPlayers(variant);
  const problem = h("p", { class: "problem", role: "alert" });
  const form = h(
    "form",
    { id: "start-form", on: { submit: (/** @type {Event} */ event) => begin(event, problem) } },
    h(
      "label",
      {},
      h("span", {}, say("game")),
      h(
        "select",
        {
          name: "variant",
          on: {
            change: (/** @type {any} */ event) =>
              redraw(() => Object.assign(chosen, { variant: event.target.value, expansions: [], rules: {} })),
          },
        },
        ...variants.map((/** @type {any} */ one) =>
          h("option", { value: one.id, selected: one.id === chosen.variant }, gameWords(one.id)),
        ),
      ),
    ),
    expansionsField(variant),
    playersField(variant),
    h(
      "label",
      {},
      h("span", {}, say("play.who-begins")),
      h(
        "select",
        { name: "first", on: { change: (/** @type {any} */ event) => (chosen.first = Number(event.target.value)) } },
        ...chosen.players.map(({ name }, seat) => h("option", { value: seat, selected: seat === chosen.first }, name)),
      ),
    ),
    rulesField(variant),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        name: "bag",
        checked: chosen.bag,
        on: { change: () => (chosen.bag = !chosen.bag) },
      }),
      h("span", {}, say("play.bag-switch")),
    ),
    h(
      "label",
      {},
      h("span", {}, say("play.clock-minutes")),
      h("input", {
        type: "number",
        name: "clock",
        min: 0,
        max: 600,
        inputmode: "numeric",
        value: chosen.clock || "",
        placeholder: say("play.no-clock"),
        on: { change: (/** @type {any} */ event) => (chosen.clock = Number(event.target.value) || 0) },
      }),
    ),
    problem,
    h(
      "div",
      { class: "row start-row" },
      h("button", { type: "button", class: "quiet", on: { click: toOpen } }, say("play.open")),
      h("button", { class: "primary" }, say("play.begin")),
    ),
  );
  dialog("start", say("play.new"), [form]);
}

/** One dialog gives way to the other. */
function toOpen() {
  byId("start-dialog").addEventListener("close", () => setTimeout(openDialog, 60), { once: true });
  byId("start-dialog").close();
}

/** @param {() => void} change */
function redraw(change) {
  readForm();
  change();
  draw();
}

/** @param {any} variant */
function expansionsField(variant) {
  const offered = variant.expansions ?? [];
  if (!offered.length) return null;
  return h(
    "fieldset",
    { class: "start-expansions" },
    h("legend", {}, say("play.expansions")),
    ...offered.map((/** @type {any} */ one) =>
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          name: "expansion",
          value: one.id,
          checked: chosen.expansions.includes(one.id),
          on: {
            change: () =>
              redraw(() => {
                chosen.expansions = chosen.expansions.includes(one.id)
                  ? chosen.expansions.filter((id) => id !== one.id)
                  : [...chosen.expansions, one.id];
              }),
          },
        }),
        h("span", {}, one.title),
      ),
    ),
  );
}

/** @param {any} variant */
function playersField(variant) {
  const { least, most } = variant.players;
  const rows = chosen.players.map(({ name, color }, seat) =>
    h(
      "div",
      { class: "start-player" },
      h("input", {
        name: "name",
        value: name,
        maxlength: 40,
        required: true,
        autocomplete: "off",
        "aria-label": say("player-name", { seat: seat + 1 }),
        on: { input: nameFirst },
      }),
      h(
        "select",
        { name: "color", "aria-label": say("player-colour", { seat: seat + 1 }) },
        ...Object.keys(state.game.colours.names).map((one) =>
          h("option", { value: one, selected: one === color }, colourWord(one)),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": say("player-remove", { seat: seat + 1 }),
          disabled: chosen.players.length <= least,
          on: { click: () => redraw(() => chosen.players.splice(seat, 1)) },
        },
        icon("remove"),
      ),
    ),
  );
  const add = () =>
    redraw(() => {
      const free = SEATS.find((colour) => !chosen.players.some(({ color }) => color === colour)) ?? SEATS[0];
      chosen.players.push({ name: colourWord(free), color: free });
    });
  return h(
    "fieldset",
    {},
    h("legend", {}, say("play.seats")),
    ...rows,
    h(
      "button",
      { type: "button", class: "quiet", disabled: chosen.players.length >= most, on: { click: add } },
      icon("plus"),
      say("players-add"),
    ),
  );
}

/** The names stand also where it is said who begins. */
function nameFirst() {
  readForm();
  const options = byId("start-form").querySelectorAll("[name=first] option");
  for (const [seat, { name }] of chosen.players.entries()) options[seat].textContent = name;
}

/** What the form says. */
function readForm() {
  const rows = byId("start-form")?.querySelectorAll(".start-player") ?? [];
  if (!rows.length) return;
  chosen.rules = rulesChosen(byId("start-rules"), offered);
  chosen.players = [...rows].map((/** @type {any} */ row) => ({
    name: row.querySelector("[name=name]").value.trim(),
    color: row.querySelector("[name=color]").value,
  }));
}

/** The rule values that the form offers. @type {any[]} */
let offered = [];

/** @param {any} variant */
function rulesField(variant) {
  offered = variant.rules;
  return h(
    "details",
    { id: "start-rules", open: byId("start-rules")?.open || Object.keys(chosen.rules).length > 0 },
    h("summary", {}, say("rules-title")),
    h("div", { class: "rule-values" }, ...offered.map((rule) => ruleRow(rule, chosen.rules))),
  );
}

/** @param {Event} event @param {HTMLElement} problem */
async function begin(event, problem) {
  event.preventDefault();
  readForm();
  const { variant, expansions, rules, players, first, bag, clock } = chosen;
  problem.textContent = namesProblem(players.map(({ name }) => name));
  if (problem.textContent) return;
  const seated = [...players.slice(first), ...players.slice(0, first)];
  const settings = {
    variant,
    ...(expansions.length && { expansions }),
    ...(Object.keys(rules).length && { rules }),
    players: seated.map(({ name, color }) => ({ name, ...(color && color !== name && { color }) })),
    ...(bag && { bag }),
    ...(clock && { clock }),
  };
  try {
    await open(settings);
    const covered = byId("main").dataset.shows === "ruling";
    byId("start-dialog").close();
    // The log gives way to the first turn.
    if (covered) {
      showPanel(false);
      byId("turn").querySelector("h2")?.focus();
    }
  } catch (refused) {
    if (!(refused instanceof Unreachable)) throw refused;
    problem.textContent = say("unreachable");
  }
}
