// A game as the service describes it: its tiles, where things stand on them, and its pictures.

import { get } from "./service.js";
import { capital, knows, playing, say } from "./words.js";

export const PORTS = ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"];
export const SIDES = ["N", "E", "S", "W"];
/** @type {import("./types.js").Cell[]} */
export const STEPS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];
export const ROTATIONS = [0, 90, 180, 270];
/** The order in which a segment's ports are tried for its name: the middles, then the halves. */
const NAMING_ORDER = [1, 4, 7, 10, 0, 2, 3, 5, 6, 8, 9, 11];

/** What lies on segments, under the names of the service. */
const MARKS = ["pennants", "markets", "fountain", "inns", "cathedrals", "wine", "grain", "cloth"];

/** @typedef {{type: string, ports: number[], marks: string[]}} Segment */
/** @typedef {[string | null, string | null, string | null]} Edge the terrains along a side, clockwise */

/** A kind of tile. */
export class Kind {
  /** @param {any} data @param {[number, number][] | undefined} spots */
  constructor(data, spots) {
    /** @type {string} */
    this.id = data.id;
    /** @type {number} */
    this.count = data.count ?? 1;
    /** @type {Segment[]} */
    this.segments = data.segments.map((/** @type {any} */ segment) => ({
      type: segment.type,
      ports: segment.ports.map((/** @type {string} */ port) => PORTS.indexOf(port)),
      marks: MARKS.filter((mark) => segment[mark]),
    }));
    /** @type {number} */
    this.cities = data.cities?.length ?? 0;
    /** The wheel symbols that copies of it carry. */
    this.symbols = Object.keys(data.wheel_symbols ?? {})
      .filter((symbol) => symbol !== "none")
      .map(Number);
    /** Whether copies of it carry no symbol. */
    this.plain = !data.wheel_symbols || Boolean(data.wheel_symbols.none);
    this.spots = spots ?? this.segments.map(middleOf);
  }

  /**
   * For each port the segment that holds it, after a rotation.
   * @param {number} rotation
   * @returns {(number | null)[]}
   */
  holders(rotation) {
    /** @type {(number | null)[]} */
    const holders = Array(12).fill(null);
    this.segments.forEach(({ ports }, number) => ports.forEach((port) => (holders[turned(port, rotation)] = number)));
    return holders;
  }

  /** @param {number} rotation @param {number} side @returns {Edge} */
  edge(rotation, side) {
    const held = this.holders(rotation).slice(3 * side, 3 * side + 3);
    return /** @type {Edge} */ (held.map((number) => (number === null ? null : this.segments[number].type)));
  }

  /**
   * The canonical spot of a segment.
   * @param {number} rotation
   * @param {number} segment
   */
  spot(rotation, segment) {
    const holders = this.holders(rotation);
    const port = NAMING_ORDER.find((place) => holders[place] === segment);
    return this.segments[segment].type + (port === undefined ? "" : `@${PORTS[port]}`);
  }

  /**
   * The segment that a spot means, or -1.
   * @param {number} rotation
   * @param {string} spot
   */
  segmentOf(rotation, spot) {
    const [terrain, port] = spot.split("@");
    if (port === undefined) {
      const found = this.segments.map(({ type }, number) => (type === terrain ? number : -1)).filter((n) => n >= 0);
      // Among several a plain name means the one that touches no edge.
      const inside = found.filter((number) => !this.segments[number].ports.length);
      return found.length === 1 ? found[0] : inside.length === 1 ? inside[0] : -1;
    }
    const held = this.holders(rotation)[PORTS.indexOf(port)] ?? -1;
    return held >= 0 && this.segments[held].type === terrain ? held : -1;
  }

  /**
   * Where a follower stands on a segment, from the tile's corner, with its side as the unit.
   * @param {number} rotation
   * @param {number} segment
   * @returns {[number, number]}
   */
  point(rotation, segment) {
    let [x, y] = this.spots[segment] ?? [0.5, 0.5];
    for (let turn = 0; turn < rotation; turn += 90) [x, y] = [1 - y, x];
    return [x, y];
  }

