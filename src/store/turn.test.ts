import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Store } from './store.ts'
import { onEachEngine, turnsDuring } from './testing.ts'
import { breathe, STEPS_IN_A_TURN, wantedOrNot, whileWanted } from './turn.ts'

test('CPU-bound work yields to the event loop', async () => {
  const turns = await turnsDuring(async () => {
    for (let i = 0; i < STEPS_IN_A_TURN * 4; i++) await breathe()
  })
  assert.ok(turns >= 3, `${turns} turns`)
})

test('CPU-bound work stops at its next yield after an abort', async () => {
  const cancel = new AbortController()
  await breathe(cancel.signal)
  cancel.abort()
  await assert.rejects(breathe(cancel.signal), { name: 'AbortError' })
})

onEachEngine('turns', open => {
  let store: Store
  before(async () => {
    store = await open()
  })
  const look = (db: Store['read']) => db.selectFrom('job').select('id').where('id', '=', 1).execute()

  test('long series of statements yield to the event loop, also within a transaction', async () => {
    const many = async (db: Store['read']) => {
      for (let i = 0; i < STEPS_IN_A_TURN * 4; i++) await look(db)
    }
    assert.ok((await turnsDuring(() => many(store.read))) >= 3)
    assert.ok((await turnsDuring(() => store.transaction(many))) >= 3)
  })

  test('aborted work stops at its next statement and is rolled back', async () => {
    const cancel = new AbortController()
    const enough = new Error('gone')
    const job = { kind: 'turn test', key: 'k', payload: '{}', run_at: 0 }
    const work = whileWanted(cancel.signal, () =>
      store.transaction(async tx => {
        await tx.insertInto('job').values(job).execute()
        cancel.abort(enough)
        await look(tx)
        assert.fail('a statement ran after the abort')
      }),
    )
    await assert.rejects(work, enough)
    const count = () => store.read.selectFrom('job').select('id').where('kind', '=', job.kind).execute()
    assert.deepEqual(await count(), [])
    await whileWanted(cancel.signal, () =>
      wantedOrNot(() => store.transaction(tx => tx.insertInto('job').values(job).execute())),
    )
    assert.equal((await count()).length, 1)
  })
})
