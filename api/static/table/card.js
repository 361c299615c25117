// The selected tile, large enough for a finger: whose follower stands where, one tap each; turned, taken away, judged.

import { byId, h, icon, s } from "./dom.js";
import { redraw } from "./forms.js";
import { terrainWord } from "./games.js";
import { partsOf } from "./games/parts.js";
import { judgeMove } from "./moved.js";
import { tileHref } from "./pictures.js";
import { figure, follower, pieces } from "./pieces.js";
import { followersAt, key, tileAt } from "./position.js";
import { pressed } from "./search.js";
import { remove, subscribe, tapSpot, turnBy, update } from "./store.js";
import { lightWay } from "./way.js";
import { say } from "./words.js";

/** @typedef {import("./store.js").State} State */

/** The cell whose tile is shown. */
let shown = "";

export function showCard() {
  subscribe((state) => {
    draw(state);
    const cell = byId("card").hidden || !state.selected ? "" : key(state.selected);
    if (cell !== shown) byId("dock").scrollTo(0, 0);
    shown = cell;
  });
}

/** @param {State} state */
function draw(state) {
  const { position, selected, game } = state;
  const holder = byId("card");
  const tile = selected && tileAt(position, selected);
  const kind = tile && game.kinds.get(tile.tile);
  holder.hidden = !tile || state.playing !== null || state.replacing !== null;
  if (!selected || !tile || holder.hidden) {
    holder.replaceChildren();
    return;
  }
  const content = [
    h("h2", { class: "hidden" }, say("tile", { tile: tile.tile })),
    h(
      "div",
      { class: "card-side" },
      h("div", { class: "large" }, kind && picture(state)),
      h(
        "div",
        { class: "card-tools" },
        button("turn", say("turn-right"), () => turnBy(90), "turn-right"),
        button("remove", say("remove"), () => remove(selected), "remove"),
        button("close", say("close"), () => update({ selected: null }), "card-close"),
      ),
    ),
    h(
      "div",
      { class: "card-main" },
      verdict(state, selected, tile.rotation),
      kind && figureForm(state),
      kind && spotsForm(state),
      ...partsOf(position).flatMap((part) => part.onTile?.(state, tile) ?? []),
      judgeMove(state, selected),
    ),
  ];
  redraw(holder, content);
}

/** @param {string} name @param {string} label @param {() => void} act @param {string} focus */
const button = (name, label, act, focus) =>
  h(
    "button",
    {
      type: "button",
      class: `icon-button ${focus}`,
      "aria-label": label,
      title: label,
      "data-focus": focus,
      on: { click: act },
    },
    icon(name),
  );

/**
 * The spots where the figure that is chosen may stand on the selected tile, as the service said; null while it has not.
 * @param {State} state
 * @returns {string[] | null}
 */
export function allowedSpots({ legal, selected, position, figure: chosen }) {
  const tile = selected && tileAt(position, selected);
  if (!selected || !tile) return null;
  const found = legal?.cells.get(key(selected))?.find(({ rotation }) => rotation === tile.rotation);
  if (!found) return null;
  return chosen === "follower" ? found.spots : (found.figures?.[chosen] ?? null);
}

/** The segments on which the figure that is chosen could ever stand. @param {State} state */
function segmentsFor({ game, position, selected, figure: chosen }) {
  const tile = selected && tileAt(position, selected);
  const kind = tile && game.kinds.get(tile.tile);
  if (!kind) return [];
  const terrains = game.figures.find(({ name }) => name === chosen)?.terrains;
  return kind.segments.map((segment, number) => ({ segment, number })).filter(
    ({ segment }) => !terrains || terrains.includes(segment.type),
  );
}

