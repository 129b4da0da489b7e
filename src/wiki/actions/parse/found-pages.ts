import type { ActionRun } from '../../api/action-run.ts'
import { content, type Row } from '../../api/result/shape.ts'
import { pagesByName } from '../../content/pages.ts'
import type { PageKey } from '../../site/title-format.ts'

/** Pages that a text names, with the question whether they exist: those that do first, by name. */
export async function foundPages(run: ActionRun, names: readonly PageKey[]): Promise<Row[]> {
  const existing = await pagesByName(
    run.db,
    names.map(({ ns, dbkey }) => ({ ns, title: dbkey })),
  )
  const known = new Set(existing.map(({ ns, title }) => `${ns}:${title}`))
  const missing = names.filter(({ ns, dbkey }) => !known.has(`${ns}:${dbkey}`))
  const rows = [
    ...existing.map(({ ns, title }) => ({ ns, title, exists: true })),
    ...missing.map(({ ns, dbkey }) => ({ ns, title: dbkey, exists: false })),
  ]
  // Pages of one namespace stand together, in the order in which namespaces turn up.
  const groups = Map.groupBy(rows, ({ ns }) => ns)
  return [...groups.values()]
    .flat()
    .map(({ ns, title, exists }) => content({ ns, title: run.titleText(ns, title), exists }, 'title'))
}
