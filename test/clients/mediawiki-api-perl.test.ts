// Runs MediaWiki::API, Debian's unmodified Perl client, against our server. It uses the continuation format of before
// 2014.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ALL_PLANETS, COUNTS, MARS, WITH_CARD } from './expected-pages.ts'
import { ADMIN, startWiki } from './wiki-server.ts'

const installed = spawnSync('perl', ['-MMediaWiki::API', '-e', '1'], { stdio: 'ignore' }).status === 0
const skip = installed ? false : 'MediaWiki::API is not installed (Debian package libmediawiki-api-perl)'

test('MediaWiki::API logs in, reads pages and follows lists', { skip }, async () => {
  const { api } = await startWiki()
  const script = path.join(import.meta.dirname, 'mediawiki-api-reads.pl')
  const { stdout } = await promisify(execFile)('perl', [script, api, ADMIN.name, ADMIN.password], {
    maxBuffer: 16 * 1024 * 1024,
  })
  const found = JSON.parse(stdout)
  assert.ok(found.page['*'].startsWith(MARS.begins))
  assert.equal(found.missing, 1)
  assert.equal(found.at_once.length, COUNTS.pages)
  assert.deepEqual(found.in_steps, found.at_once)
  assert.deepEqual(found.members, ALL_PLANETS)
  assert.deepEqual(found.embeddedin, WITH_CARD)
  assert.ok(found.backlinks.length > 30)
  assert.ok(found.users.includes('Admin'))
  assert.equal(found.log, COUNTS.log)
  assert.equal(found.changes, COUNTS.changes)
  assert.equal(found.contribs, COUNTS.byAlice)
  assert.ok(found.search > 0)
  assert.equal(found.two_batches, 10)
  assert.ok(found.batches > 1)
  assert.equal(found.generator, 'MediaWiki 1.39.17')
  assert.deepEqual(found.links, MARS.links)
  assert.equal(found.file, COUNTS.redFileBytes)
  assert.match(found.unknown, /^badvalue: Unrecognized value for parameter "action"/)
})
