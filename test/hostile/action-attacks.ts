// Generates requests to the Action API from the declarations of its modules.
import fc from 'fast-check'
import { actions } from '#wiki/actions/index.ts'
import { pageSetParams, queryParams } from '#wiki/actions/query-params.ts'
import { FORMATS, formatParams, mainParams } from '#wiki/api/declarations.ts'
import type { ActionModule, Declaration } from '#wiki/api/module.ts'
import type { Params } from '#wiki/api/params/kinds.ts'
import type { QueryModule } from '#wiki/api/query/query-module.ts'
import { queryModules } from '#wiki/query/registry.ts'
import { type Attack, type Body, OWN_TOKEN, type Pairs } from './attack.ts'
import { odd, oddContinue, valueFor } from './values.ts'

type Some = fc.Arbitrary<Pairs>

const TITLES = [
  'Марс',
  'Марс|Земля|Нет такой',
  'Файл:Mars.png|Категория:Планеты|Шаблон:Карточка',
  ':en:X|Special:Version|<',
]
const NUMBERS = ['1|2|3', '7', '40|41', '0', '-1', 'x', '9'.repeat(30)]

const pair = (name: string, ...values: string[]): Some => fc.constantFrom(...values).map(value => [[name, value]])
const none: Some = fc.constant([])

const pageSets: Some = fc.oneof(
  { weight: 5, arbitrary: pair('titles', ...TITLES) },
  { weight: 1, arbitrary: odd.map(value => [['titles', value]] as const) },
  { weight: 2, arbitrary: pair('pageids', ...NUMBERS) },
  { weight: 2, arbitrary: pair('revids', ...NUMBERS) },
  {
    weight: 1,
    arbitrary: fc.constant([
      ['titles', 'Марс'],
      ['pageids', '1'],
    ] as const),
  },
)

const extras: Some = fc
  .record(
    {
      continue: fc.oneof(oddContinue, odd),
      redirects: fc.constant('1'),
      rawcontinue: fc.constant(''),
      indexpageids: fc.constant('1'),
      errorformat: fc.constantFrom('plaintext', 'html', 'wikitext', 'raw', 'none', 'bc'),
      uselang: fc.constantFrom('en', 'qqx', '__proto__', 'x\0', 'ru'),
      formatversion: fc.constantFrom('1', '2', 'latest'),
    },
    { requiredKeys: [] },
  )
  .map(Object.entries)

/** Some of the declared parameters. Required ones are included almost always. */
function declared(module: Pick<Declaration, 'prefix'>, params: Params, prefix: string, most = 6): Some {
  const all = Object.entries(params)
  const one = ([name, param]: (typeof all)[number]) =>
    valueFor(module, name, param).map(value => [prefix + name, value] as const)
  if (all.length === 0) return none
  const required = all.filter(([name, param]) => param.options.required && name !== 'token')
  return fc
    .tuple(fc.tuple(...required.map(one)), fc.array(fc.oneof(...all.map(one)), { maxLength: most }), fc.nat(9))
    .map(([needed, chosen, whim]) => (whim === 0 ? chosen : [...needed, ...chosen]))
}

/** Parameters for one query module, as a list or as a generator. */
const queryPairs = (module: QueryModule): Some =>
  module.generator ? fc.oneof(queryAs(module, false), queryAs(module, true)) : queryAs(module, false)

const queryAs = (module: QueryModule, generator: boolean): Some =>
  fc
    .tuple(
      declared(module, module.params, generator ? `g${module.prefix}` : module.prefix),
      pageSets,
      extras,
      fc.nat(3),
    )
    .map(([own, pages, extra, whim]) => [
      ['action', 'query'] as const,
      [generator ? 'generator' : module.group, module.name] as const,
      ...(module.group === 'prop' || whim === 0 ? pages : []),
      ...(whim === 1 ? extra : []),
      ...own,
    ])

/** Several modules in one request, with parameters of any of them. */
const mixedQuery: Some = fc
  .tuple(
    fc.array(fc.constantFrom(...queryModules), { minLength: 2, maxLength: 8 }),
    declared({ prefix: '' }, queryParams, ''),
    pageSets,
  )
  .chain(([modules, own, pages]) =>
    fc.tuple(...modules.map(module => declared(module, module.params, module.prefix, 2))).map(params => [
      ['action', 'query'] as const,
      ...(['list', 'prop', 'meta'] as const).map(group => {
        const names = modules.filter(module => module.group === group).map(module => module.name)
        return [group, names.join('|')] as const
      }),
      ...pages,
      ...own,
      ...params.flat(),
    ]),
  )

function actionPairs(module: ActionModule): Some {
  const token = fc.oneof(
    { weight: 8, arbitrary: fc.constant([['token', OWN_TOKEN]] as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '+\\', `${'0'.repeat(40)}+\\`).map(value => [['token', value]] as const),
    },
    { weight: 1, arbitrary: none },
  )
  const wantsToken = module.token !== undefined || 'token' in module.params
  return fc
    .tuple(declared(module, module.params, module.prefix, 8), wantsToken ? token : none, titleOf(module))
    .map(([own, tokens, title]) => [['action', module.name] as const, ...title, ...own, ...tokens])
}

