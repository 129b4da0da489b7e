import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { awaitLock, LockTaken, takeLock } from './lock.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from './testing.ts'

type Where = { data: string } | { database: string }

const children: ChildProcess[] = []
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** A process that takes a lock, reports it, and holds it until it exits. */
async function holder(where: Where): Promise<ChildProcess> {
  const module = pathToFileURL(path.join(import.meta.dirname, 'lock.ts')).href
  const script = `const { takeLock } = await import(${JSON.stringify(module)})
    await takeLock(${JSON.stringify(where)}, 'import')
    process.stdout.write('held')
    setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout!, 'data')
  return child
}

function tests(open: () => Promise<Where>): void {
  test('only one process holds the lock, and others learn which one', async () => {
    const where = await open()
    const child = await holder(where)
    await assert.rejects(takeLock(where, 'import'), (error: Error) => {
      assert.ok(error instanceof LockTaken)
      assert.match(error.message, new RegExp(`Another import .*\\(process ${child.pid} on .*, since 20\\d\\d-`))
      return true
    })
    await (await takeLock(where, 'something else')).release()
    await (await takeLock(await open(), 'import')).release()
  })

  test('the lock is released when its process is killed', async () => {
    const where = await open()
    const child = await holder(where)
    const waiting = awaitLock(where, 'import')
    child.kill('SIGKILL')
    await (await waiting).release()
  })

  test('a waiting process gets the lock when it is released', async () => {
    const where = await open()
    const first = await takeLock(where, 'import')
    await assert.rejects(takeLock(where, 'import'), LockTaken)
    const waiting = awaitLock(where, 'import')
    await first.release()
    await (await waiting).release()
    await (await takeLock(where, 'import')).release()
  })
}

describe('locks over SQLite', () => tests(async () => ({ data: temporaryFolder() })))
const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
describe('locks over PostgreSQL', { skip }, () => tests(async () => ({ database: await temporaryPostgres() })))
