// The wheel and the castle as forms: everything that can be tapped on the drawing, also for keys and screen readers.

import { byId, h } from "./dom.js";
import { movePig, onWall, segments, tapCrown, toggleTower, towers } from "./furniture.js";
import { figure, pieces } from "./pieces.js";
import { commit, state, subscribe } from "./store.js";
import { language, say } from "./words.js";

/** @typedef {import("./store.js").State} State */

let drawn = "";

export function showExtras() {
  subscribe((now) => {
    const { game, position } = now;
    const wanted = JSON.stringify([language(), game.id, position.wheel, position.castle, position.players, now.player]);
    if (wanted === drawn) return;
    drawn = wanted;
    const holder = byId("extras");
    const focused = /** @type {HTMLElement | null} */ (holder.querySelector(":focus"))?.dataset.focus;
    const form = game.placesOf("pig").length ? wheel(now) : game.placesOf("wall_tile").length ? castle(now) : [];
    holder.hidden = !form.length;
    byId("extras-title").textContent = form.length ? say(`extras.${game.wall ? "castle" : "wheel"}`) : "";
    byId("extras-form").replaceChildren(...form);
    if (focused) /** @type {HTMLElement | null} */ (holder.querySelector(`[data-focus="${focused}"]`))?.focus();
  });
}

/** @param {State} now @returns {Node[]} */
function wheel({ game, position, player }) {
  const looks = pieces(position.players, game.colours);
  const crowns = position.wheel?.crowns ?? [];
  const names = segments(game);
  const pig = position.wheel?.pig ?? names[0];
  const options = names.map((name) => h("option", { value: name, selected: name === pig }, say(`segment.${name}`)));
  const rows = names.map((name) => {
    const there = crowns.filter(({ segment }) => segment === name);
    const owners = there.map((crown) => crown.player).join(", ") || say("nobody");
    return h(
      "button",
      { type: "button", class: "chip", "data-focus": `crown-${name}`, on: { click: () => tapCrown(name) } },
      h("span", {}, say(`segment.${name}`)),
      h("span", { class: "hidden" }, `: ${owners}`),
      ...there.map((crown) => figure(/** @type {any} */ (looks.get(crown.player)))),
    );
  });
  return [
    h(
      "label",
      {},
      h("span", {}, say("pig")),
      h(
        "select",
        { "data-focus": "pig", on: { change: (/** @type {any} */ event) => movePig(event.target.value) } },
        ...options,
      ),
    ),
    h("p", {}, say("crowns-hint", { player })),
    h("div", { class: "chips", role: "group", "aria-label": say("crowns") }, ...rows),
  ];
}

/** @param {State} now @returns {Node[]} */
function castle(now) {
  const { game, position } = now;
  const looks = pieces(position.players, game.colours);
  const held = position.castle?.wall_tiles?.held ?? {};
  const rows = position.players.map(({ name }) => {
    const keep = h("input", {
      type: "number",
      min: 0,
      max: 60,
      inputmode: "numeric",
      value: position.castle?.keeps?.[name] ?? "",
      "data-focus": `keep-${name}`,
      on: { change: (/** @type {any} */ event) => setKeep(name, Number(event.target.value)) },
    });
    const chips = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tile) => {
      const count = (held[name] ?? []).filter((one) => one === tile).length;
      return h(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": count > 0,
          "data-focus": `held-${name}-${tile}`,
          "aria-label": say("held-label", { player: name, tile, count }),
          on: { click: () => cycleHeld(name, tile, count) },
        },
        tile,
        count > 1 && h("sup", {}, "×2"),
      );
    });
    return h(
      "fieldset",
      {},
      h("legend", {}, figure(/** @type {any} */ (looks.get(name))), name),
      h("label", {}, h("span", {}, say("keep")), keep),
      h(
        "div",
        { class: "chips", role: "group", "aria-label": say("held", { player: name }) },
        h("span", {}, say("wall-tiles")),
        ...chips,
      ),
    );
  });
  const standing = new Set(onWall(now));
  const wall = towers().map((tower) =>
    h(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": standing.has(tower),
        "data-focus": `tower-${tower}`,
        "aria-label": say("tower-label", { tower }),
        on: { click: () => toggleTower(tower) },
      },
      tower,
    ),
  );
  return [
    ...rows,
    h("div", { class: "chips", role: "group", "aria-label": say("on-wall") }, h("span", {}, say("on-wall")), ...wall),
  ];
}

/** @param {string} player @param {number} tiles */
function setKeep(player, tiles) {
  const { position } = state;
  const { [player]: _, ...others } = position.castle?.keeps ?? {};
  commit({ ...position, castle: { ...position.castle, keeps: tiles > 0 ? { ...others, [player]: tiles } : others } });
}

/** None, one or two of a wall tile. @param {string} player @param {number} tile @param {number} count */
function cycleHeld(player, tile, count) {
  const { position } = state;
  const before = position.castle?.wall_tiles?.held ?? {};
  const others = (before[player] ?? []).filter((one) => one !== tile);
  const now = [...others, ...Array((count + 1) % 3).fill(tile)].sort();
  const held = { ...before, [player]: now };
  commit({ ...position, castle: { ...position.castle, wall_tiles: { on_wall: onWall(state), held } } });
}
