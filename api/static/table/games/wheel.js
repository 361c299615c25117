// The Wheel of Fortune: the pig, the crown spaces, the symbols on tiles, and the plague's choices.

import { byId, h } from "../dom.js";
import { terrainWord } from "../games.js";
import { select } from "../forms.js";
import { figure, follower, pieces } from "../pieces.js";
import { startBoard } from "../position.js";
import { askWith, commit, state as now } from "../store.js";
import { say } from "../words.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../types.js").Position} Position */

/** @type {import("./parts.js").Part} */
export const wheel = {
  furnish(state) {
    prepare(state.game);
    const pig = byId("table-above").querySelector('use[href="#glyph-pig"]');
    const [x, y] = pigPlace(state);
    pig?.setAttribute("x", String(100 * x));
    pig?.setAttribute("y", String(100 * y));
  },

  *standing({ position, game }, looks) {
    if (!startBoard(position, game).size) return;
    const free = [...game.placesOf("crown")];
    for (const { segment, player } of position.wheel?.crowns ?? []) {
      const space = free.findIndex(({ name }) => name === segment);
      const look = looks.get(player);
      if (space < 0 || !look) continue;
      const [{ at }] = free.splice(space, 1);
      yield follower(look, 100 * at[0], 100 * at[1]);
    }
  },

  tap(target) {
    const crown = /** @type {HTMLElement | null} */ (target.closest("[data-crown]"))?.dataset.crown;
    const segment = /** @type {HTMLElement | null} */ (target.closest("[data-segment]"))?.dataset.segment;
    if (crown) tapCrown(crown);
    else if (segment) movePig(segment);
    return Boolean(crown || segment);
  },

  form: ({ game, position, player }) => ({ title: say("extras.wheel"), content: form(game, position, player) }),

  details(state) {
    if (!state.game.fields[state.question.kind]?.includes("drawn")) return [];
    return [drawn(state), active(state)];
  },

  onTile: ({ game }, tile) => [game.kinds.get(tile.tile)?.symbols.length ? symbolForm(tile) : null],

  notes: (answer) => plague(answer.plague_choices),

  choosable: plagueChoices,

  away: (position, player) => (position.wheel?.crowns ?? []).filter((crown) => crown.player === player).length,

  rename({ wheel }, names) {
    if (!wheel) return {};
    const crowns = (wheel.crowns ?? [])
      .filter(({ player }) => names.has(player))
      .map((crown) => ({ ...crown, player: names.get(crown.player) ?? "" }));
    return { wheel: { ...wheel, crowns } };
  },
};

/** @param {State} state @returns {[number, number]} */
function pigPlace({ position, game }) {
  const places = game.placesOf("pig");
  return (places.find(({ name }) => name === position.wheel?.pig) ?? places[0]).at;
}

/** The names of the wheel's segments, clockwise. @param {import("../games.js").Game} game */
const segments = (game) => game.placesOf("pig").map(({ name }) => name);

/** Names what can be tapped on the drawing. @param {import("../games.js").Game} game */
function prepare(game) {
  const drawing = byId("table-above").querySelector(".wheel:not([data-ready])");
  if (!drawing) return;
  drawing.dataset.ready = "";
  for (const name of segments(game)) drawing.querySelector(`path.${name}`)?.setAttribute("data-segment", name);
  drawing.querySelectorAll("circle.crown").forEach((/** @type {any} */ circle) => {
    circle.dataset.crown = game.placeAt("crown", circle.getAttribute("cx"), circle.getAttribute("cy"))?.name;
  });
}

/** @param {string} segment */
function movePig(segment) {
  const { position } = now;
  commit(
    { ...position, wheel: { ...position.wheel, pig: segment } },
    { status: say("pig-on", { segment: say(`segment.${segment}`) }) },
  );
}

