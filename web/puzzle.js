// @ts-check
// A puzzle: one move is to be found. A wrong one is told what it gives away; the right one brings its line.
import { receive } from "./connection.js";
import { paint } from "./moves.js";
import { ask, byId, filled, language, texts } from "./page.js";
import { say, startBoard } from "./taught.js";

const which = () => byId("lesson").dataset;
/** An address of the puzzle. @param {string} rest */
const address = (rest) => `/puzzles/${which().game}/${which().puzzle}/${rest}${rest.includes("?") ? "&" : "?"}language=${language}`;

/** The answer to a try, or the solution. @param {any} answer */
function taught(answer) {
  if (answer.standing) byId("puzzle-standing").textContent = filled(texts.puzzle_standing, answer.standing);
  const isOver = answer.solved || answer.shown;
  say(answer.solved ? `${texts.puzzle_solved} ${answer.said}` : answer.said, isOver ? "" : "wrong");
  if (!isOver) return paint();
  byId("puzzle-line").replaceChildren(...answer.line.map((/** @type {string} */ sentence) => Object.assign(document.createElement("li"), { textContent: sentence })));
  byId("puzzle-line").hidden = false;
  byId("puzzle-give-up").hidden = true;
  byId("puzzle-retry").hidden = false;
  byId("puzzle-next").classList.add("main");
  receive({ ...answer, now: Date.now() / 1000 });
  byId("puzzle-next").focus({ preventScroll: true });
}

export function startPuzzle() {
  byId("puzzle-give-up").addEventListener("click", async () => {
    const found = await ask(address("solution"), {});
    if (found) taught(found);
  });
  byId("puzzle-retry").addEventListener("click", () => location.reload());
  startBoard(address, taught);
}
