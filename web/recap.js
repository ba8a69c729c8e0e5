// @ts-check
// What happened since one's last move, to be stepped through: each step marks its places and lets its things fly again.
import { placesOf, prepare, tincture } from "./effects.js";
import { $$, byId } from "./page.js";
import { page } from "./state.js";

let at = -1, first = 0;
const told = () => page.happened.filter((move) => page.state.seat !== null && move.by !== page.state.seat && move.lines.length);

export function paintRecap() {
  const place = byId("recap"), moves = told();
  if (!place) return;
  if (moves[0]?.number !== first) at = -1; // another turn
  first = moves[0]?.number;
  place.hidden = !moves.length;
  if (place.hidden) place.open = false;
  byId("recap-count").textContent = moves.length ? `(${moves.length})` : "";
  byId("recap-list").replaceChildren(
    ...moves.map((move, number) => {
      const item = document.createElement("li"), button = document.createElement("button");
      Object.assign(button, { type: "button", className: "plain", textContent: move.lines.join(" "), onclick: () => go(number) });
      if (number === at) button.setAttribute("aria-current", "step");
      const colour = tincture(move.by);
      if (colour) item.style.borderLeftColor = colour;
      item.append(button);
      return item;
    }),
  );
  byId("recap-at").textContent = `${at + 1} / ${moves.length}`;
}

/** Go to one of the moves. */
function go(number) {
  const moves = told();
  if (!moves.length) return;
  at = Math.max(0, Math.min(moves.length - 1, number));
  paintRecap();
  const places = placesOf(moves[at]);
  for (const site of $$("[data-site]")) site.toggleAttribute("data-spot", places.has(site.dataset.site));
  prepare([moves[at]])([]);
  byId("recap-list").children[at].scrollIntoView({ block: "nearest" });
}

export function watchRecap() {
  for (const button of $$("[data-recap]")) button.addEventListener("click", () => go(at + Number(button.dataset.recap)));
  byId("recap")?.addEventListener("toggle", () => {
    if (byId("recap").open) return;
    byId("fold-log").open = true; // the two take turns
    unspot();
  });
}
/** Nothing is pointed at any more. */
export const unspot = () => $$("[data-spot]").forEach((site) => site.removeAttribute("data-spot"));
