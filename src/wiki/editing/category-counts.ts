import { insertRows } from '#store/insert-rows.ts'
import { padded } from '#store/keyset.ts'
import { holdRows } from '#store/lock-rows.ts'
import type { Writer } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'

interface Change {
  readonly added: readonly string[]
  readonly gone: readonly string[]
}

/** A page can be in more categories than a statement takes values. */
const PORTION = 1000

/**
 * Counts a page of a namespace into categories and out of others. Rows are locked in the order of their names, so that no
 * two edits wait for each other.
 */
export async function changeCategories(tx: Writer, ns: number, { added, gone }: Change, now: number): Promise<void> {
  await insertRows(
    tx,
    'category',
    ['title'],
    added.toSorted().map(title => [title]),
  )
  for (const titles of portions([...added, ...gone].sort())) await lock(tx, titles)
  for (const titles of portions(added)) await count(tx, ns, titles, 1)
  for (const titles of portions(gone)) {
    await count(tx, ns, titles, -1)
    await dropEmpty(tx, titles)
  }
  for (const titles of portions([...added, ...gone])) await touch(tx, titles, now)
}

function* portions(titles: readonly string[]): Generator<string[]> {
  for (let from = 0; from < titles.length; from += PORTION) yield padded(titles.slice(from, from + PORTION))
}

async function lock(tx: Writer, titles: readonly string[]): Promise<void> {
  await holdRows(tx, tx.selectFrom('category').where('title', 'in', titles).orderBy('title').select('id'))
}

async function count(tx: Writer, ns: number, titles: readonly string[], step: 1 | -1): Promise<void> {
  await tx
    .updateTable('category')
    .set(eb => ({
      pages: eb('pages', '+', step),
      ...(ns === NS.category && { subcats: eb('subcats', '+', step) }),
      ...(ns === NS.file && { files: eb('files', '+', step) }),
    }))
    .where('title', 'in', titles)
    .execute()
}

/** A category that has neither members nor a page is none. */
async function dropEmpty(tx: Writer, titles: readonly string[]): Promise<void> {
  const pages = tx.selectFrom('page').where('ns', '=', NS.category).where('title', 'in', titles).select('title')
  const kept = new Set((await pages.execute()).map(page => page.title))
  const without = titles.filter(title => !kept.has(title))
  if (without.length === 0) return
  await tx.deleteFrom('category').where('title', 'in', padded(without)).where('pages', '<=', 0).execute()
}

/** The pages of categories whose members changed look different from now on. */
async function touch(tx: Writer, titles: readonly string[], now: number): Promise<void> {
  const pages = tx.updateTable('page').set({ touched: now }).where('ns', '=', NS.category).where('title', 'in', titles)
  await pages.where('touched', '<', now).execute()
}

/** A category with a page of its own is counted even while it is empty. */
export async function beginCategory(tx: Writer, title: string): Promise<void> {
  await insertRows(tx, 'category', ['title'], [[title]])
}
