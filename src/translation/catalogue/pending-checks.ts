import type { Reader } from '#store/store.ts'
import { RECHECK_JOB } from './work.ts'

/** A language, a project, a language of a project, or a component. */
export interface CheckedPlace {
  project?: number
  language?: number
  component?: number
}

/**
 * Whether checks are still to run, so that the number of failing strings may change. Comparisons between strings and
 * rechecks of whole components run after edits and imports. If the affected strings are unknown, all count as affected.
 */
export async function areChecksPending(db: Reader, { project, language, component }: CheckedPlace): Promise<boolean> {
  const look = await db
    .selectFrom('unit_look')
    .select('id')
    .$if(project !== undefined, query => query.where('project_id', '=', project!))
    .$if(language !== undefined, query => query.where('language_id', '=', language!))
    .limit(1)
    .executeTakeFirst()
  if (look !== undefined) return true
  const recheck = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', RECHECK_JOB)
    .$if(component !== undefined, query => query.where('key', '=', String(component)))
    .where('failed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return recheck !== undefined
}
