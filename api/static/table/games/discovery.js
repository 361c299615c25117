// The Discovery: what each follower would bring, and taking one back.

import { h } from "../dom.js";
import { terrainWord } from "../games.js";
import { figure, pieces } from "../pieces.js";
import { askWith, state as now } from "../store.js";
import { say } from "../words.js";

/** @type {import("./parts.js").Part} */
export const discovery = {
  notes: (answer) => (answer.retrievals ? [retrievals(answer.retrievals)] : []),
};

/** @param {any[]} found */
function retrievals(found) {
  if (!found.length) return h("p", { class: "hint" }, say("nothing-to-retrieve"));
  const looks = pieces(now.position.players, now.game.colours);
  const asked = now.question.extra.retrieve;
  return h(
    "ul",
    { class: "lines", "aria-label": say("retrievals") },
    ...found.map(({ player, x, y, spot, points, complete }) => {
      const chosen = asked && asked.player === player && asked.x === x && asked.y === y;
      const look = looks.get(player);
      const choose = () => askWith({ retrieve: chosen ? undefined : { player, x, y, spot } });
      return h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "line", "aria-pressed": Boolean(chosen), on: { click: choose } },
          h("span", { class: "gains" }, h("span", { class: "gain" }, look ? figure(look) : "", ` ${points}`)),
          h(
            "span",
            {},
            say(complete ? "retrieve-finished" : "retrieve-open", {
              player,
              terrain: terrainWord(spot.split("@")[0]),
              x,
              y,
            }),
          ),
        ),
      );
    }),
  );
}
