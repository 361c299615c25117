// Traders & Builders: who finishes a city takes its goods.

import { h, s } from "../dom.js";
import { knows, say } from "../words.js";
import { lastBy, lastForm } from "./last.js";

/** @type {import("./parts.js").Part} */
export const traders = {
  details: (state) => (state.game.fields[state.question.kind]?.includes("last") ? [lastBy(state)] : []),

  onTile: (state, tile) => [lastForm(state, tile)],

  notes: ({ goods }) => {
    const owners = Object.entries(goods ?? {}).filter(([, held]) => Object.values(held).some(Boolean));
    if (!owners.length) return [];
    const rows = owners.map(([player, held]) =>
      h("p", {}, h("b", {}, player), " ", ...Object.entries(held).flatMap(([token, count]) => [sign(token), `${count} `])),
    );
    return [h("section", { class: "goods-after" }, h("h4", {}, say("goods-after")), ...rows)];
  },

  turn: { mayWaive: (rules) => rules.builder_turn !== "must" },
};

/** @param {string} token */
const sign = (token) =>
  s(
    "svg",
    { class: "figure", viewBox: "-14 -14 28 28", role: "img", "aria-label": knows(`mark.${token}`) ? say(`mark.${token}`) : token },
    s("use", { href: `#glyph-${token}` }),
  );
