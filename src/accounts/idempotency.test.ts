import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { isDuplicate } from '#store/store-error.ts'
import { onEachEngine } from '#store/testing.ts'
import {
  IdempotencyError,
  idempotencyKey,
  REMEMBERED_SECONDS,
  rememberAnswer,
  rememberedAnswer,
} from './idempotency.ts'

const visitor = { account: null, ip: '192.0.2.1' }

onEachEngine('idempotency keys', open => {
  const clock = manualClock()
  let store: Store
  before(async () => {
    store = await open()
  })

  const key = (name: string, request = ['PATCH', '/api/units/1/', '{}']) => idempotencyKey(visitor, name, request)!

  test('stores a response with its write, for the same request by the same caller', async () => {
    await store.transaction(tx => rememberAnswer(tx, clock, key('first-key'), { saved: 7 }))
    assert.deepEqual(await rememberedAnswer(store.read, clock, key('first-key')), { saved: 7 })
    assert.equal(await rememberedAnswer(store.read, clock, key('other-key')), null)
    const elsewhere = idempotencyKey({ account: null, ip: '192.0.2.2' }, 'first-key', ['PATCH'])!
    assert.equal(await rememberedAnswer(store.read, clock, elsewhere), null)
  })

  test('rejects a key that was used for a different request', async () => {
    await store.transaction(tx => rememberAnswer(tx, clock, key('second-key'), 1))
    const reused = rememberedAnswer(store.read, clock, key('second-key', ['DELETE']))
    await assert.rejects(reused, (error: unknown) => error instanceof IdempotencyError && error.kind === 'reused')
  })

  test('does not store a second write with the same key', async () => {
    await store.transaction(tx => rememberAnswer(tx, clock, key('third-key'), 1))
    await assert.rejects(
      store.transaction(tx => rememberAnswer(tx, clock, key('third-key'), 2)),
      isDuplicate,
    )
    assert.equal(await rememberedAnswer(store.read, clock, key('third-key')), 1)
  })

  test('responses expire', async () => {
    await store.transaction(tx => rememberAnswer(tx, clock, key('fourth-key'), 1))
    clock.advance(REMEMBERED_SECONDS)
    assert.equal(await rememberedAnswer(store.read, clock, key('fourth-key')), null)
    await store.transaction(tx => rememberAnswer(tx, clock, key('fourth-key'), 2))
    assert.equal(await rememberedAnswer(store.read, clock, key('fourth-key')), 2)
  })

  test('rejects malformed keys', () => {
    for (const header of ['', 'short', 'with spaces in it', 'ü-umlaut-key', 'x'.repeat(201)])
      assert.throws(() => idempotencyKey(visitor, header, []), /Idempotency-Key must be 8 to 200/)
    assert.equal(idempotencyKey(visitor, undefined, []), null)
    assert.equal(idempotencyKey(visitor, '"quoted-key"', [])!.key, 'quoted-key')
  })
})
