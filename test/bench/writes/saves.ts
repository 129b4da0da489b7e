// CPU time of saving a string and of an edit, with their background work. Unlike writes per second, it hardly depends on
// what else the machine does.
//   --engine sqlite|postgres|both   --writers N (default 8)   --workers N (default 1)   --rounds N (default 8)
//   --writes N (of a round, default 400)   --only string|edit   --against FOLDER (another checkout, built)
// PostgreSQL is the one in PARLANCE_TEST_POSTGRES. It must run on this machine.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { dropPostgres, freshName, onTestServer, testDatabaseUrl } from '#store/testing-template.ts'
import { numberAfter, print, type Row, textAfter } from '../report.ts'
import { inTemporaryFolder } from '../temporary.ts'
import { measureWrites } from './load.ts'
import { type OurSite, openSite } from './our-site.ts'

/** Unmeasured writes, which V8 needs to compile what is used often. */
const WARM_UP = 2000
/** Jobs look for work every second. */
const SETTLED_MS = 1500

interface Site {
  readonly name: string
  readonly ours: OurSite
  /** The processes of PostgreSQL that serve it. */
  readonly backends: () => Promise<number[]>
  readonly close: () => Promise<void>
}

export async function bench(args: readonly string[]): Promise<void> {
  const engine = textAfter(args, '--engine', 'both')
  const rows: Row[] = []
  for (const each of ['sqlite', 'postgres'] as const)
    if (engine === 'both' || engine === each)
      rows.push(...(await inTemporaryFolder(folder => benchOn(each, folder, args))))
  print('saves', rows)
}

async function benchOn(engine: 'sqlite' | 'postgres', folder: string, args: readonly string[]): Promise<Row[]> {
  const writers = numberAfter(args, '--writers', 8)
  const writes = numberAfter(args, '--writes', 400)
  const against = textAfter(args, '--against', '')
  const names = against === '' ? ['ours'] : ['ours', 'other']
  const sites: Site[] = []
  const rows: Row[] = []
  try {
    for (const name of names) {
      const program = name === 'other' ? path.resolve(against, 'dist', 'main.js') : undefined
      const data = path.join(folder, name)
      sites.push(await openMeasured(name, engine, data, writers, numberAfter(args, '--workers', 1), program))
    }
    for (const kind of ['string', 'edit'] as const) {
      if (textAfter(args, '--only', kind) !== kind) continue
      const least = new Map<string, Cost>()
      for (const site of sites) await costOf(site, kind, writers, numberAfter(args, '--warm-up', WARM_UP))
      for (let round = 0; round < numberAfter(args, '--rounds', 8); round++)
        for (const site of sites) {
          const cost = await costOf(site, kind, writers, writes)
          const before = least.get(site.name) ?? cost
          least.set(site.name, {
            server: Math.min(before.server, cost.server),
            database: Math.min(before.database, cost.database),
          })
        }
      for (const [name, { server, database }] of least) {
        rows.push({
          engine,
          kind,
          name,
          'Node.js ms': server,
          ...(engine === 'postgres' && { 'PostgreSQL ms': database }),
        })
        console.error(JSON.stringify(rows.at(-1)))
      }
    }
  } finally {
    for (const site of sites) await site.close()
  }
  return rows
}

interface Cost {
  readonly server: number
  readonly database: number
}

async function costOf(
  { ours, backends }: Site,
  kind: 'string' | 'edit',
  writers: number,
  writes: number,
): Promise<Cost> {
  const before = { server: cpuOf(withChildren(ours.pid)), database: cpuOf(await backends()) }
  const { perSecond, failed } = await measureWrites(ours.url, writers, { writes }, ours[kind], status => status === 200)
  if (failed > 0 || !(perSecond > 0)) throw new Error('Some writes failed.')
  await setTimeout(SETTLED_MS)
  return {
    server: addedSince(before.server, cpuOf(withChildren(ours.pid))) / writes,
    database: addedSince(before.database, cpuOf(await backends())) / writes,
  }
}

async function openMeasured(
  name: string,
  engine: 'sqlite' | 'postgres',
  data: string,
  writers: number,
  workers: number,
  program: string | undefined,
): Promise<Site> {
  if (engine === 'sqlite') {
    const ours = await openSite(data, null, writers, workers, program)
    return { name, ours, backends: async () => [], close: ours.stop }
  }
  const database = freshName('bench')
  await onTestServer(`create database ${database}`)
  const client = new pg.Client({ connectionString: testDatabaseUrl({ database }) })
  await client.connect()
  const ours = await openSite(data, testDatabaseUrl({ database }), writers, workers, program)
  return {
    name,
    ours,
    backends: async () => {
      const query = 'select pid from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()'
      const { rows } = await client.query<{ pid: number }>(query, [database])
      return rows.map(({ pid }) => pid)
    },
    close: async () => {
      await ours.stop()
      await client.end()
      await dropPostgres(database)
    },
  }
}

function withChildren(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap(task =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(withChildren)]
}

/** Time on a processor so far of all threads of these processes, in milliseconds. */
function cpuOf(pids: readonly number[]): ReadonlyMap<number, number> {
  const ofThread = (pid: number, thread: string) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  return new Map(
    pids.map(pid => [pid, readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + ofThread(pid, thread), 0)]),
  )
}

/** Processes that have ended meanwhile do not count. */
function addedSince(before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>): number {
  let sum = 0
  for (const [pid, ms] of now) sum += ms - (before.get(pid) ?? 0)
  return sum
}
