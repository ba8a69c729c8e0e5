// @ts-check
// A finished game is celebrated once: confetti in the winners' colours falls over the page of its result.
import { $$, stage, still } from "./page.js";

const PIECES = 70, FALL = 3200;

export function celebrate() {
  const key = `celebrated-${stage.dataset.table}`, colours = $$(".crowned use").map((one) => one.getAttribute("fill")).filter((fill) => fill?.startsWith("#"));
  if (still.matches || !colours.length || localStorage.getItem(key)) return;
  localStorage.setItem(key, "yes");
  const tints = [...colours, "var(--gold)", "var(--sheet)"];
  for (let k = 0; k < PIECES; k += 1) {
    const made = document.createElement("i"), drift = (Math.random() - 0.5) * 240, turns = (Math.random() - 0.5) * 1440;
    made.className = "confetto";
    made.setAttribute("aria-hidden", "true");
    Object.assign(made.style, { left: `${Math.random() * 100}vw`, background: tints[k % tints.length] });
    document.body.append(made);
    const fall = [{ transform: "none" }, { transform: `translate(${drift}px, 105vh) rotate(${turns}deg)`, opacity: 0.6 }];
    const timing = { duration: FALL * (0.7 + Math.random() * 0.6), delay: Math.random() * 900, easing: "cubic-bezier(.3, .1, .7, 1)" };
    const gone = () => made.remove(); // also when the page is left meanwhile
    made.animate(fall, timing).finished.then(gone, gone);
  }
}
