// @ts-check
// The numbers of the places on the board, shown on demand: texts of moves and some sentences name places by them.
import { $$, byId } from "./page.js";
import { settings } from "./settings.js";

const SVG = "http://www.w3.org/2000/svg";
/** The height of a number in pixels of the screen, unless the board is enlarged. */
const SIZE = 12;

/** The number of a place: of a letter and a number the number, "v12" is 12, unless the place is called so, as d7 is;
 *  none where it has a name. @param {string} site @param {string} name */
export function numberOf(site, name) {
  const digits = /^[a-z](\d+)$/.exec(site)?.[1] ?? "";
  return new RegExp(`\\b${site}\\b`).test(name.split(":", 1)[0]) && digits ? site : digits;
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
