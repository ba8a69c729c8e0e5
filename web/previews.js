// @ts-check
// Before one moves: what a target costs and brings, beside its name, on its button, and its cost as a badge on the board.
import { paintStep } from "./bar.js";
import { tincture } from "./effects.js";
import { api, clickable } from "./moves.js";
import { TEXT, through as leading, verbOf } from "./paths.js";
import { $, $$, ask, byId, stage } from "./page.js";
import { page } from "./state.js";

const WORDS = 0, COSTS = 1, PIECES = 2, ICON = 0, AMOUNT = 1, PLACE = 1;
const SVG = "http://www.w3.org/2000/svg";
const BADGE = 14;
/** Where a badge lies on its site, as shares of width and height: at the lower edge, or on a wide site at its lower right side, so that a
 * tile's letters and numbers, which stand in the middle, can be read. */
const BELOW = [0.5, 1], BESIDE = [0.86, 0.84], ROOM_BESIDE = 2.2;
/** The previews of the position that has this number. */
let known = { seq: -1, previews: {} }, asked = -1;

/** Asks for what the legal moves bring, once for each decision; a page that is late asks for the next. */
async function learn() {
  const { seq, turn, moves } = page.state;
  if (!turn || !moves.length || asked === seq || stage.dataset.mode !== "table") return;
  asked = seq;
  const found = await ask(api("previews"), undefined, { complain: () => {} });
  if (!found || page.state.seq !== found.seq) return;
  known = found;
  paintStep();
  paintPreviews();
}

/** What a move costs and brings, when that is known. @param {import("./wire.js").Move} move */
export const previewOf = (move) => (known.seq === page.state.seq ? known.previews[move[TEXT]] : undefined);
/** What all of some moves bring alike; nothing where they differ. */
function shared(moves, part) {
  const found = moves.map((move) => previewOf(move)?.[part] ?? "");
  return found.every((one) => JSON.stringify(one) === JSON.stringify(found[0])) ? found[0] : "";
}

/** Whether the action bar tells the same cost of a move. */
const isPriced = (move, costs) => {
  const sorted = (price) => JSON.stringify(price.map((one) => one.slice(0, 2)).sort());
  return page.state.kinds.some((kind) => kind.verbs.includes(verbOf(move)) && sorted(kind.cost) === sorted(costs));
};

export function paintPreviews() {
  for (const old of $$(".cost-badge")) old.remove();
  const next = leading(clickable());
  for (const site of $$("[data-site]")) {
    const through = next.get(site.dataset.site), words = through ? shared(through, WORDS) : "";
    site.toggleAttribute("data-preview", !!words);
    if (words) site.dataset.preview = words;
    const described = [site.dataset.does, words].filter(Boolean).join(". ");
    if (described) site.setAttribute("aria-description", described);
    else site.removeAttribute("aria-description");
    const costs = through ? shared(through, COSTS) : "";
    const lies = site.ownerSVGElement && !site.closest("[data-area=hand]"); // a card that pays tells itself what it is
    if (through && costs && lies && !through.every((move) => isPriced(move, costs))) badge(site, costs);
  }
  for (const button of $$("#choice [data-move]:not([data-confirm]), #menu [data-move], #allmoves [data-move]")) {
    const words = known.seq === page.state.seq ? known.previews[button.dataset.move]?.[WORDS] : "";
    button.querySelector(".preview")?.remove();
    button.title = words ?? "";
    if (words) button.append(Object.assign(document.createElement("small"), { className: "preview", textContent: words }));
  }
  showGhosts("waits", page.pending ? [page.pending] : []);
  learn();
}

/** The piece that a click on the board would put there, seen through; it goes when the pointer does. */
function showGhost(event) {
  const site = event.pointerType === "mouse" && event.target.closest?.("#sites [data-live]");
  showGhosts("hovers", site ? (leading(clickable()).get(site.dataset.site) ?? []) : [], site?.dataset?.site);
}
/** The pieces that all of some moves would put on the board, seen through: those of a move that waits for a yes stay until it is decided.
 *  @param {string} why @param {import("./wire.js").Move[]} moves @param {string} [only] */
function showGhosts(why, moves, only) {
  for (const old of $$(`.ghost.${why}`)) old.remove();
  for (const piece of (moves.length && shared(moves, PIECES)) || []) {
    const site = $(`#sites [data-site="${CSS.escape(piece[PLACE] ?? "")}"]`);
    if (!site || !byId(piece[ICON]) || (only && only !== piece[PLACE])) continue;
    const made = ghost(site, piece[ICON]);
    made.classList.add(why);
    byId("pieces").append(made);
  }
}
/** @param {SVGGraphicsElement} site @param {string} icon */
function ghost(site, icon) {
  const colour = tincture(page.state.seat) ?? "", isLine = site instanceof SVGLineElement, box = site.getBBox();
  const made = isLine ? /** @type {SVGElement} */ (site.cloneNode()) : document.createElementNS(SVG, "use");
  if (isLine) for (const name of made.getAttributeNames()) if (!/^[xy][12]$/.test(name)) made.removeAttribute(name);
  const size = Math.max(22, Math.min(box.width, box.height) * 0.8), [x, y] = [box.x + (box.width - size) / 2, box.y + (box.height - size) / 2];
  const values = isLine ? { stroke: colour, "stroke-width": 8, "stroke-linecap": "round" } : { href: `#${icon}`, x, y, width: size, height: size, fill: colour };
  for (const [name, value] of Object.entries({ ...values, class: "ghost", "aria-hidden": "true" })) made.setAttribute(name, String(value));
  return made;
}
export function watchGhosts() {
  document.addEventListener("pointerover", showGhost);
}

/** A small plate at a site with the symbols and amounts that it costs; it lies in the picture, so it pans and zooms with it. */
function badge(site, costs) {
  const layer = site.closest("#world") ?? site.ownerSVGElement, box = site.getBBox();
  const toLayer = layer.getScreenCTM()?.inverse().multiply(site.getScreenCTM());
  if (!toLayer || !box.width) return;
  const unit = 1 / (byId("board")?.getScreenCTM()?.a || 1), size = layer.id === "world" ? BADGE * Math.max(unit, 0.7) : BADGE;
  const isWide = box.width * toLayer.a > size * 1.75 * costs.length * ROOM_BESIDE;
  const [across, down] = isWide ? BESIDE : BELOW;
  const middle = new DOMPoint(box.x + box.width * across, box.y + box.height * down).matrixTransform(toLayer);
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", "cost-badge");
  made.setAttribute("aria-hidden", "true");
  const part = (name, values, text = "") => {
    const one = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(values)) one.setAttribute(key, value);
    one.textContent = text;
    made.append(one);
  };
  const cell = size * 1.75, width = cell * costs.length, left = middle.x - width / 2, top = middle.y - size * 0.6;
  part("rect", { x: left, y: top, width, height: size * 1.2, rx: size * 0.3 });
  costs.forEach((cost, k) => {
    part("text", { x: left + cell * k + size * 0.42, y: middle.y, "font-size": size * 0.85 }, `${cost[AMOUNT]}`);
    const icon = { x: left + cell * k + size * 0.75, y: middle.y - size / 2, width: size * 0.95, height: size };
    if (cost[ICON]) part("use", { href: `#${cost[ICON]}`, fill: tincture(page.state.seat), ...icon });
  });
  made.setAttribute("transform", `translate(0 ${-size * 0.5})`); // where it hides least
  layer.append(made);
}
