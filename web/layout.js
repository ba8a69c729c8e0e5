// @ts-check
// A small screen shows one area at a time: the one that the decision is about, or the one that was chosen.
import { clickable } from "./moves.js";
import { SITES, TEXT, through, verbOf } from "./paths.js";
import { $, $$, low, narrow } from "./page.js";
import { page } from "./state.js";

/** So much of what stands above is left in sight. */
const EDGE = 6;
/** The area and the decision it was shown for. */
let shown = "board", followed = "", point = "";

/** @param {string} area */
export function showArea(area) {
  shown = area;
  for (const section of $$(".area")) section.toggleAttribute("data-shown", section.dataset.area === area);
  for (const tab of $$("#tabs [data-tab]")) tab.setAttribute("aria-selected", String(tab.dataset.tab === area));
}

/** Whether the action bar has a button for all that can be done, so that nobody has to look for it: a kind of action with
 *  one move is one. */
const isOnTheBar = () => clickable().every((move, _, moves) => $(`#choice [data-move="${CSS.escape(move[TEXT])}"]`) ||
  page.state.kinds.some((kind) => kind.verbs.includes(verbOf(move)) && moves.filter((one) => kind.verbs.includes(verbOf(one))).length === 1));

/** Once for each decision the pane shows what it is about; whoever looks elsewhere meanwhile is left alone. */
export function followDecision() {
  if (!narrow.matches && !low.matches) return;
  const next = through(clickable()); // an offer can be begun from the bar: its goods draw nobody away from the board
  const live = $$(".area [data-live]").filter((site) => next.has(site.dataset.site)).map((site) => site.closest(".area").dataset.area ?? "");
  const decision = `${page.state.seq} ${page.path.join()} ${page.kind?.join() ?? ""} ${page.pending?.[TEXT] ?? ""}`;
  if (!page.state.turn || decision === followed) return;
  followed = decision;
  if (page.pending) return showWhere(page.pending);
  const always = ["seats", "hand"], isAnother = point !== page.state.point;
  point = page.state.point;
  if (live.includes(shown) && !isAnother) return;
  const elsewhere = isOnTheBar() ? undefined : live.includes(shown) ? shown : live.find((area) => !always.includes(area));
  const wanted = live.includes(page.state.about) ? page.state.about : elsewhere ?? page.state.about;
  if (wanted) showArea(wanted);
  if (low.matches && wanted) scrollTo(wanted);
}

/** What a decision is about comes up where a column is longer than the window is high. @param {string} area */
function scrollTo(area) {
  for (const column of $$(".side")) {
    const section = $(`.area[data-area="${area}"]`, column);
    column.scrollTop = section ? section.offsetTop - column.offsetTop - EDGE : 0;
  }
}

/** Where a move that waits for a yes would be made, so that it is seen there. @param {import("./wire.js").Move} move */
function showWhere(move) {
  const site = $(`.area:not([data-area=seats], [data-area=hand]) [data-site="${CSS.escape(move[SITES].at(-1) ?? "")}"]`);
  if (site) showArea(site.closest(".area").dataset.area);
}

/** What fits can change without a move: letters arrive, a window is made smaller. */
const sizes = new ResizeObserver(() => markTabs());

/** A tab whose area has something to click says so; keys scroll what does not fit. */
export function markTabs() {
  for (const area of $$(".area[aria-label]")) {
    for (const one of [area, ...area.children]) sizes.observe(one);
    if (area.scrollHeight > area.clientHeight && getComputedStyle(area).overflowY === "auto") area.tabIndex = 0;
    else area.removeAttribute("tabindex");
  }
  for (const tab of $$("#tabs [data-tab]")) {
    const area = $(`.area[data-area="${tab.dataset.tab}"]`);
    tab.toggleAttribute("data-waits", !!$("[data-live]", area));
    tab.hidden = !!$(".panels:empty", area);
  }
}

export function watchTabs() {
  document.addEventListener("click", (event) => {
    const tab = /** @type {Element} */ (event.target).closest("[data-tab]");
    if (!tab) return;
    showArea(/** @type {HTMLElement} */ (tab).dataset.tab ?? "board");
    markTabs();
  });
  low.addEventListener("change", () => (followed = ""));
  showArea(page.state?.about && page.state.turn ? page.state.about : "board");
}
