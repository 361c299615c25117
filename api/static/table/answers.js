// An answer of the service, set out for people: each line lights up its cells and has its rule beside it.

import { h, icon } from "./dom.js";
import { terrainWord } from "./games.js";
import { partsOf } from "./games/parts.js";
import { figure, pieces } from "./pieces.js";
import { ruleButton } from "./rules.js";
import { cellOfPointer } from "./ruling.js";
import { commit, currentRequest, state, update } from "./store.js";
import { said, say } from "./words.js";

/** @typedef {import("./types.js").Problem} Problem */

/** @param {any} answer @returns {Node[]} */
export function answerTo(answer) {
  if (answer.errors?.length || answer.valid === false) return problems(answer.errors ?? answer.problems);
  if (answer.valid) return possible();
  if (answer.features) return features(answer.features);
  if (answer.lines) return [...bookSays(), ...scores(answer)];
  return [h("p", { class: "hint" }, answer.detail ?? answer.title ?? say("unreachable"))];
}

/** @param {string} title @param {string} kind */
const heading = (title, kind = "") => h("h3", { class: `verdict ${kind}`, "data-heard": title }, title);

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
 * @param {string | undefined} rule
 * @param {string | null} feature
 * @param {...(Node | string | false | null)} content
 */
function line(cells, rule, feature, ...content) {
  const group = new Set(cells);
  const toggle = () => update({ lit: state.lit === group ? new Set() : group, litFeature: feature });
  const attributes = cells.length
    ? { type: "button", class: "line", "data-cells": cells.join(" "), "aria-pressed": false, on: { click: toggle } }
    : { class: "line plain" };
  const shown = h(cells.length ? "button" : "div", attributes, ...content);
  lights.set(shown, group);
  return h("li", {}, shown, ...(rule ? ruleButton(rule) : []));
}

/** @param {[number, number][]} cells */
const names = (cells) => cells.map(([x, y]) => `${x},${y}`);

// Problems

/** @param {Problem[]} found */
function problems(found) {
  const { request } = currentRequest();
  const list = found.map(({ pointer, detail, rule }) => {
    const cell = cellOfPointer(request, pointer);
    return line(cell ? [cell] : [], rule, null, icon("wrong"), h("span", {}, detail));
  });
  const whole = found.some(({ code }) => WHOLE_BOARD.includes(code)) && !state.position.excerpt;
  return [
    ...bookSays(),
    heading(say("impossible", { count: found.length }), "bad"),
    h("ul", { class: "lines problems" }, ...list),
    ...(whole ? [h("p", { class: "hint" }, say("maybe-excerpt"))] : []),
  ];
}

/** What a cut-out of a board need not have. */
const WHOLE_BOARD = ["start-missing", "not-connected", "too-many-copies", "player-count", "supply-mismatch"];

function possible() {
  return [...bookSays(), heading(say("possible"), "good"), h("p", { class: "hint" }, say("possible-means"))];
}

/** What the rulebook says about the example that was opened. */
function bookSays() {
  const { example } = state;
  if (!example) return [];
  const { caption } = example;
  const words = said(caption);
  return [
    h(
      "blockquote",
      { class: "book" },
      h("p", {}, words),
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
  return [
    ...bookSays(),
    heading(done.length ? say("complete-count", { count: done.length }) : say("complete-none")),
    ...group("finished", done.sort(byInterest)),
    ...group("unfinished", open.sort(byInterest)),
  ];
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
    undefined,
    id,
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
  const without = answer.lines.length
    ? "nobody-scores"
    : answer.retrievals?.length
      ? "retrievals-title"
      : "nothing-scores";
  const title = gained ? summary(answer.players) : say(without);
  return [
    heading(title, gained ? "good" : ""),
    ...(answer.lines.length ? [h("ul", { class: "lines" }, ...answer.lines.map(scored))] : []),
    ...partsOf(state.position).flatMap((part) => part.notes?.(answer) ?? []),
    totals(answer.players),
    ...carryOut(answer),
  ];
}

/** @param {Record<string, any>} players */
function summary(players) {
  const gains = Object.entries(players).filter(([, one]) => one.points);
  return gains.map(([name, one]) => say("gets", { name: capital(name), count: one.points })).join(", ");
}

/** @param {any} found */
function scored({ text, cells, points, rule, feature }) {
  const looks = pieces(state.position.players, state.game.colours);
  const medals = Object.entries(points).map(([name, gained]) => {
    const look = looks.get(name);
    return h("span", { class: "gain" }, look ? figure(look) : name, ` ${gained > 0 ? "+" : ""}${gained}`);
  });
  return line(names(cells), rule, feature, h("span", { class: "gains" }, ...medals), h("span", {}, text));
}

/** @param {Record<string, {before: number, points: number, after: number}>} players */
function totals(players) {
  const looks = pieces(state.position.players, state.game.colours);
  const rows = Object.entries(players).map(([name, { before, points, after }]) => {
    const look = looks.get(name);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, look ? figure(look) : "", name),
      h("td", {}, before),
      h("td", {}, `+ ${points}`),
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

/** Puts the points on the track and sends followers home. @param {any} answer */
function carryOut(answer) {
  const changes =
    Object.values(answer.players).some((/** @type {any} */ one) => one.points) ||
    answer.returned.length ||
    answer.wheel;
  if (!changes || answer.phase === "final" || answer.plague_choices) return [];
  return [
    h(
      "button",
      { type: "button", class: "primary", on: { click: () => apply(answer) } },
      icon("done"),
      say("carry-out"),
    ),
  ];
}

/** @param {any} answer */
function apply(answer) {
  const { position, question } = state;
  const home = new Set(answer.returned.map((/** @type {any} */ one) => `${one.player} ${one.x} ${one.y}`));
  const changed = {
    ...position,
    players: position.players.map((player) => ({
      ...player,
      score: answer.players[player.name]?.after ?? player.score,
    })),
    meeples: position.meeples.filter(({ player, x, y }) => !home.has(`${player} ${x} ${y}`)),
  };
  for (const player of changed.players) delete player.supply;
  if (answer.wheel) changed.wheel = answer.wheel;
  if (answer.castle) changed.castle = castleAfter(position.castle ?? {}, answer.castle, question.extra.use ?? []);
  update({
    question: {
      kind: question.kind,
      extra: question.kind === "wheel" ? { drawn: question.extra.drawn, player: question.extra.player } : {},
    },
    example: null,
  });
  commit(changed, { status: say("carried-out") });
}

/**
 * @param {import("./types.js").Castle} before
 * @param {any} after
 * @param {{player: string, wall_tile: number}[]} used
 */
function castleAfter(before, after, used) {
  const taken = after.track.map((/** @type {any} */ step) => step.wall_tile);
  const tiles = before.wall_tiles;
  const held = Object.fromEntries(
    Object.entries(tiles?.held ?? {}).map(([player, list]) => {
      const left = [...list];
      for (const { wall_tile } of used.filter((one) => one.player === player)) left.splice(left.indexOf(wall_tile), 1);
      return [player, left];
    }),
  );
  const on_wall = tiles?.on_wall?.filter((tower) => !taken.includes(tower));
  return { keeps: after.keeps, ...(tiles && { wall_tiles: { ...(on_wall && { on_wall }), held } }) };
}
