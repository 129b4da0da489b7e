import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { queryModules } from '../query/registry.ts'
import { type TestWiki, testWiki } from '../testing.ts'

let wiki: TestWiki
before(async () => {
  wiki = await testWiki({
    en: {
      'apihelp-query+tags-summary': 'Made-up text about <samp>$2</samp>.',
      'apihelp-query+tags-param-limit': "Up to [[mw:API:Limits|this many]] of ''$1$2''.\n\nNo <script>more</script>.",
      'apihelp-query+tags-paramvalue-prop-source': 'Where it comes from.',
      'apihelp-query+tags-example-simple': 'A made-up example.',
    },
  })
})

const listing = async (params: Record<string, string>) =>
  (await wiki.ask({ action: 'paraminfo', formatversion: '2', ...params })).json
const paths = (modules: { path: string }[]) => modules.map(module => module.path)

test('lists each module once, at its first mention', async () => {
  const { paraminfo } = await listing({ modules: 'query+random|query+allpages|query+random|main' })
  assert.deepEqual(paths(paraminfo.modules), ['query+random', 'query+allpages', 'main'])
  assert.equal(paraminfo.helpformat, 'none')
})

test('expands wildcards to submodules', async () => {
  const { paraminfo } = await listing({ modules: 'query+*' })
  assert.equal(paraminfo.modules.length, queryModules.filter(({ setting }) => setting === undefined).length)
  const all = paths((await listing({ modules: '**' })).paraminfo.modules)
  assert.ok(all.includes('query+watchlistraw') && all.includes('json') && all.includes('paraminfo'))
  assert.deepEqual(all, [...all].sort())
  assert.ok(!paths((await listing({ modules: '*' })).paraminfo.modules).includes('query+allpages'))
})

test('takes a space for a plus sign that was typed into a URL', async () => {
  const { paraminfo } = await listing({ modules: 'query allpages' })
  assert.deepEqual(paths(paraminfo.modules), ['query+allpages'])
  const { warnings } = await listing({ modules: 'two words' })
  assert.equal(warnings.paraminfo.warnings, 'The module "main" does not have a submodule "two".')
})

test('warns about unknown paths and names the failing step', async () => {
  const { warnings, paraminfo } = await listing({ modules: 'nosuch+x|query+nosuch|json+x|query+*+x|main+query' })
  assert.deepEqual(warnings.paraminfo.warnings.split('\n'), [
    'The module "main" does not have a submodule "nosuch".',
    'The module "query" does not have a submodule "nosuch".',
    'The module "json" has no submodules.',
    'The module "query" does not have a submodule "*".',
    'The module "main" does not have a submodule "main".',
  ])
  assert.deepEqual(paraminfo, { helpformat: 'none' })
})

test('handles malformed paths', async () => {
  for (const modules of [
    '',
    '+',
    '++',
    'query+',
    '+query',
    '__proto__',
    'query+constructor',
    'x'.repeat(5000),
    '+'.repeat(5000),
  ])
    assert.equal((await listing({ modules })).paraminfo.modules, undefined, modules.slice(0, 20))
})

test('deprecated parameters return their own fields and warn', async () => {
  const answer = await listing({
    querymodules: 'allpages|nosuch',
    formatmodules: 'xml',
    mainmodule: '1',
    pagesetmodule: '1',
  })
  const { querymodules, formatmodules, mainmodule, pagesetmodule } = answer.paraminfo
  assert.deepEqual([querymodules[0].path, querymodules[0].querytype], ['query+allpages', 'list'])
  assert.equal(formatmodules[0].classname, 'ApiFormatXml')
  assert.equal(mainmodule.path, 'main')
  assert.equal(mainmodule.readrights, undefined)
  assert.deepEqual(
    [pagesetmodule.name, pagesetmodule.path, pagesetmodule.classname],
    [undefined, undefined, 'ApiPageSet'],
  )
  assert.match(answer.warnings.paraminfo.warnings, /The parameter "querymodules" has been deprecated\./)
  assert.equal((await listing({ mainmodule: '0' })).paraminfo.mainmodule, undefined)
})

