// @ts-check
// A position set up by hand: what stands where is chosen, all at once is checked, and the board shows what can be.
import { $, $$, ask, byId, filled, language, stage, texts } from "./page.js";

/** So many things are listed at a time; one searches for the others, or clicks them on the board. */
const LISTED = 24;
const [NAME, LABEL, SITE, NOW, VALUES] = [0, 1, 2, 3, 4], [TEXT, TITLE, AT] = [0, 1, 2];
/** The line it belongs to, what is chosen so far, how much of that the board shows, and what may be chosen. */
let line = null, chosen = [], shows = 0, things = [], from = [], changed = (_edits) => {};

/** The name and place that a text sets: of two texts for the same, the later counts. */
const keyOf = (text) => things.find((one) => one[VALUES].some((value) => value[TEXT] === text))?.[LABEL] ?? text;

async function look(edits) {
  const address = `/replay/${stage.dataset.table}/set-up?n=${line.after}&edits=${encodeURIComponent(edits.join("~"))}&language=${language}`;
  let wrong = "";
  const found = await ask(address, undefined, { complain: (sentence) => (wrong = sentence) });
  return { found, wrong };
}
/** Ask whether all that is chosen can be, and show it; what cannot be yet stays chosen. */
async function attempt() {
  const mine = [...chosen], { found, wrong } = await look(mine);
  if (line === null || mine.join("~") !== chosen.join("~")) return;
  const place = byId("set-up-wrong");
  place.hidden = Boolean(found);
  place.textContent = found ? "" : filled(texts.set_up_not_yet, { reason: wrong });
  if (found) {
    things = found.things;
    shows = mine.length;
    changed(mine);
  }
  paint();
}
function choose(text) {
  const key = keyOf(text);
  const kept = chosen.filter((other) => keyOf(other) !== key);
  chosen = things.some((one) => one[NOW] === text) && kept.length === chosen.length ? chosen : [...kept, text];
  attempt();
}
/** A thing with what it may be. */
function control(one) {
  const row = document.createElement("label"), select = document.createElement("select");
  row.className = "row";
  const planned = chosen.findLast((text) => one[VALUES].some((value) => value[TEXT] === text));
  select.append(...one[VALUES].map((value) => new Option(value[TITLE], value[TEXT], false, value[TEXT] === (planned ?? one[NOW]))));
  select.addEventListener("change", () => choose(select.value));
  row.append(Object.assign(document.createElement("span"), { textContent: one[LABEL] }), select);
  return row;
}
/** @param {any[] | null} [fitting] */
function paint(fitting = null) {
  const wanted = byId("set-up-filter").value.trim().toLowerCase();
  const listed = fitting ?? from;
  const found = listed.length && !wanted ? listed : things.filter((one) => !wanted || `${one[LABEL]} ${one[NAME]} ${one[NOW]}`.toLowerCase().includes(wanted));
  from = fitting ?? from;
  const again = found.map((one) => things.find((other) => other[LABEL] === one[LABEL]) ?? one);
  byId("set-up-things").replaceChildren(...again.slice(0, LISTED).map(control));
  byId("set-up-edits").replaceChildren(...chosen.map((text, place) => {
    const made = document.createElement("li"), thing = things.find((one) => one[VALUES].some((value) => value[TEXT] === text));
    made.textContent = thing ? `${thing[LABEL]}: ${thing[VALUES].find((value) => value[TEXT] === text)[TITLE]}` : text;
    made.className = place < shows ? "" : "waiting";
    return made;
  }));
  byId("set-up-back").disabled = byId("set-up-clear").disabled = !chosen.length;
}
/** Whether a click on the board chooses something to set. */
export function setsUp(site) {
  if (!byId("set-up") || byId("set-up").hidden) return false;
  const moved = things.find((one) => one[VALUES].some((value) => value[AT] === site));
  const fitting = things.filter((one) => one[SITE] === site);
  byId("set-up-filter").value = "";
  if (fitting.length || moved) paint(moved ? [...fitting, moved] : fitting);
  if (!fitting.length && moved) choose(moved[VALUES].find((value) => value[AT] === site)[TEXT]);
  $("#set-up-things select")?.focus();
  return true;
}
/** A line is looked at, with what was set up before it. */
export function offerSetUp(its) {
  if (!byId("set-up")) return;
  line = its;
  chosen = [...its.edits];
  shows = chosen.length;
  from = [];
  if (chosen.length) open();
  else endSetUp(its);
}
async function open() {
  byId("set-up").hidden = false;
  byId("set-up-begin").setAttribute("aria-expanded", "true");
  $$("#lines-moves, #lines-filter, #lines-told").forEach((one) => (one.hidden = one.id !== "lines-told"));
  await attempt();
  byId("set-up-begin").scrollIntoView({ block: "start" }); // with all of it below, also in a low window
}
export function endSetUp(its = null) {
  if (!byId("set-up")) return;
  line = its;
  byId("set-up").hidden = true;
  byId("set-up-wrong").hidden = true;
  byId("set-up-begin").setAttribute("aria-expanded", "false");
  $$("#lines-moves").forEach((one) => (one.hidden = false));
}
/** @param {(edits: string[]) => void} act  what is done with a position that can be */
export function startSetUp(act) {
  if (!byId("set-up")) return;
  changed = act;
  byId("set-up-begin").addEventListener("click", () => (byId("set-up").hidden ? open() : endSetUp(line)));
  byId("set-up-back").addEventListener("click", () => (chosen.pop(), (shows = Math.min(shows, chosen.length)), attempt()));
  byId("set-up-clear").addEventListener("click", () => ((chosen = []), (shows = 0), attempt()));
  byId("set-up-filter").addEventListener("input", () => ((from = []), paint()));
}
