// `node bin/run.js test/losing-work/run-requests.ts [--histories 200] [--seed N] [--steps 8]`
import { parseArgs } from 'node:util'
import { temporaryStore } from '#store/testing.ts'
import { playRequestHistories } from './requests.ts'

const { values } = parseArgs({
  options: { histories: { type: 'string' }, seed: { type: 'string' }, steps: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const histories = Number(values.histories ?? 200)
process.stdout.write(`seed ${seed}\n`)
const store = await temporaryStore('sqlite')
const report = (line: string) => process.stdout.write(`${line}\n`)
const summary = await playRequestHistories(store, { histories, seed, steps: Number(values.steps ?? 8), report })
process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
await store.close()
