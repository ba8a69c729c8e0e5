// What clicks on places leave of the moves there are.
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import "./empty_page.mjs";

const { page } = await import("../../web/state.js");
const { complete, open, through, verbOf } = await import("../../web/paths.js");

const KNIGHT = ["move 20 21", ["h20", "h21"], "Move a knight"];
const OTHER = ["move 20 30", ["h20", "h30"], "Move a knight"];
const CITY = ["build 20", ["h20"], "Build a city"];
const PASS = ["pass", [], "End the turn"];
const SWAP = ["swap a b", ["a", "b"], "Swap"];
const texts = (moves) => moves.map(([text]) => text);

beforeEach(() => Object.assign(page, { path: [], kind: null, state: { moves: [KNIGHT, OTHER, CITY, PASS, SWAP], either_way: ["swap"] } }));

test("a move's kind is its first word", () => assert.equal(verbOf(KNIGHT), "move"));

test("before anything is clicked every move is open, by its first place", () => {
  assert.equal(open().length, 5);
  assert.deepEqual(texts(through(open()).get("h20")), ["move 20 21", "move 20 30", "build 20"]);
  assert.deepEqual(texts(complete(open())), ["pass"]);
});

test("a click leaves the moves that begin there, and shows where they go on", () => {
  page.path = ["h20"];
  assert.deepEqual(texts(open()), ["move 20 21", "move 20 30", "build 20"]);
  assert.deepEqual([...through(open()).keys()], ["h21", "h30"]);
  assert.deepEqual(texts(complete(open())), ["build 20"], "nothing is left to be clicked for it");
});

test("a path that nothing takes leaves nothing", () => {
  assert.deepEqual(texts(open(["h20", "h21"])), ["move 20 21"]);
  assert.deepEqual(texts(open(["h21"])), [], "a knight is moved from where it stands");
  assert.deepEqual(texts(open(["h20", "elsewhere"])), []);
});

test("where both ends are worth the same, either may be clicked first", () => {
  page.path = ["b"];
  assert.deepEqual(texts(open()), ["swap a b"]);
  assert.deepEqual([...through(open()).keys()], ["a"]);
});

test("a chosen kind of action leaves out the others", () => {
  page.kind = ["build"];
  assert.deepEqual(texts(open()), ["build 20"]);
  assert.deepEqual(texts(open(["h20", "h21"])), [], "no knight is moved while building");
});
