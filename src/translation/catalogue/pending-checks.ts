import type { Reader } from '#store/store.ts'
import { RECHECK_JOB } from './work.ts'

/** Where strings are: a language, a project, a language of a project, or a component of it. */
export interface CheckedPlace {
  project?: number
  language?: number
  component?: number
}

/**
 * Whether strings of a place wait to be checked, so that the number of those that fail may yet change. Comparing strings
 * with others runs behind edits and imports, and so does checking a whole component anew; where it is not known which
 * strings that concerns, it concerns all.
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
