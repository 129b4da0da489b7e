import { randomBytes } from 'node:crypto'
import type { Reader, Store, Writer } from '#store/store.ts'

/** What mail has to remember between two moments, by name. */
export async function readState(db: Reader, name: string): Promise<string | null> {
  const row = await db.selectFrom('mail_state').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

/** Writes it down for the first time; somebody who was quicker wins. */
export async function beginState(tx: Writer, name: string, value: string): Promise<void> {
  await tx
    .insertInto('mail_state')
    .values({ name, value })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Moves on from what was read; false when somebody else has moved on meanwhile. */
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

/** The key that signs links in mails; made when the first one is needed. */
export async function linkSecret(store: Store): Promise<string> {
  const known = await readState(store.read, SECRET)
  if (known !== null) return known
  return store.transaction(async tx => {
    await beginState(tx, SECRET, randomBytes(32).toString('base64url'))
    return (await readState(tx, SECRET))!
  })
}
