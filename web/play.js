// @ts-check
// The one script for every page and every game. It knows no game: a move is a text, a path of sites and a label.
import { watchActs } from "./acts.js";
import { celebrate } from "./celebrate.js";
import { drop, isLive } from "./connection.js";
import { sha256 } from "./dice.js";
import { compareDice } from "./dice_check.js";
import "./forms.js";
import { listen } from "./lobby.js";
import "./me.js";
import "./push.js";
import { watchNames } from "./names.js";
import { markDone, startLesson } from "./lesson.js";
import { newest, pending } from "./pace.js";
import { $, $$, stage } from "./page.js";
import { startPuzzle } from "./puzzle.js";
import { startReplay } from "./replay.js";
import { followSettings } from "./settings.js";
import { page } from "./state.js";
import { startTable } from "./table.js";

watchNames();
watchActs();
followSettings();
/** @type {any} */ (window).burgrave = { state: () => page.state, busy: () => page.busy, live: isLive, newest, pending, drop, sha256 }; // for tests and the curious
if (stage?.dataset.mode === "table") startTable();
if (stage?.dataset.mode === "replay") startReplay();
if (stage?.dataset.mode === "lesson") startLesson();
for (const place of $$("[data-listening]")) listen(place.dataset.listening);
if (stage?.dataset.mode === "result") celebrate();
if (stage?.dataset.mode === "puzzle") startPuzzle();
markDone();
for (const place of $$("[data-dice]")) compareDice(place);
