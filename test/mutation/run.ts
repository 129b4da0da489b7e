// `npm run test:mutation -- --sample 60 [--seed N] [--path src/wiki] [--only FILE:LINE,…]`: changes one operator at a time in a copy
// of the project, runs unit tests that execute it, and lists the changes that no test noticed. The first run for a version of the
// sources takes as long as all unit tests, because it collects what each test file executes.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { forTests, sources, textOf } from '../architecture/imports.ts'
import { enterLane } from '../lanes.ts'
import { Random } from '../random.ts'
import { isExecuted } from './executed.ts'
import { type Mutation, mutated, mutationsOf, placesOf } from './mutations.ts'
import { TestRuns } from './test-runs.ts'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    path: { type: 'string', default: 'src' },
    // Of the sample, only the mutations of these lines.
    only: { type: 'string' },
    // How many test files may run for one mutation.
    tests: { type: 'string', default: '12' },
  },
})

const root = path.join(import.meta.dirname, '..', '..')
/** Data and generated tables have operators, but no behaviour. */
const files = sources.filter(file => file.startsWith(values.path) && !forTests(file) && !/\/generate\//.test(file))
const all = files.flatMap(file => mutationsOf(file, textOf(file)))
const random = new Random(Number(values.seed))
const only = values.only?.split(',')
const sample = Array.from({ length: Math.min(Number(values.sample), all.length) }, () => random.pick(all)).filter(
  ({ file, line }) => only === undefined || only.includes(`${file}:${line}`),
)

const copy = mkdtempSync(path.join(tmpdir(), 'parlance-mutation-'))
for (const name of readdirSync(root))
  if (name !== 'node_modules' && name !== '.git')
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
enterLane('plain')
const runs = new TestRuns(copy)

/** Null if a test notices the mutation, otherwise what was tried. */
async function survival(mutation: Mutation): Promise<string | null> {
  const file = path.join(copy, mutation.file)
  const text = readFileSync(file, 'utf8')
  const places = placesOf(text, mutation)
  const tests = runs.thatExecute(mutation.file, executed => places.some(at => isExecuted(executed, mutation.file, at)))
  if (tests.length === 0) return 'no unit test executes it'
  const tried = tests.slice(0, Number(values.tests))
  writeFileSync(file, mutated(text, mutation))
  const isNoticed = await runs.anyFails(tried).finally(() => writeFileSync(file, text))
  return isNoticed ? null : `passed: ${tried.length} of ${tests.length} test files that execute it`
}

let survivors = 0
try {
  await runs.collect()
  console.log(`${sample.length} of ${all.length} mutations, --seed ${values.seed}`)
  for (const mutation of sample) {
    const how = await survival(mutation)
    if (how === null) continue
    survivors++
    console.log(
      `${mutation.file}:${mutation.line} (${how})\n  - ${mutation.before.trim()}\n  + ${mutation.after.trim()}`,
    )
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${sample.length - survivors} noticed, ${survivors} survived`)
