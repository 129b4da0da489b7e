// Following `continue` in small steps gives what one large answer gives: nothing lost, nothing twice, in the same order.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Engine } from '#store/store.ts'
import { asOften, NO_POSTGRES } from '#store/testing.ts'
import type { QueryModule } from '#wiki/api/query/query-module.ts'
import { queryModules } from '#wiki/query/registry.ts'
import { type CorpusWiki, corpusWiki } from '../conformance/corpus-wiki.ts'
import type { Query } from '../conformance/normalise.ts'
import { queries } from '../conformance/recorded-queries.ts'
import { type Body, found, merge, type Tree } from './merge-batches.ts'

/** How many kinds of request of each module are followed, and how long their lists may be; 0 means all. */
const KINDS = Number(process.env.PARLANCE_PAGING_KINDS ?? asOften(2, 5))
const LONGEST = Number(process.env.PARLANCE_PAGING_LONGEST ?? 24)
const STEPS = [1, 2, 3]

/** A random list is another one at each request. */
const UNSTEADY = new Set(['random'])
const paged = queryModules.filter(({ name, params }) => 'limit' in params && !UNSTEADY.has(name))

/** Where the recorded requests give lists that are too short. */
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

interface Asked {
  readonly id: string
  readonly as: string
  /** Without limits and continue values. */
  readonly params: Readonly<Record<string, string>>
  /** The name of the limit on the wire. */
  readonly limit: string
}

/** The recorded requests of a module, as a list and as a generator, one of each kind: same parameters, same direction. */
function kindsOf(module: QueryModule): Asked[] {
  const kinds = new Map<string, Asked>()
  for (const query of [...queries(), ...(MORE[module.name] ?? [])]) {
    const asked = strip(module, query)
    if (!asked) continue
    const words = Object.entries(asked.params).map(([name, value]) =>
      /dir$|sort$|page$/.test(name) ? name + value : name,
    )
    const kind = `${asked.as === 'anon'} ${words.sort().join(' ')}`
    if (!kinds.has(kind)) kinds.set(kind, asked)
  }
  return [...kinds.values()]
}

function strip(module: QueryModule, query: Query): Asked | null {
  const { params } = query
  const asGenerator = params.generator === module.name
  if (params.action !== 'query' || (params[module.group] !== module.name && !asGenerator)) return null
  const several = ['prop', 'list', 'meta', 'generator'].filter(name => name in params).length > 1
  if (several || params.format !== 'json' || 'rawcontinue' in params) return null
  // An answer shows only so many differences between revisions, however long its list is.
  if (Object.keys(params).some(name => name.includes('diffto'))) return null
  // How many diffs one answer brings is limited, so small answers bring more of them.
  if (Object.keys(params).some(name => name.includes('diffto'))) return null
  // Of several files, each answer has the newest versions only; there is nothing to continue with.
  if (module.name === 'imageinfo' && params.titles?.includes('|')) return null
  const prefix = (asGenerator ? 'g' : '') + module.prefix
  const dropped = new Set([`${prefix}limit`, `${prefix}continue`, `${prefix}offset`, 'continue', 'formatversion'])
  const kept = Object.entries(params).filter(([name]) => !dropped.has(name))
  const asked = { ...Object.fromEntries(kept), formatversion: '1' }
  return { id: query.id, as: query.as ?? 'anon', params: asked, limit: `${prefix}limit` }
}

async function ask(wiki: CorpusWiki, { id, as }: Asked, params: Readonly<Record<string, string>>): Promise<Body> {
  return (await wiki.ask({ id, module: '', as, params })).body as Body
}

/** The whole list in steps of `limit`, put together again. */
async function follow(wiki: CorpusWiki, asked: Asked, limit: number): Promise<Tree> {
  const whole: Tree = {}
  let next: Readonly<Record<string, string | number>> | undefined = {}
  for (let step = 0; next; step++) {
    assert.ok(step < 2000, 'it goes on and on')
    const texts = Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)]))
    const body: Body = await ask(wiki, asked, { ...asked.params, [asked.limit]: String(limit), ...texts })
    assert.equal(body.error, undefined, JSON.stringify(next))
    merge(whole, found(body))
    assert.notDeepEqual(body.continue, next, `it stands still: ${JSON.stringify(asked.params)}`)
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
  for (const asked of kindsOf(module)) {
    if (KINDS > 0 && followed >= KINDS) break
    const body = await ask(wiki, asked, { ...asked.params, [asked.limit]: 'max' })
    if (body.error || body.continue) continue
    const whole: Tree = {}
    merge(whole, found(body))
    const length = lengthOf(whole)
    if (length < 2 || (LONGEST > 0 && length > LONGEST)) continue
    followed++
    for (const limit of STEPS) {
      const parts = await follow(wiki, asked, limit)
      assert.deepEqual(parts, whole, `in steps of ${limit}: ${asked.as} ${JSON.stringify(asked.params)}`)
    }
  }
  return followed
}

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  const skip = engine === 'postgres' && !process.env.PARLANCE_TEST_POSTGRES ? NO_POSTGRES : false
  describe(`small steps and one large answer agree, on ${engine}`, { skip }, () => {
    let wiki: CorpusWiki
    before(async () => {
      wiki = await corpusWiki(engine, undefined)
    })
    for (const module of paged) {
      test(module.name, async t => {
        const followed = await comparePaging(wiki, module)
        if (followed === 0) t.diagnostic(`${module.name}: no recorded request gives a list to follow`)
      })
    }
  })
}
