// @ts-check
// A lesson: a table without a server's table behind it. The page keeps how far one is; every try is asked about.
import { receive } from "./connection.js";
import { mark } from "./log.js";
import { paint } from "./moves.js";
import { $, $$, ask, byId, filled, language, readJson, texts } from "./page.js";
import { say, startBoard } from "./taught.js";

/** How far one is: the step, what solved those before, what was begun in this one. @type {{ step: number, done: string[][], begun: string[] }} */
let place = { step: 1, done: [], begun: [] };
let step = /** @type {any} */ (null), isSolved = false;

const name = () => byId("lesson").dataset;
/** Where this browser keeps that a lesson is done, and how far one was. @param {string | undefined} game @param {string | undefined} lesson */
const key = (game, lesson) => `lesson ${game} ${lesson}`, placeKey = (game, lesson) => `lesson at ${game} ${lesson}`;
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
  if (isOver) localStorage.setItem(key(name().game, name().lesson), "done");
  if (isOver) localStorage.removeItem(placeKey(name().game, name().lesson));
  else if (step.number > 1) localStorage.setItem(placeKey(name().game, name().lesson), JSON.stringify(place));
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

/** The list of lessons shows which ones are done, and where one can go on. */
export function markDone() {
  for (const list of $$(".lesson-list")) {
    const links = $$("[data-lesson]", list);
    for (const link of links) {
      const { lesson, steps } = link.dataset, verb = /** @type {HTMLElement} */ ($(".verb", link));
      const begun = JSON.parse(localStorage.getItem(placeKey(list.dataset.game, lesson)) ?? "null");
      if (localStorage.getItem(key(list.dataset.game, lesson))) {
        link.dataset.done = "";
        verb.textContent = texts.lesson_again;
        verb.before(Object.assign(document.createElement("span"), { className: "unseen", textContent: texts.lesson_done }));
      }
      if (begun && begun.step <= Number(steps)) {
        /** @type {HTMLAnchorElement} */ (link).search = `?at=${encodeURIComponent(JSON.stringify(begun))}`;
        verb.textContent = filled(texts.lesson_go_on, { number: begun.step, count: steps });
      }
    }
    const done = links.filter((link) => link.dataset.done !== undefined), count = links.length;
    const next = links.find((link) => link.dataset.done === undefined);
    if (next) next.dataset.next = "";
    if (!done.length) continue;
    const told = /** @type {HTMLElement} */ ($(".lessons-done"));
    /** @type {HTMLProgressElement} */ ($("progress", told)).value = done.length;
    byId("lessons-done").textContent = filled(texts.lessons_done, { done: done.length, count });
    told.hidden = false;
  }
}
