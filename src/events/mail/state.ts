import { randomBytes } from 'node:crypto'
import type { Reader, Store, Writer } from '#store/store.ts'

/** Persistent state of the notification jobs, by name. */
export async function readState(db: Reader, name: string): Promise<string | null> {
  const row = await db.selectFrom('mail_state').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

/** Sets the initial value, unless another worker was faster. */
export async function beginState(tx: Writer, name: string, value: string): Promise<void> {
  await tx
    .insertInto('mail_state')
    .values({ name, value })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Compare-and-set; false when another worker changed the value meanwhile. */
export async function moveState(tx: Writer, name: string, from: string, to: string): Promise<boolean> {
  const done = await tx
    .updateTable('mail_state')
    .set({ value: to })
    .where('name', '=', name)
    .where('value', '=', from)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

const SECRET = 'secret'

/** The key that signs links in emails, created on first use. */
export async function linkSecret(store: Store): Promise<string> {
  const existing = await readState(store.read, SECRET)
  if (existing !== null) return existing
  return store.transaction(async tx => {
    await beginState(tx, SECRET, randomBytes(32).toString('base64url'))
    return (await readState(tx, SECRET))!
  })
}
