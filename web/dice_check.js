// @ts-check
// The dice of a finished game: what this browser kept is compared with what the server tells.
import { command, differences, kept } from "./dice.js";
import { byId, filled, stage, texts } from "./page.js";

export function compareDice(place) {
  const own = kept(stage.dataset.table), names = JSON.parse(place.dataset.names), { seed, record } = place.dataset;
  if (!own) return void (place.textContent = texts.dice_nothing_kept);
  place.hidden = false; // also where the server does not speak of a seal any more
  if (!seed) return void (place.textContent = texts.dice_not_told);
  const wrong = differences(own, seed).map(({ seat, kept, told }) =>
    filled(seat === undefined ? texts.dice_seal_differs : texts.dice_bytes_differ, { name: names[seat] ?? seat, kept, told: told || texts.dice_no_bytes }));
  const seats = Object.entries(own.bytes).map(([seat, given]) => `${names[seat]} ${given}`).join(", ");
  place.textContent = wrong.length ? [texts.dice_alarm, ...wrong].join(" ") : filled(texts.dice_checked, { seats });
  place.classList.toggle("alarm", wrong.length > 0);
  if (wrong.length) place.closest("details")?.setAttribute("open", "");
  byId("dice-command")?.replaceChildren(command(record, own));
}
