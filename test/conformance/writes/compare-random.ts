// Sends random writes to a MediaWiki and to this server, and prints the differences:
//   node bin/run.js test/conformance/writes/compare-random.ts http://127.0.0.1:PORT [--seed N] [--scenarios N]
// The MediaWiki must be restored to the initial state of the recordings. Our own server is started here.
import { parseArgs } from 'node:util'
import { randomScenario } from './random-writes.ts'
import { Replayer } from './replayer.ts'
import { differences } from './same-answer.ts'
import { startWriteWiki } from './write-wiki.ts'

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, scenarios: { type: 'string', default: '50' } },
  allowPositionals: true,
})
if (!positionals[0]) throw new Error('Pass the URL of a MediaWiki as an argument.')

const wiki = await startWriteWiki('sqlite')
const [theirs, ours] = [new Replayer(positionals[0]), new Replayer(wiki.url)]
let steps = 0
let different = 0
for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.scenarios); seed++) {
  const scenario = randomScenario(seed)
  const recorded = await theirs.play(scenario)
  const found = differences(scenario, recorded, await ours.play(scenario))
  steps += found.length
  for (const [index, places] of found.entries())
    if (places && places.length > 0) {
      different++
      const { as, p } = scenario.steps[index]!
      console.log(`${scenario.id}#${index} as ${as}: ${JSON.stringify(p)}\n    ${places.slice(0, 6).join('\n    ')}`)
    }
}
console.log(`${steps - different} of ${steps} responses match`)
for (const fault of await wiki.faults()) console.log(fault)
await wiki.close()
