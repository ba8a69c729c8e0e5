// The one script for every page and every game. It knows no game: a move is a text, a path of sites and a label.
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);
const readJson = (id) => JSON.parse(byId(id)?.textContent ?? "null");
const stage = $("[data-table]");
const texts = readJson("texts") ?? {};
const language = document.documentElement.lang;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const withKeys = matchMedia("(hover: hover)");
const narrow = matchMedia("(max-width: 760px)");

/* ---- small things every page has */

const randomHex = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  try {
    const answer = await fetch(path, { ...options, headers: { ...options.headers, accept: "application/json" } });
    const data = await answer.json();
    if (!answer.ok) toast(data.detail ?? texts.failed);
    return answer.ok ? data : null;
  } catch {
    toast(texts.failed);
    return null;
  }
}

let toastEnds;
function toast(sentence) {
  const place = byId("toast");
  if (!place || !sentence) return;
  place.textContent = sentence;
  clearTimeout(toastEnds);
  toastEnds = setTimeout(() => (place.textContent = ""), 4000 + 40 * sentence.length);
}

/** Copies a text, also where the browser keeps its clipboard for https only, as with a table in the home network. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
    ($("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast(texts.copied);
}

for (const field of $$("[data-entropy]")) field.value = randomHex();

for (const input of $$("input[type=file][data-into]"))
  input.addEventListener("change", async () => (byId(input.dataset.into).value = await input.files[0].text()));

const secretForm = $("form[data-secret]");
if (secretForm && location.hash.length > 1) {
  secretForm.secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  secretForm.requestSubmit();
}

const newForm = $("form[data-new]");
if (newForm) {
  const show = () => {
    const count = Number(newForm.elements.players.value);
    for (const row of $$("[data-seat-row]")) row.hidden = Number(row.dataset.seatRow) >= count;
    for (const further of $$("[data-further]")) {
      const field = newForm.elements[`${further.parentNode.name}.further`];
      field.hidden = field.disabled = !further.selected;
      field.required = further.selected;
    }
  };
  newForm.addEventListener("change", show);
  show();
}

const preparing = $("[data-preparing]");
if (preparing) {
  const look = async () => {
    const now = await ask(`/preparation/${preparing.dataset.preparing}`);
    if (now?.ready || now?.problem) return location.reload();
    const bar = byId("progress");
    if (now && bar) [bar.max, bar.value] = [now.total, now.done];
    setTimeout(look, 700);
  };
  setTimeout(look, 700);
}

for (const image of $$("img[data-game]")) {
  const look = async () => {
    const answer = await fetch(`/preparation/${image.dataset.game}`);
    const now = answer.ok ? await answer.json() : null;
    if (now?.ready) image.src = `${image.src}&ready`;
    else if (now && !now.problem) setTimeout(look, 2000);
  };
  look();
}

document.addEventListener("click", (event) => {
  for (const menu of $$("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});

/* ---- what the page shows: parts that the server sends, morphed in */

let state = readJson("state");
let path = [];
let busy = false;
let awaited = 0;
let focused = null;

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const origin = (name) => byId(name) ?? $(`[data-site="${CSS.escape(name)}"]`);

/** Whatever moved runs from where it was; what is new comes from where its data-from points. */
function glide(change) {
  const before = new Map($$("#board .piece[id], [data-from][id]").map((element) => [element.id, middle(element)]));
  change();
  if (still.matches) return;
  for (const element of $$("#board .piece[id], [data-from][id]")) {
    const source = element.dataset.from && origin(element.dataset.from);
    const from = before.get(element.id) ?? (source && middle(source));
    if (!from) continue;
    const to = middle(element);
    const scale = 1 / (element.parentNode.getScreenCTM?.()?.a || 1);
    const [dx, dy] = [(from[0] - to[0]) * scale, (from[1] - to[1]) * scale];
    if (Math.hypot(dx, dy) > 1)
      element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { duration: 250, easing: "ease-in-out" });
  }
}

