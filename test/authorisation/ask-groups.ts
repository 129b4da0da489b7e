// Runs the requests of the group table, or some of its rows, against a wiki and prints the differences:
//   node bin/run.js test/authorisation/ask-groups.ts http://127.0.0.1:PORT [ROW ...]
// A MediaWiki must be new, with an account Admin in all groups, $wgAutoConfirmCount set to CONFIRMED_AFTER, uploads
// enabled, and no rate limits.
import { GROUP_ROWS, STATES } from './group-rows.ts'
import { expected, GroupTries, rowsIn } from './group-tries.ts'

const [url, ...only] = process.argv.slice(2)
if (!url) throw new Error('Pass the URL of a wiki as the first argument.')
const tries = new GroupTries(url)
await tries.prepare()
for (const state of STATES) {
  const rows = rowsIn(state).filter(name => only.length === 0 || only.includes(name))
  for (const [name, words] of await tries.words(state, rows)) {
    const row = GROUP_ROWS[name]!
    if (words.join(' ') !== expected(row, state).join(' ')) console.log(`${name}, ${state}: ${words.join(' ')}`)
  }
}
