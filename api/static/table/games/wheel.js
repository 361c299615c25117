// The Wheel of Fortune: the pig, the crown spaces, the symbols on tiles, and the plague's choices.

import { byId, h } from "../dom.js";
import { terrainWord } from "../games.js";
import { button, chip, select } from "../forms.js";
import { figure, follower, pieces } from "../pieces.js";
import { startBoard } from "../position.js";
import { askWith, commit, state as now } from "../store.js";
import { place } from "../tags.js";
import { capital, say } from "../words.js";

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

  turn: {
    actions: ["crown"],

    takes(_, tile) {
      const known = symbolsOf(tile);
      return { tile, told: known.length === 1 ? { wheel: known[0] } : {} };
    },

    waits: ({ tile, told, drawn }) =>
      (symbolsOf(tile).length > 0 && told.wheel === undefined) || Boolean(drawn?.plague_choices),

    drawing: (turn) => (turn.told.wheel === undefined ? askSymbol(turn) : askPlague(turn)),

    draws: ({ player, told, tile }) =>
      told.wheel
        ? {
            call: "score",
            request: { phase: "wheel", drawn: told.wheel, player, plague: told.plague ?? [], tile, carry_out: true },
          }
        : null,

    taps(turn, [x, y]) {
      const found = waitingFor(turn).flatMap(([, followers]) => followers);
      const plagued = found.find((/** @type {any} */ one) => one.x === x && one.y === y);
      if (plagued) takeForPlague(turn, plagued);
      return plagued !== undefined;
    },

    besides: crownChoices,

    tapped(turn, target) {
      const found = /** @type {HTMLElement | null} */ (target.closest("[data-crown], [data-segment]"))?.dataset;
      const segment = found?.crown ?? found?.segment;
      if (segment && turn.offered.crowns?.[segment]) toCrown(turn, segment);
    },

    put: ({ wheel }, { player, crown }) =>
      crown ? { wheel: { ...wheel, crowns: [...(wheel?.crowns ?? []), { segment: crown, player }] } } : {},

    onTile: ({ wheel }) => (wheel ? { wheel } : {}),

    instead({ crowns: free }) {
      if (!free) return "";
      const names = Object.keys(free).filter((name) => free[name]);
      return say("play.legal-crowns", { segments: names.map((name) => say(`segment.${name}`)).join(", ") });
    },

    words: ({ crown }) => (crown ? say("play.crowned", { segment: say(`segment.${crown}`) }) : ""),
  },
};

// A turn that is played along

/** The symbols that a tile can carry, 0 for none; nothing in a game without them. @param {string | null} tile */
function symbolsOf(tile) {
  const kind = now.game.kinds.get(tile ?? "");
  const off = now.position.rules?.wheel_actions === false;
  return !kind || off || !kind.symbols.length ? [] : [...(kind.plain ? [0] : []), ...kind.symbols];
}

/** @param {import("./parts.js").Turn} turn */
function askSymbol(turn) {
  const chips = symbolsOf(turn.tile).map((symbol) =>
    button(`symbol-${symbol}`, "chip", () => turn.tell({ wheel: symbol, plague: [] }), symbol || say("none")),
  );
  return [
    h("p", {}, say("play.which-symbol")),
    h("div", { class: "chips", role: "group", "aria-label": say("wheel-symbol") }, ...chips),
  ];
}

/** Whom the plague still waits for, with the followers to choose from. @param {import("./parts.js").Turn} turn */
const waitingFor = ({ drawn, told }) =>
  Object.entries(drawn?.plague_choices ?? {}).filter(
    ([player]) => !(told.plague ?? []).some((/** @type {any} */ one) => one.player === player),
  );

/** @param {import("./parts.js").Turn} turn */
function askPlague(turn) {
  const looks = pieces(now.position.players, now.game.colours);
  return waitingFor(turn).map(([player, followers]) =>
    h(
      "div",
      { class: "choices", role: "group" },
      h("p", {}, say("plague", { player: capital(player) })),
      ...followers.map((/** @type {any} */ one) =>
        button(
          `plague-${player}-${one.x},${one.y}`,
          "",
          () => takeForPlague(turn, one),
          figure(/** @type {any} */ (looks.get(player))),
          place(one),
        ),
      ),
    ),
  );
}

/** A player takes this follower back; the service is asked once all have chosen. @param {import("./parts.js").Turn} turn @param {any} one */
function takeForPlague(turn, one) {
  const plague = [...(turn.told.plague ?? []), one];
  if (waitingFor(turn).length > 1) turn.note({ plague });
  else turn.tell({ plague });
}

/** @param {import("./parts.js").Turn} turn @param {string} segment */
const toCrown = (turn, segment) => turn.act({ crown: turn.told.crown === segment ? null : segment });

/** @param {import("./parts.js").Turn} turn */
function crownChoices(turn) {
  const free = Object.entries(turn.offered.crowns ?? {}).filter(([, spaces]) => Number(spaces) > 0);
  if (!free.length || !turn.home) return [];
  const chips = free.map(([segment]) =>
    chip(
      `crown-${segment}`,
      turn.told.crown === segment,
      () => toCrown(turn, segment),
      say(`segment.${segment}`),
    ),
  );
  const toggle = (/** @type {Event} */ { target }) =>
    /** @type {HTMLElement} */ (target).scrollIntoView({ block: "nearest" });
  return [
    h(
      "details",
      { id: "turn-crowns", open: Boolean(turn.told.crown), on: { toggle } },
      h("summary", {}, say("play.crown")),
      h("div", { class: "chips" }, ...chips),
    ),
  ];
}

// On the board

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
