import { portions } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import type { ActionRun } from '../../api/action-run.ts'
import { content, list } from '../../api/result/shape.ts'
import { pagesByName } from '../../content/pages.ts'
import { NS } from '../../site/namespaces.ts'
import type { Found } from '../../wikitext/state/output.ts'
import { categoriesHtml, type FoundCategory } from './categories-html.ts'
import type { Category, ParseResult } from './parse-result.ts'
import type { Subject } from './subject.ts'

export async function categoryFields(
  run: ActionRun,
  { page }: Subject,
  found: Found,
  prop: ReadonlySet<string>,
): Promise<Pick<ParseResult, 'categories' | 'categorieshtml'>> {
  if (!prop.has('categories') && !prop.has('categorieshtml')) return {}
  const categories = await foundCategories(run, found)
  return {
    ...(prop.has('categories') && { categories: list('cl', categories.map(shown)) }),
    ...(prop.has('categorieshtml') && { categorieshtml: await categoriesHtml(run, page.ns, categories) }),
  }
}

const shown = ({ dbkey, sortKey, exists, hidden }: FoundCategory): Category =>
  content(
    { sortkey: sortKey, category: dbkey, ...(!exists && { missing: true }), ...(hidden && { hidden: true }) },
    'category',
  )

async function foundCategories(run: ActionRun, { categories }: Found): Promise<FoundCategory[]> {
  const names = categories.map(({ dbkey }) => ({ ns: NS.category, title: dbkey }))
  if (names.length === 0) return []
  const pages = await pagesByName(run.db, names)
  const hidden = await hiddenPages(
    run,
    pages.map(page => page.id),
  )
  const hiddenByTitle = new Map(pages.map(page => [page.title, hidden.has(page.id)]))
  return categories.map(({ dbkey, sortKeyPrefix }) => ({
    dbkey,
    sortKey: sortKeyPrefix,
    exists: hiddenByTitle.has(dbkey),
    hidden: hiddenByTitle.get(dbkey) ?? false,
  }))
}

const HIDDEN = statement(db => db.selectFrom('page_prop').where('name', '=', 'hiddencat').select('page_id'))

async function hiddenPages(run: ActionRun, ids: readonly number[]): Promise<Set<number>> {
  const hiddenIds = new Set<number>()
  for (const part of portions(ids)) {
    const rows = await HIDDEN.where('page_id', 'in', part).all(run.db)
    for (const row of rows) hiddenIds.add(row.page_id)
  }
  return hiddenIds
}