const PAGES = ['Hostile 1', 'Hostile 2', 'Участник:Hostile/1', 'Шаблон:Hostile', 'MediaWiki:Hostile', 'Марс']
const titleOf = (module: ActionModule): Some => ('title' in module.params ? pair('title', ...PAGES) : none)

/** General parameters: format, language, assertions. */
const general: Some = fc.oneof(
  { weight: 8, arbitrary: pair('format', 'json') },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...FORMATS)
      .chain(name =>
        declared({ prefix: '' }, formatParams[name], '', 2).map(own => [['format', name] as const, ...own]),
      ),
  },
  {
    weight: 3,
    arbitrary: declared({ prefix: '' }, mainParams(['query']), '', 3).map(own => [
      ['format', 'json'] as const,
      ...own.filter(([name]) => name !== 'action'),
    ]),
  },
)

const LONG = 'a'.repeat(1_000_000)
/** Unusual input for form parsers. */
const strange: Some = fc.constantFrom<Pairs>(
  [['__proto__', 'x']],
  [['constructor', 'x']],
  [
    ['toString', 'x'],
    ['hasOwnProperty', ''],
  ],
  [['titles[]', 'Марс']],
  [['titles[a][b]', 'Марс']],
  [
    ['titles', 'a'],
    ['titles', 'b'],
  ],
  [['', '']],
  [['\0', '\0']],
  [['\ud800', '\udc00']],
  [['=&', '&=']],
  [['ti.tles', '1']],
  [['ti tles', '1']],
  [['text', LONG]],
  [['summary', LONG]],
  [['titles', LONG]],
  Array.from({ length: 1200 }, (_, i) => [`p${i}`, ''] as const),
)

const perModule = fc.oneof(
  { weight: 62, arbitrary: fc.oneof(...queryModules.map(queryPairs)) },
  { weight: 6, arbitrary: mixedQuery },
  { weight: 30, arbitrary: fc.oneof(...actions.map(actionPairs)) },
  { weight: 2, arbitrary: declared({ prefix: '' }, pageSetParams, '') },
)

const all: Some = fc
  .tuple(general, perModule, fc.oneof({ weight: 12, arbitrary: none }, { weight: 1, arbitrary: strange }))
  .map(parts => parts.flat())

const ways = ['GET', 'GET', 'GET', 'form', 'form', 'form', 'multipart', 'split', 'HEAD', 'PUT', 'json'] as const

/** Any request to the Action API. Actions that need POST mostly use it. */
export const actionAttacks: fc.Arbitrary<Attack> = fc
  .tuple(all, fc.constantFrom(...ways), fc.constantFrom('/api.php', '/api.php', '/w/api.php'), fc.nat(9))
  .map(([pairs, way, path, whim]) => ({
    ...sent(pairs, whim > 0 && mustBePosted(pairs) ? posted(way) : way, path),
    ...whatOf(pairs),
  }))

/** The requested module, if there is just one. */
function whatOf(pairs: Pairs): { what?: string } {
  const named = pairs.find(([name, value]) => /^(list|prop|meta|generator)$/.test(name) && !value.includes('|'))
  const action = pairs.find(([name]) => name === 'action')
  const [name, value] = action?.[1] === 'query' && named ? named : (action ?? [])
  return name !== undefined && NAMES.has(value!) ? { what: `${name}=${value}` } : {}
}
const NAMES = new Set([...queryModules, ...actions].map(module => module.name))

const POSTED = new Set<string>(actions.filter(module => module.mustBePosted).map(module => module.name))
const mustBePosted = (pairs: Pairs) => pairs.some(([name, value]) => name === 'action' && POSTED.has(value))
const posted = (way: (typeof ways)[number]): (typeof ways)[number] => (way === 'multipart' ? way : 'form')

const MAX_IN_URL = 8000
const length = (pairs: Pairs): number => pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0)

function sent(pairs: Pairs, way: (typeof ways)[number], path: string): Attack {
  const inUrl = { api: 'action', method: 'GET', path, query: pairs } as const
  // Requests that are too long for a URL mostly use POST; the others test that they are rejected.
  if (way === 'GET' && (length(pairs) < MAX_IN_URL || pairs.length % 4 === 0)) return inUrl
  if (way === 'HEAD' && length(pairs) < MAX_IN_URL) return { ...inUrl, method: 'HEAD' }
  const bodies: Record<string, Body> = {
    multipart: { kind: 'multipart', pairs },
    json: { kind: 'json', value: Object.fromEntries(pairs) },
  }
  if (way === 'split') {
    const half = pairs.filter((_, i) => i % 2 === 0)
    const rest = pairs.filter((_, i) => i % 2 === 1)
    if (length(half) < MAX_IN_URL) return { ...inUrl, method: 'POST', query: half, body: { kind: 'form', pairs: rest } }
  }
  const method = way === 'PUT' ? 'PUT' : 'POST'
  return { ...inUrl, method, query: [], body: bodies[way] ?? { kind: 'form', pairs } }
}
