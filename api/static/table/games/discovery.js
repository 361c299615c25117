// The Discovery: what each follower would bring, and taking one back.

import { h } from "../dom.js";
import { terrainWord } from "../games.js";
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
};

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
