import { type HistoryFilter, historyOf, revisionSizes } from '../../content/page-history.ts'
import type { PageRow } from '../../content/pages.ts'
import type { RevisionRow } from '../../content/revisions.ts'
import { plaintext } from '../../messages/message.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { endpoint, type RestCall } from '../endpoint.ts'
import { authorMembers, authorship, mustExist, namesOf, pageOfTitle, revisionById } from '../pages.ts'
import { titleInPath } from '../params.ts'
import { failRest } from '../rest-error.ts'
import { encodePart } from './page.ts'

/** Revisions in a response. */
const PORTION = 20

const FILTERS = ['anonymous', 'bot', 'reverted', 'minor'] as const satisfies readonly HistoryFilter[]

const params = {
  title: titleInPath,
  older_than: { in: 'query', type: 'integer', words: 'Only revisions before this one.', example: 1 },
  newer_than: { in: 'query', type: 'integer', words: 'Only revisions after this one.', example: 1 },
  filter: { in: 'query', type: FILTERS, words: 'Only edits of one kind.', example: 'minor' },
} as const

type Call = RestCall<typeof params>

const revisionMembers = {
  id: 'integer',
  timestamp: 'string',
  minor: 'boolean',
  size: 'integer',
  comment: 'string|null',
  ...authorMembers,
  delta: 'integer|null',
} as const

export const pageHistory = endpoint({
  method: 'GET',
  path: '/v1/page/{title}/history',
  summary: 'Get the revisions of a page, newest first, 20 at a time.',
  params,
  result: { revisions: [revisionMembers], latest: 'string', 'older?': 'string', 'newer?': 'string' },
  async open(call) {
    const page = await pageOfTitle(call, call.args.title)
    const latest = page && (await revisionById(call.db, page.latest_rev))
    return {
      etag: page && `"${page.latest_rev}"`,
      lastModified: latest?.timestamp ?? null,
      exists: page !== null,
      answer: async () => ({ body: await history(call, page) }),
    }
  },
})

async function history(call: Call, found: PageRow | null) {
  const { title, older_than: older, newer_than: newer, filter } = call.args
  if (older !== null && newer !== null) failRest(400, 'rest-pagehistory-incompatible-params')
  if ((older ?? 1) < 1 || (newer ?? 1) < 1) failRest(400, 'rest-pagehistory-param-range-error')
  const page = mustExist(found, title)
  const beside = older ?? newer
  const place = beside === null ? null : await revisionById(call.db, beside)
  if (beside !== null && place?.page_id !== page.id)
    failRest(404, 'rest-nonexistent-title-revision', [beside, plaintext(title)])
  const side = place && ({ place, side: newer === null ? 'older' : 'newer' } as const)
  const scope = { pageId: page.id, filter, ...botsOf(call) }
  const rows = await historyOf(call.db, scope, call.caller, PORTION + 1, side)
  const hasMore = rows.length > PORTION
  const shown = rows.slice(0, PORTION)
  if (newer !== null) shown.reverse()
  return {
    revisions: await described(call, shown),
    ...links(call, page, shown, {
      older: newer !== null || hasMore,
      newer: older !== null || (newer !== null && hasMore),
    }),
  }
}

export const botsOf = ({ wiki, viewer }: Pick<RestCall, 'wiki' | 'viewer'>) => ({
  botGroups: wiki.services.permissions.groupsWith('bot'),
  now: viewer.now,
})

async function described(call: Call, rows: readonly RevisionRow[]) {
  const credit = await authorship(call, rows)
  const sizes = await revisionSizes(
    call.db,
    rows.flatMap(row => row.parent_id || []),
  )
  return rows.map(row => {
    const { user, comment } = credit(row)
    const before = row.parent_id ? sizes.get(row.parent_id) : undefined
    return {
      id: row.id,
      timestamp: isoTimestamp(row.timestamp),
      minor: row.minor !== 0,
      size: row.length ?? 0,
      comment,
      user,
      delta: before === undefined ? null : (row.length ?? 0) - (before ?? 0),
    }
  })
}

function links(
  call: Call,
  page: PageRow,
  shown: readonly RevisionRow[],
  has: { readonly older: boolean; readonly newer: boolean },
) {
  const { filter } = call.args
  const path = `/v1/page/${encodePart(namesOf(call, page.ns, page.title).key)}/history`
  const url = (query: Readonly<Record<string, string | number>> = {}) =>
    call.url(path, { ...(filter !== null && { filter }), ...query })
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    latest: url(),
    ...(last && has.older && { older: url({ older_than: last.id }) }),
    ...(first && has.newer && { newer: url({ newer_than: first.id }) }),
  }
}
