import { type ActionApi, ActionRefusal } from '../shared/action-api.ts'
import { reader } from '../shared/reader.ts'
import type { EditorProps } from './props.ts'
import type { Writing } from './writing.ts'

/** Somebody else has changed the same: what all three texts say. */
export interface Conflict {
  readonly theirs: string
  readonly mine: string
  /** The revision that theirs is of. */
  readonly latest: number
}

export async function save(api: ActionApi, props: EditorProps, writing: Writing): Promise<void> {
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
  const common = {
    ...{ action: 'edit', title: props.title, starttimestamp: props.starttime, recreate: writing.recreate },
    ...(writing.minor ? { minor: true } : { notminor: true }),
    ...(props.mayWatch && { watchlist: writing.watch ? 'watch' : 'unwatch' }),
    ...(props.mayWatch && writing.watch && { watchlistexpiry: writing.watchTime }),
  }
  const on = isNew ? {} : base > 0 ? { baserevid: base } : { createonly: true }
  try {
    await api.post({ ...common, ...content, ...on })
  } catch (error) {
    if (!isConflict(error) || section !== '') throw error
    const latest = await onlyOwnSince(api, props.title, base)
    if (latest === null) throw error
    await api.post({ ...common, ...content, baserevid: latest })
  }
}

export const isConflict = (error: unknown): boolean =>
  error instanceof ActionRefusal && error.has('editconflict', 'articleexists')

/** Nobody is in conflict with themselves: the latest revision, where all since one are the reader's own. */
async function onlyOwnSince(api: ActionApi, titles: string, since: number): Promise<number | null> {
  if (reader.name === null || since === 0) return null
  const question = { action: 'query', prop: 'revisions', titles, rvprop: 'ids|user', rvendid: since, rvlimit: 50 }
  const { query } = await api.ask(question)
  const revisions: { revid: number; user?: string }[] = query.pages[0]?.revisions ?? []
  const isOwn = revisions.every(({ revid, user }) => revid === since || user === reader.name)
  return isOwn && revisions.at(-1)?.revid === since ? (revisions[0]?.revid ?? null) : null
}

/** The texts of a conflict; null where a section cannot be put back into its page. */
export async function readConflict(api: ActionApi, props: EditorProps, writing: Writing): Promise<Conflict | null> {
  const content = { action: 'query', prop: 'revisions', rvprop: 'ids|content', rvslots: 'main' }
  const textOf = async (of: { titles: string } | { revids: number }) => {
    const { query } = await api.ask({ ...content, ...of })
    const revision = query.pages?.[0]?.revisions?.[0]
    return { text: (revision?.slots?.main?.content ?? '') as string, id: (revision?.revid ?? 0) as number }
  }
  const theirs = await textOf({ titles: props.title })
  if (writing.section === '') return { theirs: theirs.text, mine: writing.text, latest: theirs.id }
  const whole = (await textOf({ revids: writing.base })).text
  const at = whole.indexOf(props.text)
  if (at < 0) return null
  const mine = whole.slice(0, at) + writing.text + whole.slice(at + props.text.length)
  return { theirs: theirs.text, mine, latest: theirs.id }
}
