// @ts-check
// The action bar: what to do, the kinds of action with what they cost, one main button, and the way back at its end.
import { outcomes } from "./by_hand.js";
import { paintHint } from "./hint.js";
import { api, back, chooseKind, clickable, decide, isBegun, isChosen, send, undo, whole } from "./moves.js";
import { LABEL, SITES, TEXT, complete, open, verbOf } from "./paths.js";
import { $, $$, ask, button, byId, filled, icon, low, middle, narrow, texts, toast, withKeys } from "./page.js";
import { previewOf } from "./previews.js";
import { page } from "./state.js";
import { isInWindow, isTradeAside, isTradeShown, showTrade, toggleTrade } from "./trade.js";

/** @import { Move } from "./wire.js" */

/** Words that decline or end something; their buttons stand after the others. */
const CLOSING = new Set(["pass", "end", "done"]);
/** So many buttons beside those that decline have room on a small screen. */
const FEW = 2;
/** @param {Move} move */
const isClosing = (move) => CLOSING.has(verbOf(move));

/** @param {Move[]} rest */
export function paintBar(rest) {
  paintKinds();
  paintChoice(rest);
  const way = isBegun() ? button(withKeys.matches ? texts.back_key : texts.back, back, "quiet") : page.state.undo ? undoButton() : null;
  byId("back").replaceChildren(...(way ? [way] : []));
  paintStep();
  paintMoves();
  paintExtras();
  paintHint();
}

/** Once a kind of action is chosen, the prompt's place says how it goes on; a move that waits for a yes is asked about there. */
export function paintStep() {
  const chosen = page.path.length || page.kind ? kindOf(clickable()) : undefined;
  const told = page.pending ? question(page.pending) : chosen ? [filled(texts.step, { kind: chosen.label })] : [];
  const step = byId("step");
  if (step.dataset.told === told.join("\n")) return;
  step.dataset.told = told.join("\n");
  step.replaceChildren(...told.slice(0, 1), ...told.slice(1).map((text) => Object.assign(document.createElement("small"), { textContent: text })));
  document.body.classList.toggle("asking", !!page.pending);
  fit();
  rooms.observe(step.parentElement);
}

/** The kind of action that all of some moves are. @param {Move[]} moves */
const kindOf = (moves) => page.state.kinds.find((kind) => !kind.trade && moves.length && moves.every((move) => kind.verbs.includes(verbOf(move))));

/** What is asked before a move is made: the move itself, what it ends, what it costs and brings. @param {Move} move */
const question = (move) => [filled(texts.confirm, { move: move[LABEL] }), ENDS[page.state.enders[move[TEXT]]], previewOf(move)?.[0]].filter(Boolean);
const ENDS = { turn: texts.ends_turn, game: texts.ends_game };

/** The largest of four sizes in which all that is asked is in sight. */
function fit() {
  const step = byId("step"), room = step.parentElement;
  for (const size of ["", "long", "longer", "longest"]) {
    step.className = size;
    if (room.scrollHeight <= room.clientHeight) return;
  }
}
const rooms = new ResizeObserver(fit);

function paintKinds() {
  const chips = page.state.kinds.map((kind) => {
    const begin = kind.trade ? toggleTrade : () => chooseKind(kind.verbs);
    const made = button(kind.label, () => (kind.why_not === null ? begin() : toast(kind.why_not, kind.guide)), "kind");
    made.setAttribute("aria-pressed", String(kind.trade ? isTradeShown() : isChosen(kind.verbs)));
    if (kind.trade) made.dataset.opens = "trade";
    made.setAttribute("aria-disabled", String(kind.why_not !== null));
    if (kind.why_not) made.title = kind.why_not;
    const cost = document.createElement("span");
    cost.className = "cost";
    for (const [symbol, count] of kind.cost) for (let k = 0; k < count; k += 1) cost.append(icon(symbol));
    if (kind.cost.length) made.append(cost);
    return made;
  });
  byId("kinds").replaceChildren(...chips);
}

/** @param {Move[]} rest */
function paintChoice(rest) {
  byId("choice").classList.toggle("entering", page.state.by_hand);
  if (page.state.by_hand && !page.busy && !page.pending && !page.path.length) return byId("choice").replaceChildren(...outcomes(page.state.moves));
  return byId("choice").replaceChildren(...(page.pending ? [confirmButton(page.pending)] : page.path.length ? [] : choices(rest)));
}

