import { type Clock, seconds } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'

export const LOOKUP_JOB = 'translation-lookup-checks'
/** Seconds to wait, because edits come in bursts and one comparison per burst is enough. */
const LOOKUP_DELAY = 30
/** Jobs to plan per look. */
const MAX_JOBS = 100

/** The checks that compare strings, one job per language of a project with requested comparisons. */
export async function lookupJobs(db: Reader, clock: Clock) {
  const runAt = seconds(clock) + LOOKUP_DELAY
  const jobs: { key: string; payload: { project: number; language: number }; runAt: number }[] = []
  let last = { project_id: 0, language_id: 0 }
  while (jobs.length < MAX_JOBS) {
    const next = await db
      .selectFrom('unit_look')
      .select(['project_id', 'language_id'])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('project_id', 'language_id'), '>', tuple(last.project_id, last.language_id)),
      )
      .orderBy('project_id')
      .orderBy('language_id')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined) break
    const { project_id: project, language_id: language } = next
    jobs.push({ key: `${project}-${language}`, payload: { project, language }, runAt })
    last = next
  }
  return jobs
}
