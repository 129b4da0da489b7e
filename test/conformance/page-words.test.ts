// What the wiki's pages say has the names that MediaWiki's messages have: only so a wiki with imported messages speaks every
// language. What it has no message for belongs to src/html/texts/wiki.ts.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '#store/testing.ts'
import { pageWords } from '#wiki/messages/page-words/index.ts'
import { shared } from './corpus-wiki.ts'

/** Names that are not MediaWiki's: to become fewer. */
const OURS = [
  ...['perfcached-since', 'nwatchers', 'listduplicatedfiles-count', 'undelete-revision-title', 'undeletedrevisions'],
  ...['protect-legend-action', 'ipb-type-label', 'rollback-confirmation-user', 'markbotedits', 'export-nothing'],
]

const archive = path.join(shared, 'data', 'mediawiki-messages.tar.gz')
const skip = existsSync(archive) ? false : `${archive} is not there`

test("every word of the wiki's pages is a message of MediaWiki", { skip }, () => {
  const folder = temporaryFolder()
  execFileSync('tar', ['xzf', archive, '-C', folder])
  const known = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (path.basename(file) === 'en.json')
      for (const key of Object.keys(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))) known.add(key)
  const unknown = Object.keys(pageWords).filter(key => !known.has(key) && !OURS.includes(key))
  assert.deepEqual(unknown, [])
})
