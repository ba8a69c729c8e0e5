// Others' moves come one after the other, at the chosen pace, and all at once for who does something.
import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";
import "./empty_page.mjs";

const { page } = await import("../../web/state.js");
const { arrive, flush, forget, newest, pending, watchPace } = await import("../../web/pace.js");

let shown = [];
watchPace((update) => shown.push(update.state.seq));
mock.timers.enable({ apis: ["setTimeout"] });

/** News of one move, told in a line. */
const news = (seq, by, more = {}) => ({ state: { seq, seat: 0, happened: [{ number: seq, by, lines: ["…"], goes_on: false, ...more }] } });

beforeEach(() => {
  forget();
  shown = [];
  page.state = { seq: 0 };
  page.shown = 0;
  localStorage.setItem("speed", "normal");
});

test("the first is shown at once, the next after a pause", () => {
  for (const seq of [1, 2, 3]) arrive(news(seq, 1));
  assert.deepEqual(shown, [1]);
  assert.equal(pending(), 2);
  assert.equal(newest(), 3);
  mock.timers.tick(1200);
  assert.deepEqual(shown, [1, 2]);
  mock.timers.tick(1200);
  assert.deepEqual(shown, [1, 2, 3]);
});

test("nobody waits after their own move, nor for a step on the way to one", () => {
  arrive(news(1, 0));
  arrive(news(2, 1, { goes_on: true }));
  arrive(news(3, 1));
  assert.deepEqual(shown, [1, 2, 3]);
});

test("who wants no pauses has none", () => {
  localStorage.setItem("speed", "instant");
  for (const seq of [1, 2, 3]) arrive(news(seq, 1));
  assert.deepEqual(shown, [1, 2, 3]);
});

test("whoever does something sees at once what waits", () => {
  for (const seq of [1, 2, 3]) arrive(news(seq, 1));
  assert.ok(flush());
  assert.deepEqual(shown, [1, 2, 3]);
  assert.ok(!flush());
});

test("however much waits, it is shown within some seconds", () => {
  for (let seq = 1; seq <= 40; seq += 1) arrive(news(seq, 1));
  for (let waited = 0; waited < 9000; waited += 50) mock.timers.tick(50);
  assert.equal(shown.length, 40);
});
