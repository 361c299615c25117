// The turn that is entered, step by step: whose it is, the tile, where it lies, what is placed, and what came of it.

import { picture } from "../card.js";
import { h, icon } from "../dom.js";
import { terrainWord } from "../games.js";
import { figure, pieces } from "../pieces.js";
import { ruleButton } from "../rules.js";
import { state, update } from "../store.js";
import { letterOf } from "../tags.js";
import { capital, say } from "../words.js";
import { isLaid, placementOf } from "./draft.js";
import { isOver, moveCount, onTurn, positionAfter, tilesLeft } from "./game.js";
import {
  chooseFigure,
  clearTurn,
  isWaitingForWheel,
  offerEverything,
  retrievals,
  symbols,
  takeBack,
  takeForPlague,
  tellSymbol,
  toCrown,
  waive,
} from "./entering.js";
import { hooks } from "./hooks.js";
import { openQuestions, putAway, reconsider, takeAsItIs, tellMore, useNow } from "./judging.js";
import { refused } from "./refused.js";
import { isEntering, now, shownCount, spotsOf } from "./session.js";

/** @param {string} focus @param {string} kind @param {() => void} act @param {...any} content */
export const button = (focus, kind, act, ...content) =>
  h("button", { type: "button", class: kind, "data-focus": focus, on: { click: act } }, ...content);

/** @param {string} player */
const look = (player) => /** @type {any} */ (pieces(state.position.players, state.game.colours).get(player));

/** @returns {Node[]} */
export function turnCard() {
  const { play } = now;
  if (now.seen !== null) return [];
  if (isOver(play) && now.correcting === null) return [];
  return [head(), ...(now.busy ? [h("p", { class: "hint", role: "status" }, now.busy)] : body())];
}

function head() {
  const { draft, play, correcting } = now;
  const number = moveCount(play, shownCount()) + 1;
  const again = play.steps.at(-1)?.outcome.again && correcting === null && onTurn(play) === draft.player;
  return h(
    "div",
    { class: "turn-head" },
    figure(look(draft.player)),
    h(
      "div",
      {},
      h("h2", { tabindex: -1, "data-focus": "turn-title" }, title(draft.player)),
      h(
        "p",
        { class: "hint" },
        say("play.move-number", { number }),
        again ? ` · ${say(positionAfter(play).turn?.part === 2 ? "play.second-part" : "play.again")}` : "",
      ),
    ),
  );
}

/** @param {string} player */
function title(player) {
  if (now.correcting !== null) return say("play.correcting", { player: capital(player) });
  if (now.play.rest.length) return say("play.no-longer-fits", { player: capital(player) });
  const expected = onTurn(now.play);
  if (expected && player !== expected && !mayFollow(player))
    return say("play.out-of-turn", { player: capital(player) });
  return say("play.turn-of", { player: capital(player) });
}

/** Whether a player is on turn once the one before waives his second part. @param {string} player */
function mayFollow(player) {
  const names = now.play.settings.players.map(({ name }) => name);
  const { turn } = positionAfter(now.play);
  return turn?.part === 2 && names[(names.indexOf(turn.player) + 1) % names.length] === player;
}

/** @returns {Node[]} */
function body() {
  const { draft, refusal, preview } = now;
  if (!isEntering()) return [];
  if (!onTurn(now.play) && now.correcting === null && !now.play.rest.length) return [lastTileLaid()];
  if (refusal) return refused();
  if (preview) return asked();
  if (!draft.tile) return drawing();
  if (isWaitingForWheel()) return [chosenTile(), ...wheelForm()];
  if (!isLaid(draft)) return [...wheelLines(), ...placing()];
  return [...wheelLines(), ...laid()];
}

const lastTileLaid = () => h("p", { class: "hint" }, say("play.last-tile"));

