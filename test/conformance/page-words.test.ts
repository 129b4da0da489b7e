// Texts of wiki pages must have the keys of MediaWiki's messages, so that imported messages translate them. Texts
// without such a message belong in src/html/texts/wiki.ts.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '#store/testing.ts'
import { pageWords } from '#wiki/messages/page-words/index.ts'
import { shared } from './corpus-wiki.ts'

/** Keys that MediaWiki does not have. Do not add more. */
const OURS = [
  ...['perfcached-since', 'nwatchers', 'listduplicatedfiles-count', 'undelete-revision-title', 'undeletedrevisions'],
  ...['protect-legend-action', 'ipb-type-label', 'rollback-confirmation-user', 'markbotedits', 'export-nothing'],
]

/** Keys of the Thanks extension, whose messages are not in the archive. */
const THANKS = ['log-name-thanks', 'logentry-thanks-thank']

const archive = path.join(shared, 'data', 'mediawiki-messages.tar.gz')
const skip = existsSync(archive) ? false : `${archive} does not exist`

test("every text key of the wiki's pages is a MediaWiki message", { skip }, () => {
  const folder = temporaryFolder()
  execFileSync('tar', ['xzf', archive, '-C', folder])
  const messages = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (path.basename(file) === 'en.json')
      for (const key of Object.keys(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))) messages.add(key)
  const unknown = Object.keys(pageWords).filter(key => !messages.has(key) && ![...OURS, ...THANKS].includes(key))
  assert.deepEqual(unknown, [])
})
