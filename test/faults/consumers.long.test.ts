// A short run of run-consumers.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runConsumers } from './consumers/consumer-run.ts'
import { noPrivatePostgres } from './private-postgres.ts'

const EVENTS = 2500

test('consumers that are killed miss and repeat nothing', { skip: noPrivatePostgres, timeout: 240_000 }, async t => {
  const report = (line: string) => t.diagnostic(line)
  const { summary, faults, received } = await runConsumers({ seed: 32, events: EVENTS, kills: 16, servers: 2, report })
  t.diagnostic(summary)
  assert.deepEqual(faults, [])
  assert.ok(received >= EVENTS)
})
