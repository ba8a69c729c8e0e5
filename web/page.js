// @ts-check
// What every page and every other module needs: finding elements, asking the server, telling a sentence.

/** An element that the page's template has, whatever kind it is; its own page knows. @returns {any} */
export const $ = (/** @type {string} */ selector, /** @type {ParentNode} */ root = document) => root.querySelector(selector);
/** @returns {any[]} */
export const $$ = (/** @type {string} */ selector, /** @type {ParentNode} */ root = document) => [...root.querySelectorAll(selector)];
/** @returns {any} */
export const byId = (/** @type {string} */ id) => document.getElementById(id);
/** @returns {any} */
export const readJson = (id) => JSON.parse(byId(id)?.textContent ?? "null");
export const stage = $("[data-table]");
export const texts = readJson("texts") ?? {};
export const language = document.documentElement.lang;
export const still = matchMedia("(prefers-reduced-motion: reduce)");
export const withKeys = matchMedia("(hover: hover)");
export const narrow = matchMedia("(max-width: 760px)");
/** A phone held sideways. */
export const low = matchMedia("(max-height: 480px) and (min-width: 761px)");

/** What the server answers; null when it refuses, undefined when it cannot be reached. What has a key happens once.
 *  @param {string} path @param {any} [body] @param {{ complain?: (sentence: string) => void, key?: string, signal?: AbortSignal }} [how] @returns {Promise<any>} */
export async function ask(path, body, { complain = toast, key, signal } = {}) {
  const isForm = body instanceof URLSearchParams;
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { ...(!isForm && { "content-type": "application/json" }), ...(key && { "idempotency-key": key }) },
    body: isForm ? body : JSON.stringify(body),
  };
  try {
    const answer = await fetch(path, { ...options, signal, headers: { ...options.headers, accept: "application/json" } });
    const data = await answer.json();
    if (!answer.ok) complain(data.detail ?? texts.failed);
    return answer.ok ? data : null;
  } catch {
    if (!signal?.aborted) complain(texts.failed);
    return undefined;
  }
}
export const filled = (sentence, values) => sentence.replace(/{(\w+)}/g, (_, name) => values[name]);

let toastEnds;
/** Says a sentence for a while; `guide` is where the guide states the rule it is about. @param {string} sentence @param {string | null} [guide] */
export function toast(sentence, guide = null) {
  const place = byId("toast");
  if (!place || !sentence) return;
  place.textContent = sentence;
  if (guide) place.append(" ", Object.assign(document.createElement("a"), { href: guide, target: "_blank", textContent: texts.rule }));
  clearTimeout(toastEnds);
  toastEnds = setTimeout(hush, 4000 + 40 * sentence.length);
}
/** What was said is read: whoever goes on has nothing lie on what they want to see. */
export const hush = () => (byId("toast").textContent = "");

/** Copies a text, also where the browser keeps its clipboard for https only, as with a table in the home network. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
    ($("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast(texts.copied);
}

/** Asks before something that cannot be taken back; `deed` is what its button is called. @param {string} question @param {string} deed */
export function sure(question, deed) {
  const dialog = document.createElement("dialog"), row = document.createElement("form");
  Object.assign(row, { method: "dialog", className: "row" });
  const [does, cancels] = [button(deed, () => dialog.close("yes"), "main"), button(texts.cancel, () => dialog.close(""))];
  row.append(does, cancels);
  dialog.className = "sure";
  dialog.append(Object.assign(document.createElement("p"), { textContent: question }), row);
  document.body.append(dialog);
  dialog.showModal();
  cancels.focus(); // whoever presses Enter at once has changed nothing
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    dialog.remove();
    resolve(dialog.returnValue === "yes");
  }));
}

/** The middle of an element on the screen. @returns {[number, number]} */
export const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** A symbol of the game's drawing. @param {string} symbol */
export function icon(symbol) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  for (const [name, value] of Object.entries({ href: `#${symbol}`, width: "20", height: "20" })) use.setAttribute(name, value);
  svg.append(use);
  return svg;
}

export function button(text, act, kind = "") {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", textContent: text, className: kind, onclick: act });
  return made;
}
