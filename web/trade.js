// @ts-check
// The trade window: an offer is put together and then sent whole, with players or with the bank; others' answers as they
// come, a deal by a click, and what was offered in this turn. It lies beside the board and keeps nobody from looking at it.
import { morph } from "./morph.js";
import { dealAll, paint } from "./moves.js";
import { LABEL, TEXT } from "./paths.js";
import { $, byId, filled, icon, texts, toast } from "./page.js";
import { page } from "./state.js";
import { copied, empty, fitting, isWhole, lots, mayGive, mayWant, movesOf, spoken, step, sum } from "./terms.js";

/** @import { Answer, Move, PastOffer, Terms, Trade } from "./wire.js" */

const ui = {
  /** Whose eyes see it; people who share a device have each their own. @type {number | null} */
  seat: null,
  /** Whose trade the window is about, and how many were over: another number is another offer. */
  by: -1,
  over: -1,
  /** The own trade was opened. */
  open: false,
  /** Somebody else's offer was put aside. */
  dismissed: false,
  /** Whether the bank is traded with; null where nobody has said. @type {boolean | null} */
  bank: null,
  /** What was put together so far. @type {Terms | null} */
  draft: null,
  /** What was said of it already, by moves that were typed. */
  said: "",
  /** A counter-offer is being put together. */
  counter: false,
  /** An answer that was given is being changed. */
  changing: false,
  /** The offer that was announced. */
  told: "",
};

/** @param {Trade} trade */
const isBank = (trade) => trade.stage === "begin" && (ui.bank ?? (trade.why_not.players !== null && trade.why_not.bank === null));
/** @param {Trade} trade */
const composes = (trade) => trade.stage === "compose" || trade.stage === "counter" || trade.stage === "begin" || ui.counter;

export function isTradeShown() {
  const { trade } = page.state;
  return !!trade && (trade.stage === "begin" ? ui.open : !ui.dismissed);
}
/** Whether an offer waits that was put aside. */
export const isTradeAside = () => !!page.state.trade && page.state.trade.stage !== "begin" && ui.dismissed;

/** Whether a move is put together in the window instead of being clicked. @param {Move} move */
export function isComposed(move) {
  const { trade } = page.state, verb = move[TEXT].split(" ", 1)[0];
  return !!trade && [trade.words.give, trade.words.want, trade.words.bank].includes(verb);
}
/** Whether a move has its button in the window. @param {Move} move */
export function isInWindow(move) {
  const { trade } = page.state;
  return isTradeShown() && !!trade && trade.stage !== "begin" && Object.values(trade.words).includes(move[TEXT].split(" ", 1)[0]);
}

/** Another trade than before: what was put together for the last one is gone, but for an own offer that nobody took. */
function follow() {
  const { trade, seat } = page.state, by = trade?.by ?? -1, over = trade?.history.length ?? -1;
  if (ui.seat === seat && ui.by === by && ui.over === over) return;
  const goesOn = ui.seat === seat && by === seat && ui.by === by, last = trade?.history[0];
  const isDone = over > ui.over && !!last && (last.with_bank || last.dealt !== null);
  if (!goesOn || isDone) Object.assign(ui, { open: false, draft: null });
  Object.assign(ui, { seat, by, over, dismissed: false, counter: false, changing: false });
}

/** What was put together, within what is possible now. @param {Trade} trade @returns {Terms} */
function draftOf(trade) {
  const { begun } = trade.means, bank = isBank(trade), said = JSON.stringify(begun);
  if (said !== ui.said && sum(begun.given)) ui.draft = copied(begun); // typed moves count, and nothing else
  ui.said = said;
  const draft = (ui.draft ??= empty(trade.goods.length));
  for (const k of trade.goods.keys()) {
    const most = bank ? Math.floor(trade.means.hand[k] / trade.means.rates[k]) * trade.means.rates[k] : trade.means.given[k];
    draft.given[k] = Math.max(begun.given[k], Math.min(draft.given[k], most));
    draft.wanted[k] = Math.max(begun.wanted[k], Math.min(draft.wanted[k], bank ? trade.bank[k] : trade.means.wanted[k]));
  }
  return draft;
}

