// How the cost of the translation platform grows with the number of strings: the same requests to sites of different
// sizes, in turns.
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { manualClock } from '#core/testing.ts'
import { testSite } from '#pages/testing.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { median, numberAfter, print, type Row, textAfter } from '../report.ts'
import { generateStrings, LANGUAGE, PROJECT } from './generate-strings.ts'
import { searchedWords } from './generate-wiki.ts'
import { postgresDatabase } from './postgres-database.ts'
import { processorTime } from './processor-time.ts'

const { common, middle, rare } = searchedWords
const WARM_UP = 3

/** Paths, some of which name a string; `at` chooses another one for each request. */
type Requests = Readonly<Record<string, (at: number) => string>>

const q = (query: string): string => `q=${encodeURIComponent(query)}`
const place = `${PROJECT}/part-1`

const REQUESTS = (ids: readonly number[]): Requests => {
  const unit = (at: number): number => ids[(at * 7919) % ids.length]!
  const strings = `/api/translations/${place}/${LANGUAGE}/strings/`
  return {
    'statistics of the language': () => `/api/languages/${LANGUAGE}/statistics/`,
    'statistics of the project': () => `/api/projects/${PROJECT}/statistics/`,
    'languages of the project': () => `/api/projects/${PROJECT}/languages/`,
    'statistics of a component': () => `/api/components/${place}/statistics/`,
    'statistics of a translation': () => `/api/translations/${place}/${LANGUAGE}/statistics/`,
    'components of the project, first page': () => `/api/projects/${PROJECT}/components/`,
    'strings, first page': () => '/api/units/',
    'strings, unfinished in a language': () => `/api/units/?${q(`state:<translated AND language:${LANGUAGE}`)}`,
    'strings, a common word': () => `/api/units/?${q(common)}`,
    'strings, a common word in a language': () => `/api/units/?${q(`${common} AND language:${LANGUAGE}`)}`,
    'strings, a medium word in sources': () => `/api/units/?${q(`source:${middle}`)}`,
    'strings, a rare word': () => `/api/units/?${q(rare)}`,
    'strings, no match': () => `/api/units/?${q('nowordislikethis')}`,
    'strings, failing checks': () => `/api/units/?${q('has:check')}`,
    'strings of a translation': () => strings,
    'strings of a translation, unfinished': () => `${strings}?${q('state:<translated')}`,
    'a string': at => `/api/units/${unit(at)}/`,
    'everything for the editor': at => `/api/units/${unit(at)}/everything/`,
    'memory and machinery': at => `/api/units/${unit(at)}/machinery/`,
    'changes, first page': () => '/api/changes/',
    'page: dashboard': () => '/',
    'page: project': () => `/projects/${PROJECT}/`,
    'page: project in a language': () => `/projects/${PROJECT}/-/${LANGUAGE}/`,
    'page: component': () => `/projects/${place}/`,
    'page: language': () => `/languages/${LANGUAGE}/`,
    'page: all languages': () => '/languages/',
    'page: search': () => `/search/?${q(common)}`,
    'page: editor': () => `/translate/${place}/${LANGUAGE}/`,
  }
}

/** `--sizes 50000,500000` strings; `--engine`, `--rounds`, `--only` and `--keep` as for wikis. */
export async function benchStrings(args: readonly string[], folder: string): Promise<void> {
  const sizes = textAfter(args, '--sizes', '50000,500000').split(',').map(Number)
  const [engine, only] = [textAfter(args, '--engine', 'sqlite'), textAfter(args, '--only', '')]
  const rounds = numberAfter(args, '--rounds', 20)
  const sites: GrownSite[] = []
  for (const size of sizes) sites.push(await openGrown(folder, engine, size))
  const rows: Row[] = []
  for (const request of Object.keys(sites[0]!.requests).filter(each => each.includes(only))) {
    const costs = sites.map((): number[] => [])
    for (let round = -WARM_UP; round < rounds; round++)
      for (const [at, site] of sites.entries()) {
        const cost = await site.costOf(site.requests[request]!(round + WARM_UP))
        if (round >= 0) costs[at]!.push(cost)
      }
    const medians = costs.map(median)
    rows.push({
      request,
      ...Object.fromEntries(sizes.map((size, at) => [`${size}, µs`, Math.round(medians[at]!)])),
      'worst, µs': Math.round(Math.max(...costs.at(-1)!)),
      growth: medians.at(-1)! / medians[0]!,
    })
  }
  for (const site of sites) await site.close()
  print(`growth-strings-${engine}`, rows)
}

interface GrownSite {
  readonly requests: Requests
  costOf(path: string): Promise<number>
  close(): Promise<void>
}

/** Fills a site, unless a former run has. */
async function openGrown(folder: string, engine: string, size: number): Promise<GrownSite> {
  const data = path.join(folder, `${engine}-strings-${size}`)
  const isNew = !existsSync(data)
  mkdirSync(data, { recursive: true })
  const address = engine === 'sqlite' ? { data } : await postgresDatabase(`growth_strings_${size}`, isNew)
  const clock = manualClock()
  if (isNew) {
    const filling = await openStore(address)
    await migrate(filling)
    const began = performance.now()
    await generateStrings({ store: filling, clock }, size)
    console.log(`${size} strings filled in ${Math.round((performance.now() - began) / 1000)} s`)
    await filling.close()
  }
  const store = await openStore(address)
  const site = await testSite(store, {}, clock)
  const name = `Reader ${Date.now()}`
  const account = await site.person(name, { superuser: true })
  const key = await store.transaction(tx => regenerateApiKey(tx, account.id, clock))
  const visitor = site.visitor()
  await visitor.logIn(name)
  const used = processorTime(store)
  const ids = await store.read
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
    .where('language.code', '=', LANGUAGE)
    .orderBy('unit.id')
    .limit(1000)
    .select('unit.id')
    .execute()
  return {
    requests: REQUESTS(ids.map(({ id }) => id)),
    async costOf(address) {
      const before = await used()
      const { status, text } = await visitor.get(
        address,
        address.startsWith('/api/') ? { authorization: `Token ${key}` } : {},
      )
      if (status !== 200) throw new Error(`${address}: ${status} ${text.slice(0, 300)}`)
      return (await used()) - before
    },
    close: () => store.close(),
  }
}
