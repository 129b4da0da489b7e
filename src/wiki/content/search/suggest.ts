// "Did you mean": what was probably meant, if a word or a title is misspelt.

import { sql } from 'kysely'
import { areTitlesIndexed } from '#store/full-text/fill-titles.ts'
import { findWords } from '#store/full-text/find-words.ts'
import { nearTitles } from '#store/full-text/near-titles.ts'
import { nearWords } from '#store/full-text/near-words.ts'
import type { Reader } from '#store/store.ts'
import { escapeHtml } from '../../messages/render.ts'
import type { Site } from '../../site/site.ts'
import { findPages } from './find-pages.ts'
import { readSearch, type SearchQuery } from './search-query.ts'

/** Longer searches are hardly titles, and take longer. */
const MOST_WORDS = 8

/** A search that finds something and differs in a letter; null if there is none, or if it has operators. */
export async function suggestion(
  db: Reader,
  site: Site,
  typed: string,
  namespaces: readonly number[],
): Promise<string | null> {
  const query = readSearch(typed)
  if (!isPlain(typed, query) || !(await areTitlesIndexed(db))) return null
  return (await nearTitle(db, typed, namespaces)) ?? (await corrected(db, site, query, namespaces))
}

const isPlain = (typed: string, { included, excluded, filters, prefix }: SearchQuery): boolean =>
  included.length > 0 &&
  included.length <= MOST_WORDS &&
  excluded.length + filters.length === 0 &&
  prefix === null &&
  !/["*:]/.test(typed)

async function nearTitle(db: Reader, typed: string, namespaces: readonly number[]): Promise<string | null> {
  const [nearest] = await nearTitles(db, namespaces, typed)
  if (nearest === undefined) return null
  const page = await db.selectFrom('page').where('id', '=', nearest.page_id).select('title').executeTakeFirst()
  const title = page?.title.replaceAll('_', ' ')
  return title === undefined || title === typed ? null : title
}

/** Replaces each word that no page has by the most common similar one. */
async function corrected(
  db: Reader,
  site: Site,
  { included }: SearchQuery,
  namespaces: readonly number[],
): Promise<string | null> {
  const words: string[] = []
  let isChanged = false
  for (const term of included) {
    const hits = await findWords(db, { included: [term], excluded: [] }, 'texts', sql`true`, 1)
    const own = term.words.join(' ')
    const [nearest] = hits.total > 0 ? [] : await nearWords(db, own)
    if (hits.total === 0 && nearest === undefined) return null
    isChanged ||= nearest !== undefined
    words.push(nearest ?? own)
  }
  if (!isChanged) return null
  const text = words.join(' ')
  const scope = { namespaces, titleOnly: false, limit: 1, offset: 0 }
  return (await findPages(db, site, readSearch(text), scope)).total > 0 ? text : null
}

/** The suggestion as HTML, with its changed words emphasised. */
export function suggestionSnippet(suggested: string, typed: string): string {
  const own = new Set(typed.toLowerCase().split(/\s+/))
  return suggested
    .split(' ')
    .map(word => (own.has(word.toLowerCase()) ? escapeHtml(word) : `<em>${escapeHtml(word)}</em>`))
    .join(' ')
}
