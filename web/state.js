// @ts-check
// What the page knows now: the server's last state, and how far somebody has clicked.
import { readJson } from "./page.js";

/** @import { Move, State } from "./wire.js" */

export const page = {
  /** What the server last told beside the parts. @type {State} */
  state: readJson("state"),
  /** The sites clicked so far. @type {string[]} */
  path: [],
  /** The first words of the moves that the chosen kind of action has. @type {string[] | null} */
  kind: null,
  /** A move that waits for a yes. @type {Move | null} */
  pending: null,
  /** The own last move, and what could have been played instead. @type {{ moves: Move[], played: Move } | null} */
  before: null,
  /** A move is on its way: nothing can be clicked until its effect is there. */
  busy: false,
  /** How many moves have been sent; an answer to an earlier one changes nothing any more. */
  sent: 0,
  /** How many moves the game had when the one on its way was sent; -1 when its answer is there. */
  sentAt: -1,
  /** The event number at which the own move has arrived. */
  awaited: 0,
  /** What happened from one's own last move on, move by move; see Happening. @type {any[]} */
  happened: [],
  /** The number of the last move whose effects were shown. */
  shown: 0,
  /** The address of what the page asks for, where it is no table's. @type {((rest: string) => string) | null} */
  address: null,
  /** Takes the answer to a move, where it does not come over the wire. @type {((answer: any) => void) | null} */
  taught: null,
  /** The site that had the focus by keyboard before the page changed. @type {string | null} */
  focused: null,
};
page.happened = page.state?.happened ?? [];
page.shown = page.state?.length ?? 0;