const SCRIPT_OWNED = new Set(["tabindex", "role", "aria-label", "data-live", "data-chosen"]);
const morphing = {
  morphStyle: "outerHTML",
  callbacks: {
    beforeAttributeUpdated: (name, node) =>
      !(name === "open" && node.localName === "details") && !(SCRIPT_OWNED.has(name) && node.dataset && "site" in node.dataset),
  },
};

function showParts(parts) {
  const parser = new DOMParser();
  glide(() => {
    for (const [name, html] of Object.entries(parts)) {
      const fresh = parser.parseFromString(html, "text/html").getElementById(name);
      if (byId(name) && fresh) Idiomorph.morph(byId(name), fresh, morphing);
    }
  });
}

function receive({ state: next, parts }) {
  const before = state, known = { log: newest("log"), chat: newest("chat") };
  focused = document.activeElement;
  showParts(parts);
  if (before.status === "open" && next.status !== "open") return location.reload();
  state = next;
  announce(known);
  if (state.box) byId("board")?.setAttribute("viewBox", state.box.join(" "));
  busy = state.seq < awaited; // a move is done when its effect has arrived, not when the server has taken it
  while (path.length && !open().length) path.pop(); // an unrelated update keeps what was already clicked
  paint();
  notice(before);
}

/** What others do and say is read aloud to who cannot see it, whether log and chat are folded or not. */
const numberOf = (line) => Number(line.id.split("-")[1]);
const newest = (list) => Math.max(-1, ...$$(`#${list} li`).map(numberOf));
function announce(known) {
  const news = byId("news");
  for (const list of ["log", "chat"]) {
    const fresh = $$(`#${list} li`).filter((line) => numberOf(line) > known[list] && line.dataset.seat !== String(state.seat));
    for (const line of fresh.sort((one, other) => numberOf(one) - numberOf(other))) {
      const told = document.createElement("p");
      told.textContent = line.textContent.replace(/\s+/g, " ").trim();
      news.append(told);
    }
  }
  while (news.children.length > 20) news.firstElementChild.remove();
}

/* ---- narrowing: clicks on sites leave fewer and fewer moves */

const TEXT = 0, SITES = 1, LABEL = 2;
const open = () => state.moves.filter((move) => path.every((site, k) => move[SITES][k] === site));
const nameOf = (site) => $(`[data-site="${CSS.escape(site)}"]`)?.dataset.name ?? site;
const whole = (move) => [move[LABEL], move[SITES].map(nameOf).join(" → ")].filter(Boolean).join(": ");
const siteLabel = (element, through) => {
  const name = element.dataset.name ?? element.dataset.site;
  return through.length === 1 ? `${through[0][LABEL]}: ${name}` : `${name} (${texts.moves}: ${through.length})`;
};

function button(text, act, kind = "") {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", textContent: text, className: kind, onclick: act });
  return made;
}

function paint() {
  if (!stage || stage.dataset.mode !== "table") return;
  const rest = open();
  const next = Map.groupBy(rest.filter((move) => move[SITES].length > path.length), (move) => move[SITES][path.length]);
  const home = focused?.dataset?.site;
  for (const element of $$("[data-site]")) {
    const through = next.get(element.dataset.site);
    element.toggleAttribute("data-live", !!through);
    element.toggleAttribute("data-chosen", path.includes(element.dataset.site));
    if (through) {
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", siteLabel(element, through));
      element.tabIndex = element.closest("#sites") ? -1 : 0;
    } else for (const name of ["role", "aria-label", "tabindex"]) element.removeAttribute(name);
  }
  const first = (home && $(`#sites [data-live][data-site="${CSS.escape(home)}"]`)) || $("#sites [data-live]");
  if (first) first.tabIndex = 0; // the board is one tab stop
  paintChoices(rest);
  for (const fold of $$("#panels details:has([data-live])")) fold.open = true;
  if (scale > 1 && $("#sites [data-live]") && !$$("#sites [data-live]").some((site) => inSight(site, byId("boardbox")))) zoom(0, 0, 0);
  pointBelow();
  if (home && (!document.activeElement || document.activeElement === document.body))
    ($(`[data-live][data-site="${CSS.escape(home)}"]`) ?? first ?? $("[data-live]") ?? byId("prompt"))?.focus({ preventScroll: true });
  focused = null;
}

