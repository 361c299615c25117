// Boards that are kept in this browser, so that closing the page loses none. Nothing leaves the device.

const KEPT = "referee-boards";
const MOST = 12;

/**
 * @typedef {object} Board
 * @property {string} id
 * @property {string} game the variant, with its expansions
 * @property {string} line the board as its link holds it
 * @property {number} tiles
 */

/** A name for a board that is begun. */
export const newBoard = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** All boards that are kept, the newest first. @returns {Board[]} */
export function keptBoards() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

/** Keeps a board in the place of what it was before. @param {Board} board */
export function keep(board) {
  try {
    const others = keptBoards().filter(({ id }) => id !== board.id);
    localStorage.setItem(KEPT, JSON.stringify([board, ...others].slice(0, MOST)));
  } catch {
    // Without storage the board lasts as long as the page, and its link.
  }
}

/** The last board of each game. */
export function lastBoards() {
  const boards = keptBoards();
  return boards.filter(({ game }, number) => boards.findIndex((other) => other.game === game) === number);
}
