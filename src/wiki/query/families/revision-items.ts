import type { QueryRun } from '../../api/query/query-run.ts'
import { authorMembers, commentMembers, suppressedMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { content, list } from '../../api/result/shape.ts'
import { type Actor, actorsById } from '../../content/actors.ts'
import { parsedById } from '../../content/parsed-summaries.ts'
import type { RevisionRow } from '../../content/revisions.ts'
import { base36ToHex } from '../../content/sha1-base36.ts'
import { type Slot, slotsOf } from '../../content/slots.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { tagsOf } from '../../content/tags.ts'
import { canSee, type HiddenPart, isHidden, isSuppressed } from '../../site/hidden-parts.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { type SlotFields, slotFieldMembers, slotFields } from './revision-content.ts'
import type { RevisionRequest } from './revision-request.ts'

/** A revision; which members it has depends on `prop`. */
export const revisionMembers = {
  'revid?': 'integer',
  'parentid?': 'integer',
  'minor?': 'boolean',
  ...authorMembers,
  'timestamp?': 'string',
  ...commentMembers,
  'tags?': ['string'],
  'roles?': ['string'],
  ...slotFieldMembers,
  ...suppressedMembers,
} as const satisfies Members

type ShownRevision = ResultOf<typeof revisionMembers>

/** Renders revisions. Reads everything they need at once, for all of the rows. */
export async function revisionItems(
  q: QueryRun,
  request: RevisionRequest,
  found: readonly RevisionRow[],
): Promise<(row: RevisionRow) => ShownRevision> {
  const rows = found.slice(0, request.limit)
  const parts = await readParts(q, request, rows)
  return row => {
    const item = itemOf(q, request, parts, row)
    return 'content' in item ? content(item, 'content') : item
  }
}

interface Parts {
  readonly actors: ReadonlyMap<number, Actor>
  readonly summaries: ReadonlyMap<number, string>
  /** Summaries as HTML by revision, since their links depend on the page. */
  readonly parsed: ReadonlyMap<number, string>
  readonly tags: ReadonlyMap<number, string[]>
  readonly slots: ReadonlyMap<number, readonly Slot[]>
  /** Slot fields by revision. */
  readonly content: ReadonlyMap<number, SlotFields>
}

async function readParts(q: QueryRun, request: RevisionRequest, rows: readonly RevisionRow[]): Promise<Parts> {
  const { prop } = request
  const ids = rows.map(row => row.id)
  const showsUser = prop.has('user') || prop.has('userid')
  const showsSummary = prop.has('comment') || prop.has('parsedcomment')
  const actors = await actorsById(q.db, showsUser ? rows.map(row => row.actor_id) : [])
  const summaries = await summaryTexts(q.db, showsSummary ? rows.map(row => row.summary_id) : [])
  const parsed = prop.has('parsedcomment') ? await parsedById(q.run, rows, summaries) : new Map<number, string>()
  const tags = await tagsOf(q.db, 'rev_id', prop.has('tags') ? ids : [])
  const slots = await slotsOf(q.db, idsNeedingSlots(request, rows))
  const content = request.needsSlots ? await slotFields(q, request, rows, slots) : new Map<number, SlotFields>()
  return { actors, summaries, parsed, tags, slots, content }
}

/** Very old revisions lack their size or hash; their slots have them. */
function idsNeedingSlots({ prop, needsSlots }: RevisionRequest, rows: readonly RevisionRow[]): number[] {
  const needing =
    needsSlots || prop.has('roles')
      ? rows
      : rows.filter(row => (prop.has('size') && row.length === null) || (prop.has('sha1') && row.sha1 === ''))
  return needing.map(row => row.id)
}

function itemOf(q: QueryRun, request: RevisionRequest, parts: Parts, row: RevisionRow): ShownRevision {
  const { prop } = request
  const slots = parts.slots.get(row.id) ?? []
  const hides = (part: HiddenPart) => isHidden(row.deleted, part)
  const sees = (part: HiddenPart) => canSee(row.deleted, part, q.caller)
  const showsUser = prop.has('user') || prop.has('userid')
  const showsSummary = prop.has('comment') || prop.has('parsedcomment')
  const showsText = prop.has('sha1') || prop.has('slotsha1') || request.needsText
  const hidesAny = (showsUser && hides('user')) || (showsSummary && hides('comment')) || (showsText && hides('text'))
  return {
    ...(prop.has('ids') && { revid: row.id, ...(row.parent_id !== null && { parentid: row.parent_id }) }),
    ...(prop.has('flags') && { minor: row.minor !== 0 }),
    ...(showsUser && hides('user') && { userhidden: true }),
    ...(showsUser && sees('user') && userFields(request, parts.actors.get(row.actor_id))),
    ...(prop.has('timestamp') && { timestamp: isoTimestamp(row.timestamp) }),
    ...(prop.has('size') && { size: row.length ?? slots.reduce((sum, slot) => sum + slot.size, 0) }),
    ...(prop.has('sha1') && hides('text') && { sha1hidden: true }),
    ...(prop.has('sha1') && sees('text') && { sha1: base36ToHex(row.sha1 || (slots[0]?.sha1 ?? '')) }),
    ...(prop.has('roles') && {
      roles: list(
        'role',
        slots.map(slot => slot.role),
      ),
    }),
    ...parts.content.get(row.id),
    ...(showsSummary && hides('comment') && { commenthidden: true }),
    ...(prop.has('comment') && sees('comment') && { comment: parts.summaries.get(row.summary_id) ?? '' }),
    ...(prop.has('parsedcomment') && sees('comment') && { parsedcomment: parts.parsed.get(row.id) ?? '' }),
    ...(prop.has('tags') && { tags: list('tag', [...(parts.tags.get(row.id) ?? [])]) }),
    ...(hidesAny && isSuppressed(row.deleted) && { suppressed: true }),
  }
}

function userFields({ prop }: RevisionRequest, actor: Actor | undefined): ResultOf<typeof authorMembers> {
  const account = actor?.account_id ?? 0
  return {
    ...(prop.has('user') && { user: actor?.name ?? '' }),
    ...(account === 0 && { anon: true }),
    ...(prop.has('userid') && { userid: account }),
  }
}
