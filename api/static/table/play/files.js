// Taking a game along as a file, or over from another program; and the games that were left for another one.

import { byId, h } from "../dom.js";
import { NotationError, read, write } from "../notation.js";
import { ask, Unreachable } from "../service.js";
import { state, update } from "../store.js";
import { language, say } from "../words.js";
import { dialog } from "./dialogs.js";
import { earlier } from "./kept.js";
import { linkRequest } from "./record.js";
import { saveFile } from "./report.js";
import { now, openRequest } from "./session.js";

const FORMATS = ["jcz", "bga", "carcassonnelab"];

/** Saves the game as a file, opens one, or takes one over from another program. */
export function openDialog() {
  const said = h("p", { class: "problem", role: "alert" });
  const file = h("input", {
    type: "file",
    name: "file",
    "aria-label": say("play.open-file"),
    on: { change: () => readFile(file.files?.[0], said) },
  });
  const text = h("textarea", { name: "data", rows: 4, spellcheck: "false", "aria-label": say("play.import-data") });
  const format = h(
    "select",
    { name: "format", "aria-label": say("play.import-format") },
    ...FORMATS.map((one) => h("option", { value: one }, say(`format.${one}`))),
  );
  const given = h("input", {
    type: "file",
    name: "import",
    "aria-label": say("play.open-file"),
    on: { change: async () => (text.value = (await given.files?.[0]?.text()) ?? "") },
  });
  dialog("open", say("play.save-open"), [
    state.playing && now.play
      ? h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", class: "primary", id: "play-save", on: { click: save } },
            say("play.save-file"),
          ),
        )
      : h("span", {}),
    h("label", {}, h("span", {}, say("play.open-file")), file),
    h(
      "details",
      {},
      h("summary", {}, say("play.import")),
      h("label", {}, h("span", {}, say("play.import-format")), format),
      given,
      text,
      h(
        "button",
        { type: "button", id: "play-import", on: { click: () => importGame(format.value, text.value, said) } },
        say("play.import"),
      ),
    ),
    said,
    ...earlierGames(),
  ]);
}

/** The games that were left for another one. @returns {Node[]} */
function earlierGames() {
  const found = earlier();
  if (!found.length) return [];
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  return [
    h("h3", {}, say("play.earlier")),
    h(
      "ul",
      { class: "earlier" },
      ...found.map(({ line, players, moves, left }) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", on: { click: () => take(read(line)) } },
            `${players.join(", ")} · ${say("play.moves", { count: moves })} · ${when.format(left)}`,
          ),
        ),
      ),
    ),
  ];
}

function save() {
  const request = linkRequest(now.play.settings, [...now.play.steps.map(({ entry }) => entry), ...now.play.rest]);
  saveFile(`${write(request)}\n`, "text/plain", `carcassonne-${now.play.settings.variant}.txt`);
}

/** @param {File | undefined} file @param {HTMLElement} said */
async function readFile(file, said) {
  if (!file) return;
  const text = (await file.text()).trim();
  try {
    const request = text.startsWith("{") ? JSON.parse(text) : read(text);
    if (!Array.isArray(request.moves)) throw new NotationError(1, "moves");
    await take(request);
  } catch (problem) {
    if (!(problem instanceof NotationError || problem instanceof SyntaxError || problem instanceof Unreachable))
      throw problem;
    said.textContent = say(problem instanceof Unreachable ? "unreachable" : "play.no-game");
  }
}

/** @param {any} request */
async function take(request) {
  for (const name of ["open-dialog", "start-dialog"]) byId(name)?.close();
  await openRequest(request);
}

/** @param {string} format @param {string} text @param {HTMLElement} said */
async function importGame(format, text, said) {
  let data = text;
  try {
    data = JSON.parse(text);
  } catch {
    // Some programs save something else than JSON: the service reads it as it is.
  }
  try {
    const answer = await ask("import", { format, data });
    if (!answer.game) {
      said.textContent = answer.errors?.[0]?.detail ?? answer.detail ?? say("play.no-game");
      return;
    }
    await take(answer.game);
    if (answer.notes?.length)
      update({ status: answer.notes.map((/** @type {any} */ one) => one.detail ?? one).join(" ") });
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    said.textContent = say("unreachable");
  }
}
