// What single questions need besides the position: the wheel's drawn symbol, who laid the last tile, wall tiles used.

import { h } from "./dom.js";
import { terrainWord } from "./games.js";
import { askWith, state } from "./store.js";
import { say } from "./words.js";

/** @typedef {import("./store.js").State} State */

/** The wall tiles that are used in a phase; the others count by themselves. @type {Record<string, number[]>} */
const USED = { interim: [2, 3], final: [4, 5, 6, 7] };

/** @param {State} now @returns {Node[]} */
export function optionsFor(now) {
  const { game, question, position } = now;
  const fields = game.fields[question.kind] ?? [];
  const form = [];
  if (fields.includes("drawn")) form.push(drawn(now));
  if (fields.includes("player")) form.push(byPlayer(now, fields.includes("last")));
  if (fields.includes("use")) form.push(...wallTiles(now));
  if (fields.includes("order") && (position.meeples.length > 1 || question.extra.order)) form.push(...first(now));
  return form;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {{value: string, words: string | number}[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
function select(name, label, choices, chosen, change) {
  const options = choices.map(({ value, words }) => h("option", { value, selected: value === chosen }, words));
  const listen = {
    change: (/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value),
  };
  return h("label", {}, h("span", {}, label), h("select", { "data-focus": name, name, on: listen }, ...options));
}

/** @param {State} now */
function drawn({ question, player }) {
  if (!question.extra.drawn) queueMicrotask(() => askWith({ drawn: 1, player: question.extra.player ?? player }));
  const choices = [1, 2, 3].map((steps) => ({ value: String(steps), words: steps }));
  return select("drawn", say("drawn"), choices, String(question.extra.drawn ?? 1), (value) =>
    askWith({ drawn: Number(value), plague: undefined }),
  );
}

/** @param {State} now @param {boolean} optional */
function byPlayer({ position, question }, optional) {
  const choices = position.players.map(({ name }) => ({ value: name, words: name }));
  if (optional) choices.unshift({ value: "", words: "–" });
  const label = say(optional ? "last-by" : "active-player");
  const cell = state.last ?? lastOf(position);
  const last = question.extra.last ?? (cell && { x: cell[0], y: cell[1] });
  return select("player", label, choices, question.extra.player ?? "", (value) =>
    askWith({ player: value || undefined, ...(optional && { last: value && last ? last : undefined }) }),
  );
}

/** @param {import("./types.js").Position} position @returns {import("./types.js").Cell | null} */
function lastOf({ tiles }) {
  const tile = tiles.at(-1);
  return tile ? [tile.x, tile.y] : null;
}

/** For each wall tile that a player holds: on which of his followers' features it is used. @param {State} now */
function wallTiles({ position, question }) {
  const use = question.extra.use ?? [];
  return Object.entries(position.castle?.wall_tiles?.held ?? {}).flatMap(([player, held]) =>
    held
      .filter((tile) => USED[question.kind]?.includes(tile))
      .map((tile, number) => {
        const own = position.meeples.filter((one) => one.player === player);
        const same = (/** @type {any} */ one) => one.player === player && one.wall_tile === tile;
        const chosen = use.find(same);
        const place = (/** @type {any} */ one) => `${one.x},${one.y},${one.spot}`;
        const choices = [
          { value: "", words: say("not-used") },
          ...own.map((one) => ({
            value: place(one),
            words: say("place", { terrain: terrainWord(one.spot.split("@")[0]), x: one.x, y: one.y }),
          })),
        ];
        return select(
          `use-${player}-${tile}-${number}`,
          say("use-wall-tile", { player, tile }),
          choices,
          chosen ? place(chosen) : "",
          (value) => {
            const target = own.find((one) => place(one) === value);
            const others = use.filter((/** @type {any} */ one) => !same(one));
            const changed = target
              ? [...others, { player, wall_tile: tile, x: target.x, y: target.y, spot: target.spot }]
              : others;
            askWith({ use: changed.length ? changed : undefined });
          },
        );
      }),
  );
}

/** Which feature is scored first, where the order may matter. @param {State} now */
function first({ position, question }) {
  const chosen = question.extra.order?.[0];
  const place = (/** @type {any} */ one) => `${one.x},${one.y},${one.spot}`;
  const choices = [
    { value: "", words: "–" },
    ...position.meeples.map((one) => ({
      value: place(one),
      words: say("place", { terrain: terrainWord(one.spot.split("@")[0]), x: one.x, y: one.y }),
    })),
  ];
  return [
    select("order", say("scored-first"), choices, chosen ? place(chosen) : "", (value) => {
      const one = position.meeples.find((other) => place(other) === value);
      askWith({ order: one ? [{ x: one.x, y: one.y, spot: one.spot }] : undefined });
    }),
  ];
}