/** The sites that put one more good into the offer, and on which side. @returns {Map<string, ["given" | "wanted", number]>} */
export function tradeSites() {
  /** @type {Map<string, ["given" | "wanted", number]>} */
  const found = new Map();
  const { trade } = page.state;
  if (!trade || page.pending || page.path.length || page.kind || page.busy) return found;
  const { stage, why_not } = trade;
  if (stage !== "begin" && !composes(trade) && !(stage === "asked" && why_not.counter === null && !trade.early)) return found;
  const draft = copied(draftOf(trade));
  const closed = stage === "begin" && !ui.open;
  const banks = closed ? [false, true].filter((bank) => why_not[bank ? "bank" : "players"] === null) : [isBank(trade)];
  for (const [k, [, , , held, pile]] of trade.goods.entries()) {
    if (banks.some((bank) => mayGive(draft, k, trade, bank))) found.set(held, ["given", k]);
    if (stage === "asked" && !ui.counter) continue;
    if (banks.some((bank) => mayWant(draft, k, trade, bank))) found.set(pile, ["wanted", k]);
  }
  return found;
}

/** Whether a site is a good's while an offer is put together, so that a click on it means that good. @param {string} site */
export function isGoodsSite(site) {
  const { trade } = page.state;
  return !!trade && isTradeShown() && composes(trade) && trade.goods.some(([, , , held, pile]) => site === held || site === pile);
}

/** A place that belongs to a good was clicked; whether that put it into the offer. @param {string} site */
export function takeSite(site) {
  const taken = tradeSites().get(site), { trade } = page.state;
  if (!taken || !trade) return false;
  const [side, k] = taken;
  if (trade.stage === "asked" && !ui.counter) beginCounter(trade, false);
  ui.open = true;
  ui.dismissed = false;
  const other = !isBank(trade), possible = side === "given" ? mayGive : mayWant;
  if (trade.stage === "begin" && !possible(draftOf(trade), k, trade, isBank(trade)) && possible(draftOf(trade), k, trade, other)) ui.bank = other;
  add(trade, side, k, 1);
  paint();
  return true;
}

/** @param {Trade} trade @param {"given" | "wanted"} side @param {number} k @param {1 | -1} way */
function add(trade, side, k, way) {
  const draft = draftOf(trade), bank = isBank(trade);
  if (way > 0 && !(side === "given" ? mayGive : mayWant)(draft, k, trade, bank)) return;
  draft[side][k] = Math.max(trade.means.begun[side][k], draft[side][k] + way * (side === "given" ? step(trade.means, k, bank) : 1));
}

/** @param {Trade} trade @param {boolean} [filledIn]  begin with the other's own terms */
function beginCounter(trade, filledIn = true) {
  ui.counter = true;
  ui.draft = filledIn && trade.offer ? fitting({ given: trade.offer.wanted, wanted: trade.offer.given }, trade) : empty(trade.goods.length);
}

/** Opens the window for an own offer, or closes it. */
export function toggleTrade() {
  const opens = !ui.open;
  ui.open = opens;
  page.path = [];
  page.kind = page.pending = null;
  paint();
  if (opens) $("#trade [data-trade^=given]")?.focus();
}
export function closeTrade() {
  if (!isTradeShown()) return false;
  const within = byId("trade").contains(document.activeElement);
  if (ui.counter) ui.counter = false;
  else if (page.state.trade?.stage === "begin") ui.open = false;
  else ui.dismissed = true;
  paint();
  if (within && !isTradeShown()) ($("#kinds [data-opens=trade]") ?? $("#choice [data-opens=trade]"))?.focus();
  return true;
}
export function showTrade() {
  ui.dismissed = false;
  paint();
  $("#trade button:not([aria-disabled=true])")?.focus();
}

/** What a button of the window does, by its data-trade. @type {Record<string, (trade: Trade, argument: string) => void>} */
const does = {
  close: () => closeTrade(),
  with: (trade, who) => {
    if (trade.why_not[who]) return toast(trade.why_not[who]);
    ui.bank = who === "bank";
    ui.draft = null;
  },
  given: (trade, k) => add(trade, "given", Number(k), 1),
  wanted: (trade, k) => add(trade, "wanted", Number(k), 1),
  "less-given": (trade, k) => add(trade, "given", Number(k), -1),
  "less-wanted": (trade, k) => add(trade, "wanted", Number(k), -1),
  clear: () => (ui.draft = null),
  send: (trade) => {
    const draft = draftOf(trade), bank = isBank(trade);
    if (isWhole(draft, trade, bank)) say(movesOf(draft, trade, bank));
    else toast(hint(draft, trade, bank));
  },
  say: (_, move) => say([move]),
  no: (_, reason) => toast(reason),
  counter: (trade) => (trade.why_not.counter ? toast(trade.why_not.counter) : beginCounter(trade)),
  back: () => (ui.counter = false),
  change: () => (ui.changing = true),
  again: (trade, n) => {
    ui.bank = false;
    ui.draft = fitting(trade.history[Number(n)].terms, trade);
  },
};

