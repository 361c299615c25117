// The camera over the board: which part of the table is seen, and how large. One cell is 100 units wide.

/** @typedef {{west: number, north: number, east: number, south: number}} Extent */

const SMALLEST = 0.08;
const LARGEST = 2.4;
/** A board is not blown up beyond this by itself. */
const COMFORTABLE = 1.15;
/** A cell is not made smaller than a finger by itself; then the view goes where the work is. */
const FINGER = matchMedia("(pointer: coarse)").matches ? 0.42 : 0.34;
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
    /** The cell that is worked on. @type {import("./types.js").Cell | null} */
    this.work = null;
    this.reading = false;
    new ResizeObserver(() => this.follow(this.extent, this.work)).observe(frame);
  }

  /**
   * Shows the board, as long as nobody has moved the view: all of it, or as much around the work as fingers can hit.
   * @param {Extent} extent
   * @param {import("./types.js").Cell | null} work
   * @param {boolean} [reading] whether the board is looked at while a ruling is read
   */
  follow(extent, work, reading = this.reading) {
    this.reading = reading;
    const elsewhere = work && (work[0] !== this.work?.[0] || work[1] !== this.work?.[1]);
    this.extent = extent;
    this.work = work;
    if (this.follows) this.fit(reading ? SMALLEST : FINGER);
    else if (work && elsewhere) this.reveal(work);
  }

  /** Shows all of the board, however small. */
  showAll() {
    this.fit(SMALLEST);
  }

  /** @param {number} smallest */
  fit(smallest) {
    const { width, height } = this.frame.getBoundingClientRect();
    if (!width || !height) return;
    this.follows = true;
    this.place(smallest, width, height, 0);
    // Nothing that can be tapped lies under the buttons of the board.
    const tools = this.frame.parentElement?.querySelector(".tools")?.getBoundingClientRect();
    const { north, east } = this.extent;
    const under = tools?.height && this.y + this.scale * north < tools.height;
    if (tools && under && this.x + this.scale * east > width - tools.width)
      this.place(smallest, width, height, tools.height);
    this.apply();
  }

  /**
   * Puts the board into the frame, below what is kept free at its top.
   * @param {number} smallest
   * @param {number} width
   * @param {number} height
   * @param {number} top
   */
  place(smallest, width, height, top) {
    const { west, north, east, south } = this.extent;
    const room = height - top;
    const whole = Math.min((width - 2 * MARGIN) / (east - west), (room - 2 * MARGIN) / (south - north), COMFORTABLE);
    this.scale = Math.max(whole, smallest);
    const [x, y] = this.work ?? [(west + east) / 200 - 0.5, (north + south) / 200 - 0.5];
    this.x = this.along(west, east, 100 * x + 50, width);
    this.y = top + this.along(north, south, 100 * y + 50, room);
  }

  /**
   * Where the view begins along an axis: in the middle of what is there, or with the work in the middle where that is
   * too much, but never beyond its ends.
   * @param {number} start
   * @param {number} end
   * @param {number} work
   * @param {number} room
   */
  along(start, end, work, room) {
    const size = this.scale * (end - start);
    if (size <= room) return (room - size) / 2 - this.scale * start;
    const wanted = room / 2 - this.scale * work;
    return Math.min(Math.max(wanted, room - MARGIN - this.scale * end), MARGIN - this.scale * start);
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
