import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testConfig } from '#core/testing.ts'
import { silentLog } from '#events/testing-log.ts'
import { NO_POSTGRES, temporaryPostgres } from '#store/testing.ts'
import { openForRequests } from './open-database.ts'

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES

test('a server opens no more connections than configured', { skip }, async () => {
  const config = { ...testConfig, database: await temporaryPostgres(), databaseConnections: 3 }
  const store = await openForRequests(config, silentLog)
  await Promise.all(Array.from({ length: 12 }, () => sql`select pg_sleep(0.05)`.execute(store.read)))
  assert.equal((await store.measure()).connections?.open, 3)
  await store.close()
})