const inSight = (element, frame) => {
  const [x, y] = middle(element), box = frame.getBoundingClientRect();
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
};

/** A small screen does not show all places beside the board: a button tells of live ones further down and leads there. */
const livesBelow = () => {
  const end = $(".side").getBoundingClientRect().bottom;
  return $$(".side [data-live]").filter((site) => middle(site)[1] > end);
};
function pointBelow() {
  byId("more").hidden = !livesBelow().length;
  $(".side").style.scrollPaddingTop = `${$(".ask").offsetHeight}px`; // what one scrolls to is not under the prompt
}

function paintChoices(rest) {
  const ends = rest.filter((move) => move[SITES].length === path.length);
  const only = ends.length === 1 && rest.length === 1;
  const buttons = ends.map((move) => {
    const made = button(move[LABEL], () => send(move), only ? "main" : "");
    made.dataset.move = move[TEXT];
    return made;
  });
  if (path.length) buttons.push(button(withKeys.matches ? texts.back_key : texts.back, back, "quiet"));
  else if (state.undo) buttons.push(undoButton());
  byId("choice").replaceChildren(...buttons);
  byId("allmoves").replaceChildren(
    ...state.moves.map((move) => {
      const item = document.createElement("li");
      const code = document.createElement("code");
      code.textContent = move[TEXT];
      item.append(button(whole(move), () => send(move), "plain"), code);
      return item;
    }),
  );
  byId("move-count").textContent = state.moves.length ? `(${state.moves.length})` : "";
  byId("typed-moves").replaceChildren(...state.moves.slice(0, 300).map((move) => new Option(move[LABEL], move[TEXT])));
  byId("type").hidden = !state.turn;
  paintExtras();
}

function undoButton() {
  const made = button(state.undo === "own" ? texts.undo : texts.ask_undo, undo, "quiet");
  made.dataset.undo = state.undo;
  return made;
}

function paintExtras() {
  const extras = [];
  const forced = $("[data-standing]"), isForced = state.standing?.find((one) => one.answer === "forced");
  if (forced && isForced) forced.checked = isForced.on;
  for (const offer of (state.standing ?? []).filter((one) => one.answer !== "forced")) {
    const label = document.createElement("label");
    const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: offer.on });
    box.onchange = () => ask(api("standing"), { answer: offer.answer, on: box.checked });
    label.className = "switch";
    label.append(box, ` ${offer.label}`);
    extras.push(label);
  }
  byId("extras").replaceChildren(...extras);
}

function back() {
  path.pop();
  paint();
}

function choose(site) {
  if (busy) return;
  byId("toast").textContent = "";
  focused = document.activeElement;
  path.push(site);
  let rest = open();
  if (!rest.length) {
    path = [site]; // a click that starts another move starts anew
    rest = open();
  }
  if (rest.length === 1 && rest[0][SITES].length >= path.length) send(rest[0]);
  else paint();
}

/** An address of the table's API; it answers in the language of the page, whatever was chosen elsewhere meanwhile. */
const api = (rest) => {
  const seat = state.seat === null ? "" : `&seat=${state.seat}`;
  return `/api/tables/${stage.dataset.table}/${rest}${rest.includes("?") ? "&" : "?"}language=${language}${seat}`;
};

async function send(move) {
  if (busy) return;
  busy = true;
  document.body.classList.add("sending");
  path = [];
  for (const element of $$("[data-live]")) element.removeAttribute("data-live"); // nothing can be clicked until the answer
  const done = await ask(api("moves"), { seq: state.seq, move: move[TEXT] });
  document.body.classList.remove("sending");
  awaited = done ? done.seq : 0;
  busy = state.seq < awaited;
  if (!done) paint();
}

async function undo() {
  await ask(api("undo"), { seq: state.seq });
}

async function whyNot(site) {
  if (!state.turn) return;
  const found = await ask(api(`why_not?sites=${encodeURIComponent([...path, site].join(","))}`));
  if (found?.why_not) toast(found.why_not);
}

/* ---- pointer: the nearest live site takes the tap, so small places are easy to hit */

