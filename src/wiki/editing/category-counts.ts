import { padded } from '#store/keyset.ts'
import { runLater } from '#store/run-later.ts'
import { StatementTexts } from '#store/run-text.ts'
import type { Writer } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'

const texts = new StatementTexts()

/** Categories a page was added to and removed from. */
export interface CategoryChange {
  readonly added: readonly string[]
  readonly gone: readonly string[]
}

/** Databases limit the number of parameters per statement. */
const PORTION = 1000

/**
 * Updates the member counts of categories. Many pages share a category, and its row is locked until the commit: call
 * this late.
 */
export async function countMembers(
  tx: Writer,
  ns: number,
  { added, gone: removed }: CategoryChange,
  now: number,
): Promise<void> {
  if (added.length + removed.length === 0) return
  if (removed.length === 0) return addMember(tx, ns, added, now)
  await lockCategories(tx, [...added, ...removed])
  for (const titles of portions(added)) await count(tx, ns, titles, 1)
  for (const titles of portions(removed)) {
    await count(tx, ns, titles, -1)
    await dropEmpty(tx, titles)
  }
  for (const titles of portions([...added, ...removed]))
    await runLater(tx, touchText(tx, titles.length), [now, now, ...titles])
}

/** The usual case. No statement waits for a response. */
async function addMember(tx: Writer, ns: number, titles: readonly string[], now: number): Promise<void> {
  const counters = ['pages', ...(ns === NS.category ? ['subcats'] : []), ...(ns === NS.file ? ['files'] : [])]
  const sorted = titles.toSorted()
  for (let from = 0; from < sorted.length; from += PORTION) {
    const part = sorted.slice(from, from + PORTION)
    await runLater(tx, addText(tx, counters, part.length), part)
  }
  for (const part of portions(sorted)) await runLater(tx, touchText(tx, part.length), [now, now, ...part])
}

const addText = (tx: Writer, counters: readonly string[], count: number): string =>
  texts.get(tx, `add ${counters.join()} ${count}`, mark => {
    const rows = Array.from({ length: count }, (_, at) => `(${[mark(at + 1), ...counters.map(() => 1)].join()})`)
    const sums = counters.map(name => `${name} = category.${name} + 1`)
    return `insert into category (title, ${counters.join()}) values ${rows.join()}
      on conflict (title) do update set ${sums.join()}`
  })

function* portions(titles: readonly string[]): Generator<string[]> {
  for (let from = 0; from < titles.length; from += PORTION) yield padded(titles.slice(from, from + PORTION))
}

/**
 * Creates missing categories and locks all of them. A single statement does both, because an existing category could be
 * dropped before a separate lock. Sorted by name, so concurrent edits do not deadlock.
 */
async function lockCategories(tx: Writer, titles: readonly string[]): Promise<void> {
  const sorted = titles.toSorted()
  for (let from = 0; from < sorted.length; from += PORTION) {
    await tx
      .insertInto('category')
      .values(sorted.slice(from, from + PORTION).map(title => ({ title })))
      .onConflict(row => row.column('title').doUpdateSet(eb => ({ title: eb.ref('excluded.title') })))
      .execute()
  }
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
    // Counts from an imported wiki may be too low.
    .$if(step < 0, rows => rows.where('pages', '>', 0))
    .execute()
}

/** Removes categories that have neither members nor a page. */
async function dropEmpty(tx: Writer, titles: readonly string[]): Promise<void> {
  const pages = tx.selectFrom('page').where('ns', '=', NS.category).where('title', 'in', titles).select('title')
  const withPage = new Set((await pages.execute()).map(page => page.title))
  const without = titles.filter(title => !withPage.has(title))
  if (without.length === 0) return
  await tx.deleteFrom('category').where('title', 'in', padded(without)).where('pages', '<=', 0).execute()
}

/** Touches the category pages whose members changed. */
const touchText = (tx: Writer, count: number): string =>
  texts.get(tx, `touch ${count}`, mark => {
    const titles = Array.from({ length: count }, (_, at) => mark(at + 3))
    return `update page set touched = ${mark(1)} where touched < ${mark(2)} and ns = ${NS.category}
      and title in (${titles.join()})`
  })

/** Keeps a row for a category with a page of its own, even while it is empty. */
export const beginCategory = (tx: Writer, title: string): Promise<void> => lockCategories(tx, [title])

/** Removes a category that has neither members nor, any longer, a page. */
export async function dropCategory(tx: Writer, title: string): Promise<void> {
  await lockCategories(tx, [title])
  await dropEmpty(tx, [title])
}
