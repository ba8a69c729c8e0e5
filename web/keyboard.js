// @ts-check
// Keyboard: Esc goes back, ? asks for a hint, arrows walk over the board, letters and figures begin to type a move.
import { closeHint, isHinting, showHint } from "./hint.js";
import { isMenuOpen, walkMenu } from "./menu.js";
import { api, back, choose, isBegun, send } from "./moves.js";
import { TEXT } from "./paths.js";
import { $$, ask, byId, middle, texts, toast } from "./page.js";
import { page } from "./state.js";
import { closeTrade } from "./trade.js";
import { zoom } from "./zoom.js";

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
function walk(element, [right, down]) {
  const [x, y] = middle(element);
  let best = null, least = Infinity;
  for (const other of $$("#sites [data-live]")) {
    const [a, b] = middle(other);
    const along = (a - x) * right + (b - y) * down, aside = Math.abs((a - x) * down) + Math.abs((b - y) * right);
    if (other !== element && along > 1 && along > aside / 2 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
  }
  if (!best) return;
  element.tabIndex = -1;
  best.tabIndex = 0;
  best.focus();
}

export function key(event) {
  if (event.target.closest?.("dialog")) return; // a dialog has its own keys
  const typing = event.target.closest?.("input, textarea, select");
  if (event.key === "Escape") {
    if (typing) event.target.blur();
    return isHinting() ? closeHint() : isBegun() ? back() : void closeTrade();
  }
  if (isMenuOpen() && walkMenu(event)) return;
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const site = event.target.closest?.("[data-live]");
  if (site && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    return choose(site.dataset.site, middle(site));
  }
  if (site?.closest("#sites") && DIRECTIONS[event.key]) {
    event.preventDefault();
    return walk(site, DIRECTIONS[event.key]);
  }
  if (event.key === "?") return void showHint();
  if (event.key === "+" || event.key === "-") return zoom(event.key === "+" ? 1.4 : 1 / 1.4, ...middle(byId("boardbox")));
  if (/^[a-z0-9]$/i.test(event.key) && page.state.turn && byId("typed")) byId("typed").focus();
}

export function typed(event) {
  event.preventDefault();
  const field = byId("typed"), text = field.value.trim().toLowerCase().replace(/\s+/g, " ");
  if (!text) return;
  const move = /^\d+$/.test(text) ? page.state.moves[Number(text) - 1] : page.state.moves.find((one) => one[TEXT] === text);
  if (!move) return void ask(api(`why_not?move=${encodeURIComponent(text)}`)).then((found) => found && toast(found.why_not ?? texts.unknown, found.guide));
  field.value = "";
  field.blur();
  send(move);
}
