// The River: its tiles come first, its lake last of them.

/** The tile that ends the river and comes last of its tiles, and the start tile whose place it takes. */
const LAKE = "R02";
const FORMER_START = "D";

/** @type {import("./parts.js").Part} */
export const river = {
  turn: {
    drawable(left, rules, kinds) {
      const isRiver = (/** @type {string} */ id) => kinds.get(id)?.segments.some(({ type }) => type === "river");
      const rule = rules.river_start_tile;
      const hasOwnTurn = rule === "with-river" || rule === "after-river";
      const isDue = hasOwnTurn && left[FORMER_START] === kinds.get(FORMER_START)?.count;
      /** @type {Record<string, number>} */
      const start = isDue ? { [FORMER_START]: 1 } : {};
      /** @type {Record<string, number>} */
      const course = Object.fromEntries(Object.entries(left).filter(([id]) => isRiver(id) && id !== LAKE));
      /** @type {Record<string, number>} */
      const lake = left[LAKE] ? { [LAKE]: left[LAKE] } : {};
      const order = rule === "with-river" ? [{ ...course, ...start }, lake] : [course, lake, start];
      return order.find((group) => Object.keys(group).length) ?? left;
    },
  },
};
