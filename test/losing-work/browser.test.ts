import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_BROWSER } from '../browser/chromium.ts'
import { rounds } from '../faults/rounds.ts'
import { browserCampaign } from './browser-rounds.ts'

test('nothing that was saved is lost, doubled or stored under another name', { skip: NO_BROWSER }, async t => {
  // The same rounds every time; `run-browser.ts` plays others.
  const seed = 2611
  const played = rounds(22)
  const ledger = await browserCampaign({ rounds: played, seed, say: () => {} })
  t.diagnostic(ledger.summary())
  assert.deepEqual(ledger.faults, [])
  assert.ok(ledger.unplayed.length <= played / 10, ledger.unplayed.join('\n'))
})
