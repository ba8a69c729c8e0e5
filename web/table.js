// @ts-check
// A table: everything that listens on its page.
import { askName, spokenLine } from "./acts.js";
import { connect, handOver, leave, receive } from "./connection.js";
import { markNews } from "./effects.js";
import { key, typed } from "./keyboard.js";
import { watchTabs } from "./layout.js";
import { watchLog } from "./log.js";
import { api, paint } from "./moves.js";
import { notice, watchClock } from "./notices.js";
import { watchPace } from "./pace.js";
import { $, $$, ask, byId, hush, narrow, texts, toast } from "./page.js";
import { clickSite } from "./pointer.js";
import { paintExplanation, watchExplanation } from "./explain.js";
import { paintHint } from "./hint.js";
import { paintNumbers } from "./numbers.js";
import { watchGhosts } from "./previews.js";
import { paintRecap, watchRecap } from "./recap.js";
import { settings, watchSettings } from "./settings.js";
import { sound } from "./sounds.js";
import { page } from "./state.js";
import { watchTrade } from "./trade.js";
import { watchBoard } from "./zoom.js";

export function startTable() {
  document.addEventListener("click", clickSite);
  document.addEventListener("click", (/** @type {any} */ event) => event.target.closest(".ask, #trade") && hush(), true); // before what follows from it
  document.addEventListener("keydown", key);
  watchBoard();
  watchLog();
  byId("type").addEventListener("submit", typed);
  byId("say").addEventListener("submit", async (/** @type {any} */ event) => {
    event.preventDefault();
    const field = byId("said");
    if (page.state.seat === null && !(await askName())) return; // a spectator needs a name to speak
    if (field.value.trim() && (await ask(api("chat"), { text: field.value.trim() }))) field.value = "";
  });
  byId("report").addEventListener("submit", async (/** @type {any} */ event) => {
    event.preventDefault();
    byId("about").close();
    const reason = byId("reason").value.trim();
    if (reason && (await ask(api("reports"), { line: spokenLine(), reason }))) {
      byId("reason").value = "";
      toast(texts.reported);
    }
  });
  document.addEventListener("change", (/** @type {any} */ event) => {
    if ("hints" in (event.target.dataset ?? {})) ask(api("hints"), { who: event.target.value });
    if (!event.target.dataset?.spectators) return;
    const may = (what) => $(`[data-spectators=${what}]`)?.checked ?? true;
    ask(api("spectators"), { watch: may("watch"), chat: may("chat") });
  });
  byId("fold-chat").addEventListener("toggle", () => {
    byId("unread").hidden = true;
    byId("unread").textContent = "";
    if (byId("fold-chat").open) byId("chat").scrollTop = byId("chat").scrollHeight;
  });
  watchTableSettings();
  watchClock();
  watchPace(receive);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (/** @type {any} */ event) => event.persisted && connect());
  byId("curtain").addEventListener("cancel", (/** @type {any} */ event) => event.preventDefault());
  byId("curtain").addEventListener("close", handOver); // a browser closes it all the same when asked twice
  if (!("Notification" in window)) $("[data-setting=notify]").closest("label").hidden = true;
  watchTabs();
  watchTrade();
  watchGhosts();
  watchExplanation();
  paint();
  narrow.addEventListener("change", () => paint(true)); // a phone is turned: its bar offers other things
  offerForced();
  markNews();
  watchRecap();
  paintRecap();
  notice(null);
  handOver();
  connect();
}

/** What somebody chooses about how they like to play, and what it changes at once. */
export const watchTableSettings = () =>
  watchSettings(async (name, box) => {
    if (name === "notify" && box.checked && (await Notification.requestPermission()) !== "granted") {
      toast(texts.no_notify);
      return false;
    }
    if (name === "forced") ask(api("standing"), { answer: "forced", on: box.checked });
  }, (name) => {
    if (name === "sound") sound("turn");
    if (name === "numbers") paintNumbers();
    if (name === "explain") paintExplanation();
    if (name === "hints") paintHint();
  });

/** Whoever has not said otherwise lets the table play their only move. */
function offerForced() {
  const { seat, status, standing } = page.state;
  const isOn = standing.find((one) => one.answer === "forced")?.on;
  if (seat !== null && status === "playing" && isOn === false && settings.forced)
    ask(api("standing"), { answer: "forced", on: true }, { complain: () => undefined });
}
