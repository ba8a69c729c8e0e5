// @ts-check
// One's own page: the name, other devices, passkeys, and leaving for good.
import { $, $$, ask, byId, copy, filled, sure, texts, toast } from "./page.js";
import { send } from "./push.js";
import { followSettings, watchSettings } from "./settings.js";

const bytes = (/** @type {string} */ text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const text = (/** @type {ArrayBuffer | null} */ given) =>
  given && btoa(String.fromCharCode(...new Uint8Array(given))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** What the device answered, in the form in which the server reads it. */
function answered(/** @type {any} */ credential) {
  const { response } = credential, told = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
    if (response[name]) told[name] = text(response[name]);
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response: told, clientExtensionResults: {} };
}

/** Lets the device make or use a passkey; null when it does not. @param {() => Promise<any>} work */
async function withDevice(work) {
  try {
    return answered(await work());
  } catch {
    toast(texts.passkey_failed);
    return null;
  }
}

async function addPasskey() {
  const wish = await ask("/api/me/passkeys/options", {});
  if (!wish) return;
  const publicKey = {
    ...wish,
    challenge: bytes(wish.challenge),
    user: { ...wish.user, id: bytes(wish.user.id) },
    excludeCredentials: (wish.excludeCredentials ?? []).map((one) => ({ ...one, id: bytes(one.id) })),
  };
  const credential = await withDevice(() => navigator.credentials.create({ publicKey }));
  if (credential && (await ask("/api/me/passkeys", { name: deviceName(), credential }))) location.reload();
}

async function enter() {
  const wish = await ask("/api/passkeys/options", {});
  if (!wish) return;
  const publicKey = { ...wish, challenge: bytes(wish.challenge), allowCredentials: [] };
  const credential = await withDevice(() => navigator.credentials.get({ publicKey }));
  if (credential && (await ask("/api/passkeys", { credential }))) await arrived();
}

/** This browser is somebody else now: it looks as they like it, and shows their page. */
async function arrived() {
  localStorage.removeItem("revision");
  await followSettings(true);
  location.assign("/me");
}

/** What somebody may recognise a device by later. */
const deviceName = () => /** @type {any} */ (navigator).userAgentData?.platform || navigator.platform || "";

const DEEDS = { add: addPasskey, enter };
/** What a button asks before it does what it is called. @param {any} pressed */
const agreed = (pressed) => sure(pressed.dataset.ask, pressed.textContent.trim());
const reachable = "PublicKeyCredential" in window && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);
for (const button of $$("[data-passkey]")) {
  button.hidden = !reachable;
  button.addEventListener("click", () => DEEDS[button.dataset.passkey]());
}
for (const hint of $$("[data-no-passkeys]")) hint.hidden = reachable;
for (const button of $$("[data-remove-passkey]"))
  button.addEventListener("click", async () => {
    const gone = (await agreed(button)) && (await send("DELETE", `/api/me/passkeys/${button.dataset.removePasskey}`));
    if (gone) location.reload();
  });

const hold = $("[data-hold]");
hold?.addEventListener("change", async () => {
  if (!(await ask("/api/me/name", { on: hold.checked }))) hold.checked = !hold.checked;
});

$("[data-transfer]")?.addEventListener("click", async () => {
  const made = await ask("/api/me/transfer", {});
  if (!made) return;
  byId("transfer-address").value = made.address;
  byId("transfer-qr").src = made.qr;
  $("[data-transferred]").hidden = false;
});
for (const button of $$("[data-copy]")) button.addEventListener("click", () => copy(byId(button.dataset.copy).value));

const elsewhere = $("[data-elsewhere]");
elsewhere?.addEventListener("click", async () => {
  if ((await agreed(elsewhere)) && (await ask("/api/me/elsewhere", {}))) toast(texts.left_elsewhere);
});

const farewell = $("[data-delete-me]");
farewell?.addEventListener("click", async () => {
  if (!(await agreed(farewell)) || !(await ask("/api/me/delete", { sure: true }))) return;
  localStorage.clear();
  location.assign("/");
});

const take = $("[data-take]");
if (take && location.hash.length > 1) arrive(location.hash.slice(1));

/** The link leads nowhere: says why, and asks nothing. @param {string} sentence */
function goneBy(sentence) {
  $("[data-take-text]").textContent = sentence;
}

/** A link to this device was opened: says whose it is, and waits for a yes. @param {string} token */
async function arrive(token) {
  history.replaceState(null, "", location.pathname);
  const whose = await ask("/api/me/ticket", { token }, { complain: goneBy });
  if (!whose) return;
  const place = $("[data-take-text]"), go = $("[data-take-go]"), bring = $("[data-take-bring]"), leave = $("[data-take-no]");
  place.textContent = whose.name ? filled(place.dataset.named, whose) : place.dataset.nameless;
  bring.textContent = filled(bring.dataset.label, whose);
  leave.textContent = leave.dataset.takeNo;
  $("[data-take-care]").hidden = go.hidden = false;
  bring.hidden = !whose.games;
  const become = async (/** @type {boolean} */ withGames) =>
    (await ask("/api/me/take", { token, bring: withGames })) && arrived();
  go.addEventListener("click", () => become(false));
  bring.addEventListener("click", () => become(true));
}

if ($(".me-cards")) watchSettings();
