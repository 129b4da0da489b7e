// Following `continue` in small steps gives the same results, in the same order, as one large response.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Engine } from '#store/store.ts'
import { asOften, NO_POSTGRES } from '#store/testing.ts'
import type { QueryModule } from '#wiki/api/query/query-module.ts'
import { queryModules } from '#wiki/query/registry.ts'
import { type CorpusWiki, corpusWiki } from '../conformance/corpus-wiki.ts'
import type { Query } from '../conformance/normalise.ts'
import { queries } from '../conformance/recorded-queries.ts'
import { type Body, merge, results, type Tree } from './merge-batches.ts'

/** Limits on the request kinds per module and on the length of their lists. 0 means no limit. */
const KINDS = Number(process.env.PARLANCE_PAGING_KINDS ?? asOften(2, 5))
const LONGEST = Number(process.env.PARLANCE_PAGING_LONGEST ?? 24)
const STEPS = [1, 2, 3]

/** Modules that return a different list each time. */
const RANDOM = new Set(['random'])
const paged = queryModules.filter(({ name, params }) => 'limit' in params && !RANDOM.has(name))

/** Additional requests for modules whose recorded lists are too short. */
const MORE: Readonly<Record<string, readonly Query[]>> = {
  prefixsearch: ['list', 'generator'].map(mode => ({
    id: '',
    module: 'prefixsearch',
    params: {
      action: 'query',
      format: 'json',
      [mode]: 'prefixsearch',
      [mode === 'list' ? 'pssearch' : 'gpssearch']: 'С',
    },
  })),
  search: ['list', 'generator'].map(mode => ({
    id: '',
    module: 'search',
    params: {
      action: 'query',
      format: 'json',
      [mode]: 'search',
      [mode === 'list' ? 'srsearch' : 'gsrsearch']: 'страница',
    },
  })),
}

interface PagedRequest {
  readonly id: string
  readonly as: string
  /** Without limits and continue values. */
  readonly params: Readonly<Record<string, string>>
  /** Name of the limit parameter, with prefix. */
  readonly limit: string
}

/** Recorded requests of a module as list and generator, one for each combination of parameters and direction. */
function kindsOf(module: QueryModule): PagedRequest[] {
  const kinds = new Map<string, PagedRequest>()
  for (const query of [...queries(), ...(MORE[module.name] ?? [])]) {
    const request = strip(module, query)
    if (!request) continue
    const words = Object.entries(request.params).map(([name, value]) =>
      /dir$|sort$|page$/.test(name) ? name + value : name,
    )
    const kind = `${request.as === 'anon'} ${words.sort().join(' ')}`
    if (!kinds.has(kind)) kinds.set(kind, request)
  }
  return [...kinds.values()]
}

function strip(module: QueryModule, query: Query): PagedRequest | null {
  const { params } = query
  const asGenerator = params.generator === module.name
  if (params.action !== 'query' || (params[module.group] !== module.name && !asGenerator)) return null
  const several = ['prop', 'list', 'meta', 'generator'].filter(name => name in params).length > 1
  if (several || params.format !== 'json' || 'rawcontinue' in params) return null
  // The number of diffs per response is limited, so small responses bring more of them.
  if (Object.keys(params).some(name => name.includes('diffto'))) return null
  // For several files, each response has only the newest versions and no continuation.
  if (module.name === 'imageinfo' && params.titles?.includes('|')) return null
  const prefix = (asGenerator ? 'g' : '') + module.prefix
  const dropped = new Set([`${prefix}limit`, `${prefix}continue`, `${prefix}offset`, 'continue', 'formatversion'])
  const kept = Object.entries(params).filter(([name]) => !dropped.has(name))
  const stripped = { ...Object.fromEntries(kept), formatversion: '1' }
  return { id: query.id, as: query.as ?? 'anon', params: stripped, limit: `${prefix}limit` }
}

async function ask(
  wiki: CorpusWiki,
  { id, as }: PagedRequest,
  params: Readonly<Record<string, string>>,
): Promise<Body> {
  return (await wiki.ask({ id, module: '', as, params })).body as Body
}

/** Reads the whole list in steps of `limit` and merges the batches. */
async function follow(wiki: CorpusWiki, request: PagedRequest, limit: number): Promise<Tree> {
  const whole: Tree = {}
  let next: Readonly<Record<string, string | number>> | undefined = {}
  for (let step = 0; next; step++) {
    assert.ok(step < 2000, 'endless continuation')
    const texts = Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)]))
    const body: Body = await ask(wiki, request, { ...request.params, [request.limit]: String(limit), ...texts })
    assert.equal(body.error, undefined, JSON.stringify(next))
    merge(whole, results(body))
    assert.notDeepEqual(body.continue, next, `continuation makes no progress: ${JSON.stringify(request.params)}`)
    next = body.continue
  }
  return whole
}

const lengthOf = (value: unknown): number =>
  Array.isArray(value)
    ? value.length
    : typeof value === 'object' && value !== null
      ? Math.max(
          0,
          ...Object.values(value).map(lengthOf),
          'pages' in value ? Object.keys(value.pages as Tree).length : 0,
        )
      : 0

async function comparePaging(wiki: CorpusWiki, module: QueryModule): Promise<number> {
  let followed = 0
  for (const request of kindsOf(module)) {
    if (KINDS > 0 && followed >= KINDS) break
    const body = await ask(wiki, request, { ...request.params, [request.limit]: 'max' })
    if (body.error || body.continue) continue
    const whole: Tree = {}
    merge(whole, results(body))
    const length = lengthOf(whole)
    if (length < 2 || (LONGEST > 0 && length > LONGEST)) continue
    followed++
    for (const limit of STEPS) {
      const parts = await follow(wiki, request, limit)
      assert.deepEqual(parts, whole, `in steps of ${limit}: ${request.as} ${JSON.stringify(request.params)}`)
    }
  }
  return followed
}

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  const skip = engine === 'postgres' && !process.env.PARLANCE_TEST_POSTGRES ? NO_POSTGRES : false
  describe(`small steps return the same results as one large response on ${engine}`, { skip }, () => {
    let wiki: CorpusWiki
    before(async () => {
      wiki = await corpusWiki(engine, undefined)
    })
    for (const module of paged) {
      test(module.name, async t => {
        const followed = await comparePaging(wiki, module)
        if (followed === 0) t.diagnostic(`${module.name}: no recorded request with a suitable list`)
      })
    }
  })
}
