// The camera over the board: which part of the table is seen, and how large. One cell is 100 units wide.

/** @typedef {{west: number, north: number, east: number, south: number}} Extent */

const SMALLEST = 0.12;
const LARGEST = 2.4;
/** A board is not blown up beyond this by itself. */
const COMFORTABLE = 1.15;
/** What is kept free along the frame, in pixels. */
const MARGIN = 8;

export class View {
  /** @param {HTMLElement} frame @param {SVGElement} world */
  constructor(frame, world) {
    this.frame = frame;
    this.world = world;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    /** Whether the view follows the board; until somebody moves it by hand. */
    this.follows = true;
    /** @type {Extent} */
    this.extent = { west: 0, north: 0, east: 100, south: 100 };
    new ResizeObserver(() => this.follow(this.extent)).observe(frame);
  }

  /** Shows all of the board, as long as nobody has moved the view. @param {Extent} extent */
  follow(extent) {
    this.extent = extent;
    if (this.follows) this.fit();
  }

  fit() {
    const { width, height } = this.frame.getBoundingClientRect();
    const { west, north, east, south } = this.extent;
    if (!width || !height) return;
    const scale = Math.min((width - 2 * MARGIN) / (east - west), (height - 2 * MARGIN) / (south - north), COMFORTABLE);
    this.follows = true;
    this.scale = Math.max(scale, SMALLEST);
    this.x = width / 2 - (this.scale * (west + east)) / 2;
    this.y = height / 2 - (this.scale * (north + south)) / 2;
    this.apply();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.follows = false;
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /** Zooms around a point of the frame. @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x, y) {
    const { width, height } = this.frame.getBoundingClientRect();
    const [cx, cy] = [x ?? width / 2, y ?? height / 2];
    const scale = Math.min(Math.max(this.scale * factor, SMALLEST), LARGEST);
    this.x = cx - ((cx - this.x) * scale) / this.scale;
    this.y = cy - ((cy - this.y) * scale) / this.scale;
    this.scale = scale;
    this.follows = false;
    this.apply();
  }

  apply() {
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  /**
   * The cell at a point of the window; null outside the frame.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {import("./types.js").Cell | null}
   */
  cellAt(clientX, clientY) {
    const { left, top, right, bottom } = this.frame.getBoundingClientRect();
    if (clientX < left || clientX > right || clientY < top || clientY > bottom) return null;
    const at = (/** @type {number} */ place, /** @type {number} */ start) =>
      Math.floor((place - start) / this.scale / 100);
    return [at(clientX - left, this.x), at(clientY - top, this.y)];
  }

  /** Moves the view just as far as is needed to see a cell. @param {import("./types.js").Cell} cell */
  reveal([x, y]) {
    const { width, height } = this.frame.getBoundingClientRect();
    const shift = (/** @type {number} */ start, /** @type {number} */ room) => {
      const size = 100 * this.scale;
      if (start < MARGIN) return MARGIN - start;
      return start + size > room - MARGIN ? room - MARGIN - start - size : 0;
    };
    const dx = shift(this.x + 100 * x * this.scale, width);
    const dy = shift(this.y + 100 * y * this.scale, height);
    this.x += dx;
    this.y += dy;
    this.apply();
  }
}
