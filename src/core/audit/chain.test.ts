import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { recordFailure, recordSignIn } from '#accounts/sign-ins.ts'
import { appendChange } from '#events/change-log.ts'
import { deleteOldChanges } from '#events/old-changes.ts'
import { seconds } from '#store/clock.ts'
import type { Store, Writer } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import type { Services } from '../services.ts'
import { type ManualClock, manualClock, testServices } from '../testing.ts'
import { hashOf } from './entry.ts'
import { exportEntries } from './export.ts'
import { oldAuditEntries } from './prune.ts'
import { AuditSealer } from './seal.ts'
import { auditCheck, verifyChain } from './verify.ts'
import { verifyLines } from './verify-lines.ts'

const DAY = 86_400

onEachEngine('the audit log', open => {
  let store: Store
  let clock: ManualClock
  let services: Services
  let account: number

  before(async () => {
    store = await open()
    clock = manualClock()
    services = await testServices(store, clock)
    account = (await services.accounts.register({ name: 'Ann' })).id
  })

  const change = (kind: string, subject = '') =>
    store.transaction(tx => appendChange(tx, clock, { area: 'site', kind, accountId: account, subject }))
  const entries = () => store.read.selectFrom('audit_entry').selectAll().orderBy('seq').execute()
  const seal = () => new AuditSealer(services).seal()
  const broken = async () => (await verifyChain(store.read)).broken

  /** What the chain says after something was done to the tables, which is then undone. */
  async function afterTampering(tamper: (tx: Writer) => Promise<unknown>, checkpoints = {}) {
    class Undo extends Error {}
    let found: Awaited<ReturnType<typeof broken>> = null
    await store
      .transaction(async tx => {
        await tamper(tx)
        found = (await verifyChain(tx, checkpoints)).broken
        throw new Undo()
      })
      .catch(error => {
        if (!(error instanceof Undo)) throw error
      })
    return found as { seq: number; fault: string } | null
  }

  test('seals logins and audited changes in order, and leaves the rest out', async () => {
    const signIn = { accountId: account, way: 'password', address: '192.0.2.7', device: 'Firefox' }
    await store.transaction(tx => recordFailure(tx, clock, { ...signIn, outcome: 'password' }))
    clock.advance(1)
    await store.transaction(tx => recordSignIn(tx, clock, services.jobs, { ...signIn, outcome: 'ok' }))
    clock.advance(1)
    const elsewhere = { ...signIn, address: '198.51.100.7', device: 'Safari', outcome: 'ok' } as const
    await store.transaction(tx => recordSignIn(tx, clock, services.jobs, elsewhere))
    clock.advance(1)
    await change('cache-cleared')
    await change('application-approved', 'Tool')
    await seal()
    const rows = await entries()
    assert.deepEqual(
      rows.map(row => [row.seq, row.category, row.event, row.actor, row.subject, row.address]),
      [
        [1, 'rights', 'account-created', 'Ann', 'Ann', ''],
        [2, 'sign-in', 'login-failed', '', 'Ann', '192.0.2.7'],
        [3, 'sign-in', 'login', 'Ann', 'Ann', '192.0.2.7'],
        [4, 'sign-in', 'login', 'Ann', 'Ann', '198.51.100.7'],
        [5, 'settings', 'application-approved', 'Ann', 'Tool', ''],
      ],
    )
    assert.equal(JSON.parse(rows[2]!.data).newDevice, undefined)
    assert.equal(JSON.parse(rows[3]!.data).newDevice, true)
    assert.equal(await broken(), null)
  })

  test('sealing again adds nothing, also after a restart', async () => {
    const { length } = await entries()
    await seal()
    const sealer = new AuditSealer(services)
    await sealer.seal()
    await sealer.storePosition()
    await sealer.seal()
    assert.equal((await entries()).length, length)
    await change('application-disabled', 'Tool')
    await seal()
    assert.equal((await entries()).length, length + 1)
  })

  test('servers that seal at the same time record each event once', async () => {
    const { length } = await entries()
    const sealers = Array.from({ length: 4 }, () => new AuditSealer(services))
    for (let round = 0; round < 5; round++) {
      const writes = Array.from({ length: 6 }, (_, i) => change('application-approved', `Round ${round}, ${i}`))
      await Promise.all([...writes, ...sealers.map(sealer => sealer.seal())])
    }
    await Promise.all(sealers.map(sealer => sealer.seal()))
    const subjects = (await entries()).slice(length).map(row => row.subject)
    assert.equal(subjects.length, 30)
    assert.equal(new Set(subjects).size, 30)
    assert.equal(await broken(), null)
  })

  test('finds an altered entry, whatever was altered', async () => {
    for (const set of [
      { at: 5 },
      { sealed_at: 5 },
      { actor: 'Bob' },
      { account_id: null },
      { category: 'log' },
      { event: 'logout' },
      { subject: 'Bob' },
      { address: '203.0.113.9' },
      { data: '{}' },
      { hash: '0'.repeat(64) },
      { previous: '0'.repeat(64) },
    ])
      assert.deepEqual(
        await afterTampering(tx => tx.updateTable('audit_entry').set(set).where('seq', '=', 3).execute()),
        { seq: 3, fault: 'altered' },
        JSON.stringify(set),
      )
  })

  test('finds an entry that was altered and sealed again', async () => {
    const found = await afterTampering(async tx => {
      const row = await tx.selectFrom('audit_entry').selectAll().where('seq', '=', 3).executeTakeFirstOrThrow()
      const forged = { ...row, subject: 'Bob' }
      const set = { subject: 'Bob', hash: hashOf(forged) }
      await tx.updateTable('audit_entry').set(set).where('seq', '=', 3).execute()
    })
    assert.deepEqual(found, { seq: 4, fault: 'unlinked' })
  })

  test('finds removed, reordered and inserted entries', async () => {
    const remove = (tx: Writer, seq: number) => tx.deleteFrom('audit_entry').where('seq', '=', seq).execute()
    const renumber = (tx: Writer, from: number, to: number) =>
      tx.updateTable('audit_entry').set({ seq: to }).where('seq', '=', from).execute()
    assert.deepEqual(await afterTampering(tx => remove(tx, 3)), { seq: 3, fault: 'missing' })
    assert.deepEqual(await afterTampering(tx => remove(tx, 1)), { seq: 1, fault: 'missing' })
    const swap = async (tx: Writer) => {
      await renumber(tx, 3, 999_999)
      await renumber(tx, 4, 3)
      await renumber(tx, 999_999, 4)
    }
    assert.deepEqual(await afterTampering(swap), { seq: 3, fault: 'altered' })
    const { length } = await entries()
    const copy = async (tx: Writer, seq: number) => {
      const row = await tx.selectFrom('audit_entry').selectAll().where('seq', '=', 2).executeTakeFirstOrThrow()
      await tx
        .insertInto('audit_entry')
        .values({ ...row, seq })
        .execute()
    }
    assert.deepEqual(await afterTampering(tx => copy(tx, 0)), { seq: 0, fault: 'inserted' })
    assert.deepEqual(await afterTampering(tx => copy(tx, length + 1)), { seq: length + 1, fault: 'altered' })
  })

  test('finds entries cut off from the end', async () => {
    const head = (await verifyChain(store.read)).head
    const cut = (tx: Writer) =>
      tx
        .deleteFrom('audit_entry')
        .where('seq', '>=', head.seq - 1)
        .execute()
    assert.deepEqual(await afterTampering(cut), { seq: head.seq - 1, fault: 'truncated' })
    // With the head moved back, only a checkpoint from outside shows it.
    const cutWell = async (tx: Writer) => {
      await cut(tx)
      const last = await tx
        .selectFrom('audit_entry')
        .selectAll()
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      await tx.updateTable('audit_head').set({ seq: last.seq, hash: last.hash }).execute()
    }
    assert.equal(await afterTampering(cutWell), null)
    assert.deepEqual(await afterTampering(cutWell, { checkpoints: [head] }), { seq: head.seq - 1, fault: 'truncated' })
    const other = { seq: 2, hash: 'f'.repeat(64) }
    assert.deepEqual((await verifyChain(store.read, { checkpoints: [other] })).broken, { seq: 2, fault: 'checkpoint' })
  })

  test('the newest entries can be checked alone', async () => {
    const all = await verifyChain(store.read)
    const newest = await verifyChain(store.read, { newest: 3 })
    assert.deepEqual([newest.entries, newest.broken, newest.head], [3, null, all.head])
  })

  test('db check reports a broken chain', async () => {
    assert.deepEqual((await auditCheck.run(store)).faults, [])
  })

  test('an export can be verified without the database', async () => {
    const lines: string[] = []
    for await (const text of exportEntries(store.read, 'jsonl')) lines.push(...text.trimEnd().split('\n'))
    const verified = await verifyLines(each(lines))
    assert.deepEqual([verified.broken, verified.entries], [null, (await entries()).length])
    const changed = lines.with(2, lines[2]!.replace('192.0.2.7', '192.0.2.8'))
    assert.deepEqual((await verifyLines(each(changed))).broken, { seq: 3, fault: 'altered' })
    assert.deepEqual((await verifyLines(each(lines.toSpliced(2, 1)))).broken, { seq: 3, fault: 'missing' })
    await assert.rejects(verifyLines(each([...lines.slice(0, 1), '{"seq": 1}'])), /Line 2 is not an entry/)
  })

  test('old entries are deleted from the old end, and the chain still verifies', async () => {
    const { deleteOld } = oldAuditEntries(store, clock, 30)
    const before = await entries()
    clock.advance(20 * DAY)
    await change('application-approved', 'Younger')
    await seal()
    assert.equal(await deleteOld(500), 0)
    clock.advance(12 * DAY)
    assert.equal(await deleteOld(5), 5)
    assert.equal(await deleteOld(500), before.length - 5)
    assert.equal(await deleteOld(500), 0)
    const rows = await entries()
    assert.deepEqual(
      rows.map(row => row.event),
      ['application-approved', 'entries-pruned', 'entries-pruned'],
    )
    assert.equal(await broken(), null)
    const old = await verifyChain(store.read, { checkpoints: [{ seq: 1, hash: before[0]!.hash }] })
    assert.deepEqual([old.broken, old.tooOld.length], [null, 1])
    assert.equal(await oldAuditEntries(store, clock, 0).deleteOld(500), 0)
  })

  test('deleting the old end by hand does not pass for retention', async () => {
    const [first, second] = await entries()
    const found = await afterTampering(async tx => {
      await tx.deleteFrom('audit_entry').where('seq', '=', first!.seq).execute()
      await tx.updateTable('audit_head').set({ anchor_seq: first!.seq, anchor_hash: first!.hash }).execute()
    })
    assert.deepEqual(found, { seq: second!.seq, fault: 'anchor' })
  })

  test('records that changes were deleted before they could be sealed', async () => {
    await change('application-approved', 'Lost')
    clock.advance(50 * DAY)
    await change('cache-cleared')
    await change('cache-cleared')
    await deleteOldChanges(store, seconds(clock) - 40 * DAY, 500)
    await seal()
    assert.equal((await entries()).at(-1)!.event, 'changes-missed')
    assert.equal(await broken(), null)
  })
})

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
