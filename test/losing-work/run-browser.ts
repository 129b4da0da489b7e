// `node bin/run.js test/losing-work/run-browser.ts [--rounds 300] [--seed N]`: edits during every fault and counts the
// saved edits.
import { parseArgs } from 'node:util'
import { NO_BROWSER } from '../browser/chromium.ts'
import { browserCampaign } from './browser-rounds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

if (NO_BROWSER) throw new Error(NO_BROWSER)
console.log(`${values.rounds} rounds, --seed ${values.seed}`)
const ledger = await browserCampaign({
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  say: line => console.log(line),
})
console.log(ledger.summary())
const isPlayed = ledger.unplayed.length <= Number(values.rounds) / 10
process.exit(ledger.faults.length === 0 && isPlayed ? 0 : 1)
