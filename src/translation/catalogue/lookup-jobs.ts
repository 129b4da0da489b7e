import { sql } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'

export const LOOKUP_JOB = 'translation-lookup-checks'
/** Seconds to wait, because edits come in bursts and one comparison per burst is enough. */
const LOOKUP_DELAY = 30
/** Jobs to plan per look. */
const MAX_JOBS = 100

/**
 * Each language of a project once, from an index: every step goes to the next one. Reading all requests, or asking for
 * one language after the other, would cost an idle site many statements a second.
 */
const NEXT = (column: 'project_id' | 'language_id') => sql<number | null>`(
  select unit_look.${sql.ref(column)} from unit_look
  where (unit_look.project_id, unit_look.language_id) > (requested.project_id, requested.language_id)
  order by unit_look.project_id, unit_look.language_id limit 1)`
const REQUESTED = sql<{ project_id: number; language_id: number }>`
  with recursive requested (project_id, language_id) as (
    select project_id, language_id
    from (select project_id, language_id from unit_look order by project_id, language_id limit 1) as first_one
    union all
    select ${NEXT('project_id')}, ${NEXT('language_id')} from requested where requested.project_id is not null
  )
  select project_id, language_id from requested where project_id is not null limit ${sql.lit(MAX_JOBS)}`

/** The checks that compare strings, one job per language of a project with requested comparisons. */
export async function lookupJobs(db: Reader, clock: Clock) {
  const runAt = seconds(clock) + LOOKUP_DELAY
  const { rows } = await REQUESTED.execute(db)
  return rows.map(({ project_id: project, language_id: language }) => ({
    key: `${project}-${language}`,
    payload: { project, language },
    runAt,
  }))
}
