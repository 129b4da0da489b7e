/** A search term. Its words have been normalized with `searchable`, like the texts. */
export interface Term {
  /** One word, or the words of a phrase. */
  readonly words: readonly string[]
  readonly inTitle: boolean
  /** In the text, not in the title. */
  readonly inText?: true
  /** Prefix search (`word*`). */
  readonly isBeginning: boolean
}

export interface WordQuery {
  readonly included: readonly Term[]
  readonly excluded: readonly Term[]
}

export type WordIndex = 'titles' | 'texts'

/** With more matches, the response has some of them, and their number is an estimate. */
export const MAX_HITS = 4000

/** Whether the words of a phrase stand together has to be checked for each page, so fewer are. */
const MAX_PHRASES = 2000

/** SQLite splits words at vowel signs. */
const isPhrase = ({ words }: Term): boolean => words.length > 1 || words.some(word => /\p{M}/u.test(word))

export const mostHits = ({ included, excluded }: WordQuery): number =>
  [...included, ...excluded].some(isPhrase) ? MAX_PHRASES : MAX_HITS
