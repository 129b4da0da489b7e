// `node bin/run.js test/losing-work/run-histories.ts [--histories 200] [--seed N] [--steps 6] [--engine postgres]`
// With `--requests`, the histories are those of pull requests, on `--hosts github,gitlab` or on all kinds of hosts.
import { parseArgs } from 'node:util'
import type { Engine } from '#store/store.ts'
import { temporaryStore } from '#store/testing.ts'
import { playHistories } from './histories.ts'
import { hostKinds, playRequestHistories } from './requests.ts'

const { values } = parseArgs({
  options: {
    histories: { type: 'string' },
    seed: { type: 'string' },
    steps: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    requests: { type: 'boolean', default: false },
    hosts: { type: 'string' },
  },
})
if (values.engine !== 'sqlite' && values.engine !== 'postgres')
  throw new Error(`Invalid engine "${values.engine}": expected sqlite or postgres.`)
if (values.hosts !== undefined && !values.requests) throw new Error('--hosts needs --requests.')
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const histories = Number(values.histories ?? 200)
const steps = values.steps === undefined ? {} : { steps: Number(values.steps) }
process.stdout.write(`seed ${seed}\n`)
const store = await temporaryStore(values.engine satisfies Engine)
const report = (line: string) => process.stdout.write(`${line}\n`)
const options = { histories, seed, report, ...steps }
const summary = values.requests
  ? await playRequestHistories(store, { ...options, kinds: hostKinds(values.hosts) })
  : await playHistories(store, options)
process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
await store.close()
