// @ts-check
// What a move brought is seen: things fly from where they were to where they go, points float, dice roll, banners tell.
import { $, $$, byId, middle, still } from "./page.js";
import { page } from "./state.js";
import { play } from "./sounds.js";

const KIND = 0, ICON = 1, AMOUNT = 2, FROM = 3, TO = 4, SEAT = 5;
const MOST = 24, COPIES = 3, RISE = 46, SIZE = 34;
/** Points that float stay so far from the window's edge that their number is in sight. */
const EDGE = 32;
/** How long a flight takes, and how long everything of one update may take to set out. */
const FLIGHT = 620, SETTING_OUT = 900;

const sky = () => {
  const found = byId("sky");
  if (found) return found;
  const made = document.createElement("div");
  made.id = "sky";
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
};

/** Where a site or panel is on the screen; what is folded away is where its fold is, what is not there where its seat is. */
function placeOf(name, seat = null) {
  const element = name ? byId(name) ?? $(`[data-site="${CSS.escape(name)}"]`) : null;
  for (const one of [element, element?.closest?.("details:not([open])")?.querySelector("summary"), byId(`p${seat}`)]) {
    const box = one?.getBoundingClientRect();
    if (box?.width) return middle(one);
  }
  return null;
}

/** The moves that the page has not shown yet; those since the own last move are remembered for marks and recap. */
export function freshMoves(next) {
  const kept = page.happened.filter((move) => move.number <= next.length);
  const last = kept.at(-1)?.number ?? 0;
  const fresh = next.happened.filter((move) => move.number > Math.max(last, page.shown));
  page.happened = [...kept, ...next.happened.filter((move) => move.number > last)];
  const own = page.happened.findLastIndex((move) => move.by === next.seat);
  page.happened = page.happened.slice(own < 0 ? 0 : own);
  page.shown = next.length;
  return fresh;
}

/** Remember where things are before the page changes; what is called afterwards lets them fly. */
export function prepare(moves) {
  const flights = moves.flatMap((move) => move.flights ?? []).slice(0, MOST);
  const from = flights.map((flight) => placeOf(flight[FROM]));
  return (glided) => {
    // All places first: to ask for one after something was laid into the sky makes the browser lay out the page again.
    const ways = flights.map((flight, number) => [
      from[number] ?? placeOf(flight[FROM], flight[SEAT]),
      placeOf(flight[TO], flight[TO] ? flight[SEAT] : null),
    ]);
    flights.forEach((flight, number) => {
      const delay = Math.min(90, SETTING_OUT / flights.length) * number;
      fly(flight, ways[number], delay, glided);
    });
    const after = flights.length ? FLIGHT : 0;
    for (const move of moves) for (const [seat, points] of move.points ?? []) float(seat, points, after);
    const dice = moves.findLast((move) => move.dice)?.dice;
    if (dice) roll(dice);
    const banner = moves.findLast((move) => move.banner)?.banner;
    if (banner) announce(banner);
    play(moves);
  };
}

/** A seat's colour. */
export const tincture = (seat) => $(`#p${seat} .shield use[fill], #p${seat} .shield [fill]`)?.getAttribute("fill");

/** A symbol, in the colour of its seat where it has none of its own; without one the seat's shield flies. */
function figure(icon, seat) {
  const shield = $(`#p${seat} .shield`);
  if (!icon || !byId(icon)) return shield?.cloneNode(true) ?? document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const box = byId(icon).getAttribute("viewBox") ?? "-12 -12 24 24";
  made.setAttribute("viewBox", box);
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  const [x, y, width, height] = box.split(/[ ,]+/);
  for (const [name, value] of Object.entries({ href: `#${icon}`, x, y, width, height })) use.setAttribute(name, value);
  const colour = tincture(seat);
  if (colour) use.setAttribute("fill", colour);
  made.append(use);
  return made;
}

/** Lays something into the sky around a point; it goes away by itself. */
function put(made, kind, [x, y], life) {
  made.classList.add(kind);
  made.style.left = `${x}px`;
  made.style.top = `${y}px`;
  sky().append(made);
  setTimeout(() => made.remove(), life);
  return made;
}

/** Something flies; what comes from nowhere or goes there rises or sinks. What glides as a piece anyway does not fly beside. */
function fly(flight, [source, target], delay, glided) {
  if (!source && !target) return;
  if (target && glided.some(([x, y]) => Math.hypot(x - target[0], y - target[1]) < SIZE / 2)) return;
  let [from, to] = [source ?? target, target ?? source];
  if (Math.hypot(from[0] - to[0], from[1] - to[1]) < 2)
    [from, to] = target && !(flight[AMOUNT] < 0 && !flight[TO]) ? [[to[0], to[1] - RISE], to] : [from, [from[0], from[1] - RISE]];
  const amount = Math.abs(flight[AMOUNT]) || 1, copies = Math.min(amount, COPIES);
  for (let copy = 0; copy < copies; copy += 1) {
    const made = document.createElement("div");
    Object.assign(made.dataset, { kind: flight[KIND], from: flight[FROM], to: flight[TO] });
    made.append(figure(flight[ICON], flight[SEAT]));
    if (amount > COPIES && copy === COPIES - 1) made.append(Object.assign(document.createElement("b"), { textContent: `×${amount}` }));
    const wait = delay + copy * 70;
    if (still.matches) {
      put(made, "flying", target ?? source, 1600).style.marginLeft = `${copy * 10}px`;
      continue;
    }
    put(made, "flying", to, wait + FLIGHT + 250);
    const shift = `${from[0] - to[0]}px, ${from[1] - to[1]}px`;
    made.animate(
      [
        { transform: `translate(${shift}) scale(.6)`, opacity: source ? 1 : 0, easing: "ease-in-out" },
        { transform: "translate(0, 0) scale(1)", opacity: 1, offset: 0.85 },
        { transform: "translate(0, 0) scale(.8)", opacity: 0 },
      ],
      { duration: FLIGHT, delay: wait, fill: "both" },
    );
  }
}

