// @ts-check
// Which moves clicks on places leave, and what may be clicked next. No page is looked at here.
import { page } from "./state.js";

/** @import { Move } from "./wire.js" */

export const TEXT = 0, SITES = 1, LABEL = 2;

/** The first word of a move: what kind of move it is. @param {Move} move */
export const verbOf = (move) => move[TEXT].split(" ", 1)[0];

/** The sites that may be clicked next for a move; none when all are; null where what was clicked does not lead to it.
 *  @param {Move} move @param {string[]} path @returns {string[] | null} */
function ahead(move, path) {
  const sites = move[SITES];
  if (page.kind && !page.kind.includes(verbOf(move))) return null;
  if (page.state.either_way.includes(verbOf(move)))
    return path.every((site) => sites.includes(site)) ? sites.filter((site) => !path.includes(site)) : null;
  return path.every((site, k) => sites[k] === site) ? sites.slice(path.length, path.length + 1) : null;
}

/** The moves that what was clicked can still lead to. */
export const open = (path = page.path) => page.state.moves.filter((move) => ahead(move, path));

/** Those of these moves for which nothing is left to be clicked. @param {Move[]} moves */
export const complete = (moves) => moves.filter((move) => ahead(move, page.path)?.length === 0);

/** The moves that lead over each site that may be clicked next. @param {Move[]} moves */
export function through(moves) {
  /** @type {Map<string, Move[]>} */
  const found = new Map();
  for (const move of moves)
    for (const site of ahead(move, page.path) ?? []) found.set(site, [...(found.get(site) ?? []), move]);
  return found;
}
