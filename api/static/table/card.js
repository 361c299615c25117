// The selected tile, large enough for a finger: turned, taken away, and followers put on its segments.

import { byId, h, icon, s } from "./dom.js";
import { terrainWord } from "./games.js";
import { partsOf } from "./games/parts.js";
import { tileHref } from "./pictures.js";
import { figure, follower, pieces } from "./pieces.js";
import { followersAt, key, tileAt } from "./position.js";
import { pressed } from "./search.js";
import { remove, subscribe, tapSpot, turnBy, update } from "./store.js";
import { say } from "./words.js";

/** @typedef {import("./store.js").State} State */

/** The cell whose tile is shown. */
let shown = "";

export function showCard() {
  subscribe((state) => {
    draw(state);
    const cell = byId("card").hidden || !state.selected ? "" : key(state.selected);
    if (cell && cell !== shown) bringIntoView();
    shown = cell;
  });
}

/** On a phone the card lies below the board: the page moves up until both are seen. */
function bringIntoView() {
  const seats = /** @type {HTMLElement} */ (document.querySelector(".seats"));
  const { bottom } = byId("card").getBoundingClientRect();
  const top = seats.offsetTop + seats.offsetHeight;
  if (bottom > innerHeight && getComputedStyle(byId("board").parentElement).position === "sticky" && scrollY < top) {
    scrollTo({ top, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }
}

/** @param {State} state */
function draw(state) {
  const { position, selected, game } = state;
  const holder = byId("card");
  const tile = selected && tileAt(position, selected);
  const kind = tile && game.kinds.get(tile.tile);
  holder.hidden = !tile || state.playing !== null;
  const focused = /** @type {HTMLElement | null} */ (holder.querySelector(":focus"))?.dataset.focus;
  if (!selected || !tile || state.playing) {
    holder.replaceChildren();
    return;
  }
  const content = [
    h("h2", { class: "hidden" }, say("tile", { tile: tile.tile })),
    h("div", { class: "large" }, kind && picture(state)),
    h(
      "div",
      { class: "card-side" },
      h(
        "div",
        { class: "card-tools" },
        button("turn-left", say("turn-left"), () => turnBy(-90), "turn-left"),
        button("turn", say("turn-right"), () => turnBy(90), "turn-right"),
        button("remove", say("remove"), () => remove(selected), "remove"),
        button("close", say("close"), () => update({ selected: null }), "card-close"),
      ),
      ...[verdict(state, selected, tile.rotation)].filter((part) => part !== null),
    ),
    kind && followersForm(state),
    ...partsOf(position).flatMap((part) => part.onTile?.(state, tile) ?? []),
  ];
  holder.replaceChildren(...content.filter((part) => part instanceof Node));
  if (focused) /** @type {HTMLElement | null} */ (holder.querySelector(`[data-focus="${focused}"]`))?.focus();
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

/** @param {State} state */
export function picture({ position, selected, game, legal, player }) {
  const cell = /** @type {import("./types.js").Cell} */ (selected);
  const tile = /** @type {import("./types.js").Tile} */ (tileAt(position, cell));
  const kind = /** @type {import("./games.js").Kind} */ (game.kinds.get(tile.tile));
  const looks = pieces(position.players, game.colours);
  const allowed = legal?.cells.get(key(cell))?.find(({ rotation }) => rotation === tile.rotation)?.spots ?? null;
  const large = s(
    "svg",
    { viewBox: "0 0 100 100", role: "group", "aria-label": kind.describe(tile.rotation), "text-anchor": "middle" },
    s("use", { href: tileHref(game, tile.tile, tile.rotation) }),
  );
  kind.segments.forEach((segment, number) => {
    const [x, y] = kind.point(tile.rotation, number);
    const spot = kind.spot(tile.rotation, number);
    const there = followersAt(position, cell).find((one) => kind.segmentOf(tile.rotation, one.spot) === number);
    const free = !allowed || allowed.includes(spot);
    const words = [
      terrainWord(segment.type),
      spot.split("@")[1],
      there ? there.player : free ? say("spot-free") : say("spot-taken"),
    ];
    const act = () => tapSpot(cell, number);
    large.append(
      s(
        "g",
        {
          role: "button",
          tabindex: 0,
          "data-focus": `spot-${number}`,
          "data-at": spot,
          "aria-pressed": Boolean(there),
          "aria-label": words.filter(Boolean).join(", "),
          class: there ? "spot taken" : free ? "spot" : "spot refused",
          on: { click: act, keydown: (/** @type {KeyboardEvent} */ event) => pressed(event, act) },
        },
        s("circle", { class: "touch", cx: 100 * x, cy: 100 * y, r: 13 }),
        there
          ? follower(looks.get(there.player) ?? { colour: "#888", ink: "#fff", letter: "?" }, 100 * x, 100 * y, {
              lying: game.lying.has(segment.type),
              scale: 0.8,
              look: game.figures[there.figure ?? "follower"],
            })
          : s("circle", {
              class: "dot",
              cx: 100 * x,
              cy: 100 * y,
              r: free ? 6.5 : 4,
              stroke: looks.get(player)?.colour ?? "#333",
            }),
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
  const fits = legal.cells.get(key(cell))?.some((placement) => placement.rotation === rotation);
  return h(
    "p",
    { class: fits ? "fits" : "misfits" },
    icon(fits ? "done" : "wrong"),
    say(fits ? "may-lie" : "may-not-lie"),
  );
}

/** Whose follower the next tap places. @param {State} state */
function followersForm({ position, player, game }) {
  const looks = pieces(position.players, game.colours);
  const chips = position.players.map(({ name }) =>
    h(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": name === player,
        "data-focus": `player-${name}`,
        on: { click: () => update({ player: name }) },
      },
      figure(/** @type {any} */ (looks.get(name))),
      h("span", {}, name),
    ),
  );
  return h(
    "div",
    { class: "whose", role: "group", "aria-label": say("whose") },
    h("p", {}, say("tap-segment")),
    ...chips,
  );
}
