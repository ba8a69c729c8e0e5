// @ts-check
// The buttons of the page, by their data-act.
import { switchSeat } from "./connection.js";
import { keep, randomHex } from "./dice.js";
import { makeTable } from "./forms.js";
import { api } from "./moves.js";
import { $, $$, ask, byId, copy, language, stage, sure, texts, toast } from "./page.js";
import { replay } from "./replay.js";
import { page } from "./state.js";

/** The own name, asked for where none is known yet and kept for the next time; "" when none is given. */
export async function askName() {
  if (byId("own-name").value) return byId("own-name").value;
  const dialog = byId("naming");
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  const name = dialog.returnValue === "given" ? byId("asked-name").value.trim() : "";
  if (name) {
    byId("own-name").value = name;
    await fetch("/preferences", { method: "POST", body: new URLSearchParams({ name, back: location.pathname }), redirect: "manual" });
  }
  return name;
}
function sheet(text, value, qr) {
  byId("sheet-text").textContent = text;
  byId("sheet-value").value = value;
  byId("sheet-qr").hidden = !qr;
  if (qr) byId("sheet-qr").src = qr;
  byId("preferences").open = false;
  byId("sheet").showModal();
}
/** What one can do about a line of chat, or about the whole table: block whoever said it, tell the operator. */
let spoken = null;
export const spokenLine = () => spoken;
function aboutLine(line, name) {
  spoken = line;
  byId("about-name").textContent = name;
  byId("about-block").hidden = line === null;
  byId("about").showModal();
}
/* A request that had no answer is sent again with the same key, and happens once; after an answer it is another one. */
const keys = {};
const keyOf = (what) => (keys[what] ??= randomHex());
const settled = (answer, ...whats) => answer !== undefined && whats.forEach((what) => delete keys[what]);
/** What a button asks before it does what it is called. */
async function agreed(data) {
  const yes = await sure(data.ask, data.called);
  if (yes) for (const menu of $$("details.menu[open]")) menu.open = false; // what follows is on the table
  return yes;
}
const acts = {
  sit: async (data) => {
    const { table, commitment } = stage.dataset, name = (await askName()).slice(0, 24), what = `sit ${data.seat} ${name}`;
    if (!name) return;
    const bytes = `bytes for ${what}`, entropy = keyOf(bytes);
    const forget = keep(table, commitment, [data.seat], entropy); // now: a game that begins loads the page anew
    const sat = await ask(`/api/tables/${table}/seats/${data.seat}`, { name, entropy }, { key: keyOf(what) });
    settled(sat, what, bytes);
    if (sat?.waiting) toast(texts.asked);
    else if (sat) location.assign(`/table/${table}?seat=${data.seat}`);
    else if (sat === null) forget(); // refused; without an answer we may sit there
  },
  bot: (data) => ask(`/api/tables/${stage.dataset.table}/seats/${data.seat}/bot`, { level: byId(`fill-${data.seat}`).value }),
  "hand-over": async (data) => (await agreed(data)) && ask(api(`seats/${data.seat}/bot`), { level: data.level }),
  "get-up": async (data) => (await ask(api(`seats/${data.seat}/leave`), {})) && location.assign(`/table/${stage.dataset.table}`),
  resign: async (data) => (await agreed(data)) && ask(api(`seats/${data.seat}/resign`), {}),
  "close-table": async (data) => (await agreed(data)) && (await ask(api("close"), {})) && location.assign("/"),
  return: (data) => ask(`/api/tables/${stage.dataset.table}/seats/${data.seat}/return`, {}),
  admit: (data) => ask(api(`requests/${data.number}`), { yes: true }),
  decline: (data) => ask(api(`requests/${data.number}`), { yes: false }),
  kick: async (data) => (await agreed(data)) && ask(api(`seats/${data.seat}/kick`), {}),
  mute: (data) => ask(api(`seats/${data.seat}/mute`), { on: data.on === "yes" }),
  allow: (data) => ask(api(`removed/${data.number}/allow`), {}),
  renew: async (data) => {
    const made = (await agreed(data)) && (await ask(api(`seats/${page.state.seat}/renew`), {}));
    if (made) sheet(texts.link, `${location.origin}/seat#${made.token}`);
  },
  about: (data) => aboutLine(Number(data.line), data.name),
  report: () => aboutLine(null, texts.report),
  "leave-about": () => byId("about").close(),
  block: async () => {
    byId("about").close();
    if (await ask(api("blocks"), { line: spoken, on: true })) toast(texts.blocked);
  },
  unblock: (data) => ask(api("blocks"), { line: Number(data.line), on: false }),
  agree: () => ask(api("undo/answer"), { yes: true }),
  refuse: () => ask(api("undo/answer"), { yes: false }),
  pause: () => ask(api("pause"), {}),
  "agree-pause": () => ask(api("pause/answer"), { yes: true }),
  "refuse-pause": () => ask(api("pause/answer"), { yes: false }),
  "go-on": () => ask(api("continue"), {}),
  away: (data) => {
    const until = new Date(`${byId("away-until").value}T23:59:59`).getTime() / 1000; // to the end of that day, here
    if (until) ask(api(`seats/${data.seat}/away`), { until });
  },
  back: (data) => ask(api(`seats/${data.seat}/away`), { until: null }),
  rematch: async () => {
    const made = await makeTable(`/api/tables/${stage.dataset.table}/rematch`, (dice) => dice, { key: keyOf("rematch") });
    settled(made, "rematch");
    if (made) location.assign(`/table/${made.id}`);
  },
  link: async () => {
    const made = await ask(`/api/tables/${stage.dataset.table}/seats/${page.state.seat}/link`, {});
    if (made) sheet(texts.link, `${location.origin}/seat#${made.token}`);
  },
  invite: () => sheet(texts.invite, `${location.origin}/table/${stage.dataset.table}`, `/table/${stage.dataset.table}/qr.svg`),
  copy: () => copy(byId("address").value),
  "copy-command": () => copy(byId("dice-command").textContent),
  "copy-sheet": () => copy(byId("sheet-value").value),
  close: () => byId("sheet").close(),
  lift: () => {
    $("#curtain button").disabled = true; // it opens when the other seat's view is there
    if (page.state.next_seat) switchSeat(page.state.next_seat.seat);
  },
  advise: async (data) => {
    const at = replay.at;
    const button = $('[data-act="advise"]');
    button.disabled = true; // one piece of advice at a time
    byId("advice").textContent = data.thinking;
    const found = await ask(`/replay/${stage.dataset.table}/advice?n=${at}&language=${language}`);
    button.disabled = false;
    if (at === replay.at) byId("advice").innerHTML = found?.html ?? "";
  },
  share: () => copy(`${location.origin}/replay/${stage.dataset.table}?n=${replay.at}&seat=${byId("eyes").value}`),
};
export const watchActs = () =>
  document.addEventListener("click", (/** @type {any} */ event) => {
    const pressed = event.target.closest("[data-act]");
    if (pressed) acts[pressed.dataset.act]({ ...pressed.dataset, called: pressed.textContent.trim() });
  });
