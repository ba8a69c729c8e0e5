// @ts-check
// The analysis of a finished game: asked for by one click, shown while it is made, drawn on the curve and on the board.
import { drawMoves } from "./drawn.js";
import { showArea } from "./layout.js";
import { morph } from "./morph.js";
import { $, $$, ask, byId, filled, language, stage, texts } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds between two looks at an analysis that is being made. */
const PATIENCE = 1200;
let known = -1, waits, shown = 0;
const address = (rest = "") => `/replay/${stage.dataset.table}/analysis${rest}`;
const eyes = () => byId("eyes").value;

/** Where the replay stands, as a line on the curve. */
function paintCursor() {
  const curve = $(".curve");
  if (!curve) return;
  const [left, right] = [Number(curve.dataset.left), Number(curve.dataset.right)];
  const x = `${left + (shown / Math.max(1, Number(curve.dataset.length))) * (right - left)}`;
  const line = $(".cursor", curve) ?? curve.appendChild(document.createElementNS(SVG, "line"));
  for (const [name, value] of Object.entries({ class: "cursor", x1: x, x2: x, y1: "8", y2: "234" })) line.setAttribute(name, value);
}

/** What was compared at the position that is shown. */
export async function showChoice(number) {
  shown = number;
  paintCursor();
  drawMoves([]);
  if (known < 0) return;
  const found = await ask(address(`/at?n=${number}&language=${language}`));
  if (!found || number !== shown) return;
  byId("advice").innerHTML = found.html;
  drawMoves(found.drawn);
}

/** Ask how far it is, and again as long as it grows. */
async function look() {
  clearTimeout(waits);
  const found = await ask(address(`?seat=${eyes()}&known=${known}&language=${language}`));
  if (!found) return;
  const grows = found.stage === "wanted";
  byId("analysis-begin").hidden = grows || found.stage === "done";
  byId("analysis-going").hidden = !grows;
  byId("analysis-bar").max = Math.max(1, found.total);
  byId("analysis-bar").value = found.done;
  byId("analysis-far").textContent = filled(texts.analysed, { done: found.done, total: found.total });
  if (found.html) {
    const first = known < 0;
    known = found.done;
    const panel = new DOMParser().parseFromString(found.html, "text/html").getElementById("analysis-panel");
    morph(byId("analysis-panel"), panel);
    paintCursor();
    if (first || !grows) showChoice(shown);
  }
  if (grows) waits = setTimeout(look, PATIENCE);
}

export function startAnalysis(goTo, at) {
  if (!byId("analysis")) return;
  shown = at;
  const begin = async () => (await ask(address(), {})) && look();
  document.addEventListener("click", (/** @type {any} */ event) => {
    if (event.target.closest("#analysis-begin")) begin();
    if (event.target.closest("#analysis-cancel")) ask(address("/cancel"), {}).then(look);
    const go = event.target.closest("#analysis-panel [data-go]"), curve = event.target.closest(".curve");
    if (go) goTo(Number(go.dataset.go));
    else if (curve) {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(curve.getScreenCTM().inverse());
      const [left, right, length] = ["left", "right", "length"].map((name) => Number(curve.dataset[name]));
      goTo(Math.round(((point.x - left) / (right - left)) * length));
    }
  });
  byId("eyes").addEventListener("change", () => {
    known = Math.min(known, 0);
    if (known === 0) look();
  });
  if (location.hash === "#analyse") {
    showArea("tools");
    begin();
  } else if (byId("analysis").dataset.stage) look();
}

/** The next key moment after a position, or the last one before it. */
export function keyMoment(at, back) {
  const moments = $$("#analysis-panel .moments [data-go]").map((one) => Number(one.dataset.go));
  return back ? moments.findLast((one) => one < at) : moments.find((one) => one > at);
}
