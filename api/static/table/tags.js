// Cells that sentences name: nobody sees coordinates on a table, so that they become letters, which stand on the board.

import { h } from "./dom.js";
import { terrainWord } from "./games.js";
import { state, update } from "./store.js";
import { say } from "./words.js";

const CELL = /-?\d+,-?\d+/g;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Forgets the letters of the last answer. */
export const forgetTags = () => update({ tags: new Map() });

/** The letter of a cell. @param {string} cell */
export function letterOf(cell) {
  const { tags } = state;
  const known = tags.get(cell);
  if (known) return known;
  const letter = LETTERS[tags.size % LETTERS.length];
  update({ tags: new Map([...tags, [cell, letter]]) });
  return letter;
}

/** Where a figure stands, in words. @param {{x: number, y: number, spot: string}} one */
export const place = ({ x, y, spot }) =>
  say("place", { terrain: terrainWord(spot.split("@")[0]), cell: letterOf(`${x},${y}`) });

/** A part of a tile, in words. @param {string} spot */
export function spotWords(spot) {
  const [terrain, port] = spot.split("@");
  const side = port && say(`side.${port[0]}`);
  return side ? `${terrainWord(terrain)} (${side})` : terrainWord(terrain);
}

/** Names of fields, which programs need and people don't, in the quotation marks of every language. */
const NAMED = "[“„«][\\s\\u00a0\\u202f]?[a-z_]+[\\s\\u00a0\\u202f]?[”“»]";
const IN_BRACKETS = new RegExp(` ?\\(${NAMED}(?:, ?${NAMED})*\\)`, "g");
/** What is said only to programs: to send `excerpt`. The page has a button for that. */
const FOR_PROGRAMS = /\s?[^.]*[“„«]\s?excerpt\s?[”“»][^.]*\./g;

/**
 * A sentence in which every cell is a letter, which is shown on the board.
 * @param {string} told
 * @returns {HTMLElement}
 */
export function pointed(told) {
  const text = told.replace(IN_BRACKETS, "").replace(FOR_PROGRAMS, "");
  const cells = text.match(CELL) ?? [];
  const parts = text.split(CELL);
  const content = parts.flatMap((part, number) =>
    number < cells.length ? [part, h("b", { class: "tag" }, letterOf(cells[number]))] : [part],
  );
  return h("span", {}, ...content);
}
