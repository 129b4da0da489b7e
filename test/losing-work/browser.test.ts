import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_BROWSER } from '../browser/chromium.ts'
import { rounds } from '../faults/rounds.ts'
import { browserCampaign } from './browser-rounds.ts'

test('saves no edit twice or under another name, and loses none', { skip: NO_BROWSER }, async t => {
  // A fixed seed, for reproducible rounds. `run-browser.ts` uses random ones.
  const seed = 2611
  const played = rounds(22)
  const ledger = await browserCampaign({ rounds: played, seed, say: () => {} })
  t.diagnostic(ledger.summary())
  assert.deepEqual(ledger.faults, [])
  assert.ok(ledger.unplayed.length <= played / 4, ledger.unplayed.join('\n'))
})
