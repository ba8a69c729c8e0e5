// @ts-check
// A small menu at the pointer, where a click on a place can mean several things.
import { whole } from "./moves.js";
import { LABEL, TEXT, complete, through, verbOf } from "./paths.js";
import { lens } from "./names.js";
import { $, button, byId } from "./page.js";
import { page } from "./state.js";

/** @import { Move } from "./wire.js" */

/** More moves of one kind than this stand in the menu as one line. */
export const FEW = 4;

/** Keeps the open menu in sight. */
let grows = new ResizeObserver(() => {});

/** @param {Move[]} moves @param {number[]} at @param {(chosen: Move[]) => void} choose */
export function openMenu(moves, at, choose) {
  const ends = complete(moves);
  /** @type {Move[][]} */
  const lines = ends.map((move) => [move]);
  /** @type {Map<string, Move[]>} */
  const kinds = new Map();
  for (const move of moves) if (!ends.includes(move)) kinds.set(verbOf(move), [...(kinds.get(verbOf(move)) ?? []), move]);
  for (const same of kinds.values()) lines.push(...(same.length > FEW ? [same] : same.map((move) => [move])));
  const rank = (/** @type {Move[]} */ line) => page.state.kinds.findIndex((one) => one.verbs.includes(verbOf(line[0])));
  lines.sort((one, other) => rank(one) - rank(other)); // as on the action bar
  const menu = byId("menu");
  menu.replaceChildren(...lines.map((line) => {
    const kind = page.state.kinds.find((one) => one.verbs.includes(verbOf(line[0])));
    const isClear = ends.includes(line[0]) || moves.filter((move) => move[LABEL] === line[0][LABEL]).length === 1;
    const text = line.length > 1 ? `${kind?.label ?? verbOf(line[0])}…` : isClear ? line[0][LABEL] : whole(line[0]);
    const made = button(text, () => choose(line), "plain");
    made.setAttribute("role", "menuitem");
    if (line.length === 1) made.dataset.move = line[0][TEXT];
    made.dataset.verb = verbOf(line[0]);
    const picture = line.length === 1 ? pictureOf(line[0]) : null;
    if (picture) made.prepend(picture);
    return made;
  }));
  menu.hidden = false;
  const place = () => {
    const box = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(6, Math.min(innerWidth - box.width - 6, at[0] + 10))}px`;
    menu.style.top = `${Math.max(6, Math.min(innerHeight - box.height - 6, at[1] + 6))}px`;
  };
  place();
  grows.disconnect();
  grows = new ResizeObserver(place); // what its lines cost and bring is added to them later
  grows.observe(menu);
  /** @type {HTMLElement} */ (menu.firstElementChild).focus({ preventScroll: true });
}

/** What lies at the place beside the board that a move still asks for: the piece, the tile as it is turned. @param {Move} move */
function pictureOf(move) {
  const site = through([move]).keys().next().value;
  const drawn = site && $(`.panel [data-site="${CSS.escape(site)}"]`);
  return drawn ? lens(drawn, 40) : null;
}

export const isMenuOpen = () => !!byId("menu") && !byId("menu").hidden;
export function closeMenu() {
  const menu = byId("menu");
  if (menu) menu.hidden = true;
}

/** Arrows walk through the menu. @param {KeyboardEvent} event */
export function walkMenu(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return false;
  const lines = [...byId("menu").children], here = lines.indexOf(/** @type {Element} */ (document.activeElement));
  /** @type {HTMLElement} */ (lines[(here + step + lines.length) % lines.length]).focus();
  event.preventDefault();
  return true;
}
