// @ts-check
// Moves drawn on the board: what was best, what was played.
import { $, byId, middle } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";

/** The best move and another one, each with its sites: an arrow along the way, a ring where there is only one place.
 *  @param {[string, string[]][]} drawn */
export function drawMoves(drawn) {
  byId("drawn")?.remove();
  const world = byId("world");
  if (!world || !drawn.length) return;
  const layer = document.createElementNS(SVG, "g"), inverse = world.getScreenCTM().inverse();
  layer.id = "drawn";
  const place = (site) => {
    const found = $(`#sites [data-site="${CSS.escape(site)}"]`);
    if (!found) return null;
    const [x, y] = middle(found), point = new DOMPoint(x, y).matrixTransform(inverse);
    const box = found.getBBox();
    return { x: point.x, y: point.y, size: Math.max(12, Math.min(box.width, box.height) / 2) };
  };
  const put = (name, values) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(values)) made.setAttribute(key, `${value}`);
    layer.append(made);
  };
  for (const [kind, sites] of drawn) {
    const places = sites.map(place).filter(Boolean);
    const [from, to] = [places[0], places[places.length - 1]];
    if (!from || !to) continue;
    const apart = Math.hypot(to.x - from.x, to.y - from.y);
    if (apart < 2) put("circle", { class: kind, cx: to.x, cy: to.y, r: to.size + (kind === "best" ? 5 : 1) });
    else {
      const [dx, dy] = [(to.x - from.x) / apart, (to.y - from.y) / apart], tip = 16;
      const [bx, by] = [to.x - tip * dx, to.y - tip * dy];
      put("path", { class: kind, d: `M${from.x} ${from.y}L${bx} ${by}` });
      put("path", { class: `${kind} tip`, d: `M${to.x} ${to.y}L${bx - 8 * dy} ${by + 8 * dx}L${bx + 8 * dy} ${by - 8 * dx}Z` });
    }
  }
  world.append(layer);
}
