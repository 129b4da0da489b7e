// Runs wikiapi, unmodified, against our server. In its own process, because it prints a lot to the console.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '#store/testing.ts'
import { ALL_PLANETS, COUNTS, MARS, WITH_CARD, WITH_RED_FILE } from './expected-pages.ts'
import { ADMIN, startWiki } from './wiki-server.ts'

test('wikiapi logs in, reads and writes pages and follows lists', async () => {
  const { api } = await startWiki()
  const script = path.join(import.meta.dirname, 'wikiapi-reads.cjs')
  const run = promisify(execFile)(process.execPath, [script, api, ADMIN.name, ADMIN.password], {
    cwd: temporaryFolder(),
    maxBuffer: 16 * 1024 * 1024,
  })
  const { stdout } = await run
  const found = JSON.parse(stdout.slice(stdout.lastIndexOf('\nFOUND ') + 7))
  assert.equal(found.user, ADMIN.name)
  assert.ok(found.text.startsWith(MARS.begins))
  assert.equal(found.revisions, 3)
  assert.deepEqual(found.categorymembers, ALL_PLANETS)
  assert.equal(found.allpages.length, COUNTS.pages)
  assert.ok(found.backlinks.length > 30)
  assert.deepEqual(found.linkshere, found.backlinks)
  assert.deepEqual(found.embeddedin, WITH_CARD)
  assert.deepEqual(found.imageusage, WITH_RED_FILE)
  assert.deepEqual(found.fileusage, WITH_RED_FILE)
  assert.deepEqual(found.redirects, MARS.redirects)
  assert.equal(found.usercontribs.length, COUNTS.byAlice)
  assert.equal(found.root, 'Марс')
  assert.equal(found.written, 'Первая и вторая')
  assert.ok(found.search.includes('Марс'))
})