/** @param {State} state */
export function picture(state) {
  const { position, selected, game, player } = state;
  const cell = /** @type {import("./types.js").Cell} */ (selected);
  const tile = /** @type {import("./types.js").Tile} */ (tileAt(position, cell));
  const kind = /** @type {import("./games.js").Kind} */ (game.kinds.get(tile.tile));
  const looks = pieces(position.players, game.colours);
  const allowed = allowedSpots(state);
  const large = s(
    "svg",
    { viewBox: "0 0 100 100", role: "group", "aria-label": kind.describe(tile.rotation), "text-anchor": "middle" },
    s("use", { href: tileHref(game, tile.tile, tile.rotation) }),
  );
  segmentsFor(state).forEach(({ segment, number }, row) => {
    const [x, y] = kind.point(tile.rotation, number);
    const spot = kind.spot(tile.rotation, number);
    const there = followersAt(position, cell).find((one) => kind.segmentOf(tile.rotation, one.spot) === number);
    const free = !allowed || allowed.includes(spot);
    const words = [terrainWord(segment.type), there ? there.player : free ? say("spot-free") : say("spot-taken")];
    const act = () => tapSpot(cell, number);
    const look = there && looks.get(there.player);
    large.append(
      s(
        "g",
        {
          role: "button",
          tabindex: 0,
          "data-focus": `spot-${number}`,
          "data-at": spot,
          "aria-pressed": Boolean(there),
          "aria-label": `${row + 1}: ${words.join(", ")}`,
          class: there ? "spot taken" : free ? "spot" : "spot refused",
          on: { click: act, keydown: (/** @type {KeyboardEvent} */ event) => pressed(event, act) },
        },
        s("circle", { class: "touch", cx: 100 * x, cy: 100 * y, r: 13 }),
        there
          ? follower(look ?? { colour: "#888", ink: "#fff", letter: "?" }, 100 * x, 100 * y, {
              lying: game.lying.has(segment.type),
              look: game.looks[there.figure ?? "follower"],
              scale: 0.7,
            })
          : s("circle", {
              class: "dot",
              cx: 100 * x,
              cy: 100 * y,
              r: free ? 8 : 6,
              stroke: looks.get(player)?.colour ?? "#333",
            }),
        !there && s("text", { class: "number", x: 100 * x, y: 100 * y + 3.4, "font-size": 9.5 }, row + 1),
      ),
    );
  });
  return large;
}

/**
 * Whether the tile may lie as it does, as far as that is known.
 * @param {State} state
 * @param {import("./types.js").Cell} cell
 * @param {number} rotation
 */
function verdict({ legal, position, game }, cell, rotation) {
  const alone = position.tiles.length === 1 && !game.startCells.size && !game.wall;
  if (typeof legal?.placeable !== "boolean" || alone) return null;
  if (legal.cells.get(key(cell))?.some((placement) => placement.rotation === rotation)) return null;
  return h("p", { class: "misfits" }, icon("wrong"), say("may-not-lie"));
}

/** Which figure the next tap places, where there are several. @param {State} state */
function figureForm({ game, position, player, figure: chosen }) {
  if (game.figures.length < 2) return null;
  const look = pieces(position.players, game.colours).get(player);
  const chips = game.figures.map(({ name, title }) =>
    h(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": name === chosen,
        "aria-label": title,
        title,
        "data-figure": name,
        "data-focus": `figure-${name}`,
        on: { click: () => update({ figure: name }) },
      },
      look && figure(look, game.looks[name]),
    ),
  );
  return h("div", { class: "figures", role: "group", "aria-label": say("which-figure") }, ...chips);
}

/** Each spot with the players: one tap says who stands where. @param {State} state */
function spotsForm(state) {
  const { position, selected, game, figure: chosen } = state;
  const cell = /** @type {import("./types.js").Cell} */ (selected);
  const tile = /** @type {import("./types.js").Tile} */ (tileAt(position, cell));
  const kind = /** @type {import("./games.js").Kind} */ (game.kinds.get(tile.tile));
  const looks = pieces(position.players, game.colours);
  const allowed = allowedSpots(state);
  const rows = segmentsFor(state).map(({ segment, number }, row) => {
    const spot = kind.spot(tile.rotation, number);
    const there = followersAt(position, cell).find((one) => kind.segmentOf(tile.rotation, one.spot) === number);
    const free = Boolean(there) || !allowed || allowed.includes(spot);
    const terrain = terrainWord(segment.type);
    const buttons = position.players.map(({ name }) => {
      const stands = there?.player === name;
      return h(
        "button",
        {
          type: "button",
          class: "stand",
          "data-spot-of": spot,
          "data-player": name,
          "data-focus": `stand-${number}-${name}`,
          "aria-pressed": stands,
          "aria-label": say("stands", { player: name, terrain }),
          on: { click: () => tapSpot(cell, number, name) },
        },
        figure(/** @type {any} */ (looks.get(name)), game.looks[chosen]),
      );
    });
    const why =
      !free &&
      h(
        "button",
        {
          type: "button",
          class: "why",
          "aria-label": say("why-taken", { terrain }),
          title: say("why-taken", { terrain }),
          "data-focus": `why-${number}`,
          on: { click: () => lightWay(cell, segment.type) },
        },
        "?",
      );
    return h(
      "div",
      { class: free ? "spot-row" : "spot-row refused", role: "group", "aria-label": `${row + 1}: ${terrain}` },
      h("span", { class: "spot-name" }, h("b", {}, row + 1), h("span", {}, terrain)),
      ...buttons,
      why,
    );
  });
  // The spots where somebody may stand come first.
  rows.sort((a, b) => Number(a.classList.contains("refused")) - Number(b.classList.contains("refused")));
  return h(
    "div",
    { class: "spots", "data-count": position.players.length, role: "group", "aria-label": say("tap-segment") },
    ...rows,
  );
}
