// @ts-check
// The one WebSocket of a table, what it brings, and several people on one device.
import { freshMoves, markNews, prepare } from "./effects.js";
import { fitBoard, showParts } from "./morph.js";
import { paint, rememberFocus, settle } from "./moves.js";
import { TEXT, open } from "./paths.js";
import { notice, setTime } from "./notices.js";
import { arrive, forget } from "./pace.js";
import { $, $$, byId, language, stage, texts } from "./page.js";
import { paintRecap, unspot } from "./recap.js";
import { page } from "./state.js";

/** Shows what the server has sent. */
export function receive({ state: next, parts, now }) {
  setTime(now);
  const before = page.state, prompt = byId("prompt")?.textContent, spoken = newestLine();
  rememberFocus();
  const fresh = freshMoves(next), show = prepare(fresh);
  const glided = showParts(parts);
  if (before.status === "open" && next.status !== "open") return location.reload();
  if (!before.yours.length && next.yours.length) return location.assign(`/table/${stage.dataset.table}`); // the host agreed
  page.state = next;
  announce(fresh, before, prompt, spoken);
  fitBoard(page.state.box);
  const same = isSameDecision(before, next);
  if (!same) page.kind = page.pending = null;
  settle();
  while (page.path.length && !open().length) page.path.pop(); // an unrelated update keeps what was already clicked
  paint(same);
  show(glided);
  markNews();
  unspot();
  paintRecap();
  notice(before);
  handOver();
}

/** Whether the same can be decided as before, so that what was begun goes on: somebody came, went or said something. */
const isSameDecision = (before, next) =>
  before.length === next.length && before.moves.length === next.moves.length && before.moves.every((move, k) => move[TEXT] === next.moves[k][TEXT]);

/** Who cannot see the board hears what happened and what was said, once each; the own turn at once, with what is to be done. */
const newestLine = () => Math.max(-1, ...$$("#chat li").map((line) => Number(line.id.split("-")[1])));
const told = (sentence) => Object.assign(document.createElement("p"), { textContent: sentence.replace(/\s+/g, " ").trim() });
function announce(moves, before, prompt, spoken) {
  const news = byId("news"), { state } = page, now = byId("prompt")?.textContent ?? "";
  for (const move of moves) news.append(...move.lines.map(told));
  for (const line of $$("#chat li"))
    if (Number(line.id.split("-")[1]) > spoken && line.dataset.seat !== String(state.seat)) news.append(told(line.textContent));
  if (state.turn && !before.turn) byId("alert").textContent = `${texts.your_turn} ${now}`;
  else if (state.turn && now !== prompt) news.append(told(now));
  if (!state.turn) byId("alert").textContent = "";
  while (news.children.length > 30) news.firstElementChild.remove();
}

export function handOver() {
  const curtain = byId("curtain"), next = page.state.next_seat;
  if (!next) return void (curtain.open && curtain.close());
  if (!next.curtain) return switchSeat(next.seat);
  byId("curtain-name").textContent = next.name;
  $("button", curtain).disabled = false;
  if (!curtain.open) curtain.showModal();
}
export function switchSeat(seat) {
  history.replaceState(null, "", `/table/${stage.dataset.table}?seat=${seat}`);
  page.state.seat = seat;
  page.path = [];
  page.happened = []; // the other seat has its own
  connection?.close();
  connect();
}

/** Parts come as pieces of what was sent before on this connection, and of what is new; see changes.py. */
function whole(parts, sent) {
  for (const [name, part] of Object.entries(parts)) {
    const old = typeof part === "string" ? [] : sent[name].split("<");
    sent[name] = typeof part === "string" ? part : part.map((piece) => (typeof piece === "string" ? piece : old.slice(...piece).join("<"))).join("<");
    parts[name] = sent[name];
  }
  return parts;
}

const GONE = 4404;
let connection = null, attempts = 0, live = false;
/** Whether the page shows what its connection brought, no longer only what it was loaded with. */
export const isLive = () => live;
export function connect() {
  forget(); // everything comes anew
  live = false;
  const seat = page.state.seat === null ? "" : `&seat=${page.state.seat}`;
  const address = `${location.origin.replace("http", "ws")}/table/${stage.dataset.table}/live?language=${language}${seat}`;
  const own = (connection = new WebSocket(address));
  const sent = {};
  let state = {};
  own.onmessage = (event) => {
    if (own !== connection) return;
    const update = JSON.parse(event.data);
    state = { ...state, ...update.state }; // what has not changed is not sent again
    arrive({ ...update, state, parts: whole(update.parts, sent) });
    live = true;
  };
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

export const drop = () => connection?.close();
/** A page that is left closes its connection and asks for no other. */
export function leave() {
  const last = connection;
  connection = null;
  last?.close();
}
