// @ts-check
// What this browser remembers about how somebody likes to play.

const touch = matchMedia("(pointer: coarse)").matches;
/** @param {string} name @param {boolean} otherwise */
const kept = (name, otherwise) => ({ on: true, off: false })[localStorage.getItem(name) ?? ""] ?? otherwise;

export const settings = {
  /** A tone when it is one's turn. */
  sound: kept("sound", true),
  /** How loud sounds are, of 100. */
  volume: Number(localStorage.getItem("volume") ?? 60),
  notify: kept("notify", false),
  /** The only legal move is played without being asked for. */
  forced: kept("forced", true),
  /** Every move made on the board is asked about. */
  confirm: kept("confirm", touch),
  /** A move that ends the turn while the dice follow at once is asked about. */
  careful: kept("careful", true),
  /** Places on the board show their numbers. */
  numbers: kept("numbers", false),
};

/** @param {"sound" | "notify" | "forced" | "confirm" | "careful" | "numbers"} name @param {boolean} on */
export function keepSetting(name, on) {
  settings[name] = on;
  localStorage.setItem(name, on ? "on" : "off");
}
