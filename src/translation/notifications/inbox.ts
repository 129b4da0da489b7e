// The translation platform's notifications on the site: who gets them, and what their readers may see.
import type { Caller } from '#accounts/caller.ts'
import type { InboxSource, ShownEntry } from '#core/inbox-source.ts'
import type { Services } from '#core/services.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { NewEntry } from '#events/inbox/deliver.ts'
import type { InboxRow } from '#events/inbox/entries.ts'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { ALERTS, isAlert } from '../catalogue/alerts.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { splitForms } from '../catalogue/forms.ts'
import { DescribedChanges } from './describe.ts'
import { involved } from './kinds/comments.ts'
import type { ChangeRow } from './kinds/kind.ts'
import { newAlert } from './kinds/repository.ts'
import { asEntry, LoggedChanges } from './log-entries.ts'
import { mentioned } from './mentions.ts'
import { accountsWithAccess, accountsWithPermission, both, type People } from './reach.ts'

const ACTIONS: readonly number[] = [
  ACTION.commentAdded,
  ACTION.suggestionAccepted,
  ACTION.suggestionRemoved,
  ACTION.alertTriggered,
  ACTION.announcementPosted,
]

export const translationInbox = ({ config }: Services): InboxSource => ({
  area: 'translation',
  entriesOf,
  show: (db, rows, caller) => show(db, rows, caller, config.siteUrl),
})

async function entriesOf(db: Reader, logged: LoggedChange): Promise<NewEntry[]> {
  const { action } = logged.data
  if (typeof action === 'number' && !ACTIONS.includes(action)) return []
  const found: NewEntry[] = []
  for (const entry of asEntry(logged))
    for await (const changes of new LoggedChanges(db, [entry]).of(entry, ACTIONS))
      for (const change of changes) found.push(...(await ofChange(db, change)))
  return found
}

async function ofChange(db: Reader, change: ChangeRow): Promise<NewEntry[]> {
  const viewers = await viewersOf(db, change)
  if (viewers === 'gone') return []
  const people = await recipients(db, change)
  const common = {
    area: 'translation',
    event: `change/${change.id}`,
    actor: change.account_id,
    project: change.project_id,
    change: change.id,
  } as const
  return people.flatMap(({ account, ...more }) =>
    viewers === null || viewers.has(account) ? [{ ...common, account, ...more }] : [],
  )
}

/** Who can see the place of a change; null for everybody. */
async function viewersOf(db: Reader, { project_id, component_id }: ChangeRow): Promise<People | 'gone'> {
  if (project_id === null) return null
  const project = await db
    .selectFrom('project')
    .select(['id', 'access_control'])
    .where('id', '=', project_id)
    .executeTakeFirst()
  if (project === undefined) return 'gone'
  if (component_id === null) return accountsWithAccess(db, project, null)
  const component = await db
    .selectFrom('component')
    .select(['id', 'restricted'])
    .where('id', '=', component_id)
    .executeTakeFirst()
  return component === undefined ? 'gone' : accountsWithAccess(db, project, component)
}

type Addressed = Pick<NewEntry, 'account' | 'kind' | 'thread' | 'title' | 'text'>

/** Those whom a change concerns, each once. */
async function recipients(db: Reader, change: ChangeRow): Promise<Addressed[]> {
  switch (change.action) {
    case ACTION.commentAdded:
      return comment(db, change)
    case ACTION.suggestionAccepted:
      return change.author_id === null ? [] : [review(change, change.author_id, 'accepted', change.target)]
    case ACTION.suggestionRemoved:
      return declined(db, change)
    case ACTION.alertTriggered:
      return alert(db, change)
    case ACTION.announcementPosted:
      return announcement(db, change)
    default:
      return []
  }
}

async function comment(db: Reader, change: ChangeRow): Promise<Addressed[]> {
  if (change.unit_id === null) return []
  const named = await mentioned(db, change.target)
  const told = { thread: `unit/${change.unit_id}`, title: '', text: change.target }
  const others = [...(await involved(db, change))].filter(account => !named.has(account))
  return [
    ...[...named].map(account => ({ account, kind: 'mention', ...told }) as const),
    ...others.map(account => ({ account, kind: 'reply', ...told }) as const),
  ]
}

/** `title` says how the suggestion was decided; pages have a sentence for each. */
const review = (
  { translation_id }: ChangeRow,
  account: number,
  title: 'accepted' | 'declined',
  text: string,
): Addressed => ({
  account,
  kind: 'review',
  thread: `translation/${translation_id}`,
  title,
  text: splitForms(text)[0] ?? '',
})

/** Changes do not say who had suggested a removed text, so this looks for the change that added it. */
async function declined(db: Reader, change: ChangeRow): Promise<Addressed[]> {
  const added = await db
    .selectFrom('translation_change')
    .select('author_id')
    .where('unit_id', '=', change.unit_id)
    .where('action', '=', ACTION.suggestionAdded)
    .where('target', '=', change.old)
    .where('id', '<', change.id)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return added?.author_id == null ? [] : [review(change, added.author_id, 'declined', change.old)]
}

interface AlertDetails {
  readonly alert?: string
  readonly error?: string
}

async function alert(db: Reader, change: ChangeRow): Promise<Addressed[]> {
  const { project_id, component_id } = change
  if (project_id === null || newAlert.fits?.(change) === false) return []
  const project = await db
    .selectFrom('project')
    .select(['id', 'access_control'])
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  const managers = both(
    await accountsWithPermission(db, project, 'project.edit'),
    await accountsWithPermission(db, project, 'component.edit'),
  )
  const { alert: name = '', error = '' } = storedObject<AlertDetails>(change.details) as AlertDetails
  const title = isAlert(name) ? ALERTS[name].label : name
  const thread = `alert/${component_id ?? `project/${project_id}`}/${name}`
  return [...(managers ?? [])].map(account => ({ account, kind: 'alert', thread, title, text: error }))
}

/** The watchers of the project, or everybody who translates; with a language, those who translate into it. */
async function announcement(db: Reader, change: ChangeRow): Promise<Addressed[]> {
  const { project_id, language_id } = change
  if (storedObject<{ notify: boolean }>(change.details).notify === false) return []
  let speakers = db.selectFrom('account_language').select('account_id').where('secondary', '=', 0)
  if (language_id !== null) speakers = speakers.where('language_id', '=', language_id)
  let query = db.selectFrom('account').select('id')
  if (project_id === null || language_id !== null) query = query.where('id', 'in', speakers)
  if (project_id !== null)
    query = query.where('id', 'in', eb =>
      eb.selectFrom('project_watch').select('account_id').where('project_id', '=', project_id),
    )
  const rows = await query.execute()
  return rows.map(({ id }) => ({ account: id, kind: 'announcement', thread: '', title: '', text: change.target }))
}

/** What may be seen of the entries. Those of projects that the caller can no longer see are left out. */
async function show(db: Reader, rows: readonly InboxRow[], caller: Caller, site: string): Promise<ShownEntry[]> {
  const ids = rows.flatMap(row => row.change_id ?? [])
  const changes = await new DescribedChanges(db, site).of(ids, caller.account)
  const byId = new Map(changes.map(change => [change.id, change]))
  return rows.flatMap((row): ShownEntry[] => {
    const change = byId.get(row.change_id ?? -1)
    if (change === undefined) return []
    const { who, where, link } = change
    const path = link.startsWith(site) ? link.slice(site.length) : new URL(link).pathname
    return [{ row, actor: row.kind === 'alert' ? null : who, where, link: path, text: row.text }]
  })
}
