// A game as it is taken along: as a request for `replay`, in one line for a link, and in the browser's own storage.

/** @typedef {import("./game.js").Entry} Entry */
/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("./game.js").Settings} Settings */
/** @typedef {import("./game.js").Step} Step */

/**
 * The game as `replay` takes it; what only a table can agree on is left out.
 * @param {Settings} settings
 * @param {Entry[]} entries
 */
export function replayRequest({ variant, expansions, rules, players, tileset }, entries) {
  const moves = entries.flatMap((entry) => (entry.kind === "move" ? [entry.move] : []));
  const claims = placed(entries).flatMap(({ entry, after, over }) =>
    entry.kind === "claim" ? [{ after: over ? "end" : after, player: entry.player, score: entry.score }] : [],
  );
  const end = entries.find((entry) => entry.kind === "end");
  return {
    variant,
    ...(expansions?.length && { expansions }),
    ...(rules && Object.keys(rules).length && { rules }),
    players: players.map(({ name }) => name),
    moves,
    ...(claims.length && { claims }),
    ...(end && { end: end.early ? "early" : true }),
    ...(tileset && { tileset }),
  };
}

/**
 * The same with all that the page knows besides, under `table`.
 * @param {Settings} settings
 * @param {Entry[]} entries
 * @returns {any}
 */
export function linkRequest(settings, entries) {
  const { players, bag, clock } = settings;
  const colors = Object.fromEntries(players.flatMap(({ name, color }) => (color ? [[name, color]] : [])));
  const moves = entries.filter((entry) => entry.kind === "move");
  const agreed = moves.flatMap((entry, number) => (entry.agreed ? [number + 1] : []));
  const corrections = placed(entries).flatMap(({ entry, after }) =>
    entry.kind === "score" ? [{ after, player: entry.player, points: entry.points }] : [],
  );
  const table = {
    ...(Object.keys(colors).length && { colors }),
    ...(bag && { bag }),
    ...(clock && { clock }),
    ...(agreed.length && { agreed }),
    ...(corrections.length && { corrections }),
  };
  const request = replayRequest(settings, entries);
  return Object.keys(table).length ? { ...request, table } : request;
}

/** Each entry with how many moves came before it, and whether the game was over. @param {Entry[]} entries */
function placed(entries) {
  let after = 0;
  let over = false;
  return entries.map((entry) => {
    if (entry.kind === "move") after += 1;
    if (entry.kind === "end") over = true;
    return { entry, after, over };
  });
}

/**
 * The game that a request holds: one of `replay`, of a link, or of an import.
 * @param {any} request
 * @returns {{settings: Settings, entries: Entry[]}}
 */
export function gameOf(request) {
  const { variant, expansions, rules, tileset, table = {} } = request;
  const names = request.players.map((/** @type {any} */ one) => (typeof one === "string" ? one : one.name));
  const { colors = {}, bag, clock, agreed = [], corrections = [] } = table;
  const settings = {
    variant,
    ...(expansions?.length && { expansions }),
    ...(rules && { rules }),
    players: names.map((/** @type {string} */ name) => ({ name, ...(colors[name] && { color: colors[name] }) })),
    ...(tileset && { tileset }),
    ...(bag && { bag }),
    ...(clock && { clock }),
  };
  /** @type {Entry[]} */
  const entries = [];
  const besides = (/** @type {number | string} */ after) => {
    for (const one of corrections) {
      if (one.after === after) entries.push({ kind: "score", player: one.player, points: one.points });
    }
    for (const one of request.claims ?? []) {
      if (one.after === after) entries.push({ kind: "claim", player: one.player, score: one.score });
    }
  };
  besides(0);
  request.moves.forEach((/** @type {any} */ move, /** @type {number} */ number) => {
    entries.push({ kind: "move", move, ...(agreed.includes(number + 1) && { agreed: true }) });
    besides(number + 1);
  });
  if (request.end) {
    entries.push({ kind: "end", ...(request.end === "early" && { early: true }) });
    besides("end");
  }
  return { settings, entries };
}

// In the browser's storage: everything, so that nothing is asked again. Tiles are only ever added, so each step need
// only say how many there were.

/** @param {Play} play */
export function packed(play) {
  const { tiles } = play.steps.at(-1)?.outcome.position ?? play.start;
  const steps = play.steps.map(({ entry, outcome }) => {
    const { tiles: then, ...position } = outcome.position;
    const first = then.every((tile, number) => same(tile, tiles[number]));
    return { entry, outcome: { ...outcome, position }, tiles: first ? then.length : then };
  });
  return { ...play, steps, tiles };
}

/** @param {object} one @param {object | undefined} other */
const same = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

/** @param {any} kept @returns {Play} */
export function unpacked({ tiles, steps, ...play }) {
  return {
    ...play,
    steps: steps.map((/** @type {any} */ { entry, outcome, tiles: then }) => {
      const lying = typeof then === "number" ? tiles.slice(0, then) : then;
      return { entry, outcome: { ...outcome, position: { ...outcome.position, tiles: lying } } };
    }),
  };
}

// What the report tells

/**
 * Points by kind of feature: for each kind what every player got, corrections by hand among them.
 * @param {Play} play
 * @returns {Map<string, Record<string, number>>}
 */
export function pointsByKind(play) {
  /** @type {Map<string, Record<string, number>>} */
  const kinds = new Map();
  const count = (/** @type {string} */ kind, /** @type {string} */ player, /** @type {number} */ points) => {
    if (!points) return;
    const row = kinds.get(kind) ?? {};
    kinds.set(kind, { ...row, [player]: (row[player] ?? 0) + points });
  };
  for (const { entry, outcome } of play.steps) {
    if (entry.kind === "score") count("correction", entry.player, entry.points);
    for (const line of outcome.lines) {
      for (const [player, points] of Object.entries(line.points)) count(line.type, player, Number(points));
    }
  }
  return kinds;
}

/** Everybody's points at the start and after each step. @param {Play} play @returns {Record<string, number>[]} */
export const curve = (play) =>
  [play.start, ...play.steps.map(({ outcome }) => outcome.position)].map((position) =>
    Object.fromEntries(position.players.map(({ name, score = 0 }) => [name, score])),
  );

/** How many followers everybody had out on average over the moves. @param {Play} play @returns {Record<string, number>} */
export function followersInUse(play) {
  const moves = play.steps.filter(({ entry }) => entry.kind === "move");
  return Object.fromEntries(
    play.settings.players.map(({ name }) => {
      const out = moves.map(({ outcome }) => play.followers - (outcome.supply[name] ?? play.followers));
      return [name, out.reduce((sum, number) => sum + number, 0) / (out.length || 1)];
    }),
  );
}

/**
 * The moves that brought somebody most.
 * @param {Play} play
 * @param {number} most
 * @returns {{number: number, player: string, points: number}[]}
 */
export function biggestTurns(play, most = 5) {
  const totals = curve(play);
  const gains = play.steps.flatMap(({ entry }, number) =>
    entry.kind === "move"
      ? play.settings.players.map(({ name }) => ({
          number,
          player: name,
          points: totals[number + 1][name] - totals[number][name],
        }))
      : [],
  );
  return gains
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, most);
}
