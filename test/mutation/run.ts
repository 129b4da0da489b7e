// `npm run test:mutation -- --sample 60 [--seed N] [--path src/wiki] [--only FILE:LINE,…] [--workers 1]`: changes one operator at
// a time in a copy of the project, runs unit tests that execute it, and lists the changes that no test noticed. What each test
// file executes is collected when it is first needed, and kept per version of the sources.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { forTests, sources, textOf } from '../architecture/imports.ts'
import { enterLane } from '../lanes.ts'
import { Random } from '../random.ts'
import { type Executed, isExecuted } from './executed.ts'
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
    // How many test files run at the same time.
    workers: { type: 'string', default: String(availableParallelism()) },
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
const runs = new TestRuns(copy, Number(values.workers))

type Fate = 'noticed' | 'timed out' | 'survived' | 'not executed'

interface Trial {
  readonly mutation: Mutation
  readonly isExecutedBy: (executed: Executed) => boolean
  readonly passed: string[]
}

const trials: Trial[] = sample.map(mutation => {
  const places = placesOf(textOf(mutation.file), mutation)
  return { mutation, isExecutedBy: run => places.some(at => isExecuted(run, mutation.file, at)), passed: [] }
})

const counts: Record<Fate, number> = { noticed: 0, 'timed out': 0, survived: 0, 'not executed': 0 }

function report({ mutation: { file, line, before, after } }: Trial, fate: Fate, how: string): void {
  counts[fate]++
  if (fate !== 'noticed') console.log(`${file}:${line} (${how})\n  - ${before.trim()}\n  + ${after.trim()}`)
}

async function isNoticedNearby(trial: Trial): Promise<boolean> {
  for await (const tests of runs.near(trial.mutation.file, trial.isExecutedBy))
    if (await isNoticed(trial, tests)) return true
  return false
}

/** Whether one of the test files notices the mutation. */
async function isNoticed(trial: Trial, tests: readonly string[]): Promise<boolean> {
  const file = path.join(copy, trial.mutation.file)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, mutated(text, trial.mutation))
  const failure = await runs.firstFailure(tests).finally(() => writeFileSync(file, text))
  if (failure === null) trial.passed.push(...tests)
  else report(trial, failure.isTimeout ? 'timed out' : 'noticed', `timed out: ${failure.test}`)
  return failure !== null
}

try {
  console.log(`${sample.length} of ${all.length} mutations, --seed ${values.seed}`)
  const unnoticed: Trial[] = []
  for (const trial of trials) {
    if (await isNoticedNearby(trial)) continue
    unnoticed.push(trial)
    console.log(`not noticed by the nearest tests: ${trial.mutation.file}:${trial.mutation.line}`)
  }
  for (const trial of unnoticed) {
    const { passed } = trial
    const most = Number(values.tests)
    const tests = await runs.all(trial.mutation.file, trial.isExecutedBy, most)
    const others = tests.filter(test => !passed.includes(test)).slice(0, Math.max(0, most - passed.length))
    if (tests.length === 0) report(trial, 'not executed', 'no unit test executes it')
    else if (!(await isNoticed(trial, others)))
      report(trial, 'survived', `passed: ${passed.length} test files that execute it`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(
  Object.entries(counts)
    .map(([fate, count]) => `${count} ${fate}`)
    .join(', '),
)
