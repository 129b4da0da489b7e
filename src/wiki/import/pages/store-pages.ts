import type { Row } from '#store/insert-rows.ts'
import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import type { ImportContext } from '../context.ts'
import { ALREADY_THERE, type Outcome } from '../tables/mapping.ts'
import { removeOrphanedRevisions, settleDuplicates } from './duplicate-pages.ts'
import type { PageState } from './page-batch.ts'
import type { KnownRows } from './page-conflicts.ts'
import { CLASH } from './store-revisions.ts'

const MAX_KEYS = 1000

const columns = [
  'id',
  'ns',
  'title',
  'is_redirect',
  'is_new',
  'random',
  'touched',
  'links_updated',
  'latest_rev',
  'length',
]

interface PagesOutcome extends Outcome {
  /** Revisions of pages that could not be stored. */
  readonly revisionsTakenBack: number
}

/** Stores pages whose revisions are complete. Updates an existing page if the export is newer. */
export async function storePages(
  tx: Writer,
  pages: readonly PageState[],
  known: KnownRows,
  context: ImportContext,
): Promise<PagesOutcome> {
  const skipped = new Map<string, number>()
  const skip = (reason: string, count = 1) => skipped.set(reason, (skipped.get(reason) ?? 0) + count)
  const missing = await withoutLatest(tx, known)
  const fresh: PageState[] = []
  const changed: PageState[] = []
  const clashes: number[] = []
  for (const page of pages) {
    const { latest } = page
    const before = known.pages.get(page.id)
    if (known.clashingPages.has(page.id)) clashes.push(page.id)
    else if (latest === undefined) skip('no revisions')
    else if (before === undefined) fresh.push(page)
    else if (before.latestRev < latest.id || missing.has(before.latestRev)) changed.push(page)
    else skip(ALREADY_THERE)
  }
  const added = await context.insert(tx, 'page', [...columns, 'content_model'], fresh.map(pageRow))
  if (added < fresh.length) {
    const { newer, clashing } = await settleDuplicates(tx, fresh)
    changed.push(...newer)
    clashes.push(...clashing)
    const same = fresh.length - added - newer.length - clashing.length
    if (same > 0) skip(ALREADY_THERE, same)
  }
  const changeable = ['id', 'is_redirect', 'is_new', 'touched', 'latest_rev', 'length', 'content_model']
  await context.update(tx, 'page', changeable, changed.map(changedRow))
  if (clashes.length > 0) skip(CLASH, clashes.length)
  return { stored: added + changed.length, skipped, revisionsTakenBack: await removeOrphanedRevisions(tx, clashes) }
}

/** Latest revisions named by a page table that are missing because the export was written earlier. */
async function withoutLatest(tx: Writer, { pages }: KnownRows): Promise<Set<number>> {
  const missing = new Set([...pages.values()].map(({ latestRev }) => latestRev))
  const ids = [...missing]
  for (let from = 0; from < ids.length; from += MAX_KEYS) {
    const part = padded(ids.slice(from, from + MAX_KEYS))
    const rows = await tx.selectFrom('revision').where('id', 'in', part).select('id').execute()
    for (const { id } of rows) missing.delete(id)
  }
  return missing
}

function changedRow(page: PageState): Row {
  const { id, timestamp, length, model } = page.latest!
  return [page.id, page.redirect ? 1 : 0, 0, timestamp, id, length, model]
}

function pageRow(page: PageState): Row {
  const latest = page.latest!
  const { timestamp } = latest
  return [
    ...[page.id, page.ns, page.title, page.redirect ? 1 : 0, latest.isFirst ? 1 : 0],
    ...[randomOf(page.id), timestamp, timestamp, latest.id, latest.length, latest.model],
  ]
}

/** A pseudo-random number between 0 and 1 that is the same in every import. */
function randomOf(id: number): number {
  let mixed = (id ^ 0x9e3779b9) >>> 0
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) {
    mixed = Math.imul(mixed ^ (mixed >>> 16), factor) >>> 0
  }
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
