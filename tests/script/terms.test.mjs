// What an offer may hold, and the moves that it is made of.
import assert from "node:assert/strict";
import test from "node:test";
import { copied, empty, fitting, isWhole, lots, mayGive, mayWant, movesOf, spoken } from "../../web/terms.js";

/** A trade of three goods: two lumber and five wool in the hand, wool at 2:1, the others own four cards at most. */
const trade = (more = {}) => ({
  goods: [["lumber"], ["wool"], ["ore"]],
  words: { give: "give", want: "want", offer: "offer", bank: "bank" },
  bank: [19, 14, 1],
  means: { hand: [2, 5, 0], given: [2, 5, 0], wanted: [3, 3, 3], cards: 4, rates: [4, 2, 4], begun: empty(3), ...more },
});

test("nobody gives more than they hold, nor what they want", () => {
  assert.ok(mayGive({ given: [1, 0, 0], wanted: [0, 0, 1] }, 0, trade(), false));
  assert.ok(!mayGive({ given: [2, 0, 0], wanted: [0, 0, 1] }, 0, trade(), false));
  assert.ok(!mayGive({ given: [0, 0, 0], wanted: [1, 0, 0] }, 0, trade(), false));
});

test("nobody wants more than others can have, nor what they give", () => {
  assert.ok(mayWant({ given: [1, 0, 0], wanted: [0, 0, 2] }, 2, trade(), false));
  assert.ok(!mayWant({ given: [1, 0, 0], wanted: [0, 0, 3] }, 2, trade(), false));
  assert.ok(!mayWant({ given: [0, 0, 0], wanted: [0, 2, 2] }, 2, trade(), false), "no other holds five cards");
  assert.ok(!mayWant({ given: [0, 0, 1], wanted: [0, 0, 0] }, 2, trade(), false));
});

test("the bank takes whole lots and gives what its pile has", () => {
  assert.ok(mayGive({ given: [0, 2, 0], wanted: [0, 0, 0] }, 1, trade(), true));
  assert.ok(!mayGive({ given: [0, 4, 0], wanted: [0, 0, 0] }, 1, trade(), true), "one wool is left, two make a lot");
  assert.ok(!mayGive({ given: [0, 0, 0], wanted: [0, 0, 0] }, 0, trade(), true), "four lumber make a lot");
  assert.ok(mayWant({ given: [0, 4, 0], wanted: [0, 0, 0] }, 2, trade(), true));
  assert.ok(!mayWant({ given: [0, 4, 0], wanted: [0, 0, 1] }, 2, trade(), true));
  assert.equal(lots({ given: [4, 4, 0], wanted: [0, 0, 0] }, trade()), 3);
});

test("an offer is whole when both sides have something, with the bank when its rates say so", () => {
  assert.ok(!isWhole({ given: [1, 0, 0], wanted: [0, 0, 0] }, trade(), false));
  assert.ok(isWhole({ given: [1, 0, 0], wanted: [0, 0, 1] }, trade(), false));
  assert.ok(!isWhole({ given: [0, 4, 0], wanted: [0, 0, 1] }, trade(), true));
  assert.ok(isWhole({ given: [0, 4, 0], wanted: [1, 0, 1] }, trade(), true));
});

test("an offer becomes the moves of the rules and is read from them again", () => {
  const terms = { given: [0, 2, 0], wanted: [0, 0, 1] };
  const moves = movesOf(terms, trade(), false);
  assert.deepEqual(moves, ["give wool", "give wool", "want ore", "offer"]);
  assert.deepEqual(spoken(moves, trade()), terms);
});

test("what was begun already is not said twice", () => {
  const begun = { given: [0, 1, 0], wanted: [0, 0, 0] };
  const moves = movesOf({ given: [0, 2, 0], wanted: [0, 0, 1] }, trade({ begun }), false);
  assert.deepEqual(moves, ["give wool", "want ore", "offer"]);
});

test("with the bank each lot is a move", () => {
  const moves = movesOf({ given: [0, 4, 0], wanted: [1, 0, 1] }, trade(), true);
  assert.deepEqual(moves, ["bank wool lumber", "bank wool ore"]);
});

test("an earlier offer comes back as far as it can be paid", () => {
  const found = fitting({ given: [0, 9, 0], wanted: [0, 0, 2] }, trade());
  assert.deepEqual(found, { given: [0, 5, 0], wanted: [0, 0, 2] });
});

test("a copy is nobody else's", () => {
  const terms = empty(3), other = copied(terms);
  other.given[0] = 1;
  assert.equal(terms.given[0], 0);
});
