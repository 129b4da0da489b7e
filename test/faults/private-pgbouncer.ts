// Starts a PgBouncer in front of the PostgreSQL server of the tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { NO_POSTGRES, temporaryFolder } from '#store/testing.ts'
import { freePort } from '../free-port.ts'
import { postgresUser } from './postgres-user.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(file => existsSync(file))

export const noPgBouncerProgram: string | false =
  PROGRAM === undefined || postgresUser() === null ? 'pgbouncer is not installed' : false

export const noPgBouncer: string | false = process.env.PARLANCE_TEST_POSTGRES ? noPgBouncerProgram : NO_POSTGRES

export interface PrivatePgBouncer {
  /** URL of the database through PgBouncer. */
  readonly url: string
  readonly port: number
  start(): Promise<void>
  /** Immediately, with SIGKILL. */
  kill(): Promise<void>
}

/** Returns the URL of the database through a running PgBouncer. */
export async function pgBouncer(database: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const bouncer = await privatePgBouncer(database, settings)
  await bouncer.start()
  return bouncer.url
}

/** It is not started yet. */
export async function privatePgBouncer(
  database: string,
  settings: Readonly<Record<string, string>>,
): Promise<PrivatePgBouncer> {
  const as = postgresUser()!
  const folder = temporaryFolder()
  const server = new URL(database)
  const port = await freePort()
  const config = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    logfile: path.join(folder, 'log'),
    auth_type: 'trust',
    auth_file: path.join(folder, 'users'),
    default_pool_size: 4,
    ...settings,
  }
  const file = path.join(folder, 'pgbouncer.ini')
  const upstream = `host=${server.hostname} port=${server.port || 5432}${server.password && ` password=${server.password}`}`
  const lines = Object.entries(config).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(file, ['[databases]', `* = ${upstream}`, '[pgbouncer]', ...lines, ''].join('\n'))
  writeFileSync(path.join(folder, 'users'), `"${server.username}" ""\n`)
  if (as.uid !== undefined)
    for (const each of [folder, file, path.join(folder, 'users')]) chownSync(each, as.uid, as.gid!)
  let child: ChildProcess | undefined
  after(() => child?.kill('SIGKILL'))
  const through = new URL(database)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  const plain = new URL(through)
  plain.search = ''
  return {
    url: through.href,
    port,
    async start() {
      child = spawn(PROGRAM!, ['-q', file], { ...as, stdio: 'ignore', detached: true })
      while (!(await answers(plain.href))) {
        if (child.exitCode !== null) throw new Error(`pgbouncer exited with ${child.exitCode}`)
        await sleep(50)
      }
    },
    async kill() {
      const ended = new Promise(resolve => child!.once('exit', resolve))
      child!.kill('SIGKILL')
      await ended
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    await client.end()
    return true
  } catch {
    return false
  }
}
