// Which game is on the table, in which language, and the menu.

import { byId, h } from "./dom.js";
import { get, Unreachable } from "./service.js";
import { emptyTable } from "./position.js";
import { changeGame, newPlayers, newTable, reload, showAddress, state, subscribe, update } from "./store.js";
import { knows, language, remember, say, speak } from "./words.js";

/** The boxes that people own, in the words that stand on them; other mixes are made in the rules' dialog. */
const BOXES = [
  "base+river+abbot",
  "base",
  "base+inns-and-cathedrals",
  "base+traders-and-builders",
  "base+inns-and-cathedrals+traders-and-builders",
  "base-2003",
  "base-2000",
];

export function showSetup() {
  byId("game").addEventListener("change", (/** @type {Event} */ event) =>
    chooseGame(/** @type {HTMLSelectElement} */ (event.target).value),
  );
  byId("new").addEventListener("click", () => reaching(() => newTable(state.game.id, state.position.expansions)));
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => choose(/** @type {HTMLElement} */ (button).dataset.language ?? "en"));
  }
  byId("menu").addEventListener("click", () => byId("actions").togglePopover());
  byId("actions").addEventListener("click", (/** @type {Event} */ event) => {
    const chosen = /** @type {Element} */ (event.target).closest("button");
    if (chosen && byId("actions").matches(":popover-open")) byId("actions").hidePopover();
  });
  subscribe(draw);
}

/** The name of a game with its expansions, as the list of games has it. @param {import("./types.js").Position} position */
const boxOf = ({ variant, expansions = [] }) => [variant, ...expansions].join("+");

/** @param {string} box */
async function chooseGame(box) {
  const [variant, ...expansions] = box.split("+");
  await reaching(async () => {
    const offered = (/** @type {any} */ found) => found.expansions.map((/** @type {any} */ one) => one.id).join();
    const kin = offered(await get(`v1/variants/${variant}`)) === offered(await get(`v1/variants/${state.game.id}`));
    // Printings of one game share their tiles, and so the board.
    if (kin && state.game.offered.length && state.position.tiles.length) await changeGame(variant, expansions);
    else await newTable(variant, expansions);
  });
  update({});
}

/** Does what needs the service; where it cannot be reached everything stays as it is. @param {() => Promise<void>} act */
export async function reaching(act) {
  try {
    await act();
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    update({ status: say("unreachable") });
  }
}

/** @param {import("./store.js").State} state */
function draw({ position }) {
  const list = byId("game");
  const box = boxOf(position);
  if (![...list.options].some(({ value }) => value === box)) {
    for (const option of list.querySelectorAll("[data-mix]")) option.remove();
    list.append(h("option", { value: box, "data-mix": true }, listWords(box)));
  }
  list.value = box;
  byId("rules").classList.toggle("changed", Object.keys(position.rules ?? {}).length > 0);
  for (const button of document.querySelectorAll("[data-language]")) {
    button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.language === language()));
  }
}

/** @param {string} wanted */
async function choose(wanted) {
  const { position } = state;
  const untouched = isUntouched();
  await speak(wanted);
  remember();
  await reload();
  await nameGames();
  // Players that nobody has named are named in the new language, unless somebody was quicker.
  if (untouched && position === state.position) {
    const players = newPlayers(state.game);
    update({ position: { ...position, players }, player: players[0].name });
    showAddress();
  }
  update({});
}

/** Whether nothing has been laid, placed or said of the players. */
function isUntouched() {
  const { position, playing, game } = state;
  const { rules: _, expansions: __, ...board } = position;
  const told = (/** @type {object} */ one) => JSON.stringify(Object.entries(one).sort());
  return !playing && told(board) === told(emptyTable(game, newPlayers(game)));
}

/** The games' titles, as the service says them. @type {Map<string, string>} */
const titles = new Map();

/** A game with its expansions in words that stand alone. @param {string} box */
export function gameWords(box) {
  const [variant, ...expansions] = box.split("+");
  const parts = [ownWords(variant) ?? titles.get(variant) ?? variant, ...expansions.map((one) => titles.get(one) ?? one)];
  return ownWords(box) ?? parts.join(" + ");
}

/** What a box is called, unless its name goes on from the one above it in the list. @param {string} box */
function ownWords(box) {
  const words = knows(`box.${box}`) ? say(`box.${box}`) : null;
  return words?.startsWith("…") ? null : words;
}

/** A game with its expansions, as a line of the list of games. @param {string} box */
const listWords = (box) => (knows(`box.${box}`) ? say(`box.${box}`) : gameWords(box));

/** The games' names, in the page's language. */
export async function nameGames() {
  const [{ variants }, { expansions }] = await Promise.all([get("v1/variants"), get("v1/expansions")]);
  for (const { id, title } of [...variants, ...expansions]) {
    titles.set(
      id,
      title.replace(/^Carcassonne[:,] /, "").replace(/^./, (/** @type {string} */ letter) => letter.toUpperCase()),
    );
  }
  const others = variants.map((/** @type {any} */ one) => one.id).filter((/** @type {string} */ id) => !BOXES.includes(id));
  byId("game").replaceChildren(...[...BOXES, ...others].map((box) => h("option", { value: box }, listWords(box))));
}
