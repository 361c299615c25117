// The log: every turn with its lines, what was corrected, and what somebody claimed.

import { h, icon, s } from "../dom.js";
import { button } from "../forms.js";
import { turnParts } from "../games/parts.js";
import { tileHref } from "../pictures.js";
import { figure, pieces } from "../pieces.js";
import { state } from "../store.js";
import { capital, say } from "../words.js";
import { isOver, positionAfter, scoresOf } from "./game.js";
import { goBack, leaveOut, lookAt, startCorrecting } from "./history.js";
import { enterBesides } from "./judging.js";
import { now } from "./session.js";
import { lines } from "./turn.js";

/** @typedef {import("./game.js").Step} Step */

/** @param {string} player */
const piece = (player) => {
  const found = pieces(state.position.players, state.game.colours).get(player);
  return found ? figure(found) : "";
};

/** What a step brought everybody. @param {number} number @returns {[string, number][]} */
export function gains(number) {
  const [before, after] = [number, number + 1].map((count) => scoresOf(positionAfter(now.play, count)));
  return Object.keys(after).flatMap((name) =>
    after[name] === before[name] ? [] : [/** @type {[string, number]} */ ([name, after[name] - before[name]])],
  );
}

/** @returns {Node[]} */
export function logView() {
  const { play } = now;
  let move = 0;
  const rows = play.steps.map((step, number) => row(step, number, step.entry.kind === "move" ? ++move : null));
  return [
    h("h3", {}, say("play.log")),
    play.steps.length
      ? h("ol", { class: "log", reversed: true, "aria-label": say("play.log") }, ...rows.reverse())
      : h("p", { class: "hint" }, say("play.log-empty")),
  ];
}

/** @param {Step} step @param {number} number @param {number | null} move */
function row(step, number, move) {
  const { entry, outcome } = step;
  const brought = gains(number).map(([name, points]) =>
    h("span", { class: "gain" }, piece(name), ` ${points > 0 ? "+" : ""}${points}`),
  );
  const agreed = entry.kind === "move" && entry.agreed && outcome.problems.length > 0;
  return h(
    "li",
    { class: now.seen === number ? "step looked-at" : "step", "data-step": number },
    h(
      "button",
      {
        type: "button",
        class: "line",
        "data-focus": `step-${number}`,
        "aria-pressed": now.seen === number,
        on: { click: () => lookAt(now.seen === number ? null : number) },
      },
      h("span", { class: "step-number" }, move ?? "·"),
      thumb(entry),
      h(
        "span",
        { class: "step-words" },
        words(step),
        agreed ? h("em", { class: "agreed" }, ` ${say("play.agreed")}`) : "",
      ),
      h("span", { class: "gains" }, ...brought),
    ),
    outcome.lines.length > 0 && lines(outcome.lines, () => lookAt(number)),
    agreed &&
      h(
        "ul",
        { class: "lines problems" },
        ...outcome.problems.map(({ detail }) =>
          h("li", {}, h("div", { class: "line plain" }, icon("wrong"), h("span", {}, detail))),
        ),
      ),
    outcome.claim && !outcome.claim.agrees && partedAmong(outcome.claim, number),
  );
}

/** @param {import("./game.js").Entry} entry */
function thumb(entry) {
  const tile = entry.kind === "move" ? (entry.move.tile ?? entry.move.discard) : null;
  if (!tile)
    return h("span", { class: "thumb" }, entry.kind === "move" ? "" : icon(entry.kind === "score" ? "edit" : "done"));
  const rotation = entry.kind === "move" ? (entry.move.rotation ?? 0) : 0;
  return h(
    "span",
    { class: "thumb" },
    s(
      "svg",
      { viewBox: "0 0 100 100", "aria-hidden": "true" },
      s("use", { href: tileHref(state.game, tile, rotation) }),
    ),
  );
}

