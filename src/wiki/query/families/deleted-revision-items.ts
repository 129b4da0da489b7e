// Revisions as shown by list=deletedrevs: older field names, and always a timestamp.

import type { QueryRun } from '../../api/query/query-run.ts'
import { commentMembers, suppressedMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { content, list } from '../../api/result/shape.ts'
import { actorsById } from '../../content/actors.ts'
import { parsedById } from '../../content/parsed-summaries.ts'
import type { DeletedRevisionRow } from '../../content/revisions.ts'
import { base36ToHex } from '../../content/sha1-base36.ts'
import { slotsOf } from '../../content/slots.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { tagsOf } from '../../content/tags.ts'
import { readTexts } from '../../content/text-blobs.ts'
import { canSee, type HiddenPart, isHidden, isSuppressed } from '../../site/hidden-parts.ts'
import { isoTimestamp } from '../../site/timestamp.ts'

export const deletedRevisionMembers = {
  timestamp: 'string',
  'revid?': 'integer',
  'parentid?': 'integer',
  'user?': 'string',
  'userid?': 'integer',
  'userhidden?': 'boolean',
  ...commentMembers,
  'minor?': 'boolean',
  'len?': 'string|null',
  'sha1?': 'string',
  'sha1hidden?': 'boolean',
  'text?': 'string',
  'texthidden?': 'boolean',
  'tags?': ['string'],
  ...suppressedMembers,
} as const satisfies Members

type DeletedRevision = ResultOf<typeof deletedRevisionMembers>

export async function deletedRevisionItems(
  q: QueryRun,
  prop: ReadonlySet<string>,
  rows: readonly DeletedRevisionRow[],
): Promise<(row: DeletedRevisionRow) => DeletedRevision> {
  const showsUser = prop.has('user') || prop.has('userid')
  const showsSummary = prop.has('comment') || prop.has('parsedcomment')
  const actors = await actorsById(q.db, showsUser ? rows.map(row => row.actor_id) : [])
  const summaries = await summaryTexts(q.db, showsSummary ? rows.map(row => row.summary_id) : [])
  const parsed = prop.has('parsedcomment') ? await parsedById(q.run, rows, summaries) : null
  const tags = await tagsOf(q.db, 'rev_id', prop.has('tags') ? rows.map(row => row.id) : [])
  const texts = prop.has('content') ? await mainTexts(q, rows) : null

  return row => {
    const hides = (part: HiddenPart) => isHidden(row.deleted, part)
    const sees = (part: HiddenPart) => canSee(row.deleted, part, q.caller)
    const actor = actors.get(row.actor_id)
    const showsText = prop.has('sha1') || prop.has('content')
    const hidesAny = (showsUser && hides('user')) || (showsSummary && hides('comment')) || (showsText && hides('text'))
    const item: DeletedRevision = {
      timestamp: isoTimestamp(row.timestamp),
      ...(prop.has('revid') && { revid: row.id }),
      ...(prop.has('parentid') && row.parent_id !== null && { parentid: row.parent_id }),
      ...(showsUser && hides('user') && { userhidden: true }),
      ...(prop.has('user') && sees('user') && { user: actor?.name ?? '' }),
      ...(prop.has('userid') && sees('user') && { userid: actor?.account_id ?? 0 }),
      ...(showsSummary && hides('comment') && { commenthidden: true }),
      ...(prop.has('comment') && sees('comment') && { comment: summaries.get(row.summary_id) ?? '' }),
      ...(parsed && sees('comment') && { parsedcomment: parsed.get(row.id) ?? '' }),
      ...(prop.has('minor') && { minor: row.minor === 1 }),
      // The wire format has the length as text.
      ...(prop.has('len') && { len: row.length === null ? null : String(row.length) }),
      ...(prop.has('sha1') && hides('text') && { sha1hidden: true }),
      ...(prop.has('sha1') && sees('text') && { sha1: base36ToHex(row.sha1) }),
      ...(texts && hides('text') && { texthidden: true }),
      ...(texts && sees('text') && { text: texts.get(row.id) ?? '' }),
      ...(prop.has('tags') && { tags: list('tag', [...(tags.get(row.id) ?? [])]) }),
      ...(hidesAny && isSuppressed(row.deleted) && { suppressed: true }),
    }
    return 'text' in item ? content(item, 'text') : item
  }
}

async function mainTexts(q: QueryRun, rows: readonly DeletedRevisionRow[]): Promise<Map<number, string>> {
  const visible = rows.filter(row => canSee(row.deleted, 'text', q.caller)).map(row => row.id)
  const slots = await slotsOf(q.db, visible)
  const blobs = new Map(visible.map(id => [id, slots.get(id)?.find(slot => slot.role === 'main')?.blobId ?? null]))
  const texts = await readTexts(
    q.wiki,
    [...blobs.values()].filter(blob => blob !== null),
  )
  return new Map([...blobs].map(([id, blob]) => [id, blob === null ? '' : (texts.get(blob)?.toString() ?? '')]))
}
