// Two imports into one database: one runs, the other fails without changing anything.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import { parlance, spawnParlance } from '#cli/testing.ts'
import { takeLock } from '#store/lock.ts'
import { openStore } from '#store/open.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { xmlExport } from '#wiki/import/testing.ts'
import { databaseContent } from './database-content.ts'

type Where = { data: string } | { database: string }

const PAGES = 60

async function dump(): Promise<string> {
  const pages = Array.from({ length: PAGES }, (_, i) => ({
    id: i + 1,
    title: `Page ${i}`,
    texts: [`[[Page ${i + 1}]]`, `[[Page ${i + 1}]] [[Category:C]]`],
  }))
  const file = path.join(temporaryFolder(), 'dump.xml')
  await writeFile(file, xmlExport(pages))
  return file
}

const CLOCK = { PARLANCE_CLOCK: '2026-11-15T00:00:00Z' }
const addressOf = (where: Where, data: string) => [
  '--data',
  data,
  ...('data' in where ? [] : ['--database', where.database]),
]

async function content(where: Where): Promise<Record<string, string>> {
  const store = await openStore(where)
  return databaseContent(store).finally(() => store.close())
}

function tests(open: () => Promise<Where>): void {
  const place = async () => {
    const where = await open()
    const data = 'data' in where ? where.data : temporaryFolder()
    return {
      where,
      run: (file: string) => parlance(['wiki', 'import', ...addressOf(where, data), file], { env: CLOCK }),
      data,
    }
  }

  test('two concurrent imports have the same result as one', async () => {
    const file = await dump()
    const [alone, both] = [await place(), await place()]
    const single = await alone.run(file)
    assert.equal(single.code, 0, single.err)
    const ended = await Promise.all([both.run(file), both.run(file)])
    assert.ok(ended.some(({ code }) => code === 0))
    for (const { code, err } of ended)
      if (code !== 0)
        assert.match(err, /parlance: Another import into this database is running \((?:process \d+ on |just started)/)
    assert.deepEqual(await content(both.where), await content(alone.where))
  })

  test('an import is rejected while another one runs, and resumes after a killed one', async () => {
    const file = await dump()
    const { where, run, data } = await place()
    const lock = await takeLock(where, 'import')
    const refused = await run(file)
    assert.equal(refused.code, 1)
    assert.match(refused.err, new RegExp(`Another import .*process ${process.pid} on`))
    if ('data' in where) assert.equal(existsSync(path.join(where.data, 'parlance.db')), false)
    await lock.release()
    const killed = spawnParlance(['wiki', 'import', ...addressOf(where, data), file], { env: CLOCK })
    killed.stderr!.once('data', () => killed.kill('SIGKILL'))
    await new Promise(resolve => killed.on('close', resolve))
    const last = await run(file)
    assert.equal(last.code, 0, last.err)
    const store = await openStore(where)
    const pages = await store.read.selectFrom('page').select('id').execute()
    await store.close()
    assert.equal(pages.length, PAGES)
  })
}

describe('imports at the same time on SQLite', () => tests(async () => ({ data: temporaryFolder() })))
const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
describe('imports at the same time on PostgreSQL', { skip }, () =>
  tests(async () => ({ database: await temporaryPostgres() })),
)