/** @returns {Node[]} */
function drawing() {
  const { draft, play } = now;
  const total = Object.values(tilesLeft(play)).reduce((sum, count) => sum + count, 0);
  const mayWaive = positionAfter(play).turn?.part === 2 && play.settings.rules?.builder_turn !== "must";
  return [
    h("p", {}, say(draft.cell ? "play.which-tile-here" : "play.which-tile")),
    ...(play.settings.bag ? [h("p", { class: "hint" }, say("play.tiles-left", { count: total }))] : []),
    ...(mayWaive ? [button("waive", "", waive, say("play.waive"))] : []),
  ];
}

const chosenTile = () =>
  h(
    "p",
    { class: "hint" },
    say("tile", { tile: now.draft.tile ?? "" }),
    " ",
    button("other", "quiet", clearTurn, say("play.other-tile")),
  );

/** @returns {Node[]} */
function placing() {
  const { cells, draft } = now;
  if (!cells) return [chosenTile()];
  if (!cells.size) {
    return [
      h("p", {}, say("fits-nowhere", { tile: draft.tile ?? "" })),
      h("div", { class: "row" }, button("put-away", "primary", putAway, say("play.put-away")), other()),
    ];
  }
  return [
    h("p", {}, say("places", { tile: draft.tile ?? "", count: cells.size })),
    h("div", { class: "row" }, other()),
  ];
}

const other = () => button("other", "quiet", clearTurn, say("play.other-tile"));

// The wheel

/** @returns {Node[]} */
function wheelForm() {
  const { draft, wheel } = now;
  if (draft.symbol === null) {
    const chips = symbols().map((symbol) =>
      button(`symbol-${symbol}`, "chip", () => tellSymbol(symbol), symbol || say("none")),
    );
    return [
      h("p", {}, say("play.which-symbol")),
      h("div", { class: "chips", role: "group", "aria-label": say("wheel-symbol") }, ...chips),
    ];
  }
  const choices = Object.entries(wheel?.plague_choices ?? {}).map(([player, followers]) =>
    h(
      "div",
      { class: "choices", role: "group" },
      h("p", {}, say("plague", { player: capital(player) })),
      ...followers.map((/** @type {any} */ one) =>
        button(`plague-${player}-${one.x},${one.y}`, "", () => takeForPlague(one), figure(look(player)), place(one)),
      ),
    ),
  );
  return [...wheelLines(), ...choices];
}

/** @param {{x: number, y: number, spot: string}} one */
export const place = ({ x, y, spot }) =>
  say("place", { terrain: terrainWord(spot.split("@")[0]), cell: letterOf(`${x},${y}`) });

/** What the symbol has done. @returns {Node[]} */
function wheelLines() {
  const { wheel } = now;
  if (!wheel) return [];
  return [h("div", { class: "told" }, h("p", { class: "large-words" }, wheel.summary), lines(wheel.lines))];
}

/**
 * Lines of a ruling; a tap on one lights up what it counts.
 * @param {any[]} found
 * @param {() => void} [first] what is done before, for instance to see the board as it was
 */
export const lines = (found, first) =>
  h(
    "ul",
    { class: "lines" },
    ...found.map((line) => {
      const light = () => {
        first?.();
        update({ lit: new Set(line.cells.map(String)), litFeature: null });
      };
      const shown = line.cells.length
        ? h("button", { type: "button", class: "line", on: { click: light } }, h("span", {}, line.text))
        : h("div", { class: "line plain" }, h("span", {}, line.text));
      return h("li", {}, shown, ...(line.rule ? ruleButton([line.rule, ...(line.because ?? [])]) : []));
    }),
  );

// The tile lies

/** @returns {Node[]} */
function laid() {
  const { draft, everything } = now;
  const found = placementOf(draft, now.cells ?? new Map());
  return [
    h("div", { class: `large ${everything ? "" : "legal-only"}` }, picture(state)),
    h(
      "div",
      { class: "card-side" },
      h(
        "div",
        { class: "card-tools" },
        tool("turn-left", say("turn-left"), () => hooks.turn(-90)),
        tool("turn", say("turn-right"), () => hooks.turn(90)),
        tool("close", say("play.other-tile"), clearTurn),
      ),
      found ? null : h("p", { class: "misfits" }, icon("wrong"), say("may-not-lie")),
      figures(found),
    ),
    ...crowns(),
    ...back(),
    ...wallTiles(),
    h(
      "div",
      { class: "row done-row" },
      button("everything", "quiet", offerEverything, say(everything ? "play.only-legal" : "play.done-differently")),
      button("done", "primary", finish, icon("done"), say(doneWord())),
    ),
  ];
}

