// Records the responses of a MediaWiki to the scenarios in code:
//   node bin/run.js test/conformance/writes/record.ts http://127.0.0.1:PORT
// The MediaWiki must be restored to the initial state of the recordings.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { byGroup } from './by-group.ts'
import { Replayer } from './replayer.ts'

const base = process.argv[2]
if (!base) throw new Error('Pass the URL of a MediaWiki as an argument.')
const replayer = new Replayer(base)
const lines: string[] = []
for (const scenario of byGroup()) {
  lines.push(JSON.stringify({ id: scenario.id, answers: await replayer.play(scenario) }))
  console.log(`${scenario.id}: ${scenario.steps.length} steps`)
}
const file = path.join(import.meta.dirname, 'by-group-goldens.jsonl.gz')
writeFileSync(file, gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
