import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { SubscriptionTable } from '#store/tables/translation-people.ts'
import { KIND_LABELS } from './kinds/index.ts'
import { SCOPE, SCOPES } from './subscription-terms.ts'

type Subscription = Pick<Selectable<SubscriptionTable>, 'notification' | 'scope' | 'project_id' | 'component_id'>

/** A subscription in words: "Comment was added" (Watched projects). */
export async function reasonOf(db: Reader, row: Subscription): Promise<string> {
  return `“${KIND_LABELS.get(row.notification) ?? row.notification}” (${await scopeName(db, row)})`
}

async function scopeName(db: Reader, { scope, project_id, component_id }: Subscription): Promise<string> {
  if (scope === SCOPE.project && project_id !== null) {
    const project = await db.selectFrom('project').select('name').where('id', '=', project_id).executeTakeFirst()
    return `the project ${project?.name ?? ''}`.trim()
  }
  if (scope === SCOPE.component && component_id !== null) {
    const component = await db
      .selectFrom('component')
      .innerJoin('project', 'project.id', 'component.project_id')
      .select(['component.name', 'project.name as project'])
      .where('component.id', '=', component_id)
      .executeTakeFirst()
    return component ? `the component ${component.project} / ${component.name}` : 'one component'
  }
  return (SCOPES as ReadonlyMap<number, string>).get(scope) ?? String(scope)
}
