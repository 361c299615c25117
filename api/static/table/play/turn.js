// The turn that is entered, step by step: whose it is, the tile, where it lies, what is placed, and what came of it.

import { picture } from "../card.js";
import { h, icon } from "../dom.js";
import { button, chip } from "../forms.js";
import { figure, pieces } from "../pieces.js";
import { ruleButton } from "../rules.js";
import { state, update } from "../store.js";
import { place } from "../tags.js";
import { capital, say } from "../words.js";
import { isLaid, placementOf } from "./draft.js";
import { isOver, moveCount, onTurn, positionAfter, tilesLeft } from "./game.js";
import {
  anotherTile,
  chooseFigure,
  followersHome,
  isWaiting,
  offerEverything,
  parts,
  placeAnother,
  retrievals,
  takeBack,
  turnNow,
  waive,
} from "./entering.js";
import { hooks } from "./hooks.js";
import { done, putAway, questionAbout, reconsider, takeAsItIs } from "./judging.js";
import { refused } from "./refused.js";
import { isEntering, now, shownCount, spotsOf } from "./session.js";

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
  if (isWaiting()) return [chosenTile(), ...drawnLines(), ...parts().flatMap((part) => part.drawing?.(turnNow()) ?? [])];
  if (!isLaid(draft)) return [...drawnLines(), ...placing(), ...hand()];
  return [...drawnLines(), ...laid()];
}

/** What the player has before him. */
const hand = () => parts().flatMap((part) => part.hand?.(turnNow()) ?? []);

const lastTileLaid = () => h("p", { class: "hint" }, say("play.last-tile"));

/** @returns {Node[]} */
function drawing() {
  const { draft, play } = now;
  const total = Object.values(tilesLeft(play, shownCount())).reduce((sum, count) => sum + count, 0);
  const goesOn = now.correcting === null && !play.rest.length;
  const isSecond = goesOn && positionAfter(play).turn?.part === 2;
  const mayWaive = isSecond && parts().some((part) => part.mayWaive?.(play.settings.rules ?? {}));
  const held = hand();
  return [
    ...(held.length ? held : [h("p", {}, say(draft.cell ? "play.which-tile-here" : "play.which-tile"))]),
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
    button("other", "quiet", anotherTile, say("play.other-tile")),
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

const other = () => button("other", "quiet", anotherTile, say("play.other-tile"));

/** What drawing the tile has done. @returns {Node[]} */
function drawnLines() {
  const { drawn } = now;
  if (!drawn) return [];
  return [h("div", { class: "told" }, h("p", { class: "large-words" }, drawn.summary), lines(drawn.lines))];
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
  const chips = figures(found);
  // Several figures have a row of their own, where each has room for its name.
  const several = chips !== null && chips.querySelectorAll(".chip").length > 1;
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
        tool("close", say("play.other-tile"), anotherTile),
      ),
      found || !now.cells ? null : h("p", { class: "misfits" }, icon("wrong"), say("may-not-lie")),
      several ? h("p", {}, say("play.tap-spot")) : chips,
    ),
    ...(several ? [chips] : []),
    ...parts().flatMap((part) => part.besides?.(turnNow()) ?? []),
    ...back(),
    ...(everything ? [differently()] : []),
    ...hand(),
    h(
      "div",
      { class: "row done-row" },
      button("everything", "quiet", offerEverything, say(everything ? "play.only-legal" : "play.done-differently")),
      button("done", "primary", done, icon("done"), say(doneWord())),
    ),
  ];
}

/** What else may have been done against the rules: more than one figure, or one on an older tile. */
function differently() {
  const { draft } = now;
  const placed = draft.others.length + (draft.spot ? 1 : 0);
  return h(
    "div",
    { class: "told" },
    h("p", { class: "hint" }, say(draft.onto ? "play.on-older" : "play.older-hint")),
    draft.others.length ? h("p", {}, say("play.placed-count", { count: placed })) : null,
    draft.spot ? button("another", "", placeAnother, icon("plus"), say("play.another-figure")) : null,
  );
}

/** What the turn does besides laying the tile, so that nobody forgets a follower. */
function doneWord() {
  const { spot, others, retrieve, told } = now.draft;
  const acts = parts().some(({ actions = [] }) => actions.some((action) => told[action]));
  return spot || others.length || retrieve || acts ? "play.done" : "play.done-none";
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
  const others = Object.entries(play.steps[shownCount() - 1]?.outcome.figures?.[draft.player] ?? play.figures ?? {});
  const plain = followersHome();
  const besides = (/** @type {string} */ name) => draft.others.filter(({ figure: one = "follower" }) => one === name).length;
  const all = [["follower", plain], ...others].map(([name, count]) => [name, Number(count) - besides(String(name))]);
  const offered = all.filter(
    ([name, count]) => everything || (Number(count) > 0 && found && spotsOf(found, String(name)).length),
  );
  if (!offered.length && !found) return null;
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
      h("span", { class: "figure-name" }, say(`figure.${name}`)),
      h("span", { class: "supply" }, `×${count}`),
    ),
  );
  if (!offered.some(([name]) => name === draft.figure) && !draft.spot) {
    queueMicrotask(() => chooseFigure(String(offered[0][0])));
  }
  return h(
    "div",
    { class: offered.length > 1 ? "whose several" : "whose", role: "group", "aria-label": say("play.figures") },
    offered.length > 1 ? null : h("p", {}, say("play.tap-spot")),
    ...chips,
  );
}

/** What may be taken back. @returns {Node[]} */
function back() {
  const found = retrievals();
  if (!found.length) return [];
  const { draft } = now;
  const chips = found.map((one) =>
    chip(
      `back-${one.x},${one.y}`,
      draft.retrieve?.x === one.x && draft.retrieve?.y === one.y,
      () => takeBack(one),
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

/** What has to be told before the turn is over. @returns {Node[]} */
function asked() {
  const preview = /** @type {NonNullable<import("./session.js").Session["preview"]>} */ (now.preview);
  const question = questionAbout(preview);
  return [
    h("div", { class: "told" }, lines(preview.play.steps.at(-1)?.outcome.lines ?? [])),
    ...(question ? [question] : []),
    h(
      "div",
      { class: "row" },
      button("change", "quiet", reconsider, say("play.change")),
      button("as-it-is", "", takeAsItIs, say("play.as-it-is")),
    ),
  ];
}
