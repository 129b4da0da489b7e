// How far query modules are from the least that Node and SQLite allow: the same statements, run bare.
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

const ROUNDS = 5

/** `--requests N` per round; `--profile` also tells where our server spends its time. */
export async function bench(args: readonly string[]): Promise<void> {
  const perRound = numberAfter(args, '--requests', 400)
  await inTemporaryFolder(async data => {
    const store = openStore({ data })
    await migrate(store)
    const clock = await importCorpus(store, data, undefined)
    const requests = await benchRequests(store, clock)
    await store.close()
    const file = path.join(data, 'requests.json')
    writeFileSync(file, JSON.stringify(requests))
    const profiling = args.includes('--profile') ? ['--cpu-prof', `--cpu-prof-dir=${data}`] : []
    const now = new Date(clock.now()).toISOString()
    const ours = await MeasuredServer.start('our-server.ts', [data, now], profiling)
    const bare = await MeasuredServer.start('bare-server.ts', [data, file])
    const rows: Row[] = []
    for (const { name, url, statements } of requests) {
      if (!JSON.parse(await ours.text(url)).query) throw new Error(`${name}: ${await ours.text(url)}`)
      rows.push({ module: name, statements: statements.length, ...(await compare(ours, bare, url, perRound)) })
    }
    await ours.stop()
    await bare.stop()
    print('query', rows)
    const profile = readdirSync(data).find(each => each.endsWith('.cpuprofile'))
    if (profile) print('query-profile', largestCosts(path.join(data, profile)))
  })
}

/** In turns, so that whatever else the machine does falls on both; the first round only warms up. */
async function compare(ours: MeasuredServer, bare: MeasuredServer, url: string, perRound: number): Promise<Row> {
  const rounds: { ours: number; bare: number; oursPerSecond: number; barePerSecond: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const a = await ours.load(url, perRound)
    const b = await bare.load(url, perRound)
    if (round > 0)
      rounds.push({
        ours: a.cpuPerRequest,
        bare: b.cpuPerRequest,
        oursPerSecond: a.perSecond,
        barePerSecond: b.perSecond,
      })
  }
  const middle = (name: keyof (typeof rounds)[number]) => Math.round(median(rounds.map(round => round[name])))
  return {
    'ours µs': middle('ours'),
    'bare µs': middle('bare'),
    ratio: median(rounds.map(round => round.ours / round.bare)),
    'ours/s': middle('oursPerSecond'),
    'bare/s': middle('barePerSecond'),
  }
}
