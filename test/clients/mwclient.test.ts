// Runs mwclient, Debian's unmodified Python client, against our server.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ALL_PLANETS, COUNTS, MARS, PLANETS, WITH_CARD, WITH_RED_FILE } from './expected-pages.ts'
import { ADMIN, startWiki } from './wiki-server.ts'

/** The system's Python has Debian's packages; another one in PATH may not. */
const python = ['/usr/bin/python3', 'python3'].find(
  each => spawnSync(each, ['-c', 'import mwclient'], { stdio: 'ignore' }).status === 0,
)
const skip = python ? false : 'mwclient is not installed (Debian package python3-mwclient)'

test('mwclient logs in, reads pages, follows all of its lists and writes', { skip }, async () => {
  const { port } = await startWiki()
  const script = path.join(import.meta.dirname, 'mwclient-reads.py')
  const { stdout } = await promisify(execFile)(python!, [script, `127.0.0.1:${port}`, ADMIN.name, ADMIN.password], {
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' },
  })
  const found = JSON.parse(stdout)
  assert.equal(found.anonymous, false)
  assert.deepEqual(found.version, [1, 39, 17])
  assert.equal(found.logged_in, true)
  assert.equal(found.rights, true)
  assert.equal(found.token, 42)
  assert.ok(found.text.startsWith(MARS.begins))
  assert.deepEqual(found.page, [true, false, 304, 0, 42])
  assert.equal(found.missing, false)
  assert.equal(found.redirect, 'Марс')
  assert.equal(found.at_once.length, COUNTS.pages)
  assert.deepEqual(found.in_steps.toSorted(), found.at_once.toSorted())

  const { site, of_page: page, file } = found
  assert.equal(site.allimages, 18)
  assert.equal(site.logevents, COUNTS.log)
  assert.equal(site.recentchanges, COUNTS.changes)
  assert.deepEqual(site.users, ['Admin', 'Алиса'])
  assert.deepEqual(site.search[0], site.search[1])
  assert.equal(site.revisions, 2)
  assert.equal(site.random, 4)
  for (const [list, count] of Object.entries(site)) assert.ok(count, `${list} is not empty`)

  assert.deepEqual(page.backlinks.toSorted(), page.backlinks_list.toSorted())
  assert.deepEqual(page.categories.toSorted(), MARS.categories)
  assert.deepEqual(page.categories_list, MARS.categories)
  assert.deepEqual(page.embeddedin.toSorted(), WITH_CARD.toSorted())
  assert.deepEqual(page.extlinks, MARS.addresses)
  assert.equal(page.images.length, 7)
  assert.deepEqual(page.langlinks[1], ['en', 'Mars'])
  assert.deepEqual(page.links.toSorted(), MARS.links)
  assert.equal(page.revisions, MARS.revisions)
  assert.deepEqual(page.revisions_newer, [42])
  assert.deepEqual(page.templates, MARS.templates)
  assert.deepEqual(found.category.members.toSorted(), ALL_PLANETS.toSorted())
  assert.deepEqual(found.category.subcats, PLANETS.subcats)
  assert.equal(file.exists, true)
  assert.equal(file.bytes, COUNTS.redFileBytes)
  assert.deepEqual(file.usage.toSorted(), WITH_RED_FILE.toSorted())
  assert.deepEqual(file.duplicates, ['Another_dup.png', 'Дубль_красного.png'])
  assert.equal(found.written[0], 'начало\n\n== Раздел ==\n\nПар')
  assert.deepEqual(found.written[1], ['раздел', '/* Раздел */ new section', 'до', 'ещё', 'новая'])
  assert.equal(found.refused, 'pagecannotexist')
})
