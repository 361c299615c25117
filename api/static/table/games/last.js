// Which tile was laid last, and by whom, in games in which that matters to a scoring.

import { h } from "../dom.js";
import { select } from "../forms.js";
import { askWith } from "../store.js";
import { say } from "../words.js";

/** @typedef {import("../store.js").State} State */

/** Who laid the last tile; which one it was goes with it. @param {State} state */
export function lastBy({ position, question, last }) {
  const choices = [{ value: "", words: "–" }, ...position.players.map(({ name }) => ({ value: name, words: name }))];
  const tile = position.tiles.at(-1);
  const newest = last ? { x: last[0], y: last[1] } : tile && { x: tile.x, y: tile.y };
  return select("player", say("last-by"), choices, question.extra.player ?? "", (value) =>
    askWith({ player: value || undefined, last: value ? (question.extra.last ?? newest) : undefined }),
  );
}

/** That this tile was laid last. @param {State} state @param {import("../types.js").Tile} tile */
export function lastForm({ question, game, player }, { x, y }) {
  if (!game.fields[question.kind]?.includes("last")) return null;
  const { last } = question.extra;
  const is = last?.x === x && last?.y === y;
  const change = () => askWith(is ? { last: undefined } : { last: { x, y }, player: question.extra.player ?? player });
  return h(
    "label",
    { class: "check" },
    h("input", { type: "checkbox", checked: is, "data-focus": "last", on: { change } }),
    say("laid-last"),
  );
}
