// @ts-check
// The service worker: shows notices that the server pushes, and a page that says so when there is no connection.
const worker = /** @type {any} */ (self);
const CACHE = "offline";
const OFFLINE = "/offline";

worker.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage().then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

/** Keeps the page for when there is no connection, with all it needs. */
async function keepOfflinePage() {
  const cache = await caches.open(CACHE), page = await fetch(OFFLINE, { cache: "reload" });
  const files = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((found) => found[1]);
  await cache.put(OFFLINE, page);
  await Promise.allSettled(files.map((file) => cache.add(file)));
}

worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  const instead = mode === "navigate" ? OFFLINE : new URL(url).pathname.startsWith("/static/") ? event.request : null;
  if (instead) event.respondWith(fetch(event.request).catch(async () => (await caches.match(instead)) ?? Response.error()));
});

worker.addEventListener("push", (event) => {
  const { title = "Burgrave", body = "", path = "/", tag } = event.data?.json() ?? {};
  event.waitUntil(show(title, { body, tag, renotify: !!tag, data: { path }, icon: "/icon-192.png", badge: "/icon-192.png" }));
});

/** Shows a notice, unless its table is in front of the person anyway. */
async function show(title, options) {
  const pages = await worker.clients.matchAll({ type: "window" });
  const here = new URL(options.data.path, worker.location.origin).pathname;
  if (pages.some((page) => page.focused && new URL(page.url).pathname === here)) return;
  await worker.registration.showNotification(title, options);
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});

/** Goes to the page of a notice that is open already, or opens it. */
async function open(path) {
  const address = new URL(path, worker.location.origin);
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === address.pathname);
  return there ? there.focus() : worker.clients.openWindow(address.href);
}
