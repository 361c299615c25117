// What a game has on the table besides tiles: the wheel with its pig and crowns, the castle's wall and track.

import { byId } from "./dom.js";
import { follower } from "./pieces.js";
import { startBoard } from "./position.js";
import { commit, state as now } from "./store.js";
import { say } from "./words.js";

/** @typedef {import("./store.js").State} State */

/** @type {import("./games.js").Game | null} */
let furnished = null;

/** Shows the table of the game, its pieces where they stand. @param {State} state */
export function furnish(state) {
  const { game } = state;
  if (furnished !== game) {
    furnished = game;
    for (const layer of ["beneath", "above"]) {
      const copy = /** @type {Element} */ (byId(layer)?.cloneNode(true));
      copy?.removeAttribute("id");
      byId(`table-${layer}`).replaceChildren(...(copy ? [copy] : []));
    }
    prepareWheel(game);
    prepareWall(game);
  }
  for (const layer of ["beneath", "above"]) byId(`table-${layer}`).style.display = isElsewhere(state) ? "none" : "";
  const pig = byId("table-above").querySelector('use[href="#glyph-pig"]');
  if (pig) place(pig, pigPlace(state));
  const standing = new Set(onWall(state));
  for (const tile of byId("table-beneath").querySelectorAll("[data-tower-tile]")) {
    tile.classList.toggle("gone", !standing.has(Number(tile.dataset.towerTile)));
  }
}

/** Whether the table of the game lies beside what is shown. @param {State} state */
const isElsewhere = ({ position, game }) => game.startCells.size > 0 && !startBoard(position, game).size;

/** @param {Element} piece @param {[number, number]} at */
function place(piece, [x, y]) {
  piece.setAttribute("x", String(100 * x));
  piece.setAttribute("y", String(100 * y));
}

/** @param {State} state @returns {[number, number]} */
function pigPlace({ position, game }) {
  const places = game.placesOf("pig");
  return (places.find(({ name }) => name === position.wheel?.pig) ?? places[0]).at;
}

/** The names of the wheel's segments, clockwise. @param {import("./games.js").Game} game */
export const segments = (game) => game.placesOf("pig").map(({ name }) => name);

/** @param {import("./games.js").Game} game */
function prepareWheel(game) {
  const wheel = byId("table-above").querySelector(".wheel");
  if (!wheel) return;
  for (const name of segments(game)) wheel.querySelector(`path.${name}`)?.setAttribute("data-segment", name);
  wheel.querySelectorAll("circle.crown").forEach((/** @type {any} */ circle) => {
    const found = nearest(game.placesOf("crown"), circle.getAttribute("cx"), circle.getAttribute("cy"));
    circle.dataset.crown = found?.name;
  });
}

/** @param {import("./games.js").Game} game */
function prepareWall(game) {
  const towers = game.placesOf("wall_tile");
  byId("table-beneath")
    .querySelectorAll('use[href="#glyph-wall_tile"]')
    .forEach((/** @type {any} */ tile) => {
      tile.dataset.towerTile = nearest(towers, tile.getAttribute("x"), tile.getAttribute("y"))?.name;
    });
}

/** @param {{name: string, at: [number, number]}[]} places @param {string} x @param {string} y */
const nearest = (places, x, y) =>
  places.find(({ at }) => Math.hypot(100 * at[0] - Number(x), 100 * at[1] - Number(y)) < 1);

/** The towers that had a wall tile at the start. */
export const towers = () =>
  [...byId("table-beneath").querySelectorAll("[data-tower-tile]")]
    .map((/** @type {any} */ tile) => Number(tile.dataset.towerTile))
    .sort((a, b) => a - b);

/** The towers that still have their wall tile. @param {State} state @returns {number[]} */
export function onWall({ position }) {
  const tiles = position.castle?.wall_tiles;
  const held = Object.values(tiles?.held ?? {}).some((list) => list.length);
  return tiles?.on_wall ?? (held ? [] : towers());
}

/**
 * Followers on crown spaces, and the markers on the castle's track.
 * @param {State} state
 * @param {Map<string, import("./pieces.js").Piece>} looks
 */
export function* figureOn(state, looks) {
  if (isElsewhere(state)) return;
  const { position, game } = state;
  const free = [...game.placesOf("crown")];
  for (const { segment, player } of position.wheel?.crowns ?? []) {
    const space = free.findIndex(({ name }) => name === segment);
    const look = looks.get(player);
    if (space < 0 || !look) continue;
    const [{ at }] = free.splice(space, 1);
    yield follower(look, 100 * at[0], 100 * at[1]);
  }
  const track = game.placesOf("marker");
  if (!track.length) return;
  const spaces = position.players.map(({ score = 0 }) => score % track.length);
  for (const [seat, { name, score = 0 }] of position.players.entries()) {
    const look = looks.get(name);
    const together = spaces.filter((space) => space === spaces[seat]).length > 1;
    const [x, y] = track[spaces[seat]].at;
    const shift = together ? 10 * (2 * seat - spaces.length + 1) : 0;
    if (look) yield follower(look, 100 * x + shift, 100 * y, { lying: score >= track.length, scale: 0.85 });
  }
}

/** Whether a tap on the drawing meant a piece of the table; then it is done. @param {Element} target */
export function tapFurniture(target) {
  if (now.playing) return now.playing.tapFurniture(target);
  const crown = /** @type {HTMLElement | null} */ (target.closest("[data-crown]"))?.dataset.crown;
  const segment = /** @type {HTMLElement | null} */ (target.closest("[data-segment]"))?.dataset.segment;
  const tower = /** @type {HTMLElement | null} */ (target.closest("[data-tower-tile]"))?.dataset.towerTile;
  if (crown) tapCrown(crown);
  else if (segment) movePig(segment);
  else if (tower) toggleTower(Number(tower));
  return Boolean(crown || segment || tower);
}

/** @param {string} segment */
export function movePig(segment) {
  const { position } = now;
  commit(
    { ...position, wheel: { ...position.wheel, pig: segment } },
    { status: say("pig-on", { segment: say(`segment.${segment}`) }) },
  );
}

/** The player's follower comes to a crown space of a segment, or goes from it. @param {string} segment */
export function tapCrown(segment) {
  const { position, player, game } = now;
  const crowns = position.wheel?.crowns ?? [];
  const own = crowns.findIndex((crown) => crown.segment === segment && crown.player === player);
  const spaces = game.placesOf("crown").filter(({ name }) => name === segment).length;
  const full = crowns.filter((crown) => crown.segment === segment).length >= spaces;
  let changed = [...crowns, { segment, player }];
  if (full)
    changed =
      own >= 0 ? crowns.filter((_, number) => number !== own) : crowns.filter((crown) => crown.segment !== segment);
  else if (own >= 0 && spaces === 1) changed = crowns.filter((_, number) => number !== own);
  commit({ ...position, wheel: { ...position.wheel, crowns: changed } });
}

/** @param {number} tower */
export function toggleTower(tower) {
  const { position } = now;
  const standing = onWall(now);
  const on_wall = standing.includes(tower)
    ? standing.filter((one) => one !== tower)
    : [...standing, tower].sort((a, b) => a - b);
  commit({ ...position, castle: { ...position.castle, wall_tiles: { ...position.castle?.wall_tiles, on_wall } } });
}
