// A page with nothing on it, for modules that look around when they are loaded.
const nothing = () => null;
const listens = { addEventListener() {}, removeEventListener() {} };
const kept = new Map();
Object.assign(globalThis, {
  document: { ...listens, hidden: false, querySelector: nothing, querySelectorAll: () => [], getElementById: nothing, documentElement: { lang: "en", dataset: {} } },
  matchMedia: () => ({ ...listens, matches: false }),
  localStorage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
  addEventListener() {},
});
