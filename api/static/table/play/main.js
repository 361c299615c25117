// The game mode of the page: a game is played along, turn by turn, beside the mode that asks about a board.

import { byId, h, icon } from "../dom.js";
import { button, redraw } from "../forms.js";
import { state, subscribe } from "../store.js";
import { capital, language, say } from "../words.js";
import { bagView } from "./bag.js";
import { newGame } from "./dialogs.js";
import { openDialog } from "./files.js";
import { isOver, onTurn } from "./game.js";
import { kept } from "./kept.js";
import { write } from "../notation.js";
import { gameOf, linkRequest } from "./record.js";
import { besides, gains, logView, lookedAt, words as stepWords } from "./log.js";
import { reportView } from "./report.js";
import { startClock, timesLeft } from "./clock.js";
import { sayAgain } from "./history.js";
import { happened, isEntering, leave, now, openRequest, restore, show } from "./session.js";
import { turnCard } from "./turn.js";

let mounted = false;
let spoken = "";
let drawn = "";
/** What the panel was drawn for. @type {unknown[]} */
let listed = [];
/** What is shown beside the board: the log or the bag. */
let tab = "log";

/** Makes room for the game on the page. */
function mount() {
  if (mounted) return;
  mounted = true;
  byId("dock").prepend(h("div", { id: "turn", class: "turn-card", hidden: true }));
  document.querySelector(".panel")?.prepend(h("div", { id: "play", class: "play", hidden: true }));
  subscribe(draw);
  setInterval(tick, 500);
}

/** Opens the game of a link, goes on with the one that was kept, or asks for a new one. @param {any} [request] */
export async function enterGame(request) {
  mount();
  spoken = language();
  const found = kept();
  // After a reload the address holds the game that was kept: it need not be judged again.
  if (request && !(found && isSame(found.play, request))) {
    await openRequest(request);
    return;
  }
  if (found) await restore(found.play, found.clock);
  else await newGame();
}

/** Whether a link holds this very game. @param {import("./game.js").Play} play @param {any} request */
function isSame(play, request) {
  const { settings, entries } = gameOf(request);
  const own = linkRequest(play.settings, [...play.steps.map(({ entry }) => entry), ...play.rest]);
  return write(own) === write(linkRequest(settings, entries));
}

/** Goes back to asking about boards; the game stays in the browser. */
export const leaveGame = leave;

function draw() {
  const { playing } = state;
  const [turn, panel] = [byId("turn"), byId("play")];
  panel.hidden = !playing;
  if (!playing) {
    drawn = "";
    listed = [];
    turn.hidden = true;
    document.body.classList.remove("tile-chosen", "legal-spots");
    return;
  }
  if (spoken !== language()) {
    spoken = language();
    sayAgain();
  }
  const wanted = `${happened} ${language()}`;
  if (wanted === drawn) return;
  drawn = wanted;
  const content = now.seen === null ? turnCard() : [lookedAt(now.seen)];
  turn.hidden = !content.length;
  const awaited = onTurn(now.play) !== null || now.correcting !== null || now.play.rest.length > 0;
  const drawing = isEntering() && !now.draft.tile && awaited;
  const wasHidden = document.body.classList.contains("tile-chosen");
  document.body.classList.toggle("tile-chosen", !drawing);
  // What was drawn last comes first: there the search for the next tile begins.
  if (drawing && wasHidden) for (const id of ["palette", "dock"]) byId(id).scrollTo(0, 0);
  document.body.classList.toggle("legal-spots", !now.everything);
  headline();
  keepingOpen(turn, content);
  // A long log is drawn anew only when there is something new in it.
  const beside = [now.play, now.seen, tab, language(), now.clock?.since, ...(tab === "bag" ? [happened] : [])];
  if (beside.some((one, number) => one !== listed[number])) keepingOpen(panel, panelContent());
  listed = beside;
  fly();
  tick();
}

