import type { Selectable } from 'kysely'
import type { Jobs } from '#events/jobs.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'

export const glossariesOf = (db: Reader, project: number) =>
  db.selectFrom('component').selectAll().where('project_id', '=', project).where('is_glossary', '=', 1).orderBy('id')

/** Languages of the other components of a project that a glossary does not have. */
export async function missingLanguages(
  db: Reader,
  project: number,
  glossary: number,
): Promise<Selectable<Database['translation_language']>[]> {
  const used = db
    .selectFrom('translation')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .select('translation.language_id')
    .where('translation.project_id', '=', project)
    .where('component.is_glossary', '=', 0)
  const present = db.selectFrom('translation').select('language_id').where('component_id', '=', glossary)
  return db
    .selectFrom('translation_language')
    .selectAll()
    .where('id', 'in', used)
    .where('id', 'not in', present)
    .orderBy('id')
    .execute()
}

async function isIncomplete(db: Reader, project: number): Promise<boolean> {
  for (const { id } of await glossariesOf(db, project).execute())
    if ((await missingLanguages(db, project, id)).length > 0) return true
  return false
}

export const GLOSSARY_JOB = 'translation-glossary-languages'

/** Schedules the missing languages of the glossaries of projects, since they can have many strings. */
export async function glossariesLater(tx: Writer, jobs: Jobs, projects: Iterable<number>): Promise<void> {
  for (const project of projects)
    if (await isIncomplete(tx, project)) await jobs.enqueue(tx, { kind: GLOSSARY_JOB, key: String(project) })
}
