// Which tile most likely lies on a cell.

/**
 * @typedef {object} Choice
 * @property {import("./games.js").Kind} kind
 * @property {number} rotation
 * @property {number} left how many of its kind are not on the table
 */

/**
 * The tiles that fit a cell, most likely first: the more are left and the more ways they fit, the likelier; those that
 * are used up come last. Each rotation that looks different is a choice of its own.
 * @param {Iterable<import("./games.js").Kind>} kinds
 * @param {(kind: import("./games.js").Kind) => number} left
 * @param {(kind: import("./games.js").Kind) => number[]} fitting the rotations in which a kind fits
 * @returns {Choice[]}
 */
export function likelyTiles(kinds, left, fitting) {
  const found = [...kinds].map((kind) => ({ kind, left: Math.max(0, left(kind)), rotations: fitting(kind) }));
  const weight = (/** @type {{left: number, rotations: number[]}} */ one) => one.left * one.rotations.length;
  return found
    .filter(({ rotations }) => rotations.length)
    .sort((a, b) => weight(b) - weight(a))
    .flatMap(({ kind, left: count, rotations }) =>
      kind.distinct(rotations).map((rotation) => ({ kind, rotation, left: count })),
    );
}

/**
 * The empty cell that will be filled next, as far as one can tell: beside the tile that was laid last, straight on from
 * the one before it where that is free, else where most tiles lie around.
 * @param {import("./types.js").Position} position
 * @param {Set<string>} open
 * @returns {import("./types.js").Cell | null}
 */
export function nextCell({ tiles }, open) {
  const [before, last] = tiles.slice(-2);
  if (!last) return null;
  const laid = new Set(tiles.map(({ x, y }) => `${x},${y}`));
  const around = (/** @type {number} */ x, /** @type {number} */ y) =>
    [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => `${x + dx},${y + dy}`)).filter((cell) => laid.has(cell)).length;
  const onward = [last.x - (before?.x ?? last.x), last.y - (before?.y ?? last.y)];
  const ranked = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]
    .map(([dx, dy]) => ({ x: last.x + dx, y: last.y + dy, on: dx === onward[0] && dy === onward[1] }))
    .filter(({ x, y }) => open.has(`${x},${y}`))
    .sort((a, b) => Number(b.on) - Number(a.on) || around(b.x, b.y) - around(a.x, a.y));
  return ranked.length ? [ranked[0].x, ranked[0].y] : null;
}