test('query lists its modules with deprecated ones last', async () => {
  const { paraminfo } = await listing({ modules: 'query' })
  const byName = Object.fromEntries(
    paraminfo.modules[0].parameters.map((param: { name: string }) => [param.name, param]),
  )
  assert.equal(byName.list.type.at(-1), 'deletedrevs')
  assert.deepEqual(byName.list.deprecatedvalues, ['deletedrevs'])
  assert.equal(byName.generator.submodules.allpages, 'query+allpages')
  assert.equal(byName.generator.submoduleparamprefix, 'g')
})

describe('descriptions', () => {
  const tags = async (helpformat: string, uselang = 'en') =>
    (await listing({ modules: 'query+tags', helpformat, uselang })).paraminfo.modules[0]

  test('as message keys with parameters', async () => {
    const { description, examples, parameters } = await tags('raw')
    assert.deepEqual(description[0], { key: 'apihelp-query+tags-summary', params: ['tg', 'tags', 'query+tags'] })
    assert.equal(examples[0].description.key, 'apihelp-query+tags-example-simple')
    assert.equal(parameters[0].description[0].key, 'api-help-param-continue')
    assert.deepEqual(
      parameters[2].description.slice(1).map((message: { forvalue: string }) => message.forvalue),
      ['displayname', 'description', 'hitcount', 'defined', 'source', 'active'],
    )
  })

  test('as wikitext from imported messages', async () => {
    const { description, examples, parameters } = await tags('wikitext')
    assert.equal(description, 'Made-up text about <samp>tags</samp>.\n\n')
    assert.equal(examples[0].description, 'A made-up example.')
    assert.match(parameters[2].description, /\n;<span dir="ltr" lang="en">source<\/span>:Where it comes from\.\n/)
  })

  test('as HTML with resolved links and escaped foreign tags', async () => {
    const { description, parameters } = await tags('html')
    assert.equal(description, 'Made-up text about <samp>tags</samp>.')
    const limit = parameters[1].description
    assert.match(limit, /^<p>Up to <a href="https:[^"]+API:Limits" class="extiw" title="mw:API:Limits">this many<\/a>/)
    assert.match(limit, /<i>tglimit<\/i>\.\n<\/p><p>No &lt;script&gt;more&lt;\/script&gt;\.\n<\/p>$/)
  })

  test('from built-in texts if there is no message', async () => {
    const [module] = (await listing({ modules: 'query+allpages', helpformat: 'html' })).paraminfo.modules
    assert.equal(module.description, 'List all pages of a namespace by title.')
    for (const param of module.parameters) assert.notEqual(param.description, '', param.name)
  })

  test('exist for every parameter of the query modules, the page set and the main module', async () => {
    const { paraminfo } = await listing({
      modules: 'main|query|query+*|paraminfo|help|jsonfm|xmlfm',
      helpformat: 'wikitext',
    })
    const silent = paraminfo.modules.flatMap(
      (module: { path: string; parameters: { name: string; description: string }[] }) =>
        module.parameters.filter(param => param.description.trim() === '').map(param => `${module.path}.${param.name}`),
    )
    assert.deepEqual(silent, [])
  })
})

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../shared')
const corpus = path.join(shared, 'corpus')
const read = (file: string) =>
  gunzipSync(readFileSync(path.join(corpus, file)))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))

test('matches recordings of MediaWiki 1.39 wherever those agree with the contract', {
  skip: existsSync(corpus) ? false : 'the corpus of recorded answers is not available',
}, async t => {
  const goldens = new Map(read('goldens.jsonl.gz').map(golden => [golden.id, golden]))
  const queries = read('queries.jsonl.gz').filter(
    query => query.module === 'paraminfo' && query.group === undefined && query.needs === undefined,
  )
  for (const query of queries) {
    const { json } = await wiki.ask(query.params)
    assert.deepEqual(json, goldens.get(query.id).body, query.id)
  }
  t.diagnostic(`${queries.length} recorded responses match`)
  assert.ok(queries.length > 0)
})
