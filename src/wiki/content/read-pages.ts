import { padded } from '#store/keyset.ts'
import type { TextWiki } from '../wiki.ts'
import type { RevisionFacts } from '../wikitext/host.ts'
import { actorsById } from './actors.ts'
import { mainTexts } from './main-texts.ts'
import { type PageName, type PageRow, pagesById, pagesByName } from './pages.ts'

/** A page as wikitext sees it: a row, its latest text and who wrote it. */
export interface KnownPage {
  readonly row: PageRow
  readonly text: string | null
  readonly revision: RevisionFacts
}

/** What a script on a thread asks for while it runs: pages by name, or the page with an ID. */
export type PageQuestion = { readonly names: readonly PageName[] } | { readonly id: number }

/** Keys are `ns:title`; pages that do not exist are left out. */
export async function readPages(wiki: TextWiki, names: Iterable<PageName>): Promise<Map<string, KnownPage>> {
  return withTexts(wiki, await pagesByName(wiki.db, names))
}

export async function answerPages(wiki: TextWiki, question: PageQuestion): Promise<Map<string, KnownPage>> {
  if ('names' in question) return readPages(wiki, question.names)
  return withTexts(wiki, await pagesById(wiki.db, [question.id]))
}

async function withTexts(wiki: TextWiki, rows: readonly PageRow[]): Promise<Map<string, KnownPage>> {
  const ids = rows.map(row => row.latest_rev)
  const texts = await mainTexts(wiki, ids)
  const revisions = ids.length === 0 ? [] : await revisionsOf(wiki, ids)
  const factsOf = new Map(revisions.map(found => [found.revisionId, found]))
  const found = new Map<string, KnownPage>()
  for (const row of rows) {
    const revision = factsOf.get(row.latest_rev)
    if (revision) found.set(`${row.ns}:${row.title}`, { row, text: texts.get(row.latest_rev) ?? null, revision })
  }
  return found
}

async function revisionsOf({ db }: TextWiki, ids: readonly number[]): Promise<RevisionFacts[]> {
  const rows = await db
    .selectFrom('revision')
    .where('id', 'in', padded(ids))
    .select(['id', 'page_id', 'timestamp', 'actor_id', 'length'])
    .execute()
  const actors = await actorsById(
    db,
    rows.map(row => row.actor_id),
  )
  return rows.map(row => ({
    pageId: row.page_id,
    revisionId: row.id,
    timestamp: row.timestamp * 1000,
    user: actors.get(row.actor_id)?.name ?? '',
    size: row.length ?? 0,
  }))
}
