// @ts-check
// A table beside a real one: what dice and cards have brought is entered, a word at a time where much can have happened.
import { api, paint, send } from "./moves.js";
import { LABEL, TEXT } from "./paths.js";
import { ask, button, texts } from "./page.js";
import { page } from "./state.js";

/** @import { Move } from "./wire.js" */

/** So many outcomes stand side by side with all their words. */
const FEW = 8;
/** The words chosen so far, and how many moves the game had then. @type {{ at: number, words: string[] }} */
let begun = { at: -1, words: [] };
/** @param {Move} move */
const wordsOf = (move) => move[TEXT].split(" ");

/** The buttons with which one enters what happened. @param {Move[]} moves @returns {HTMLElement[]} */
export function outcomes(moves) {
  if (begun.at !== page.state.length) begun = { at: page.state.length, words: [] };
  const fitting = moves.filter((move) => begun.words.every((word, k) => wordsOf(move)[k] === word));
  const made = fitting.length <= FEW && !begun.words.length ? fitting.map((move) => outcome(move, move[LABEL])) : narrowed(fitting);
  const draw = button(texts.by_hand_draw, () => ask(api("draw"), { seq: page.state.seq }), "quiet");
  if (!begun.words.length) return [draw, ...made];
  const entered = Object.assign(document.createElement("b"), { textContent: begun.words.slice(1).join(" ") });
  return [button(texts.back, () => choose([]), "quiet"), entered, ...made];
}

/** A button for each next word that tells outcomes apart. @param {Move[]} fitting */
function narrowed(fitting) {
  let place = begun.words.length;
  while (new Set(fitting.map((move) => wordsOf(move)[place])).size === 1 && fitting.length > 1) place += 1;
  /** @type {Map<string, Move[]>} */
  const groups = new Map();
  for (const move of fitting) {
    const word = wordsOf(move)[place] ?? "";
    groups.set(word, [...(groups.get(word) ?? []), move]);
  }
  return [...groups].map(([word, moves]) =>
    moves.length === 1 ? outcome(moves[0], /^\d*$/.test(word) ? word || moves[0][LABEL] : moves[0][LABEL]) : button(word, () => choose(wordsOf(moves[0]).slice(0, place + 1))),
  );
}

/** @param {Move} move @param {string} text */
function outcome(move, text) {
  const made = button(text, () => send(move));
  made.dataset.move = move[TEXT];
  made.title = move[LABEL];
  return made;
}

/** @param {string[]} words */
function choose(words) {
  begun.words = words;
  paint();
}
