// The tiles of the box, with how many are left: all of them, those that were searched for, or those that fit a cell.

import { byId, h, icon, s, set } from "./dom.js";
import { draggable } from "./drag.js";
import { ROTATIONS } from "./games.js";
import { focusLegal } from "./input.js";
import { likelyTiles } from "./likely.js";
import { tileHref } from "./pictures.js";
import { clear, facing, rotationsFor, tileAt, used } from "./position.js";
import { clearSearch, isSearching, searchForm, showsSearched } from "./search.js";
import { choose, layAt, state, subscribe, update } from "./store.js";
import { say } from "./words.js";

/** @typedef {import("./store.js").State} State */
/** @typedef {import("./likely.js").Choice} Choice */

let searching = matchMedia("(min-width: 60rem)").matches;
let opened = -1;
/** The cell for which tiles were shown last. */
let targeted = "";
/** The tile that the keyboard stands on. */
let current = "";

export function showPalette() {
  const list = byId("palette");
  list.addEventListener("keydown", arrows);
  list.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
  byId("search-toggle").addEventListener("click", () => {
    searching = !searching;
    if (!searching) clearSearch();
    update({});
  });
  byId("target-cancel").addEventListener("click", () => update({ selected: null, replacing: null }));
  subscribe(draw);
}

/** @param {State} state */
function draw(state) {
  const { position, selected, replacing } = state;
  if (opened !== state.opened) {
    opened = state.opened;
    clearSearch();
  }
  const target = replacing ?? (selected && !tileAt(position, selected) ? selected : null);
  const shown = target ? fitting(state, target) : inBox(state);
  const list = byId("palette");
  byId("target").hidden = !target;
  byId("dock").classList.toggle("targeting", target !== null);
  set(byId("search-toggle"), { "aria-expanded": searching });
  const kinds = new Set(shown.map(({ kind }) => kind.id)).size;
  byId("palette-count").textContent = isSearching() || target ? say("found", { count: kinds }) : "";
  drawSearch(state, kinds);
  const ids = shown.map(({ kind, rotation }) => idOf(state, kind, target ? rotation : null));
  if (!ids.includes(current)) current = ids[0] ?? "";
  reuse(
    list,
    shown.map((one, number) => entry(one, ids[number], target !== null, state)),
  );
  if (targeted !== String(target)) {
    targeted = String(target);
    list.scrollTo(0, 0);
  }
}

/**
 * The tiles that look right on a cell, most likely first.
 * @param {State} state
 * @param {import("./types.js").Cell} cell
 */
function fitting({ game, position, playing }, cell) {
  const around = clear(position, cell);
  const wanted = facing(around, game, cell);
  const out = used(around);
  const left = (/** @type {import("./games.js").Kind} */ kind) =>
    playing ? (playing.left[kind.id] ?? 0) : kind.count - (out.get(kind.id) ?? 0);
  const kinds = [...game.kinds.values()].filter((kind) => !playing || left(kind) > 0);
  return likelyTiles(kinds, left, (kind) =>
    (playing?.fits(kind.id, cell) ?? rotationsFor(game, kind, wanted)).filter((rotation) => showsSearched(kind, rotation)),
  );
}

/** Every kind once, turned as it was searched for. @param {State} state @returns {Choice[]} */
function inBox({ game, position, playing }) {
  const out = used(position);
  const left = (/** @type {import("./games.js").Kind} */ kind) =>
    Math.max(0, playing ? (playing.left[kind.id] ?? 0) : kind.count - (out.get(kind.id) ?? 0));
  const offered = [...game.kinds.values()].filter((kind) => !playing || left(kind) > 0);
  if (playing) offered.sort((a, b) => drawnAt(playing, a.id) - drawnAt(playing, b.id));
  return offered.flatMap((kind) => {
    const rotation = ROTATIONS.find((one) => showsSearched(kind, one));
    return rotation === undefined ? [] : [{ kind, rotation, left: left(kind) }];
  });
}

/**
 * How long ago a kind was drawn; those that were not, last.
 * @param {import("./store.js").Playing} playing
 * @param {string} kind
 */
function drawnAt({ recent }, kind) {
  const at = recent.indexOf(kind);
  return at < 0 ? recent.length : at;
}

