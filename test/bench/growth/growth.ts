// How the cost of each listing grows with the wiki: the same requests to wikis of different sizes, in turns.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { testServices } from '#core/testing.ts'
import { systemClock } from '#store/clock.ts'
import { openStore } from '#store/open.ts'
import type { Store, StoreAddress } from '#store/store.ts'
import { actionApi } from '#wiki/actions/index.ts'
import { openWiki } from '#wiki/open-wiki.ts'
import { median, numberAfter, print, type Row } from '../report.ts'
import { inTemporaryFolder } from '../temporary.ts'
import { generateWiki } from './generate-wiki.ts'
import { type PlacedRequest, placedRequests } from './listings.ts'
import { postgresDatabase } from './postgres-database.ts'
import { processorTime } from './processor-time.ts'

const wordAfter = (args: readonly string[], flag: string): string | undefined =>
  args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined

/**
 * `--sizes 10000,100000` pages; `--engine postgres` (needs PARLANCE_TEST_POSTGRES); `--rounds N`; `--only WORD` for
 * some of the listings; `--keep FOLDER` keeps the wikis for the next run. `--strings` measures the translation platform
 * instead (strings.ts).
 */
export async function bench(args: readonly string[]): Promise<void> {
  const sizes = (wordAfter(args, '--sizes') ?? '10000,100000').split(',').map(Number)
  const engine = wordAfter(args, '--engine') ?? 'sqlite'
  const rounds = numberAfter(args, '--rounds', 40)
  const only = wordAfter(args, '--only') ?? ''
  const keep = wordAfter(args, '--keep')
  const measure = async (folder: string) => {
    if (args.includes('--strings')) return (await import('./strings.ts')).benchStrings(args, folder)
    const wikis: GrownWiki[] = []
    for (const size of sizes) wikis.push(await openGrown(await built(folder, engine, size), size, only))
    const rows = await compared(wikis, rounds)
    for (const { store } of wikis) await store.close()
    print(`growth-${engine}`, rows)
  }
  await (keep === undefined ? inTemporaryFolder(measure) : measure(keep))
}

/** Imports a generated wiki, unless a former run has. */
async function built(folder: string, engine: string, size: number): Promise<StoreAddress> {
  const data = path.join(folder, `${engine}-${size}`)
  const isNew = !existsSync(data)
  const address = engine === 'sqlite' ? { data } : await postgresDatabase(`growth_${size}`, isNew)
  if (!isNew) return address
  mkdirSync(data, { recursive: true })
  const dump = path.join(folder, `${size}.xml`)
  await generateWiki(dump, size)
  const where = 'database' in address ? address.database : data
  const child = fork(path.join(import.meta.dirname, '..', 'import-once.ts'), [where, dump], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const [measured] = await once(child, 'message')
  await once(child, 'exit')
  print('growth-import', [{ engine, size, ...measured }])
  rmSync(dump)
  return address
}

interface GrownWiki {
  readonly size: number
  readonly store: Store
  readonly requests: readonly PlacedRequest[]
  ask(params: PlacedRequest['params']): Promise<string>
  /** Microseconds of processor time so far. */
  used(): Promise<number>
}

async function openGrown(address: StoreAddress, size: number, only: string): Promise<GrownWiki> {
  const store = await openStore(address)
  const services = await testServices(store, systemClock)
  const wiki = await openWiki(services)
  const caller = await services.callers.identify({ ip: '127.0.0.1', headers: {} })
  return {
    size,
    store,
    requests: await placedRequests(store.read, only),
    used: processorTime(store),
    ask: async own => {
      const params = new Map(Object.entries(own))
      const request = { params, inUrl: new Set(params.keys()), files: new Map(), ip: '127.0.0.1' }
      const { body } = await actionApi(wiki, { method: 'GET', ...request, header: () => undefined }, caller)
      return String(body)
    },
  }
}

const WARM_UP = 5

/** Asks all wikis in turns, so that other load affects them alike. */
async function compared(wikis: readonly GrownWiki[], rounds: number): Promise<Row[]> {
  const rows: Row[] = []
  const last = wikis.at(-1)!
  const starts = new Map<string, number>()
  for (const { name, place } of last.requests) {
    const costs = new Map(wikis.map(({ size }) => [size, [] as number[]]))
    for (let round = -WARM_UP; round < rounds; round++)
      for (const wiki of wikis) {
        const request = wiki.requests.find(each => each.name === name && each.place === place)
        if (request === undefined) continue
        const cost = await costOf(wiki, request.params)
        if (round >= 0) costs.get(wiki.size)!.push(cost)
      }
    const medians = wikis.map(({ size }) => median(costs.get(size)!))
    if (place === 'start') starts.set(name, medians.at(-1)!)
    rows.push({
      listing: name,
      place,
      ...Object.fromEntries(wikis.map(({ size }, at) => [`${size}, µs`, Math.round(medians[at]!)])),
      'worst, µs': Math.round(Math.max(...costs.get(last.size)!)),
      growth: medians.at(-1)! / medians[0]!,
      'of the start': medians.at(-1)! / starts.get(name)!,
    })
  }
  return rows
}

/** Microseconds of processor time. */
async function costOf({ ask, used }: GrownWiki, params: PlacedRequest['params']): Promise<number> {
  const before = await used()
  const body = await ask(params)
  if (body.startsWith('{"error"')) throw new Error(body)
  return (await used()) - before
}
