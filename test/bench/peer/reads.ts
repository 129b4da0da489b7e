// CPU time of each kind of request, over many different pages: this server and the bare limit of Node.js and SQLite, in
// turns. Unlike requests per second, CPU time hardly depends on what else the machine does.
//   --variants N (default 1000)   --rounds N (default 8)   --only KIND,…   --data FOLDER (keeps the imported wiki)
//   --against FOLDER (another checkout instead of the bare server)   --profile FOLDER
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DATABASE_FILE } from '#store/open.ts'
import { MeasuredServer } from '../measured-server.ts'
import { numberAfter, print, type Row } from '../report.ts'
import { inTemporaryFolder } from '../temporary.ts'
import { importWiki } from './import-wiki.ts'
import { KINDS, readNames, urlOf } from './kinds.ts'
import { statementsOf } from './statements.ts'
import { load } from './varied-load.ts'

/** Unmeasured requests of each kind, which V8 needs to compile what is used often. */
const WARM_UP = 12_000

export async function bench(args: readonly string[]): Promise<void> {
  const kept = after(args, '--data')
  if (kept === null) return inTemporaryFolder(data => benchOn(data, args))
  return benchOn(kept, args)
}

const after = (args: readonly string[], flag: string): string | null =>
  args.includes(flag) ? args[args.indexOf(flag) + 1]! : null

async function benchOn(data: string, args: readonly string[]): Promise<void> {
  if (!existsSync(path.join(data, DATABASE_FILE))) await importWiki(data)
  const variants = numberAfter(args, '--variants', 1000)
  const rounds = numberAfter(args, '--rounds', 8)
  const warmUp = numberAfter(args, '--warm-up', WARM_UP)
  const only = after(args, '--only')?.split(',') ?? Object.keys(KINDS)
  const [against, profile] = [after(args, '--against'), after(args, '--profile')]
  const now = new Date().toISOString()
  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const ours = await MeasuredServer.start('our-server.ts', [data, now], profiling)
  const names = await readNames(`${ours.url}/w/api.php`)
  const other = against === null ? await bareServer(data, () => statementsOf(data, names, only, variants)) : null
  const servers = {
    ours,
    ...(other && { bare: other }),
    ...(against && {
      other: await MeasuredServer.start(path.resolve(against, 'test/bench/our-server.ts'), [data, now]),
    }),
  }
  const rows: Row[] = []
  for (const kind of only) {
    const urls = Array.from({ length: variants }, (_, n) => urlOf('/w/api.php', KINDS[kind]!(names, n)))
    const costs = await compare(servers, urls, rounds, warmUp)
    const limit = kind === 'parse' ? undefined : costs.bare
    rows.push({
      kind,
      'ours µs': Math.round(costs.ours),
      ...(limit && { 'bare µs': Math.round(limit), 'of bare': limit / costs.ours }),
      ...(costs.other && { 'other µs': Math.round(costs.other), 'other / ours': costs.other / costs.ours }),
    })
    console.error(JSON.stringify(rows.at(-1)))
  }
  for (const server of Object.values(servers)) await server.stop()
  print('reads', rows)
}

async function bareServer(data: string, statements: () => Promise<unknown>): Promise<MeasuredServer> {
  const file = path.join(data, 'requests.json')
  writeFileSync(file, JSON.stringify(await statements()))
  return MeasuredServer.start('bare-server.ts', [data, file])
}

type Costs = { ours: number; bare?: number; other?: number }

/** The cheapest round of each server: other load can only add to the cost. */
async function compare(
  servers: Readonly<Record<string, MeasuredServer>>,
  urls: readonly string[],
  rounds: number,
  warmUp: number,
): Promise<Costs> {
  const least: Record<string, number> = {}
  const costOf = async (server: MeasuredServer, most: number): Promise<number> => {
    const before = await server.cpu()
    const { done, failed } = await load(server.url, urls, { seconds: 600, most })
    if (failed > 0) throw new Error(`${failed} requests failed, such as ${urls[0]}`)
    return ((await server.cpu()) - before) / done
  }
  for (const server of Object.values(servers)) await costOf(server, warmUp)
  for (let round = 0; round < rounds; round++)
    for (const [name, server] of Object.entries(servers))
      least[name] = Math.min(least[name] ?? Number.POSITIVE_INFINITY, await costOf(server, urls.length))
  return least as Costs
}
