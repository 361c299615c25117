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

/** How a figure is drawn: its pictures, and where its letter stands. */
const FOLLOWER = { standing: "standing", lying: "lying", scale: 1, letter: { standing: 2.2, lying: -1 } };

/**
 * A follower, or another figure, around a point of a drawing.
 * @param {Piece} piece
 * @param {number} x
 * @param {number} y
 * @param {{lying?: boolean, scale?: number, look?: typeof FOLLOWER, attributes?: object}} [options]
 */
export function follower(piece, x, y, { lying = false, scale = 1, look = FOLLOWER, attributes = {} } = {}) {
  const pose = lying ? "lying" : "standing";
  return s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale * look.scale})`, class: "follower", ...attributes },
    s("use", { href: `#glyph-${look[pose]}`, fill: piece.colour }),
    s("text", { y: look.letter[pose] + 5.2, "font-size": 14.5, "font-weight": "bold", fill: piece.ink }, piece.letter),
  );
}

/**
 * A figure as a small picture of its own.
 * @param {Piece} piece
 * @param {typeof FOLLOWER} [look]
 */
export const figure = (piece, look = FOLLOWER) =>
  s(
    "svg",
    { class: "figure", viewBox: "-22 -22 44 44", "aria-hidden": "true", "text-anchor": "middle" },
    follower(piece, 0, 0, { look: { ...look, scale: Math.min(look.scale, 1.1) } }),
  );
