// QR codes (ISO/IEC 18004) of bytes, with the lowest error correction: a link on a screen is not scratched.

/** For each version the check words per block, and the number of blocks, at level L. */
const CHECK_WORDS = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30,
  30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19,
  20, 21, 22, 24, 25,
];
const LEVEL_L = 1;

/** The eight masks: where they turn a module over. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * The code of a text as rows of modules, true for dark; null where the text is too long for any.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= 40; version += 1) {
    const room = dataWords(version);
    if (4 + lengthBits(version) + 8 * bytes.length <= 8 * room) {
      return new Code(version).drawn(withChecks(version, packed(bytes, version, room)));
    }
  }
  return null;
}

/** @param {number} version */
const lengthBits = (version) => (version < 10 ? 8 : 16);

/** The middles of the small alignment patterns. @param {number} version @returns {number[]} */
function alignment(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = 4 * version + 10;
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (count - 1) / 2);
  return [6, ...Array.from({ length: count - 1 }, (_, n) => last - step * (count - 2 - n))];
}

/** All words, of data and checks. @param {number} version */
function allWords(version) {
  const marks = alignment(version).length;
  let modules = (16 * version + 128) * version + 64;
  if (marks) modules -= (25 * marks - 10) * marks - 55;
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

/** @param {number} version */
const dataWords = (version) => allWords(version) - CHECK_WORDS[version - 1] * BLOCKS[version - 1];

/**
 * The data words: what kind it is, how long, the bytes, and filling.
 * @param {Uint8Array} bytes
 * @param {number} version
 * @param {number} room
 */
function packed(bytes, version, room) {
  const bits = [
    ...digits(4, 4),
    ...digits(bytes.length, lengthBits(version)),
    ...[...bytes].flatMap((byte) => digits(byte, 8)),
  ];
  bits.push(...Array(Math.min(4, 8 * room - bits.length)).fill(0));
  bits.push(...Array((8 - (bits.length % 8)) % 8).fill(0));
  const words = Array.from({ length: bits.length / 8 }, (_, n) => parseInt(bits.slice(8 * n, 8 * n + 8).join(""), 2));
  for (let filling = 0xec; words.length < room; filling ^= 0xec ^ 0x11) words.push(filling);
  return words;
}

/** The lowest binary digits of a number, highest first. @param {number} value @param {number} length */
const digits = (value, length) => Array.from({ length }, (_, n) => (value >>> (length - 1 - n)) & 1);

// Error correction over the field of 256 elements

/** @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** The polynomial that the check words are remainders of. @param {number} degree */
function divisor(degree) {
  const found = [...Array(degree - 1).fill(0), 1];
  let root = 1;
  for (let n = 0; n < degree; n += 1) {
    for (let place = 0; place < degree; place += 1) {
      found[place] = times(found[place], root) ^ (found[place + 1] ?? 0);
    }
    root = times(root, 2);
  }
  return found;
}

/** @param {number[]} words @param {number[]} by */
function remainder(words, by) {
  const left = by.map(() => 0);
  for (const word of words) {
    const factor = word ^ /** @type {number} */ (left.shift());
    left.push(0);
    by.forEach((coefficient, place) => (left[place] ^= times(coefficient, factor)));
  }
  return left;
}

/**
 * Splits data into blocks, adds each one's check words, and interleaves them.
 * @param {number} version
 * @param {number[]} words
 */
function withChecks(version, words) {
  const count = BLOCKS[version - 1];
  const by = divisor(CHECK_WORDS[version - 1]);
  const short = Math.floor(words.length / count);
  const longer = words.length % count;
  const blocks = [];
  for (let n = 0, at = 0; n < count; n += 1) {
    const length = short + (n >= count - longer ? 1 : 0);
    blocks.push(words.slice(at, at + length));
    at += length;
  }
  const checks = blocks.map((block) => remainder(block, by));
  const interleaved = [];
  for (let n = 0; n <= short; n += 1) for (const block of blocks) if (n < block.length) interleaved.push(block[n]);
  for (let n = 0; n < by.length; n += 1) for (const check of checks) interleaved.push(check[n]);
  return interleaved;
}

// The drawing

class Code {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 4 * version + 17;
    /** @type {(boolean | null)[][]} */
    this.fixed = Array.from({ length: this.size }, () => Array(this.size).fill(null));
    for (let n = 0; n < this.size; n += 1) {
      this.fixed[6][n] = n % 2 === 0;
      this.fixed[n][6] = n % 2 === 0;
    }
    for (const [x, y] of [
      [3, 3],
      [this.size - 4, 3],
      [3, this.size - 4],
    ])
      this.target(x, y, 4);
    const middles = alignment(version);
    const last = middles.length - 1;
    middles.forEach((y, row) =>
      middles.forEach((x, column) => {
        const corner = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
        if (!corner) this.target(x, y, 2);
      }),
    );
    this.writeFormat(0);
    this.writeVersion();
  }

  /**
   * Concentric squares; finder patterns have a light frame.
   * @param {number} x
   * @param {number} y
   * @param {number} reach
   */
  target(x, y, reach) {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        if (this.fixed[y + dy]?.[x + dx] !== undefined)
          this.fixed[y + dy][x + dx] = ring !== 4 && ring !== (reach === 4 ? 2 : 1);
      }
    }
  }

  /** @param {number} mask */
  writeFormat(mask) {
    const data = (LEVEL_L << 3) | mask;
    const bits = ((data << 10) | bch(data, 10, 0x537)) ^ 0x5412;
    const dark = (/** @type {number} */ n) => ((bits >>> n) & 1) === 1;
    for (let n = 0; n < 15; n += 1) {
      const near = n < 6 ? n : n < 8 ? n + 1 : n;
      if (n < 8) this.fixed[near][8] = dark(n);
      else this.fixed[8][n === 8 ? 7 : 14 - n] = dark(n);
      if (n < 8) this.fixed[8][this.size - 1 - n] = dark(n);
      else this.fixed[this.size - 15 + n][8] = dark(n);
    }
    this.fixed[this.size - 8][8] = true;
  }

  writeVersion() {
    if (this.version < 7) return;
    const bits = (this.version << 12) | bch(this.version, 12, 0x1f25);
    for (let n = 0; n < 18; n += 1) {
      const [a, b] = [this.size - 11 + (n % 3), Math.floor(n / 3)];
      this.fixed[b][a] = ((bits >>> n) & 1) === 1;
      this.fixed[a][b] = ((bits >>> n) & 1) === 1;
    }
  }

  /** The code of these words, under the mask that reads best. @param {number[]} words */
  drawn(words) {
    const bits = words.flatMap((word) => digits(word, 8));
    const places = [...this.way()];
    let best = null;
    let least = Infinity;
    MASKS.forEach((mask, number) => {
      this.writeFormat(number);
      const modules = this.fixed.map((row) => row.map((module) => module === true));
      places.forEach(([x, y], n) => (modules[y][x] = (bits[n] === 1) !== mask(x, y)));
      const cost = penalty(modules);
      if (cost < least) [least, best] = [cost, modules];
    });
    return best;
  }

  /** The free modules in the order in which words fill them: pairs of columns from the right, up and down in turn. */
  *way() {
    for (let right = this.size - 1, upward = true; right > 0; right -= 2, upward = !upward) {
      if (right === 6) right -= 1;
      for (let n = 0; n < this.size; n += 1) {
        const y = upward ? this.size - 1 - n : n;
        for (const x of [right, right - 1]) if (this.fixed[y][x] === null) yield [x, y];
      }
    }
  }
}

/** The check bits of format and version. @param {number} data @param {number} length @param {number} by */
function bch(data, length, by) {
  let left = data;
  for (let n = 0; n < length; n += 1) left = (left << 1) ^ ((left >>> (length - 1)) * by);
  return left;
}

/** How hard a code is to read: runs, blocks, false finders and too much of one colour. @param {boolean[][]} modules */
function penalty(modules) {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x]));
  let cost = 0;
  for (const row of [...modules, ...columns]) {
    const text = row.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2;
    for (let n = 0; n + 11 <= size; n += 1) if (/^(10111010000|00001011101)/.test(text.slice(n))) cost += 40;
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const same =
        modules[y][x] === modules[y][x - 1] &&
        modules[y][x] === modules[y - 1][x] &&
        modules[y][x] === modules[y - 1][x - 1];
      if (same) cost += 3;
    }
  }
  const dark = modules.flat().filter(Boolean).length;
  return cost + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}
