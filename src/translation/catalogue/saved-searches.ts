import { invalidField } from '#fields/problem.ts'
import type { Reader, Writer } from '#store/store.ts'
import { isDuplicate } from '#store/store-error.ts'
import { checkUnitSearch } from './unit-search.ts'

/** The most saved searches of one user or project. */
export const MAX_SAVED_SEARCHES = 50

export interface SavedSearch {
  readonly name: string
  readonly q: string
}

export interface SharedSearch extends SavedSearch {
  readonly id: number
}

export const personalSearches = (db: Reader, account_id: number): Promise<SavedSearch[]> =>
  db.selectFrom('saved_filter').select(['name', 'q']).where('account_id', '=', account_id).orderBy('position').execute()

/** Replaces all saved searches of a user. */
export async function savePersonalSearches(
  tx: Writer,
  account_id: number,
  searches: readonly SavedSearch[],
): Promise<void> {
  const names = new Set(searches.map(each => each.name))
  if (names.size < searches.length) throw invalidField('filters', 'unique', 'Two saved searches have the same name.')
  for (const { q } of searches) checkUnitSearch(q)
  await tx.deleteFrom('saved_filter').where('account_id', '=', account_id).execute()
  const rows = searches.map(({ name, q }, position) => ({ account_id, position, name, q }))
  if (rows.length > 0) await tx.insertInto('saved_filter').values(rows).execute()
}

export const sharedSearches = (db: Reader, project_id: number): Promise<SharedSearch[]> =>
  db
    .selectFrom('project_filter')
    .select(['id', 'name', 'q'])
    .where('project_id', '=', project_id)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** Adds a saved search to a project, or changes one. Null if it does not exist (any longer). */
export async function saveSharedSearch(
  tx: Writer,
  project_id: number,
  id: number | null,
  values: Partial<SavedSearch>,
): Promise<SharedSearch | null> {
  if (values.q !== undefined) checkUnitSearch(values.q)
  const columns = ['id', 'name', 'q'] as const
  try {
    if (id !== null)
      return (
        (await tx
          .updateTable('project_filter')
          .set(Object.keys(values).length === 0 ? { project_id } : values)
          .where('id', '=', id)
          .where('project_id', '=', project_id)
          .returning(columns)
          .executeTakeFirst()) ?? null
      )
    const { count } = await tx
      .selectFrom('project_filter')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('project_id', '=', project_id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_SAVED_SEARCHES)
      throw invalidField('name', 'max_length', `A project has at most ${MAX_SAVED_SEARCHES} saved searches.`)
    const { name = '', q = '' } = values
    return await tx
      .insertInto('project_filter')
      .values({ project_id, name, q })
      .returning(columns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw isDuplicate(error)
      ? invalidField('name', 'unique', 'The project already has a saved search with this name.')
      : error
  }
}
