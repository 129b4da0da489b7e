import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.join(import.meta.dirname, '..', '..')

/** The untyped methods of pino, and output that is not a log line. */
const PAST_THE_EVENTS = /\blog\??\.(?:trace|debug|info|warn|error|fatal)\(|\bconsole\.(?:log|info|warn)\(/

test('everything that is logged is an event of src/events/log-events.ts', () => {
  const past = globSync('src/**/*.ts', { cwd: root })
    .filter(file => !/\.test\.ts$|\/testing[^/]*\.ts$|\/generate\//.test(file))
    .filter(file => PAST_THE_EVENTS.test(readFileSync(path.join(root, file), 'utf8')))
  assert.deepEqual(past, [])
})
