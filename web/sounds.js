// @ts-check
// Sounds, made here: each kind of thing that happens has its own.
import { settings } from "./settings.js";

let audio, noise;

const context = () => {
  audio ??= new AudioContext();
  audio.resume(); // browsers keep it silent until somebody has touched the page
  return audio;
};
/** A tone from a moment on, dying away. */
function tone(pitch, start, length, loud = 0.2, shape = "sine", to = pitch) {
  const sound = audio.createOscillator(), volume = audio.createGain(), begin = audio.currentTime + start;
  sound.type = shape;
  sound.frequency.setValueAtTime(pitch, begin);
  sound.frequency.exponentialRampToValueAtTime(to, begin + length);
  volume.gain.setValueAtTime((loud * settings.volume) / 100, begin);
  volume.gain.exponentialRampToValueAtTime(0.0005, begin + length);
  sound.connect(volume).connect(audio.destination);
  sound.start(begin);
  sound.stop(begin + length);
}
/** A rustle or a knock: noise around a pitch. */
function rustle(pitch, start, length, loud = 0.3) {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const data = noise.getChannelData(0);
    for (let k = 0; k < data.length; k += 1) data[k] = 2 * Math.random() - 1;
  }
  const source = audio.createBufferSource(), filter = audio.createBiquadFilter(), volume = audio.createGain();
  const begin = audio.currentTime + start;
  source.buffer = noise;
  Object.assign(filter, { type: "bandpass" }).frequency.value = pitch;
  volume.gain.setValueAtTime((loud * settings.volume) / 100, begin);
  volume.gain.exponentialRampToValueAtTime(0.0005, begin + length);
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(begin);
  source.stop(begin + length);
}

const SOUNDS = {
  turn: () => [523, 784].forEach((pitch, k) => tone(pitch, k * 0.14, 0.3)),
  dice: () => [0, 0.09, 0.17, 0.3, 0.42, 0.62].forEach((start, k) => rustle(1800 + 250 * k, start, 0.06, 0.5)),
  piece: () => (rustle(700, 0, 0.07, 0.7), tone(190, 0, 0.09, 0.25, "triangle")),
  thing: () => rustle(3200, 0, 0.14, 0.25),
  lost: () => tone(300, 0, 0.28, 0.18, "triangle", 160),
  points: () => [988, 1319].forEach((pitch, k) => tone(pitch, k * 0.08, 0.22, 0.12)),
  banner: () => [196, 294, 392].forEach((pitch, k) => tone(pitch, k * 0.04, 0.9, 0.12, "triangle")),
};
const ORDER = ["banner", "dice", "points", "lost", "piece", "thing"];

export function sound(name) {
  if (!settings.sound || !settings.volume) return;
  context();
  SOUNDS[name]();
  document.dispatchEvent(new CustomEvent("burgrave-sound", { detail: name }));
}

/** What a move sounds like. */
function soundsOf(move) {
  const flights = move.flights ?? [];
  return [
    move.banner && "banner",
    move.dice && "dice",
    (move.points ?? []).some(([, points]) => points > 0) && "points",
    flights.some(([, , amount, , to]) => amount < 0 && !to) && "lost",
    flights.some(([, , , , to]) => to && document.querySelector(`#sites [data-site="${CSS.escape(to)}"]`)) && "piece",
    flights.length && "thing",
  ].filter(Boolean);
}

/** The two most telling sounds of some moves. */
export function play(moves) {
  const found = new Set(moves.flatMap(soundsOf));
  for (const name of ORDER.filter((one) => found.has(one)).slice(0, 2)) sound(name);
}
