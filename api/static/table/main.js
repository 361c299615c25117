// Puts the table together.

import { showBoard } from "./board.js";
import { showCard } from "./card.js";
import { byId } from "./dom.js";
import { dragOver } from "./drag.js";
import { showExamples } from "./examples.js";
import { showExtras } from "./extras.js";
import { follow as followGlow } from "./glow.js";
import { listen } from "./input.js";
import { follow as followLegal } from "./legal.js";
import { playAlong, showModes } from "./modes.js";
import { NotationError } from "./notation.js";
import { showPalette } from "./palette.js";
import { follow as followPictures } from "./pictures.js";
import { showPlayers } from "./players.js";
import { showRuling } from "./ruling.js";
import { Unreachable } from "./service.js";
import { nameGames, showSetup } from "./setup.js";
import { showShare } from "./share.js";
import { addressed, newTable, openRequest, redo, subscribe, undo, update } from "./store.js";
import { preferred, say, speak } from "./words.js";

/** How long it is told what happened, in milliseconds. */
const TOLD = 5000;

async function start() {
  await speak(preferred());
  followPictures();
  followGlow();
  const view = showBoard();
  dragOver(view);
  listen(view);
  followLegal();
  showModes();
  showSetup();
  showPlayers();
  showPalette();
  showCard();
  showExtras();
  showRuling();
  showShare();
  showExamples();
  showTools(view);
  await Promise.all([nameGames(), openAddress()]);
  window.addEventListener("hashchange", openAddress);
  document.documentElement.classList.add("ready");
  keepOffline();
}

/** Opens the board or the game of the address; one that cannot be read is said to be so. */
async function openAddress() {
  try {
    const request = addressed();
    if (request?.moves) await playAlong(request);
    else if (request) await openRequest(request);
    else await newTable(byId("game").value);
  } catch (problem) {
    const unreadable = [NotationError, URIError, Unreachable].some((kind) => problem instanceof kind);
    if (!unreadable) throw problem;
    await newTable(byId("game").value);
    update({ status: say("link-unreadable") });
  }
}

/** @param {import("./view.js").View} view */
function showTools(view) {
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("zoom-in").addEventListener("click", () => view.zoom(1.3));
  byId("zoom-out").addEventListener("click", () => view.zoom(1 / 1.3));
  byId("fit").addEventListener("click", () => view.fit());
  for (const button of document.querySelectorAll("dialog [data-close]")) {
    button.addEventListener("click", () => button.closest("dialog")?.close());
  }
  window.addEventListener("beforeprint", () => view.fit());
  subscribe(({ past, future, position, hand, selected, status, legal, game, playing }) => {
    byId("undo").disabled = playing ? !playing.canUndo : !past.length;
    byId("redo").disabled = playing ? !playing.canRedo : !future.length;
    byId("welcome").hidden =
      playing !== null ||
      position.tiles.length > 0 ||
      Boolean(hand) ||
      Boolean(selected) ||
      game.startCells.size > 0 ||
      game.wall !== null;
    forgetSoon(status);
    byId("status").textContent = status || hint({ hand, legal, position });
  });
}

let forgetting = 0;

/** What happened is told for a while only. @param {string} status */
function forgetSoon(status) {
  clearTimeout(forgetting);
  if (status) forgetting = setTimeout(() => update({ status: "" }), TOLD);
}

/** What can be done next, in words. @param {any} now */
function hint({ hand, legal, position }) {
  if (hand && legal?.placeable === false && position.tiles.length) return say("fits-nowhere", { tile: hand.tile });
  if (hand && legal?.placeable) return say("places", { tile: hand.tile, count: legal.cells.size });
  return hand ? say("tap-cell") : "";
}

/** Has the browser keep the page for the time without a network, where it can. */
async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("worker.js");
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const spoken = [...document.querySelectorAll("[data-language]")].map(
      (button) => /** @type {HTMLElement} */ (button).dataset.language,
    );
    active?.postMessage([
      location.href.split("#")[0],
      // Questions are never kept, only what can be looked up.
      ...loaded.filter((name) => !/\/v1\/(?!variants|examples)/.test(name)),
      ...spoken.map((code) => new URL(`static/table/${code}.json`, document.baseURI).href),
    ]);
  } catch {
    // Without it the page needs its network, as any other.
  }
}

start();
