import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testConfig } from '#core/testing.ts'
import { migrations } from '#store/migrations/index.ts'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { EnvironmentError } from './environment-error.ts'
import { prepare } from './prepare.ts'

test('a read-only server neither creates nor migrates a database', async () => {
  const config = { ...testConfig, data: temporaryFolder(), readOnly: 'Back at noon' }
  await assert.rejects(prepare(config, false), (error: Error) => {
    assert.ok(error instanceof EnvironmentError)
    assert.match(error.message, /There is no database/)
    return true
  })
  await prepare({ ...config, readOnly: null }, false)
  assert.deepEqual(await prepare(config, true), { administrator: null, setupToken: null }, 'no sample either')
  const store = await openStore({ data: config.data })
  const last = migrations.at(-1)!.name
  await store.transaction(tx => sql`delete from migration where name = ${last}`.execute(tx))
  await store.close()
  await assert.rejects(prepare(config, false), (error: Error) => {
    assert.ok(error instanceof EnvironmentError)
    assert.match(error.message, new RegExp(`lacks the migration ${last}.*parlance db migrate`))
    return true
  })
})
