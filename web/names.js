// @ts-check
// Every symbol has a name: on hover, focus and long press.
import { byId } from "./page.js";
import { gesture } from "./zoom.js";

let tipWaits;
/** Where the pointer was last: what slides under a pointer at rest is not what somebody points at. */
let rest = [-1, -1];
function tip(event) {
  const place = byId("tip"), element = event.target.closest?.("[data-name]");
  if (!place) return;
  if (event.type === "pointerover" && event.pointerType === "mouse") {
    const still = event.clientX === rest[0] && event.clientY === rest[1];
    rest = [event.clientX, event.clientY];
    if (still) return;
  }
  clearTimeout(tipWaits);
  place.hidden = true;
  const show = () => {
    if (!element.isConnected) return;
    showTip(place, element);
    gesture.held = event.pointerType === "touch"; // a long press asks for the name and plays nothing
  };
  if (element) tipWaits = setTimeout(show, event.type === "focusin" ? 0 : event.pointerType === "touch" ? 500 : 350);
}
/** A finger that is lifted leaves the name it asked for on the screen for a while. */
function tipEnds(event) {
  if (event.pointerType !== "touch" || !byId("tip")) return;
  clearTimeout(tipWaits);
  tipWaits = setTimeout(() => (byId("tip").hidden = true), 2500);
}
function showTip(place, element) {
  place.hidden = false;
  place.textContent = element.getAttribute("aria-label") ?? element.dataset.name;
  if (element.dataset.preview) place.append(Object.assign(document.createElement("b"), { className: "preview", textContent: element.dataset.preview }));
  const box = element.getBoundingClientRect(), own = place.getBoundingClientRect();
  place.style.left = `${Math.max(4, Math.min(innerWidth - own.width - 8, box.right + 8))}px`;
  place.style.top = `${Math.max(4, Math.min(innerHeight - own.height - 8, box.top - own.height - 4))}px`;
}

export function watchNames() {
  document.addEventListener("pointerover", tip);
  document.addEventListener("pointermove", (/** @type {any} */ event) => (rest = [event.clientX, event.clientY]), { passive: true });
  document.addEventListener("focusin", (/** @type {any} */ event) => event.target.matches?.(":focus-visible") && tip(event));
  document.addEventListener("pointerdown", (/** @type {any} */ event) => event.pointerType === "mouse" && tip({ target: document.body }));
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, tipEnds);
}
