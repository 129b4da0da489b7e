// Word and character counts of source texts, the basis of all statistics.

// Separates plural forms stored in one string. It counts as two characters.
export const pluralSeparator = '\u001e\u001e'

// Unicode whitespace and record separators. Unlike \s, without U+FEFF.
const word = /[^\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g

// Scripts without spaces between words, with their punctuation and full-width forms.
const ideographs =
  /[\u1100-\u11ff\u2e80-\u2fdf\u2ff0-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1aff0}-\u{1b16f}\u{1f200}-\u{1f2ff}\u{20000}-\u{3ffff}]/gu

const unusedSingular = '<unused singular'

export function countWords(forms: readonly string[], sourceLanguage: string): number {
  const perCharacter = /^(ja|zh|ko)($|[-_@])/i.test(sourceLanguage)
  let words = 0
  for (const form of forms) {
    if (form.startsWith(unusedSingular)) continue
    words += perCharacter ? wordsWithIdeographs(form) : matches(form, word)
  }
  return words
}

// Counts code points, including the separators between forms.
export function countCharacters(forms: readonly string[]): number {
  let characters = Math.max(0, forms.length - 1) * pluralSeparator.length
  for (const form of forms) for (const _ of form) characters++
  return characters
}

function wordsWithIdeographs(text: string): number {
  return matches(text, ideographs) + matches(text.replace(ideographs, ' '), word)
}

function matches(text: string, pattern: RegExp): number {
  let count = 0
  pattern.lastIndex = 0
  while (pattern.test(text)) count++
  return count
}
