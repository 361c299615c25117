// How a player's wooden pieces look: the same colours and letters as in the service's pictures.

import { s } from "./dom.js";

/** @typedef {{colour: string, ink: string, letter: string}} Piece */

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/;

/**
 * The look of every player's pieces, by name.
 * @param {import("./types.js").Player[]} players
 * @param {{names: Record<string, string>, also_called: Record<string, string>, seats: string[]}} colours
 * @returns {Map<string, Piece>}
 */
export function pieces(players, colours) {
  const wanted = players.map(({ name, color }) => asked(color, colours) ?? asked(name, colours));
  const free = colours.seats.map((name) => colours.names[name]).filter((colour) => !wanted.includes(colour));
  const letters = new Set();
  return new Map(
    players.map(({ name }, seat) => {
      const colour = wanted[seat] ?? free.shift() ?? colours.names.grey;
      const signs = [...name].filter((sign) => /[\p{L}\p{N}]/u.test(sign)).map((sign) => sign.toUpperCase()[0]);
      const letter = signs.find((sign) => !letters.has(sign)) ?? String(seat + 1);
      letters.add(letter);
      return [name, { colour, ink: inkOn(colour), letter }];
    }),
  );
}

/** @param {string | undefined} name @param {any} colours @returns {string | undefined} */
function asked(name, colours) {
  const wanted = (name ?? "").trim().toLowerCase();
  return HEX.test(wanted) ? wanted : colours.names[colours.also_called[wanted] ?? wanted];
}

/** @param {string} colour */
function inkOn(colour) {
  const digits = colour.length === 7 ? colour.slice(1) : [...colour.slice(1)].map((digit) => digit + digit).join("");
  const [red, green, blue] = [0, 2, 4].map((place) => parseInt(digits.slice(place, place + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#111" : "#fff";
}

/**
 * How a kind of figure is drawn.
 * @typedef {{standing: string, lying: string, scale: number, letter: {standing: number, lying: number}}} Look
 */
/** @type {Look} */
const FOLLOWER = { standing: "standing", lying: "lying", scale: 1, letter: { standing: 2.2, lying: -1 } };

/**
 * A follower around a point of a drawing.
 * @param {Piece} piece
 * @param {number} x
 * @param {number} y
 * @param {{lying?: boolean, scale?: number, look?: Look}} [options]
 */
export function follower(piece, x, y, { lying = false, scale = 1, look = FOLLOWER } = {}) {
  const pose = lying ? "lying" : "standing";
  return s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale * look.scale})`, class: "follower" },
    s("use", { href: `#glyph-${look[pose]}`, fill: piece.colour }),
    s("text", { y: look.letter[pose] + 5.2, "font-size": 14.5, "font-weight": "bold", fill: piece.ink }, piece.letter),
  );
}

/**
 * A follower as a small picture of its own.
 * @param {Piece} piece
 * @param {Look} [look]
 */
export const figure = (piece, look) =>
  s(
    "svg",
    { class: "figure", viewBox: "-22 -22 44 44", "aria-hidden": "true", "text-anchor": "middle" },
    follower(piece, 0, 0, { look }),
  );