/** @param {string[]} moves */
async function say(moves) {
  const isEarly = !page.state.turn;
  if (!(await dealAll(moves))) return;
  if (isEarly) Object.assign(ui, { counter: false, changing: false });
  paint();
}

export function watchTrade() {
  byId("trade")?.addEventListener("click", (/** @type {any} */ event) => {
    const pressed = event.target.closest("[data-trade]"), { trade } = page.state;
    if (!pressed || !trade || page.busy) return;
    const [act, ...rest] = pressed.dataset.trade.split(":");
    does[act](trade, rest.join(":"));
    paint();
  });
}

export function paintTrade() {
  const place = byId("trade"), { trade } = page.state;
  if (!place) return;
  follow();
  const shown = isTradeShown();
  place.hidden = !shown;
  byId(`panel-${trade?.panel}`)?.toggleAttribute("hidden", shown);
  if (!shown || !trade) {
    byId("trade-body").replaceChildren(); // a closed window has no buttons that mean something else by now
    return;
  }
  place.dataset.stage = composes(trade) ? "compose" : trade.stage;
  byId("trade-title").replaceChildren(...title(trade));
  const body = h("div", { id: "trade-body" });
  body.append(...(composes(trade) ? composer(trade) : talk(trade)), ...past(trade));
  morph(byId("trade-body"), body);
  announce(trade);
}

/** Who is asked at the same time as somebody else hears it too. @param {Trade} trade */
function announce(trade) {
  const told = trade.stage === "asked" && !trade.early ? `${ui.by} ${ui.over}` : "";
  if (told && told !== ui.told && !page.state.turn)
    byId("alert").textContent = `${filled(texts.trade_offers, { name: trade.name })}: ${terms(trade, trade.offer)}`;
  ui.told = told || ui.told;
}

/** An element with attributes and children. @param {string} tag @param {Record<string, string | boolean | null | undefined>} [attributes]
 *  @param {...(Node | string)} children */
function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  made.append(...children);
  return made;
}
/** @param {string} text @param {string} act @param {string} [kind] @param {string | null} [why]  why it cannot be pressed */
const press = (text, act, kind = "", why = null) =>
  h("button", { type: "button", id: `trade-${act.replace(/\W+/g, "-")}`, class: kind, "data-trade": why ? `no:${why}` : act,
    "data-move": act.startsWith("say:") ? act.slice(4) : null, "aria-disabled": why ? "true" : null, title: why }, text);
/** @param {string} tincture */
const arms = (tincture) => h("i", { class: `arms tincture-${tincture}` });

/** @param {Trade} trade */
function title(trade) {
  if (trade.stage === "begin" || trade.stage === "compose") return [texts.trade];
  if (ui.counter || trade.stage === "counter") return [arms(trade.tincture), filled(texts.trade_counter_to, { name: trade.name })];
  return [arms(trade.tincture), trade.by === page.state.seat ? texts.trade_yours : filled(texts.trade_offers, { name: trade.name })];
}

/** Amounts in words. @param {Trade} trade @param {number[]} counts */
const listed = (trade, counts) =>
  trade.goods.flatMap(([, , name], k) => (counts[k] ? [`${counts[k]} × ${name}`] : [])).join(", ") || texts.trade_nothing;
/** @param {Trade} trade @param {Terms | null} terms */
const terms = (trade, terms) => (terms ? filled(texts.trade_ready, { given: listed(trade, terms.given), wanted: listed(trade, terms.wanted) }) : "");

/** Amounts with symbols. @param {Trade} trade @param {number[]} counts */
function amounts(trade, counts) {
  const made = h("span", { class: "amounts", role: "img", "aria-label": listed(trade, counts) });
  for (const [k, [, symbol]] of trade.goods.entries()) if (counts[k]) made.append(h("span", { class: "amount" }, h("b", {}, String(counts[k])), icon(symbol)));
  return made;
}
/** @param {Trade} trade @param {Terms} of */
const exchange = (trade, of) => h("span", { class: "exchange" }, amounts(trade, of.given), sign("swap"), amounts(trade, of.wanted));

const SIGNS = {
  accepts: "M4 12.5 9.5 18 20 6.5",
  refuses: "M6 6 18 18M18 6 6 18",
  counters: "M4 8H18M14 4 18 8 14 12M20 16H6M10 12 6 16 10 20",
  swap: "M4 8H19M15 4 19 8 15 12M20 16H5M9 12 5 16 9 20",
  waiting: "M5 12h.01M12 12h.01M19 12h.01",
  less: "M5 12H19",
};
/** @param {keyof typeof SIGNS} name */
function sign(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: `sign ${name}`, "aria-hidden": "true" })) svg.setAttribute(key, value);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SIGNS[name]);
  svg.append(path);
  return svg;
}

