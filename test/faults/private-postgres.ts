// Starts a separate PostgreSQL server that can be killed, and streaming replicas of it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { freePort } from '../free-port.ts'
import { postgresUser } from './postgres-user.ts'

const [newest] = globSync('/usr/lib/postgresql/*/bin').sort().reverse()

export const noPrivatePostgres: string | false =
  newest === undefined || !existsSync(path.join(newest, 'initdb')) || postgresUser() === null
    ? 'initdb of PostgreSQL is not installed, so there is no server to kill'
    : false

export interface PrivatePostgres {
  readonly url: string
  readonly port: number
  start(): Promise<void>
  /** Immediately, without notifying clients, like a crash. It recovers at the next start. */
  kill(): Promise<void>
  /** Runs one statement as the superuser. */
  query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>
  /** A streaming replica of this running server. It is not started yet. */
  replica(): Promise<PrivatePostgres>
  /** Replaces the data of this stopped server by a copy of another one, whose replica it becomes. */
  rebuild(from: PrivatePostgres): void
  /** Whenever it is a replica, it follows the one of these servers that is the primary. Call before the start. */
  follow(servers: readonly PrivatePostgres[]): void
  /** Adds settings, which take effect at the next start or reload. */
  configure(settings: Readonly<Record<string, string>>): void
  /** Makes a replica the primary. */
  promote(): Promise<void>
  /** Stops a replica from replaying the changes that it receives. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/** `settings` are those of postgresql.conf. Replicas inherit them. */
export const privatePostgres = (settings: Readonly<Record<string, string>> = {}): Promise<PrivatePostgres> =>
  create((data, run) => {
    run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    appendFileSync(path.join(data, 'postgresql.conf'), lines.join(''))
  })

const replicaOf = (port: number): Promise<PrivatePostgres> => create((data, run) => copy(port, data, run))

function copy(port: number, data: string, run: Run): void {
  const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  run('pg_basebackup', ['-D', data, ...from, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'])
}

type Run = (program: string, args: readonly string[]) => void

async function create(fill: (data: string, run: Run) => void): Promise<PrivatePostgres> {
  const as = postgresUser()!
  const home = temporaryFolder(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
  const data = path.join(home, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (as.uid !== undefined) for (const folder of [home, data]) chownSync(folder, as.uid, as.gid!)
  const how = { ...as, cwd: home, stdio: 'ignore' as const }
  const run: Run = (program, args) => execFileSync(path.join(newest!, program), args, how)
  fill(data, run)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined
  after(() => server?.kill('SIGQUIT'))

  const query = async <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    return (await client.query<Row>(statement).finally(() => client.end())).rows
  }
  const append = (file: string, settings: Readonly<Record<string, string>>): void => {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    appendFileSync(path.join(data, file), lines.join(''))
  }
  const answers = () =>
    query('select 1').then(
      () => true,
      () => false,
    )
  return {
    url,
    port,
    query,
    async start() {
      const options = ['-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off']
      server = spawn(path.join(newest!, 'postgres'), ['-D', data, ...options], how)
      while (!(await answers())) {
        if (server.exitCode !== null) throw new Error(`PostgreSQL exited with ${server.exitCode}`)
        await sleep(50)
      }
    },
    async kill() {
      const ended = new Promise(resolve => server!.once('exit', resolve))
      server!.kill('SIGQUIT')
      await ended
    },
    replica: () => replicaOf(port),
    rebuild(from) {
      rmSync(data, { recursive: true })
      mkdirSync(data, { mode: 0o700 })
      if (as.uid !== undefined) chownSync(data, as.uid, as.gid!)
      copy(from.port, data, run)
    },
    follow(servers) {
      const hosts = servers.map(() => '127.0.0.1').join()
      const ports = servers.map(server => server.port).join()
      const address = `host=${hosts} port=${ports} user=postgres target_session_attrs=read-write connect_timeout=2`
      append('postgresql.auto.conf', { primary_conninfo: address })
    },
    configure: settings => append('postgresql.conf', settings),
    async promote() {
      await query('select pg_promote()')
    },
    async pause() {
      await query('select pg_wal_replay_pause()')
      const isPaused = async () => (await query("select 1 where pg_get_wal_replay_pause_state() = 'paused'")).length > 0
      while (!(await isPaused())) await sleep(10)
    },
    async resume() {
      await query('select pg_wal_replay_resume()')
    },
  }
}

/** A running server with our schema. */
export async function migratedPrimary(): Promise<PrivatePostgres> {
  const started = await privatePostgres()
  await started.start()
  const store = await openStore({ database: started.url })
  await migrate(store).finally(() => store.close())
  return started
}
