import { withoutAccents } from '#store/full-text/searchable.ts'
import type { Term, WordQuery } from '#store/full-text/word-query.ts'

/** A parsed search query. */
export interface SearchQuery extends WordQuery {
  /** `incategory:` – categories the page must be in. */
  readonly categories: readonly string[]
  /** `hastemplate:` – templates the page must use. */
  readonly templates: readonly string[]
  /** `prefix:` – the title prefix; it takes the rest of the line. */
  readonly prefix: string | null
}

const MAX_TERMS = 50
const PIECES = /(-?)(?:(intitle|incategory|hastemplate):)?(?:"([^"]*)"?|(\S+))/giu

export function readSearch(text: string): SearchQuery {
  const rest = /(?:^|\s)prefix:(.*)$/su.exec(text)
  const terms: Term[] = []
  const excluded: Term[] = []
  const categories: string[] = []
  const templates: string[] = []
  for (const [, minus, key, phrase, word] of text.slice(0, rest?.index ?? text.length).matchAll(PIECES)) {
    const value = phrase ?? word ?? ''
    if (key?.toLowerCase() === 'incategory') categories.push(value)
    else if (key?.toLowerCase() === 'hastemplate') templates.push(value)
    else {
      const words = wordsOf(value)
      const term = { words, inTitle: key !== undefined, isBeginning: phrase === undefined && value.endsWith('*') }
      if (words.length > 0 && terms.length + excluded.length < MAX_TERMS) (minus ? excluded : terms).push(term)
    }
  }
  return { included: terms, excluded, categories, templates, prefix: rest ? rest[1]!.trim() : null }
}

/** In scripts without spaces, each character is a word, as in the index. */
const wordsOf = (text: string): string[] =>
  withoutAccents(text).match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+/gu,
  ) ?? []
