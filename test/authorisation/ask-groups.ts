// Asks a wiki all that the table of groups asks, or only some of its rows, and prints where it answers otherwise:
//   node bin/run.js test/authorisation/ask-groups.ts http://127.0.0.1:PORT [ROW ...]
// A MediaWiki must be new, with an account in all groups called Admin, $wgAutoConfirmCount as CONFIRMED_AFTER says, uploads switched
// on and no rate limits.
import { GROUP_ROWS, STATES } from './group-rows.ts'
import { expected, GroupTries, rowsIn } from './group-tries.ts'

const [url, ...only] = process.argv.slice(2)
if (!url) throw new Error('Give the address of a wiki.')
const tries = new GroupTries(url)
await tries.prepare()
for (const state of STATES) {
  const rows = rowsIn(state).filter(name => only.length === 0 || only.includes(name))
  for (const [name, words] of await tries.words(state, rows)) {
    const row = GROUP_ROWS[name]!
    if (words.join(' ') !== expected(row, state).join(' ')) console.log(`${name}, ${state}: ${words.join(' ')}`)
  }
}
