// @ts-check
// Narrowing: clicks on sites leave fewer and fewer moves, until one is sent.
import { paintBar } from "./bar.js";
import { FEW, closeMenu, openMenu } from "./menu.js";
import { $, $$, ask, byId, hush, language, middle, stage, texts, toast } from "./page.js";
import { paintExplanation } from "./explain.js";
import { paintNumbers } from "./numbers.js";
import { paintPreviews } from "./previews.js";
import { settings } from "./settings.js";
import { LABEL, SITES, TEXT, complete, open, through, verbOf } from "./paths.js";
import { page } from "./state.js";
import { followDecision, markTabs } from "./layout.js";
import { isComposed, paintTrade, takeSite, tradeSites } from "./trade.js";
import { isZoomed, unzoom } from "./zoom.js";

/** @import { Move } from "./wire.js" */

/** The open moves that are made by clicking: an offer is put together in its window. @param {string[]} [path] */
export const clickable = (path) => open(path).filter((move) => !isComposed(move));
/** @param {string} site */
const nameOf = (site) => $(`[data-site="${CSS.escape(site)}"]`)?.dataset.name ?? site;
/** A move in words, with the names of its sites. @param {Move} move */
export const whole = (move) => [move[LABEL], move[SITES].map(nameOf).join(" → ")].filter(Boolean).join(": ");
/** @param {HTMLElement} element @param {Move[]} through */
const siteLabel = (element, through) => {
  const name = element.dataset.name ?? element.dataset.site;
  return through.length === 1 ? `${through[0][LABEL]}: ${name}` : `${name} (${texts.moves}: ${through.length})`;
};

/** @param {HTMLElement} element @param {["given" | "wanted", number] | undefined} good */
const goodLabel = (element, good) => `${good?.[0] === "given" ? texts.trade_give : texts.trade_want}: ${element.dataset.name}`;

/** Shows what can be done now. @param {boolean} keepsMenu  whether an open menu still offers what can be done */
export function paint(keepsMenu = false) {
  if (!stage || stage.dataset.mode === "replay") return;
  if (!keepsMenu) closeMenu();
  const rest = page.busy ? [] : page.pending ? [page.pending] : clickable(); // where a move waits for a yes, the rest of its sites can be clicked
  const next = through(rest), goods = tradeSites();
  const home = page.focused;
  for (const element of $$("[data-site]")) {
    const leading = next.get(element.dataset.site), good = goods.get(element.dataset.site);
    element.toggleAttribute("data-live", !!leading || !!good);
    element.toggleAttribute("data-chosen", page.path.includes(element.dataset.site) || !!page.pending?.[SITES].includes(element.dataset.site));
    if (leading || good) {
      element.setAttribute("role", "button");
      const label = leading ? siteLabel(element, leading) : goodLabel(element, good);
      if (element instanceof HTMLElement) element.dataset.does = label; // a seat's line is called by what it shows
      else element.setAttribute("aria-label", label);
      element.tabIndex = element.closest("#sites") ? -1 : 0;
    } else for (const name of ["role", "aria-label", "tabindex", "data-does"]) element.removeAttribute(name);
  }
  const first = (home && $(`#sites [data-live][data-site="${CSS.escape(home)}"]`)) || $("#sites [data-live]");
  if (first) first.tabIndex = 0; // the board is one tab stop
  paintTrade();
  paintBar(rest);
  paintPreviews();
  paintNumbers();
  paintExplanation();
  followDecision();
  markTabs();
  if (isZoomed() && $("#sites [data-live]") && !$$("#sites [data-live]").some((site) => inSight(site, byId("boardbox")))) unzoom();
  if (home && (!document.activeElement || document.activeElement === document.body))
    ($(`[data-live][data-site="${CSS.escape(home)}"]`) ?? first ?? $("[data-live]") ?? byId("prompt"))?.focus({ preventScroll: true });
  page.focused = null;
}

/** @param {Element} element @param {Element} frame */
const inSight = (element, frame) => {
  const [x, y] = middle(element), box = frame.getBoundingClientRect();
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
};

/** What had the focus by keyboard keeps it when the page changes; a mouse leaves no box behind. */
export function rememberFocus() {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  page.focused = focused?.matches(":focus-visible") ? (focused.dataset.site ?? null) : null;
}

/** One step back: what waits for a yes, the last site, the kind of action. */
export function back() {
  if (page.pending) [page.pending, page.path] = [null, []];
  else if (page.path.length) page.path.pop();
  else page.kind = null;
  paint();
}

/** Whether something was begun that can be gone back from. */
export const isBegun = () => !!(page.pending || page.path.length || page.kind);

/** A site was clicked; `at` is where, so that a menu can open there. @param {string} site @param {number[]} at */
export function choose(site, at) {
  if (page.busy) return;
  hush();
  rememberFocus();
  if (!through(clickable()).has(site) && takeSite(site)) return;
  page.pending = null;
  page.path = pathOver(site) ?? [site];
  narrow(at);
}

/** The path that a click on a site makes: it goes on with what was begun, or starts another move; neither is undefined. @param {string} site */
export const pathOver = (site) => [[...page.path, site], [site]].find((path) => clickable(path).length);

/** Play what is left, ask at the pointer which kind of move is meant, or show what can be clicked next. @param {number[]} at */
function narrow(at) {
  const rest = clickable();
  if (rest.length === 1) return void decide(rest[0]);
  const kinds = new Set(rest.map(verbOf));
  paint();
  if (complete(rest).length || kinds.size > 1 || goesOnBeside(rest)) openMenu(rest, at, (moves) => {
    if (moves.length === 1) return void decide(moves[0], true); // its line says the whole move
    page.kind = [verbOf(moves[0])];
    paint();
  });
  paintPreviews();
}

