// @ts-check
// Notices to this device and elsewhere, as one chooses them on one's own page; and the service worker that shows them.
import { $, $$, ask, byId, stage, texts, toast } from "./page.js";

const able = "serviceWorker" in navigator && isSecureContext;
if (able) navigator.serviceWorker.register("/sw.js").catch(() => {}); // without it the page is as it ever was

/** Sends with another method than POST. @param {string} method @param {string} path @param {any} [body] @returns {Promise<any>} */
export async function send(method, path, body) {
  const options = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, { method, ...options }).catch(() => null);
  if (!answer?.ok) toast(answer ? (await answer.json()).detail : texts.failed);
  return answer?.ok ? answer.json() : null;
}

const bytes = (/** @type {string} */ text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const here = $("[data-push]");
if (here) {
  here.hidden = !(able && "PushManager" in window);
  here.addEventListener("click", subscribe);
}

/** Lets this device show notices. */
async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return toast(texts.no_notify);
  here.disabled = true;
  try {
    const { registration, key } = { registration: await navigator.serviceWorker.ready, key: bytes(here.dataset.push) };
    await (await registration.pushManager.getSubscription())?.unsubscribe(); // it may be for another server's key
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = subscription.toJSON();
    const device = /** @type {any} */ (navigator).userAgentData?.platform || navigator.platform || "";
    if (await ask("/api/me/channels", { kind: "push", address: endpoint, keys, name: device })) location.reload();
  } catch {
    toast(texts.no_push);
  }
  here.disabled = false;
}

for (const form of $$("form[data-channel]"))
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { address, style } = form.elements;
    const body = { kind: form.dataset.channel, address: address.value.trim(), ...(style && { style: style.value }) };
    if (await ask("/api/me/channels", body)) location.reload();
  });
for (const button of $$("[data-remove-channel]"))
  button.addEventListener("click", async () => (await send("DELETE", `/api/me/channels/${button.dataset.removeChannel}`)) && location.reload());
for (const button of $$("[data-try-channel]"))
  button.addEventListener("click", async () => (await ask(`/api/me/channels/${button.dataset.tryChannel}/try`, {})) && toast(texts.tried));

const wishes = $("[data-wishes]");
wishes?.addEventListener("change", () => {
  const refused = $$("[data-kind]", wishes).filter((box) => !box.checked).map((box) => box.dataset.kind);
  const { begin, end } = wishes.elements, zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const quiet = $("[data-quiet]", wishes).checked ? { begin: begin.value, end: end.value, zone } : null;
  send("PUT", "/api/me/notices", { refused, quiet });
});

/** At a table: whether one hears of it. */
const hush = $("[data-hush]");
hush?.addEventListener("change", () => send("PUT", `/api/tables/${stage.dataset.table}/notices`, { on: hush.checked }));
if (byId("share-page")) byId("share-page").hidden = false;
