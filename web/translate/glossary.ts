import type { Term } from './types.ts'

export interface UsableTerm extends Term {
  /** What the translator inserts. */
  readonly text: string
}

/** Terms with a text to insert, in display order: the number of a term is that of its shortcut. */
export const usableTerms = (terms: readonly Term[]): UsableTerm[] =>
  terms.flatMap(term => {
    const text = termText(term)
    return term.forbidden || text === '' ? [] : { ...term, text }
  })

/** Terms that are not translated yet. */
export const openTerms = (terms: readonly Term[]): Term[] =>
  terms.filter(term => !term.forbidden && termText(term) === '')

/** Untranslatable terms stay as they are. */
const termText = ({ read_only: keeps, source, target }: Term): string => (keeps ? source : target)
