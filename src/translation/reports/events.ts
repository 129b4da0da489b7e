import type { Selectable } from 'kysely'
import { usernameOf } from '#accounts/account.ts'
import { nameShows } from '#accounts/hidden-names.ts'
import { type Clock, seconds } from '#store/clock.ts'
import { from } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import { changesIn } from './changes-in.ts'
import type { Place, PlaceName } from './place.ts'

type ChangeRow = Selectable<Database['translation_change']>

/** A change with the names of the objects it refers to. */
export interface Event extends Pick<ChangeRow, 'id' | 'action' | 'timestamp' | 'target' | 'old'> {
  /** Null for the system; a person without a name is one whose name is hidden. */
  /** Done by an unregistered user, not by the system. */
  readonly isVisitor: boolean
  readonly person: { readonly id: number; readonly name: string | null } | null
  readonly place: PlaceName
  readonly project: string | null
  readonly component: string | null
  readonly language: { readonly code: string; readonly name: string; readonly direction: string } | null
  readonly unit: { readonly id: number; readonly source: string; readonly hash: string } | null
}

export interface EventFilter {
  readonly account?: number | undefined
  readonly action?: number | undefined
  /** Start (inclusive) and end (exclusive) in microseconds. */
  readonly start?: number | undefined
  readonly end?: number | undefined
  /** Time and id of the last event shown. */
  readonly after?: readonly number[] | null
}

/** Changes in a place, newest first. */
export async function eventsIn(
  { db, permissions, clock }: { db: Reader; permissions: Permissions; clock: Clock },
  place: Place,
  filter: EventFilter,
  limit: number,
): Promise<Event[]> {
  const { account, action, start, end, after } = filter
  const rows = await changesIn(db.selectFrom('translation_change'), permissions, place)
    .selectAll('translation_change')
    .$if(account !== undefined, query => query.where('translation_change.account_id', '=', account!))
    .$if(action !== undefined, query => query.where('translation_change.action', '=', action!))
    .$if(start !== undefined, query => query.where('translation_change.timestamp', '>=', start!))
    .$if(end !== undefined, query => query.where('translation_change.timestamp', '<', end!))
    .$if(Boolean(after), query =>
      query.where(from(['translation_change.timestamp', 'translation_change.id'], [after![0], after![1]! - 1], 'desc')),
    )
    .orderBy('translation_change.timestamp', 'desc')
    .orderBy('translation_change.id', 'desc')
    .limit(limit)
    .execute()
  return named(db, clock, rows)
}

/** Resolves names for all changes in a few queries. */
async function named(db: Reader, clock: Clock, rows: readonly ChangeRow[]): Promise<Event[]> {
  const ids = (pick: (row: ChangeRow) => number | null) => [-1, ...new Set(rows.flatMap(row => pick(row) ?? []))]
  const byId = <T extends { id: number }>(list: readonly T[]) => new Map(list.map(each => [each.id, each]))
  const people = await db
    .selectFrom('account')
    .select(['account.id', usernameOf.as('name')])
    .where('account.id', 'in', ids(doer))
    .where(nameShows(seconds(clock)))
    .execute()
  const projects = await db
    .selectFrom('project')
    .select(['id', 'slug', 'name'])
    .where(
      'id',
      'in',
      ids(row => row.project_id),
    )
    .execute()
  const components = await db
    .selectFrom('component')
    .select(['id', 'path', 'name'])
    .where(
      'id',
      'in',
      ids(row => row.component_id),
    )
    .execute()
  const languages = await db
    .selectFrom('translation_language')
    .select(['id', 'code', 'name', 'direction'])
    .where(
      'id',
      'in',
      ids(row => row.language_id),
    )
    .execute()
  const units = await db
    .selectFrom('unit')
    .select(['id', 'source', 'id_hash as hash'])
    .where(
      'id',
      'in',
      ids(row => row.unit_id),
    )
    .execute()
  const [person, project, component, language, unit] = [
    byId(people),
    byId(projects),
    byId(components),
    byId(languages),
    byId(units),
  ]
  return rows.map(row => {
    const inProject = project.get(row.project_id ?? -1)
    const inComponent = component.get(row.component_id ?? -1)
    const inLanguage = language.get(row.language_id ?? -1)
    const id = doer(row)
    return {
      id: row.id,
      action: row.action,
      timestamp: row.timestamp,
      target: row.target,
      old: row.old,
      isVisitor: id === null && row.action === ACTION.suggestionAdded && row.details.includes('"visitor":true'),
      person: id === null ? null : { id, name: person.get(id)?.name ?? null },
      place: {
        project: inProject?.slug,
        component: inComponent?.path,
        // For a deleted translation, link to its component.
        language: row.component_id !== null && row.translation_id === null ? undefined : inLanguage?.code,
      },
      project: inProject?.name ?? null,
      component: inComponent?.name ?? null,
      language: inLanguage ?? null,
      unit: unit.get(row.unit_id ?? -1) ?? null,
    }
  })
}

const doer = (row: ChangeRow): number | null => row.account_id ?? row.author_id
