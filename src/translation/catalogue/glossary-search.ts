import type { StepBudget } from '#patterns/step-budget.ts'
import type { Reader } from '#store/store.ts'
import { separatesWords } from '../checks/language.ts'
import { splitForms } from './forms.ts'
import { placesOfWord, termSources } from './glossary.ts'

interface Searched {
  readonly source: string
  readonly project_id: number
  readonly language_id: number
  /** The source language. */
  readonly code: string
}

/** Whether the source of a string contains a term of its project's glossaries, as a whole word if the language has spaces. */
export function glossarySearch(db: Reader) {
  const terms = new Map<string, Promise<string[]>>()
  return async (unit: Searched, budget: StepBudget): Promise<boolean> => {
    const key = `${unit.project_id} ${unit.language_id}`
    if (!terms.has(key))
      terms.set(
        key,
        termSources(db, unit).then(sources => sources.map(folded)),
      )
    const known = await terms.get(key)!
    const text = folded(splitForms(unit.source).join('\n'))
    // Comparing is faster than a step of a pattern.
    budget.spend(1 + Math.ceil((text.length * known.length) / 16))
    return separatesWords(unit.code)
      ? known.some(term => placesOfWord(text, term).length > 0)
      : known.some(term => term !== '' && text.includes(term))
  }
}

const folded = (text: string): string => text.toLowerCase()