// Putting an offer together

/** @param {Trade} trade */
function composer(trade) {
  const bank = isBank(trade), draft = draftOf(trade), whole = isWhole(draft, trade, bank);
  const sends = bank ? texts.trade_send_bank : ui.counter || trade.stage === "counter" ? texts.trade_send_counter : texts.trade_send;
  const send = press(sends, "send", "main");
  const moves = whole ? movesOf(draft, trade, bank) : [];
  if (!whole) send.setAttribute("aria-disabled", "true");
  if (moves.length === 1) send.dataset.move = moves[0];
  const row = h("div", { class: "row trade-do" }, send, ...leaving(trade));
  return [
    ...(trade.stage === "begin" ? [partners(trade, bank)] : []),
    side(trade, draft, "given", bank),
    side(trade, draft, "wanted", bank),
    h("p", { id: "trade-hint", class: "hint", role: "status" }, whole ? terms(trade, draft) : hint(draft, trade, bank)),
    row,
  ];
}

/** @param {Trade} trade */
function leaving(trade) {
  if (ui.counter) return [press(texts.back, "back", "quiet")];
  if (trade.stage === "begin") return [press(texts.trade_clear, "clear", "quiet")];
  return [press(labelOf(trade.words.refuse) ?? texts.trade_drop, `say:${trade.words.refuse}`, "quiet")];
}
/** @param {string} text */
const labelOf = (text) => page.state.moves.find((move) => move[TEXT] === text)?.[LABEL];

/** @param {Terms} draft @param {Trade} trade @param {boolean} bank */
function hint(draft, trade, bank) {
  if (bank && sum(draft.given)) return filled(texts.trade_even, { n: lots(draft, trade), chosen: sum(draft.wanted) });
  return texts.trade_both;
}

/** With whom: players or the bank. @param {Trade} trade @param {boolean} bank */
function partners(trade, bank) {
  const one = (/** @type {"players" | "bank"} */ who, /** @type {boolean} */ on) =>
    h("button", { type: "button", id: `trade-with-${who}`, role: "radio", "aria-checked": String(on), "data-trade": `with:${who}`,
      "aria-disabled": trade.why_not[who] === null ? null : "true", title: trade.why_not[who] }, who === "bank" ? texts.trade_bank : texts.trade_players);
  return h("div", { class: "partners", role: "radiogroup", "aria-label": texts.trade_with }, one("players", !bank), one("bank", bank));
}

/** @param {Trade} trade @param {Terms} draft @param {"given" | "wanted"} which @param {boolean} bank */
function side(trade, draft, which, bank) {
  const name = which === "given" ? texts.trade_give : texts.trade_want;
  const cells = trade.goods.map((_, k) => cell(trade, draft, which, k, bank));
  return h("div", { class: `side-of ${which}`, role: "group", "aria-label": name }, h("span", { class: "side-name" }, name), h("div", { class: "goods" }, ...cells));
}

/** @param {Trade} trade @param {Terms} draft @param {"given" | "wanted"} which @param {number} k @param {boolean} bank */
function cell(trade, draft, which, k, bank) {
  const [word, symbol, good] = trade.goods[k], gives = which === "given", { hand, rates, begun } = trade.means, n = draft[which][k];
  const may = (gives ? mayGive : mayWant)(draft, k, trade, bank);
  const sentence = !gives ? texts.trade_want_one : bank ? texts.trade_give_bank : texts.trade_give_one;
  const note = gives ? (bank ? `${rates[k]} : 1` : filled(texts.trade_held, { n: hand[k] })) : good;
  const small = h("small", {}, note), count = h("b", { class: "count", hidden: !n }, String(n));
  const more = h("button", { type: "button", id: `trade-${which}-${word}`, class: "good", "data-trade": `${which}:${k}`, "data-good": word,
    "data-n": String(n), "aria-disabled": may ? null : "true", "aria-label": filled(sentence, { good, n, most: hand[k], rate: rates[k] }), title: good },
  icon(symbol), ...(gives && !bank ? [count, " ", small] : [small, " ", count])); // read as the label says it
  const less = h("button", { type: "button", id: `trade-less-${which}-${word}`, class: "less", "data-trade": `less-${which}:${k}`,
    "aria-label": filled(gives ? texts.trade_less_give : texts.trade_less_want, { good }), disabled: n <= begun[which][k] }, sign("less"));
  return h("div", { class: "cell" }, more, less);
}

// Talking about an offer

