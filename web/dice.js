// @ts-check
// Fair dice, as far as a browser can see to them: it keeps the seal it got and the bytes it then gave, and compares both
// with the seed at the end. That every chance move follows from the seed is checked by `burgrave check`.

const PLACE = "dice", MOST_TABLES = 500;

export const randomHex = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What was kept, by table: `{seals: [...], bytes: {seat: hex}}`, the oldest table first. */
function everything() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
  } catch {
    return {};
  }
}

export const kept = (table) => everything()[table] ?? null;

const store = (all) => {
  try {
    localStorage.setItem(PLACE, JSON.stringify(all));
  } catch {
    // a browser that keeps nothing for pages lets people play all the same; at the end it says that it cannot tell
  }
};

/** Keeps the seal that was there before the bytes, and the bytes given for some seats; the oldest tables make room. */
export function keep(table, seal, seats, bytes) {
  const { [table]: before, ...all } = everything(), { seals = [], bytes: given = {} } = before ?? {};
  const tables = Object.entries(all).slice(1 - MOST_TABLES);
  const own = { seals: [...new Set([...seals, seal])], bytes: { ...given, ...Object.fromEntries(seats.map((seat) => [seat, bytes])) } };
  store({ ...Object.fromEntries(tables), [table]: own });
  return function forget() {
    const { [table]: _, ...others } = everything();
    store(before ? { ...others, [table]: before } : others);
  };
}

/** Where a seed contradicts what was kept: each a seal or a seat's bytes, as kept and as told. */
export function differences({ seals, bytes }, seed) {
  const [secret, ...parts] = seed.split("-"), opened = sha256(secret);
  return [
    ...seals.filter((seal) => seal !== opened).map((seal) => ({ kept: seal, told: opened })),
    ...Object.entries(bytes).filter(([seat, given]) => parts[seat] !== given).map(([seat, given]) => ({ seat, kept: given, told: parts[seat] })),
  ];
}

/** The command with which the same can be checked on one's own computer, with what was kept. */
export const command = (record, { seals, bytes }) =>
  ["burgrave check", record, `--commitment ${seals[0]}`, ...Object.entries(bytes).map(([seat, given]) => `--bytes p${seat}=${given}`)].join(" ");

/* ---- SHA-256 of a text; the browser's own is not there without https, as in a home network */

const primes = [];
for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime)) primes.push(number);
const fraction = (root) => Math.floor((root % 1) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = primes.map((prime) => fraction(Math.cbrt(prime)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

export function sha256(text) {
  const message = new TextEncoder().encode(text), blocks = Math.ceil((message.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(64 * blocks));
  message.forEach((byte, k) => padded.setUint8(k, byte));
  padded.setUint8(message.length, 0x80);
  padded.setUint32(64 * blocks - 4, 8 * message.length);
  const hash = Int32Array.from(START), words = new Int32Array(64);
  for (let block = 0; block < blocks; block++) {
    for (let k = 0; k < 16; k++) words[k] = padded.getInt32(64 * block + 4 * k);
    for (let k = 16; k < 64; k++) {
      const early = words[k - 15], late = words[k - 2];
      const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3), high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[k] = words[k - 16] + low + words[k - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let k = 0; k < 64; k++) {
      const choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUND[k] + words[k]) | 0;
      const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
      [a, b, c, d, e, f, g, h] = [(one + other) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, k) => (hash[k] += word));
  }
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
