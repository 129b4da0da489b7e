import type { Reader, Writer } from './store.ts'

/** A setting of the whole site, as the JSON it is stored as; null if it was never set. */
export async function readSetting(db: Reader, key: string): Promise<string | null> {
  const row = await db.selectFrom('site_setting').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

export async function writeSetting(tx: Writer, key: string, content: unknown): Promise<void> {
  const value = JSON.stringify(content)
  await tx
    .insertInto('site_setting')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Replaces a setting only if it still has this value (null: is not set). Returns whether it did. */
export async function replaceSetting(
  tx: Writer,
  key: string,
  before: string | null,
  content: unknown,
): Promise<boolean> {
  const value = JSON.stringify(content)
  if (before === null) {
    const row = { key, value }
    const added = await tx
      .insertInto('site_setting')
      .values(row)
      .onConflict(conflict => conflict.column('key').doNothing())
      .executeTakeFirst()
    return Number(added.numInsertedOrUpdatedRows) === 1
  }
  const changed = await tx
    .updateTable('site_setting')
    .set({ value })
    .where('key', '=', key)
    .where('value', '=', before)
    .executeTakeFirst()
  return Number(changed.numUpdatedRows) === 1
}

/** Deletes a setting. Returns whether it was set; of several callers, one gets true. */
export async function deleteSetting(tx: Writer, key: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('site_setting').where('key', '=', key).executeTakeFirst()
  return Number(deleted.numDeletedRows) === 1
}
