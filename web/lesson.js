// @ts-check
// A lesson: a table without a server's table behind it. The page keeps how far one is; every try is asked about.
import { receive } from "./connection.js";
import { mark } from "./log.js";
import { paint } from "./moves.js";
import { $$, ask, byId, filled, language, readJson, texts } from "./page.js";
import { say, startBoard } from "./taught.js";

/** How far one is: the step, what solved those before, what was begun in this one. @type {{ step: number, done: string[][], begun: string[] }} */
let place = { step: 1, done: [], begun: [] };
let step = /** @type {any} */ (null), isSolved = false;

const name = () => byId("lesson").dataset;
/** An address of the lesson, with how far one is. @param {string} rest */
const address = (rest) => {
  const at = encodeURIComponent(JSON.stringify(place));
  return `/learn/${name().game}/${name().lesson}/${rest}${rest.includes("?") ? "&" : "?"}language=${language}&at=${at}`;
};

function show() {
  byId("lesson-text").textContent = step.text;
  byId("lesson-at").textContent = filled(texts.lesson_at, step);
  byId("lesson-progress").value = step.number;
  byId("lesson-back").disabled = step.number === 1;
  byId("lesson-show").hidden = !step.asks || isSolved || !step.shows.length;
  const isOver = step.last && (isSolved || !step.asks);
  byId("lesson-next").hidden = isOver || (step.asks && !isSolved);
  byId("lesson-end").hidden = !isOver;
  if (byId("lesson-play")) byId("lesson-play").hidden = !step.plays;
  if (isOver) localStorage.setItem(`lesson ${name().game} ${name().lesson}`, "done");
  mark(isSolved ? [] : step.mark);
  history.replaceState(null, "", `?at=${encodeURIComponent(JSON.stringify(place))}`);
}

/** Goes to a step. @param {number} number */
async function goTo(number) {
  const before = place;
  place = { step: number, done: place.done, begun: [] };
  const found = await ask(address("parts"));
  if (!found) return void (place = before);
  step = found.step;
  isSolved = false;
  say("");
  receive({ ...found, now: Date.now() / 1000 });
  show();
  byId("lesson-text").focus({ preventScroll: true });
}

/** The answer to a try. @param {any} answer */
function taught(answer) {
  if (answer.solved) {
    [place.done, place.begun, isSolved] = [answer.done, [], true];
  } else if (answer.begun) place.begun = answer.begun;
  say(answer.said, answer.solved || answer.begun ? "" : "wrong");
  if (answer.parts) receive({ ...answer, now: Date.now() / 1000 });
  else paint();
  show();
  if (answer.solved) byId("lesson-next").focus({ preventScroll: true });
}

export function startLesson() {
  [place, step] = [readJson("place"), readJson("step")];
  byId("lesson-next").addEventListener("click", () => goTo(step.number + 1));
  byId("lesson-back").addEventListener("click", () => goTo(step.number - 1));
  byId("lesson-show").addEventListener("click", () => mark(step.shows));
  startBoard(address, taught);
  show();
}

/** The list of lessons shows which ones are done. */
export function markDone() {
  for (const list of $$(".lesson-list"))
    for (const link of $$("[data-lesson]", list))
      if (localStorage.getItem(`lesson ${list.dataset.game} ${link.dataset.lesson}`)) {
        link.dataset.done = "";
        link.title = texts.lesson_done ?? "";
      }
}
