// @ts-check
// A new table that goes on from the position that the replay shows, or from a side line, against bots.
import { lineNow } from "./lines.js";
import { $, ask, byId, language, stage } from "./page.js";

/** @param {() => number} at  how many moves of the game the replay shows */
export function startPlayOn(at) {
  byId("play-on-form")?.addEventListener("submit", async (/** @type {any} */ event) => {
    event.preventDefault();
    const { after, moves, edits } = lineNow() ?? { after: at(), moves: [], edits: [] }, begins = $("#play-on-form button");
    begins.disabled = true; // one table is enough
    const wanted = { after, moves, edits, seat: Number(byId("play-on-seat").value), level: byId("play-on-level").value };
    const made = await ask(`/replay/${stage.dataset.table}/play?language=${language}`, wanted);
    begins.disabled = false;
    if (made) location.assign(`/table/${made.id}`);
  });
}
