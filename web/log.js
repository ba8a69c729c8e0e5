// @ts-check
// The log: newest turns come with the page, older ones as one scrolls or searches; a line shows its position.
import { mergeWith, morph } from "./morph.js";
import { $, $$, ask, byId, language, stage, texts } from "./page.js";

const list = byId("log"), field = byId("log-search");
const address = (rest) => `/replay/${stage.dataset.table}/${rest}&seat=${list.dataset.eyes}&language=${language}`;

/** What the server sends are the newest turns: they take the place of what was known of them, and the older ones stay. */
function merge(_, fresh) {
  const first = Number(fresh.dataset.first);
  const gap = first > Number(list.dataset.last) + 1 || fresh.dataset.eyes !== list.dataset.eyes;
  for (const turn of [...list.children]) if (gap || (Number(turn.dataset.first) >= first && !has(fresh, turn))) turn.remove();
  if (gap || first < Number(list.dataset.first)) list.dataset.first = first;
  list.dataset.last = fresh.dataset.last;
  list.dataset.eyes = fresh.dataset.eyes;
  for (const turn of [...fresh.children].reverse()) {
    const known = byId(turn.id);
    if (known) morph(known, turn);
    else list.prepend(turn);
  }
  settle();
}
const has = (fresh, turn) => [...fresh.children].some((other) => other.id === turn.id);

/** The turns before those that are there; nothing when there are no others. */
let loading = null;
async function load() {
  const before = Number(list.dataset.first);
  if (before <= 1 || !stage.dataset.table) return false; // lessons and puzzles have no table to ask
  const found = await ask(address(`log?before=${before}`));
  if (!found) return false;
  if (before !== Number(list.dataset.first)) return load(); // after a gap the newest turns have come meanwhile
  list.insertAdjacentHTML("beforeend", found.html);
  list.dataset.first = found.first;
  settle();
  return true;
}
const more = () => (loading ??= load().finally(() => (loading = null)));
async function all() {
  while (Number(list.dataset.first) > 1 && (await more()));
}

/** When the oldest turn comes into sight, the turns before it are asked for. */
const sight = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && more());
function settle() {
  sight.disconnect();
  if (list.lastElementChild && Number(list.dataset.first) > 1) sight.observe(list.lastElementChild);
  if (field.value) filter();
  markCurrent();
}

/* Searching: a letter with an accent is found without it. */
const plain = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");
function filter() {
  const wanted = plain(field.value.trim());
  let count = 0;
  for (const turn of list.children) {
    const inHeadline = plain($(".headline", turn)?.textContent ?? "").includes(wanted);
    let some = false;
    for (const line of $$("li", turn)) {
      const found = !wanted || inHeadline || plain(line.textContent).includes(wanted);
      line.hidden = !found;
      some ||= found;
      count += found;
      const details = $("details", line);
      if (details && wanted) details.open = $$("p", details).some((one) => plain(one.textContent).includes(wanted));
    }
    turn.hidden = !some;
    const setUp = $("details.set-up", turn);
    if (setUp && wanted) setUp.open = some;
  }
  byId("log-found").textContent = wanted ? `${texts.found}: ${count}` : "";
}
async function search() {
  if (field.value.trim()) await all();
  filter();
}

/** What scrolls the log: itself, or what it lies in. */
const scrolls = (element) => element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY === "auto";
function scroller() {
  let found = list;
  while (found.parentElement && !scrolls(found)) found = found.parentElement;
  return found;
}

/** In a replay, the line of the position that is shown; on a table, the one at which somebody looks. */
let current = null;
function markCurrent() {
  for (const line of $$("[aria-current]", list)) line.removeAttribute("aria-current");
  if (current === null) return undefined;
  const lines = $$("a[data-n]", list).filter((line) => Number(line.dataset.n) >= current);
  const line = lines.reduce((best, one) => (!best || Number(one.dataset.n) < Number(best.dataset.n) ? one : best), null);
  line?.setAttribute("aria-current", "true");
  return line;
}
export async function showCurrent(number) {
  current = number;
  while (Number(list.dataset.first) > number && (await more()));
  if (current !== number) return;
  const line = markCurrent(), setUp = line?.closest("details.set-up");
  const target = setUp && !setUp.open ? setUp : line;
  if (!target) return;
  // Turns out of sight have guessed heights only: what was scrolled to may lie elsewhere once they are drawn.
  for (let tries = 0; tries < 6 && current === number; tries += 1) {
    const frame = scroller(), box = target.getBoundingClientRect(), seen = frame.getBoundingClientRect(); // the page stays
    if (box.top >= seen.top && box.bottom <= seen.bottom) return;
    frame.scrollTop += box.top - seen.top - seen.height / 3;
    await drawn();
  }
}
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))));

/** The sites that a move was about. */
export function mark(sites, root = document, name = "data-site") {
  for (const element of $$("[data-marked]", root)) element.removeAttribute("data-marked");
  for (const site of sites) for (const element of $$(`[${name}="${CSS.escape(site)}"]`, root)) element.setAttribute("data-marked", "");
}

/* On a table: a look at an earlier position, laid over the board while the game goes on. */
const peek = byId("peek");
async function look(number) {
  if (!stage.dataset.table) return;
  current = number;
  markCurrent();
  const found = await ask(address(`parts?n=${number}`));
  if (!found || current !== number) return;
  const read = (name) => new DOMParser().parseFromString(found.parts[name] ?? "", "text/html");
  const board = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  board.setAttribute("viewBox", found.state.box.join(" "));
  for (const name of ["ground", "pieces", "sites"]) {
    const layer = read(name).getElementById(name);
    if (!layer) continue;
    layer.setAttribute("class", name);
    board.append(layer);
  }
  byId("peek-board").replaceChildren(board, ...Object.keys(found.parts).filter((name) => name === "common" || name === "cards" || name.startsWith("area-"))
    .flatMap((name) => $$("svg.panel", read(name))));
  for (const element of $$("[data-site]", peek)) { // nothing here can be played
    element.dataset.place = element.dataset.site;
    element.removeAttribute("data-site");
  }
  for (const element of $$("[id]", byId("peek-board"))) element.removeAttribute("id");
  mark(found.state.marks, peek, "data-place");
  for (const panel of $$("svg.panel", peek)) panel.classList.toggle("unmarked", !$("[data-marked]", panel));
  byId("peek-text").textContent = read("prompt").body.textContent.trim();
  byId("peek-replay").href = `/replay/${stage.dataset.table}?n=${number}&seat=${list.dataset.eyes}`;
  if (!peek.open) peek.show();
}
function lookNoMore() {
  current = null;
  markCurrent();
}

/** The log is one stop of Tab; arrows walk over its lines. @param {KeyboardEvent} event */
function walk(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  const lines = $$("a[data-n], summary", list).filter((one) => one.checkVisibility());
  const next = lines[Math.max(0, lines.indexOf(/** @type {HTMLElement} */ (event.target)) + step)];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

/** Clicks on lines: `goTo` shows the position of a replay, else a look is enough. */
export function watchLog(goTo = look) {
  if (!list) return;
  mergeWith("log", merge);
  document.addEventListener("click", (/** @type {any} */ event) => {
    const line = event.target.closest("#log a[data-n]");
    if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(Number(line.dataset.n));
  });
  list.addEventListener("keydown", walk);
  peek?.addEventListener("close", lookNoMore);
  peek?.addEventListener("keydown", (event) => event.key === "Escape" && peek.close());
  let waits;
  field.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(search, 150);
  });
  settle();
}
