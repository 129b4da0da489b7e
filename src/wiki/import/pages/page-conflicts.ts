import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import { ImportError } from '../import-error.ts'
import type { PageState, PendingRevision } from './page-batch.ts'

const MAX_KEYS = 1000

/** Existing rows for the pages and revisions of a batch. */
export interface KnownRows {
  /** Existing pages by ID. */
  readonly pages: ReadonlyMap<number, { readonly latestRev: number }>
  readonly revisions: ReadonlySet<number>
  /** Pages and revisions that cannot be stored, because their title or ID is taken. */
  readonly clashingPages: ReadonlySet<number>
  readonly clashingRevisions: ReadonlySet<number>
}

/** For a wiki that was empty when the import began. */
export const nothingKnown: KnownRows = {
  pages: new Map(),
  revisions: new Set(),
  clashingPages: new Set(),
  clashingRevisions: new Set(),
}

/**
 * Looks up existing rows. An ID or title that belongs to something else stops the import unless conflicts are to be
 * skipped: either the page table was written at another time than the export, and pages were moved or deleted in
 * between; or everything here comes from this export, which contains duplicates.
 */
export async function findKnown(
  tx: Writer,
  pages: readonly PageState[],
  revisions: readonly PendingRevision[],
  passOver: boolean,
): Promise<KnownRows> {
  const clash = (what: string) => {
    if (passOver) return
    throw new ImportError(`The export conflicts with this wiki: ${what}. Import dumps into an empty wiki.`)
  }
  const existing = await knownPages(tx, pages, clash)
  return { ...existing, ...(await knownRevisions(tx, revisions, clash)) }
}

async function knownPages(tx: Writer, pages: readonly PageState[], clash: (what: string) => void) {
  const found = new Map<number, { readonly latestRev: number }>()
  const clashingPages = new Set<number>()
  for (let from = 0; from < pages.length; from += MAX_KEYS) {
    const part = pages.slice(from, from + MAX_KEYS)
    const rows = await tx
      .selectFrom('page')
      .where('id', 'in', padded(part.map(({ id }) => id)))
      .select(['id', 'ns', 'title', 'latest_rev'])
      .execute()
    const byId = new Map(rows.map(row => [row.id, row]))
    for (const { id, ns, title } of part) {
      const row = byId.get(id)
      if (row === undefined) continue
      if (row.ns !== ns || row.title !== title) clash(`page ${id} is "${title}" in the export and "${row.title}" here`)
      found.set(id, { latestRev: row.latest_rev })
    }
    const fresh = part.filter(({ id }) => !byId.has(id))
    for (const { page, other } of await takenTitles(tx, fresh)) {
      clash(`"${page.title}" is another page here, with the ID ${other}`)
      clashingPages.add(page.id)
    }
  }
  return { pages: found, clashingPages }
}

async function takenTitles(tx: Writer, pages: readonly PageState[]): Promise<{ page: PageState; other: number }[]> {
  const taken: { page: PageState; other: number }[] = []
  for (const [ns, group] of Map.groupBy(pages, ({ ns }) => ns)) {
    const byTitle = new Map(group.map(page => [page.title, page]))
    const rows = await tx
      .selectFrom('page')
      .where('ns', '=', ns)
      .where('title', 'in', padded([...byTitle.keys()]))
      .select(['id', 'title'])
      .execute()
    for (const { id, title } of rows) taken.push({ page: byTitle.get(title)!, other: id })
  }
  return taken
}

async function knownRevisions(tx: Writer, revisions: readonly PendingRevision[], clash: (what: string) => void) {
  const pages = new Map(revisions.map(({ revision, page }) => [revision.id, page]))
  const found = new Set<number>()
  const clashingRevisions = new Set<number>()
  const ids = [...pages.keys()]
  for (let from = 0; from < ids.length; from += MAX_KEYS) {
    const rows = await tx
      .selectFrom('revision')
      .where('id', 'in', padded(ids.slice(from, from + MAX_KEYS)))
      .select(['id', 'page_id'])
      .execute()
    for (const { id, page_id } of rows) {
      const page = pages.get(id)!
      if (page_id === page.id) found.add(id)
      else {
        clash(`revision ${id} of "${page.title}" belongs to another page here`)
        clashingRevisions.add(id)
      }
    }
  }
  return { revisions: found, clashingRevisions }
}