/** Whether few moves are left after a click on the board, and what tells them apart lies beside it: nobody has to look for that.
 *  @param {Move[]} rest */
const goesOnBeside = (rest) => rest.length <= FEW && !!onBoard(page.path.at(-1) ?? "") && ![...through(rest).keys()].some(onBoard);
const onBoard = (/** @type {string} */ site) => $(`#board [data-site="${CSS.escape(site)}"]`);

/** Play a move, or ask first where people want that; what only begins something is asked about when it is done.
 *  @param {Move} move @param {boolean} pressed  whether a button with its name was pressed */
export function decide(move, pressed = false) {
  const ends = settings.careful && move[TEXT] in page.state.enders, begins = page.state.begins.includes(verbOf(move));
  if (ends || (settings.confirm && !pressed && !begins)) {
    page.pending = move;
    return paint();
  }
  send(move);
}

/** A kind of action was chosen: it names what can be done, and does nothing that cannot be taken back. The only move of its kind
 *  waits for a yes. Chosen again, it is left. @param {string[]} verbs */
export function chooseKind(verbs) {
  if (page.busy) return;
  const moves = page.state.moves.filter((move) => verbs.includes(verbOf(move))), only = moves.length === 1 ? moves[0] : null;
  const isLeft = only ? page.pending === only : page.kind?.join() === verbs.join();
  if (only && page.state.begins.includes(verbOf(only))) return void send(only);
  page.path = [];
  page.pending = isLeft ? null : only;
  page.kind = isLeft || only ? null : verbs;
  const at = [...byId("kinds").children].indexOf(/** @type {Element} */ (document.activeElement));
  paint();
  if (at >= 0) ($("#choice [data-confirm]") ?? byId("kinds").children[at])?.focus({ preventScroll: true }); // its buttons were made anew
}
/** Whether a kind of action is chosen, or a move of it waits for a yes. @param {string[]} verbs */
export const isChosen = (verbs) => (page.pending ? verbs.includes(verbOf(page.pending)) : page.kind?.join() === verbs.join());

/** An address of the table's API; it answers in the language of the page, whatever was chosen elsewhere meanwhile. @param {string} rest */
export const api = (rest) => {
  if (page.address) return page.address(rest);
  const seat = page.state.seat === null ? "" : `&seat=${page.state.seat}`;
  return `/api/tables/${stage.dataset.table}/${rest}${rest.includes("?") ? "&" : "?"}language=${language}${seat}`;
};

/** @param {Move} move @param {number} seq */
export async function send(move, seq = page.state.seq) {
  if (page.busy) return;
  page.before = { moves: page.state.moves, played: move };
  await submit("moves", { seq, move: move[TEXT] });
}

/** Moves that belong together: an offer, or an answer to one, also before it is one's turn to speak. @param {string[]} moves */
export async function dealAll(moves) {
  if (page.busy) return false;
  page.before = null;
  return await submit("trade", { seq: page.state.seq, moves });
}

/** @param {string} where @param {{ seq: number, [name: string]: any }} what */
async function submit(where, what) {
  const number = (page.sent += 1);
  page.busy = true;
  page.sentAt = page.state.length;
  document.body.classList.add("sending");
  page.path = [];
  page.kind = page.pending = null;
  closeMenu();
  for (const element of $$("[data-live]")) element.removeAttribute("data-live"); // nothing can be clicked until the answer
  const done = await ask(api(where), what);
  if (number !== page.sent) return !!done; // its effect is there already, and another move is on its way
  document.body.classList.remove("sending");
  if (page.taught) {
    page.sentAt = -1; // nothing comes over the wire
    page.busy = false;
    if (done) page.taught(done);
    else paint();
    return !!done;
  }
  page.awaited = done ? done.seq : 0;
  page.sentAt = -1;
  const was = page.busy;
  settle();
  if (!done || (was && !page.busy)) paint(); // its effect was there before, and could not be told from what it took the place of
  return !!done;
}

/** A move is done when its effect has arrived, whether the server has answered before or not. */
export function settle() {
  page.busy = page.sentAt < 0 ? page.state.seq < page.awaited : page.state.length === page.sentAt;
}

export async function undo() {
  await ask(api("undo"), { seq: page.state.seq });
}

/** The move of the same kind that a site stood for before the own last move, where that can still be taken back: another
 *  tile, another die. @param {string} site @returns {Move | undefined} */
export function swapFor(site) {
  const before = page.before;
  if (page.state.undo !== "own" || !page.state.turn || !before) return;
  const same = (/** @type {Move} */ move) => verbOf(move) === verbOf(before.played) && move !== before.played;
  const found = before.moves.filter((move) => same(move) && move[SITES].length === 1 && move[SITES][0] === site);
  return found.length === 1 ? found[0] : undefined;
}

/** Take the last move back and make another one in its place. @param {Move} move */
export async function swap(move) {
  if (page.busy) return;
  const before = page.before, undone = await ask(api("undo"), { seq: page.state.seq });
  if (!undone) return;
  page.path = [];
  await send(move, undone.seq);
  if (before && page.before) page.before.moves = before.moves;
}

/** @param {string} site */
export async function whyNot(site) {
  if (!page.state.turn) return;
  const found = await ask(api(`why_not?sites=${encodeURIComponent([...page.path, site].join(","))}`));
  if (found?.why_not) toast(found.why_not, found.guide);
}
