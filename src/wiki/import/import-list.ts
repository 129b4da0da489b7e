import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { FileSummary } from './summary.ts'

/** An import into this wiki, running or finished. */
export interface ListedImport {
  /** The imported file; null for derived data. */
  readonly file: string | null
  /** sql, xml-pages, xml-logs or derive. */
  readonly kind: string
  readonly stored: number
  readonly skipped: number
  /** Progress from 0 to 1, if known. */
  readonly share: number | null
  /** Unix time in seconds; null while it is not finished. */
  readonly finishedAt: number | null
}

/** All imported files, unfinished ones first. */
export async function listImports(db: Reader): Promise<ListedImport[]> {
  const rows = await db.selectFrom('import_checkpoint').selectAll().orderBy('source').execute()
  const last = await db
    .selectFrom('page')
    .select(eb => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const listed = rows.map(({ kind, position, summary, finished_at: finishedAt }): ListedImport => {
    const { file = null, tables = {} } = storedObject<FileSummary>(summary)
    const { after = 0 } = storedObject<{ after: number }>(position)
    const all = Object.values(tables)
    const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
    return {
      file: file?.split(/[/\\]/).at(-1) ?? null,
      kind,
      stored: sum(all.map(each => each.stored)),
      skipped: sum(all.flatMap(each => Object.values(each.skipped))),
      share: finishedAt !== null ? 1 : kind === 'derive' && last?.id ? Math.min(1, after / last.id) : null,
      finishedAt,
    }
  })
  return listed.sort(
    (a, b) =>
      Number(a.finishedAt !== null) - Number(b.finishedAt !== null) || (b.finishedAt ?? 0) - (a.finishedAt ?? 0),
  )
}
