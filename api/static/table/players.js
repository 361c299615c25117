// Who plays: names, colours, scores, and how many followers are left.

import { showDialog } from "./dialogs.js";
import { byId, h, icon, s } from "./dom.js";
import { figure, pieces } from "./pieces.js";
import { followersLeft, partsOf } from "./games/parts.js";
import { commit, state, subscribe, update } from "./store.js";
import { knows, say } from "./words.js";

export function showPlayers() {
  subscribe(draw);
  byId("players-edit").addEventListener("click", edit);
  byId("players-add").addEventListener("click", () => fill([...read(), { name: "", score: 0, was: "" }]));
  byId("players-form").addEventListener("submit", save);
}

/** @param {import("./store.js").State} state */
function draw({ position, player, game, playing }) {
  const looks = pieces(position.players, game.colours);
  const focused = /** @type {HTMLElement | null} */ (byId("players").querySelector(":focus"))?.dataset.player;
  byId("players").dataset.count = position.players.length;
  byId("players").replaceChildren(
    ...position.players.map(({ name, score = 0 }) => {
      const left = followersLeft(position, game, name);
      return h(
        "button",
        {
          type: "button",
          class: "chip player",
          "aria-pressed": name === player,
          "data-player": name,
          title: say("player-title", { name }),
          on: { click: () => (playing ? playing.choosePlayer(name) : update({ player: name })) },
        },
        figure(/** @type {any} */ (looks.get(name))),
        h("span", { class: "name" }, name),
        h("span", { class: "score" }, score),
        h("span", { class: "hidden" }, say("points-left", { count: left })),
        h("span", { class: "supply", "aria-hidden": "true" }, `×${left}`),
      );
    }),
  );
  if (focused !== undefined) [...byId("players").children].find((one) => one.dataset.player === focused)?.focus();
}

function edit() {
  fill(state.position.players);
  showDialog("players-dialog");
}

/**
 * A row of the dialog; with `was`, the name that the player had.
 * @typedef {import("./types.js").Player & {was?: string}} Row
 */

/** @param {Row[]} players */
function fill(players) {
  const looks = pieces(players, state.game.colours);
  byId("players-rows").replaceChildren(
    ...players.map((player, seat) => row(player, seat, looks.get(player.name)?.colour, players)),
  );
  byId("players-add").disabled = players.length >= state.game.players.most;
}

/** @param {Row} player @param {number} seat @param {string | undefined} shown @param {Row[]} players */
function row(player, seat, shown, players) {
  const { names } = state.game.colours;
  const number = { seat: seat + 1 };
  const colours = Object.entries(names).map(([name, colour]) =>
    h("option", { value: name, selected: colour === shown }, knows(`colour.${name}`) ? say(`colour.${name}`) : name),
  );
  return h(
    "fieldset",
    { class: "player-row", "data-was": player.was ?? player.name, "data-color": player.color ?? "" },
    h("legend", { class: "hidden" }, say("player", number)),
    h("input", {
      name: "name",
      value: player.name,
      maxlength: 40,
      required: true,
      "aria-label": say("player-name", number),
      autocomplete: "off",
    }),
    h("select", { name: "color", "aria-label": say("player-colour", number), "data-shown": shown ?? "" }, ...colours),
    h("input", {
      name: "score",
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: 1000000,
      value: player.score ?? 0,
      "aria-label": say("player-score", number),
    }),
    goodsForm(player),
    h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": say("player-remove", number),
        disabled: players.length <= 1,
        on: { click: () => fill(read().filter((_, other) => other !== seat)) },
      },
      icon("remove"),
    ),
  );
}

/** What a player has collected, where the game has anything to collect. @param {Row} player */
function goodsForm({ name, goods = {} }) {
  const tokens = Object.entries(state.game.tokens);
  if (!tokens.length) return null;
  const fields = tokens.map(([token, most]) =>
    h(
      "label",
      {},
      s(
        "svg",
        { class: "figure", viewBox: "-14 -14 28 28", "aria-hidden": "true" },
        s("use", { href: `#glyph-${token}` }),
      ),
      h("span", { class: "hidden" }, knows(`mark.${token}`) ? say(`mark.${token}`) : token),
      h("input", {
        name: `goods-${token}`,
        "data-token": token,
        type: "number",
        inputmode: "numeric",
        min: 0,
        max: most,
        value: goods[token] ?? 0,
      }),
    ),
  );
  return h("div", { class: "goods", role: "group", "aria-label": say("goods", { player: name }) }, ...fields);
}

/** @param {Element} fields */
function readGoods(fields) {
  const found = [.../** @type {NodeListOf<HTMLInputElement>} */ (fields.querySelectorAll("[data-token]"))].map(
    ({ dataset, value }) => [dataset.token, Math.max(0, Math.round(Number(value) || 0))],
  );
  return Object.fromEntries(found.filter(([, count]) => count));
}

/** What the rows say. @returns {Row[]} */
function read() {
  return [...byId("players-rows").children].map((fields) => {
    const value = (/** @type {string} */ name) => fields.querySelector(`[name=${name}]`).value.trim();
    const colour = fields.querySelector("[name=color]");
    const { names, also_called } = state.game.colours;
    const name = value("name");
    const own = names[also_called[name.toLowerCase()] ?? name.toLowerCase()];
    const unchanged = names[colour.value] === colour.dataset.shown && name === fields.dataset.was;
    /** @type {Row} */
    const player = { name, score: Math.max(0, Math.round(Number(value("score")) || 0)), was: fields.dataset.was };
    const color = unchanged ? fields.dataset.color : names[colour.value] === own ? "" : colour.value;
    if (color) player.color = color;
    const goods = readGoods(fields);
    if (Object.keys(goods).length) player.goods = goods;
    return player;
  });
}

/** What is wrong with the names of the players; nothing, if they can be told apart. @param {string[]} names */
export function namesProblem(names) {
  if (names.includes("")) return say("players-nameless");
  return new Set(names).size < names.length ? say("players-same") : "";
}

/** Renames followers and everything else that belongs to a player along with him. @param {SubmitEvent} event */
function save(event) {
  const rows = read();
  const names = rows.map(({ name }) => name);
  const problem = namesProblem(names);
  byId("players-problem").textContent = problem;
  if (problem) {
    event.preventDefault();
    return;
  }
  const renamed = new Map(rows.map(({ was, name }) => [was ?? "", name]));
  const stays = (/** @type {{player: string}} */ one) => renamed.has(one.player);
  const rename = (/** @type {any} */ one) => ({ ...one, player: renamed.get(one.player) });
  const { position } = state;
  const supplies = new Map(position.players.map((player) => [player.name, player.supply]));
  const changed = {
    ...position,
    players: rows.map(({ was, ...player }) =>
      supplies.get(was ?? "") === undefined ? player : { ...player, supply: supplies.get(was ?? "") },
    ),
    meeples: position.meeples.filter(stays).map(rename),
  };
  for (const part of partsOf(position)) Object.assign(changed, part.rename?.(position, renamed));
  commit(changed, { player: renamed.get(state.player) ?? names[0] });
}
