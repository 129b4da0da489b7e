// Normalizes indexed texts and search words alike.

/** Scripts without spaces between words. Every character is indexed as a word, and phrase search does the rest. */
const unspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u
const eachUnspaced = new RegExp(unspaced, 'gu')

export const searchable = (text: string): string => spacedOut(withoutAccents(text.replaceAll('_', ' ')))

/** The same for indexing on SQLite, whose tokenizer handles underscores and most diacritics itself. */
export const searchableBySqlite = (text: string): string =>
  spacedOut(keptMarks.test(text) ? withoutAccents(text) : text)

const keptMarks = /[ǠǡǢǣǮǯǼǽǾǿ]/

const spacedOut = (text: string): string => (unspaced.test(text) ? text.replace(eachUnspaced, ' $& ') : text)

/** Removes diacritics from Latin letters, so that `cafe` finds `café`. Other scripts keep theirs. */
export const withoutAccents = (text: string): string =>
  accented.test(text) ? text.replace(allAccented, letter => letter.normalize('NFD').replace(/\p{M}+/gu, '')) : text

const accented = /[\u00c0-\u024f\u1e00-\u1eff]/
const allAccented = /[\u00c0-\u024f\u1e00-\u1eff]/g
