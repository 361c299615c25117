// A turn that is not taken: why, what would be allowed, and what the table may do about it.

import { h, icon } from "../dom.js";
import { button } from "../forms.js";
import { ruleButton } from "../rules.js";
import { place, pointed, spotWords } from "../tags.js";
import { capital, say } from "../words.js";
import { parts } from "./entering.js";
import { dropStuck } from "./history.js";
import { insist, reconsider } from "./judging.js";
import { now } from "./session.js";

/** @returns {Node[]} */
export function refused() {
  const { refusal, hopeless, play } = now;
  const { problems, instead } = /** @type {import("./game.js").Refusal} */ (refusal);
  const waiting = play.rest.length > 0 && now.correcting === null;
  return [
    h("p", { class: "verdict bad", role: "alert" }, say("play.not-taken")),
    h(
      "ul",
      { class: "lines problems" },
      ...problems.map(({ detail, rule }) =>
        h(
          "li",
          {},
          h("div", { class: "line plain" }, icon("wrong"), h("span", {}, pointed(detail))),
          ...(rule ? ruleButton([rule]) : []),
        ),
      ),
    ),
    ...legalInstead(instead),
    hopeless ? h("p", { class: "hint" }, say("play.cannot-insist")) : null,
    h(
      "div",
      { class: "row refused-row" },
      button("change", "primary", reconsider, say("play.change")),
      hopeless ? null : button("insist", "", insist, say("play.insist")),
      waiting ? button("leave-out", "", () => dropStuck(false), say("play.leave-out")) : null,
      waiting
        ? button("drop-rest", "", () => dropStuck(true), say("play.drop-rest", { count: play.rest.length }))
        : null,
    ),
  ].filter((part) => part !== null);
}

/** What would have been legal, in words; cells are lit up on the board. @param {Record<string, any>} instead @returns {Node[]} */
function legalInstead(instead) {
  const { placements, spots, figures: others, retrievals: takable, tiles, player, discard } = instead;
  const words = [
    player && say("play.legal-player", { player: capital(player) }),
    placements?.length &&
      say("play.legal-places", {
        count: new Set(placements.map((/** @type {any} */ one) => `${one.x},${one.y}`)).size,
      }),
    discard && say("play.legal-discard", { tile: discard }),
    spots && say("play.legal-spots", { spots: spots.map(spotWords).join(", ") || say("nothing") }),
    ...Object.entries(others ?? {}).map(
      ([name, found]) => found.length && `${say(`figure.${name}`)}: ${found.map(spotWords).join(", ")}`,
    ),
    ...parts().map((part) => part.instead?.(instead)),
    takable?.length && say("play.legal-back", { places: takable.map(place).join(", ") }),
    tiles && say("play.legal-tiles", { tiles: Object.keys(tiles).join(", ") }),
  ].filter(Boolean);
  if (!words.length) return [];
  return [
    h(
      "div",
      { class: "told" },
      h("p", {}, say("play.legal")),
      h("ul", { class: "legal-words" }, ...words.map((one) => h("li", {}, one))),
    ),
  ];
}
