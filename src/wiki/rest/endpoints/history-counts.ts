import { countAuthors, countHistory, type HistoryFilter, lastLogged } from '../../content/page-history.ts'
import type { PageRow } from '../../content/pages.ts'
import type { RevisionRow } from '../../content/revisions.ts'
import { plaintext } from '../../messages/message.ts'
import { endpoint, type RestCall } from '../endpoint.ts'
import { mustExist, pageOfTitle, revisionById } from '../pages.ts'
import { titleInPath } from '../params.ts'
import { failRest } from '../rest-error.ts'
import { botsOf } from './history.ts'

/** Greatest count by type. */
const LIMITS = {
  anonymous: 10_000,
  bot: 10_000,
  editors: 25_000,
  edits: 30_000,
  minor: 1000,
  reverted: 30_000,
} as const

type Type = keyof typeof LIMITS

const OLD_NAMES: Readonly<Record<string, Type>> = {
  anonedits: 'anonymous',
  botedits: 'bot',
  revertededits: 'reverted',
}

/** Seconds for which caches may keep a count. */
const MAX_AGE = 60

const DEPRECATED = {
  deprecation: 'version="v1"',
  link: '<https://www.mediawiki.org/wiki/API:REST/History_API#Get_page_history_counts>; rel="deprecation"',
}

const params = {
  title: titleInPath,
  type: {
    in: 'path',
    type: [...Object.keys(LIMITS), ...Object.keys(OLD_NAMES)],
    required: true,
    words: 'What to count.',
    example: 'edits',
  },
  from: { in: 'query', type: 'integer', words: 'Count only what follows this revision, with "to".', example: 1 },
  to: { in: 'query', type: 'integer', words: 'Count only what precedes this revision, with "from".', example: 2 },
} as const

type Call = RestCall<typeof params>

export const pageHistoryCounts = endpoint({
  method: 'GET',
  path: '/v1/page/{title}/history/counts/{type}',
  summary: 'Count the edits or the editors of a page.',
  params,
  result: { count: 'integer', limit: 'boolean' },
  async open(call) {
    const page = await pageOfTitle(call, call.args.title)
    return {
      etag: null,
      lastModified: page && (await lastChanged(call, page)),
      exists: page !== null,
      async answer() {
        const type = OLD_NAMES[call.args.type] ?? (call.args.type as Type)
        const count = await counted(call, page, type)
        return {
          body: { count: Math.min(count, LIMITS[type]), limit: count > LIMITS[type] },
          headers: Object.hasOwn(OLD_NAMES, call.args.type) ? DEPRECATED : {},
          maxAge: MAX_AGE,
        }
      },
    }
  },
})

async function lastChanged({ db }: Call, page: PageRow): Promise<number | null> {
  const latest = await revisionById(db, page.latest_rev)
  return latest && Math.max(latest.timestamp, (await lastLogged(db, page.id)) ?? 0)
}

async function counted(call: Call, found: PageRow | null, type: Type): Promise<number> {
  const { from, to, title } = call.args
  const isRange = Boolean(from || to)
  if (isRange && !((type === 'edits' || type === 'editors') && from && to))
    failRest(400, 'rest-pagehistorycount-parameters-invalid')
  const page = mustExist(found, title)
  const between = isRange ? await inOrder(call, page, from!, to!) : null
  if (between && between.from.id === between.to.id) return 0
  const most = LIMITS[type] + 1
  if (type === 'editors') return countAuthors(call.db, page.id, most, between)
  const filter: HistoryFilter | null = type === 'edits' ? null : type
  return countHistory(call.db, { pageId: page.id, filter, ...botsOf(call) }, most, between)
}

/** Two revisions of the page, the older first. */
async function inOrder(call: Call, page: PageRow, one: number, other: number) {
  const [a, b] = [await ofPage(call, page, one), await ofPage(call, page, other)]
  const isOrdered = a.timestamp < b.timestamp || (a.timestamp === b.timestamp && a.id <= b.id)
  return isOrdered ? { from: a, to: b } : { from: b, to: a }
}

async function ofPage({ db, args }: Call, page: PageRow, id: number): Promise<RevisionRow> {
  const revision = (await revisionById(db, id)) ?? failRest(404, 'rest-nonexistent-revision', [id])
  if (revision.page_id !== page.id) failRest(404, 'rest-nonexistent-title-revision', [id, plaintext(args.title)])
  return revision
}
