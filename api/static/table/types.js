// The shapes that modules share, for readers and editors; nothing here runs.

/** @typedef {[number, number]} Cell x to the east, y to the south */
/** @typedef {{x: number, y: number, tile: string, rotation: number, wheel?: number}} Tile */
/** @typedef {{player: string, x: number, y: number, spot: string, figure?: string}} Follower */
/**
 * @typedef {object} Player
 * @property {string} name
 * @property {number} [score]
 * @property {number} [supply]
 * @property {string} [color]
 * @property {Record<string, number>} [goods]
 * @property {Record<string, number>} [figures]
 * @property {string[]} [hand] the tiles that are known to lie open before him
 */
/** @typedef {{pig?: string, crowns?: {segment: string, player: string}[]}} Wheel */
/** @typedef {{on_wall?: number[], held?: Record<string, number[]>}} WallTiles */
/** @typedef {{keeps?: Record<string, number>, wall_tiles?: WallTiles}} Castle */

/**
 * A position, as the service takes it.
 * @typedef {object} Position
 * @property {string} variant
 * @property {string[]} [expansions]
 * @property {Record<string, unknown>} [rules]
 * @property {Player[]} players
 * @property {Tile[]} tiles
 * @property {Follower[]} meeples
 * @property {boolean} [excerpt]
 * @property {Wheel} [wheel]
 * @property {Castle} [castle]
 * @property {{kinds: object[]}} [tileset]
 * @property {{player: string, part: number}} [turn]
 * @property {string[]} [discarded]
 */

/** @typedef {Position & Record<string, any>} Request a position with a question about it */

/** @typedef {{x: number, y: number, rotation: number, spots: string[], figures?: Record<string, string[]>}} Placement */
/**
 * @typedef {{cells?: Cell[], edges?: {x: number, y: number, side: string}[], meeples?: Follower[]}} Where
 * @typedef {{code: string, pointer: string, detail: string, rule?: string, where?: Where}} Problem
 */

/**
 * What is asked: one of the tabs, and what the question adds to the position.
 * @typedef {object} Question
 * @property {string} kind `interim`, `final`, ... (a phase), `features` or `validate`
 * @property {Record<string, any>} extra fields such as `drawn`, `player`, `last`, `use`
 */

export {};
