// @ts-check
// A hint: the best move drawn on the board, with its reasons; it goes when the position does.
import { drawMoves } from "./drawn.js";
import { api, decide } from "./moves.js";
import { TEXT } from "./paths.js";
import { $$, ask, button, byId, texts } from "./page.js";
import { settings } from "./settings.js";
import { page } from "./state.js";

/** @typedef {{ move: string, label: string, sites: string[], chance: number | null, less: number }} Option */
/** @typedef {Option & { seq: number, reasons: string[], others: Option[] }} Hint */

const BULB = "M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM9 19h6v1.5H9zM10 21.5h4V23h-4z";
/** How many moves the game had when the hint was asked for; -1 when there is none. */
let at = -1;
/** @type {AbortController | null} */
let thinking = null;

/** Whether a hint can be had now, by somebody who wants any. */
const mayHint = () => settings.hints && page.state.hint && page.state.turn && page.state.moves.length > 1;

/** What the server would play; null when it refuses, undefined when it was given up. @param {AbortSignal} [signal] @returns {Promise<Hint | null | undefined>} */
const askHint = (signal) => ask(api("hint"), { seq: page.state.seq }, { signal });

/** The button, where there is something to be hinted at; a hint for a position that is gone goes too. */
export function paintHint() {
  if (at >= 0 && (at !== page.state.length || !mayHint())) closeHint();
  const slot = byId("hint-slot");
  if (!slot) return;
  if (!mayHint()) return slot.replaceChildren();
  if (slot.firstElementChild) return undefined;
  const made = button("", showHint, "quiet bulb");
  made.innerHTML = `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${BULB}" fill="currentColor"/></svg>`;
  made.title = texts.hint;
  made.setAttribute("aria-label", texts.hint);
  return slot.replaceChildren(made);
}

/** Asks for a hint, or puts the one that is there away. */
export async function showHint() {
  if (at >= 0) return closeHint();
  if (!mayHint()) return;
  at = page.state.length;
  thinking = new AbortController();
  const asked = thinking;
  show([texts.hint_thinking], [button(texts.hint_cancel, closeHint)]);
  const found = await askHint(asked.signal);
  if (asked !== thinking) return; // given up, or the position has changed
  thinking = null;
  if (!found) return closeHint();
  draw(found);
  const move = page.state.moves.find((one) => one[TEXT] === found.move);
  const play = button(texts.hint_play, () => move && decide(move, true), "main");
  play.dataset.move = found.move;
  show(found.reasons, [play, button(texts.hint_close, closeHint)], found.others);
  play.focus({ preventScroll: true });
}

/** @param {Hint} found @param {Option} [other] */
function draw(found, other) {
  drawMoves([["best", found.sites], ...(other ? [/** @type {[string, string[]]} */ (["played", other.sites])] : [])]);
  for (const site of $$("[data-site]")) site.toggleAttribute("data-hinted", found.sites.includes(site.dataset.site));
}

/** @param {string[]} sentences @param {HTMLElement[]} buttons @param {Option[]} [others] */
function show(sentences, buttons, others = []) {
  const place = byId("hint"), row = document.createElement("div"), list = document.createElement("ol");
  row.className = "row";
  row.append(...buttons);
  for (const one of others) {
    const line = document.createElement("li");
    line.append(Object.assign(document.createElement("span"), { textContent: one.label }));
    if (one.chance !== null) line.append(Object.assign(document.createElement("b"), { textContent: `${Math.round(100 * one.chance)} %` }));
    list.append(line);
  }
  const told = sentences.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence }));
  const heading = Object.assign(document.createElement("p"), { className: "hint-others", textContent: texts.hint_others });
  place.replaceChildren(...told, ...(others.length ? [heading, list] : []), row);
  place.hidden = false;
  byId("news")?.append(Object.assign(document.createElement("p"), { textContent: sentences.join(" ") }));
}

export function closeHint() {
  if (at < 0) return;
  at = -1;
  thinking?.abort();
  thinking = null;
  byId("hint").hidden = true;
  byId("hint").replaceChildren();
  drawMoves([]);
  for (const site of $$("[data-hinted]")) site.removeAttribute("data-hinted");
}
/** Whether a hint is shown or thought about. */
export const isHinting = () => at >= 0;
