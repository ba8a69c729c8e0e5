// @ts-check
// What may be put into an offer, and the moves that it is made of. Nothing here knows the page.

/** @import { Means, Terms, Trade } from "./wire.js" */

/** @param {number[]} amounts */
export const sum = (amounts) => amounts.reduce((one, other) => one + other, 0);
/** An offer with nothing in it. @param {number} goods @returns {Terms} */
export const empty = (goods) => ({ given: Array(goods).fill(0), wanted: Array(goods).fill(0) });
/** @param {Terms} terms @returns {Terms} */
export const copied = (terms) => ({ given: [...terms.given], wanted: [...terms.wanted] });

/** How many cards one more step on the giving side is: the bank takes several at a time. @param {Means} means @param {number} k @param {boolean} bank */
export const step = (means, k, bank) => (bank ? means.rates[k] : 1);

/** Whether more of a good may be given. @param {Terms} terms @param {number} k @param {Trade} trade @param {boolean} bank */
export function mayGive(terms, k, { means }, bank) {
  const most = bank ? means.hand[k] : means.given[k];
  return !terms.wanted[k] && terms.given[k] + step(means, k, bank) <= most;
}

/** Whether more of a good may be wanted. @param {Terms} terms @param {number} k @param {Trade} trade @param {boolean} bank */
export function mayWant(terms, k, { means, bank: piles }, bank) {
  if (terms.given[k]) return false;
  return bank ? terms.wanted[k] < piles[k] : terms.wanted[k] < means.wanted[k] && sum(terms.wanted) < means.cards;
}

/** How many cards the bank gives for what is given. @param {Terms} terms @param {Trade} trade */
export const lots = (terms, { means }) => sum(terms.given.map((count, k) => count / means.rates[k]));

/** Whether an offer is whole, so that it can be sent. @param {Terms} terms @param {Trade} trade @param {boolean} bank */
export function isWhole(terms, trade, bank) {
  if (!sum(terms.given) || !sum(terms.wanted)) return false;
  return !bank || lots(terms, trade) === sum(terms.wanted);
}

/** As much of some terms as may be put into an offer now. @param {Terms} terms @param {Trade} trade @returns {Terms} */
export function fitting(terms, trade) {
  const found = copied(trade.means.begun);
  for (const [k, count] of terms.given.entries()) while (found.given[k] < count && mayGive(found, k, trade, false)) found.given[k] += 1;
  for (const [k, count] of terms.wanted.entries()) while (found.wanted[k] < count && mayWant(found, k, trade, false)) found.wanted[k] += 1;
  return found;
}

/** The terms that the moves of an offer speak of. @param {string[]} moves @param {Trade} trade @returns {Terms} */
export function spoken(moves, { goods, words }) {
  const count = (/** @type {string} */ verb) => goods.map(([word]) => moves.filter((move) => move === `${verb} ${word}`).length);
  return { given: count(words.give), wanted: count(words.want) };
}

/** The goods' words, each as often as it counts. @param {number[]} counts @param {Trade} trade */
const each = (counts, { goods }) => goods.flatMap(([word], k) => Array(Math.max(0, counts[k])).fill(word));

/** The moves of an offer, or of some trades with the bank, in the order of the rules.
 *  @param {Terms} terms @param {Trade} trade @param {boolean} bank @returns {string[]} */
export function movesOf(terms, trade, bank) {
  const { words, means } = trade;
  if (bank) {
    const given = each(terms.given.map((count, k) => count / means.rates[k]), trade), wanted = each(terms.wanted, trade);
    return given.map((word, k) => `${words.bank} ${word} ${wanted[k]}`);
  }
  const rest = (/** @type {"given" | "wanted"} */ side) => each(terms[side].map((count, k) => count - means.begun[side][k]), trade);
  return [...rest("given").map((word) => `${words.give} ${word}`), ...rest("wanted").map((word) => `${words.want} ${word}`), words.offer];
}
