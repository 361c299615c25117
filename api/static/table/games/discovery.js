// The Discovery: what each follower would bring, and taking one back.

import { h, s } from "../dom.js";
import { terrainWord } from "../games.js";
import { tileHref } from "../pictures.js";
import { figure, pieces } from "../pieces.js";
import { askWith, state as now, update } from "../store.js";
import { say } from "../words.js";

/** @type {import("./parts.js").Part} */
export const discovery = {
  choosable: ({ answer, question }) =>
    (answer?.retrievals ?? []).map((/** @type {any} */ one) => ({
      follower: one,
      chosen: same(question.extra.retrieve, one),
      label: words(one),
      choose: () => choose(one),
    })),

  headline: ({ lines, retrievals: found }) => (!lines.length && found?.length ? say("retrievals-title") : null),

  notes: (answer) => (answer.retrievals ? [retrievals(answer.retrievals)] : []),

  turn: {
    begins: (position, player) => (hasHands(position.rules) ? { hand: keptBy(position, player) } : {}),

    takes(turn, tile) {
      if (!hasHands(turn.position.rules)) return { tile, told: {} };
      const before = turn.told.hand ?? [];
      if (before.includes(tile) && isWhole(turn, before)) return { tile, told: { hand: before } };
      // Whoever taps a third tile has mistaken the one that was drawn last.
      const hand = [...before.slice(0, HAND - 1), tile];
      return { tile: isWhole(turn, hand) ? tile : null, told: { hand } };
    },

    asked: (rules, tile) => (hasHands(rules) ? { hand: [tile] } : {}),

    hand: (turn) => (hasHands(turn.position.rules) ? [handView(turn)] : []),

    put(position, { player, hand, tile, discard }) {
      if (!hand) return {};
      const kept = without(hand, tile ?? discard);
      return { players: position.players.map((one) => (one.name === player ? { ...one, hand: kept } : one)) };
    },
  },
};

// Two open tiles before each player

const HAND = 2;

/** @param {Record<string, unknown>} [rules] */
const hasHands = (rules) => rules?.hand_tiles === HAND;

/** The tiles that a player has kept. @param {import("../types.js").Position} position @param {string} player @returns {string[]} */
const keptBy = (position, player) => position.players.find(({ name }) => name === player)?.hand ?? [];

/** @param {string[]} hand @param {string} tile */
function without(hand, tile) {
  const at = hand.indexOf(tile);
  return hand.filter((_, number) => number !== at);
}

/** Whether a hand is one to choose from: two tiles, or what the others have left of the bag. @param {import("./parts.js").Turn} turn @param {string[]} hand */
const isWhole = ({ left, position }, hand) =>
  hand.length === HAND || (hand.length > 0 && left <= hand.length + HAND * (position.players.length - 1));

/** Both tiles before the player: a tap takes one in hand. @param {import("./parts.js").Turn} turn */
function handView(turn) {
  const hand = /** @type {string[]} */ (turn.told.hand ?? []);
  const tiles = hand.map((tile, number) =>
    h(
      "button",
      {
        type: "button",
        class: "chip in-hand",
        "data-focus": `hand-${number}`,
        "data-kind": tile,
        "aria-pressed": turn.tile === tile,
        disabled: !isWhole(turn, hand),
        on: { click: () => turn.take(tile) },
      },
      s(
        "svg",
        { viewBox: "0 0 100 100", role: "img", "aria-label": say("tile", { tile }) },
        s("use", { href: tileHref(now.game, tile, 0) }),
      ),
    ),
  );
  const missing = isWhole(turn, hand) ? [] : Array.from({ length: HAND - hand.length }, () => h("span", { class: "in-hand none" }, "?"));
  return h(
    "div",
    { class: "hand", role: "group", "aria-label": say("play.hand") },
    h("p", { class: "hint" }, say(missing.length ? "play.hand-missing" : "play.hand")),
    h("div", { class: "chips" }, ...tiles, ...missing),
  );
}

/** @param {any} a @param {any} b */
const same = (a, b) => Boolean(a) && a.player === b.player && a.x === b.x && a.y === b.y;

/** @param {any} one */
const words = ({ player, spot, complete }) =>
  say(complete ? "retrieve-finished" : "retrieve-open", { player, terrain: terrainWord(spot.split("@")[0]) });

/** Takes that follower back, or leaves it. @param {any} one */
function choose({ player, x, y, spot }) {
  const one = { player, x, y, spot };
  askWith({ retrieve: same(now.question.extra.retrieve, one) ? undefined : one });
}

/** @param {any[]} found */
function retrievals(found) {
  if (!found.length) return h("p", { class: "hint" }, say("nothing-to-retrieve"));
  const looks = pieces(now.position.players, now.game.colours);
  return h(
    "ul",
    { class: "lines", "aria-label": say("retrievals") },
    ...found.map((one) => {
      const look = looks.get(one.player);
      const point = () => update({ lit: new Set([`${one.x},${one.y}`]), litFeature: null, litCounted: [] });
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "line",
            "aria-pressed": same(now.question.extra.retrieve, one),
            on: { click: () => choose(one), focus: point, pointerenter: point },
          },
          h("span", { class: "gains" }, h("span", { class: "gain" }, look ? figure(look) : "", ` ${one.points}`)),
          h("span", {}, words(one)),
        ),
      );
    }),
  );
}
