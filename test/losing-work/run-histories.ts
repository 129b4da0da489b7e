// `node bin/run.js test/losing-work/run-histories.ts [--histories 200] [--seed N] [--steps 6]`
import { parseArgs } from 'node:util'
import { temporaryStore } from '#store/testing.ts'
import { playHistories } from './histories.ts'

const { values } = parseArgs({
  options: { histories: { type: 'string' }, seed: { type: 'string' }, steps: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const histories = Number(values.histories ?? 200)
process.stdout.write(`seed ${seed}\n`)
const store = await temporaryStore('sqlite')
const report = (line: string) => process.stdout.write(`${line}\n`)
const summary = await playHistories(store, { histories, seed, steps: Number(values.steps ?? 6), report })
process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
await store.close()
