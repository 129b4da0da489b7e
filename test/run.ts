// The whole test run: every *.test.ts, or those whose path contains one of the words given on the command line.
// Ends with one plain line, "N passed, N failed, N skipped", and lists what was skipped and why, and what took longest.

import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

import { makeTemplates } from './templates.ts'

const root = path.join(import.meta.dirname, '..')
const { words, rounds } = readArguments(process.argv.slice(2))
// Tests that kill and restart things do so a few times; `--rounds 50` has them do it more often.
if (rounds !== undefined) process.env.PARLANCE_TEST_ROUNDS = rounds
const files = globSync('{src,test,bin}/**/*.test.ts', { cwd: root })
  .filter(file => words.length === 0 || words.some(word => file.includes(word)))
  .map(file => path.join(root, file))
  // The longest are in test/: begun first, they leave no core without work at the end.
  .sort()
  .reverse()

function readArguments(given: readonly string[]): { words: string[]; rounds: string | undefined } {
  const place = given.indexOf('--rounds')
  if (place < 0) return { words: [...given], rounds: undefined }
  return { words: given.toSpliced(place, 2), rounds: given[place + 1] }
}

if (files.length === 0) {
  console.error(`No test file matches: ${words.join(' ')}`)
  process.exit(1)
}

const templates = await makeTemplates()
const count = { passed: 0, failed: 0, skipped: 0 }
const skipped = new Map<string, number>()
const durations = new Map<string, number>()
// One more than there are cores: many tests wait for other processes, and for PostgreSQL.
const stream = run({ files, concurrency: availableParallelism() + 1, cwd: root })
stream.on('test:complete', event => {
  // A file as a whole counts as a test of its own name.
  if (event.name === event.file) durations.set(event.file, event.details.duration_ms)
})
stream.on('test:pass', event => {
  if (event.details.type === 'suite') return
  if (event.skip === undefined) count.passed++
  else {
    count.skipped++
    const reason = typeof event.skip === 'string' ? event.skip : 'no reason given'
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
  }
})
stream.on('test:fail', event => {
  if (event.details.type !== 'suite') count.failed++
})
const reported = stream.compose(new spec())
reported.pipe(process.stdout)
reported.on('end', async () => {
  for (const [file, milliseconds] of [...durations].sort((a, b) => b[1] - a[1]).slice(0, 10))
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(6)} s ${path.relative(root, file)}`)
  await templates.remove()
  for (const [reason, n] of skipped) console.log(`skipped ${n}: ${reason}`)
  console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0
})
