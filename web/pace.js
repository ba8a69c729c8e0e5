// @ts-check
// Others' moves one after the other, at a pace that one can follow. Whatever one does shows at once what still waits.
import { page } from "./state.js";
import { gesture } from "./zoom.js";

/** How many milliseconds each decision of others stays before the next one is shown. */
const PAUSES = { slow: 2400, normal: 1200, fast: 500, instant: 0 };
/** However much waits, it is shown within this time. */
const LONGEST = 8000;
const waiting = [];
let timer = null, show = null;
/** How many have waited at once since none did: so many share the longest time. */
let most = 0;

export const speed = () => ((localStorage.getItem("speed") ?? "") in PAUSES ? localStorage.getItem("speed") : "normal");
export const pending = () => waiting.length;
/** The number of the last event that has arrived, shown or not. */
export const newest = () => waiting.at(-1)?.state.seq ?? page.state.seq;

/** A decision of somebody else that is told takes its time; a step on the way to one, or of which nothing is told, takes none. */
function pauseAfter({ state }) {
  const known = page.shown, others = (move) => move.number > known && move.by >= 0 && move.by !== state.seat;
  const takesTime = !document.hidden && state.happened.some((move) => others(move) && move.lines.length && !move.goes_on);
  return takesTime ? Math.min(PAUSES[speed()], LONGEST / (most + 1)) : 0;
}

function next() {
  timer = null;
  if (!waiting.length) most = 0;
  while (waiting.length && timer === null) {
    const update = waiting.shift(), pause = pauseAfter(update);
    if (pause) timer = setTimeout(next, pause);
    show(update);
  }
}

/** An update has come; it is shown when those before it have been seen. */
export function arrive(update) {
  waiting.push(update);
  most = Math.max(most, waiting.length);
  if (timer === null) next();
}

/** Show at once what waits; whether anything did. */
export function flush() {
  const waited = waiting.length > 0;
  clearTimeout(timer);
  timer = null;
  most = 0;
  while (waiting.length) show(waiting.shift());
  return waited;
}

/** What waits belongs to another connection. */
export function forget() {
  waiting.length = most = 0;
  clearTimeout(timer);
  timer = null;
}

export function watchPace(showUpdate) {
  show = showUpdate;
  document.addEventListener("keydown", flush, true);
  document.addEventListener("visibilitychange", () => document.hidden && flush());
  document.addEventListener("pointerdown", () => {
    if (flush()) gesture.held = true; // whoever wants to see the end clicks on a board that is no more: that plays nothing
  });
}