function finish() {
  return tellMore({});
}

/** What the turn does besides laying the tile, so that nobody forgets a follower. */
function doneWord() {
  const { spot, crown, retrieve } = now.draft;
  return spot || crown || retrieve ? "play.done" : "play.done-none";
}

/** @param {string} name @param {string} label @param {() => void} act */
const tool = (name, label, act) =>
  h(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, "data-focus": name, on: { click: act } },
    icon(name),
  );

/** The figures that the player has left and that may stand somewhere on this tile. @param {any} found */
function figures(found) {
  const { draft, play, everything } = now;
  const outcome = play.steps[shownCount() - 1]?.outcome;
  const supply = now.wheel?.supply ?? outcome?.supply ?? {};
  const plain = homeNow(draft.player, supply[draft.player] ?? play.followers);
  const others = Object.entries(outcome?.figures?.[draft.player] ?? startFigures());
  const all = [["follower", plain], ...others];
  const offered = all.filter(
    ([name, count]) => everything || (Number(count) > 0 && found && spotsOf(found, String(name)).length),
  );
  if (!offered.length)
    return h("p", { class: "hint" }, say(plain ? "play.no-spot" : "play.no-follower", { player: draft.player }));
  const chips = offered.map(([name, count]) =>
    h(
      "button",
      {
        type: "button",
        class: "chip",
        "data-figure": name,
        title: say(`figure.${name}`),
        "data-focus": `figure-${name}`,
        "aria-pressed": draft.figure === name,
        on: { click: () => chooseFigure(String(name)) },
      },
      figure(look(draft.player), state.game.looks[String(name)]),
      // Where there are several, only the chosen one is named, so that all are in sight.
      h("span", { class: offered.length > 1 && draft.figure !== name ? "hidden" : "" }, say(`figure.${name}`)),
      h("span", { class: "supply" }, `×${count}`),
    ),
  );
  if (!offered.some(([name]) => name === draft.figure) && !draft.spot) {
    queueMicrotask(() => chooseFigure(String(offered[0][0])));
  }
  return h(
    "div",
    { class: "whose", role: "group", "aria-label": say("play.figures") },
    h("p", {}, say("play.tap-spot")),
    ...chips,
  );
}

/** The followers that a player has home, with those that a wheel symbol has just sent there. @param {string} player @param {number} count */
const homeNow = (player, count) =>
  count + (now.wheel?.returned ?? []).filter((/** @type {any} */ one) => one.player === player).length;

/** What everybody has besides followers before the first move. @returns {Record<string, number>} */
const startFigures = () =>
  Object.fromEntries(
    state.game.figures.filter(({ name }) => name !== "follower").map(({ name, each }) => [name, each]),
  );

/** @returns {Node[]} */
function crowns() {
  const free = Object.entries(now.told.crowns ?? {}).filter(([, spaces]) => Number(spaces) > 0);
  const { draft, play } = now;
  const supply = play.steps[shownCount() - 1]?.outcome.supply[draft.player] ?? play.followers;
  if (!free.length || !homeNow(draft.player, supply)) return [];
  const chips = free.map(([segment]) =>
    h(
      "button",
      {
        type: "button",
        class: "chip",
        "data-focus": `crown-${segment}`,
        "aria-pressed": draft.crown === segment,
        on: { click: () => toCrown(segment) },
      },
      say(`segment.${segment}`),
    ),
  );
  return [
    h(
      "details",
      { id: "turn-crowns", open: draft.crown !== null, on: { toggle: intoView } },
      h("summary", {}, say("play.crown")),
      h("div", { class: "chips" }, ...chips),
    ),
  ];
}

/** @param {Event} event */
const intoView = ({ target }) => /** @type {HTMLElement} */ (target).scrollIntoView({ block: "nearest" });

