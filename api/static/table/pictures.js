// The pictures of tiles: those of the game's box lie in the page, those of extra kinds are drawn by the service.

import { s } from "./dom.js";
import { post } from "./service.js";
import { subscribe } from "./store.js";

/** Extra kinds of the position that is shown, by name. @type {Map<string, string>} */
const extra = new Map();
/** What was asked for already. @type {Set<string>} */
const asked = new Set();

/**
 * Where the picture of a tile is.
 * @param {import("./games.js").Game} game
 * @param {string} tile
 * @param {number} rotation
 */
export const tileHref = (game, tile, rotation) =>
  game.kinds.has(tile) ? `#${extra.get(tile) ?? "tile"}-${tile}-${rotation}` : "#";

/** Draws extra kinds as they come. */
export function follow() {
  subscribe(({ position }) => {
    extra.clear();
    for (const kind of /** @type {any[]} */ (position.tileset?.kinds ?? [])) {
      const name = `extra${hash(JSON.stringify(kind))}`;
      extra.set(kind.id, name);
      for (const rotation of [0, 90, 180, 270]) draw(position, kind.id, rotation, `${name}-${kind.id}-${rotation}`);
    }
  });
}

/** @param {string} text */
const hash = (text) => [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7);

/**
 * Has the service draw one tile on an empty table, far from any start board, and keeps what it is made of.
 * @param {import("./types.js").Position} position
 * @param {string} tile
 * @param {number} rotation
 * @param {string} id
 */
async function draw(position, tile, rotation, id) {
  if (asked.has(id)) return;
  asked.add(id);
  const { variant, tileset } = position;
  const place = { x: 4, y: 4 };
  const request = { variant, tileset, excerpt: true, tiles: [{ ...place, tile, rotation }] };
  try {
    const text = await (await post("render", request, "image/svg+xml")).text();
    const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
    const parts = [...drawing.querySelectorAll(`.board > use[x="${100 * place.x}"][y="${100 * place.y}"]`)];
    if (!parts.length) throw new Error("nothing was drawn");
    const group = s("g", { id }, ...parts.map((part) => s("use", { href: part.getAttribute("href") })));
    importDefinitions(drawing);
    /** @type {Element} */ (document.querySelector("#pictures defs")).append(group);
  } catch {
    asked.delete(id);
  }
}

/**
 * Takes over the definitions of a drawing that the page does not have yet; equal ids are equal pictures.
 * @param {Document} drawing
 */
export function importDefinitions(drawing) {
  const found = [...(drawing.querySelector("defs")?.children ?? [])].filter(({ id }) => !document.getElementById(id));
  document.querySelector("#pictures defs")?.append(...found.map((one) => document.importNode(one, true)));
}