/** @param {State} state @param {number} found */
function drawSearch({ game }, found) {
  const holder = byId("search");
  holder.hidden = !searching;
  const focused = /** @type {HTMLElement | null} */ (holder.querySelector(":focus"))?.dataset.port;
  holder.replaceChildren(...(searching ? [searchForm(game, () => update({}), found)] : []));
  if (focused) /** @type {HTMLElement | null} */ (holder.querySelector(`[data-port="${focused}"]`))?.focus();
}

/**
 * Keeps the buttons that are there, so that focus and fingers stay where they are.
 * @param {HTMLElement} list
 * @param {{id: string, make: () => HTMLElement, change: (button: HTMLElement) => void}[]} entries
 */
function reuse(list, entries) {
  const there = new Map(
    [...list.children].map((one) => [
      /** @type {HTMLElement} */ (one).dataset.tile ?? "",
      /** @type {HTMLElement} */ (one),
    ]),
  );
  const kept = entries.map(({ id, make, change }) => {
    const button = there.get(id) ?? make();
    change(button);
    return button;
  });
  if (kept.length !== list.children.length || kept.some((one, n) => one !== list.children[n]))
    list.replaceChildren(...kept);
}

/** @param {State} state @param {import("./games.js").Kind} kind @param {number | null} rotation */
const idOf = ({ game }, kind, rotation) => [game.id, kind.id, rotation].join(" ").trim();

/** @param {Choice} choice @param {string} id @param {boolean} fixed whether its rotation is chosen with it @param {State} now */
function entry({ kind, rotation, left }, id, fixed, { hand, game, playing }) {
  const held = !fixed && hand?.tile === kind.id;
  const turn = held && hand ? hand.rotation : rotation;
  return {
    id,
    make: () => makeButton(kind, id),
    change: (/** @type {HTMLElement} */ button) => {
      const hidden = playing !== null && !playing.counted;
      const told = hidden ? "" : `, ${say("left", { count: left })}`;
      const label = `${say("tile", { tile: kind.id })}${told}. ${kind.describe(turn)}`;
      set(button, {
        "aria-label": label,
        "aria-pressed": fixed ? null : held,
        tabindex: id === current ? 0 : -1,
        "data-rotation": turn,
      });
      button.classList.toggle("none", left <= 0);
      set(/** @type {Element} */ (button.querySelector("use.picture")), { href: tileHref(game, kind.id, turn) });
      const count = /** @type {HTMLElement} */ (button.querySelector(".left"));
      if (count.hidden !== hidden) count.hidden = hidden;
      if (count.textContent !== String(left)) count.textContent = String(left);
    },
  };
}

/** @param {import("./games.js").Kind} kind @param {string} id */
function makeButton(kind, id) {
  const button = h(
    "button",
    { type: "button", class: "tile", "data-tile": id, "data-kind": kind.id },
    s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, s("use", { class: "picture" })),
    h("span", { class: "turn", "aria-hidden": "true" }, icon("turn")),
    h("span", { class: "left", "aria-hidden": "true" }),
  );
  const held = () => ({ tile: kind.id, rotation: Number(button.dataset.rotation) });
  button.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    current = id;
    choose(kind.id, held().rotation);
    // A click without a pointer comes from the keyboard, which wants to go on to the board.
    if (!event.detail && state.hand) focusSoon();
  });
  draggable(button, held, (cell) => {
    if (cell && state.hand) layAt(cell, state.hand.tile, state.hand.rotation);
    else update({ hand: null });
  });
  return button;
}

/** Goes to the board once it is known where the tile may lie. */
function focusSoon() {
  const hand = state.hand;
  const wait = (/** @type {number} */ tries) => {
    if (state.hand?.tile !== hand?.tile) return;
    if (state.legal || !tries) focusLegal();
    else setTimeout(wait, 50, tries - 1);
  };
  wait(10);
}

/** @param {KeyboardEvent} event */
function arrows(event) {
  const list = byId("palette");
  const buttons = [...list.querySelectorAll("button")];
  const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
  if (at < 0) return;
  const columns = Math.max(1, buttons.filter((one) => one.offsetTop === buttons[0].offsetTop).length);
  const steps = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -at,
    End: buttons.length - 1 - at,
  };
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  const next = step === undefined ? undefined : buttons[at + step];
  if (!next) return;
  event.preventDefault();
  buttons[at].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  current = next.dataset.tile ?? "";
}
