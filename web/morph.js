// @ts-check
// The parts that the server sends are morphed into the page; what moved glides to where it is now.
// @ts-ignore: fetched by the build
import { Idiomorph } from "./vendor/idiomorph.esm.js";
import { $, $$, byId, middle, still } from "./page.js";

const origin = (name) => byId(name) ?? $(`[data-site="${CSS.escape(name)}"]`);

/** Whatever moved runs from where it was; what is new comes from where its data-from points. Gives where they arrive. */
function glide(change) {
  const before = new Map($$("#board .piece[id], [data-from][id]").map((element) => [element.id, middle(element)]));
  change();
  const arrivals = [];
  if (still.matches) return arrivals;
  for (const element of $$("#board .piece[id], [data-from][id]")) {
    const source = element.dataset.from && origin(element.dataset.from);
    const from = before.get(element.id) ?? (source && middle(source));
    if (!from) continue;
    const to = middle(element);
    const scale = 1 / (element.parentNode.getScreenCTM?.()?.a || 1);
    const [dx, dy] = [(from[0] - to[0]) * scale, (from[1] - to[1]) * scale];
    if (Math.hypot(dx, dy) <= 1) continue;
    element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { duration: 250, easing: "ease-in-out" });
    arrivals.push(to);
  }
  return arrivals;
}

const SCRIPT_OWNED = new Set(["tabindex", "role", "aria-label", "data-live", "data-chosen", "data-news", "data-spot", "data-marked", "data-preview", "data-does", "aria-description"]);
/** What becomes something else loses what the script has put on it, and the focus. */
function leave(node, fresh) {
  if (!node.dataset?.site || node.dataset.site === fresh.dataset?.site) return;
  for (const name of SCRIPT_OWNED) node.removeAttribute(name);
  if (node === document.activeElement) node.blur();
}

const morphing = {
  morphStyle: "outerHTML",
  callbacks: {
    beforeNodeMorphed: leave,
    beforeAttributeUpdated: (name, node) =>
      !(name === "open" && node.localName === "details") && !(SCRIPT_OWNED.has(name) && node.dataset && "site" in node.dataset),
  },
};

export const morph = (element, fresh) => Idiomorph.morph(element, fresh, morphing);

/** Parts that are not morphed whole: the log keeps what was loaded of it. */
const merging = {};
export const mergeWith = (name, merge) => (merging[name] = merge);

/** The board's frame fits what is drawn in it: a board may grow and shrink in the course of a game. @param {number[] | null} box */
export function fitBoard(box) {
  if (box) byId("board")?.setAttribute("viewBox", box.join(" "));
}

/** Morphs parts in; gives where pieces glide to. */
export function showParts(parts) {
  const parser = new DOMParser();
  return glide(() => {
    for (const [name, html] of Object.entries(parts)) {
      const fresh = parser.parseFromString(html, "text/html").getElementById(name);
      if (byId(name) && fresh) (merging[name] ?? morph)(byId(name), fresh);
    }
  });
}
