// A whole position, or a whole game, in one line of text, written and read as docs/notation.md says:
//
//     base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S
//     base+inns-and-cathedrals/red,blue/>E@0,-1,180=big.city@S;!C;V@2,0

/** @typedef {import("./types.js").Request} Request */

const BARE = /[\p{L}\p{N}_-]+/uy;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const INTEGER = /-?[0-9]{1,18}/y;
const DEEPEST = 50;
const IN_SECTIONS = ["variant", "expansions", "rules", "players", "tiles", "meeples", "moves", "move"];
const ON_TILES = ["x", "y", "tile", "rotation"];
const IN_MOVES = [...ON_TILES, "player", "spot", "figure", "discard"];
const FOLLOWER = "follower";

/**
 * The end of what a sticky pattern matches from a place on, or -1.
 * @param {RegExp} pattern
 * @param {string} line
 * @param {number} at
 */
function matchEnd(pattern, line, at) {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : -1;
}

/** @param {RegExp} pattern @param {string} text */
const isWhole = (pattern, text) => text !== "" && matchEnd(pattern, text, 0) === text.length;

/** @param {object} value @param {string[]} names */
function without(value, names) {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/**
 * The notation of a request.
 * @param {Request} request
 * @returns {string}
 */
export function write(request) {
  const rules = request.rules ?? {};
  const game = [request.variant, ...(request.expansions ?? [])].map(string).join("+");
  const sections = [
    game + (Object.keys(rules).length ? object(rules) : ""),
    (request.players ?? []).map(player).join(","),
    request.moves ? `>${moves(request).join(";")}` : tiles(request).join(";"),
  ];
  if (request.move) sections.push(`>${string(request.move.player)}:${move(request.move)}`);
  const others = without(request, IN_SECTIONS);
  if (Object.keys(others).length) {
    sections.push(object(others).slice(1, -1));
  }
  return sections.join("/");
}

/** @param {import("./types.js").Player | string} found a player of a game is a name */
function player(found) {
  if (typeof found === "string") return string(found);
  const others = without(found, ["name", "score"]);
  const score = found.score === undefined ? "" : `:${found.score}`;
  return string(found.name) + score + (Object.keys(others).length ? object(others) : "");
}

/** @param {Request} request */
function tiles(request) {
  /** @type {Map<string, string>} */
  const standing = new Map();
  for (const { player: owner, x, y, ...figure } of request.meeples ?? []) {
    const written = `=${string(owner)}.${standingOn(figure)}`;
    standing.set(`${x},${y}`, (standing.get(`${x},${y}`) ?? "") + written);
  }
  const written = (request.tiles ?? []).map((tile) => {
    const cell = `${tile.x},${tile.y}`;
    const others = without(tile, ON_TILES);
    const turn = tile.rotation ? `,${tile.rotation}` : "";
    const followers = standing.get(cell) ?? "";
    standing.delete(cell);
    return `${string(tile.tile)}@${cell}${turn}${Object.keys(others).length ? object(others) : ""}${followers}`;
  });
  return [...written, ...[...standing].map(([cell, followers]) => `@${cell}${followers}`)];
}

/** A figure, where it is no follower, and its spot. @param {{spot: string, figure?: string}} standing */
function standingOn({ spot, figure }) {
  const [terrain, port] = spot.split(/@(.*)/s);
  const named = figure === undefined || figure === FOLLOWER ? "" : `${string(figure)}.`;
  return `${named}${string(terrain)}${port === undefined ? "" : `@${string(port)}`}`;
}

/** The moves of a game; a player is named where somebody else is expected. @param {Request} request */
function moves(request) {
  const names = (request.players ?? []).map((one) => (typeof one === "string" ? one : one.name));
  let expected = names[0];
  return /** @type {any[]} */ (request.moves).map((made) => {
    const written = made.player === expected ? move(made) : `${string(made.player)}:${move(made)}`;
    expected = "discard" in made ? made.player : follows(names, made.player);
    return written;
  });
}

/** @param {string[]} names @param {string} name */
const follows = (names, name) => names[(names.indexOf(name) + 1) % names.length];

/** A move, without its player. @param {any} made */
function move(made) {
  const others = without(made, IN_MOVES);
  const extra = Object.keys(others).length ? object(others) : "";
  if ("discard" in made) return `!${string(made.discard)}${extra}`;
  const turn = made.rotation ? `,${made.rotation}` : "";
  const spot = "spot" in made ? `=${standingOn(made)}` : "";
  return `${string(made.tile)}@${made.x},${made.y}${turn}${extra}${spot}`;
}

/** @param {string} text */
function string(text) {
  return isWhole(BARE, text) ? text : `'${text.replaceAll("!", "!!").replaceAll("'", "!'")}'`;
}

/** @param {object} members @returns {string} */
function object(members) {
  const written = Object.entries(members).map(([name, content]) => `${string(name)}:${value(content)}`);
  return `(${written.join(",")})`;
}

/** @param {unknown} content @returns {string} */
function value(content) {
  if (content === null) return "!n";
  if (typeof content === "boolean") return content ? "!t" : "!f";
  if (typeof content === "string") return isWhole(NUMBER, content) ? `'${content}'` : string(content);
  if (Array.isArray(content)) return `!(${content.map(value).join(",")})`;
  if (typeof content === "object") return object(/** @type {object} */ (content));
  return JSON.stringify(content);
}

/** A line that cannot be read. */
export class NotationError extends Error {
  /** @param {number} column @param {string} expected */
  constructor(column, expected) {
    super(`column ${column}: ${expected}`);
    this.column = column;
  }
}

/**
 * The request that a line stands for.
 * @param {string} line
 * @returns {Request}
 */
export function read(line) {
  return new Reader(line.trim()).request();
}

class Reader {
  /** @param {string} line */
  constructor(line) {
    this.line = line;
    this.at = 0;
  }

  /** @returns {Request} */
  request() {
    /** @type {any} */
    const request = { variant: this.string() };
    while (this.take("+")) request.expansions = [...(request.expansions ?? []), this.string()];
    if (this.sees("(")) request.rules = this.object(0);
    this.expect("/");
    request.players = this.players();
    this.expect("/");
    if (this.take(">")) {
      if (request.players.some((/** @type {object} */ one) => Object.keys(one).length > 1))
        this.fail("nothing but names");
      request.players = request.players.map((/** @type {{name: string}} */ one) => one.name);
      request.moves = this.moves(request.players);
    } else {
      Object.assign(request, this.tiles());
      if (this.line.startsWith("/>", this.at)) {
        this.at += 2;
        const player = this.string();
        this.expect(":");
        request.move = this.move(player);
      }
    }
    if (this.take("/")) {
      Object.assign(request, this.besides(IN_SECTIONS, this.members(0)));
    }
    if (this.at < this.line.length) this.fail("nothing more");
    return request;
  }

  players() {
    /** @type {import("./types.js").Player[]} */
    const players = [];
    if (this.sees("/")) return players;
    do {
      /** @type {import("./types.js").Player} */
      const found = { name: this.string() };
      if (this.take(":")) found.score = this.integer();
      players.push({ ...found, ...this.extra(found) });
    } while (this.take(","));
    return players;
  }

  tiles() {
    /** @type {{tiles: import("./types.js").Tile[], meeples: import("./types.js").Follower[]}} */
    const found = { tiles: [], meeples: [] };
    if (this.at === this.line.length || this.sees("/")) return found;
    do {
      const kind = this.sees("@") ? null : this.string();
      this.expect("@");
      const x = this.integer();
      this.expect(",");
      const y = this.integer();
      if (kind !== null) {
        const rotation = this.take(",") ? this.integer() : 0;
        const tile = { x, y, tile: kind, rotation };
        found.tiles.push({ ...tile, ...this.extra(tile) });
      }
      while (this.take("=")) {
        const owner = this.string();
        this.expect(".");
        found.meeples.push({ player: owner, x, y, ...this.standing() });
      }
    } while (this.take(";"));
    return found;
  }

  /** A figure, where it is no follower, and its spot. */
  standing() {
    const first = this.string();
    const figure = this.take(".") ? first : undefined;
    const spot = (figure === undefined ? first : this.string()) + (this.take("@") ? `@${this.string()}` : "");
    return figure === undefined ? { spot } : { spot, figure };
  }

  /** @param {string[]} names */
  moves(names) {
    /** @type {any[]} */
    const found = [];
    if (this.at === this.line.length || this.sees("/")) return found;
    let expected = names[0];
    do {
      const start = this.at;
      const named = this.sees("!") ? null : this.string();
      const told = named !== null && this.take(":");
      if (!told) this.at = start;
      const player = told ? named : expected;
      if (player === null || player === undefined) this.fail("whose move it is");
      found.push(this.move(player));
      expected = "discard" in found[found.length - 1] || !names.includes(player) ? player : follows(names, player);
    } while (this.take(";"));
    return found;
  }

  /** @param {string} player */
  move(player) {
    if (this.take("!")) {
      const putAway = { player, discard: this.string() };
      return { ...putAway, ...this.extra(putAway) };
    }
    const tile = this.string();
    this.expect("@");
    const x = this.integer();
    this.expect(",");
    const y = this.integer();
    const rotation = this.take(",") ? this.integer() : 0;
    const laid = { player, tile, x, y, rotation };
    const told = { ...laid, ...this.extra(laid) };
    return this.take("=") ? { ...told, ...this.besides(Object.keys(told), this.standing()) } : told;
  }

  /** The other fields, in parentheses. @param {object} told */
  extra(told) {
    return this.sees("(") ? this.besides(Object.keys(told), this.object(0)) : {};
  }

  /**
   * Fields none of which was told already.
   * @template {object} Fields
   * @param {string[]} told
   * @param {Fields} fields
   */
  besides(told, fields) {
    const twice = Object.keys(fields).find((name) => told.includes(name));
    if (twice !== undefined) this.fail(`“${twice}” has a place of its own`);
    return fields;
  }

  /** @param {number} depth */
  object(depth) {
    this.expect("(");
    const members = this.sees(")") ? {} : this.members(depth + 1);
    this.expect(")");
    return members;
  }

  /** @param {number} depth */
  members(depth) {
    /** @type {[string, unknown][]} */
    const members = [];
    do {
      const name = this.string();
      this.expect(":");
      members.push([name, this.value(depth)]);
    } while (this.take(","));
    return Object.fromEntries(members);
  }

  /** @param {number} depth @returns {unknown} */
  value(depth) {
    if (depth > DEEPEST) this.fail("values that are not nested that deeply");
    if (this.sees("(")) return this.object(depth);
    if (this.take("!")) return this.special(depth);
    const number = matchEnd(NUMBER, this.line, this.at);
    if (number > 0 && matchEnd(BARE, this.line, this.at) <= number) {
      const digits = this.line.slice(this.at, number);
      this.at = number;
      if (digits.length > 40) this.fail("a shorter number");
      return JSON.parse(digits);
    }
    return this.string();
  }

  /** @param {number} depth @returns {unknown} */
  special(depth) {
    if (this.take("t")) return true;
    if (this.take("f")) return false;
    if (this.take("n")) return null;
    this.expect("(");
    const items = [];
    while (!this.take(")")) {
      if (items.length) this.expect(",");
      items.push(this.value(depth + 1));
    }
    return items;
  }

  /** @returns {string} */
  string() {
    if (this.take("'")) return this.quoted();
    const end = matchEnd(BARE, this.line, this.at);
    if (end < 0) this.fail("a name");
    const found = this.line.slice(this.at, end);
    this.at = end;
    return found;
  }

  quoted() {
    let letters = "";
    while (!this.take("'")) {
      this.take("!");
      if (this.at >= this.line.length) this.fail("the end of a quoted name");
      letters += this.line[this.at++];
    }
    return letters;
  }

  integer() {
    const end = matchEnd(INTEGER, this.line, this.at);
    if (end < 0) this.fail("a whole number");
    const found = Number(this.line.slice(this.at, end));
    this.at = end;
    return found;
  }

  /** @param {string} sign */
  sees(sign) {
    return this.line.startsWith(sign, this.at);
  }

  /** @param {string} sign */
  take(sign) {
    const seen = this.sees(sign);
    if (seen) this.at += sign.length;
    return seen;
  }

  /** @param {string} sign */
  expect(sign) {
    if (!this.take(sign)) this.fail(`“${sign}”`);
  }

  /** @param {string} expected @returns {never} */
  fail(expected) {
    throw new NotationError(this.at + 1, `${expected} is expected`);
  }
}
