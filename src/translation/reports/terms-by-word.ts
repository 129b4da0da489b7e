import type { GlossaryTerm } from '../checks/checked-unit.ts'
import { separatesWords } from '../checks/language.ts'
import { occurs } from '../checks/text.ts'

const WORD = /[\p{L}\p{N}]+/gu

const firstWord = (text: string): string | undefined => text.toLowerCase().match(WORD)?.[0]

/**
 * Finds glossary terms in texts. Where words are separated, only terms that begin with a word of the text are compared,
 * so that the cost does not grow with the number of terms.
 */
export function termsByWord(terms: readonly GlossaryTerm[], language: string): (text: string) => GlossaryTerm[] {
  const whole = separatesWords(language)
  const byWord = new Map<string, GlossaryTerm[]>()
  const others: GlossaryTerm[] = []
  for (const term of terms) {
    const word = whole ? firstWord(term.source) : undefined
    if (word === undefined) others.push(term)
    else byWord.set(word, [...(byWord.get(word) ?? []), term])
  }
  return text => {
    const words = new Set(byWord.size === 0 ? [] : text.toLowerCase().match(WORD))
    const candidates = [...others, ...[...words].flatMap(word => byWord.get(word) ?? [])]
    return candidates.filter(term => occurs(text, term.source, whole))
  }
}
