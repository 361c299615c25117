// Two modes: a board is asked about, or a game is played along. The game's files are loaded when one is played.

import { h } from "./dom.js";
import { showPictures } from "./games.js";
import { newTable, showAddress, state, subscribe, update } from "./store.js";
import { language, say } from "./words.js";

/** The board that was left for a game. @type {Partial<import("./store.js").State> | null} */
let board = null;
let drawn = "";

/** Puts the switch between the modes into the bar. */
export function showModes() {
  const holder = h("div", { class: "modes", role: "group" });
  document.querySelector(".bar h1")?.after(holder);
  subscribe(({ playing }) => {
    document.body.dataset.mode = playing ? "game" : "board";
    const wanted = `${language()} ${Boolean(playing)}`;
    if (wanted === drawn) return;
    drawn = wanted;
    holder.setAttribute("aria-label", say("mode"));
    holder.replaceChildren(
      modeButton("board", !playing, toBoard),
      modeButton("game", Boolean(playing), () => playAlong()),
    );
  });
}

/** @param {string} name @param {boolean} pressed @param {() => void} act */
const modeButton = (name, pressed, act) =>
  h("button", { type: "button", "data-mode": name, "aria-pressed": pressed, on: { click: act } }, say(`mode.${name}`));

/** Plays a game along: that of a request, the one that was kept, or a new one. @param {any} [request] */
export async function playAlong(request) {
  if (state.playing && !request) return;
  const { enterGame } = await import("./play/main.js");
  if (!state.playing && state.position) {
    const { game, position, past, future, question, player, last, example, board: name } = state;
    board = { game, position, past, future, question, player, last, example, board: name };
  }
  await enterGame(request);
}

/** Leaves the game, if one is played, for the board that was left for it. */
export async function toBoard() {
  if (!state.playing) return;
  const { leaveGame } = await import("./play/main.js");
  const variant = state.position.variant;
  leaveGame();
  if (board?.game) {
    showPictures(board.game);
    update({ ...board, hand: null, selected: null, legal: null, answer: null, opened: state.opened + 1 });
    showAddress();
  } else await newTable(variant);
}
