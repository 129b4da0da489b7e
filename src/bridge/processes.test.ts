import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, test } from 'node:test'
import { appendChange } from '#events/change-log.ts'
import { migrate } from '#store/migrate.ts'
import { openPostgres } from '#store/postgres/open.ts'
import { openSqlite } from '#store/sqlite/open.ts'
import type { Store } from '#store/store.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { editUnit } from '#translation/catalogue/edit-units.ts'
import { work } from '#translation/catalogue/work.ts'
import { UNIT_STATES } from '#translation/values/unit-states.ts'
import { importMessages } from '#wiki/import/messages.ts'
import { clock } from '#wiki/import/testing.ts'
import { InterfaceMessages } from '#wiki/messages/interface-messages.ts'
import { connectImport } from './connect-import.ts'
import { interfaceComponent } from './interface-component.ts'
import { messageFolder } from './testing.ts'
import { unitsNamed } from './units-named.ts'
import { translationsByWikiCode } from './wiki-codes.ts'

const engines = {
  SQLite: async () => {
    const file = path.join(temporaryFolder(), 'shared.db')
    return () => openSqlite(file)
  },
  PostgreSQL: async () => {
    const url = await temporaryPostgres()
    return () => openPostgres(url, 2)
  },
}

/** Translates one message as a translator would. */
async function translate(store: Store, lang: string, name: string, text: string): Promise<void> {
  const component = (await interfaceComponent(store.read))!
  const translation = (await translationsByWikiCode(store.read, component.id)).get(lang)!
  const [unit] = await unitsNamed(store.read, translation, [name])
  const state = text === '' ? UNIT_STATES.empty : UNIT_STATES.translated
  await work({ store, clock }, null, piece => editUnit(piece, translation, unit!, { target: [text], state }))
}

for (const [engine, prepare] of Object.entries(engines)) {
  const skip = engine === 'PostgreSQL' && !process.env.PARLANCE_TEST_POSTGRES ? NO_POSTGRES : false
  describe(`two processes over one ${engine} database`, { skip }, () => {
    test('changes written by one process appear in the next response of the other', async t => {
      const open = await prepare()
      const [here, there] = [open(), open()]
      t.after(() => Promise.all([here.close(), there.close()]))
      await migrate(here)
      const context = { clock, siteUrl: 'http://127.0.0.1' }
      const { followMessages: follow, translations } = connectImport(here, context)
      const folder = messageFolder({ en: { cup: 'Cup', pot: 'Pot' }, de: { cup: 'Tasse' } })
      const seen = new InterfaceMessages(there.read, translations)
      assert.equal((await seen.load('de')).get('cup'), undefined)
      await importMessages(here, { folder, clock, follow })
      assert.equal((await seen.load('de')).get('cup'), 'Tasse')
      const held = await seen.load('de')
      for (const text of ['Becher', 'Schale', '', 'Tasse']) {
        await translate(here, 'de', 'cup', text)
        assert.equal((await seen.load('de')).get('cup'), text === '' ? undefined : text)
      }
      assert.equal(held, await seen.load('de'), 'texts change in place, so existing references stay current')
      // Enough log entries that the reader reloads instead of applying them one by one.
      await translate(here, 'de', 'pot', 'Kanne')
      await here.transaction(async tx => {
        for (let i = 0; i < 110; i++) await appendChange(tx, clock, { area: 'accounts', kind: 'test' })
      })
      const [one, other] = await Promise.all([seen.load('de'), seen.load('de')])
      assert.deepEqual([one.get('pot'), other.get('pot')], ['Kanne', 'Kanne'])
    })
  })
}
