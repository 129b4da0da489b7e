// Compares query modules with the theoretical limit of Node.js and SQLite: running only the same statements.
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { importCorpus } from '../conformance/import-corpus.ts'
import { largestCosts } from './cpu-profile.ts'
import { MeasuredServer } from './measured-server.ts'
import { median, numberAfter, print, type Row } from './report.ts'
import { benchRequests } from './requests.ts'
import { inTemporaryFolder } from './temporary.ts'

const ROUNDS = 20
/** Enough for the JIT compiler, as on a server that has been running for a while. */
const WARM_UP = 12_000

/**
 * `--requests N` per round, `--warm-up N` before them, `--only NAME,…` for some of the requests; `--profile` also
 * prints where our server spends its time; `--against FOLDER` compares with the server of another checkout with the
 * same schema.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const perRound = numberAfter(args, '--requests', 500)
  const warmUp = numberAfter(args, '--warm-up', WARM_UP)
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1]!.split(',') : []
  await inTemporaryFolder(async data => {
    const store = await openStore({ data })
    await migrate(store)
    const clock = await importCorpus(store, data, undefined)
    const requests = await benchRequests(store, clock, only)
    await store.close()
    const file = path.join(data, 'requests.json')
    writeFileSync(file, JSON.stringify(requests))
    const profiling = args.includes('--profile') ? ['--cpu-prof', `--cpu-prof-dir=${data}`] : []
    const now = new Date(clock.now()).toISOString()
    const ours = await MeasuredServer.start('our-server.ts', [data, now], profiling)
    const other = args.includes('--against') ? args[args.indexOf('--against') + 1]! : null
    const bare =
      other === null
        ? await MeasuredServer.start('bare-server.ts', [data, file])
        : await MeasuredServer.start(path.resolve(other, 'test/bench/our-server.ts'), [data, now])
    const against = other === null ? 'bare' : 'other'
    const rows: Row[] = []
    for (const { name, url, statements } of requests) {
      if (!JSON.parse(await ours.text(url)).query) throw new Error(`${name}: ${await ours.text(url)}`)
      rows.push({
        module: name,
        statements: statements.length,
        ...(await compare({ ours, [against]: bare }, url, perRound, warmUp)),
      })
    }
    await ours.stop()
    await bare.stop()
    print('query', rows)
    const profile = readdirSync(data).find(each => each.endsWith('.cpuprofile'))
    if (profile) print('query-profile', largestCosts(path.join(data, profile)))
  })
}

/**
 * Alternates between the servers, so that other load affects both. Other load can only add to the cost, so the cheapest
 * round is closest to the real cost.
 */
async function compare(
  servers: Readonly<Record<string, MeasuredServer>>,
  url: string,
  perRound: number,
  warmUp: number,
): Promise<Row> {
  const costs = new Map(Object.keys(servers).map(name => [name, [] as number[]]))
  for (const server of Object.values(servers)) await server.load(url, warmUp)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, server] of Object.entries(servers))
      costs.get(name)!.push((await server.load(url, perRound)).cpuPerRequest)
  }
  const [[ours, ourCosts], [other, otherCosts]] = [...costs] as [[string, number[]], [string, number[]]]
  const [ourLeast, otherLeast] = [Math.min(...ourCosts), Math.min(...otherCosts)]
  return {
    [`${ours} µs`]: Math.round(ourLeast),
    [`${other} µs`]: Math.round(otherLeast),
    [other === 'bare' ? 'of the limit' : 'other / ours']: otherLeast / ourLeast,
    [`${ours} µs, median`]: Math.round(median(ourCosts)),
    [`${other} µs, median`]: Math.round(median(otherCosts)),
  }
}
