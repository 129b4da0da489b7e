import type { Writer } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'

interface Change {
  readonly added: readonly string[]
  readonly gone: readonly string[]
}

/**
 * Counts a page of a namespace into categories and out of others. Rows are touched in the order of their names, so that no
 * two edits wait for each other.
 */
export async function changeCategories(tx: Writer, ns: number, { added, gone }: Change): Promise<void> {
  const steps = [...added.map(title => [title, 1] as const), ...gone.map(title => [title, -1] as const)]
  for (const [title, step] of steps.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) await count(tx, ns, title, step)
  if (gone.length > 0) await dropEmpty(tx, gone)
}

async function count(tx: Writer, ns: number, title: string, step: 1 | -1): Promise<void> {
  const subcats = ns === NS.category ? step : 0
  const files = ns === NS.file ? step : 0
  const atLeast = (n: number) => Math.max(n, 0)
  await tx
    .insertInto('category')
    .values({ title, pages: atLeast(step), subcats: atLeast(subcats), files: atLeast(files) })
    .onConflict(conflict =>
      conflict.column('title').doUpdateSet(eb => ({
        pages: eb('category.pages', '+', step),
        subcats: eb('category.subcats', '+', subcats),
        files: eb('category.files', '+', files),
      })),
    )
    .execute()
}

/** The pages of categories whose members changed look different from now on. */
export async function touchCategories(tx: Writer, titles: readonly string[], now: number): Promise<void> {
  for (const title of titles.toSorted()) {
    const page = tx.updateTable('page').set({ touched: now }).where('ns', '=', NS.category).where('title', '=', title)
    await page.where('touched', '<', now).execute()
  }
}

/** A category that has neither members nor a page is none. */
async function dropEmpty(tx: Writer, titles: readonly string[]): Promise<void> {
  for (const title of titles.toSorted()) {
    await tx
      .deleteFrom('category')
      .where('title', '=', title)
      .where('pages', '<=', 0)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('page').where('ns', '=', NS.category).where('title', '=', title).select('id'))),
      )
      .execute()
  }
}

/** A category with a page of its own is counted even while it is empty. */
export async function beginCategory(tx: Writer, title: string): Promise<void> {
  await tx
    .insertInto('category')
    .values({ title })
    .onConflict(conflict => conflict.column('title').doNothing())
    .execute()
}
