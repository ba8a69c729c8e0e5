// @ts-check
// Pages that list tables, the lobby and a tournament: their parts change while one looks.
import { showParts } from "./morph.js";
import { language } from "./page.js";

let attempts = 0;
/** Listens to the server for as long as the page is open. @param {string} path */
export function listen(path) {
  const connection = new WebSocket(`${location.origin.replace("http", "ws")}${path}?language=${language}`);
  connection.onopen = () => (attempts = 0);
  connection.onmessage = (event) => showParts(JSON.parse(event.data).parts);
  connection.onclose = () => {
    attempts += 1;
    setTimeout(() => listen(path), Math.min(60000, 1000 * 2 ** Math.min(attempts, 6)) * (0.5 + Math.random()));
  };
  addEventListener("pagehide", () => (connection.onclose = null), { once: true });
}
