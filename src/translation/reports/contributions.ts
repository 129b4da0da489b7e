import { sql } from 'kysely'
import { usernameOf } from '#accounts/account.ts'
import { nameShows } from '#accounts/hidden-names.ts'
import { type Clock, seconds } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import { ACTION } from '../catalogue/change-actions.ts'

/** Scope of a report; the narrowest field applies. */
export interface ReportScope {
  projects?: readonly number[]
  components?: readonly number[]
}

export interface ReportRange {
  /** Microseconds. */
  start: number
  end: number
  language?: number | undefined
  /** Restricts to this account. */
  author?: number | undefined
}

export interface Contribution {
  language: string
  email: string
  full_name: string
  username: string
  /** Seconds; null for accounts without a date. */
  registered_at: number | null
  change_count: number
  words: number
  chars: number
  added: number
  approved: number
}

/** Content changes with an author or of one author. */
export const changesOf = (db: Reader, scope: ReportScope, range: ReportRange) =>
  db
    .selectFrom('translation_change')
    .where('translation_change.is_content', '=', 1)
    .where('translation_change.timestamp', '>=', range.start)
    .where('translation_change.timestamp', '<=', range.end)
    .$if(scope.projects !== undefined, query =>
      query.where('translation_change.project_id', 'in', [-1, ...scope.projects!]),
    )
    .$if(scope.components !== undefined, query =>
      query.where('translation_change.component_id', 'in', [-1, ...scope.components!]),
    )
    .$if(range.language !== undefined, query => query.where('translation_change.language_id', '=', range.language!))
    .$if(range.author !== undefined, query => query.where('translation_change.author_id', '=', range.author!))

/** Contributions per person and language, largest first. Only counts string changes by people whose name is visible. */
export async function contributions(
  db: Reader,
  scope: ReportScope,
  range: ReportRange,
  clock: Clock,
): Promise<Contribution[]> {
  const times = (action: number) => sql<number>`sum(case when action = ${sql.lit(action)} then 1 else 0 end)`
  const rows = await changesOf(db, scope, range)
    .innerJoin('account', 'account.id', 'translation_change.author_id')
    .innerJoin('translation_language', 'translation_language.id', 'translation_change.language_id')
    .leftJoin('unit', 'unit.id', 'translation_change.unit_id')
    .select(eb => [
      'translation_language.name as language',
      'account.email',
      'account.real_name as full_name',
      usernameOf.as('username'),
      'account.registered_at',
      eb.fn.countAll<number>().as('change_count'),
      sql<number>`coalesce(sum(unit.num_words), 0)`.as('words'),
      sql<number>`coalesce(sum(unit.num_chars), 0)`.as('chars'),
      times(ACTION.added).as('added'),
      times(ACTION.approved).as('approved'),
    ])
    .$if(range.author === undefined, query => query.where(nameShows(seconds(clock))))
    .groupBy(['translation_language.name', 'account.email', 'account.real_name', 'account.name'])
    .groupBy(['account.username', 'account.registered_at'])
    .orderBy('translation_language.name')
    .orderBy('change_count', 'desc')
    .orderBy('account.name')
    .execute()
  return rows.map(row => ({ ...row, full_name: row.full_name || row.username }))
}
