import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { KIND_LABELS } from './kinds/index.ts'
import { SCOPE, SCOPES } from './subscription-terms.ts'
import type { Words } from './words.ts'

type Subscription = Pick<Selectable<Database['subscription']>, 'notification' | 'scope' | 'project_id' | 'component_id'>

/** Names a subscription, for example “Comment was added” (Watched projects). */
export async function reasonOf(db: Reader, t: Words, row: Subscription): Promise<string> {
  return `“${t(KIND_LABELS.get(row.notification) ?? row.notification)}” (${await scopeName(db, t, row)})`
}

/** Cached `reasonOf`, so that each project is looked up once. Short-lived: create one per job. */
export class ReasonCache {
  readonly #db: Reader
  readonly #cache = new Map<Words, Map<string, Promise<string>>>()

  constructor(db: Reader) {
    this.#db = db
  }

  of(t: Words, row: Subscription): Promise<string> {
    const cached = this.#cache.get(t) ?? new Map<string, Promise<string>>()
    this.#cache.set(t, cached)
    const key = [row.notification, row.scope, row.project_id, row.component_id].join(' ')
    const reason = cached.get(key) ?? reasonOf(this.#db, t, row)
    cached.set(key, reason)
    return reason
  }
}

async function scopeName(db: Reader, t: Words, { scope, project_id, component_id }: Subscription): Promise<string> {
  if (scope === SCOPE.project && project_id !== null) {
    const project = await db.selectFrom('project').select('name').where('id', '=', project_id).executeTakeFirst()
    return t('Project {{name}}', { name: project?.name ?? '' }).trim()
  }
  if (scope === SCOPE.component && component_id !== null) {
    const component = await db
      .selectFrom('component')
      .innerJoin('project', 'project.id', 'component.project_id')
      .select(['component.name', 'project.name as project'])
      .where('component.id', '=', component_id)
      .executeTakeFirst()
    return t('Component {{name}}', { name: component ? `${component.project} / ${component.name}` : '' }).trim()
  }
  return t((SCOPES as ReadonlyMap<number, string>).get(scope) ?? String(scope))
}
