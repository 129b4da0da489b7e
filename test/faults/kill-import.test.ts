// An import is killed at random points and restarted. The result must be the same as without interruptions. The
// seed of the run (test/run.ts) chooses the points, PARLANCE_KILL_POINTS how many.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { openStore } from '#store/open.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { xmlExport } from '#wiki/import/testing.ts'
import { corpus } from '../conformance/import-corpus.ts'
import { type CountedImport, REACHED } from './counted-import.ts'
import { databaseContent } from './database-content.ts'

const program = path.join(import.meta.dirname, 'counted-import.ts')
const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../shared')
const configuredPoints = Number(process.env.PARLANCE_KILL_POINTS ?? Number.NaN)
const seed = Number(process.env.PARLANCE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** Small batches, and indexes built at the end, as with a much larger dump: more can go wrong. */
const asIfLarge = { batchBytes: 20_000, largeFrom: 0 }

/** How often one import is killed before it may finish. Finished work is not repeated. */
const KILLS = 4

/** Compile cache for the many processes. */
const compileCache = temporaryFolder()

interface Outcome {
  readonly killed: boolean
  readonly output: string
}

async function run(options: CountedImport, delay = 0): Promise<Outcome> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  })
  let output = ''
  let killed = false
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stdout.setEncoding('utf8').on('data', async (text: string) => {
    output += text
    if (!output.includes(REACHED) || killed) return
    killed = true
    if (delay > 0) await sleep(delay)
    child.kill('SIGKILL')
  })
  const [code, signal] = await new Promise<[number | null, string | null]>(resolve =>
    child.on('close', (...end) => resolve(end)),
  )
  assert.ok(code === 0 || (killed && signal === 'SIGKILL'), `exited with ${code ?? signal}: ${output}`)
  return { killed: signal === 'SIGKILL', output }
}

interface Place {
  readonly where: CountedImport['where']
  readonly filesFolder: string
}

type Open = () => Promise<Place>

async function contentOf({ where, filesFolder }: Place): Promise<Record<string, string>> {
  const store = await openStore(where)
  try {
    const files = existsSync(filesFolder) ? readdirSync(filesFolder, { recursive: true }).sort() : []
    return { ...(await databaseContent(store)), files: files.join(' ') }
  } finally {
    await store.close()
  }
}

/** Kills imports of the same files at `points` random steps. */
async function killAnywhere(points: number, options: Omit<CountedImport['options'], 'filesFolder'>, open: Open) {
  const command = ({ where, filesFolder }: Place) => ({ where, options: { ...asIfLarge, ...options, filesFolder } })
  const reference = await open()
  const { output } = await run(command(reference))
  const steps = Number(/steps (\d+)/.exec(output)?.[1])
  const expected = await contentOf(reference)
  const place = fc.record({ step: fc.integer({ min: 1, max: steps }), delay: fc.integer({ min: 0, max: 15 }) })
  const places = fc.sample(fc.noBias(place), { seed, numRuns: points })
  let killed = 0
  for (let from = 0; from < points; from += KILLS) {
    const at = await open()
    let reached = 0
    const group = places.slice(from, from + KILLS).sort((a, b) => a.step - b.step)
    for (const { step, delay } of group) {
      const outcome = await run({ ...command(at), announce: Math.max(1, step - reached) }, delay)
      if (!outcome.killed) break
      killed++
      reached = step
    }
    await run(command(at))
    const where = group.map(({ step }) => step).join(', ')
    assert.deepEqual(await contentOf(at), expected, `killed at steps ${where} of ${steps}, seed ${seed}`)
  }
  console.log(`killed at ${killed} of ${points} points among ${steps} steps, seed ${seed}`)
  assert.ok(killed >= points / 2, `${killed} of ${points} imports were killed before they ended`)
}

const pages = Array.from({ length: 120 }, (_, index) => ({
  id: index + 1,
  ...(index % 10 === 3 ? { ns: 10, title: `Template:T${index}` } : { title: `Page ${index}` }),
  texts: Array.from({ length: 1 + (index % 5) }, (_, revision) => {
    const template = index - (index % 10) + 3
    return `${revision} [[Page ${index + revision}]] {{T${template}}} [[Category:C${index % 7}]] https://example.org/${index} ${'word '.repeat(300)}`
  }),
}))

const engines: [name: string, skip: string | false, share: number, open: Open][] = [
  [
    'SQLite',
    false,
    1,
    async () => {
      const data = temporaryFolder()
      return { where: { data }, filesFolder: path.join(data, 'files') }
    },
  ],
  [
    'PostgreSQL',
    process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES,
    0.15,
    async () => ({
      where: { database: await temporaryPostgres() },
      filesFolder: path.join(temporaryFolder(), 'files'),
    }),
  ],
]

for (const [engine, skip, share, open] of engines) {
  // Twenty points in total on SQLite, where they are cheapest.
  describe(`an import that is killed, on ${engine}`, { skip }, () => {
    const points = (usual: number) => Math.ceil((configuredPoints || usual) * share)

    test('a SQL dump with files', () =>
      killAnywhere(
        points(10),
        {
          files: [path.join(corpus, 'scenario.sql.gz')],
          site: path.join(corpus, 'scenario-site.json'),
          images: path.join(corpus, 'scenario-images.tar.gz'),
        },
        open,
      ))

    test('an XML export with history', async () => {
      const file = path.join(temporaryFolder(), 'pages.xml.gz')
      await writeFile(file, gzipSync(xmlExport(pages)))
      await killAnywhere(points(10), { files: [file] }, open)
    })

    const exports = ['scenario-full.xml.gz', 'scenario-logs.xml.gz'].map(name => path.join(shared, 'corpus', name))
    test(
      'exports of pages and logs from MediaWiki',
      { skip: exports.every(file => existsSync(file)) ? false : 'the shared corpus is missing' },
      () => killAnywhere(points(8), { files: exports }, open),
    )
  })
}
