import type { AuditCategory, AuditEvent } from '#core/audit/entry.ts'
import type { AuditSource } from '#core/audit/source.ts'
import type { LoggedChange } from '#events/change-log.ts'
import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { ACTION } from './change-actions.ts'

const AUDITED: Readonly<Record<number, readonly [AuditCategory, string]>> = {
  [ACTION.projectSettingChanged]: ['settings', 'project-settings-changed'],
  [ACTION.projectRenamed]: ['settings', 'project-renamed'],
  [ACTION.visibilityChanged]: ['settings', 'project-access-changed'],
  [ACTION.componentSettingChanged]: ['settings', 'component-settings-changed'],
  [ACTION.agreementChanged]: ['settings', 'component-settings-changed'],
  [ACTION.componentRenamed]: ['settings', 'component-renamed'],
  [ACTION.userAdded]: ['rights', 'team-member-added'],
  [ACTION.userRemoved]: ['rights', 'team-member-removed'],
  [ACTION.projectRemoved]: ['deletion', 'project-deleted'],
  [ACTION.componentRemoved]: ['deletion', 'component-deleted'],
  [ACTION.translationRemoved]: ['deletion', 'translation-deleted'],
  [ACTION.stringRemoved]: ['deletion', 'strings-deleted'],
}
const ACTIONS = Object.keys(AUDITED).map(Number)
/** Importing a file may remove thousands of strings: one entry for those of a component. */
const COUNTED = ACTION.stringRemoved

/** Rows of one entry that get an audit entry each. */
const MOST = 500

/** Settings, memberships and deletions in the change log of the translation platform. */
export const translationAudit: AuditSource = {
  area: 'translation',
  kinds: ['changes'],
  async describe(db, entries) {
    const events: AuditEvent[] = []
    for (const entry of entries) {
      const { action } = entry.data
      // Nearly all entries are one translated string, which needs no further query.
      if (typeof action !== 'number' || ACTIONS.includes(action)) events.push(...(await eventsOf(db, entry)))
    }
    return events
  },
}

async function eventsOf(db: Reader, { at, data, accountId }: LoggedChange): Promise<AuditEvent[]> {
  const runs = (data.runs as [number, number][] | undefined) ?? [[Number(data.first), Number(data.last)]]
  const found: { row: ChangeRow; count: number }[] = []
  for (const [first, last] of runs) {
    for (const row of await changesIn(db, first, last)) found.push({ row, count: 1 })
    found.push(...(await removedStrings(db, first, last)))
  }
  if (found.length === 0 && typeof data.action === 'number') {
    // The history of a project is deleted with it.
    const [category, event] = AUDITED[data.action]!
    return [{ at, category, event, accountId, subject: '', data: { historyDeleted: true } }]
  }
  const paths = await pathsOf(
    db,
    found.map(({ row }) => row),
  )
  return found.flatMap(({ row, count }) => {
    const [category, event] = AUDITED[row.action]!
    const place = paths(row)
    const details = storedObject<Record<string, unknown>>(row.details)
    // Named elsewhere (`removeProject`).
    if (row.action === ACTION.projectRemoved && row.target === '') return []
    const about =
      row.action === COUNTED
        ? { count }
        : { ...details, ...(row.old !== '' && { before: row.old }), ...(row.target !== '' && { after: row.target }) }
    return { at, category, event, accountId: row.account_id ?? accountId, subject: place || row.target, data: about }
  })
}

type ChangeRow = Awaited<ReturnType<typeof changesIn>>[number]

const COLUMNS = ['id', 'action', 'target', 'old', 'details', 'account_id', 'project_id', 'component_id'] as const

const changesIn = (db: Reader, first: number, last: number) =>
  db
    .selectFrom('translation_change')
    .select(COLUMNS)
    .where('id', '>=', first)
    .where('id', '<=', last)
    .where(
      'action',
      'in',
      ACTIONS.filter(action => action !== COUNTED),
    )
    .orderBy('id')
    .limit(MOST)
    .execute()

/** By component: its first removed string, and how many there were. */
async function removedStrings(db: Reader, first: number, last: number): Promise<{ row: ChangeRow; count: number }[]> {
  const groups = await db
    .selectFrom('translation_change')
    .select(eb => ['component_id', eb.fn.min('id').as('id'), eb.fn.countAll<number>().as('count')])
    .where('id', '>=', first)
    .where('id', '<=', last)
    .where('action', '=', COUNTED)
    .groupBy('component_id')
    .execute()
  if (groups.length === 0) return []
  const ids = groups.map(({ id }) => Number(id))
  const rows = await db.selectFrom('translation_change').select(COLUMNS).where('id', 'in', padded(ids)).execute()
  return rows.map(row => ({ row, count: Number(groups.find(({ id }) => Number(id) === row.id)!.count) }))
}

/** `project` or `project/component`. */
async function pathsOf(db: Reader, rows: readonly ChangeRow[]): Promise<(row: ChangeRow) => string> {
  const ids = (column: 'project_id' | 'component_id') => padded([0, ...rows.flatMap(row => row[column] ?? [])])
  const projects = await db.selectFrom('project').select(['id', 'slug']).where('id', 'in', ids('project_id')).execute()
  const components = await db
    .selectFrom('component')
    .select(['id', 'path'])
    .where('id', 'in', ids('component_id'))
    .execute()
  const slugs = new Map(projects.map(({ id, slug }) => [id, slug]))
  const paths = new Map(components.map(({ id, path }) => [id, path]))
  return ({ project_id, component_id }) =>
    [slugs.get(project_id ?? 0), paths.get(component_id ?? 0)].filter(each => each !== undefined).join('/')
}
