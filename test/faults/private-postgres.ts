// Starts a separate PostgreSQL server that can be killed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
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
  start(): Promise<void>
  /** Immediately, without notifying clients, like a crash. It recovers at the next start. */
  kill(): Promise<void>
}

export async function privatePostgres(): Promise<PrivatePostgres> {
  const as = postgresUser()!
  const home = temporaryFolder()
  const data = path.join(home, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (as.uid !== undefined) for (const folder of [home, data]) chownSync(folder, as.uid, as.gid!)
  const how = { ...as, cwd: home, stdio: 'ignore' as const }
  execFileSync(
    path.join(newest!, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    how,
  )
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined
  after(() => server?.kill('SIGQUIT'))

  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      return false
    }
  }
  return {
    url,
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
  }
}
