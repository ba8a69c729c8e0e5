// @ts-check
// Forms and waiting pages: a new table with fair dice, a secret in the address, rules that are being prepared.
import { keep, randomHex } from "./dice.js";
import { $, $$, ask, byId, copy, filled, language } from "./page.js";

const fillRandom = () => $$("[data-random]").forEach((field) => (field.value = randomHex()));
fillRandom();
addEventListener("pageshow", (event) => event.persisted && fillRandom()); // gone back to: the next table is another one

for (const input of $$("input[type=file][data-into]"))
  input.addEventListener("change", async () => (byId(input.dataset.into).value = await input.files[0].text()));

const secretForm = $("form[data-secret]");
if (secretForm && location.hash.length > 1) {
  secretForm.secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  secretForm.requestSubmit();
}

const PERSONAL = ["key", "name", "entropy", "commitment"];
/** What somebody chose for a game's last table, to begin the next one with. */
const remembered = (game) => new Map(JSON.parse(localStorage.getItem(`new-${game}`) ?? "[]"));
const remember = (game, fields) =>
  localStorage.setItem(`new-${game}`, JSON.stringify([...fields].filter(([name]) => !PERSONAL.includes(name))));

/** Sends a form that makes a table, once however often it is pressed, and goes to the table. */
function makesTable(form, fieldsOf, complain) {
  const pressed = $("button.main", form);
  addEventListener("pageshow", () => (pressed.disabled = false)); // somebody who comes back may make another table
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (pressed.disabled) return;
    pressed.disabled = true;
    const made = await makeTable(form.action, (dice) => {
      const fields = fieldsOf();
      for (const [name, value] of Object.entries(dice)) fields.set(name, value);
      return fields;
    }, complain ? { complain } : {});
    if (made) location.assign(`/table/${made.id}`);
    else pressed.disabled = false;
  });
}

/** What a quick game against bots has not, whatever the last table had. */
const NOT_NOW = /^(public|approval|clock|rated|by_hand|knows|name\d+)$/;
for (const form of $$("form[data-now]"))
  makesTable(form, () => {
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    const last = remembered(form.dataset.now);
    for (const [name, value] of last) if (!NOT_NOW.test(name)) fields.set(name, value);
    const bot = [...last.values()].find((value) => value.startsWith("bot:")) ?? "bot:easy";
    for (let seat = 0; seat < Number(fields.get("players")); seat += 1) {
      const name = `seat${seat}`;
      fields.set(name, seat ? (fields.get(name)?.startsWith("bot:") ? fields.get(name) : bot) : "me");
    }
    return fields;
  });

