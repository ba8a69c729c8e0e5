// The number that a place is called by.
import assert from "node:assert/strict";
import test from "node:test";
import "./empty_page.mjs";

const { numberOf } = await import("../../web/numbers.js");

test("a place is called by the number in its name", () => {
  assert.equal(numberOf("v12", "Intersection 12: forest 5, sea"), "12");
  assert.equal(numberOf("f7", "Field d7: empty"), "d7");
});

test("a place with a name of its own has no number, whatever else is counted there", () => {
  assert.equal(numberOf("hamburg", "Hamburg: 2 offices"), "");
  assert.equal(numberOf("e3", "Path: between 3 and 4"), "");
});