const REACH = 24;
function nearest(x, y) {
  let best = null, least = REACH;
  for (const element of $$("#sites [data-live]")) {
    const [a, b] = middle(element), distance = Math.hypot(a - x, b - y);
    if (distance < least) [best, least] = [element, distance];
  }
  return best;
}

let dragged = false;
function clickSite(event) {
  if (dragged || held) return void (dragged = held = false);
  if (event.target.closest("button, a, input, summary, label, select")) return;
  const direct = event.target.closest("[data-site]");
  const inBoard = event.target.closest("#boardbox");
  const live = event.target.closest("[data-live]") ?? (inBoard && nearest(event.clientX, event.clientY));
  if (live) return choose(live.dataset.site);
  if (!direct) return;
  const restart = path.length && state.moves.some((move) => move[SITES][0] === direct.dataset.site);
  if (direct.hasAttribute("data-chosen")) back();
  else if (restart) choose(direct.dataset.site);
  else whyNot(direct.dataset.site);
}

/* ---- keyboard: Esc goes back, arrows walk over the board, letters and figures begin to type a move */

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

function key(event) {
  const typing = event.target.closest?.("input, textarea, select");
  if (event.key === "Escape") {
    if (typing) event.target.blur();
    return path.length ? back() : undefined;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const site = event.target.closest?.("[data-live]");
  if (site && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    return choose(site.dataset.site);
  }
  if (site?.closest("#sites") && DIRECTIONS[event.key]) {
    event.preventDefault();
    return walk(site, DIRECTIONS[event.key]);
  }
  if (event.key === "+" || event.key === "-") return zoom(event.key === "+" ? 1.4 : 1 / 1.4, ...middle(byId("boardbox")));
  if (/^[a-z0-9]$/i.test(event.key) && state.turn && byId("typed")) byId("typed").focus();
}

function typed(event) {
  event.preventDefault();
  const field = byId("typed"), text = field.value.trim().toLowerCase().replace(/\s+/g, " ");
  if (!text) return;
  const move = /^\d+$/.test(text) ? state.moves[Number(text) - 1] : state.moves.find((one) => one[TEXT] === text);
  if (!move) return void ask(api(`why_not?move=${encodeURIComponent(text)}`)).then((found) => found && toast(found.why_not ?? texts.unknown));
  field.value = "";
  field.blur();
  send(move);
}

/* ---- every symbol has a name: on hover, focus and long press */

let tipWaits, held = false;
function tip(event) {
  const place = byId("tip"), element = event.target.closest?.("[data-name]");
  if (!place) return;
  clearTimeout(tipWaits);
  place.hidden = true;
  const show = () => {
    if (!element.isConnected) return;
    showTip(place, element);
    held = event.pointerType === "touch"; // a long press asks for the name and plays nothing
  };
  if (element) tipWaits = setTimeout(show, event.type === "focusin" ? 0 : event.pointerType === "touch" ? 500 : 350);
}
/** A finger that is lifted leaves the name it asked for on the screen for a while. */
function tipEnds(event) {
  if (event.pointerType !== "touch" || !byId("tip")) return;
  clearTimeout(tipWaits);
  tipWaits = setTimeout(() => (byId("tip").hidden = true), 2500);
}
function showTip(place, element) {
  place.hidden = false;
  place.textContent = element.getAttribute("aria-label") ?? element.dataset.name;
  const box = element.getBoundingClientRect(), own = place.getBoundingClientRect();
  place.style.left = `${Math.max(4, Math.min(innerWidth - own.width - 8, box.right + 8))}px`;
  place.style.top = `${Math.max(4, Math.min(innerHeight - own.height - 8, box.top - own.height - 4))}px`;
}

/* ---- pan and zoom */

let scale = 1, panX = 0, panY = 0;
const pointers = new Map();
function placeWorld() {
  const [, , width, height] = byId("board").getAttribute("viewBox").split(" ").map(Number);
  const box = byId("board").viewBox.baseVal;
  const least = (start, size) => (start + size) * (1 - scale), most = (start) => start * (1 - scale);
  panX = Math.max(least(box.x, width), Math.min(most(box.x), panX));
  panY = Math.max(least(box.y, height), Math.min(most(box.y), panY));
  byId("world").setAttribute("transform", `translate(${panX.toFixed(1)} ${panY.toFixed(1)}) scale(${scale.toFixed(3)})`);
}
function zoom(factor, x, y) {
  const screen = byId("board").getScreenCTM();
  const [u, v] = [(x - screen.e) / screen.a, (y - screen.f) / screen.d];
  const next = Math.max(1, Math.min(5, scale * factor));
  panX = u - ((u - panX) * next) / scale;
  panY = v - ((v - panY) * next) / scale;
  scale = next;
  placeWorld();
}
/** A wide map on a narrow screen begins as large as its place is high; what lies beyond the edges is a finger's move away. */
function fillPlace() {
  const [, , width, height] = byId("board").getAttribute("viewBox").split(" ").map(Number);
  const place = byId("boardbox"), wider = (width / height) * (place.clientHeight / place.clientWidth);
  if (narrow.matches && wider > 1.1) zoom(Math.min(wider, 1.4), ...middle(place));
}
function movePointer(event) {
  const from = pointers.get(event.pointerId);
  if (!from) return;
  const to = [event.clientX, event.clientY];
  const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
  if (other) {
    const spread = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
    zoom(spread(to) / (spread(from) || 1), (to[0] + other[0]) / 2, (to[1] + other[1]) / 2);
    dragged = true;
  } else {
    if (!dragged && Math.hypot(to[0] - from[0], to[1] - from[1]) < 6) return;
    dragged = true;
    const unit = 1 / byId("board").getScreenCTM().a;
    panX += (to[0] - from[0]) * unit;
    panY += (to[1] - from[1]) * unit;
    placeWorld();
  }
  pointers.set(event.pointerId, to);
}
function watchBoard() {
  const box = byId("boardbox");
  if (!box) return;
  box.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 500), event.clientX, event.clientY);
  }, { passive: false });
  document.addEventListener("pointerdown", () => {
    if (!pointers.size) dragged = held = false; // a drag without a click after it, as fingers do, swallows no later click
  }, true);
  box.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("button")) pointers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  addEventListener("pointermove", movePointer);
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, (event) => pointers.delete(event.pointerId));
  byId("zoomin").onclick = () => zoom(1.4, ...middle(box));
  byId("zoomout").onclick = () => zoom(1 / 1.4, ...middle(box));
  fillPlace();
}