const newForm = $("form[data-new]");
if (newForm) {
  const game = newForm.dataset.new;
  if (byId("problem").hidden)
    for (const [name, value] of remembered(game)) {
      const field = $(`[name="${CSS.escape(name)}"]:is(:not([type=hidden]), [name^=colour])`, newForm);
      if (field?.type === "checkbox") field.checked = value === field.value;
      else if (field?.type === "radio") newForm.elements[name].value = value;
      else if (field && (field.localName !== "select" || [...field.options].some((one) => one.value === value))) field.value = value;
    }
  const seatsForm = $(".seats-form", newForm);
  const colourOf = (row) => $("[data-colour]", row).dataset.colour;
  /** The shield of a seat is a button that changes its colour. */
  const paintColour = (row, count) => {
    const made = $("[data-colour]", row), usual = JSON.parse(seatsForm.dataset.colours)[count];
    const colour = $("[name^=colour]", row).value || usual[Number(row.dataset.seatRow)];
    for (const plain of $$("[data-players]", row)) plain.hidden = true;
    made.hidden = !colour;
    if (!colour || made.dataset.colour === colour) return;
    const drawn = $(`[data-shield="${colour}"]`, newForm);
    made.dataset.colour = colour;
    made.replaceChildren(drawn.content.cloneNode(true));
    made.title = filled(seatsForm.dataset.words, { colour: drawn.dataset.name });
    made.setAttribute("aria-label", made.title);
  };
  let before = 0;
  const show = () => {
    const count = Number(newForm.elements.players.value);
    if (before && before !== count) for (const field of $$("[name^=colour]", newForm)) field.value = ""; // chosen for others
    before = count;
    let guests = 0;
    for (const row of $$("[data-seat-row]")) {
      row.hidden = Number(row.dataset.seatRow) >= count;
      paintColour(row, count);
      const guest = $("[data-guest]", row);
      guest.hidden = guest.disabled = row.hidden || $("select", row).value !== "me" || (guests += 1) === 1;
    }
  };
  newForm.addEventListener("change", show);
  newForm.addEventListener("click", (/** @type {any} */ event) => {
    const pressed = event.target.closest("[data-colour]"), rows = $$("[data-seat-row]:not([hidden])", newForm);
    if (!pressed) return;
    const all = $$("[data-shield]", newForm).map((one) => one.dataset.shield), worn = rows.map(colourOf);
    const seat = rows.indexOf(pressed.closest("[data-seat-row]")), next = all[(all.indexOf(worn[seat]) + 1) % all.length];
    const other = worn.indexOf(next);
    if (other >= 0) worn[other] = worn[seat]; // whoever had the colour takes ours
    worn[seat] = next;
    const usual = JSON.parse(seatsForm.dataset.colours)[rows.length].join() === worn.join();
    rows.forEach((row, k) => ($("[name^=colour]", row).value = usual ? "" : worn[k]));
    show();
  });
  show();
  const refused = (sentence) => {
    byId("problem").textContent = sentence;
    byId("problem").hidden = false;
    byId("problem").scrollIntoView({ block: "nearest" });
  };
  makesTable(newForm, () => {
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(newForm)));
    remember(game, fields);
    return fields;
  }, refused);
}

/** Offers of a game's options what goes with the number of players, and a field where something else can be typed. */
for (const form of $$("form[data-options]")) {
  const showOptions = () => {
    for (const value of $$("option[data-seats]", form)) {
      value.hidden = value.disabled = !value.dataset.seats.split(" ").includes(form.elements.players.value);
      if (value.disabled && value.selected) value.parentNode.selectedIndex = 0;
    }
    for (const further of $$("[data-further]", form)) {
      const field = form.elements[`${further.parentNode.name}.further`];
      field.hidden = field.disabled = !further.selected;
      field.required = further.selected;
    }
  };
  form.addEventListener("change", showOptions);
  showOptions();
}

let unanswered = null;
/** Makes a table with fair dice: the server's seal comes first, then our bytes; what is kept is compared at the end. */
export async function makeTable(path, bodyWith, how = {}) {
  if (!unanswered) {
    const promise = await ask(`/api/dice?language=${language}`, {}, how);
    if (!promise) return null;
    unanswered = { entropy: randomHex(), commitment: promise.commitment };
  }
  const { entropy, commitment } = unanswered;
  const made = await ask(path, bodyWith(unanswered), how);
  if (made !== undefined) unanswered = null; // else it is sent again with the same dice: the table may be there already
  const seats = made?.seats ?? Object.keys(made?.tokens ?? {});
  if (seats.length) keep(made.id, commitment, seats, entropy);
  return made;
}

const preparing = $("[data-preparing]");
if (preparing) {
  const look = async () => {
    const now = await ask(`/preparation/${preparing.dataset.preparing}`);
    if (now?.ready || now?.problem) return location.reload();
    const bar = byId("progress");
    if (now && bar) [bar.max, bar.value] = [now.total, now.done];
    setTimeout(look, 700);
  };
  setTimeout(look, 700);
}

for (const image of $$("img[data-game]")) {
  const look = async () => {
    const answer = await fetch(`/preparation/${image.dataset.game}`);
    const now = answer.ok ? await answer.json() : null;
    if (now?.ready) image.src = `${image.src}&ready`;
    else if (now && !now.problem) setTimeout(look, 2000);
  };
  look();
}

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("dialog")) return; // what a dialog asks belongs to the menu that it came from
  for (const menu of $$("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});

for (const button of $$("[data-share]")) {
  const url = button.dataset.share || location.href;
  if ("share" in navigator) button.hidden = false;
  button.addEventListener("click", () => navigator.share?.({ title: document.title, url }).catch(() => {}) ?? copy(url));
}
