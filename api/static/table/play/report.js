// The end of a game: who won, every line of the final scoring, how the points came about; to print or save as a picture.

import { h, s } from "../dom.js";
import { button } from "../forms.js";
import { figure, pieces } from "../pieces.js";
import { state } from "../store.js";
import { capital, knows, language, say } from "../words.js";
import { words } from "./log.js";
import { positionAfter, scoresOf } from "./game.js";
import { biggestTurns, curve, followersInUse, pointsByKind } from "./record.js";
import { lookAt } from "./history.js";
import { now } from "./session.js";
import { lines } from "./turn.js";

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

const WIDTH = 640;
const HEIGHT = 240;

/** The step with the final scoring, or undefined. */
const ending = () => now.play.steps.find(({ entry }) => entry.kind === "end");

/** @returns {Node[]} */
export function reportView() {
  const end = ending();
  if (!end) return [];
  const { outcome } = end;
  return [
    h("h3", { class: "verdict good", "data-heard": outcome.summary }, outcome.summary),
    kindsTable(),
    h("h4", {}, say("play.final-lines")),
    lines(outcome.lines),
    h("h4", {}, say("play.curve")),
    h("div", { class: "curve" }, curveDrawing()),
    h("h4", {}, say("play.followers-used")),
    usage(),
    ...biggest(),
    h(
      "div",
      { class: "row" },
      button("report-print", "", () => window.print(), say("print")),
      button("report-picture", "", savePicture, say("picture-svg")),
    ),
  ];
}

const looks = () => pieces(state.position.players, state.game.colours);

/** @param {string} kind */
const kindWord = (kind) => {
  const key = [`kind.${kind}`, `terrain.${kind}`, `segment.${kind}`].find(knows);
  return capital(key ? say(key) : kind);
};

/** Points by kind of feature, with everybody's total. */
function kindsTable() {
  const names = now.play.settings.players.map(({ name }) => name);
  const totals = scoresOf(positionAfter(now.play));
  const all = looks();
  const rows = [...pointsByKind(now.play)].map(([kind, row]) =>
    h("tr", {}, h("th", { scope: "row" }, kindWord(kind)), ...names.map((name) => h("td", {}, row[name] ?? "–"))),
  );
  return h(
    "div",
    { class: "wide" },
    h(
      "table",
      { class: "totals kinds" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, say("play.kind")),
          ...names.map((name) => h("th", { scope: "col" }, figure(/** @type {any} */ (all.get(name))), " ", name)),
        ),
      ),
      h("tbody", {}, ...rows),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row" }, say("play.total")),
          ...names.map((name) => h("td", { class: "after" }, totals[name])),
        ),
      ),
    ),
  );
}

/** The score of everybody, move by move. */
export function curveDrawing() {
  const totals = curve(now.play);
  const most = Math.max(10, ...totals.flatMap((row) => Object.values(row)));
  const x = (/** @type {number} */ at) => 34 + (at * (WIDTH - 50)) / Math.max(1, totals.length - 1);
  const y = (/** @type {number} */ points) => HEIGHT - 22 - (points * (HEIGHT - 40)) / most;
  const marks = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * most));
  const all = looks();
  const names = now.play.settings.players.map(({ name }) => name);
  const said = names.map((name) => `${name} ${totals.at(-1)?.[name]}`).join(", ");
  return s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `${say("play.curve")}: ${said}`,
      "font-family": "sans-serif",
    },
    ...marks.map((points) => s("path", { d: `M34 ${y(points)}H${WIDTH - 16}`, stroke: "#8886", fill: "none" })),
    ...marks.map((points) =>
      s("text", { x: 28, y: y(points) + 4, "font-size": 12, "text-anchor": "end", fill: "currentColor" }, points),
    ),
    ...names.flatMap((name, seat) => {
      const colour = all.get(name)?.colour ?? "#888";
      const path = totals.map((row, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(row[name]).toFixed(1)}`).join("");
      const dashes = ["", "9 4", "2 4", "12 4 2 4", "5 5", "1 6"][seat % 6];
      return [
        s("path", { d: path, fill: "none", stroke: "#0008", "stroke-width": 4.5, "stroke-linejoin": "round" }),
        s("path", {
          d: path,
          fill: "none",
          stroke: colour,
          "stroke-width": 3,
          "stroke-linejoin": "round",
          "stroke-dasharray": dashes || null,
        }),
      ];
    }),
  );
}

function usage() {
  const used = followersInUse(now.play);
  const all = looks();
  return h(
    "ul",
    { class: "used" },
    ...Object.entries(used).map(([name, mean]) =>
      h(
        "li",
        {},
        figure(/** @type {any} */ (all.get(name))),
        h("span", {}, say("play.used", { player: capital(name), mean: mean.toLocaleString(language(), ONE_DIGIT), all: now.play.followers })),
        h("meter", { min: 0, max: now.play.followers, value: mean, "aria-label": name }),
      ),
    ),
  );
}

/** The turns that brought most, if any brought anything. @returns {Node[]} */
function biggest() {
  const turns = biggestTurns(now.play).map(({ number, player, points }) =>
    h(
      "li",
      {},
      button(
        `big-${number}-${player}`,
        "quiet",
        () => lookAt(number),
        say("play.gained", { player: capital(player), points: say("points-count", { count: points }) }),
      ),
      " ",
      words(now.play.steps[number]),
    ),
  );
  return turns.length ? [h("h4", {}, say("play.biggest")), h("ol", { class: "biggest" }, ...turns)] : [];
}

/** Saves the result and the curve as one picture. */
function savePicture() {
  const end = ending();
  const names = now.play.settings.players.map(({ name }) => name);
  const totals = scoresOf(positionAfter(now.play));
  const rows = [...pointsByKind(now.play)];
  const top = 70 + 22 * (rows.length + 2);
  const all = looks();
  const column = (/** @type {number} */ at) => 220 + (at * (WIDTH - 230)) / names.length;
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string | number} */ content, more = {}) =>
    s("text", { x, y, "font-size": 15, ...more }, content);
  const bold = { "font-weight": "bold" };
  const drawn = curveDrawing();
  for (const [name, value] of Object.entries({ y: top, width: WIDTH, height: HEIGHT }))
    drawn.setAttribute(name, String(value));
  const picture = s(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${WIDTH} ${top + HEIGHT}`,
      width: WIDTH,
      height: top + HEIGHT,
      "font-family": "sans-serif",
      color: "#2c261e",
      fill: "#2c261e",
    },
    s("rect", { width: WIDTH, height: top + HEIGHT, fill: "#fffdf7" }),
    text(16, 34, end?.outcome.summary ?? "", { ...bold, "font-size": 18 }),
    ...names.map((name, at) =>
      s("circle", { cx: column(at) - 10, cy: 61, r: 6, fill: all.get(name)?.colour ?? "#888", stroke: "#0008" }),
    ),
    ...names.map((name, at) => text(column(at), 66, name.slice(0, 12), bold)),
    ...rows.flatMap(([kind, row], number) => [
      text(16, 90 + 22 * number, kindWord(kind)),
      ...names.map((name, at) => text(column(at), 90 + 22 * number, row[name] ?? "–")),
    ]),
    text(16, 90 + 22 * rows.length, say("play.total"), bold),
    ...names.map((name, at) => text(column(at), 90 + 22 * rows.length, totals[name], bold)),
    drawn,
  );
  saveFile(new XMLSerializer().serializeToString(picture), "image/svg+xml", "carcassonne.svg");
}

/** Hands a file over. @param {string} content @param {string} type @param {string} name */
export function saveFile(content, type, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
