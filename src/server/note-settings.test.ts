import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SettingInForce } from '#core/config.ts'
import { testServices } from '#core/testing.ts'
import { findChanges } from '#events/change-log.ts'
import { onEachEngine } from '#store/testing.ts'
import { noteSettings } from './note-settings.ts'

const setting = (key: SettingInForce['key'], shown: string): SettingInForce => ({
  key,
  env: '',
  about: '',
  shown,
  origin: { kind: 'flag', where: '' },
})

onEachEngine('settings at the start of a server', open => {
  test('are logged if they differ from the last start', async () => {
    const store = await open()
    const services = await testServices(store)
    const start = (...settings: SettingInForce[]) =>
      noteSettings({ ...services, launch: { version: '', commands: [], settings } })
    const logged = async () => (await findChanges(store.read, { area: 'site' }, null, 10)).changes
    await start(setting('siteName', 'Old'), setting('registration', 'open'), setting('port', '1'))
    await start(setting('siteName', 'Old'), setting('registration', 'open'), setting('port', '2'))
    assert.deepEqual(await logged(), [])
    await start(setting('siteName', 'New'), setting('registration', 'open'), setting('auditDays', '30'))
    const [change, ...others] = await logged()
    assert.deepEqual([change!.kind, change!.subject, others], ['settings-changed', 'siteName', []])
    assert.deepEqual(change!.data, { before: { siteName: 'Old' }, after: { siteName: 'New' } })
  })
})
