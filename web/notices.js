// @ts-check
// Telling people that it is their turn, and how long they have.
import { $, $$, byId, filled, stage, texts, toast } from "./page.js";
import { settings } from "./settings.js";
import { sound } from "./sounds.js";
import { page } from "./state.js";

const plainTitle = document.title;
function notify() {
  if (Notification.permission !== "granted") return;
  try {
    new Notification(texts.your_turn, { body: plainTitle, tag: stage.dataset.table });
  } catch {
    sound("turn"); // some phones allow notifications only to installed applications
  }
}
/** Whether something is asked of whoever looks: a move, or an answer to an offer that all are asked about at once. */
const isAsked = ({ turn, trade }) => turn || (trade?.stage === "asked" && !trade.early);
export function notice(before) {
  document.title = isAsked(page.state) ? `● ${plainTitle}` : plainTitle;
  document.body.classList.toggle("my-turn", !!isAsked(page.state));
  if (isAsked(page.state) && before && !isAsked(before)) {
    sound("turn");
    if (settings.notify && document.hidden) notify();
  }
  const chat = byId("fold-chat"), unread = byId("unread");
  if (chat && before && page.state.lines > (before.lines ?? 0) && !chat.open) {
    const fresh = $$("#chat li").filter((line) => Number(line.id.split("-")[1]) > (before.lines ?? 0)), said = fresh.at(-1);
    unread.hidden = false;
    unread.textContent = String(Number(unread.textContent) + fresh.length);
    if (said && said.dataset.seat !== String(page.state.seat)) toast(quoted(said));
  }
  tick();
}
/** A line of chat as it is told while nobody looks at the chat. @param {HTMLElement} line */
function quoted(line) {
  const name = $("b", line)?.textContent ?? "", text = line.textContent?.replace("⋯", "").replace(/\s+/g, " ").trim() ?? "";
  return name && text.startsWith(name) ? filled(texts.said, { name, text: text.slice(name.length).trim() }) : text;
}
let deadline = null; // by this device's clock, which may be wrong: the server's is so far ahead of it
let ahead = Number(stage?.dataset.now) * 1000 - Date.now();
/** The server has told its time, in seconds. */
export const setTime = (now) => (ahead = now * 1000 - Date.now());
export const watchClock = () => setInterval(() => deadline !== null && showClock(), 500);
function tick() {
  const place = byId("clock");
  if (!place) return;
  deadline = typeof page.state.deadline === "number" ? page.state.deadline * 1000 - ahead : null;
  showClock();
}
function showClock() {
  const place = byId("clock");
  place.hidden = deadline === null;
  if (deadline === null) return;
  const left = Math.max(0, Math.round((deadline - Date.now()) / 1000));
  const hours = Math.floor(left / 3600), rest = String(Math.floor((left % 3600) / 60)).padStart(2, "0");
  if (hours >= 24) place.textContent = `${Math.floor(hours / 24)} d ${hours % 24} h`;
  else place.textContent = hours ? `${hours}:${rest} h` : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