  /**
   * Those rotations that do not look like an earlier one.
   * @param {number[]} rotations
   */
  distinct(rotations) {
    const seen = new Set();
    return rotations.filter((rotation) => {
      const name = this.segments
        .map(({ type, ports, marks }) => [type, ...marks, ...ports.map((port) => turned(port, rotation)).sort()].join())
        .sort()
        .join(" ");
      return !seen.has(name) && seen.add(name);
    });
  }

  /**
   * What the tile shows, for those who cannot see it.
   * @param {number} rotation
   */
  describe(rotation) {
    const sides = SIDES.map((name, side) => `${say(`side.${name}`)} ${edgeWords(this.edge(rotation, side))}`);
    const inside = this.segments.filter(({ ports }) => !ports.length).map(({ type }) => terrainWord(type));
    const marks = this.segments.flatMap((segment) => segment.marks.map((mark) => say(`mark.${mark}`)));
    const towns = this.cities ? [say("mark.cities", { count: this.cities })] : [];
    return [...sides, ...inside, ...marks, ...towns].join(", ");
  }
}

/** @param {number} port @param {number} rotation */
const turned = (port, rotation) => (port + rotation / 30) % 12;

/** Where a follower may stand on a segment of which only the ports are known. @param {Segment} segment */
function middleOf({ ports }) {
  const points = ports.map((port) => {
    const [dx, dy] = STEPS[Math.floor(port / 3)];
    const along = ((port % 3) - 1) / 3;
    return [0.5 + 0.32 * dx - along * dy, 0.5 + 0.32 * dy + along * dx];
  });
  const mean = (/** @type {number} */ axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length;
  return /** @type {[number, number]} */ (points.length ? [mean(0), mean(1)] : [0.5, 0.5]);
}

/** @param {Edge} edge */
export function edgeWords([left, middle, right]) {
  const lands = [...new Set([left, right, middle].filter((terrain) => terrain !== null))];
  // A road runs between fields, which nobody would name.
  const named = middle !== null && left === right && middle !== left ? [middle] : lands;
  return named.map((terrain) => terrainWord(/** @type {string} */ (terrain))).join("/");
}

/** Everything that the page knows about a game. */
export class Game {
  /** @param {any} variant @param {any} tiles @param {any} layout @param {string} pictures */
  constructor(variant, tiles, layout, pictures) {
    this.pictures = pictures;
    /** @type {string} */
    this.id = variant.id;
    /** @type {string} */
    this.title = variant.title;
    /** @type {any[]} */
    this.rules = variant.rules;
    /** @type {string[]} */
    this.phases = variant.phases.map((/** @type {any} */ phase) => phase.name);
    /** @type {Record<string, string[]>} */
    this.fields = Object.fromEntries(
      variant.phases.map((/** @type {any} */ phase) => [phase.name, [...phase.needed, ...phase.optional]]),
    );
    /** @type {{least: number, most: number}} */
    this.players = variant.players;
    /** @type {number} */
    this.followers = variant.followers;
    /** The figures that each player has. @type {{name: string, title: string, each: number, terrains: string[]}[]} */
    this.figures = variant.figures;
    /** What is collected, and how many the box holds. @type {Record<string, number>} */
    this.tokens = variant.tokens;
    /** The expansions that go with it. @type {{id: string, title: string}[]} */
    this.offered = variant.expansions;
    /** @type {Map<string, Kind>} */
    this.kinds = new Map(
      tiles.kinds.map((/** @type {any} */ data) => [data.id, new Kind(data, layout.spots[data.id])]),
    );
    /** @type {string | undefined} */
    this.startTile = tiles.start_tile;
    /** The cells of the start board. */
    this.startCells = new Map(
      (tiles.start_pieces ?? [])
        .filter((/** @type {any} */ piece) => piece.label === undefined)
        .map((/** @type {any} */ piece) => [`${piece.x},${piece.y}`, new Kind({ id: "", ...piece }, undefined)]),
    );
    /** The cells within the wall, where there is one. @type {Set<string> | null} */
    this.wall = tiles.wall ? new Set(tiles.wall.cells.map(String)) : null;
    /** The terrains on which followers lie. @type {Set<string>} */
    this.lying = new Set(layout.lying);
    /** @type {{piece: string, name: string, at: [number, number]}[]} */
    this.places = layout.pieces;
    this.colours = layout.colours;
    /** The pictures of figures, standing and lying. @type {Record<string, any>} */
    this.looks = layout.figures;
    /** For each edge those that may lie against it. @type {Record<string, string[]>} */
    this.meets = layout.meets;
  }

  /** @param {string} piece */
  placesOf(piece) {
    return this.places.filter((place) => place.piece === piece);
  }

  /**
   * The place of a piece at a point of the drawing.
   * @param {string} piece
   * @param {string} x
   * @param {string} y
   */
  placeAt(piece, x, y) {
    return this.placesOf(piece).find(({ at }) => Math.hypot(100 * at[0] - Number(x), 100 * at[1] - Number(y)) < 1);
  }

  /**
   * The same game with the extra kinds of a position.
   * @param {{kinds: any[]} | undefined} tileset
   */
  extended(tileset) {
    if (!tileset) return this;
    const extended = Object.assign(Object.create(Game.prototype), this);
    extended.kinds = new Map(this.kinds);
    for (const data of tileset.kinds) extended.kinds.set(data.id, new Kind(data, undefined));
    return extended;
  }

  /**
   * Whether two edges may lie against each other, as the service told for the edges of the box. It only helps to find a
   * tile: what is legal is asked.
   * @param {Edge} edge
   * @param {Edge} facing
   */
  looksLike(edge, facing) {
    return this.meets[edgeName(edge)]?.includes(edgeName(facing)) ?? false;
  }
}

/** @param {Edge} edge */
const edgeName = (edge) => edge.map((terrain) => terrain ?? "").join(",");

/**
 * Loads a game.
 * @param {string} id
 * @param {string[]} [expansions]
 * @returns {Promise<Game>}
 */
export async function loadGame(id, expansions = []) {
  const asked = expansions.length ? `?expansions=${expansions.join(",")}` : "";
  const [variant, tiles, layout, pictures] = await Promise.all([
    get(`v1/variants/${id}${asked}`),
    get(`v1/variants/${id}/tiles${asked}`),
    get(`table/${id}.json${asked}`),
    get(`table/${id}.svg${asked}`, "text"),
  ]);
  return new Game(variant, tiles, layout, pictures);
}

let drawn = "";

/** Puts the pictures of a game into the page. @param {Game} game */
export function showPictures({ id, pictures }) {
  playing(id);
  if (drawn === pictures) return;
  drawn = pictures;
  const drawing = new DOMParser().parseFromString(pictures, "image/svg+xml").documentElement;
  /** @type {HTMLElement} */ (document.getElementById("pictures")).replaceChildren(document.importNode(drawing, true));
}

/**
 * A terrain in words.
 * @param {string} terrain
 */
export const terrainWord = (terrain) => (knows(`terrain.${terrain}`) ? say(`terrain.${terrain}`) : terrain);

/**
 * What a tap on a spot did: a figure stands there now, or no longer.
 * @param {boolean} gone
 * @param {{player: string, figure: string, terrain: string}} told
 */
export function figureWords(gone, { player, figure, terrain }) {
  if (figure === "follower") return say(gone ? "follower-gone" : "follower-stands", { player, terrain });
  return capital(say(gone ? "figure-gone" : "figure-stands", { player, figure: say(`figure.${figure}`), terrain }));
}