/* ---- telling people that it is their turn */

const settings = { sound: localStorage.getItem("sound") !== "off", notify: localStorage.getItem("notify") === "on" };
const plainTitle = document.title;
let audio;
function chime() {
  audio ??= new AudioContext();
  audio.resume(); // browsers keep it silent until somebody has touched the page
  for (const [k, pitch] of [523, 784].entries()) {
    const tone = audio.createOscillator(), volume = audio.createGain(), start = audio.currentTime + k * 0.14;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  }
}
function notify() {
  if (Notification.permission !== "granted") return;
  try {
    new Notification(texts.your_turn, { body: plainTitle, tag: stage.dataset.table });
  } catch {
    chime(); // some phones allow notifications only to installed applications
  }
}
function notice(before) {
  document.title = state.turn ? `● ${plainTitle}` : plainTitle;
  document.body.classList.toggle("my-turn", !!state.turn);
  if (state.turn && before && !before.turn) {
    if (settings.sound) chime();
    if (settings.notify && document.hidden) notify();
  }
  const chat = byId("fold-chat"), unread = byId("unread");
  if (chat && before && state.lines > (before.lines ?? 0) && !chat.open) {
    unread.hidden = false;
    unread.textContent = "●";
  }
  handOver();
  tick();
}
let deadline = null;
function tick() {
  const place = byId("clock");
  if (!place) return;
  deadline = state.seconds === null || state.seconds === undefined ? null : Date.now() + state.seconds * 1000;
  showClock();
}
function showClock() {
  const place = byId("clock");
  place.hidden = deadline === null;
  if (deadline === null) return;
  const left = Math.max(0, Math.round((deadline - Date.now()) / 1000));
  place.textContent = left >= 3600 ? `${Math.floor(left / 3600)} h` : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/* ---- several people, one device */

function handOver() {
  const curtain = byId("curtain"), next = state.next_seat;
  if (!next) return void (curtain.open && curtain.close());
  if (!next.curtain) return switchSeat(next.seat);
  byId("curtain-name").textContent = next.name;
  $("button", curtain).disabled = false;
  if (!curtain.open) curtain.showModal();
}
function switchSeat(seat) {
  history.replaceState(null, "", `/table/${stage.dataset.table}?seat=${seat}`);
  state.seat = seat;
  path = [];
  connection?.close();
  connect();
}

/* ---- the connection */

const GONE = 4404;
let connection = null, attempts = 0;
function connect() {
  const seat = state.seat === null ? "" : `&seat=${state.seat}`;
  const address = `${location.origin.replace("http", "ws")}/table/${stage.dataset.table}/live?language=${language}${seat}`;
  const own = (connection = new WebSocket(address));
  own.onmessage = (event) => own === connection && receive(JSON.parse(event.data));
  own.onopen = () => {
    attempts = 0;
    byId("connection").hidden = true;
    document.body.classList.remove("offline");
  };
  own.onclose = (event) => {
    if (own !== connection) return;
    if (event.code === GONE) return location.reload(); // the page that says so
    byId("connection").hidden = false;
    document.body.classList.add("offline");
    attempts += 1;
    setTimeout(() => own === connection && connect(), Math.min(8000, 300 * 2 ** Math.min(attempts, 5)) * (0.5 + Math.random()));
  };
}

/* ---- buttons of the page */

const ownName = () => byId("own-name")?.value || prompt(texts.name) || "";
function sheet(text, value, qr) {
  byId("sheet-text").textContent = text;
  byId("sheet-value").value = value;
  byId("sheet-qr").hidden = !qr;
  if (qr) byId("sheet-qr").src = qr;
  byId("preferences").open = false;
  byId("sheet").showModal();
}
const acts = {
  sit: async (data) => (await ask(`/api/tables/${stage.dataset.table}/seats/${data.seat}`, { name: ownName().slice(0, 24), entropy: randomHex() })) && location.assign(`/table/${stage.dataset.table}?seat=${data.seat}`),
  bot: (data) => ask(`/api/tables/${stage.dataset.table}/seats/${data.seat}/bot`, { level: byId(`fill-${data.seat}`).value }),
  return: (data) => ask(`/api/tables/${stage.dataset.table}/seats/${data.seat}/return`, {}),
  agree: () => ask(api("undo/answer"), { yes: true }),
  refuse: () => ask(api("undo/answer"), { yes: false }),
  rematch: async () => {
    const made = await ask(`/api/tables/${stage.dataset.table}/rematch`, { entropy: randomHex() });
    if (made) location.assign(`/table/${made.id}`);
  },
  link: async () => {
    const made = await ask(`/api/tables/${stage.dataset.table}/seats/${state.seat}/link`, {});
    if (made) sheet(texts.link, `${location.origin}/seat#${made.token}`);
  },
  invite: () => sheet(texts.invite, `${location.origin}/table/${stage.dataset.table}`, `/table/${stage.dataset.table}/qr.svg`),
  copy: () => copy(byId("address").value),
  "copy-sheet": () => copy(byId("sheet-value").value),
  more: () => livesBelow()[0]?.scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" }),
  close: () => byId("sheet").close(),
  lift: () => {
    $("#curtain button").disabled = true; // it opens when the other seat's view is there
    switchSeat(state.next_seat.seat);
  },
  advise: async (data) => {
    const at = replayAt;
    byId("advice").textContent = data.thinking;
    const found = await ask(`/replay/${stage.dataset.table}/advice?n=${at}&language=${language}`);
    if (at === replayAt) byId("advice").innerHTML = found?.html ?? "";
  },
  share: () => copy(`${location.origin}/replay/${stage.dataset.table}?n=${replayAt}&seat=${byId("eyes").value}`),
};
document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-act]");
  if (pressed) acts[pressed.dataset.act](pressed.dataset);
});

