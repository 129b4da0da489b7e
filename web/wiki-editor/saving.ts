import type { ActionApi, ActionRefusal } from '../shared/action-api.ts'
import type { Entry } from '../shared/outbox-entry.ts'
import type { EditorProps } from './props.ts'
import type { Writing } from './writing.ts'

/** An edit conflict with both texts. */
export interface Conflict {
  readonly theirs: string
  readonly mine: string
  /** Revision of the other text. */
  readonly latest: number
}

/** Save state, for display and tests. The outbox calls unsent entries "waiting". */
export type SaveState = 'typed' | 'sending' | 'saved' | 'refused' | 'login' | 'conflict'

/** Edits of one page are sent in sequence. */
export const laneOf = ({ title }: Pick<EditorProps, 'title'>): string => `page ${title}`

/** Parameters of `action=edit`, always with the revision the user saw, so that no edit is overwritten unseen. */
export function editParams(props: EditorProps, writing: Writing): Record<string, string> {
  const { text, summary, section, base } = writing
  const isNew = section === 'new'
  const isPureUndo = props.undo !== 0 && text === props.text && section === props.section
  const content = isPureUndo
    ? { undo: props.undo, undoafter: props.undoAfter, summary }
    : {
        text,
        section: section || undefined,
        ...(isNew ? { sectiontitle: summary || undefined } : { summary }),
      }
  return sent({
    action: 'edit',
    title: props.title,
    starttimestamp: props.starttime,
    recreate: writing.recreate,
    ...(writing.minor ? { minor: true } : { notminor: true }),
    ...(props.mayWatch && { watchlist: writing.watch ? 'watch' : 'unwatch' }),
    ...(props.mayWatch && writing.watch && { watchlistexpiry: writing.watchTime }),
    ...content,
    ...(isNew ? {} : base > 0 ? { baserevid: base } : { createonly: true }),
  })
}

function sent(params: Readonly<Record<string, string | number | boolean | undefined>>): Record<string, string> {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== false)
  return Object.fromEntries(given.map(([name, value]) => [name, value === true ? '1' : String(value)]))
}

/** An edit left in the outbox by an earlier page. */
export function unconfirmed(entries: readonly Entry[], section: string): { id: string; writing: Writing } | null {
  for (const { id, data } of entries) {
    const writing = (data as { writing?: Writing } | undefined)?.writing
    if (writing !== undefined && (data as { section: string }).section === section) return { id, writing }
  }
  return null
}

/** Why the server rejected an edit. */
export const problemsOf = ({ answer, why }: Entry): ActionRefusal['errors'] =>
  (answer as { errors?: ActionRefusal['errors'] } | null)?.errors ?? [{ code: 'unknown', html: escaped(why ?? '') }]

export const isConflict = (problems: ActionRefusal['errors']): boolean =>
  problems.some(({ code }) => code === 'editconflict' || code === 'articleexists')

const CONTENT = { action: 'query', prop: 'revisions', rvprop: 'ids|content', rvslots: 'main' }

/** Current text of the page or section. */
export async function newestText(
  api: ActionApi,
  titles: string,
  section = '',
): Promise<{ text: string; base: number } | null> {
  const { query } = await api.ask({ ...CONTENT, titles, rvsection: section || undefined })
  const revision = query.pages?.[0]?.revisions?.[0]
  const text = revision?.slots?.main?.content
  return typeof text === 'string' ? { text, base: revision.revid } : null
}

/** Latest revision ID; 0 if the page does not exist. */
export async function newestRevision(api: ActionApi, titles: string): Promise<number> {
  const { query } = await api.ask({ action: 'query', prop: 'info', titles })
  return query.pages?.[0]?.lastrevid ?? 0
}

/** The texts of a conflict; null if a section cannot be merged into its page. */
export async function readConflict(api: ActionApi, props: EditorProps, writing: Writing): Promise<Conflict | null> {
  const theirs = (await newestText(api, props.title)) ?? { text: '', base: 0 }
  if (writing.section === '') return { theirs: theirs.text, mine: writing.text, latest: theirs.base }
  const { query } = await api.ask({ ...CONTENT, revids: writing.base })
  const whole: string = query.pages?.[0]?.revisions?.[0]?.slots?.main?.content ?? ''
  const at = whole.indexOf(props.text)
  if (at < 0) return null
  const mine = whole.slice(0, at) + writing.text + whole.slice(at + props.text.length)
  return { theirs: theirs.text, mine, latest: theirs.base }
}

/** User of the current session: a name, or null for visitors. */
export async function currentIdentity(api: ActionApi): Promise<string | null> {
  const { query } = await api.ask({ action: 'query', meta: 'userinfo' })
  return query.userinfo?.anon ? null : (query.userinfo?.name ?? null)
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)
