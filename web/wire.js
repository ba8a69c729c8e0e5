// @ts-check
// What comes over the wire, as types; `tsc` checks the script by them. See PageState and LiveState in page_state.py.

/** Text, path of sites, label and id of a legal move. @typedef {[string, string[], string, number]} Move */
/** @typedef {{ label: string, verbs: string[], cost: [string, number][], why_not: string | null, guide: string | null, trade: boolean }} Kind */
/** What somebody gives and wants, good by good. @typedef {{ given: number[], wanted: number[] }} Terms */
/** @typedef {{ hand: number[], given: number[], wanted: number[], cards: number, rates: number[], begun: Terms }} Means */
/**
 * @typedef {object} Answer  what a seat says to an offer
 * @property {number} seat
 * @property {string} name
 * @property {string} tincture
 * @property {"waiting" | "accepts" | "refuses" | "counters"} said
 * @property {Terms | null} terms
 * @property {string | null} deal
 * @property {string | null} why_not
 */
/**
 * @typedef {object} PastOffer
 * @property {string} name
 * @property {string} tincture
 * @property {boolean} own
 * @property {Terms} terms
 * @property {boolean} with_bank
 * @property {Answer[]} answers
 * @property {number | null} dealt
 */
/**
 * @typedef {object} Trade
 * @property {"begin" | "compose" | "asked" | "counter" | "wait" | "answered" | "choose" | "watch"} stage
 * @property {[string, string, string, string, string][]} goods  word, symbol, name, site in the hand, site at the bank
 * @property {Record<string, string>} words
 * @property {string} panel
 * @property {number} by
 * @property {string} name
 * @property {string} tincture
 * @property {Terms | null} offer
 * @property {Answer[]} answers
 * @property {Means} means
 * @property {number[]} bank
 * @property {Record<string, string | null>} why_not
 * @property {string[] | null} early
 * @property {PastOffer[]} history
 */
/** @typedef {{ answer: string, label: string, on: boolean }} StandingOffer */
/**
 * @typedef {object} State
 * @property {number} seq
 * @property {string} status
 * @property {number | null} seat
 * @property {Move[]} moves
 * @property {number[] | null} box
 * @property {string} point  the decision that this seat is asked for
 * @property {string} about
 * @property {string[]} either_way
 * @property {Kind[]} kinds
 * @property {Trade | null} trade
 * @property {string[]} begins  first words of moves that only begin something
 * @property {Record<string, "turn" | "game">} enders
 * @property {number[]} yours
 * @property {number | null} to_act
 * @property {boolean} turn
 * @property {"own" | "ask" | null} undo
 * @property {{ seat: number, answered: boolean } | null} undo_request
 * @property {StandingOffer[]} standing
 * @property {number | null} deadline
 * @property {{ seat: number, name: string, curtain: boolean } | null} next_seat
 * @property {string | null} rematch
 * @property {number} lines  the event number of the last line of chat
 * @property {number} length
 * @property {boolean} hint  whether this seat may have one
 * @property {boolean} by_hand  whether somebody has to enter what chance has brought
 * @property {any[]} happened  what happened from one's own last move on; see happenings.py
 * @property {string[]} marks  a replay's: the sites of the last move
 */
/** One message of a table's connection. @typedef {{ state: State, parts: Record<string, string>, now: number }} News */
export {};
