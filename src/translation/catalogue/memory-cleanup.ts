import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { forgetIn, inScope, type MemoryScope } from './memory-scope.ts'

/** Conditions for entries; those that are not set do not matter. */
export interface MemoryConditions {
  readonly origin?: string | undefined
  readonly from_file?: boolean | undefined
  readonly source_language?: string | undefined
  readonly target_language?: string | undefined
}

/** Entries that meet all conditions. */
const meet =
  ({ origin, from_file, source_language, target_language }: MemoryConditions) =>
  (eb: ExpressionBuilder<Database, 'memory'>): Expression<SqlBool> => {
    const idOf = (code: string) => eb.selectFrom('translation_language').select('id').where('code', '=', code)
    return eb.and([
      ...(origin === undefined ? [] : [eb('memory.origin', '=', origin)]),
      ...(from_file === undefined ? [] : [eb('memory.from_file', '=', from_file ? 1 : 0)]),
      ...(source_language === undefined ? [] : [eb('memory.source_language_id', 'in', idOf(source_language))]),
      ...(target_language === undefined ? [] : [eb('memory.target_language_id', 'in', idOf(target_language))]),
    ])
  }

/** Removes entries from a scope, or only counts them for a preview. Returns how many there are. */
export async function cleanMemory(
  tx: Writer,
  scope: MemoryScope,
  conditions: MemoryConditions,
  preview: boolean,
): Promise<number> {
  const count = await memorySize(tx, scope, conditions)
  if (!preview) await forgetIn(tx, scope, meet(conditions))
  return count
}

export async function memorySize(db: Reader, scope: MemoryScope, conditions: MemoryConditions = {}): Promise<number> {
  const { count } = await db
    .selectFrom('memory')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(inScope(scope))
    .where(meet(conditions))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface MemoryOrigin {
  readonly origin: string
  readonly from_file: number
  readonly count: number
}

const MOST_ORIGINS = 100

/** Where the entries of a scope come from, most entries first. */
export async function memoryOrigins(db: Reader, scope: MemoryScope): Promise<MemoryOrigin[]> {
  const rows = await db
    .selectFrom('memory')
    .select(['origin', 'from_file'])
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(inScope(scope))
    .groupBy(['origin', 'from_file'])
    .orderBy('count', 'desc')
    .orderBy('origin')
    .limit(MOST_ORIGINS)
    .execute()
  return rows.map(row => ({ ...row, count: Number(row.count) }))
}
