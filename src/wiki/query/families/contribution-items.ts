import { padded } from '#store/keyset.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { commentMembers, suppressedMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { list } from '../../api/result/shape.ts'
import type { Actor } from '../../content/actors.ts'
import { parsedById } from '../../content/parsed-summaries.ts'
import type { RevisionRow } from '../../content/revisions.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { tagsOf } from '../../content/tags.ts'
import { canSee, isHidden, isSuppressed } from '../../site/hidden-parts.ts'
import { isoTimestamp } from '../../site/timestamp.ts'

/** Values of `patrolled` in recent changes; 1, between them, is manually patrolled. */
export const UNPATROLLED = 0
export const AUTOPATROLLED = 2

/** An edit. */
export const contributionMembers = {
  'texthidden?': 'boolean',
  userid: 'integer',
  user: 'string',
  'userhidden?': 'boolean',
  'pageid?': 'integer',
  'revid?': 'integer',
  'parentid?': 'integer',
  'ns?': 'integer',
  'title?': 'string',
  'timestamp?': 'string',
  'new?': 'boolean',
  'minor?': 'boolean',
  'top?': 'boolean',
  ...commentMembers,
  'patrolled?': 'boolean',
  'autopatrolled?': 'boolean',
  'size?': 'integer',
  'sizediff?': 'integer',
  'tags?': ['string'],
  ...suppressedMembers,
} as const satisfies Members

export interface Contribution extends RevisionRow {
  readonly page_id: number
  readonly author: Actor
  readonly latest_rev: number
  /** Null if the edit is no longer in recent changes, or if this was not requested. */
  readonly patrolled: number | null
}

export async function contributionItems(
  q: QueryRun,
  prop: ReadonlySet<string>,
  rows: readonly Contribution[],
): Promise<(row: Contribution) => ResultOf<typeof contributionMembers>> {
  const showsSummary = prop.has('comment') || prop.has('parsedcomment')
  const summaries = await summaryTexts(q.db, showsSummary ? rows.map(row => row.summary_id) : [])
  const parsed = prop.has('parsedcomment') ? await parsedById(q.run, rows, summaries) : null
  const tags = await tagsOf(q.db, 'rev_id', prop.has('tags') ? rows.map(row => row.id) : [])
  const lengths = await lengthsOf(q, prop.has('sizediff') ? rows.map(row => row.parent_id ?? 0) : [])

  return row => {
    const sees = canSee(row.deleted, 'comment', q.caller)
    const hidesSummary = showsSummary && isHidden(row.deleted, 'comment')
    const hidesAny = isHidden(row.deleted, 'text') || isHidden(row.deleted, 'user') || hidesSummary
    return {
      ...(isHidden(row.deleted, 'text') && { texthidden: true }),
      userid: row.author.account_id ?? 0,
      user: row.author.name,
      ...(isHidden(row.deleted, 'user') && { userhidden: true }),
      ...(prop.has('ids') && {
        pageid: row.page_id,
        revid: row.id,
        ...(row.parent_id !== null && { parentid: row.parent_id }),
      }),
      ...(prop.has('title') && q.pageName(row.ns, row.title)),
      ...(prop.has('timestamp') && { timestamp: isoTimestamp(row.timestamp) }),
      ...(prop.has('flags') && {
        new: row.parent_id === 0,
        minor: row.minor !== 0,
        top: row.latest_rev === row.id,
      }),
      ...(hidesSummary && { commenthidden: true }),
      ...(prop.has('comment') && sees && { comment: summaries.get(row.summary_id) ?? '' }),
      ...(parsed && sees && { parsedcomment: parsed.get(row.id) ?? '' }),
      ...(prop.has('patrolled') && {
        patrolled: (row.patrolled ?? UNPATROLLED) !== UNPATROLLED,
        autopatrolled: row.patrolled === AUTOPATROLLED,
      }),
      ...(prop.has('size') && row.length !== null && { size: row.length }),
      ...(prop.has('sizediff') &&
        row.length !== null &&
        row.parent_id !== null && { sizediff: row.length - (lengths.get(row.parent_id) ?? 0) }),
      ...(prop.has('tags') && { tags: list('tag', [...(tags.get(row.id) ?? [])]) }),
      ...(hidesAny && isSuppressed(row.deleted) && { suppressed: true }),
    }
  }
}

/** Sizes of the parent revisions, to compute size differences. */
async function lengthsOf(q: QueryRun, ids: readonly number[]): Promise<Map<number, number>> {
  const parentIds = [...new Set(ids)].filter(id => id > 0)
  if (parentIds.length === 0) return new Map()
  const rows = await q.db.selectFrom('revision').where('id', 'in', padded(parentIds)).select(['id', 'length']).execute()
  return new Map(rows.map(row => [row.id, row.length ?? 0]))
}