/** @param {Trade} trade */
function talk(trade) {
  const own = trade.by === page.state.seat, offer = trade.offer;
  const both = h("div", { class: "deal" });
  if (offer)
    for (const [name, counts] of /** @type {[string, number[]][]} */ (trade.stage === "watch"
      ? [[filled(texts.trade_gives, trade), offer.given], [filled(texts.trade_wants, trade), offer.wanted]]
      : own
      ? [[texts.trade_give, offer.given], [texts.trade_want, offer.wanted]]
      : [[texts.trade_get, offer.given], [texts.trade_give, offer.wanted]]))
      both.append(h("div", { class: "half" }, h("span", { class: "side-name" }, name), amounts(trade, counts)));
  const deals = trade.answers.filter((answer) => answer.deal && !answer.why_not);
  return [
    both,
    ...(trade.stage === "asked" ? question(trade) : []),
    h("ul", { class: "answers", "aria-label": texts.trade_answers, "aria-live": "polite" }, ...trade.answers.filter(isHeard).map((answer) => heard(trade, answer, answer === deals[0]))),
    ...(trade.stage === "choose" ? [h("div", { class: "row trade-do" }, press(texts.trade_no_deal, `say:${trade.words.refuse}`, "quiet"))] : []),
  ];
}
/** The own answer that is still to be given has its buttons. @param {Answer} answer */
const isHeard = (answer) => answer.seat !== page.state.seat || answer.said !== "waiting";

/** @param {Trade} trade */
function question(trade) {
  const { words, why_not, early } = trade;
  if (early && !ui.changing) {
    const answer = early[0] === words.accept ? texts.trade_i_accept : early[0] === words.refuse ? texts.trade_i_refuse : terms(trade, spoken(early, trade));
    return [h("div", { class: "row said" }, h("p", { role: "status" }, filled(texts.trade_early, { answer })), press(texts.trade_change, "change", "quiet"))];
  }
  return [
    h("div", { class: "row trade-do" },
      press(texts.trade_accept, `say:${words.accept}`, why_not.accept ? "" : "main", why_not.accept),
      press(texts.trade_refuse, `say:${words.refuse}`),
      press(texts.trade_counter, "counter", "", why_not.counter)),
  ];
}

/** @param {Trade} trade @param {Answer} answer @param {boolean} main */
function heard(trade, answer, main) {
  const said = { waiting: texts.trade_waiting, accepts: texts.trade_accepts, refuses: texts.trade_refuses, counters: texts.trade_counters }[answer.said];
  const line = h("li", { id: `trade-answer-${answer.seat}`, class: answer.said },
    arms(answer.tincture), h("b", { class: "name" }, answer.name), sign(answer.said), h("span", { class: "what" }, said), ...(answer.terms ? [exchange(trade, answer.terms)] : []));
  if (answer.deal) {
    const deal = press(texts.trade_deal, `say:${answer.deal}`, main ? "main" : "", answer.why_not);
    deal.id = `trade-deal-${answer.seat}`;
    deal.setAttribute("aria-label", filled(texts.trade_deal_with, { name: answer.name }));
    line.append(deal);
    if (!answer.why_not) line.dataset.trade = `say:${answer.deal}`; // a click anywhere on the answer deals
  }
  return line;
}

/** What was offered in this turn. @param {Trade} trade */
function past(trade) {
  if (!trade.history.length) return [];
  const lines = trade.history.map((offer, n) => pastLine(trade, offer, n));
  return [h("h3", { class: "past-name" }, texts.trade_history), h("ol", { id: "trade-past", tabindex: "0", "aria-label": texts.trade_history }, ...lines)];
}
/** @param {Trade} trade @param {PastOffer} offer @param {number} n */
function pastLine(trade, offer, n) {
  const partner = offer.answers.find((answer) => answer.seat === offer.dealt);
  const end = offer.with_bank ? texts.trade_past_bank : partner ? filled(texts.trade_dealt, { name: partner.name }) : texts.trade_past_none;
  const shown = partner?.terms ? { given: partner.terms.wanted, wanted: partner.terms.given } : offer.terms;
  const line = h("li", { class: partner || offer.with_bank ? "dealt" : "" }, arms(offer.tincture), exchange(trade, shown));
  for (const answer of offer.answers)
    line.append(h("span", { class: "mark", role: "img", "aria-label": `${answer.name} ${texts[`trade_${answer.said}`]}`, title: `${answer.name} ${texts[`trade_${answer.said}`]}` }, arms(answer.tincture), sign(answer.said)));
  line.append(h("span", { class: "what" }, end));
  if (offer.own && !offer.with_bank && trade.stage === "begin") line.append(press(texts.trade_again, `again:${n}`, "plain"));
  return line;
}
