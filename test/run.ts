// Runs every *.test.ts of a lane (test/lanes.ts), or those whose path contains one of the given words. Lists the
// slowest files and the reasons for skips, and ends with "N passed, N failed, N skipped".
//   --lane plain|beyond   --rounds N   --seed N|random   --coverage

import { randomInt } from 'node:crypto'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { generateClient } from '../clients/typescript/generate/generate.ts'
import { beginWatching } from './answers.ts'
import { inBatches } from './batches.ts'
import { COVERED, coverageLines, LEAST_PERCENT } from './coverage.ts'
import { enterLane, isInLane, type Lane, NEEDS_ELSEWHERE } from './lanes.ts'
import { Summary } from './summary.ts'
import { makeTemplates } from './templates.ts'

const root = path.join(import.meta.dirname, '..')
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    lane: { type: 'string', default: 'all' },
    // How often the fault tests kill and restart processes.
    rounds: { type: 'string' },
    // A change must not fail because of values that no other run draws; `random` looks for new ones.
    seed: { type: 'string', default: process.env.PARLANCE_TEST_SEED ?? '20261115' },
    coverage: { type: 'boolean', default: process.env.PARLANCE_TEST_COVERAGE === '1' },
  },
})
const lane = options.lane as Lane
process.env.PARLANCE_TEST_SEED = options.seed === 'random' ? String(randomInt(2 ** 31)) : options.seed
if (options.rounds !== undefined) process.env.PARLANCE_TEST_ROUNDS = options.rounds
/** Dependencies that must be present: a test skipped because one is missing fails the run. */
const required = process.env.PARLANCE_TEST_PRESENT
const isLong = (file: string): boolean =>
  /^(test|src[\\/]cli|src[\\/]translation[\\/]repositories)\b/.test(path.relative(root, file))
const files = globSync('{src,test,bin,web,clients}/**/*.test.ts', { cwd: root })
  .filter(file => words.length === 0 || words.some(word => file.includes(word)))
  .map(file => path.join(root, file))
  .filter(file => isInLane(lane, file))
  // Long files start first, so that no core idles at the end. Files that share a process follow.
  .sort((a, b) => Number(isLong(b)) - Number(isLong(a)) || (a < b ? 1 : -1))

if (files.length === 0) {
  console.error(`No test file matches: ${words.join(' ')}`)
  process.exit(1)
}

/** No file takes half as long, on two cores. */
const FILE_MINUTES = 20

enterLane(lane)
if (files.some(file => path.relative(root, file).startsWith('clients'))) generateClient()
const templates = await makeTemplates()
const batches = mkdtempSync(path.join(tmpdir(), 'parlance-batches-'))
const answers = await beginWatching()
const summary = new Summary(lane === 'plain' ? NEEDS_ELSEWHERE : undefined)
let coverage: string[] = []
let covered = 100
const durations = new Map<string, number>()
// One more than cores, because many tests wait for PostgreSQL and other processes.
const stream = run({
  files: lane === 'all' ? files : inBatches(files, batches),
  concurrency: availableParallelism() + 1,
  cwd: root,
  execArgv: ['--import', pathToFileURL(path.join(import.meta.dirname, 'seed-properties.ts')).href],
  // A test that fails may leave something running; its file still ends, and one that hangs is named.
  forceExit: true,
  timeout: FILE_MINUTES * 60_000,
  coverage: options.coverage,
  ...COVERED,
})
stream.on('test:complete', event => {
  // The event for a whole file has the file's path as its name.
  if (event.name === event.file) durations.set(event.file, event.details.duration_ms)
})
stream.on('test:pass', event => summary.pass(event))
stream.on('test:fail', event => summary.fail(event))
stream.on('test:coverage', ({ summary: measured }) => {
  coverage = coverageLines(measured)
  covered = measured.totals.coveredLinePercent
})
// The reporter would print a line for each source file.
const reported = stream.filter((event: { type: string }) => event.type !== 'test:coverage').compose(new spec())
reported.pipe(process.stdout)
reported.on('end', async () => {
  for (const [file, milliseconds] of [...durations].sort((a, b) => b[1] - a[1]).slice(0, 20))
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(6)} s ${path.relative(root, file)}`)
  await templates.remove()
  rmSync(batches, { recursive: true, force: true })
  for (const line of coverage) console.log(line)
  const wrong = answers.end()
  for (const line of wrong) console.log(`violates the OpenAPI document: ${line}`)
  const missing = required === undefined ? [] : summary.missing(new RegExp(required, 'i'))
  for (const reason of missing) console.log(`required by PARLANCE_TEST_PRESENT, but skipped: ${reason}`)
  // A partial run covers little of the code that it loads.
  const isTooLow = words.length === 0 && covered < LEAST_PERCENT
  if (isTooLow) console.log(`Line coverage is below the required ${LEAST_PERCENT}%`)
  console.log(`seed ${process.env.PARLANCE_TEST_SEED}`)
  for (const line of summary.lines()) console.log(line)
  process.exitCode =
    summary.failed > 0 || summary.passed === 0 || missing.length > 0 || wrong.length > 0 || isTooLow ? 1 : 0
})