/** Points rise from the seat that scores them. */
function float(seat, points, delay) {
  const place = placeOf(`p${seat}`);
  if (!place) return;
  const score = $(`#p${seat} .score b`), made = document.createElement("b");
  made.textContent = points > 0 ? `+${points}` : `−${-points}`;
  made.dataset.seat = seat;
  const stays = still.matches ? 2400 : delay + 1500;
  const [x, y] = score ? middle(score) : place;
  put(made, "points-float", [Math.min(x, innerWidth - EDGE), y], stays);
  made.classList.toggle("lost", points < 0);
  if (!still.matches)
    made.animate(
      [{ transform: "translate(0, 8px)", opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.7 }, { transform: "translate(0, -34px)", opacity: 0 }],
      { duration: 1400, delay, fill: "both" },
    );
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
function face(value) {
  const pips = PIPS[value] ?? [], made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("viewBox", "0 0 40 40");
  const shape = (name, values) => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(values)) one.setAttribute(key, value);
    made.append(one);
  };
  shape("rect", { x: 2, y: 2, width: 36, height: 36, rx: 7 });
  for (const pip of pips) shape("circle", { cx: 10 + 10 * (pip % 3), cy: 10 + 10 * Math.floor(pip / 3), r: 3.6 });
  return made;
}

/** The middle of the table: the board, or what a small screen shows in its place. */
const stageNow = () => [byId("boardbox"), $(".area[data-shown]"), byId("main")].find((one) => one?.getBoundingClientRect().width);

/** Dice tumble over the board, change their faces and come to rest. */
function roll(values) {
  const board = stageNow();
  if (!board) return;
  const made = document.createElement("div");
  for (const former of $$(".dice-roll")) former.remove(); // whoever is quick has not waited for it
  const dice = values.map((value) => Object.assign(document.createElement("span"), { className: "thrown" }));
  dice.forEach((die, k) => {
    die.dataset.value = values[k];
    die.append(face(values[k]));
  });
  made.append(...dice);
  put(made, "dice-roll", middle(board), still.matches ? 2000 : 1900);
  if (still.matches) return;
  dice.forEach((die, k) => {
    const turns = 540 + 180 * k;
    die.animate(
      [{ transform: `translate(${-130 + 40 * k}px, -90px) rotate(-${turns}deg)`, opacity: 0 }, { opacity: 1, offset: 0.15 }, { transform: "translate(0, 0) rotate(0deg)" }],
      { duration: 750, easing: "cubic-bezier(.2, .7, .3, 1)", fill: "both" },
    );
    for (const [moment, value] of [[0, 7 - values[k]], [220, (values[k] % 6) + 1], [480, values[k]]])
      setTimeout(() => die.replaceChildren(face(value)), moment);
  });
  made.animate([{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], { duration: 1900, fill: "both" });
}

/** A new phase or round, the last round, the end: a banner over the board. */
function announce(sentence) {
  const board = stageNow();
  if (!board) return;
  for (const old of $$("#sky .banner")) old.remove();
  const made = Object.assign(document.createElement("p"), { textContent: sentence });
  const [x] = middle(board);
  put(made, "banner", [x, board.getBoundingClientRect().top + 56], 2600);
  if (!still.matches)
    made.animate(
      [{ transform: "translateY(-16px)", opacity: 0 }, { transform: "none", opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }],
      { duration: 2600, fill: "both" },
    );
}

/** The places where a move changed something: where things went, and where those lay that are gone. */
export function placesOf(move) {
  const flights = move.flights ?? [];
  return new Set([...flights.map((flight) => flight[TO]), ...flights.filter((flight) => flight[AMOUNT] <= 0).map((flight) => flight[FROM])]);
}

/** What other players changed since one's last move is marked on the board until one acts; a new lay-out is no news. */
export function markNews() {
  const others = page.state.seat === null ? [] : page.happened.filter((move) => move.by >= 0 && move.by !== page.state.seat);
  const changed = new Set(others.flatMap((move) => [...placesOf(move)]));
  for (const site of $$("#sites [data-site], .panels [data-site]")) site.toggleAttribute("data-news", changed.has(site.dataset.site));
  byId("marked-news")?.remove();
  const sites = byId("sites"), marked = $$("#sites [data-news][data-live]");
  if (!sites || !marked.length) return;
  const below = document.createElementNS(sites.namespaceURI ?? "", "g");
  below.id = "marked-news";
  below.append(...marked.map(around));
  sites.before(below);
}
/** The mark of news for a place that may be clicked: it has a line of its own, so this one lies below it and is wider. @param {Element} site */
function around(site) {
  const made = /** @type {Element} */ (site.cloneNode());
  for (const name of made.getAttributeNames()) if (/^(id|tabindex|role|class)$|^(data|aria)-/.test(name)) made.removeAttribute(name);
  made.setAttribute("aria-hidden", "true");
  return made;
}