/** A step in words. @param {Step} step @returns {string} */
export function words({ entry, outcome }) {
  if (entry.kind === "end") return say(entry.early ? "play.ended-early" : "play.ended");
  const player = capital(entry.kind === "move" ? entry.move.player : entry.player);
  if (entry.kind === "score") {
    return say(entry.points < 0 ? "play.corrected-down" : "play.corrected-up", {
      player,
      count: Math.abs(entry.points),
    });
  }
  if (entry.kind === "claim") {
    const { agrees, actual = 0 } = outcome.claim ?? {};
    return say(agrees ? "play.claim-agrees" : "play.claim-parts", { player, claimed: entry.score, actual });
  }
  const { move } = entry;
  if (move.discard) return say("play.put-away-by", { player, tile: move.discard });
  const placed = move.placed ?? (move.spot ? [move] : []);
  return [
    say("play.laid-by", { player, tile: move.tile }),
    ...placed.map(placedWords),
    move.retrieve && say("play.took-back"),
    ...turnParts(now.play.settings).map((part) => part.words?.(move)),
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {{spot: string, figure?: string}} placed */
const placedWords = ({ spot, figure: kind = "follower" }) =>
  say("play.placed", { figure: say(`figure.${kind}`), terrain: say(`terrain.${spot.split("@")[0]}`) });

/** The moves among which two counts part. @param {import("./game.js").Claim} claim @param {number} number */
function partedAmong(claim, number) {
  const { play } = now;
  const found = play.steps.slice(claim.since, number).flatMap((step, offset) => {
    const points = gains(claim.since + offset).find(([name]) => name === claim.player)?.[1];
    return points ? [{ step, at: claim.since + offset, points }] : [];
  });
  return h(
    "div",
    { class: "parted" },
    h("p", {}, say("play.parts-among")),
    h(
      "ul",
      { class: "lines" },
      ...found.map(({ step, at, points }) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "line", on: { click: () => lookAt(at) } },
            h("span", { class: "gain" }, `${points > 0 ? "+" : ""}${points}`),
            h("span", {}, reasons(step, claim.player)),
          ),
        ),
      ),
    ),
  );
}

/** @param {Step} step @param {string} player */
function reasons(step, player) {
  const own = step.outcome.lines.filter((line) => line.points[player]).map((line) => line.text);
  return own.join(" ") || words(step);
}

/** The bar over a board as it was. @param {number} seen */
export function lookedAt(seen) {
  const { play } = now;
  const { entry } = play.steps[seen];
  return h(
    "div",
    { class: "looked", role: "group", "aria-label": say("play.as-it-was") },
    h("p", {}, say("play.as-it-was"), " ", h("strong", {}, words(play.steps[seen]))),
    h(
      "div",
      { class: "row" },
      button("now", "primary", () => lookAt(null), say("play.to-now")),
      seen < play.steps.length - 1 ? button("go-back", "", () => goBack(seen + 1), say("play.go-back")) : null,
      entry.kind === "move" ? button("correct", "", () => startCorrecting(seen), say("play.correct")) : null,
      button("take-out", "", () => leaveOut(seen), say("play.leave-out")),
    ),
  );
}

// What can be entered besides turns

/** @returns {HTMLElement[]} */
export function besides() {
  const { play } = now;
  const names = play.settings.players.map(({ name }) => name);
  const over = isOver(play);
  return [
    entryForm("claim", "play.claim", "play.claim-points", names, (player, score) =>
      enterBesides({ kind: "claim", player, score }),
    ),
    entryForm("score", "play.correct-score", "play.correct-points", names, (player, points) => {
      const has = scoresOf(positionAfter(play))[player];
      if (points && has + points >= 0) enterBesides({ kind: "score", player, points });
    }),
    over ? null : endForm(),
  ].filter((part) => part !== null);
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string} label
 * @param {string[]} players
 * @param {(player: string, number: number) => void} enter
 */
function entryForm(name, title, label, players, enter) {
  const select = h(
    "select",
    { name: "player", "aria-label": say("player-head") },
    ...players.map((one) => h("option", { value: one }, one)),
  );
  // A phone's keys for numbers alone may have no minus.
  const number = h("input", { name: "points", type: "number", required: true });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (number.value !== "") enter(select.value, Math.round(Number(number.value)));
  };
  return h(
    "details",
    { class: "besides", id: `play-${name}` },
    h("summary", {}, say(title)),
    h(
      "form",
      { class: "row", on: { submit } },
      select,
      h("label", {}, h("span", {}, say(label)), number),
      h("button", { class: "primary" }, say("play.enter")),
    ),
  );
}

function endForm() {
  const { play } = now;
  const early = play.steps.at(-1)?.outcome.next !== null;
  const end = () => enterBesides({ kind: "end", ...(early && { early }) });
  if (!early) return button("end", "primary", end, say("play.final-scoring"));
  return h(
    "details",
    { class: "besides", id: "play-end" },
    h("summary", {}, say("play.end-early")),
    h("p", { class: "hint" }, say("play.end-early-hint")),
    button("end", "primary", end, say("play.final-scoring")),
  );
}
