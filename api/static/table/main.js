// Puts the table together.

import { showBoard } from "./board.js";
import { showCard } from "./card.js";
import { followDialogs } from "./dialogs.js";
import { byId, h, icon } from "./dom.js";
import { dragOver } from "./drag.js";
import { showExamples } from "./examples.js";
import { showExtras } from "./extras.js";
import { follow as followGlow } from "./glow.js";
import { listen } from "./input.js";
import { lastBoards } from "./kept.js";
import { follow as followLegal } from "./legal.js";
import { playAlong, showModes, toBoard } from "./modes.js";
import { NotationError, read } from "./notation.js";
import { showPalette } from "./palette.js";
import { follow as followPictures } from "./pictures.js";
import { showPlayers } from "./players.js";
import { follow as followPresses } from "./press.js";
import { followPrint } from "./print.js";
import { showRuleForm } from "./ruleform.js";
import { showRuling } from "./ruling.js";
import { Unreachable } from "./service.js";
import { gameWords, nameGames, showSetup } from "./setup.js";
import { showShare } from "./share.js";
import { address, addressed, newTable, openRequest, redo, showAddress, subscribe, undo, update } from "./store.js";
import { preferred, say, speak } from "./words.js";

/** How long it is told what happened, and what can be undone, in milliseconds. */
const TOLD = 5000;
const UNDOABLE = 10000;

async function start() {
  await speak(preferred());
  followPresses();
  followPictures();
  followGlow();
  followDialogs();
  const view = showBoard();
  dragOver(view);
  listen(view);
  followLegal();
  showModes();
  showSetup();
  showRuleForm();
  showPlayers();
  showPalette();
  showCard();
  showExtras();
  showRuling();
  showShare();
  followPrint();
  showExamples();
  showTools(view);
  await nameGames();
  await openAddress();
  window.addEventListener("hashchange", followAddress);
  document.documentElement.classList.add("ready");
  keepOffline();
}

/** Another address in the same page: a link that was followed, or the way back from it. */
function followAddress() {
  if (location.href === address()) return;
  // The entry of a dialog that was closed holds an older board.
  if (history.state?.dialog) showAddress();
  else openAddress();
}

/** Opens the board or the game of the address; one that cannot be read is said to be so. */
async function openAddress() {
  try {
    const request = addressed();
    const board = history.state?.board;
    if (request?.moves) {
      await playAlong(request);
      return;
    }
    await toBoard();
    if (request) await openRequest(request, { board });
    else await newTable("base");
  } catch (problem) {
    const unreadable = [NotationError, URIError, Unreachable].some((kind) => problem instanceof kind);
    if (!unreadable) throw problem;
    await toBoard();
    await newTable("base");
    update({ status: say("link-unreadable") });
  }
}

/** @param {import("./view.js").View} view */
function showTools(view) {
  for (const id of ["undo", "toast-undo"]) byId(id).addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("zoom-in").addEventListener("click", () => view.zoom(1.3));
  byId("zoom-out").addEventListener("click", () => view.zoom(1 / 1.3));
  byId("fit").addEventListener("click", () => view.showAll());
  subscribe(({ past, future, position, hand, selected, status, toast, legal, game, playing }) => {
    byId("undo").disabled = playing ? !playing.canUndo : !past.length;
    byId("redo").disabled = playing ? !playing.canRedo : !future.length;
    const empty = !position.tiles.length && !hand && !selected && !game.startCells.size && game.wall === null;
    byId("welcome").hidden = !empty || playing !== null;
    if (empty) offerKept();
    forgetSoon({ status, toast });
    byId("status").textContent = status || hint({ hand, legal, position });
    // The card of a turn says the same where it covers nothing.
    byId("status").classList.toggle("only-heard", playing !== null && !status && legal !== null);
    byId("toast").hidden = !toast;
    byId("toast-words").textContent = toast;
  });
}

/** Offers the boards that were left on this device. */
function offerKept() {
  const boards = lastBoards();
  byId("kept").replaceChildren(
    ...boards.map(({ id, game, line, tiles }, number) =>
      h(
        "button",
        {
          type: "button",
          class: number ? "" : "primary",
          "data-kept": game,
          on: { click: () => openRequest(read(line), { board: id }) },
        },
        number === 0 && icon("undo"),
        say(number ? "continue-other" : "continue", { game: gameWords(game), count: tiles }),
      ),
    ),
  );
}

let forgetting = 0;
let told = "";

/** What happened is told for a while only. @param {{status: string, toast: string}} said */
function forgetSoon({ status, toast }) {
  const now = status + toast;
  if (now === told) return;
  told = now;
  clearTimeout(forgetting);
  if (now) forgetting = setTimeout(() => update({ status: "", toast: "" }), toast ? UNDOABLE : TOLD);
}

/** What can be done next, in words. @param {any} now */
function hint({ hand, legal, position }) {
  if (hand && legal?.placeable === false && position.tiles.length) return say("fits-nowhere");
  if (hand && legal?.placeable) return say("places", { count: legal.cells.size });
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
      (button) => `static/table/${/** @type {HTMLElement} */ (button).dataset.language}.json`,
    );
    active?.postMessage([
      location.href.split("#")[0],
      // Questions are never kept, only what can be looked up.
      ...loaded.filter((name) => !/\/v1\/(?!variants|expansions|examples)/.test(name)),
      ...spoken.map((path) => new URL(path, document.baseURI).href),
    ]);
  } catch {
    // Without it the page needs its network, as any other.
  }
}

start();
