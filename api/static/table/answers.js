// An answer of the service, set out for people: the headline, who has how much, then every line, which lights up its
// cells and has its rule beside it.

import { h, icon } from "./dom.js";
import { terrainWord } from "./games.js";
import { partsOf } from "./games/parts.js";
import { figure, pieces } from "./pieces.js";
import { problemList } from "./problems.js";
import { ruleButton } from "./rules.js";
import { commit, state, update } from "./store.js";
import { pointed } from "./tags.js";
import { said, say } from "./words.js";

/** @typedef {{content: Node[], headline: string, mood: string}} Said the mood is `good`, `bad` or nothing */

/** @param {any} answer @returns {Said} */
export function answerTo(answer) {
  const problems = answer.errors?.length ? answer.errors : answer.valid === false ? answer.problems : null;
  if (problems) return problemsFound(problems);
  if (answer.valid) return possible(answer);
  if (answer.features) return features(answer.features);
  if (answer.lines) return scores(answer);
  const words = answer.detail ?? answer.title ?? say("unreachable");
  return { content: [h("p", { class: "hint" }, words)], headline: words, mood: "bad" };
}

/** @param {string} title @param {string} mood @param {Node[]} content @returns {Said} */
const ruled = (title, mood, content) => ({
  headline: title,
  mood,
  content: [...bookSays(), h("h3", { class: `verdict ${mood}` }, title), ...content],
});

/** The cells that each line lights up. @type {WeakMap<Element, Set<string>>} */
const lights = new WeakMap();

/** Shows which line it is that lights up the board now. @param {Set<string>} lit */
export function pressLit(lit) {
  for (const line of document.querySelectorAll("#answer .line[data-cells]")) {
    line.setAttribute("aria-pressed", String(lights.get(line) === lit));
  }
}

/**
 * One thing that was found, with the cells that it is about.
 * @param {string[]} cells
 * @param {{rules?: string[], feature?: string | null, counted?: string[]}} about `counted` are features it counts
 * @param {...(Node | string | false | null)} content
 */
export function line(cells, { rules = [], feature = null, counted = [] }, ...content) {
  const group = new Set(cells);
  const toggle = () =>
    update({ lit: state.lit === group ? new Set() : group, litFeature: feature, litCounted: counted });
  const attributes = cells.length
    ? { type: "button", class: "line", "data-cells": cells.join(" "), "aria-pressed": false, on: { click: toggle } }
    : { class: "line plain" };
  const shown = h(cells.length ? "button" : "div", attributes, ...content);
  lights.set(shown, group);
  return h("li", {}, shown, ...(rules.length ? ruleButton(rules) : []));
}

/** @param {[number, number][]} cells */
const names = (cells) => cells.map(([x, y]) => `${x},${y}`);

/** @param {import("./types.js").Problem[]} found */
function problemsFound(found) {
  return ruled(say("impossible", { count: found.length }), "bad", problemList(found));
}

/** @param {any} answer */
function possible(answer) {
  return ruled(say("possible"), "good", [h("p", { class: "hint" }, answer.scope ?? say("possible-means"))]);
}

/** What the rulebook says about the example that was opened. */
function bookSays() {
  const { example } = state;
  if (!example) return [];
  const { caption } = example;
  return [
    h(
      "blockquote",
      { class: "book" },
      h("p", {}, said(caption)),
      h("footer", {}, say("book", { section: example.source.section })),
    ),
  ];
}

// Features

/** @param {any[]} found */
function features(found) {
  const open = found.filter(({ complete }) => !complete);
  const done = found.filter(({ complete }) => complete);
  const group = (/** @type {string} */ title, /** @type {any[]} */ list) =>
    list.length
      ? [h("h4", {}, say(title, { count: list.length })), h("ul", { class: "lines" }, ...list.map(feature))]
      : [];
  const byInterest = (/** @type {any} */ a, /** @type {any} */ b) =>
    b.meeples.length - a.meeples.length || b.tiles - a.tiles;
  const title = done.length ? say("complete-count", { count: done.length }) : say("complete-none");
  return ruled(title, "", [
    ...group("finished", done.sort(byInterest)),
    ...group("unfinished", open.sort(byInterest)),
  ]);
}

/** @param {any} found */
function feature({ id, type, tiles, points, meeples, majority, cells, complete, open_ports }) {
  const looks = pieces(state.position.players, state.game.colours);
  const owners = [...new Set(meeples.map((/** @type {any} */ one) => one.player))].map((name) => {
    const look = looks.get(/** @type {string} */ (name));
    return look ? figure(look) : null;
  });
  const facts = [say("tiles-count", { count: tiles }), say("points-count", { count: points })];
  if (majority.length) facts.push(say("majority", { players: majority.join(", ") }));
  if (!complete && open_ports.length) facts.push(say("open-ends", { count: open_ports.length }));
  return line(
    names(cells),
    { feature: id },
    h("span", { class: "what" }, capital(terrainWord(type))),
    h("span", {}, facts.join(" · ")),
    h("span", { class: "owners" }, ...owners),
  );
}

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

