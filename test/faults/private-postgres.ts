// A PostgreSQL server of the test's own, which can be killed without harming anybody.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { temporaryFolder } from '#store/testing.ts'

const [newest] = globSync('/usr/lib/postgresql/*/bin').sort().reverse()

/** It refuses to run as root, so then it runs as the user that its package has made. */
function owner(): { uid?: number; gid?: number } | null {
  if (process.getuid?.() !== 0) return {}
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

export const noPrivatePostgres: string | false =
  newest === undefined || !existsSync(path.join(newest, 'initdb')) || owner() === null
    ? 'there is no initdb of PostgreSQL here with which to make a server to be killed'
    : false

export interface PrivatePostgres {
  readonly url: string
  start(): Promise<void>
  /** At once, without a word to its clients, as a crash would. It recovers at the next start. */
  kill(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise(resolve => probe.close(resolve))
  return port
}

export async function privatePostgres(): Promise<PrivatePostgres> {
  const as = owner()!
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
        if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
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