/* ---- a table */

function startTable() {
  document.addEventListener("click", clickSite);
  document.addEventListener("keydown", key);
  watchBoard();
  byId("type").addEventListener("submit", typed);
  byId("say").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = byId("said");
    if (field.value.trim() && (await ask(api("chat"), { text: field.value.trim() }))) field.value = "";
  });
  byId("fold-chat").addEventListener("toggle", () => (byId("unread").hidden = true));
  for (const box of $$("[data-setting]")) {
    box.checked = settings[box.dataset.setting];
    box.addEventListener("change", async () => {
      const name = box.dataset.setting;
      if (name === "notify" && box.checked && (await Notification.requestPermission()) !== "granted") {
        box.checked = false;
        toast(texts.no_notify);
      }
      settings[name] = box.checked;
      localStorage.setItem(name, box.checked ? "on" : "off");
      if (name === "sound" && box.checked) chime();
    });
  }
  $("[data-standing]")?.addEventListener("change", (event) => ask(api("standing"), { answer: "forced", on: event.target.checked }));
  setInterval(() => deadline !== null && showClock(), 500);
  addEventListener("pagehide", () => {
    const last = connection;
    connection = null;
    last?.close();
  });
  addEventListener("pageshow", (event) => event.persisted && connect());
  byId("curtain").addEventListener("cancel", (event) => event.preventDefault());
  byId("curtain").addEventListener("close", handOver); // a browser closes it all the same when asked twice
  if (narrow.matches) byId("fold-log").open = false;
  if (!("Notification" in window)) $("[data-setting=notify]").closest("label").hidden = true;
  $(".side").addEventListener("scroll", pointBelow, { passive: true });
  addEventListener("resize", pointBelow);
  paint();
  notice(null);
  connect();
}

