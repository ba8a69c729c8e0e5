// The number that a place is called by.
import assert from "node:assert/strict";
import test from "node:test";
import "./empty_page.mjs";

const { numberOf } = await import("../../web/numbers.js");

test("a place has the number that texts of moves name it by", () => {
  assert.equal(numberOf("v12", "Intersection: forest 5, sea"), "12");
  assert.equal(numberOf("h5", "Forest 5"), "5");
  assert.equal(numberOf("d7", "d7: empty"), "d7");
});

test("a place with a name of its own has no number, whatever else is counted there", () => {
  assert.equal(numberOf("hamburg", "Hamburg: 2 offices"), "");
  assert.equal(numberOf("hamburg-lubeck-2", "Space 2 of Hamburg–Lübeck"), "");
});
