// @ts-check
// The first game's helper: what the decision is about, and why some kinds of action are grey.
import { $, byId, narrow, readJson } from "./page.js";
import { keepSetting, settings } from "./settings.js";
import { page } from "./state.js";

/** By decision point its name and two sentences. @type {Record<string, [string, string]>} */
const explanations = document.getElementById("explanations") ? readJson("explanations") : {};

/** Tells what is asked now, where that is wanted. */
export function paintExplanation() {
  const place = document.getElementById("explain");
  if (!place) return;
  const said = page.state.turn ? explanations[page.state.point] : undefined;
  const isShown = settings.explain && page.state.status === "playing" && page.state.seat !== null;
  place.hidden = !isShown;
  place.toggleAttribute("data-quiet", !said); // its room stays: nothing moves while others play
  document.body.classList.toggle("explaining", !place.hidden);
  document.body.classList.toggle("first-game", isShown); // also while others play: the seats make room for the helper
  if (!isShown || (!said && !narrow.matches)) return;
  [byId("explain-name").textContent, byId("explain-text").textContent] = said ?? ["", byId("latest").textContent]; // a phone has no other line for it
  const grey = page.state.kinds.filter((kind) => kind.why_not);
  byId("explain-grey").hidden = !grey.length;
  byId("explain-list").replaceChildren(
    ...grey.map((kind) => {
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("b"), { textContent: kind.label }), ` ${kind.why_not}`);
      return item;
    }),
  );
}

/** Lets the helper be switched off where it stands; the menu switches it on again. */
export function watchExplanation() {
  document.getElementById("explain-off")?.addEventListener("click", () => {
    keepSetting("explain", false);
    const box = /** @type {HTMLInputElement | null} */ ($("[data-setting=explain]"));
    if (box) box.checked = false;
    paintExplanation();
    byId("prompt")?.focus({ preventScroll: true });
  });
}