// Points

/** @param {any} answer */
function scores(answer) {
  const gained = Object.values(answer.players).some((/** @type {any} */ one) => one.points);
  const notes = partsOf(state.position).flatMap((part) => part.notes?.(answer) ?? []);
  const headlines = partsOf(state.position).map((part) => part.headline?.(answer) ?? null);
  return ruled(headlines.find((words) => words !== null) ?? answer.summary, gained ? "good" : "", [
    totals(answer),
    ...notes,
    ...linesByPlayer(answer.lines),
    ...assumed(answer.assumed ?? []),
    ...carryOut(answer),
  ]);
}

/**
 * What each player gets, line by line; what brings nobody anything is folded away.
 * @param {any[]} lines
 */
function linesByPlayer(lines) {
  const looks = pieces(state.position.players, state.game.colours);
  const empty = lines.filter(({ points }) => !Object.values(points).some(Boolean));
  const groups = state.position.players.map(({ name }) => {
    const own = lines.filter(({ points }) => points[name]);
    const sum = own.reduce((total, { points }) => total + points[name], 0);
    const look = looks.get(name);
    return (
      own.length > 0 &&
      h(
        "section",
        { class: "gains-of" },
        h("h4", {}, look ? figure(look) : "", h("span", {}, name), h("span", { class: "sum" }, signed(sum))),
        h("ul", { class: "lines" }, ...own.map((one) => scored(one, name))),
      )
    );
  });
  const list = h("ul", { class: "lines" }, ...empty.map((one) => scored(one, "")));
  const folded = groups.some(Boolean)
    ? h("details", { class: "zeros" }, h("summary", {}, say("zeros", { count: empty.length })), list)
    : list;
  return [...groups.filter((one) => one !== false), ...(empty.length ? [folded] : [])];
}

/** @param {number} points */
const signed = (points) => (points > 0 ? `+${points}` : String(points));

/** @param {any} found @param {string} player */
function scored({ text, cells, points, rule, because = [], feature, items = [] }, player) {
  const counted = items.flatMap((/** @type {any} */ item) => item.features ?? []);
  return line(
    names(cells),
    { rules: [rule, ...because], feature, counted },
    player && h("span", { class: "gain" }, signed(points[player])),
    h("span", {}, pointed(text), counted.length > 0 && h("span", { class: "numbers" }, ...counted.map(numeral))),
  );
}

/** The number that something counted has on the board. @param {unknown} _ @param {number} at */
const numeral = (_, at) => h("b", { class: "count" }, at + 1);

/**
 * Who has how many points afterwards: at the end of the game the winner first.
 * @param {any} answer
 */
function totals({ players, winners = [] }) {
  const looks = pieces(state.position.players, state.game.colours);
  const order = Object.entries(players);
  if (winners.length) order.sort(([, a], [, b]) => b.after - a.after);
  const rows = order.map(([name, { before, points, after }]) => {
    const look = looks.get(name);
    const won = winners.includes(name);
    return h(
      "tr",
      { class: won ? "winner" : null },
      h("th", { scope: "row" }, h("span", {}, look ? figure(look) : "", name, won && h("b", {}, say("winner")))),
      h("td", {}, before),
      h("td", {}, signed(points) || "0"),
      h("td", { class: "after" }, after),
    );
  });
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, say("player-head")),
    h("th", { scope: "col" }, say("before")),
    h("th", { scope: "col" }, say("gain")),
    h("th", { scope: "col" }, say("after")),
  );
  return h("table", { class: "totals" }, h("thead", {}, head), h("tbody", {}, ...rows));
}

/** What the ruling had to take for granted. @param {import("./types.js").Problem[]} found */
function assumed(found) {
  if (!found.length) return [];
  const list = found.map(({ detail, rule }) => line([], { rules: rule ? [rule] : [] }, h("span", {}, pointed(detail))));
  return [h("section", { class: "assumed" }, h("h4", {}, say("assumed")), h("ul", { class: "lines" }, ...list))];
}

/** Puts the points on the track and sends followers home. @param {any} answer */
function carryOut(answer) {
  const changes =
    Object.values(answer.players).some((/** @type {any} */ one) => one.points) ||
    answer.returned.length ||
    answer.wheel;
  if (!changes || !answer.position || answer.phase === "final" || answer.plague_choices) return [];
  const act = () => {
    // The rules stay as they were told; the board is the service's.
    const { rules: _, ...after } = answer.position;
    const { rules } = state.position;
    // A turn of the wheel is carried out once.
    const question = { kind: answer.phase === "wheel" ? state.game.phases[0] : answer.phase, extra: {} };
    commit({ ...after, ...(rules && { rules }) }, { question, example: null, toast: say("carried-out") });
  };
  return [h("button", { type: "button", class: "primary", on: { click: act } }, icon("done"), say("carry-out"))];
}
