import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { FileSummary } from './summary.ts'

/** An import into this wiki, under way or done. */
export interface ListedImport {
  /** The file that was read; null for what is worked out of everything that was imported. */
  readonly file: string | null
  /** sql, xml-pages, xml-logs or derive. */
  readonly kind: string
  readonly stored: number
  readonly skipped: number
  /** How much is done, from 0 to 1, where that can be said. */
  readonly share: number | null
  /** Seconds since 1970; null while it is not finished. */
  readonly finishedAt: number | null
}

/** Every file that was ever imported, with those first that have not come to their end. */
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
