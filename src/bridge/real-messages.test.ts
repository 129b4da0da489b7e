import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { importMessages } from '#wiki/import/messages.ts'
import { clock } from '#wiki/import/testing.ts'
import { InterfaceMessages } from '#wiki/messages/interface-messages.ts'
import { followImport } from './follow-messages.ts'
import { unitTexts } from './unit-texts.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../shared')
const archive = path.join(shared, 'data/mediawiki-messages.tar.gz')
const skip = existsSync(archive) ? false : 'needs the messages of a real MediaWiki (../shared/data)'

test('shows the messages of a real MediaWiki unchanged through the component', { skip }, async () => {
  const folder = temporaryFolder()
  const groups = ['MonoBook', 'ParserFunctions', 'Vector', 'exif', 'paramvalidator']
  execFileSync('tar', ['xzf', archive, '-C', folder, ...groups.map(group => `messages/${group}`)])
  const store = await temporaryStore('sqlite')
  const follow = followImport({ clock, siteUrl: 'http://127.0.0.1' })
  await importMessages(store, { folder: path.join(folder, 'messages'), clock, follow })
  const shipped = new InterfaceMessages(store.read, null)
  const translated = new InterfaceMessages(store.read, unitTexts)
  const rows = await store.read.selectFrom('message').select('lang').distinct().execute()
  assert.ok(rows.length > 10)
  for (const { lang } of rows) {
    const [before, after] = [await shipped.load(lang), await translated.load(lang)]
    assert.deepEqual(new Map([...after].sort()), new Map([...before].sort()), lang)
    assert.equal((await unitTexts.load(store.read, lang)).size > 0, true, lang)
  }
  assert.deepEqual(await faults(store), [])
})
