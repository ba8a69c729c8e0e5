// @ts-check
// How somebody likes to play: this browser remembers it, and the server keeps it for their other devices.
import { $, $$ } from "./page.js";

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
  /** What a decision is about is told beside it; for a first game until somebody says otherwise. */
  explain: kept("explain", document.getElementById("explain")?.dataset.newcomer === "yes"),
  /** Hints are offered where the table allows them. */
  hints: kept("hints", true),
  /** Places on the board show their numbers. */
  numbers: kept("numbers", false),
};
/** What follows a person; whether a device may show notices is its own affair. */
const FOLLOWS = ["sound", "forced", "confirm", "careful", "explain", "hints", "numbers"];
const REVISION = "revision", LOOKED = "settings-looked";
const LOOK_SECONDS = 60;

/** @param {"sound" | "notify" | "forced" | "confirm" | "careful" | "explain" | "hints" | "numbers"} name @param {boolean} on */
export function keepSetting(name, on) {
  settings[name] = on;
  localStorage.setItem(name, on ? "on" : "off");
  if (FOLLOWS.includes(name)) tell({ [name]: on });
}
/** @param {string} volume */
function keepVolume(volume) {
  settings.volume = Number(volume);
  localStorage.setItem("volume", volume);
  tell({ volume: settings.volume });
}
/** @param {string} speed */
function keepSpeed(speed) {
  localStorage.setItem("speed", speed);
  tell({ speed });
}

/** Lets the server keep something for the other devices; without an answer it stays this device's own. */
async function tell(chosen) {
  const answer = await fetch("/api/me", {
    method: "PATCH", headers: { "content-type": "application/json" }, body: JSON.stringify(chosen),
  }).catch(() => null);
  if (answer?.ok) localStorage.setItem(REVISION, String((await answer.json()).revision));
}

/** Takes over what was chosen on another device since this one last looked, at most once a minute unless it must be now. */
export async function followSettings(now = false) {
  if (!now && Date.now() - Number(sessionStorage.getItem(LOOKED)) < LOOK_SECONDS * 1000) return;
  sessionStorage.setItem(LOOKED, String(Date.now()));
  const answer = await fetch("/api/me", { headers: { accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const { revision, settings: chosen } = await answer.json();
  if (!revision || String(revision) === localStorage.getItem(REVISION)) return;
  localStorage.setItem(REVISION, String(revision));
  for (const name of FOLLOWS) {
    if (!(name in chosen)) continue;
    settings[name] = chosen[name];
    localStorage.setItem(name, chosen[name] ? "on" : "off");
  }
  if ("volume" in chosen) localStorage.setItem("volume", String((settings.volume = chosen.volume)));
  if ("speed" in chosen) localStorage.setItem("speed", chosen.speed);
  if ("theme" in chosen) document.documentElement.dataset.theme = chosen.theme;
  showSettings();
}

function showSettings() {
  for (const box of $$("[data-setting]")) box.checked = settings[box.dataset.setting];
  const volume = $("[data-volume]"), speed = $("[data-speed]");
  if (volume) volume.value = String(settings.volume);
  if (speed) speed.value = localStorage.getItem("speed") ?? "normal";
}

/** What somebody chooses: `before` a switch is kept it may be refused by answering false, `after` it something may change at once.
 *  @param {(name: string, box: any) => any} before @param {(name: string) => void} after */
export function watchSettings(before = () => true, after = () => {}) {
  showSettings();
  for (const box of $$("[data-setting]"))
    box.addEventListener("change", async () => {
      const name = box.dataset.setting;
      if ((await before(name, box)) === false) box.checked = !box.checked;
      keepSetting(name, box.checked);
      after(name);
    });
  const volume = $("[data-volume]"), speed = $("[data-speed]");
  volume?.addEventListener("change", () => {
    keepVolume(volume.value);
    after("sound");
  });
  speed?.addEventListener("change", () => keepSpeed(speed.value));
  // Until now a choice would have been lost: the page offers none before it can keep it.
  for (const control of $$("[data-setting], [data-volume], [data-speed]")) control.disabled = false;
}