/** What may be taken back. @returns {Node[]} */
function back() {
  const found = retrievals();
  if (!found.length) return [];
  const { draft } = now;
  const chips = found.map((one) =>
    h(
      "button",
      {
        type: "button",
        class: "chip",
        "data-focus": `back-${one.x},${one.y}`,
        "aria-pressed": draft.retrieve?.x === one.x && draft.retrieve?.y === one.y,
        on: { click: () => takeBack(one) },
      },
      figure(look(draft.player)),
      h("span", {}, `${place(one)}: ${say("points-count", { count: one.points })}`),
    ),
  );
  return [
    h(
      "div",
      { role: "group", "aria-label": say("question.retrieve") },
      h("p", {}, say("play.take-back")),
      h("div", { class: "chips" }, ...chips),
    ),
  ];
}

/** The castle: a wall tile that gives another turn. @returns {Node[]} */
function wallTiles() {
  const { draft, play } = now;
  const held = positionAfter(play, shownCount()).castle?.wall_tiles?.held?.[draft.player] ?? [];
  if (!held.includes(ANOTHER_TURN)) return [];
  const used = draft.use.some((one) => one.wall_tile === ANOTHER_TURN);
  return [
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: used,
        "data-focus": "use-1",
        on: { change: () => useNow(ANOTHER_TURN) },
      }),
      say("play.another-turn"),
    ),
  ];
}
/** The wall tile that gives another turn at once. */
const ANOTHER_TURN = 1;

/** What the castle has to be told before the turn is over. @returns {Node[]} */
function asked() {
  const outcome = /** @type {import("./game.js").Outcome} */ (now.preview);
  const [question] = openQuestions(outcome);
  return [
    h("div", { class: "told" }, lines(outcome.lines)),
    ...(question ? [castleQuestion(question, outcome)] : []),
    h(
      "div",
      { class: "row" },
      button("change", "quiet", reconsider, say("play.change")),
      button("as-it-is", "", takeAsItIs, say("play.as-it-is")),
    ),
  ];
}

/** @param {any} question @param {import("./game.js").Outcome} outcome */
function castleQuestion(question, outcome) {
  const { draft } = now;
  if (question.ask === "took") {
    const step = outcome.castle.track.find((/** @type {any} */ one) => one.wall_tile === question.tower);
    const chips = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((wall_tile) =>
      button(
        `took-${wall_tile}`,
        "chip",
        () => tellMore({ took: [...draft.took, { tower: question.tower, wall_tile }] }, -1),
        wall_tile,
      ),
    );
    return h(
      "div",
      { class: "choices", role: "group" },
      h("p", {}, say("play.which-wall-tile", { player: capital(step.player), tower: question.tower })),
      h("div", { class: "chips" }, ...chips),
    );
  }
  const features = scoredFeatures(outcome, question.lines ?? outcome.lines);
  const choose = (/** @type {any} */ one) =>
    question.ask === "order"
      ? tellMore({ order: [one, ...features.map(({ at }) => at).filter((at) => at !== one)] }, -1)
      : tellMore({ use: [...draft.use, { wall_tile: question.wall_tile, ...one }] }, -1);
  return h(
    "div",
    { class: "choices", role: "group" },
    h(
      "p",
      {},
      question.ask === "order" ? say("play.which-first") : say("play.double-it", { tile: question.wall_tile }),
    ),
    ...features.map(({ at, line }, number) => button(`feature-${number}`, "", () => choose(at), line.text)),
    question.ask === "order"
      ? null
      : button("pass", "quiet", () => tellMore({}, question.wall_tile), say("play.not-now")),
  );
}

/** The features that are scored, each by a follower that goes home from it. @param {import("./game.js").Outcome} outcome @param {any[]} wanted */
const scoredFeatures = (outcome, wanted) =>
  wanted.flatMap((line) => {
    const on = outcome.returned.find(
      (one) =>
        one.spot.split("@")[0] === line.type &&
        line.cells.some((/** @type {any} */ [x, y]) => x === one.x && y === one.y),
    );
    return on ? [{ line, at: { x: on.x, y: on.y, spot: on.spot } }] : [];
  });
