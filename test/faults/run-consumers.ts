// `node bin/run.js test/faults/run-consumers.ts [--events 100000] [--kills 100] [--servers 3] [--seed N]`: consumers of the
// event streams are killed again and again while several servers write, stop and start.
import { parseArgs } from 'node:util'
import { running } from '#cli/testing-process.ts'
import { runConsumers } from './consumers/consumer-run.ts'
import { noPrivatePostgres } from './private-postgres.ts'

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { events: option, kills: option, servers: option, seed: option } })
if (noPrivatePostgres) throw new Error(noPrivatePostgres)
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
const report = (line: string) => process.stdout.write(`${line}\n`)
const { summary, faults } = await runConsumers({
  seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
  events: Number(values.events ?? 100_000),
  kills: Number(values.kills ?? 100),
  servers: Number(values.servers ?? 3),
  report,
})
for (const fault of faults.slice(0, 50)) report(fault)
report(summary)
if (faults.length > 0) process.exitCode = 1
