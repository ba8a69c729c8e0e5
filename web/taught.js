// @ts-check
// A board to learn on, in a lesson or a puzzle: clicked like a table's, and every try is asked about.
import { key, typed } from "./keyboard.js";
import { watchTabs } from "./layout.js";
import { watchLog } from "./log.js";
import { paint } from "./moves.js";
import { notice } from "./notices.js";
import { byId } from "./page.js";
import { clickSite } from "./pointer.js";
import { page } from "./state.js";
import { watchTableSettings } from "./table.js";
import { watchTrade } from "./trade.js";
import { watchBoard } from "./zoom.js";

/** Lets the board be played on. @param {(rest: string) => string} address  where tries are asked about @param {(answer: any) => void} taught  takes the answers */
export function startBoard(address, taught) {
  page.address = address;
  page.taught = taught;
  document.addEventListener("click", clickSite);
  document.addEventListener("keydown", key);
  watchBoard();
  watchLog();
  watchTableSettings();
  byId("type").addEventListener("submit", typed);
  watchTabs();
  watchTrade();
  paint();
  notice(null);
}

/** Says something about a try. @param {string} sentence @param {"" | "wrong"} [kind] */
export function say(sentence, kind = "") {
  byId("lesson-said").textContent = sentence;
  byId("lesson-said").dataset.kind = kind;
}
