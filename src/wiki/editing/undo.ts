import type { Reader } from '#store/store.ts'
import { actorsById } from '../content/actors.ts'
import type { PageName } from '../content/pages.ts'
import type { TextSource } from '../content/text-blobs.ts'
import type { TextWork } from '../content/text-work/text-work.ts'
import { fail } from '../messages/message.ts'
import type { EditMark } from './edit-marks.ts'
import { knownText, type PageState, revisionText } from './page-state.ts'

/** Revisions to take back: all after one up to another. */
export interface Undo {
  readonly last: number
  readonly after: number
  /** Only the last of them is taken back, by whom it was made; null where that is hidden. */
  readonly single: { readonly author: string | null } | null
}

/** What of a revision is hidden: its text, its author. */
const HIDDEN = { text: 1, author: 4 } as const

/** Finds the revisions that `undo` and `undoafter` name. The title is how messages call the page. */
export async function findUndo(
  db: Reader,
  state: PageState,
  title: string,
  asked: { readonly undo: number; readonly after: number | undefined },
): Promise<Undo> {
  const undone = (await revisionOf(db, asked.undo)) ?? fail('apierror-nosuchrevid', [asked.undo])
  const before = asked.after || undone.parent_id
  const first = before ? await revisionOf(db, before) : null
  // Only a revision that was asked for is named.
  if (!before || !first) fail('apierror-nosuchrevid', [asked.after ?? ''])
  if (undone.page_id !== state.page?.id) fail('apierror-revwrongpage', [undone.id, title])
  if (first.page_id !== state.page?.id) fail('apierror-revwrongpage', [first.id, title])
  const isSingle = undone.parent_id === first.id
  return { last: undone.id, after: first.id, single: isSingle ? { author: await authorOf(db, undone) } : null }
}

type Revision = NonNullable<Awaited<ReturnType<typeof revisionOf>>>

/** A revision whose text is hidden is as good as none. */
async function revisionOf(db: Reader, id: number) {
  const row = await db
    .selectFrom('revision')
    .where('id', '=', id)
    .select(['id', 'page_id', 'parent_id', 'actor_id', 'deleted'])
    .executeTakeFirst()
  return row === undefined || (row.deleted & HIDDEN.text) !== 0 ? null : row
}

async function authorOf(db: Reader, { actor_id, deleted }: Revision): Promise<string | null> {
  if ((deleted & HIDDEN.author) !== 0) return null
  return (await actorsById(db, [actor_id])).get(actor_id)?.name ?? null
}

/** The current text without what the undone revisions brought. */
export async function undoneText(
  source: TextSource,
  work: TextWork,
  state: PageState,
  { last, after }: Undo,
): Promise<string> {
  const [undone, before] = [await revisionText(source, last), await revisionText(source, after)]
  if (undone === null || before === null) fail('apierror-missingcontent-revid', [undone === null ? last : after])
  const merged = await work.run('merge', { base: undone, mine: knownText(state), theirs: before })
  return merged ?? fail('undo-failure')
}

export const undoMark = ({ last, single }: Undo): EditMark | null =>
  single && {
    message: single.author === null ? 'undo-summary-username-hidden' : 'undo-summary',
    params: [String(last), single.author ?? ''],
  }

/** Marks reach no further back than this. */
const MAX_REVERTED = 15

/** The revisions of a page after one, up to and with another; none when they are too many to be marked. */
export async function revisionsBetween(
  db: Reader,
  { page }: Pick<PageState, 'page'> & PageName,
  after: number,
  last: number,
): Promise<number[]> {
  if (page === null) return []
  const rows = await db
    .selectFrom('revision')
    .where('page_id', '=', page.id)
    .where('id', '>', after)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(MAX_REVERTED + 1)
    .select('id')
    .execute()
  return rows.length > MAX_REVERTED ? [] : rows.map(row => row.id)
}

/** The revision that a new text brings back, if it is one of the last; what the page says already is not brought back. */
export async function broughtBack(db: Reader, { page }: PageState, sha1: string): Promise<number | null> {
  if (page === null) return null
  const rows = await db
    .selectFrom('revision')
    .where('page_id', '=', page.id)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_REVERTED + 1)
    .select(['id', 'sha1'])
    .execute()
  if (rows[0]?.sha1 === sha1) return null
  const found = rows.find(row => row.sha1 === sha1)
  return found?.id ?? null
}
