// @ts-check
// Pan and zoom of the board by wheel, fingers and keys.
import { byId, middle } from "./page.js";

/** Whether a finger or the mouse has drawn the board along, or held a symbol to learn its name: no click then. */
export const gesture = { dragged: false, held: false };

const NEAR = 2.2;
let scale = 1, panX = 0, panY = 0;
const pointers = new Map();
function placeWorld() {
  const [, , width, height] = byId("board").getAttribute("viewBox").split(" ").map(Number);
  const box = byId("board").viewBox.baseVal;
  const least = (start, size) => (start + size) * (1 - scale), most = (start) => start * (1 - scale);
  panX = Math.max(least(box.x, width), Math.min(most(box.x), panX));
  panY = Math.max(least(box.y, height), Math.min(most(box.y), panY));
  byId("world").setAttribute("transform", `translate(${panX.toFixed(1)} ${panY.toFixed(1)}) scale(${scale.toFixed(3)})`);
}
export function zoom(factor, x, y) {
  const screen = byId("board").getScreenCTM();
  const [u, v] = [(x - screen.e) / screen.a, (y - screen.f) / screen.d];
  const next = Math.max(1, Math.min(5, scale * factor));
  panX = u - ((u - panX) * next) / scale;
  panY = v - ((v - panY) * next) / scale;
  scale = next;
  placeWorld();
}
export const isZoomed = () => scale > 1;
export const unzoom = () => zoom(0, 0, 0);
/** A small screen shows the whole board first: a tap where nothing is to be clicked brings it near, another one back. */
export const zoomHere = (x, y) => (isZoomed() ? unzoom() : zoom(NEAR, x, y));

function movePointer(event) {
  const from = pointers.get(event.pointerId);
  if (!from) return;
  const to = [event.clientX, event.clientY];
  const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
  if (other) {
    const spread = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
    zoom(spread(to) / (spread(from) || 1), (to[0] + other[0]) / 2, (to[1] + other[1]) / 2);
    gesture.dragged = true;
  } else {
    if (!gesture.dragged && Math.hypot(to[0] - from[0], to[1] - from[1]) < 6) return;
    gesture.dragged = true;
    const unit = 1 / byId("board").getScreenCTM().a;
    panX += (to[0] - from[0]) * unit;
    panY += (to[1] - from[1]) * unit;
    placeWorld();
  }
  pointers.set(event.pointerId, to);
}
export function watchBoard() {
  const box = byId("boardbox");
  if (!box) return;
  box.addEventListener("wheel", (/** @type {any} */ event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 500), event.clientX, event.clientY);
  }, { passive: false });
  document.addEventListener("pointerdown", () => {
    if (!pointers.size) gesture.dragged = gesture.held = false; // a drag without a click after it, as fingers do, swallows no later click
  }, true);
  box.addEventListener("pointerdown", (/** @type {any} */ event) => {
    if (!event.target.closest("button")) pointers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  addEventListener("pointermove", movePointer);
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, (/** @type {any} */ event) => pointers.delete(event.pointerId));
  byId("zoomin").onclick = () => zoom(1.4, ...middle(box));
  byId("zoomout").onclick = () => zoom(1 / 1.4, ...middle(box));
}
