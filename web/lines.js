// @ts-check
// Side lines of a finished game: any other move from any position, what it promises, and lines that are kept.
import { fitBoard, showParts } from "./morph.js";
import { $, $$, ask, button, byId, filled, language, stage, texts } from "./page.js";
import { endSetUp, offerSetUp, setsUp, startSetUp } from "./set_up.js";

/** How often a position is played on while somebody looks at it: the longer, the surer. */
const DEPTHS = [16, 64, 256, 1024];
/** The server thinks about one thing for each of us at a time: so many milliseconds and times it is asked again. */
const AGAIN = 400, TRIES = 30;
const FILTERED = 60;
let line = null, found = null, looks = 0, asking = new AbortController();
const storage = `lines ${stage?.dataset.table}`;
const kept = () => JSON.parse(localStorage.getItem(storage) ?? "[]");
const joined = (list) => encodeURIComponent(list.join("~"));
const query = () => `n=${line.after}&line=${joined(line.moves)}&edits=${joined(line.edits)}&language=${language}`;
/** The side line that the board shows, if it shows one. */
export const lineNow = () => line;
/** Whether the board shows a position off the game. */
export const isAside = () => line !== null;

/** The moves that can follow; of many, those that fit what was typed. */
function paintMoves() {
  const wanted = byId("lines-filter").value.trim().toLowerCase();
  const fitting = found.moves.filter((one) => !wanted || `${one.label} ${one.text}`.toLowerCase().includes(wanted));
  byId("lines-moves").replaceChildren(...fitting.slice(0, FILTERED).map((one) => {
    const made = document.createElement("li");
    made.append(button(one.label, () => add(one.text)));
    return made;
  }));
  byId("lines-draw").hidden = found.actor !== "chance" || found.moves.length < 2;
  byId("lines-filter").hidden = found.moves.length < 8;
}
async function show() {
  const number = ++looks;
  const answer = await ask(`/replay/${stage.dataset.table}/line?${query()}&seat=${byId("eyes").value}`);
  if (number !== looks) return undefined;
  if (!answer) return void (line.moves.length && (line.moves.pop(), show())); // what cannot be played is not there
  found = answer;
  showParts(Object.fromEntries(Object.entries(found.parts).filter(([name]) => name !== "log")));
  fitBoard(found.state.box);
  byId("drawn")?.remove();
  byId("lines-told").replaceChildren(...found.line.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence })));
  byId("lines-filter").value = "";
  paintMoves();
  byId("lines-back").disabled = !line.moves.length;
  byId("lines-keep").disabled = !line.moves.length && !line.edits.length;
  return deepen(number);
}
/** The chances, again and again with a smaller error, as long as nobody goes on. */
async function deepen(number) {
  byId("lines-chances").textContent = found.actor ? "…" : texts.line_over;
  asking.abort(); // what was asked about another position
  const { signal } = (asking = new AbortController());
  for (const samples of found.actor ? DEPTHS : []) {
    let told = null;
    for (let tries = 0; !told && tries < TRIES; tries += 1) {
      if (tries) await new Promise((go) => setTimeout(go, AGAIN));
      if (number !== looks || line === null) return;
      told = await ask(`/replay/${stage.dataset.table}/line/chances?${query()}&samples=${samples}`, undefined, { complain: () => undefined, signal });
    }
    if (!told || number !== looks || line === null) return;
    const list = told.names.map((name, seat) => `${name} ${Math.round(100 * told.chances[seat])} ± ${Math.ceil(200 * told.error[seat])} %`).join(", ");
    byId("lines-chances").textContent = filled(texts.chances, { list });
    if (!Math.max(...told.error)) return; // nothing is left to chance
  }
}
function add(text) {
  line.moves.push(text);
  show();
}
/** Chance moves by its odds. */
function draw() {
  let left = Math.random() * found.moves.reduce((sum, one) => sum + one.odds, 0);
  add((found.moves.find((one) => (left -= one.odds) < 0) ?? found.moves[0]).text);
}
function paintKept() {
  const lines = kept();
  byId("lines-kept").replaceChildren(...lines.map((one, place) => {
    const made = document.createElement("li");
    const edits = one.edits ?? [], line = one.told?.join(" ") || one.moves.join(", ");
    const told = edits.length ? [filled(texts.line_set, { n: one.after, edits: edits.join(", ") }), line].filter(Boolean).join(": ") : filled(texts.line_after, { n: one.after, line });
    made.append(button(one.comment ? `${told} (${one.comment})` : told, () => begin(one.after, one.moves, edits)));
    made.append(button("×", () => {
      localStorage.setItem(storage, JSON.stringify(lines.filter((_, other) => other !== place)));
      paintKept();
    }));
    return made;
  }));
  byId("lines-download").hidden = !lines.length;
}
function keep() {
  const comment = byId("lines-comment").value.trim();
  localStorage.setItem(storage, JSON.stringify([...kept(), { after: line.after, moves: line.moves, edits: line.edits, comment, told: found?.line }]));
  byId("lines-comment").value = "";
  paintKept();
}
async function download() {
  const lines = kept().map(({ after, moves, edits, comment }) => ({ after, moves, edits, comment }));
  const made = await ask(`/replay/${stage.dataset.table}/record`, { lines });
  if (!made) return;
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([made.text], { type: "text/plain" })), download: `${stage.dataset.table}.txt` });
  link.click();
  URL.revokeObjectURL(link.href);
}
function begin(after, moves = [], edits = []) {
  line = { after, moves: [...moves], edits: [...edits] };
  byId("lines-work").hidden = false;
  offerSetUp(line);
  byId("advice")?.replaceChildren();
  show();
}
/** Back to the game. */
export function leaveLine() {
  if (line === null) return;
  line = null;
  looks += 1;
  asking.abort();
  byId("lines-work").hidden = true;
  endSetUp();
}

export function startLines(goTo, at) {
  if (!byId("lines")) return;
  byId("lines").addEventListener("toggle", () => (byId("lines").open ? line === null && begin(at()) : line !== null && goTo(line.after)));
  const acts = { "lines-back": () => (line.moves.pop(), show()), "lines-draw": draw, "lines-keep": keep, "lines-download": download, "lines-leave": () => (byId("lines").open = false) };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
  byId("lines-filter").addEventListener("input", paintMoves);
  document.addEventListener("click", (/** @type {any} */ event) => {
    const site = line && found && event.target.closest("[data-site]")?.dataset.site;
    if (!site || setsUp(site)) return;
    const fitting = found.moves.filter((one) => one.sites.includes(site));
    if (fitting.length === 1) add(fitting[0].text);
    else if (fitting.length) {
      byId("lines-filter").value = "";
      byId("lines-moves").replaceChildren(...fitting.map((one) => {
        const made = document.createElement("li");
        made.append(button(one.label, () => add(one.text)));
        return made;
      }));
      $("#lines-moves button").focus();
    }
  });
  startSetUp((edits) => (Object.assign(line, { edits, moves: [] }), show()));
  for (const other of $$("#eyes")) other.addEventListener("change", () => line && show());
  paintKept();
}
