// @ts-check
// Every symbol has a name: on hover, focus and long press.
import { $$, byId, middle } from "./page.js";
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
  const words = document.createElement("span"), { name } = element.dataset, label = element.getAttribute("aria-label") ?? name;
  const does = label.endsWith(`: ${name}`) ? label.slice(0, -name.length - 2) : "";
  if (does) words.append(Object.assign(document.createElement("b"), { className: "does", textContent: does }));
  words.append(does ? name : label);
  const { width, height } = element.getBoundingClientRect();
  const picture = Math.max(width, height) <= LARGE && Math.min(width, height) >= SMALL ? lens(element, LENS) : null;
  const apart = Object.assign(document.createElement("span"), { className: "picture", inert: true }); // clicks go to the places below
  if (picture) apart.append(picture);
  place.replaceChildren(...(picture ? [apart] : []), words);
  if (element.dataset.preview) words.append(Object.assign(document.createElement("b"), { className: "preview", textContent: element.dataset.preview }));
  const box = element.getBoundingClientRect(), own = place.getBoundingClientRect();
  place.style.left = `${Math.max(4, Math.min(innerWidth - own.width - 8, box.right + 8))}px`;
  place.style.top = `${Math.max(4, Math.min(innerHeight - own.height - 8, box.top - own.height - 4))}px`;
}

const LENS = 112, LARGE = 100, SMALL = 16;
const SVG = "http://www.w3.org/2000/svg";
/** What is drawn at a tile, a card or a piece once more, so large; nothing where there is only a bare place.
 *  @param {SVGGraphicsElement} element @param {number} size */
export function lens(element, size) {
  const drawing = element.ownerSVGElement, box = element.getBoundingClientRect(), isBoard = drawing?.id === "board";
  const toDrawing = drawing?.getScreenCTM()?.inverse();
  const isPicture = (/** @type {Element} */ use) => {
    const [x, y] = middle(use);
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  };
  if (!drawing || !toDrawing || !box.width || element.localName === "line" || !$$("use", drawing).some(isPicture)) return null;
  const from = new DOMPoint(box.left, box.top).matrixTransform(toDrawing), to = new DOMPoint(box.right, box.bottom).matrixTransform(toDrawing);
  const [width, height] = [to.x - from.x, to.y - from.y], scale = size / Math.max(width, height), { x, y, width: w, height: h } = drawing.viewBox.baseVal;
  const made = document.createElementNS(SVG, "svg"), shown = document.createElementNS(SVG, "use");
  if (!isBoard) drawing.id ||= `drawn-${(lenses += 1)}`;
  const set = (/** @type {Element} */ one, /** @type {Record<string, any>} */ values) => Object.entries(values).forEach(([name, value]) => one.setAttribute(name, String(value)));
  set(made, { viewBox: `${from.x} ${from.y} ${width} ${height}`, width: width * scale, height: height * scale, class: "lens", "aria-hidden": "true" });
  set(shown, isBoard ? { href: "#world" } : { href: `#${drawing.id}`, x, y, width: w, height: h });
  made.append(shown);
  return made;
}
let lenses = 0;

export function watchNames() {
  document.addEventListener("pointerover", tip);
  document.addEventListener("pointermove", (/** @type {any} */ event) => (rest = [event.clientX, event.clientY]), { passive: true });
  document.addEventListener("focusin", (/** @type {any} */ event) => event.target.matches?.(":focus-visible") && tip(event));
  document.addEventListener("pointerdown", (/** @type {any} */ event) => event.pointerType === "mouse" && tip({ target: document.body }));
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, tipEnds);
}
