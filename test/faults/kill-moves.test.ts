// Imports from Weblate, Crowdin and Transifex are killed at random statements and resumed. The result must be the same
// as without interruptions. PARLANCE_KILL_POINTS says how often each is killed, the seed of the run chooses where.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres, temporaryStore } from '#store/testing.ts'
import { testApi } from '#translation/api/testing.ts'
import { crowdin, transifex } from '#translation/archive-import/testing.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { drain, type SourceServer, sourceServer, visible } from '#translation/weblate-import/testing.ts'
import { backupFiles, type Files, zipOf } from '#translation/weblate-import/testing-backup.ts'
import { Random } from '../random.ts'
import type { CountedMove, Source } from './counted-move.ts'
import { databaseContent } from './database-content.ts'

const program = path.join(import.meta.dirname, 'counted-move.ts')
const configuredPoints = Number(process.env.PARLANCE_KILL_POINTS ?? Number.NaN)
const seed = Number(process.env.PARLANCE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const compileCache = temporaryFolder()

/** How often one import is killed before it may finish. */
const KILLS = 5

interface Finished {
  readonly steps: number
  readonly isResumed: boolean
  readonly counts: unknown
}

/** Runs an import in its own process; null if it was killed. */
async function run(move: CountedMove): Promise<Finished | null> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(move)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  const [code, signal] = await new Promise<[number | null, string | null]>(resolve =>
    child.on('close', (...end) => resolve(end)),
  )
  if (signal === 'SIGKILL' && move.killAt !== undefined) return null
  assert.equal(code, 0, `exited with ${code ?? signal}: ${output.stderr}`)
  return JSON.parse(output.stdout)
}

type Where = CountedMove['where']
type Open = () => Promise<Where>

/** What readers see, and how many rows each table has. */
async function contentOf(where: Where, key: string) {
  const store = await openStore(where)
  const api = await testApi(store)
  try {
    await drain(api)
    assert.deepEqual(await faults(store), [])
    const tables = Object.entries(await databaseContent(store))
    return {
      visible: await visible(api, key),
      rows: Object.fromEntries(tables.map(([table, print]) => [table, print.split(' ')[0]])),
    }
  } finally {
    await api.app.close()
    await store.close()
  }
}

/** An empty site with an administrator. */
async function emptySite(open: Open): Promise<{ where: Where; key: string }> {
  const where = await open()
  const store = await openStore(where)
  await migrate(store)
  const api = await testApi(store)
  const { key } = await api.user('Boss', { superuser: true })
  await api.app.close()
  await store.close()
  return { where, key }
}

async function killAnywhere(points: number, source: Source, open: Open) {
  const reference = await emptySite(open)
  const whole = (await run({ where: reference.where, source }))!
  const expected = await contentOf(reference.where, reference.key)
  const random = new Random(seed)
  let killed = 0
  for (let from = 0; from < points; from += KILLS) {
    const { where, key } = await emptySite(open)
    const count = Math.min(KILLS, points - from)
    const at: number[] = []
    for (let kills = 0; kills < count; kills++) {
      // Finished work is not repeated, so a resumed import has fewer statements.
      const killAt = 1 + random.below(Math.ceil(whole.steps / count))
      if ((await run({ where, source, killAt })) !== null) break
      at.push(killAt)
      killed++
    }
    const finished = (await run({ where, source }))!
    const message = `killed after ${at.join(', ')} of ${whole.steps} statements, seed ${seed}`
    const content = await contentOf(where, key)
    assert.deepEqual(content.visible, expected.visible, message)
    assert.deepEqual(content.rows, expected.rows, message)
    assert.deepEqual(finished.counts, whole.counts, message)
  }
  console.log(`killed at ${killed} of ${points} points among ${whole.steps} statements, seed ${seed}`)
  assert.ok(killed >= points / 2, `${killed} of ${points} imports were killed before they ended`)
  return expected
}

const engines: [name: string, skip: string | false, share: number, open: Open][] = [
  ['SQLite', false, 1, async () => ({ data: temporaryFolder() })],
  [
    'PostgreSQL',
    process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES,
    0.3,
    async () => ({ database: await temporaryPostgres() }),
  ],
]

for (const [engine, skip, share, open] of engines)
  describe(`an import from another platform that is killed, on ${engine}`, { skip }, () => {
    const points = (usual: number) => Math.ceil((configuredPoints || usual) * share)
    const archive = async (kind: 'backup' | 'crowdin' | 'transifex', files: Files): Promise<Source> => {
      const file = path.join(temporaryFolder(), `${kind}.zip`)
      writeFileSync(file, await zipOf(files))
      return { kind, file }
    }

    let server: SourceServer
    before(async () => {
      server = await sourceServer(await temporaryStore('sqlite'))
    })
    after(() => server.close())

    test('from the API of a Weblate server', async () => {
      const { url, token } = server
      const content = await killAnywhere(points(10), { url, token }, open)
      assert.deepEqual(content.visible, await visible(server.api, token))
    })

    test('from a project backup of Weblate', async () => {
      await killAnywhere(points(4), await archive('backup', backupFiles()), open)
    })

    test('from a Crowdin archive', async () => {
      await killAnywhere(points(4), await archive('crowdin', crowdin()), open)
    })

    test('from a Transifex archive', async () => {
      await killAnywhere(points(4), await archive('transifex', transifex()), open)
    })
  })