/** What there is only one place for, and that beside the board: the dice are rolled by a button too. @param {Move[]} rest */
const beside = (rest) => {
  const times = new Map();
  for (const move of rest) times.set(verbOf(move), (times.get(verbOf(move)) ?? 0) + 1);
  const isOnBoard = (site) => $(`#board [data-site="${CSS.escape(site)}"]`);
  return rest.filter((move) => move[SITES].length === 1 && times.get(verbOf(move)) === 1 && !isOnBoard(move[SITES][0]));
};

/** On a small screen, the few moves whose only place lies behind a tab, or further down: nobody has to look for them. @param {Move[]} rest */
const behind = (rest) => {
  const isSeen = (element) => element.checkVisibility() && middle(element)[1] < innerHeight;
  const isInSight = (site) => $$(`[data-site="${CSS.escape(site)}"]`).some(isSeen);
  const isSmall = narrow.matches || low.matches;
  const found = isSmall ? rest.filter((move) => move[SITES].length === 1 && !isInSight(move[SITES][0])) : [];
  return found.length <= FEW ? found : [];
};

/** What one can do without choosing a place: what agrees before what declines; the main one is filled. @param {Move[]} rest */
function choices(rest) {
  const named = new Set(page.state.kinds.flatMap((kind) => kind.verbs));
  const offered = (moves) => moves.filter((move) => !named.has(verbOf(move)) && !isInWindow(move));
  const ends = offered(complete(rest));
  if (!ends.length) ends.push(...offered(beside(rest)));
  // What is said in one word is what a turn goes on with: the roll, not the card that may be played before it.
  const agrees = ends.filter((move) => !isClosing(move)), usual = agrees.find((move) => !move[TEXT].includes(" ")) ?? agrees[0];
  const main = usual ?? (rest.length === ends.length ? ends[0] : undefined);
  const place = (/** @type {Move} */ move) => (move === main ? 0 : isClosing(move) ? 2 : 1);
  ends.push(...offered(behind(rest)).filter((move) => !ends.includes(move)));
  ends.sort((one, other) => place(one) - place(other));
  const made = ends.map((move) => {
    const made = button(move[LABEL], () => decide(move, true), move === main ? "main" : "");
    made.dataset.move = move[TEXT];
    return made;
  });
  if (isTradeAside()) {
    const shows = button(texts.trade_show, showTrade);
    shows.dataset.opens = "trade";
    made.push(shows);
  }
  return made;
}

/** @param {Move} move */
function confirmButton(move) {
  const made = button(texts.yes, () => send(move), "main");
  made.dataset.confirm = made.dataset.move = move[TEXT];
  return made;
}

function undoButton() {
  const made = button(page.state.undo === "own" ? texts.undo : texts.ask_undo, undo, "quiet");
  made.dataset.undo = page.state.undo ?? "";
  return made;
}

/** All legal moves as a list, for who cannot see the board or wants to type. */
function paintMoves() {
  byId("allmoves").replaceChildren(
    ...page.state.moves.map((move) => {
      const item = document.createElement("li");
      const code = document.createElement("code");
      code.textContent = move[TEXT];
      const made = button(whole(move), () => decide(move, true), "plain");
      made.dataset.move = move[TEXT];
      item.append(made, code);
      return item;
    }),
  );
  byId("move-count").textContent = page.state.moves.length ? `(${page.state.moves.length})` : "";
  byId("typed-moves").replaceChildren(...page.state.moves.slice(0, 300).map((move) => new Option(move[LABEL], move[TEXT])));
  byId("type").hidden = !page.state.turn;
}

/** The standing answers that fit now; where there are kinds of action, which need the bar, the settings have them. */
function paintExtras() {
  const extras = [];
  const forced = /** @type {HTMLInputElement | null} */ ($("[data-setting=forced]"));
  const isForced = page.state.standing.find((one) => one.answer === "forced");
  if (forced && isForced) forced.checked = isForced.on;
  for (const offer of page.state.standing.filter((one) => one.answer !== "forced")) {
    const label = document.createElement("label");
    const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: offer.on });
    box.onchange = () => ask(api("standing"), { answer: offer.answer, on: box.checked });
    label.className = "switch";
    label.append(box, ` ${offer.label}`);
    extras.push(label);
  }
  const place = page.state.kinds.length && byId("standing") ? "standing" : "extras";
  for (const id of ["standing", "extras"]) byId(id)?.replaceChildren(...(id === place ? extras : []));
}