/** Draws anew, and leaves open what was open. @param {HTMLElement} holder @param {Node[]} content */
function keepingOpen(holder, content) {
  const open = [...holder.querySelectorAll("details[open]")].map(({ id }) => id);
  const within = holder.contains(document.activeElement);
  redraw(holder, content);
  // The keyboard goes on at the turn, whose title is then read out.
  if (within && !holder.contains(document.activeElement))
    /** @type {any} */ (holder.querySelector("h2, [data-focus]"))?.focus();
  for (const id of open) if (id) byId(id)?.setAttribute("open", "");
}

/** The bar that never leaves the screen: what happened last, and the way to the log. */
function headline() {
  const { play, busy, refusal } = now;
  const last = play.steps.length - 1;
  const happened = () => (isOver(play) ? endSummary() : `${stepWords(play.steps[last])}${gainWords(last)}`);
  const words = refusal ? say("play.not-taken") : busy || (last < 0 ? say("play.log") : happened());
  byId("headline").className = refusal ? "bad" : "";
  for (const id of ["headline-words", "heard"]) if (byId(id).textContent !== words) byId(id).textContent = words;
}

const endSummary = () => now.play.steps.find(({ entry }) => entry.kind === "end")?.outcome.summary ?? "";

/** @param {number} number */
const gainWords = (number) =>
  gains(number)
    .map(([name, points]) => ` · ${capital(name)} ${points > 0 ? "+" : ""}${points}`)
    .join("");

/** @returns {Node[]} */
function panelContent() {
  const tabs = ["log", "bag"].map((name) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": tab === name,
        "data-focus": `tab-${name}`,
        "data-tab": name,
        on: { click: () => ((tab = name), show()) },
      },
      say(`tab.${name}`),
    ),
  );
  return [
    h(
      "div",
      { class: "row play-actions" },
      button("new-game", "", newGame, icon("new"), say("play.new")),
      button("save-open", "", openDialog, icon("share"), say("play.save-open")),
      ...clockButton(),
    ),
    settings(),
    ...reportView(),
    h("div", { class: "entries" }, ...besides()),
    h("div", { class: "questions", role: "group", "aria-label": say("play.beside") }, ...tabs),
    ...(tab === "log" ? logView() : bagView()),
  ];
}

/** What is played, and whether the bag is open. */
function settings() {
  const { expansions = [], bag } = now.play.settings;
  const titles = [
    state.game.title,
    ...expansions.map((id) => state.game.offered.find((one) => one.id === id)?.title ?? id),
  ];
  return h("p", { class: "hint" }, `${titles.join(" + ")} · ${say(bag ? "play.bag-is-open" : "play.bag-is-closed")}`);
}

// The clock

function clockButton() {
  if (!now.clock) return [];
  const runs = now.clock.since !== null;
  return [button("clock", "", startClock, say(runs ? "play.clock-stop" : "play.clock-start"))];
}

/** @param {number} left */
function clockWords(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Shows everybody's time. */
function tick() {
  const times = state.playing && now.clock ? timesLeft() : {};
  for (const seat of document.querySelectorAll("#players .player")) {
    const name = /** @type {HTMLElement} */ (seat).dataset.player ?? "";
    let shown = seat.querySelector(".time");
    if (!(name in times)) {
      shown?.remove();
      continue;
    }
    if (!shown) {
      shown = h("span", { class: "time", role: "timer" });
      seat.append(/** @type {Element} */ (shown));
    }
    const words = clockWords(times[name]);
    if (/** @type {Element} */ (shown).textContent !== words) /** @type {Element} */ (shown).textContent = words;
    shown?.classList.toggle("over", times[name] <= 0);
  }
}

/** Points fly to the track. */
function fly() {
  const gains = Object.entries(now.gains).filter(([, points]) => points);
  now.gains = {};
  for (const [name, points] of gains) {
    const seat = [...document.querySelectorAll("#players .player")].find(
      (one) => /** @type {HTMLElement} */ (one).dataset.player === name,
    );
    const flying = h("span", { class: "flying", "aria-hidden": "true" }, `${points > 0 ? "+" : ""}${points}`);
    seat?.append(flying);
    setTimeout(() => flying.remove(), 1600);
  }
}
