import type { Writer } from '#store/store.ts'
import type { Row } from '../bulk/insert-rows.ts'
import type { ImportContext } from '../context.ts'
import type { Outcome } from '../tables/mapping.ts'
import type { PageState } from './page-batch.ts'
import { refuseOtherPages } from './refuse-others.ts'

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

/** Stores pages whose revisions are all there. One that exists is brought up to date when the export is newer. */
export async function storePages(tx: Writer, pages: readonly PageState[], context: ImportContext): Promise<Outcome> {
  const skipped = new Map<string, number>()
  const known = await refuseOtherPages(tx, pages)
  const rows: Row[] = []
  const newer: Row[] = []
  let unchanged = 0
  for (const page of pages) {
    const { latest } = page
    const before = known.get(page.id)
    if (latest === undefined) skipped.set('no revisions', (skipped.get('no revisions') ?? 0) + 1)
    else if (before === undefined) rows.push(pageRow(page, latest))
    else if (before.latest_rev < latest.id) {
      newer.push([page.id, page.redirect ? 1 : 0, 0, latest.timestamp, latest.id, latest.length, latest.model])
    } else unchanged++
  }
  await context.insert(tx, 'page', [...columns, 'content_model'], rows)
  const changeable = ['id', 'is_redirect', 'is_new', 'touched', 'latest_rev', 'length', 'content_model']
  await context.update(tx, 'page', changeable, newer)
  if (unchanged > 0) skipped.set('already there', unchanged)
  return { stored: rows.length + newer.length, skipped }
}

function pageRow(page: PageState, latest: NonNullable<PageState['latest']>): Row {
  const { timestamp } = latest
  return [
    ...[page.id, page.ns, page.title, page.redirect ? 1 : 0, latest.isFirst ? 1 : 0],
    ...[randomOf(page.id), timestamp, timestamp, latest.id, latest.length, latest.model],
  ]
}

/** A number between 0 and 1 that looks like chance but is the same in every import, so that repeated ones agree. */
export function randomOf(id: number): number {
  let mixed = (id ^ 0x9e3779b9) >>> 0
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) {
    mixed = Math.imul(mixed ^ (mixed >>> 16), factor) >>> 0
  }
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