/** The player's follower comes to a crown space of a segment, or goes from it. @param {string} segment */
function tapCrown(segment) {
  const { position, player, game } = now;
  const crowns = position.wheel?.crowns ?? [];
  const own = crowns.findIndex((crown) => crown.segment === segment && crown.player === player);
  const spaces = game.placesOf("crown").filter(({ name }) => name === segment).length;
  const full = crowns.filter((crown) => crown.segment === segment).length >= spaces;
  let changed = [...crowns, { segment, player }];
  if (full)
    changed =
      own >= 0 ? crowns.filter((_, number) => number !== own) : crowns.filter((crown) => crown.segment !== segment);
  else if (own >= 0 && spaces === 1) changed = crowns.filter((_, number) => number !== own);
  commit({ ...position, wheel: { ...position.wheel, crowns: changed } });
}

/** @param {import("../games.js").Game} game @param {Position} position @param {string} player @returns {Node[]} */
function form(game, position, player) {
  const looks = pieces(position.players, game.colours);
  const names = segments(game);
  const choices = names.map((name) => ({ value: name, words: say(`segment.${name}`) }));
  const rows = names.map((name) => {
    const there = (position.wheel?.crowns ?? []).filter(({ segment }) => segment === name);
    const owners = there.map((crown) => crown.player).join(", ") || say("nobody");
    return h(
      "button",
      { type: "button", class: "chip", "data-focus": `crown-${name}`, on: { click: () => tapCrown(name) } },
      h("span", {}, say(`segment.${name}`)),
      h("span", { class: "hidden" }, `: ${owners}`),
      ...there.map((crown) => figure(/** @type {any} */ (looks.get(crown.player)))),
    );
  });
  return [
    select("pig", say("pig"), choices, position.wheel?.pig ?? names[0], movePig),
    h("p", {}, say("crowns-hint", { player })),
    h("div", { class: "chips", role: "group", "aria-label": say("crowns") }, ...rows),
  ];
}

/** @param {State} state */
function drawn({ question, player }) {
  if (!question.extra.drawn) queueMicrotask(() => askWith({ drawn: 1, player: question.extra.player ?? player }));
  const choices = [1, 2, 3].map((steps) => ({ value: String(steps), words: steps }));
  return select("drawn", say("drawn"), choices, String(question.extra.drawn ?? 1), (value) =>
    askWith({ drawn: Number(value), plague: undefined }),
  );
}

/** @param {State} state */
function active({ position, question }) {
  const choices = position.players.map(({ name }) => ({ value: name, words: name }));
  return select("player", say("active-player"), choices, question.extra.player ?? "", (value) =>
    askWith({ player: value || undefined }),
  );
}

/** The wheel symbol of this copy. @param {import("../types.js").Tile} tile */
function symbolForm(tile) {
  const change = (/** @type {string} */ value) => {
    const symbol = Number(value);
    const { position } = now;
    const { wheel: _, ...plain } = tile;
    commit({
      ...position,
      tiles: position.tiles.map((one) =>
        one.x === tile.x && one.y === tile.y ? (symbol ? { ...plain, wheel: symbol } : plain) : one,
      ),
    });
  };
  const choices = [0, 1, 2, 3].map((symbol) => ({ value: String(symbol), words: symbol || say("none") }));
  return select("symbol", say("wheel-symbol"), choices, String(tile.wheel ?? 0), change);
}

/** Whom the plague still waits for. @param {Record<string, any[]> | undefined} choices */
const plague = (choices) =>
  Object.keys(choices ?? {}).map((player) => h("p", { class: "choices" }, say("plague", { player })));

/** @param {string} player @param {any} one */
function choosePlague(player, one) {
  const others = (now.question.extra.plague ?? []).filter((/** @type {any} */ other) => other.player !== player);
  askWith({ plague: [...others, one] });
}

/**
 * The followers among which the plague lets players choose, and those that were chosen.
 * @param {State} state
 * @returns {import("./parts.js").Choice[]}
 */
function plagueChoices({ answer, question }) {
  if (question.kind !== "wheel") return [];
  const chosen = question.extra.plague ?? [];
  const choices = Object.values(answer?.plague_choices ?? {}).flat();
  return [...choices, ...chosen].map((one) => ({
    follower: one,
    chosen: chosen.includes(one),
    label: say("plague-choice", { player: one.player, terrain: terrainWord(one.spot.split("@")[0]) }),
    choose: () => choosePlague(one.player, one),
  }));
}
