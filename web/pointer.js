// @ts-check
// Pointer: a click on a place that can be played plays it; a tap beside a small one does where nothing else is nearer.
import { closeMenu, isMenuOpen } from "./menu.js";
import { back, choose, chooseKind, pathOver, swap, swapFor, whyNot } from "./moves.js";
import { $$, middle, narrow, texts, toast } from "./page.js";
import { page } from "./state.js";
import { isGoodsSite } from "./trade.js";
import { gesture, zoomHere } from "./zoom.js";

const REACH = 24;
/** The position that the last click on the board was for. */
let clickedAt = -1;

/** The live site near a tap on the board, unless something else with a name is nearer. @param {number} x @param {number} y */
function nearest(x, y) {
  /** @type {HTMLElement | null} */
  let best = null;
  let least = REACH;
  for (const element of $$("#board [data-site], #board [data-name]")) {
    const [a, b] = middle(element), distance = Math.hypot(a - x, b - y);
    if (distance < least || (distance === least && element.hasAttribute("data-live"))) [best, least] = [element, distance];
  }
  return best?.hasAttribute("data-live") ? best : null;
}

/** The live site under a point, also below something that cannot be played now: a depot under the tiles in it.
 *  @param {number} x @param {number} y */
const below = (x, y) =>
  document.elementsFromPoint(x, y).map((element) => /** @type {HTMLElement | null} */ (element.closest("[data-live]"))).find(Boolean);

/** What stands in a list of prices begins that kind of action, as its button on the bar does, or says why it cannot be.
 *  @param {string} verb */
function beginKind(verb) {
  const kind = page.state.kinds.find((one) => one.verbs.includes(verb));
  if (!kind || page.busy) return;
  if (kind.why_not !== null) toast(kind.why_not, kind.guide);
  else chooseKind(kind.verbs);
}

/** @param {MouseEvent} event */
export function clickSite(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (gesture.dragged || gesture.held) return void (gesture.dragged = gesture.held = false);
  if (isMenuOpen() && !target.closest("#menu")) {
    closeMenu();
    if (page.path.length && !target.closest("[data-live]")) back(); // a click elsewhere leaves the menu and what led to it
    if (!target.closest("[data-live]")) return;
  }
  if (target.closest("button, a, input, summary, label, select, dialog, #menu")) return;
  const isEcho = event.detail > 1 && clickedAt !== page.state.seq;
  clickedAt = page.state.seq;
  if (isEcho) return; // the second half of a double click was not meant for what the first has brought
  /** @type {[number, number]} */
  const at = [event.clientX, event.clientY];
  const direct = /** @type {HTMLElement | null} */ (target.closest("[data-site]"));
  const inBoard = target.closest("#boardbox");
  const live = /** @type {HTMLElement | null} */ (target.closest("[data-live]"))
    ?? (target.closest("svg") && !direct?.hasAttribute("data-chosen") ? below(event.clientX, event.clientY) : null)
    ?? (inBoard && nearest(event.clientX, event.clientY));
  if (live) return choose(live.dataset.site ?? "", at);
  const listed = /** @type {HTMLElement | null} */ (target.closest(".panel [data-kind]"))?.dataset.kind;
  if (listed) return beginKind(listed);
  if (!direct) return void (inBoard && narrow.matches && zoomHere(...at));
  const site = direct.dataset.site ?? "", other = swapFor(site);
  const restart = page.path.length && page.state.moves.some((move) => move[1][0] === site);
  if (direct.hasAttribute("data-chosen")) back();
  else if (restart || (page.pending && pathOver(site))) choose(site, at);
  else if (other) swap(other);
  else if (isGoodsSite(site)) toast(texts.trade_cannot);
  else whyNot(site);
}
