// @ts-check
// A replay: steps, slider, whose eyes.
import { keyMoment, showChoice, startAnalysis } from "./analysis.js";
import { watchTabs } from "./layout.js";
import { isAside, leaveLine, startLines } from "./lines.js";
import { mark, showCurrent, watchLog } from "./log.js";
import { fitBoard, showParts } from "./morph.js";
import { $, ask, byId, language, readJson, stage } from "./page.js";
import { startPlayOn } from "./play_on.js";
import { page } from "./state.js";
import { watchBoard } from "./zoom.js";

export const replay = { at: 0 };
/** How many milliseconds a move stays when the replay runs by itself at its usual speed. */
const STAYS = 1100;
/** So many milliseconds lie between two steps that are asked for, also while a key is held down: the server allows that for any time. */
const APART = 75;
let wanted = null, marked = [], running = null;
/** Let the replay run by itself, or halt it. */
function run(on) {
  clearInterval(running);
  const stays = STAYS / Number(byId("speed").value);
  running = on ? setInterval(() => (replay.at < Number(stage.dataset.length) ? goTo(replay.at + 1) : run(false)), stays) : null;
  $("[data-run]").setAttribute("aria-pressed", String(on));
}
async function goTo(number) {
  leaveLine();
  if (byId("lines")?.open) byId("lines").open = false;
  const length = Number(stage.dataset.length);
  replay.at = Math.max(0, Math.min(length, number));
  byId("slider").value = replay.at;
  byId("at").textContent = `${replay.at} / ${length}`;
  byId("advice")?.replaceChildren();
  if (wanted !== null) return void (wanted = replay.at); // one request at a time; the last wish wins
  wanted = replay.at;
  const apart = new Promise((go) => setTimeout(go, APART));
  const found = await ask(`/replay/${stage.dataset.table}/parts?n=${replay.at}&seat=${byId("eyes").value}&language=${language}`);
  if (found) {
    showParts(found.parts);
    fitBoard(found.state.box);
    mark((marked = found.state.marks));
    showCurrent(found.state.at);
    showChoice(found.state.at); // what was drawn belongs to the board that was there
    history.replaceState(null, "", `?n=${wanted}&seat=${byId("eyes").value}`);
  }
  await apart;
  const again = found && found.state.at !== replay.at;
  wanted = null;
  if (again) goTo(replay.at);
}
export function startReplay() {
  const turns = readJson("turns").map(([number]) => number);
  replay.at = Number(stage.dataset.at);
  watchBoard();
  watchLog(goTo);
  mark((marked = page.state.marks));
  showCurrent(replay.at);
  const steps = {
    first: () => 0,
    last: () => Number(stage.dataset.length),
    back: () => replay.at - 1,
    on: () => replay.at + 1,
    "turn-back": () => turns.findLast((turn) => turn < replay.at) ?? 0,
    "turn-on": () => turns.find((turn) => turn > replay.at) ?? Number(stage.dataset.length),
  };
  document.addEventListener("click", (/** @type {any} */ event) => {
    const pressed = event.target.closest("[data-step]");
    if (pressed || event.target.closest("[data-run]")) run(!pressed && running === null);
    if (pressed) goTo(steps[pressed.dataset.step]());
  });
  byId("advice")?.addEventListener("pointerover", (/** @type {any} */ event) => {
    const line = event.target.closest("[data-sites]");
    if (line) mark(line.dataset.sites.split(" ").filter(Boolean));
  });
  byId("advice")?.addEventListener("pointerleave", () => mark(marked));
  byId("slider").addEventListener("input", () => goTo(Number(byId("slider").value)));
  byId("eyes").addEventListener("change", () => isAside() || goTo(replay.at));
  byId("speed").addEventListener("change", () => running !== null && run(true));
  const keys = {
    ArrowLeft: steps.back,
    ArrowRight: steps.on,
    ArrowUp: steps.first,
    ArrowDown: steps.last,
    "[": steps["turn-back"],
    "]": steps["turn-on"],
    ",": () => keyMoment(replay.at, true) ?? replay.at,
    ".": () => keyMoment(replay.at, false) ?? replay.at,
  };
  document.addEventListener("keydown", (/** @type {any} */ event) => {
    if (event.target.closest("input, select, textarea")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && !event.target.closest("button, a, summary")) run(running === null);
    else if (keys[event.key]) goTo(keys[event.key]());
    else return;
    event.preventDefault(); // the page does not scroll
  });
  watchTabs();
  startAnalysis(goTo, replay.at);
  startLines(goTo, () => replay.at);
  startPlayOn(() => replay.at);
}
