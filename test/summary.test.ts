import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'

const TESTS = `import { describe, test } from 'node:test'
  test('good', () => {})
  test('bad', () => { throw new Error('bad') })
  test('later', { skip: 'not now' }, () => {})
  describe('inside', () => { test('good too', () => {}) })
  describe('elsewhere', { skip: 'no database' }, () => { test('one', () => {}); test('two', () => {}) })`

const RUN = `import { run } from 'node:test'
  import { Summary } from '${path.join(import.meta.dirname, 'summary.ts')}'
  const summary = new Summary(process.argv[2] && new RegExp(process.argv[2]))
  const stream = run({ files: ['some.test.mjs'] })
  stream.on('test:pass', event => summary.pass(event))
  stream.on('test:fail', event => summary.fail(event))
  for await (const _ of stream);
  console.log(summary.lines().join('\\n'))
  console.log('missing: ' + summary.missing(/database|browser/))`

test('counts passed, failed and skipped tests, and skipped suites', t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-summary-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'some.test.mjs'), TESTS)
  writeFileSync(path.join(folder, 'run.mjs'), RUN)
  // With this variable set, a nested run would not run any tests.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const linesOf = (...words: string[]) =>
    execFileSync(process.execPath, ['run.mjs', ...words], { cwd: folder, env, encoding: 'utf8' })
      .trim()
      .split('\n')
  assert.deepEqual(linesOf(), [
    'skipped 1: not now',
    'skipped 1 whole suites: no database',
    '2 passed, 1 failed, 2 skipped',
    'missing: no database',
  ])
  assert.deepEqual(linesOf('database'), [
    '1 tests and suites need npm run test:beyond',
    'skipped 1: not now',
    '2 passed, 1 failed, 1 skipped',
    'missing:',
  ])
})
