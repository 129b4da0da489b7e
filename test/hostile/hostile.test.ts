// A short attack for every test run. For a long one, run `npm run test:hostile`.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { running } from '#cli/testing-process.ts'
import { NO_POSTGRES } from '#store/testing.ts'
import { attackSite } from './gate.ts'
import { startSite } from './site.ts'

const REQUESTS = 3000
/** On a busy machine, fewer requests are enough. */
const SECONDS = 60
const SEED = 1539

after(() => {
  for (const child of running) child.kill('SIGKILL')
})

for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && !process.env.PARLANCE_TEST_POSTGRES ? NO_POSTGRES : false
  test(`responds correctly to hostile requests on ${engine}`, { skip }, async t => {
    const site = await startSite(engine, 1)
    const report = await attackSite({ site, requests: REQUESTS, seconds: SECONDS, seed: SEED, say: () => {} })
    report.complaints.push(...(await site.stop()))
    assert.ok(report.isClean, report.summary())
    t.diagnostic(`${report.requests} of ${REQUESTS} requests sent`)
  })
}
