import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import { ImportError } from '../import-error.ts'
import type { PageState, PendingRevision } from './page-batch.ts'

const MAX_KEYS = 1000

/** Numbers of revisions that are stored already. One that belongs to another page here is a reason to stop. */
export async function refuseOtherRevisions(tx: Writer, given: readonly PendingRevision[]): Promise<Set<number>> {
  const pages = new Map(given.map(({ revision, page }) => [revision.id, page]))
  const known = new Set<number>()
  const ids = [...pages.keys()]
  for (let from = 0; from < ids.length; from += MAX_KEYS) {
    const rows = await tx
      .selectFrom('revision')
      .where('id', 'in', padded(ids.slice(from, from + MAX_KEYS)))
      .select(['id', 'page_id'])
      .execute()
    for (const { id, page_id } of rows) {
      const page = pages.get(id)!
      if (page_id !== page.id) throw conflict(`revision ${id} of "${page.title}" belongs to another page here`)
      known.add(id)
    }
  }
  return known
}

/** Pages that are stored already, by number. A number or a title that means another page here is a reason to stop. */
export async function refuseOtherPages(
  tx: Writer,
  given: readonly PageState[],
): Promise<Map<number, { readonly latest_rev: number }>> {
  const known = new Map<number, { readonly latest_rev: number }>()
  for (let from = 0; from < given.length; from += MAX_KEYS) {
    const part = given.slice(from, from + MAX_KEYS)
    const columns = ['id', 'ns', 'title', 'latest_rev'] as const
    const ids = padded(part.map(({ id }) => id))
    const byId = await tx.selectFrom('page').where('id', 'in', ids).select(columns).execute()
    const stored = new Map(byId.map(row => [row.id, row]))
    for (const { id, ns, title } of part) {
      const row = stored.get(id)
      if (row === undefined) continue
      if (row.ns !== ns || row.title !== title) {
        throw conflict(`page ${id} is "${title}" in the export and "${row.title}" here`)
      }
      known.set(id, row)
    }
    const fresh = part.filter(({ id }) => !stored.has(id))
    await refuseTakenTitles(tx, fresh)
  }
  return known
}

async function refuseTakenTitles(tx: Writer, pages: readonly PageState[]): Promise<void> {
  const byNamespace = Map.groupBy(pages, ({ ns }) => ns)
  for (const [ns, group] of byNamespace) {
    const titles = padded(group.map(({ title }) => title))
    const taken = await tx
      .selectFrom('page')
      .where('ns', '=', ns)
      .where('title', 'in', titles)
      .select(['id', 'title'])
      .execute()
    const [first] = taken
    if (first !== undefined) throw conflict(`"${first.title}" is another page here, with the number ${first.id}`)
  }
}

const conflict = (what: string): ImportError =>
  new ImportError(`The export does not fit this wiki: ${what}. Import dumps into an empty wiki.`)
