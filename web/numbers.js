// @ts-check
// The numbers of the places on the board, shown on demand: texts of moves and some sentences name places by them.
import { $$, byId } from "./page.js";
import { settings } from "./settings.js";

const SVG = "http://www.w3.org/2000/svg";
/** The height of a number in pixels of the screen, unless the board is enlarged. */
const SIZE = 12;

/** The number of a place as its name says it: "Intersection 12: …" is 12, "Field d7: …" is d7; none where it has a name.
 *  @param {string} site @param {string} name */
export function numberOf(site, name) {
  const digits = /\d+$/.exec(site)?.[0];
  return digits ? (new RegExp(`\\b[a-z]?${digits}\\b`).exec(name.split(":", 1)[0])?.[0] ?? "") : "";
}

export function paintNumbers() {
  for (const old of $$(".place-number")) old.remove();
  const world = /** @type {SVGGElement | null} */ (/** @type {unknown} */ (byId("world")));
  if (!settings.numbers || !world) return;
  const size = SIZE * Math.max(1 / (byId("board")?.getScreenCTM()?.a || 1), 0.7);
  for (const site of $$("#sites [data-site]")) {
    const number = numberOf(site.dataset.site, site.dataset.name ?? "");
    if (!number) continue;
    const box = site.getBBox(), made = document.createElementNS(SVG, "text");
    made.setAttribute("class", "place-number");
    made.setAttribute("aria-hidden", "true"); // the place's own label says it
    made.setAttribute("x", `${box.x + box.width / 2}`);
    made.setAttribute("y", `${box.height > 3 * size ? box.y + size : box.y + box.height / 2}`); // a large place has a middle of its own
    made.setAttribute("font-size", `${size}`);
    made.textContent = number;
    world.append(made);
  }
}
