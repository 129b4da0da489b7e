// `node bin/run.js test/faults/run-campaign.ts [--minutes 10] [--seed N] [--only REGEX]`: a cluster under load while its parts are
// killed, cut off, promoted and upgraded. Ctrl-C ends it early and verifies what has happened so far.
import { parseArgs } from 'node:util'
import { running } from '#cli/testing-process.ts'
import { noCampaign, runCampaign } from './campaign/campaign.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
})
if (noCampaign) throw new Error(noCampaign)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
const report = (line: string) => process.stdout.write(`${line}\n`)
const minutes = Number(values.minutes ?? 10)
const { summary, faults } = await runCampaign({
  seed,
  minutes,
  only: new RegExp(values.only ?? ''),
  report,
  signal: stopping.signal,
})
report(summary)
if (faults.length > 0) process.exitCode = 1