/* ---- a replay */

let replayAt = 0, wanted = null;
async function goTo(number) {
  const length = Number(stage.dataset.length);
  replayAt = Math.max(0, Math.min(length, number));
  byId("slider").value = replayAt;
  byId("at").textContent = `${replayAt} / ${length}`;
  byId("advice")?.replaceChildren();
  if (wanted !== null) return void (wanted = replayAt); // one request at a time; the last wish wins
  wanted = replayAt;
  const found = await ask(`/replay/${stage.dataset.table}/parts?n=${replayAt}&seat=${byId("eyes").value}&language=${language}`);
  if (found) {
    showParts(found.parts);
    history.replaceState(null, "", `?n=${wanted}&seat=${byId("eyes").value}`);
  }
  const again = wanted !== null && found && found.state.at !== replayAt;
  wanted = null;
  if (again) goTo(replayAt);
}
function startReplay() {
  const turns = readJson("turns").map(([number]) => number);
  replayAt = Number(stage.dataset.at);
  watchBoard();
  const steps = {
    first: () => 0,
    last: () => Number(stage.dataset.length),
    back: () => replayAt - 1,
    on: () => replayAt + 1,
    "turn-back": () => turns.findLast((turn) => turn < replayAt) ?? 0,
    "turn-on": () => turns.find((turn) => turn > replayAt) ?? Number(stage.dataset.length),
  };
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-step]");
    if (pressed) goTo(steps[pressed.dataset.step]());
    const line = event.target.closest("#log a");
    if (line) {
      event.preventDefault();
      goTo(Number(new URL(line.href).searchParams.get("n")));
    }
  });
  byId("slider").addEventListener("input", () => goTo(Number(byId("slider").value)));
  byId("eyes").addEventListener("change", () => goTo(replayAt));
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "ArrowLeft") goTo(replayAt - 1);
    if (event.key === "ArrowRight") goTo(replayAt + 1);
  });
}

document.addEventListener("pointerover", tip);
document.addEventListener("focusin", (event) => event.target.matches?.(":focus-visible") && tip(event));
document.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && tip({ target: document.body }));
for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, tipEnds);
window.burgrave = { state: () => state, busy: () => busy, drop: () => connection?.close() }; // for tests and the curious
if (stage?.dataset.mode === "table") startTable();
if (stage?.dataset.mode === "replay") startReplay();
