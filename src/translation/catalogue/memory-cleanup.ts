import type { Reader, Writer } from '#store/store.ts'

/** Conditions for entries; those that are not set do not matter. */
export interface MemoryConditions {
  readonly origin?: string | undefined
  readonly from_file?: boolean | undefined
  readonly source_language?: string | undefined
  readonly target_language?: string | undefined
}

const idOf = (db: Reader, code: string) => db.selectFrom('translation_language').select('id').where('code', '=', code)

/** Entries of a project that meet all conditions. */
const entriesWith = (db: Reader, project: number, conditions: MemoryConditions) => {
  const { origin, from_file, source_language, target_language } = conditions
  return db
    .selectFrom('memory')
    .where('project_id', '=', project)
    .$if(origin !== undefined, query => query.where('origin', '=', origin!))
    .$if(from_file !== undefined, query => query.where('from_file', '=', from_file ? 1 : 0))
    .$if(source_language !== undefined, query => query.where('source_language_id', 'in', idOf(db, source_language!)))
    .$if(target_language !== undefined, query => query.where('target_language_id', 'in', idOf(db, target_language!)))
}

/** Deletes entries, or only counts them for a preview. Returns how many there are. */
export async function cleanMemory(
  tx: Writer,
  project: number,
  conditions: MemoryConditions,
  preview: boolean,
): Promise<number> {
  const entries = entriesWith(tx, project, conditions)
  const { count } = await entries.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (!preview) await tx.deleteFrom('memory').where('id', 'in', entries.select('memory.id')).execute()
  return Number(count)
}

export interface MemoryOrigin {
  readonly origin: string
  readonly from_file: number
  readonly count: number
}

const MOST_ORIGINS = 100

/** Where the entries of a project come from, most entries first. */
export async function memoryOrigins(db: Reader, project: number): Promise<MemoryOrigin[]> {
  const rows = await db
    .selectFrom('memory')
    .select(['origin', 'from_file'])
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', project)
    .groupBy(['origin', 'from_file'])
    .orderBy('count', 'desc')
    .orderBy('origin')
    .limit(MOST_ORIGINS)
    .execute()
  return rows.map(row => ({ ...row, count: Number(row.count) }))
}
