import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { FileStoreRegistry, fileStoreIdentity, fileStoresCheck } from '#core/file-store-registry.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import type { Log } from '#events/log.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { buildServer } from './build-server.ts'

const configOf = (data: string, uploadStore: string | null = null) => ({
  ...testConfig,
  database: 'postgres://shared.example.org/site',
  data,
  uploadStore,
})

async function readiness(store: Store, data: string): Promise<{ status: number; warnings: string[] }> {
  const server = await buildServer({ store, clock: manualClock(), config: configOf(data), parts: [] })
  const answer = await server.app.inject('/readyz')
  await server.app.close()
  return { status: answer.statusCode, warnings: answer.json().warnings ?? [] }
}

onEachEngine('file stores', open => {
  test('warns if servers on one database do not share their files', async () => {
    const store = await open()
    const [first, second] = [temporaryFolder(), temporaryFolder()]
    const warned: unknown[][] = []
    const log: Log = (...line) => warned.push(line)
    const faults = async () => (await fileStoresCheck.run(store)) as string[]

    await new FileStoreRegistry(store, configOf(first)).announce(log)
    // A second server with the same directory, or the same one after a restart.
    await new FileStoreRegistry(store, configOf(first)).announce(log)
    assert.deepEqual([warned, await faults(), await readiness(store, first)], [[], [], { status: 200, warnings: [] }])

    await new FileStoreRegistry(store, configOf(second)).announce(log)
    assert.equal(warned.length, 1)
    assert.equal(warned[0]![0], 'files.not_shared')
    assert.ok(JSON.stringify(warned[0]).includes(first))
    for (const data of [first, second]) {
      const { status, warnings } = await readiness(store, data)
      assert.equal(status, 200)
      assert.match(warnings.join(), /store uploaded files elsewhere/)
      // /readyz is public, so it must not reveal paths.
      assert.ok(!warnings.join().includes(first))
    }
    const found = await faults()
    assert.equal(found.length, 1)
    assert.ok(found[0]!.includes(first) && found[0]!.includes(second))

    // A stale entry no longer counts.
    const { id } = (await fileStoreIdentity({ data: first, uploadStore: null }))!
    await store.transaction(tx => tx.updateTable('file_store').set({ seen_at: 0 }).where('id', '=', id).execute())
    assert.deepEqual([await faults(), (await readiness(store, second)).warnings], [[], []])
  })
})

test('identifies a directory by its own id, and a bucket by its URL without credentials', async () => {
  const data = temporaryFolder()
  const at = (uploadStore: string | null) => fileStoreIdentity({ data, uploadStore })
  const both = await Promise.all([at(null), at(null)])
  assert.equal(both[0]!.id, both[1]!.id)
  await rm(path.join(data, 'files'), { recursive: true })
  assert.notEqual((await at(null))!.id, both[0]!.id)
  const bucket = await at('s3://KEY:SECRET@s3.example.org/bucket/wiki')
  assert.deepEqual(bucket, await at('s3://OTHER:PAIR@s3.example.org/bucket/wiki?region=eu-central-1'))
  assert.equal(bucket!.place, 'https://s3.example.org/bucket/wiki/')
})
